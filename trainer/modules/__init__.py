"""Building blocks of the models. They take plain numbers, and tensors laid out as (batch, time, width)."""
