"""Recordings: what they are, whether they can be used, and their samples for training.

`inspect` judges files in a child process with limits, `samples` reads what was accepted, `activity` tells speech from
silence. Nothing here trusts a file's name or the length that its header claims.
"""
