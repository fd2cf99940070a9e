"""Checkpoints: everything a training needs to go on as if it had never stopped.

A checkpoint is written under a temporary name, fsynced and renamed, so a reader finds a whole one or none. It holds
tensors and plain values only and is read with `weights_only`: a file from elsewhere cannot run code.
"""

from __future__ import annotations

import errno
import io
import os
import re
import shutil
from pathlib import Path
from typing import Any

import torch

from trainer.errors import BadInput, NoDiskSpace

KEPT = 2
FORMAT = 1
# What must agree between a checkpoint and the training that takes it up, by the name it has in the file.
IDENTITY = ("format", "language", "symbols_version", "corpus_digest", "config", "seed", "batch_size")

_NAME = re.compile(r"step-(\d{8})\.pt")


def checkpoint_save(folder: Path, state: dict[str, Any]) -> Path:
    """Write `state` (with its "step") into `folder`, keep the last two. Raises NoDiskSpace."""
    # Serialised in memory first: torch's zip writer hides a full disk behind an error of its own.
    buffer = io.BytesIO()
    torch.save(state, buffer)
    content = buffer.getbuffer()
    space_require(folder, len(content))
    target = folder / f"step-{state['step']:08d}.pt"
    file_write(target, content)
    for old in checkpoint_paths(folder)[:-KEPT]:
        old.unlink()
    return target


def checkpoint_paths(folder: Path) -> list[Path]:
    """Oldest first."""
    return sorted(path for path in folder.glob("step-*.pt") if _NAME.fullmatch(path.name))


def leftovers_delete(folder: Path) -> None:
    """Half-written files of a process that was killed."""
    for path in folder.glob(".step-*.part"):
        path.unlink()


def checkpoint_load(path: Path) -> dict[str, Any]:
    """Raises BadInput checkpoint-unreadable."""
    try:
        return torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:  # torch raises a different class for each way in which a file can be broken
        raise BadInput("checkpoint-unreadable", file=path.name, detail=str(error).splitlines()[0]) from error


def checkpoint_match(state: dict[str, Any], expected: dict[str, Any]) -> None:
    """Refuse, before any work, a checkpoint of another corpus, language or shape. Raises BadInput
    checkpoint-mismatch."""
    for name in IDENTITY:
        if state.get(name) != expected[name]:
            raise BadInput("checkpoint-mismatch", measured=str(state.get(name)), limit=str(expected[name]), name=name)


def file_write(target: Path, content: bytes | memoryview) -> None:
    """Temporary name, fsync, rename, fsync of the folder. Raises NoDiskSpace."""
    temporary = target.with_name(f".{target.name}.part")
    try:
        with open(temporary, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, target)
        folder_sync(target.parent)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise disk_error(error, target.parent, len(content)) from error


def folder_sync(folder: Path) -> None:
    """Make a rename inside `folder` survive a loss of power."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def space_require(folder: Path, needed_bytes: int) -> None:
    """Raises NoDiskSpace when less than `needed_bytes` are free."""
    free = shutil.disk_usage(folder).free
    if free < needed_bytes:
        raise NoDiskSpace("disk-full", measured=free // 2**20, limit=-(-needed_bytes // 2**20), folder=str(folder))


def disk_error(error: OSError, folder: Path, needed_bytes: int) -> Exception:
    """NoDiskSpace for a full disk or an exhausted quota, the error itself for anything else."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        free = shutil.disk_usage(folder).free
        return NoDiskSpace("disk-full", measured=free // 2**20, limit=-(-needed_bytes // 2**20), folder=str(folder))
    return error
