"""Prove that the media storage is still the one that the database knows."""

from django.db import transaction

from voiceapp import storage
from voiceapp.errors import StorageMarkerDiffers
from voiceapp.models import Clip, ReferenceAudio, StorageMarker, VoiceModel


def storage_marker_ensure() -> StorageMarker:
    """Write the marker at the first start; afterwards only check it.

    A database that already knows audio or models never gets a new marker written for it: storage that lost its
    marker has most likely lost the audio too. Raises `StorageMarkerMissing` or `StorageMarkerDiffers`.
    """
    with transaction.atomic():
        marker = StorageMarker.objects.select_for_update().first()
        if marker is None:
            marker = StorageMarker.objects.create()
            if not storage.is_empty() or storage.marker_read() is not None:
                # Somebody else's storage: taking it over silently would mix two installations.
                raise StorageMarkerDiffers(
                    path=storage.media_root(), measured=storage.marker_read() or "?", limit=marker.pk
                )
    # After the commit: a file whose row was rolled back would be somebody else's marker at every later start.
    if storage.marker_read() is None and storage.is_empty() and not _database_knows_files():
        storage.marker_write(str(marker.pk))
    storage_marker_check()
    return marker


def storage_marker_check() -> None:
    """Raises `StorageMarkerMissing` or `StorageMarkerDiffers`; called before anything is registered or queued."""
    storage.marker_check(StorageMarker.objects.values_list("pk", flat=True).first())


def _database_knows_files() -> bool:
    return ReferenceAudio.objects.exists() or Clip.objects.exists() or VoiceModel.objects.exists()
