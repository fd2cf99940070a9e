"""What turns a model and a corpus into a trained model: the loop, its optimiser, checkpoints and device."""
