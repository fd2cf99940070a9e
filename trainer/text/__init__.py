"""Text to phonemes: one path for the preview of an operator, for training and for speaking.

The engines (pyopenjtalk, g2p-en) are loaded when a text of their language first comes, never on import.
"""

from __future__ import annotations

import re
from typing import Any

from trainer.errors import BadInput
from trainer.languages import Language
from trainer.text.phonemes import AccentPhrase, Change, Phonemes, phonemes_version
from trainer.text.pronunciations import Dictionary

__all__ = [
    "MAX_TEXT_CHARACTERS",
    "AccentPhrase",
    "Change",
    "Dictionary",
    "Phonemes",
    "engine_name",
    "phonemes_version",
    "phonemize",
    "text_require",
]

# Far above any utterance, far below where the Japanese engine becomes slow (3,000) or refuses (10,000).
MAX_TEXT_CHARACTERS = 2000

# Neither can be stored as UTF-8 text in a database, and the engines choke on both.
_BROKEN = re.compile(r"[\ud800-\udfff\x00]")


def phonemize(
    text: str, language: Language, dictionary: Dictionary | None = None, override: dict[str, Any] | None = None
) -> Phonemes:
    """The phonemes of `text` as read in `language`, with a verdict for all that was lost, guessed or contradictory.

    `dictionary` holds pronunciations that win over the engine's. `override` sets the phones of this very text (see
    `trainer.text.overrides`). A text that cannot be spoken, or is not written in `language`, comes back with a `reject`
    verdict (phonemes-empty, script-mismatch). Raises BadInput: text-too-long, text-too-long-written-out,
    text-not-unicode. Raises EngineUnavailable where the installation is broken, or the temporary folder is full.
    """
    text_require(text, language, dictionary)
    dictionary = dictionary or Dictionary(language.tag)
    if language.tag == "ja":
        from trainer.text.japanese import japanese_phonemes

        phonemes = japanese_phonemes(text, dictionary)
    elif language.tag == "en":
        from trainer.text.english import english_phonemes

        phonemes = english_phonemes(text, dictionary)
    else:
        raise BadInput("language-unsupported", measured=language.tag, suggestion="", languages=language.tag)
    if override is not None:
        from trainer.text.overrides import override_apply

        phonemes = override_apply(phonemes, override)
    return phonemes


def text_require(text: str, language: Language, dictionary: Dictionary | None = None) -> None:
    """What `phonemize` refuses before an engine sees anything. Raises BadInput: text-too-long, text-not-unicode,
    pronunciations-invalid (a dictionary of another language)."""
    if len(text) > MAX_TEXT_CHARACTERS:
        raise BadInput("text-too-long", measured=len(text), limit=MAX_TEXT_CHARACTERS)
    if broken := _BROKEN.search(text):
        raise BadInput("text-not-unicode", measured=f"{ord(broken.group()):04X}", position=broken.start())
    if dictionary is not None and dictionary.language != language.tag:
        raise BadInput("pronunciations-invalid", measured=dictionary.language, limit=language.tag)


def engine_name(language: Language) -> str:
    """Name and version of what reads `language`, corrections of ours included. Loads no engine."""
    if language.tag == "ja":
        from trainer.text.japanese import engine_name as name
    else:
        from trainer.text.english import engine_name as name
    return name()
