"""Register reference audio."""

import dataclasses

from django.conf import settings
from django.db import IntegrityError, transaction

from trainer.audio.inspect import inspect_one
from trainer.audio.limits import REFERENCE_LIMITS
from voiceapp import storage
from voiceapp.errors import AudioRejected, ReferenceAlreadyRegistered, UploadEmpty
from voiceapp.models import ReferenceAudio, Voice
from voiceapp.services.storage_marker import storage_marker_check
from voiceapp.services.stored_audio import audio_fields
from voiceapp.uploads import StoredUpload


def reference_register(*, voice: Voice, upload: StoredUpload | None, actor) -> ReferenceAudio:
    """Judge an uploaded recording and register it for a voice.

    The bytes are renamed into place before the row is written, so that a row never points at nothing. Raises
    `AudioRejected` with its verdicts, `ReferenceAlreadyRegistered`, and the errors of the upload and the storage.
    """
    if upload is None:
        raise UploadEmpty()
    upload.check()
    storage_marker_check()
    known = voice.references.filter(sha256=upload.sha256).first()
    if known is not None:
        raise ReferenceAlreadyRegistered(name=known.original_name)
    report = inspect_one(upload.path, reference_limits(), name=upload.original_name)
    if report.is_rejected:
        raise AudioRejected(report.verdicts)
    storage.audio_store(upload.path, upload.sha256)
    try:
        with transaction.atomic():
            return ReferenceAudio.objects.create(
                voice=voice,
                sha256=upload.sha256,
                original_name=upload.original_name,
                created_by=actor,
                **audio_fields(report),
            )
    except IntegrityError as error:  # the same file sent twice at once
        raise ReferenceAlreadyRegistered(name=upload.original_name) from error


def reference_limits():
    """The trainer's limits for references, with this installation's longest duration."""
    longest_s = settings.VOICE_REFERENCE_MAX_S
    # A little beyond the limit is still counted, so that the refusal can name the true length.
    count_up_to_s = max(REFERENCE_LIMITS.count_up_to_s, 2 * longest_s)
    return dataclasses.replace(REFERENCE_LIMITS, max_duration_s=longest_s, count_up_to_s=count_up_to_s)
