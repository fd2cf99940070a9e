"""The words of a Japanese text as the engine found them: where they stand, how they are read, what decided it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from trainer.text.japanese_dictionary import Reader
from trainer.text.japanese_latin import LatinWord
from trainer.text.japanese_writing import PUNCTUATION
from trainer.text.normalisation import script, shown
from trainer.text.tracing import TracedText
from trainer.verdicts import Verdict

Feature = dict[str, Any]

_UNCERTAIN = frozenset(("converter", "spelled", "guess"))

# The longest number has some twenty digits, and about as many words.
_APART_MAX = 64

# Of what decided the parts of a word, the first is told.
_SOURCES = ("pronunciation", "converter", "spelled", "number", "guess", "rule", "dictionary")

_PARTS_OF_SPEECH = {
    "動詞": "verb", "形容詞": "adjective", "副詞": "adverb", "感動詞": "interjection", "助詞": "particle",
    "助動詞": "auxiliary", "接頭詞": "prefix", "接続詞": "conjunction", "連体詞": "adnominal", "フィラー": "interjection",
    "記号": "symbol",
}  # fmt: skip
_NAMES = {"姓": "family-name", "名": "given-name"}


@dataclass(frozen=True)
class Analysis:
    """One text as the engine read it: `features` are words with their sounds, `morphemes` the pieces of the text.

    `by_rule` holds the indices of the features that a rule of ours read; `latin` the words that were made katakana."""

    traced: TracedText
    features: list[Feature]
    morphemes: list[dict[str, Any]]
    by_rule: set[int]
    latin: list[LatinWord]


@dataclass(slots=True)
class _Word:
    """A group of features that stand for one stretch of the given text, from `start` to `end`."""

    features: list[int]
    start: int | None
    end: int | None
    is_unknown: bool
    source: str = "dictionary"


def words_and_verdicts(analysis: Analysis, reader: Reader) -> tuple[tuple[dict[str, Any], ...], list[Verdict]]:
    """The words as `Phonemes` describes them, and what an operator should know about how they were read."""
    verdicts: list[Verdict] = []
    words: list[_Word] = []
    features = analysis.features
    latin = {word.position: word.source for word in analysis.latin}
    for word in _aligned(analysis):
        if not any(_is_heard(features, index) for index in word.features):
            verdicts += _dropped(analysis, word)
            continue
        found = [_source(analysis, reader, index, word.is_unknown) for index in word.features]
        if latin and word.start in latin:
            found.append(latin[word.start])
        word.source = found[0] if len(found) == 1 else _decisive(found)
        if words and _is_joined(words[-1], word, features):
            last = words[-1]
            last.features += word.features
            last.end = word.end
            last.is_unknown |= word.is_unknown
            last.source = _decisive([last.source, word.source])
        else:
            words.append(word)
    nuclei = _nuclei(features)
    told = tuple(_as_dict(analysis, word, nuclei) for word in words)
    for word in told:
        if word["source"] in _UNCERTAIN:
            verdicts += _guessed(word)
    return told, verdicts


def _decisive(sources: list[str]) -> str:
    return min(sources, key=_SOURCES.index)


def _is_heard(features: list[Feature], index: int) -> bool:
    """Whether a word has a sound. A long mark has one only after another (the engine counts a mora for it anyway)."""
    if not features[index]["mora_size"]:
        return False
    is_first = index == 0 or not features[index - 1]["mora_size"]
    return not is_first or features[index]["pron"].strip("ー’") != ""


def _aligned(analysis: Analysis) -> list[_Word]:
    """Features with the morphemes they came from. The engine rewrites numbers (３，０００ → 三 千), so not all are equal."""
    features = analysis.features
    morphemes = [morpheme for morpheme in analysis.morphemes if not morpheme["is_ignored"]]
    is_traced = analysis.morphemes[-1]["char_span"][1] == len(analysis.traced.text) if morphemes else False
    surfaces = [morpheme["surface"] for morpheme in morphemes]
    strings = [feature["string"] for feature in features]
    if surfaces == strings and is_traced:
        span = analysis.traced.span
        return [
            _Word([index], *span(*morpheme["char_span"]), morpheme["is_unknown"])
            for index, morpheme in enumerate(morphemes)
        ]
    if surfaces == strings:
        return [_word(analysis, [index], [morpheme], is_traced) for index, morpheme in enumerate(morphemes)]
    words: list[_Word] = []
    at = here = 0
    for stop, last in [*_meetings(surfaces, strings), (len(surfaces), len(strings))]:
        if at < stop:
            words.append(_word(analysis, list(range(here, last)), morphemes[at:stop], is_traced))
        elif words:
            # What the engine said in addition belongs to the word before.
            words[-1].features += range(here, last)
        elif here < last:
            words.append(_Word(list(range(here, last)), None, None, False))
        if stop < len(surfaces):
            words.append(_word(analysis, [last], [morphemes[stop]], is_traced))
        at, here = stop + 1, last + 1
    return words


def _meetings(surfaces: list[str], strings: list[str]) -> Iterator[tuple[int, int]]:
    """Places where both lists have the same word, each the nearest after the one before."""
    start = first = 0
    while start < len(surfaces) and first < len(strings):
        for apart in range(_APART_MAX):
            pairs = ((start + apart - more, first + more) for more in range(apart + 1))
            met = next(
                (
                    (one, other)
                    for one, other in pairs
                    if one < len(surfaces) and other < len(strings) and surfaces[one] == strings[other]
                ),
                None,
            )
            if met is not None:
                yield met
                start, first = met[0] + 1, met[1] + 1
                break
        else:
            return


def _word(analysis: Analysis, features: list[int], morphemes: list[dict[str, Any]], is_traced: bool) -> _Word:
    start, end = morphemes[0]["char_span"][0], morphemes[-1]["char_span"][1]
    is_unknown = any(morpheme["is_unknown"] for morpheme in morphemes)
    if not is_traced:
        return _Word(features, None, None, is_unknown)
    return _Word(features, *analysis.traced.span(start, end), is_unknown)


def _is_joined(last: _Word, word: _Word, features: list[Feature]) -> bool:
    """Whether both are one word to an operator: written as one, or the digits of one number with their counter."""
    if last.end is not None and word.start is not None and word.start < last.end:
        return True
    if last.source != "number":
        return False
    before, here = features[last.features[-1]], features[word.features[0]]
    if before["pos_group1"] != "数" or here["chain_flag"] == 0:
        return before["pos_group1"] == here["pos_group1"] == "数"
    return here["pos_group1"] == "数" or here["pos_group2"] == "助数詞"


def _source(analysis: Analysis, reader: Reader, index: int, is_unknown: bool) -> str:
    feature = analysis.features[index]
    if feature["is_reading_protected"]:
        return "pronunciation" if reader.is_entered(feature["string"][0]) else "dictionary"
    if feature["pos_group1"] == "数":
        return "number"
    if is_unknown:
        return "spelled" if script(feature["string"][0]) == "latin" else "guess"
    return "rule" if index in analysis.by_rule or feature["is_reading_rewritten"] else "dictionary"


def _nuclei(features: list[Feature]) -> list[int]:
    """Per feature, the mora of its own after which the pitch falls; 0 where it does not fall within it."""
    nuclei: list[int] = []
    fall = offset = 0
    for feature in features:
        if feature["chain_flag"] != 1:
            fall, offset = feature["acc"], 0
        size = feature["mora_size"]
        nuclei.append(fall - offset if offset < fall <= offset + size else 0)
        offset += size
    return nuclei


def _as_dict(analysis: Analysis, word: _Word, nuclei: list[int]) -> dict[str, Any]:
    features = [analysis.features[index] for index in word.features]
    nucleus = moras = 0
    for index, feature in zip(word.features, features, strict=True):
        if nuclei[index]:
            nucleus = moras + nuclei[index]
            break
        moras += feature["mora_size"]
    traced = analysis.traced
    if word.start is None:
        written = "".join(feature["string"] for feature in features)
    else:
        written = traced.given[word.start : word.end]
    return {
        "word": written,
        "position": word.start,
        "length": len(written) if word.start is not None else None,
        "source": word.source,
        "reading": "".join(feature["pron"] for feature in features).replace("’", ""),
        "nucleus": nucleus,
        "part_of_speech": _part_of_speech(features[0]),
    }


def _part_of_speech(feature: Feature) -> str:
    if feature["pos"] != "名詞":
        return _PARTS_OF_SPEECH.get(feature["pos"], "noun")
    if feature["pos_group1"] == "固有名詞":
        if feature["pos_group2"] == "人名":
            return _NAMES.get(feature["pos_group3"], "proper-noun")
        return "place-name" if feature["pos_group2"] == "地域" else "proper-noun"
    return {"接尾": "suffix", "数": "number"}.get(feature["pos_group1"], "noun")


def _dropped(analysis: Analysis, word: _Word) -> list[Verdict]:
    read = "".join(analysis.features[index]["string"] for index in word.features)
    written = read if word.start is None else analysis.traced.given[word.start : word.end]
    # A sign may stand for a pause by a rule of ours (→), or be one of the marks of pause as it is written.
    if any(all(char in PUNCTUATION or char.isspace() for char in text) for text in (read, written)):
        return []
    return [Verdict("warn", "characters-dropped", measured=shown(written), position=word.start)]


def _guessed(word: dict[str, Any]) -> list[Verdict]:
    written, source = word["word"], word["source"]
    scripts = {script(char) for char in written}
    if source == "converter":
        code = "word-converted"
    elif source == "spelled" and len(written) > 1 and not written.isupper():
        code = "word-spelled"
    elif source == "guess" and "han" in scripts:
        code = "kanji-guessed"
    else:
        return []
    params = {"reading": shown(word["reading"], limit=40)}
    return [Verdict("warn", code, shown(written), position=word["position"], params=params)]
