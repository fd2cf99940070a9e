"""Text to phonemes: one path for the preview of an operator, for training and for speaking.

The engines (pyopenjtalk, g2p-en) are loaded when a text of their language first comes, never on import.
"""

from __future__ import annotations

import re

from trainer.errors import BadInput
from trainer.languages import Language
from trainer.text.phonemes import AccentPhrase, Phonemes

__all__ = ["MAX_TEXT_CHARACTERS", "AccentPhrase", "Phonemes", "phonemize"]

# Far above any utterance, far below where the Japanese engine becomes slow (3,000) or refuses (10,000).
MAX_TEXT_CHARACTERS = 2000

# Neither can be stored as UTF-8 text in a database, and the engines choke on both.
_BROKEN = re.compile(r"[\ud800-\udfff\x00]")


def phonemize(text: str, language: Language) -> Phonemes:
    """The phonemes of `text` as read in `language`, with a verdict for all that was lost, guessed or contradictory.

    A text that cannot be spoken, or is not written in `language`, comes back with a `reject` verdict (phonemes-empty,
    script-mismatch). Raises BadInput: text-too-long, text-not-unicode, and english-data-missing where the installation
    is broken.
    """
    if len(text) > MAX_TEXT_CHARACTERS:
        raise BadInput("text-too-long", measured=len(text), limit=MAX_TEXT_CHARACTERS)
    if broken := _BROKEN.search(text):
        raise BadInput("text-not-unicode", measured=f"{ord(broken.group()):04X}", position=broken.start())
    if language.tag == "ja":
        from trainer.text.japanese import japanese_phonemes

        return japanese_phonemes(text)
    if language.tag == "en":
        from trainer.text.english import english_phonemes

        return english_phonemes(text)
    raise BadInput("language-unsupported", measured=language.tag, suggestion="", languages=language.tag)
