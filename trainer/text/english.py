"""English text to ARPAbet and stress, by g2p-en (dictionary, homographs by part of speech, a neural guess for others).

The engine runs unchanged and offline. Around it: `english_writing` turns digits and signs into words before it, because
it deletes what it does not know; `english_reading` decides between readings and corrects them.
"""

from __future__ import annotations

import re
from dataclasses import astuple
from functools import cache
from importlib.metadata import version
from typing import Any

from trainer.text import english_lexicon as lexicon
from trainer.text.english_engine import english_engine
from trainer.text.english_reading import Reading, readings_of
from trainer.text.english_rule import LETTER_MARK
from trainer.text.english_words import Token, is_shouted, tokens_of
from trainer.text.english_writing import rewrite
from trainer.text.ipa import spoken, symbols_of_words
from trainer.text.normalisation import TracedText, compatible, script_runs, shown
from trainer.text.phonemes import Change, Phonemes
from trainer.text.pronunciations import Dictionary
from trainer.text.symbols import PAUSE, QUESTION
from trainer.verdicts import Verdict

_LANGUAGE_NAME = {"en": "English", "ja": "英語"}

# Signs without a sound of their own, besides what `english_writing` has already turned into words or pauses.
_SILENT = frozenset(f"\"'’‘“”«»()[]{{}}<>*_|~-–—…{LETTER_MARK}")
_UNREAD = re.compile(rf"[^A-Za-z'.,?!\s{LETTER_MARK}]+")


@cache
def engine_name() -> str:
    return f"g2p-en {version('g2p-en')} (corrections {lexicon.VERSION})"


def english_phonemes(text: str, dictionary: Dictionary) -> Phonemes:
    """Phonemes of an English `text`: ARPAbet without the digit, `pau` for marks that are heard as a pause.

    The tone of a vowel is its stress plus one (1 unstressed, 2 primary, 3 secondary); consonants and silences have 0.
    """
    traced = compatible(text)
    warnings = _script_verdicts(traced)
    rewrite(traced)
    warnings += _dropped_verdicts(traced)
    words: list[dict[str, Any]] = []
    if re.search("[A-Za-z]", traced.text):
        tokens = tokens_of(traced, english_engine(), dictionary)
        readings = readings_of(tokens, english_engine(), dictionary, is_shouted=is_shouted(traced.text))
        words = _words(tokens, readings)
        warnings += [_guessed(word) for word in words if word["source"] == "guess"]
    warnings.sort(key=lambda verdict: verdict.position or 0)
    if not words:
        warnings.append(Verdict("reject", "phonemes-empty"))
    symbols, tones, syllables = symbols_of_words(words)
    return Phonemes(
        language="en",
        text=text,
        normalized=_tidy(traced.text),
        reading=" | ".join(word["phones"] for word in words),
        symbols=symbols,
        tones=tones,
        units=syllables,
        engine=engine_name(),
        words=tuple(words),
        warnings=tuple(warnings),
        changes=_shown_changes(traced),
        dictionary=dictionary.version,
    )


def _words(tokens: list[Token], readings: list[Reading | None]) -> list[dict[str, Any]]:
    """The words as `Phonemes.words` has them; a mark becomes the pause of the word before it."""
    words: list[dict[str, Any]] = []
    for index, (token, reading) in enumerate(zip(tokens, readings, strict=True)):
        if reading is None:
            # At the end of the text the closing silence says it all, but a question stays marked.
            if token.text == "?" or index + 1 < len(tokens):
                words[-1]["pause"] = QUESTION if token.text == "?" else PAUSE
            continue
        said = spoken(reading.phones)
        words.append(
            {
                "word": token.text,
                "position": token.position,
                "length": token.length,
                "source": reading.source,
                "phones": reading.phones,
                "ipa": said.ipa,
                "syllables": said.syllables,
                "syllabified": said.syllabified,
                "pause": "",
            }
        )
    return words


def _guessed(word: dict[str, Any]) -> Verdict:
    params = {"reading": word["phones"]}
    return Verdict("warn", "word-guessed", shown(word["word"]), position=word["position"], params=params)


def _shown_changes(traced: TracedText) -> tuple[Change, ...]:
    """Changes without the mark of letters that are spelled, and without the blanks that keep words apart."""
    changes = []
    for position, before, after, rule in map(astuple, traced.changes):
        position += len(before) - len(before.lstrip())
        change = Change(position, before.strip(), " ".join(after.replace(LETTER_MARK, " ").split()), rule)
        if change.before != change.after:
            changes.append(change)
    return tuple(changes)


def _tidy(text: str) -> str:
    """Single blanks, one mark where the rewriting left several, none at the start: for the eye, read the same."""
    text = re.sub(r"\s+", " ", text.replace(LETTER_MARK, " "))
    text = re.sub(r",[, ]*(?=[.?!])|(?<=[.?!]) ?,", "", text)
    return re.sub(r" +(?=[.,?!])|,(?= *,)|^[, ]+| $", "", text)


def _script_verdicts(traced: TracedText) -> list[Verdict]:
    """A rejection of a text with words in another script: they would be heard, but miss among the phonemes."""
    if traced.text.isascii():
        return []
    for kind, start, run in script_runs(traced.text):
        if kind in ("kana", "han", "hangul") or (kind == "other" and len(run) > 1):
            params = {"language": _LANGUAGE_NAME}
            return [Verdict("reject", "script-mismatch", shown(run), position=traced.origin(start), params=params)]
    return []


def _dropped_verdicts(traced: TracedText) -> list[Verdict]:
    verdicts = []
    for match in _UNREAD.finditer(traced.text):
        if not all(char in _SILENT for char in match.group()):
            position = traced.origin(match.start())
            verdicts.append(Verdict("warn", "characters-dropped", shown(match.group()), position=position))
    return verdicts
