"""Phonemes: one code path for the preview, the clips and the run."""

from trainer.errors import TrainerError
from trainer.languages import language_parse
from trainer.text import Phonemes, phonemize
from voiceapp.errors import TrainerRefusal


def phonemes_preview(*, text: str, language: str | None) -> Phonemes:
    """Raises `TrainerRefusal` for a language that Koebo does not speak and for a text that is too long."""
    try:
        return phonemize(text, language_parse(language))
    except TrainerError as error:
        raise TrainerRefusal(error) from error
