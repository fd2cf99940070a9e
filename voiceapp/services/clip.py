"""Take in clips with their transcripts, and mend, leave out or delete single ones."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from trainer.audio.inspect import inspect_many
from trainer.audio.limits import CLIP_LIMITS
from trainer.audio.report import AudioReport
from trainer.text import Dictionary
from trainer.verdicts import Verdict
from voiceapp import storage
from voiceapp.errors import FieldInvalid
from voiceapp.models import Clip, ClipImport, Style
from voiceapp.selectors.pronunciation import dictionary_of, phonemes_version_with
from voiceapp.services.acknowledgement import acknowledgement_drop, reason_check
from voiceapp.services.clip_import import outcome_of
from voiceapp.services.delivery import Delivery, Entry, delivery_read
from voiceapp.services.gate import lines_compare
from voiceapp.services.phoneme import (
    ABOUT_AUDIO,
    ABOUT_LIST,
    TextItem,
    clip_judge_text,
    text_judgement,
    texts_judgement,
    verdicts_stored,
)
from voiceapp.services.phoneme_work import phoneme_work_request
from voiceapp.services.storage_marker import storage_marker_check
from voiceapp.services.stored_audio import audio_fields
from voiceapp.uploads import StoredUpload

# Beyond so many new texts an answer would take too long; they are registered, and a job reads them.
TEXTS_READ_AT_ONCE = 500
NAMES_AT_ONCE = 5000


def clips_import(
    *, style: Style, uploads: list[StoredUpload], transcript: StoredUpload | None = None, actor
) -> ClipImport:
    """Register everything delivered, and account for it: each file and each line gets an outcome with its verdicts.

    Uploads may be recordings, zips of them, and transcript lists. A clip delivered again under its name replaces
    the one before; exactly the same one is left as it is. Raises the errors of the uploads, the archives, the
    storage and `TranscriptNeeded`; then nothing was registered.
    """
    storage_marker_check()
    delivery = delivery_read(uploads=uploads, transcript=transcript, style=style)
    try:
        _inspect(delivery.entries)
        dictionary = dictionary_of(style.voice)
        version = phonemes_version_with(dictionary)
        _judge_texts(delivery.entries, style, dictionary, version)
        for entry in delivery.entries:
            if entry.upload is not None and entry.upload.path.exists():
                storage.audio_store(entry.upload.path, entry.upload.sha256)
        with transaction.atomic():
            clip_import = _write(style, delivery, version, actor)
            lines_compare(style=style)
        return clip_import
    finally:
        delivery.close()


def clip_text_update(*, clip: Clip, text: str, actor) -> Clip:
    """Correct a transcript; its phonemes and its verdicts follow. Raises `FieldInvalid` for an empty text.

    A clip that was left out because it was rejected is taken in again once nothing rejects it any more; one that was
    left out for another reason stays so.
    """
    # A database that keeps text as UTF-8 takes no NUL.
    text = " ".join(text.replace("\0", " ").split())
    if not text:
        raise FieldInvalid(field="text", reason=_("A transcript cannot be empty."))
    voice, override = clip.style.voice, clip.override
    dictionary = dictionary_of(voice)
    phonemes, verdicts = text_judgement(
        text=text,
        language=voice.language,
        dictionary=dictionary,
        override=override,
        duration_s=clip.trimmed_duration_s or clip.duration_s,
    )
    with transaction.atomic():
        # Read anew: an import may have replaced the recording since the page was opened.
        clip = Clip.objects.select_for_update().get(pk=clip.pk)
        was_rejected, digest_before = clip.is_rejected, clip.phonemes_digest
        clip.text = text
        # What was said about the line of the list was said about another text.
        audio = [entry for entry in clip.verdicts if entry.get("about") == ABOUT_AUDIO]
        # Where somebody has set phones by hand meanwhile, the text is read again, with them.
        version = phonemes_version_with(dictionary) if clip.override == override else ""
        clip_judge_text(clip=clip, phonemes=phonemes, verdicts=verdicts, version=version, audio=audio)
        if was_rejected and not clip.is_rejected:
            clip.left_out_at, clip.left_out_by, clip.left_out_reason = None, None, ""
        clip.save()
        lines_compare(style=clip.style, digests={digest_before, clip.phonemes_digest})
        if not version:
            phoneme_work_request(style=clip.style)
        clip.refresh_from_db()
    return clip


@transaction.atomic
def clip_leave_out(*, clip: Clip, reason: str, actor) -> Clip:
    """Acknowledge that a clip is not trained on. Raises `ReasonNeeded`."""
    reason = reason_check(reason=reason)
    clip.left_out_at, clip.left_out_by, clip.left_out_reason = timezone.now(), actor, reason
    clip.save(update_fields=["left_out_at", "left_out_by", "left_out_reason"])
    lines_compare(style=clip.style, digests={clip.phonemes_digest})
    return clip


@transaction.atomic
def clip_take_in(*, clip: Clip, actor) -> Clip:
    """Undo `clip_leave_out`; a rejected clip shuts the gate again."""
    clip.left_out_at, clip.left_out_by, clip.left_out_reason = None, None, ""
    clip.save(update_fields=["left_out_at", "left_out_by", "left_out_reason"])
    lines_compare(style=clip.style, digests={clip.phonemes_digest})
    return clip


@transaction.atomic
def clip_delete(*, clip: Clip, actor) -> None:
    """Delete the row. The bytes stay in storage: runs that froze the clip, and other rows, may need them."""
    style, digest = clip.style, clip.phonemes_digest
    clip.delete()
    lines_compare(style=style, digests={digest})


def _inspect(entries: list[Entry]) -> None:
    heard = [entry for entry in entries if entry.upload is not None]
    names = [entry.upload.original_name for entry in heard]
    reports = inspect_many([entry.upload.path for entry in heard], CLIP_LIMITS, names=names)
    for entry, report in zip(heard, reports, strict=True):
        entry.report = report
        entry.audio_verdicts.extend(report.verdicts)


def _judge_texts(entries: list[Entry], style: Style, dictionary: Dictionary, version: str) -> None:
    """Read the texts that are not known yet; of a large delivery the job reads them."""
    known = _known_clips(style, [entry.name for entry in entries])
    to_read = []
    for entry in entries:
        clip = known.get(entry.name)
        if clip is not None and not entry.is_duplicate and clip.phonemes_version == version and _is_same(clip, entry):
            entry.is_known = True
        elif entry.text:
            to_read.append((entry, clip))
    if len(to_read) > TEXTS_READ_AT_ONCE:
        for entry, _clip in to_read:
            entry.is_pending = True
        return
    for entry, clip in to_read:
        entry.override = _override(clip)
    items = [TextItem(entry.text, entry.override, _duration_s(entry, clip)) for entry, clip in to_read]
    judged = texts_judgement(items=items, dictionary=dictionary)
    for (entry, _clip), (phonemes, verdicts) in zip(to_read, judged, strict=True):
        entry.phonemes = phonemes
        entry.text_verdicts.extend(verdicts)


def _override(clip: Clip | None) -> dict | None:
    """What was set for an utterance stays with its name; it is bound to its text, and says so where that changed."""
    return clip.override if clip is not None else None


def _duration_s(entry: Entry, clip: Clip | None) -> float | None:
    heard = entry.report or clip
    return (heard.trimmed_duration_s or heard.duration_s) if heard is not None else None


def _known_clips(style: Style, names: list[str], *, is_locked: bool = False) -> dict[str, Clip]:
    clips = style.clips.select_for_update() if is_locked else style.clips
    found = {}
    for start in range(0, len(names), NAMES_AT_ONCE):
        rows = clips.filter(name__in=names[start : start + NAMES_AT_ONCE])
        found |= {clip.name: clip for clip in rows.defer("waveform", "phonemes")}
    return found


def _write(style: Style, delivery: Delivery, version: str, actor) -> ClipImport:
    clip_import = ClipImport.objects.create(
        style=style,
        created_by=actor,
        transcript_name=delivery.transcript_name,
        transcript_guess=delivery.transcript_guess,
        files_in=sum(entry.upload is not None for entry in delivery.entries),
        lines_in=sum(entry.line is not None for entry in delivery.entries),
    )
    known = _known_clips(style, [entry.name for entry in delivery.entries], is_locked=True)
    # A recording that this delivery replaces is no twin of one that it brings.
    replaced = {entry.name for entry in delivery.entries if entry.upload is not None and not entry.is_duplicate}
    stored = style.clips.order_by("name").exclude(sha256="").values_list("sha256", "name")
    audio_names = {sha256: name for sha256, name in stored if name not in replaced}
    outcomes = {"accepted": 0, "warned": 0, "rejected": 0, "unchanged": 0, "pending": 0}
    for entry in delivery.entries:
        sha256 = entry.upload.sha256 if entry.upload is not None else ""
        first = audio_names.setdefault(sha256, entry.name) if sha256 else entry.name
        if first != entry.name and not entry.is_duplicate:
            duplicate = Verdict("reject", "audio-duplicate", file=entry.file, params={"first": first})
            entry.audio_verdicts.append(duplicate)
        if entry.upload is None and entry.name in known and known[entry.name].sha256:
            # Its recording came with an earlier delivery; this line brings the text alone.
            entry.audio_verdicts = [verdict for verdict in entry.audio_verdicts if verdict.code != "audio-missing"]
        outcome = _write_entry(style, clip_import, entry, known, version)
        outcomes[outcome] += 1
        clip_import.report.append(
            {
                "name": entry.name,
                "file": entry.file,
                "line": entry.line,
                "outcome": outcome,
                "verdicts": [verdict.as_json() for verdict in entry.verdicts],
            }
        )
    for outcome, count in outcomes.items():
        setattr(clip_import, outcome, count)
    clip_import.save()
    if any(entry.is_pending for entry in delivery.entries):
        phoneme_work_request(style=style)
    return clip_import


def _write_entry(style: Style, clip_import: ClipImport, entry: Entry, known: dict[str, Clip], version: str) -> str:
    # A second file or line under one name, or a line without a name, cannot be a clip; the report keeps it.
    if entry.is_duplicate or not entry.name:
        return "rejected"
    clip = known.get(entry.name)
    if clip is not None and _is_same(clip, entry) and (entry.is_known or entry.is_pending or _reads_same(clip, entry)):
        return "unchanged"
    if not entry.is_pending and (entry.is_known or _override(clip) != entry.override):
        # Somebody changed the clip while the recordings were looked at: the job reads what it says now.
        entry.is_pending, entry.phonemes, entry.text_verdicts = True, None, []
    outcome = outcome_of(levels={verdict.level for verdict in entry.verdicts})
    clip = clip or Clip(style=style, name=entry.name)
    clip.clip_import, clip.line = clip_import, entry.line
    if entry.report is not None:
        if clip.sha256 != entry.upload.sha256:
            acknowledgement_drop(clip=clip)
        clip.sha256, clip.original_name = entry.upload.sha256, entry.upload.original_name
        for field, value in _audio_fields_or_empty(entry.report).items():
            setattr(clip, field, value)
    clip.text = entry.text
    kept = [] if entry.report is not None else [v for v in clip.verdicts if v.get("about") == ABOUT_AUDIO]
    if entry.audio_verdicts:
        kept = verdicts_stored(verdicts=entry.audio_verdicts, about=ABOUT_AUDIO)
    kept += verdicts_stored(verdicts=entry.list_verdicts, about=ABOUT_LIST)
    made_by = "" if entry.is_pending else version
    clip_judge_text(clip=clip, phonemes=entry.phonemes, verdicts=entry.text_verdicts, version=made_by, audio=kept)
    clip.left_out_at, clip.left_out_by, clip.left_out_reason = None, None, ""
    clip.save()
    known[clip.name] = clip
    return "pending" if entry.is_pending and outcome != "rejected" else outcome


def _is_same(clip: Clip, entry: Entry) -> bool:
    is_same_audio = entry.upload is None or clip.sha256 == entry.upload.sha256
    return is_same_audio and clip.text == entry.text and not clip.is_rejected


def _reads_same(clip: Clip, entry: Entry) -> bool:
    return clip.phonemes_digest == (entry.phonemes.digest if entry.phonemes and entry.phonemes.symbols else "")


def _audio_fields_or_empty(report: AudioReport) -> dict:
    fields = audio_fields(report)
    fields["size_bytes"] = fields["size_bytes"] or 0
    return fields
