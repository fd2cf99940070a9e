"""Speech and machine learning for Koebo: text to phonemes, audio checks, training, measuring, speaking.

Knows no Django and reads no environment. The light half (languages, errors, text, audio, voice, rate) imports no torch.
"""
