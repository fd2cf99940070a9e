"""Phones and accent that an operator sets for one utterance, where a dictionary entry would be wrong elsewhere."""

from __future__ import annotations

from typing import Any

from trainer.text.phonemes import Phonemes


def override_apply(phonemes: Phonemes, override: dict[str, Any]) -> Phonemes:
    raise NotImplementedError
