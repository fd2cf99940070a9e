"""Japanese text to phones and pitch, by pyopenjtalk (the pyopenjtalk-plus distribution, dictionary included, offline).

The path: normal form and what is written in signs (`japanese_writing`), an operator's and our own entries
(`japanese_dictionary`), Latin words (`japanese_latin`), the engine, readings that the context decides
(`japanese_readings`), accents (`japanese_accents`), accent phrases (`japanese_labels`), and the words with what is to
be told of them (`japanese_words`).
"""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import version
from typing import Any

from trainer.errors import BadInput
from trainer.text import moras
from trainer.text.japanese_accents import accents_correct
from trainer.text.japanese_corrections import CORRECTIONS_VERSION
from trainer.text.japanese_dictionary import Reader, reader_of
from trainer.text.japanese_labels import Spoken, spoken_from_labels, spoken_from_words
from trainer.text.japanese_latin import LatinWord, latin_rewrite
from trainer.text.japanese_readings import readings_correct
from trainer.text.japanese_words import Analysis, words_and_verdicts
from trainer.text.japanese_writing import rewrite, rewritten
from trainer.text.normalisation import script_runs, shown
from trainer.text.phonemes import Phonemes
from trainer.text.pronunciations import Dictionary
from trainer.text.tracing import TracedText, compatible
from trainer.verdicts import Verdict

_LANGUAGE_NAME = {"en": "Japanese", "ja": "日本語"}

_LATIN = re.compile("[A-Za-z]")
_JAPANESE = re.compile("[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff々〆〇]")
# Neither Japanese nor ASCII: only then a text can hold a letter of a third script.
_FOREIGN = re.compile("[^\x00-\x7e\u2000-\u2bff\u3000-\u30ff\u4e00-\u9fff\uff01-\uff60\ue000\U000f0000-\U0010ffff]")
# The engine refuses more than 16,383 bytes of full width characters. Numbers, units and ligatures grow when they are
# written out, the characters that stand for entries (at most 2,000 of them) have four bytes, all others three.
WRITTEN_OUT_CHARACTERS_MAX = 4500
_MEASURED = re.compile(r"(?<=\d) ?[A-Za-z/]+")


@cache
def engine_name() -> str:
    """Names the engine and what we correct around it: stored phonemes of another name are stale."""
    return f"pyopenjtalk-plus {version('pyopenjtalk-plus')}, corrections {CORRECTIONS_VERSION}"


def japanese_phonemes(text: str, dictionary: Dictionary) -> Phonemes:
    """Phonemes of a Japanese `text`. Symbols from `sil` to `sil`, tone 1 (low) or 2 (high) by mora, 0 for silences.

    Raises BadInput text-too-long-written-out.
    """
    reader = reader_of(dictionary)
    traced = rewritten(text)
    _require_length(traced)
    reader.protect(traced)
    warnings = _script_verdicts(traced, reader)
    rewrite(traced)
    latin: list[LatinWord] = latin_rewrite(traced, reader) if _LATIN.search(traced.text) else []
    _require_length(traced)
    spoken, words = Spoken(()), ()
    if traced.text:
        features, morphemes = reader.frontend(traced.text)
        by_rule = readings_correct(features, reader.jtalk)
        accents_correct(features, morphemes)
        words, verdicts = words_and_verdicts(Analysis(traced, features, morphemes, by_rule, latin), reader)
        warnings += verdicts
        spoken = _spoken(features, reader)
    if not spoken.phrases:
        warnings.append(Verdict("reject", "phonemes-empty"))
    if len(warnings) > 1:
        warnings.sort(key=lambda verdict: verdict.position or 0)
    if not spoken.phrases:
        return Phonemes(
            language="ja",
            text=text,
            normalized=traced.shown,
            reading="",
            symbols=(),
            tones=(),
            units=0,
            engine=engine_name(),
            warnings=tuple(warnings),
            changes=traced.changes,
            dictionary=dictionary.version,
        )
    symbols, tones = spoken.symbols_and_tones
    return Phonemes(
        language="ja",
        text=text,
        normalized=traced.shown,
        reading=spoken.reading,
        symbols=symbols,
        tones=tones,
        units=spoken.units,
        engine=engine_name(),
        accent_phrases=spoken.phrases,
        words=words,
        warnings=tuple(warnings),
        changes=traced.changes,
        dictionary=dictionary.version,
    )


def _require_length(traced: TracedText) -> None:
    if len(traced.text) > WRITTEN_OUT_CHARACTERS_MAX:
        raise BadInput("text-too-long-written-out", measured=len(traced.text), limit=WRITTEN_OUT_CHARACTERS_MAX)


def _spoken(features: list[dict[str, Any]], reader: Reader) -> Spoken:
    # Without a mora there is nothing to speak, and the engine would complain on stderr.
    if not any(feature["mora_size"] and feature["pron"] != "ー" for feature in features):
        return Spoken(())
    spoken = spoken_from_words(features, reader.jtalk.extract_phonemes(features))
    if spoken is not None:
        return spoken
    # The engine marks a devoiced mora with ’. A phrase starts where a word is not chained (1) to the one before.
    kana = moras.split_kana("".join(feature["pron"].replace("’", "") for feature in features))
    accents = [feature["acc"] for feature in features if feature["mora_size"] and feature["chain_flag"] != 1]
    return spoken_from_labels(reader.jtalk.make_label(features), kana, accents)


def _script_verdicts(traced: TracedText, reader: Reader) -> list[Verdict]:
    """A rejection of a text that is not Japanese: another script, or Latin words alone.

    Letters of another script would be heard in the recording and be missing among the phonemes. A lone one (the Д of a
    kaomoji) is only dropped. An abbreviation such as NHK is Japanese too, and read as such, and so are units and words
    that an operator entered.
    """
    is_entered = any(reader.is_entered(char) for char in traced.text) if traced.names else False
    has_japanese = is_entered or _JAPANESE.search(traced.text) is not None
    if has_japanese and _FOREIGN.search(traced.text) is None:
        return []
    # Stand-ins have no script: the text is looked at as it was.
    traced = compatible(traced.given)
    measured = {index for match in _MEASURED.finditer(traced.text) for index in range(*match.span())}
    runs = list(script_runs(traced.text))
    foreign = [(start, run) for kind, start, run in runs if kind == "hangul" or (kind == "other" and len(run) > 1)]
    if not foreign and not has_japanese and not any(kind in ("kana", "han") for kind, _, _ in runs):
        latin = [(start, run) for kind, start, run in runs if kind == "latin" and start not in measured]
        if len(latin) > 2 or any(len(run) > 5 or not run.isupper() for _, run in latin):
            foreign = latin
    if not foreign:
        return []
    start, run = foreign[0]
    params = {"language": _LANGUAGE_NAME}
    return [Verdict("reject", "script-mismatch", measured=shown(run), position=traced.origin(start), params=params)]
