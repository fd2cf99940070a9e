"""From a list of recordings and their phonemes to batches of tensors."""
