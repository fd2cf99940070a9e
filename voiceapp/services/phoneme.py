"""Phonemes: one code path for the preview, the clips and the run."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from trainer.errors import BadInput, EngineUnavailable, TrainerError
from trainer.languages import LANGUAGES, Language, language_parse
from trainer.text import Dictionary, Phonemes
from trainer.text.cache import PhonemeCache
from trainer.text.child import PhonemeChild, Request
from trainer.text.plausibility import line_verdicts
from trainer.verdicts import Verdict
from voiceapp.errors import FieldInvalid, TrainerRefusal
from voiceapp.models import Clip, Voice
from voiceapp.selectors.pronunciation import dictionary_of, dictionary_of_language

# About the recording, its line in the list it came with, and the text as it is read.
ABOUT_AUDIO, ABOUT_LIST, ABOUT_TEXT = "audio", "list", "text"
# About the clip beside the others of its style (`services.gate`).
ABOUT_STYLE = "style"

# No engine is loaded into this process. A text that ends one ends a child, and its line is refused.
_child = PhonemeChild()
_cache = PhonemeCache()


@dataclass(frozen=True)
class TextItem:
    """One transcript to be judged: with what an operator set for this utterance, and the seconds of speech in its
    recording, where they are known."""

    text: str
    override: dict[str, Any] | None = None
    duration_s: float | None = None


def phonemes_preview(
    *, text: str, language: str | None, voice: Voice | None = None, override: dict[str, Any] | None = None
) -> Phonemes:
    """Phonemes with the pronunciations of `voice`, or of the installation.

    Raises `FieldInvalid` for a language that is not the voice's, `TrainerRefusal` for one that Koebo does not speak,
    for a text that is too long or ends the engine, and (status 503) while the engine cannot be had.
    """
    try:
        spoken = language_parse(language)
        return text_phonemize(request=Request(text, spoken, _dictionary(spoken, voice), override))
    except TrainerError as error:
        raise TrainerRefusal(error) from error


def _dictionary(language: Language, voice: Voice | None) -> Dictionary:
    if voice is None:
        return dictionary_of_language(language.tag)
    if voice.language != language.tag:
        name = voice.get_language_display()
        raise FieldInvalid(field="language", reason=_("This voice speaks %(language)s.") % {"language": name})
    return dictionary_of(voice)


def text_phonemize(*, request: Request) -> Phonemes:
    """As `trainer.text.phonemize`, from the cache or a child. Raises BadInput and EngineUnavailable."""
    phonemes = _cache.get(request)
    if phonemes is None:
        phonemes = _child.phonemize(*request)
        _cache.put(request, phonemes)
    return phonemes


def text_judgement(
    *,
    text: str,
    language: str,
    dictionary: Dictionary | None = None,
    override: dict[str, Any] | None = None,
    duration_s: float | None = None,
) -> tuple[Phonemes | None, list[Verdict]]:
    """Phonemes of a transcript, or None, and what is to be said about it.

    Raises `TrainerRefusal` (status 503) while the engine cannot be had: that is not the text's fault.
    """
    try:
        result: Phonemes | BadInput = text_phonemize(request=Request(text, LANGUAGES[language], dictionary, override))
    except BadInput as refusal:
        result = refusal
    except EngineUnavailable as error:
        raise TrainerRefusal(error) from error
    return _judged(result, duration_s)


def texts_preview(
    *, texts: Iterable[str], language: str | None, voice: Voice | None = None
) -> Iterator[Phonemes | BadInput]:
    """As `phonemes_preview` for each text, in order, while later ones are being read; a refusal stands in its place.

    Raises what is wrong with the language at once, and on the way `TrainerRefusal` (status 503) when the engine cannot
    be had.
    """
    try:
        spoken = language_parse(language)
    except TrainerError as error:
        raise TrainerRefusal(error) from error
    dictionary = _dictionary(spoken, voice)
    return texts_phonemize(requests=(Request(text, spoken, dictionary) for text in texts))


def texts_judgement(
    *, items: Iterable[TextItem], dictionary: Dictionary, jobs: int = 1
) -> Iterator[tuple[Phonemes | None, list[Verdict]]]:
    """What `text_judgement` would return for each item, in order, while later ones are being read.

    All are read in the language of `dictionary`, by up to `jobs` children at once (`trainer.text.child.cores`). Items
    are drawn as they are needed. Raises `TrainerRefusal` (status 503) when the engine cannot be had.
    """
    language = LANGUAGES[dictionary.language]
    drawn: deque[TextItem] = deque()

    def requests() -> Iterator[Request]:
        for item in items:
            drawn.append(item)
            yield Request(item.text, language, dictionary, item.override)

    for result in texts_phonemize(requests=requests(), jobs=jobs):
        yield _judged(result, drawn.popleft().duration_s)


def texts_phonemize(*, requests: Iterable[Request], jobs: int = 1) -> Iterator[Phonemes | BadInput]:
    """From the cache or from up to `jobs` children at once, in order; a refusal stands in its text's place.

    Raises `TrainerRefusal` (status 503) when the engine cannot be had.
    """
    drawn: deque[tuple[Request, Phonemes | None]] = deque()

    def misses() -> Iterator[Request]:
        for request in requests:
            drawn.append((request, _cache.get(request)))
            if drawn[-1][1] is None:
                yield request

    def kept() -> Iterator[Phonemes]:
        """What stands before the next text that has to be read."""
        while drawn and drawn[0][1] is not None:
            yield drawn.popleft()[1]

    results = _child.phonemize_many(misses(), jobs=jobs)
    try:
        for result in results:
            yield from kept()
            request = drawn.popleft()[0]
            # What several children read is a corpus: larger than the cache, and not asked for again.
            if isinstance(result, Phonemes) and jobs == 1:
                _cache.put(request, result)
            yield result
        yield from kept()
    except EngineUnavailable as error:
        raise TrainerRefusal(error) from error
    finally:
        results.close()


def _judged(result: Phonemes | BadInput, duration_s: float | None) -> tuple[Phonemes | None, list[Verdict]]:
    if isinstance(result, BadInput):
        refusal = Verdict("reject", result.code, measured=result.measured, limit=result.limit, params=result.params)
        return None, [refusal]
    return result, [*result.warnings, *line_verdicts(result, duration_s)]


def clip_judge_text(
    *, clip: Clip, phonemes: Phonemes | None, verdicts: list[Verdict], version: str, audio: list[dict] | None = None
) -> None:
    """Put the outcome of `text_judgement` on a clip. What was found about its audio and its line stays, unless `audio`
    says what is to stand there instead. Does not save."""
    clip.phonemes = phonemes.as_json() if phonemes else None
    clip.phonemes_digest = phonemes.digest if phonemes and phonemes.symbols else ""
    clip.phonemes_version = version
    if audio is None:
        audio = [entry for entry in clip.verdicts if not _is_about_reading(entry)]
    clip.verdicts = audio + verdicts_stored(verdicts=verdicts, about=ABOUT_TEXT)
    clip.judge()


def _is_about_reading(entry: dict) -> bool:
    # Rows of earlier versions call the remarks of a list "text" too; those name its line.
    return entry.get("about") == ABOUT_TEXT and entry.get("line") is None


def verdicts_stored(*, verdicts: list[Verdict], about: str) -> list[dict]:
    return [verdict.as_json() | {"about": about} for verdict in verdicts]
