"""What is to be said about the media storage, on every page."""

from dataclasses import dataclass

from voiceapp import storage
from voiceapp.errors import AppError
from voiceapp.models import StorageMarker


@dataclass(frozen=True)
class StorageState:
    """`sentence` says what is wrong, and is empty when nothing is. `is_ephemeral`: the bytes go with the container."""

    is_ok: bool
    code: str
    sentence: str
    filesystem: str
    is_ephemeral: bool
    free_bytes: int | None


def storage_state() -> StorageState:
    fault = _fault()
    filesystem = storage.filesystem_type(storage.media_root())
    return StorageState(
        is_ok=fault is None,
        code=fault.code if fault else "",
        sentence=fault.detail if fault else "",
        filesystem=filesystem,
        is_ephemeral=filesystem in storage.EPHEMERAL_FILESYSTEMS,
        free_bytes=None if fault else storage.free_bytes(),
    )


def _fault() -> AppError | None:
    try:
        storage.marker_check(StorageMarker.objects.values_list("pk", flat=True).first())
    except AppError as error:
        return error
    return None
