"""Which sounds a style's clips contain: counted once, kept with a signature of the clips, never shown as newer."""

import hashlib
import json
from dataclasses import dataclass

from django.db import transaction

from trainer.languages import LANGUAGES
from trainer.sentences import training_script
from trainer.text import Phonemes
from trainer.text.coverage import CoverageCounter
from trainer.text.proposals import proposals
from voiceapp.models import Style, StyleCoverage
from voiceapp.selectors.clip_table import TRAINABLE
from voiceapp.selectors.pronunciation import dictionary_of
from voiceapp.services.phoneme import TextItem, texts_judgement
from voiceapp.services.phoneme_work import phoneme_work_request

# So many are counted while somebody waits: a second or less. More are left to the job.
CLIPS_COUNTED_AT_ONCE = 2000
ROWS_AT_ONCE = 500


@dataclass(frozen=True)
class CoverageState:
    """`row` is None where nothing has been counted yet; `is_current`: it is about the clips as they are now."""

    row: StyleCoverage | None
    is_current: bool


def coverage_of_style(*, style: Style) -> CoverageState:
    """The coverage, counted now where that is quick; else the last one, while the job is asked for a new one."""
    signature = _signature(style)
    row = StyleCoverage.objects.filter(style=style).first()
    if row is not None and row.signature == signature:
        return CoverageState(row, True)
    if style.clips.filter(TRAINABLE).order_by().count() <= CLIPS_COUNTED_AT_ONCE:
        return CoverageState(coverage_refresh(style=style), True)
    phoneme_work_request(style=style)
    return CoverageState(row, False)


def coverage_refresh(*, style: Style) -> StyleCoverage:
    """Count anew unless nothing changed. The signature is of the very rows that are counted."""
    signature = _signature(style)
    row = StyleCoverage.objects.filter(style=style).first()
    if row is not None and row.signature == signature:
        return row
    counter = CoverageCounter(LANGUAGES[style.voice.language])
    digest = hashlib.sha256(_version(style).encode())
    fields = (*_SIGNED, "phonemes")
    for *signed, phonemes in _rows(style).values_list(*fields).iterator(chunk_size=ROWS_AT_ONCE):
        _sign(digest, signed)
        _, _, trimmed_s, duration_s, _ = signed
        counter.add(Phonemes.from_json(phonemes), trimmed_s or duration_s)
    coverage = counter.coverage()
    data = coverage.as_json()
    data["proposals"] = [proposal.as_json() for proposal in proposals(coverage, _candidates(style))]
    with transaction.atomic():
        row, _ = StyleCoverage.objects.update_or_create(
            style=style, defaults={"signature": digest.hexdigest(), "data": data}
        )
    return row


# What is counted of a clip: its phonemes by their digest, its length, and the text for its exclamation marks.
_SIGNED = ("pk", "phonemes_digest", "trimmed_duration_s", "duration_s", "text")


def _rows(style: Style):
    return style.clips.filter(TRAINABLE).exclude(phonemes_digest="").order_by("pk")


def _signature(style: Style) -> str:
    digest = hashlib.sha256(_version(style).encode())
    for signed in _rows(style).values_list(*_SIGNED).iterator(chunk_size=5000):
        _sign(digest, signed)
    return digest.hexdigest()


def _sign(digest, signed) -> None:
    digest.update(json.dumps(list(signed), ensure_ascii=False).encode() + b"\n")


def _version(style: Style) -> str:
    """Proposals are read with the dictionary in force, and counted as this program counts."""
    return f"1 {style.voice.language} {dictionary_of(style.voice).version}"


def _candidates(style: Style) -> list[Phonemes]:
    """Sentences of the built-in script that are no clip's transcript yet."""
    script = training_script(LANGUAGES[style.voice.language])
    taken = set(style.clips.filter(text__in=script).values_list("text", flat=True))
    items = [TextItem(text) for text in script if text not in taken]
    judged = texts_judgement(items=items, dictionary=dictionary_of(style.voice))
    return [phonemes for phonemes, _ in judged if phonemes is not None]
