"""Reads of the pronunciation dictionary: what is in force for a voice, and which phonemes are stale because of it."""

from trainer.languages import LANGUAGES
from trainer.text import Dictionary, engine_name, phonemes_version
from trainer.text.pronunciations import Pronunciation as Entry
from voiceapp.models import Pronunciation, Voice


def dictionary_of(voice: Voice) -> Dictionary:
    """The installation's entries for the voice's language, and the voice's own, which win."""
    return Dictionary.of(voice.language, _entries(voice.language, voice=None), _entries(voice.language, voice=voice))


def dictionary_of_language(language: str) -> Dictionary:
    """The installation's entries alone."""
    return Dictionary.of(language, _entries(language, voice=None))


def phonemes_version_of(voice: Voice) -> str:
    """What makes phonemes of this voice now; a clip whose `phonemes_version` is another one is stale."""
    return phonemes_version(engine_name(LANGUAGES[voice.language]), dictionary_of(voice).version)


def _entries(language: str, *, voice: Voice | None) -> list[Entry]:
    rows = Pronunciation.objects.filter(language=language, voice=voice)
    return [Entry(*row) for row in rows.values_list("surface", "reading", "nucleus", "part_of_speech")]
