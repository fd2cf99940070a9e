"""Sort out what was delivered: recordings, zips of recordings, transcript lists, and which line belongs to which file."""

import unicodedata
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from trainer.archives import zip_members, zip_members_open
from trainer.audio.report import AudioReport
from trainer.errors import TrainerError
from trainer.languages import language_parse
from trainer.text import Phonemes
from trainer.transcripts import (
    MAX_TRANSCRIPT_BYTES,
    Transcript,
    TranscriptRow,
    stem_of,
    transcript_from_files,
    transcript_pair,
    transcript_parse,
)
from trainer.verdicts import Verdict
from voiceapp.errors import TrainerRefusal, TranscriptNeeded, UploadEmpty
from voiceapp.models import Style
from voiceapp.uploads import StoredUpload

TEXT_SUFFIXES = (".txt", ".csv", ".tsv", ".list", ".lst", ".lab")
ZIP_START = b"PK\x03\x04"


@dataclass
class Entry:
    """One thing delivered: a recording with its line, a recording alone, or a line alone."""

    name: str
    file: str = ""
    line: int | None = None
    text: str = ""
    upload: StoredUpload | None = None
    is_duplicate: bool = False
    report: AudioReport | None = None
    phonemes: Phonemes | None = None
    # About the recording, about its line in the list, and about the text as it is read.
    audio_verdicts: list[Verdict] = field(default_factory=list)
    list_verdicts: list[Verdict] = field(default_factory=list)
    text_verdicts: list[Verdict] = field(default_factory=list)
    # What was set by hand for the utterance when its text was read.
    override: dict[str, Any] | None = None
    # The text is read later, by the job.
    is_pending: bool = False
    # The same clip is registered, and its phonemes are current: there is nothing to read.
    is_known: bool = False

    @property
    def verdicts(self) -> list[Verdict]:
        return self.audio_verdicts + self.list_verdicts + self.text_verdicts


@dataclass
class Delivery:
    entries: list[Entry]
    transcript_name: str
    transcript_guess: str
    closing: ExitStack

    def close(self) -> None:
        """Remove what did not get a place in storage."""
        self.closing.close()


def delivery_read(*, uploads: list[StoredUpload], transcript: StoredUpload | None, style: Style) -> Delivery:
    """Raises `UploadEmpty`, `TranscriptNeeded`, the errors of the uploads, and `TrainerRefusal` for an archive."""
    uploads = [upload.check() for upload in uploads]
    given = [transcript.check()] if transcript is not None else []
    if not uploads and not given:
        raise UploadEmpty()
    with ExitStack() as closing:
        for upload in [*uploads, *given]:
            closing.callback(upload.close)
        opened = []
        for upload in uploads:
            opened += _unpack(upload, closing) if _is_zip(upload) else [upload]
        if given and _is_zip(given[0]):
            opened, given = opened + _unpack(given[0], closing), []
        texts = given or [upload for upload in opened if upload.original_name.lower().endswith(TEXT_SUFFIXES)]
        audio = [upload for upload in opened if upload not in texts]
        if not texts:
            raise TranscriptNeeded()
        names = [upload.original_name for upload in audio]
        listed = _read_texts(texts, names)
        entries = _entries(listed, audio, names, style)
        return Delivery(entries, texts[0].original_name if len(texts) == 1 else "", _guess(listed), closing.pop_all())


def _is_zip(upload: StoredUpload) -> bool:
    with open(upload.path, "rb") as stream:
        return stream.read(len(ZIP_START)) == ZIP_START


def _unpack(upload: StoredUpload, closing: ExitStack) -> list[StoredUpload]:
    try:
        members = zip_members(upload.path)
        taken = []
        with zip_members_open(upload.path, members) as streams:
            for member, stream in streams:
                taken.append(StoredUpload.from_stream(stream, member.name))
                closing.callback(taken[-1].close)
                taken[-1].check()
        return taken
    except TrainerError as error:
        raise TrainerRefusal(error) from error


def _read_texts(texts: list[StoredUpload], audio_names: list[str]) -> Transcript:
    """One list for all clips, or one text file a clip."""
    data = {upload.original_name: _head(upload) for upload in texts}
    if len(data) == 1:
        ((name, content),) = data.items()
        return transcript_parse(content, audio_names=audio_names, name=name)
    return transcript_from_files(data, audio_names=audio_names)


def _head(upload: StoredUpload) -> bytes:
    # One byte more than is read, so that the reader sees that there is too much.
    with open(upload.path, "rb") as stream:
        return stream.read(MAX_TRANSCRIPT_BYTES + 1)


def _entries(listed: Transcript, audio: list[StoredUpload], names: list[str], style: Style) -> list[Entry]:
    pairing = transcript_pair(listed, names)
    stems = Counter(_clip_name(name) for name in names)
    by_line: dict[int, list[Verdict]] = {}
    for verdict in listed.verdicts:
        if verdict.line is not None:
            by_line.setdefault(verdict.line, []).append(verdict)
    entries, seen_lines = [], set()
    for match, upload in zip(pairing.matches, audio, strict=True):
        stem = _clip_name(match.audio_name)
        entry = Entry(
            stem if stems[stem] == 1 else _clip_path(match.audio_name), file=upload.original_name, upload=upload
        )
        entry.is_duplicate = any(verdict.code == "audio-duplicate-name" for verdict in match.verdicts)
        entry.list_verdicts += match.verdicts
        if match.row is not None:
            seen_lines.add(match.row.line)
            _take_row(entry, match.row, by_line, style)
        entries.append(entry)
    reasons = {verdict.line: verdict for verdict in pairing.verdicts if verdict.line is not None}
    conflicts = {
        int(line): verdict
        for verdict in pairing.verdicts
        if verdict.code == "transcript-conflict"
        for line in str(verdict.measured).split(",")
    }
    for row in listed.rows:
        if row.line not in seen_lines:
            seen_lines.add(row.line)
            entry = Entry(_clip_name(row.name))
            entry.is_duplicate = row not in pairing.orphans
            if reason := conflicts.get(row.line) or reasons.get(row.line):
                # A correction of the text must not make a line without a recording look whole.
                (entry.list_verdicts if entry.is_duplicate else entry.audio_verdicts).append(reason)
            _take_row(entry, row, by_line, style)
            entries.append(entry)
    for line, verdicts in sorted(by_line.items()):
        if line not in seen_lines:  # a line that could not be read at all
            entries.append(Entry("", line=line, list_verdicts=verdicts))
    entries += [Entry("", list_verdicts=[verdict]) for verdict in listed.verdicts if _is_of_whole_list(verdict)]
    return entries


def _take_row(entry: Entry, row: TranscriptRow, by_line: dict[int, list[Verdict]], style: Style) -> None:
    entry.line, entry.text = row.line, row.text
    known = {(verdict.code, verdict.line) for verdict in entry.list_verdicts}
    entry.list_verdicts += [
        verdict for verdict in by_line.get(row.line, []) if (verdict.code, verdict.line) not in known
    ]
    if row.language is not None:
        entry.list_verdicts += _language_verdicts(row, style)


def _language_verdicts(row: TranscriptRow, style: Style) -> list[Verdict]:
    """A list that names a language must name the voice's: `JP` beside Japanese text is the fault that taught nothing."""
    declared = style.voice.language
    try:
        named = language_parse(row.language).tag
    except TrainerError as error:
        figures = {"measured": error.measured, "limit": error.limit}
        return [Verdict("warn", error.code, **figures, line=row.line, params=error.params)]
    if named == declared:
        return []
    return [Verdict("reject", "transcript-language-differs", measured=named, limit=declared, line=row.line)]


def _is_of_whole_list(verdict: Verdict) -> bool:
    return verdict.line is None and verdict.level == "reject"


def _clip_name(name: str) -> str:
    return unicodedata.normalize("NFC", stem_of(name))[:300]


def _clip_path(name: str) -> str:
    """The name with its folders, for recordings that share a stem."""
    plain = unicodedata.normalize("NFC", name).replace("\\", "/").strip("/")
    folders = plain.rsplit("/", 1)[0] + "/" if "/" in plain else ""
    # The extension too: a.wav and a.flac of one folder are two recordings.
    return (folders + plain.rsplit("/", 1)[-1])[-300:]


def _guess(listed: Transcript) -> str:
    columns = "|".join(listed.columns)
    return f"{listed.format} ({columns}), {listed.encoding}".strip()[:200]
