"""Media storage: bytes under names of ours, written whole or not at all.

<media root>/koebo-storage-marker     proves that this is the storage that the database knows
<media root>/incoming/                uploads on their way; nothing here is registered
<media root>/audio/ab/abcd…           recordings, named by their SHA-256
<media root>/runs/<run id>/           checkpoints and logs of trainings
<media root>/models/<digest>/         published artefacts
"""

import errno
import hashlib
import os
import shutil
import time
import uuid
from collections.abc import Collection
from pathlib import Path

from django.conf import settings

from voiceapp.errors import AppError, DiskFull, StorageMarkerDiffers, StorageMarkerMissing, StorageNotWritable

MARKER_NAME = "koebo-storage-marker"
READ_BYTES = 1024 * 1024
INCOMING_KEPT_S = 24 * 3600

# What lies on these does not outlive the machine or the container.
EPHEMERAL_FILESYSTEMS = frozenset({"tmpfs", "ramfs", "overlay", "aufs"})


def media_root() -> Path:
    return Path(settings.VOICE_MEDIA_ROOT)


def audio_path(sha256: str) -> Path:
    return media_root() / audio_name(sha256)


def audio_name(sha256: str) -> str:
    """Path of a recording relative to the media root."""
    return f"audio/{sha256[:2]}/{sha256}"


def run_directory(run_id) -> Path:
    return media_root() / "runs" / str(run_id)


def model_directory(digest: str) -> Path:
    return media_root() / "models" / digest


def incoming_path() -> Path:
    """A fresh path for bytes on their way in; the same file system as their final place, so that they can be renamed."""
    folder = media_root() / "incoming"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{uuid.uuid4().hex}.part"


def incoming_clear() -> None:
    """Remove what uploads left whose process was killed. Others may share this storage, so only after a day's rest."""
    folder = media_root() / "incoming"
    oldest = time.time() - INCOMING_KEPT_S
    for path in folder.glob("*.part") if folder.is_dir() else ():
        try:
            if path.stat().st_mtime < oldest:
                path.unlink()
        except FileNotFoundError:  # whoever sent it was quicker
            pass


def file_sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as stream:
        while chunk := stream.read(READ_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


def audio_store(incoming: Path, sha256: str) -> Path:
    """Give received bytes their final name; the file is on disk, and complete, when this returns.

    Raises `DiskFull` or `StorageNotWritable`.
    """
    target = audio_path(sha256)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _fsync(incoming)
        os.replace(incoming, target)
        _fsync(target.parent)
    except OSError as error:
        raise write_refusal(error) from error
    return target


def write_refusal(error: OSError) -> AppError:
    """What an operator is told of a storage that could not be written to."""
    return DiskFull() if is_out_of_space(error) else StorageNotWritable(reason=error.strerror or str(error))


def is_out_of_space(error: OSError) -> bool:
    return error.errno in (errno.ENOSPC, errno.EDQUOT)


def audio_is_present(sha256: str, size_bytes: int) -> bool:
    """Cheap look: the file exists with its registered size. `audio_is_intact` reads it."""
    try:
        return audio_path(sha256).stat().st_size == size_bytes
    except OSError:
        return False


def audio_is_intact(sha256: str) -> bool:
    try:
        return file_sha256(audio_path(sha256)) == sha256
    except OSError:
        return False


def model_store(source: Path, digest: str, *, names: Collection[str] | None = None) -> Path:
    """Copy an artefact to its published place, whole or not at all; a copy that is there already is replaced. `names`:
    of its files, where others may lie beside them; None: all that `source` holds."""
    target = model_directory(digest)
    target.parent.mkdir(parents=True, exist_ok=True)
    partial, replaced = (target.parent / f".{digest}.{uuid.uuid4().hex}" for _ in range(2))
    try:
        # Not copytree: its error is a list of words, which no longer says that the disk is full.
        paths = source.rglob("*") if names is None else (source / name for name in names)
        for path in sorted([source, *paths]):
            copied = partial / path.relative_to(source)
            copied.mkdir() if path.is_dir() else shutil.copyfile(path, copied)
        for path in partial.rglob("*"):
            _fsync(path)
        if target.exists():  # it may be damaged, and it is not read here
            os.replace(target, replaced)
        os.replace(partial, target)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
        shutil.rmtree(replaced, ignore_errors=True)
    _fsync(target.parent)
    return target


def marker_read() -> str | None:
    """What the marker says; None where there is none, or none that can be read: a stale mount looks like that."""
    try:
        return (media_root() / MARKER_NAME).read_text(errors="replace").strip() or None
    except OSError:
        return None


def marker_write(marker: str) -> None:
    media_root().mkdir(parents=True, exist_ok=True)
    partial = media_root() / f".{MARKER_NAME}.{uuid.uuid4().hex}"
    partial.write_text(marker + "\n")
    _fsync(partial)
    os.replace(partial, media_root() / MARKER_NAME)
    _fsync(media_root())


def marker_check(expected) -> None:
    """Raises `StorageMarkerMissing` or `StorageMarkerDiffers` unless this storage carries the `expected` marker."""
    found = marker_read()
    if expected is None or found is None:
        raise StorageMarkerMissing(path=media_root())
    if found != str(expected):
        raise StorageMarkerDiffers(path=media_root(), measured=found, limit=str(expected))


def is_empty() -> bool:
    """Whether the storage holds no registered audio and no model yet."""
    return not any(
        (media_root() / folder).exists() and any((media_root() / folder).iterdir()) for folder in ("audio", "models")
    )


def filesystem_type(path: Path) -> str:
    """Type of the file system that holds `path`, from the kernel's mount table; empty where there is none (macOS)."""
    try:
        lines = Path("/proc/self/mountinfo").read_text().splitlines()
    except FileNotFoundError:
        return ""
    resolved = path.resolve()
    best, found = -1, ""
    for line in lines:
        before, after = line.split(" - ", 1)
        mount_point = Path(before.split()[4].replace("\\040", " "))
        if resolved.is_relative_to(mount_point) and len(mount_point.parts) > best:
            best, found = len(mount_point.parts), after.split()[0]
    return found


def free_bytes() -> int:
    media_root().mkdir(parents=True, exist_ok=True)
    return shutil.disk_usage(media_root()).free


def _fsync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
