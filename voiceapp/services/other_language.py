"""What the other language makes of a text, where that explains why the declared one cannot read it."""

from trainer.languages import LANGUAGES
from trainer.text import Phonemes
from voiceapp.errors import TrainerRefusal
from voiceapp.services.phoneme import phonemes_preview


def phonemes_other(*, text: str, language: str) -> Phonemes | None:
    """`text` as the other language reads it, be it only in part; None where it cannot read it at all."""
    other = next(tag for tag in LANGUAGES if tag != language)
    try:
        phonemes = phonemes_preview(text=text, language=other)
    except TrainerRefusal:
        return None
    return phonemes if phonemes.symbols else None
