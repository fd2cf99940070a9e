"""Text to phonemes: one path for the preview of an operator, for training and for speaking."""
