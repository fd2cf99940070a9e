"""Take in clips with their transcripts, and mend, leave out or delete single ones."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from trainer.audio.inspect import inspect_many
from trainer.audio.limits import CLIP_LIMITS
from trainer.audio.report import AudioReport
from trainer.languages import LANGUAGES
from trainer.text import Dictionary, engine_name, phonemes_version
from trainer.verdicts import Verdict
from voiceapp import storage
from voiceapp.errors import FieldInvalid, ReasonNeeded
from voiceapp.models import Clip, ClipImport, Style, Voice
from voiceapp.selectors.pronunciation import dictionary_of
from voiceapp.services.delivery import Delivery, Entry, delivery_read
from voiceapp.services.phoneme import ABOUT_AUDIO, clip_judge_text, text_judgement, verdicts_stored
from voiceapp.services.storage_marker import storage_marker_check
from voiceapp.services.stored_audio import audio_fields
from voiceapp.uploads import StoredUpload

REASON_CHARACTERS_MIN = 3


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
        _phonemize(delivery.entries, dictionary)
        for entry in delivery.entries:
            if entry.upload is not None and entry.upload.path.exists():
                storage.audio_store(entry.upload.path, entry.upload.sha256)
        with transaction.atomic():
            return _write(style, delivery, _version(style.voice, dictionary), actor)
    finally:
        delivery.close()


def clip_text_update(*, clip: Clip, text: str, actor) -> Clip:
    """Correct a transcript; its phonemes and its verdicts follow. Raises `FieldInvalid` for an empty text.

    A clip that was left out because it was rejected is taken in again once nothing rejects it any more; one that was
    left out for another reason stays so.
    """
    text = " ".join(text.split())
    if not text:
        raise FieldInvalid(field="text", reason=_("A transcript cannot be empty."))
    voice = clip.style.voice
    dictionary = dictionary_of(voice)
    phonemes, verdicts = text_judgement(
        text=text, language=voice.language, dictionary=dictionary, override=clip.override
    )
    with transaction.atomic():
        # Read anew: an import may have replaced the recording since the page was opened.
        clip = Clip.objects.select_for_update().get(pk=clip.pk)
        was_rejected = clip.is_rejected
        clip.text = text
        clip_judge_text(clip=clip, phonemes=phonemes, verdicts=verdicts, version=_version(voice, dictionary))
        if was_rejected and not clip.is_rejected:
            clip.left_out_at, clip.left_out_by, clip.left_out_reason = None, None, ""
        clip.save()
    return clip


@transaction.atomic
def clip_leave_out(*, clip: Clip, reason: str, actor) -> Clip:
    """Acknowledge that a clip is not trained on. Raises `ReasonNeeded`."""
    reason = " ".join(reason.split())[:300]
    if len(reason) < REASON_CHARACTERS_MIN:
        raise ReasonNeeded(measured=len(reason), limit=REASON_CHARACTERS_MIN)
    clip.left_out_at, clip.left_out_by, clip.left_out_reason = timezone.now(), actor, reason
    clip.save(update_fields=["left_out_at", "left_out_by", "left_out_reason"])
    return clip


@transaction.atomic
def clip_take_in(*, clip: Clip, actor) -> Clip:
    """Undo `clip_leave_out`; a rejected clip shuts the gate again."""
    clip.left_out_at, clip.left_out_by, clip.left_out_reason = None, None, ""
    clip.save(update_fields=["left_out_at", "left_out_by", "left_out_reason"])
    return clip


@transaction.atomic
def clip_delete(*, clip: Clip, actor) -> None:
    """Delete the row. The bytes stay in storage: runs that froze the clip, and other rows, may need them."""
    clip.delete()


def _inspect(entries: list[Entry]) -> None:
    heard = [entry for entry in entries if entry.upload is not None]
    names = [entry.upload.original_name for entry in heard]
    reports = inspect_many([entry.upload.path for entry in heard], CLIP_LIMITS, names=names)
    for entry, report in zip(heard, reports, strict=True):
        entry.report = report
        entry.audio_verdicts.extend(report.verdicts)


def _phonemize(entries: list[Entry], dictionary: Dictionary) -> None:
    for entry in entries:
        if entry.text:
            entry.phonemes, verdicts = text_judgement(
                text=entry.text, language=dictionary.language, dictionary=dictionary
            )
            entry.text_verdicts.extend(verdicts)


def _version(voice: Voice, dictionary: Dictionary) -> str:
    return phonemes_version(engine_name(LANGUAGES[voice.language]), dictionary.version)


def _write(style: Style, delivery: Delivery, version: str, actor) -> ClipImport:
    clip_import = ClipImport.objects.create(
        style=style,
        created_by=actor,
        transcript_name=delivery.transcript_name,
        transcript_guess=delivery.transcript_guess,
        files_in=sum(entry.upload is not None for entry in delivery.entries),
        lines_in=sum(entry.line is not None for entry in delivery.entries),
    )
    known = {clip.name: clip for clip in style.clips.select_for_update()}
    # A recording that this delivery replaces is no twin of one that it brings.
    replaced = {entry.name for entry in delivery.entries if entry.upload is not None and not entry.is_duplicate}
    audio_names = {clip.sha256: clip.name for clip in known.values() if clip.sha256 and clip.name not in replaced}
    outcomes = {"accepted": 0, "warned": 0, "rejected": 0, "unchanged": 0}
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
    return clip_import


def _write_entry(style: Style, clip_import: ClipImport, entry: Entry, known: dict[str, Clip], version: str) -> str:
    levels = {verdict.level for verdict in entry.verdicts}
    outcome = "rejected" if "reject" in levels else "warned" if "warn" in levels else "accepted"
    # A second file or line under one name, or a line without a name, cannot be a clip; the report keeps it.
    if entry.is_duplicate or not entry.name:
        return "rejected"
    clip = known.get(entry.name)
    if clip is not None and _is_same(clip, entry):
        return "unchanged"
    clip = clip or Clip(style=style, name=entry.name)
    clip.clip_import, clip.line = clip_import, entry.line
    if entry.report is not None:
        clip.sha256, clip.original_name = entry.upload.sha256, entry.upload.original_name
        for field, value in _audio_fields_or_empty(entry.report).items():
            setattr(clip, field, value)
    clip.text = entry.text
    kept = [] if entry.report is not None else [v for v in clip.verdicts if v.get("about") == ABOUT_AUDIO]
    if entry.audio_verdicts:
        kept = verdicts_stored(verdicts=entry.audio_verdicts, about=ABOUT_AUDIO)
    clip_judge_text(clip=clip, phonemes=entry.phonemes, verdicts=entry.text_verdicts, version=version, audio=kept)
    clip.left_out_at, clip.left_out_by, clip.left_out_reason = None, None, ""
    clip.save()
    known[clip.name] = clip
    return outcome


def _is_same(clip: Clip, entry: Entry) -> bool:
    is_same_audio = entry.upload is None or clip.sha256 == entry.upload.sha256
    digest = entry.phonemes.digest if entry.phonemes and entry.phonemes.symbols else ""
    return is_same_audio and clip.text == entry.text and clip.phonemes_digest == digest and not clip.is_rejected


def _audio_fields_or_empty(report: AudioReport) -> dict:
    fields = audio_fields(report)
    fields["size_bytes"] = fields["size_bytes"] or 0
    return fields
