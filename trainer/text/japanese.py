"""Japanese text to phones and pitch, by pyopenjtalk (the pyopenjtalk-plus distribution, dictionary included, offline).

Phones and pitch come from the full-context labels of Open JTalk, fields A (place of the mora in its accent phrase) and
E, F (the phrases) of "An example of context-dependent label format for HMM-based speech synthesis in Japanese".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from typing import Any

from trainer.text import moras
from trainer.text.normalisation import TracedText, compatible, script, script_runs, shown
from trainer.text.phonemes import AccentPhrase, Phonemes
from trainer.text.pronunciations import Dictionary
from trainer.text.symbols import (
    EDGE,
    JAPANESE_HIGH,
    JAPANESE_LOW,
    JAPANESE_MORAIC,
    JAPANESE_VOWELS,
    PAUSE,
    QUESTION,
    SILENCES,
)
from trainer.verdicts import Verdict

_LANGUAGE_NAME = {"en": "Japanese", "ja": "日本語"}

# The engine reads these as "yen five hundred", "ten, thirty" or not at all. Applied in order, after NFKC.
_REWRITES = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\s*\n\s*", "。"),
        (r"\s+", " "),
        (r"^ | $", ""),
        (r"(?<=\d) (?=\d+⁄)", "と"),
        (r" ?(\d+)⁄(\d+)", r"\2分の\1"),
        (r"\.{2,}|・{2,}|…+", "…"),
        (r"[¥\\](\d[\d,]*(?:\.\d+)?)(?![\d円])", r"\1円"),
        (r"\$(\d[\d,]*(?:\.\d+)?)", r"\1ドル"),
        (r"€(\d[\d,]*(?:\.\d+)?)", r"\1ユーロ"),
        (r"£(\d[\d,]*(?:\.\d+)?)", r"\1ポンド"),
        (r"(?<!\d)(\d{4})[-/](0?[1-9]|1[0-2])[-/]0?([1-9]|[12]\d|3[01])(?!\d)", r"\1年\2月\3日"),
        (r"年0(\d月)", r"年\1"),
        (r"(?<![\d:])([01]?\d|2[0-3]):00(?![\d:])", r"\1時"),
        (r"(?<![\d:])([01]?\d|2[0-3]):0?([1-9]|[1-5]\d)(?![\d:])", r"\1時\2分"),
        (r"°C?", "度"),
        (r"(?<=\d) ?[~〜] ?(?=\d)", "から"),
        (r"(?<=[ぁ-ゖァ-ヺー])[~〜]+", "ー"),
    )
)

# Marks that are rightly heard as a pause, or as nothing. Any other mark that the engine passes over is reported.
_PUNCTUATION = frozenset(" 　、。，,．.・:：;；!！?？…‥-−–—―~〜「」『』()（）[]［］{}｛｝【】〈〉《》〔〕｢｣\"”“'’‘＂＇")

_LABEL = re.compile(
    r"-(?P<phone>[^+]+)\+"
    r".*/A:(?P<distance>-?\d+|xx)\+(?P<position>\d+|xx)\+(?P<remaining>\d+|xx)"
    r".*/E:(?:\d+|xx)_(?:\d+|xx)!(?P<question>\d|xx)"
    r".*/F:(?:\d+|xx)_(?P<nucleus>\d+|xx)"
)


@dataclass(frozen=True)
class _Label:
    """What one full-context label says about its phone. The four figures are None for silences.

    `position` and `remaining` count moras of the accent phrase from its start and from its end, both from 1; `distance`
    is the mora's place relative to the accent nucleus (negative before it); `nucleus` is 0 for a phrase without a fall.
    All are capped at 49 by the engine; the sign of `distance` stays right.
    `is_after_question` tells of a silence whether the phrase before it is a question.
    """

    phone: str
    distance: int | None
    position: int | None
    remaining: int | None
    nucleus: int | None
    is_after_question: bool

    @classmethod
    def parse(cls, label: str) -> _Label:
        fields = _LABEL.search(label)
        if fields is None:
            raise ValueError(f"not a full-context label of Open JTalk: {label!r}")
        numbers = {
            name: None if fields[name] == "xx" else int(fields[name])
            for name in ("distance", "position", "remaining", "nucleus")
        }
        return cls(fields["phone"], is_after_question=fields["question"] == "1", **numbers)

    @property
    def is_high(self) -> bool:
        """Tokyo accent: the first mora is low unless it carries the nucleus, the rest is high up to the nucleus."""
        if self.nucleus == 1:
            return self.position == 1
        return self.position > 1 and (self.nucleus == 0 or self.distance <= 0)


@dataclass(frozen=True)
class _Analysis:
    """One text as the engine read it: labels, its own kana per mora, and the accent of each phrase (0: no fall)."""

    labels: list[_Label]
    kana: list[str]
    accents: list[int]
    verdicts: list[Verdict]

    @property
    def phones(self) -> list[str]:
        return [label.phone for label in self.labels if label.phone not in SILENCES]


@cache
def engine_name() -> str:
    return f"pyopenjtalk-plus {version('pyopenjtalk-plus')}"


def japanese_phonemes(text: str, dictionary: Dictionary) -> Phonemes:
    """Phonemes of a Japanese `text`. Symbols from `sil` to `sil`, tone 1 (low) or 2 (high) by mora, 0 for silences."""
    traced = _normalised(text)
    warnings = _script_verdicts(text)
    analysis = _analysis(traced) if traced.text else _Analysis([], [], [], [])
    warnings = sorted(warnings + analysis.verdicts, key=lambda verdict: verdict.position or 0)
    if not analysis.phones:
        warnings.append(Verdict("reject", "phonemes-empty"))
        return Phonemes("ja", text, traced.text, "", (), (), 0, engine_name(), warnings=tuple(warnings))
    symbols, tones = _symbols_and_tones(analysis.labels)
    phrases, reading = _accent_phrases(analysis)
    return Phonemes(
        language="ja",
        text=text,
        normalized=traced.text,
        reading=reading,
        symbols=symbols,
        tones=tones,
        units=sum(len(phrase.moras) for phrase in phrases),
        engine=engine_name(),
        accent_phrases=phrases,
        warnings=tuple(warnings),
    )


def _normalised(text: str) -> TracedText:
    traced = compatible(text)
    for pattern, replacement in _REWRITES:
        traced.sub(pattern, replacement)
    return traced


def _analysis(traced: TracedText) -> _Analysis:
    """Labels, kana and verdicts of one analysis, so that they cannot disagree. Threads may call the engine at once."""
    import pyopenjtalk  # loads a dictionary of 140 MB

    features, morphemes = pyopenjtalk.run_frontend_detailed(traced.text)
    # Without a mora there is nothing to label, and the engine would complain on stderr.
    has_sound = any(feature["mora_size"] for feature in features)
    labels = [_Label.parse(label) for label in pyopenjtalk.make_label(features)] if has_sound else []
    pieces = pyopenjtalk.make_phoneme_mapping(features, morphemes, caller_text=traced.text)
    # The engine marks a devoiced mora with ’. A phrase starts where a morpheme is not chained (1) to the one before it.
    kana = moras.split_kana("".join(feature["pron"].replace("’", "") for feature in features))
    accents = [feature["acc"] for feature in features if feature["mora_size"] and feature["chain_flag"] != 1]
    verdicts = [verdict for piece in pieces if (verdict := _verdict_on(piece, traced))]
    return _Analysis(labels, kana, accents, verdicts)


def _verdict_on(piece: dict[str, Any], traced: TracedText) -> Verdict | None:
    """What an operator should know about how one morpheme was read; None if nothing."""
    phones = [phone for phone in piece["phonemes"] if phone not in ("unk", "sp", "pau")]
    start, end = piece["char_span"]
    # (0, 0) means that the engine could not tell where a piece stood.
    written = traced.text[start:end] or piece["surface"]
    position = traced.origin(start) if end > start else None
    if not phones:
        if all(char in _PUNCTUATION for char in written):
            return None
        return Verdict("warn", "characters-dropped", measured=shown(written), position=position)
    if not piece["is_unknown"]:
        return None
    scripts = {script(char) for char in written}
    params = {"reading": shown(moras.kana_of_phones(phones), limit=40)}
    if "latin" in scripts and not written.isupper():
        return Verdict("warn", "word-spelled", shown(written), position=position, params=params)
    if "han" in scripts:
        return Verdict("warn", "kanji-guessed", shown(written), position=position, params=params)
    return None


def _script_verdicts(text: str) -> list[Verdict]:
    """A rejection of a text that is not Japanese: another script, or Latin words alone.

    Letters of another script would be heard in the recording and be missing among the phonemes. A lone one (the Д of a
    kaomoji) is only dropped. An abbreviation such as NHK is Japanese too, and read as such.
    """
    traced = compatible(text)
    runs = list(script_runs(traced.text))
    foreign = [(start, run) for kind, start, run in runs if kind == "hangul" or (kind == "other" and len(run) > 1)]
    if not foreign and not any(kind in ("kana", "han") for kind, _, _ in runs):
        latin = [(start, run) for kind, start, run in runs if kind == "latin"]
        if len(latin) > 2 or any(len(run) > 5 or not run.isupper() for _, run in latin):
            foreign = latin
    if not foreign:
        return []
    start, run = foreign[0]
    return [
        Verdict(
            "reject",
            "script-mismatch",
            measured=shown(run),
            position=traced.origin(start),
            params={"language": _LANGUAGE_NAME},
        )
    ]


def _symbols_and_tones(labels: list[_Label]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    pairs: list[tuple[str, int]] = []
    for label in labels:
        if label.phone not in SILENCES:
            pairs.append((label.phone, JAPANESE_HIGH if label.is_high else JAPANESE_LOW))
            continue
        if label.is_after_question:
            pairs.append((QUESTION, 0))
        if label.phone == EDGE or not label.is_after_question:
            pairs.append((label.phone, 0))
    symbols, tones = zip(*pairs, strict=True)
    return symbols, tones


def _accent_phrases(analysis: _Analysis) -> tuple[tuple[AccentPhrase, ...], str]:
    """Accent phrases for the eye, and the whole reading in katakana with its pauses.

    The engine's own spelling is shown (コーヒー, not コオヒイ). In rare words (フャ) it counts moras differently from
    the phones; then the kana follow from the phones.
    """
    units = moras.split_phones(analysis.phones)
    spelled = iter(analysis.kana if len(analysis.kana) == len(units) else map(moras.kana_of, units))
    accents = iter(analysis.accents)
    phrases: list[AccentPhrase] = []
    reading: list[str] = []
    signs: list[str] = []
    highs: list[bool] = []
    for label in analysis.labels:
        if label.phone in SILENCES:
            reading.append("？" if label.is_after_question else "、" if label.phone == PAUSE else "")
            continue
        if label.phone not in JAPANESE_VOWELS and label.phone not in JAPANESE_MORAIC:
            continue
        signs.append(next(spelled))
        highs.append(label.is_high)
        if label.remaining == 1:
            # A label writes "falls after the last mora" for a phrase that does not fall; the morpheme knows better.
            accent = next(accents, None)
            nucleus = accent if label.nucleus == len(signs) and accent is not None else label.nucleus
            phrases.append(AccentPhrase(tuple(signs), tuple(highs), nucleus))
            reading += signs
            signs, highs = [], []
    return tuple(phrases), "".join(reading)
