"""Phonemes: one code path for the preview, the clips and the run."""

from typing import Any

from trainer.errors import TrainerError
from trainer.languages import LANGUAGES, language_parse
from trainer.text import Dictionary, Phonemes, phonemize
from trainer.verdicts import Verdict
from voiceapp.errors import TrainerRefusal
from voiceapp.models import Clip, Voice
from voiceapp.selectors.pronunciation import dictionary_of, dictionary_of_language

ABOUT_AUDIO, ABOUT_TEXT = "audio", "text"


def phonemes_preview(
    *, text: str, language: str | None, voice: Voice | None = None, override: dict[str, Any] | None = None
) -> Phonemes:
    """Phonemes with the pronunciations of `voice`, or of the installation.

    Raises `TrainerRefusal` for a language that Koebo does not speak and for a text that is too long.
    """
    try:
        spoken = language_parse(language)
        dictionary = dictionary_of(voice) if voice is not None else dictionary_of_language(spoken.tag)
        return phonemize(text, spoken, dictionary, override)
    except TrainerError as error:
        raise TrainerRefusal(error) from error


def text_judgement(
    *, text: str, language: str, dictionary: Dictionary | None = None, override: dict[str, Any] | None = None
) -> tuple[Phonemes | None, list[Verdict]]:
    """Phonemes of a transcript, or None, and what is to be said about it."""
    try:
        phonemes = phonemize(text, LANGUAGES[language], dictionary, override)
    except TrainerError as error:
        refusal = Verdict("reject", error.code, measured=error.measured, limit=error.limit, params=error.params)
        return None, [refusal]
    return phonemes, list(phonemes.warnings)


def clip_judge_text(
    *, clip: Clip, phonemes: Phonemes | None, verdicts: list[Verdict], version: str, audio: list[dict] | None = None
) -> None:
    """Put the outcome of `text_judgement` on a clip, beside what was found about its audio. Does not save."""
    clip.phonemes = phonemes.as_json() if phonemes else None
    clip.phonemes_digest = phonemes.digest if phonemes and phonemes.symbols else ""
    clip.phonemes_version = version
    if audio is None:
        audio = [entry for entry in clip.verdicts if entry.get("about") == ABOUT_AUDIO]
    clip.verdicts = audio + verdicts_stored(verdicts=verdicts, about=ABOUT_TEXT)
    clip.judge()


def verdicts_stored(*, verdicts: list[Verdict], about: str) -> list[dict]:
    return [verdict.as_json() | {"about": about} for verdict in verdicts]
