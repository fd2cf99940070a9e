"""Checkpoints: everything a training needs to go on as if it had never stopped.

A checkpoint is written under a temporary name, fsynced and renamed, so a reader finds a whole one or none. Its name
carries the start of its digest, so that a file which rotted on disk is not taken up either. It holds tensors and plain
values only and is read with `weights_only`: a file from elsewhere cannot run code.
"""

from __future__ import annotations

import errno
import hashlib
import io
import os
import re
import shutil
from pathlib import Path
from typing import Any

import torch

from trainer.errors import BadInput, NoDiskSpace, OutOfMemory

KEPT = 2
FORMAT = 3
# What must agree between a checkpoint and the training that takes it up, by the name it has in the file.
IDENTITY = ("format", "language", "symbols_version", "corpus_digest", "config", "recipe", "seed", "warm_start")
# Stands for a number that the other version has not.
UNKNOWN = "–"

_NAME = re.compile(r"(?P<kind>step|best)-\d{8}-(?P<digest>[0-9a-f]{16})\.pt")


def checkpoint_save(folder: Path, state: dict[str, Any]) -> Path:
    """Write `state` (with its "step") into `folder`, keep the last two that can be read. Raises NoDiskSpace,
    OutOfMemory."""
    return _save(folder, state, "step", KEPT)


def best_save(folder: Path, state: dict[str, Any]) -> Path:
    """Write the weights that did best on the validation clips, in place of those before. Raises the same."""
    return _save(folder, state, "best", 1)


def _save(folder: Path, state: dict[str, Any], kind: str, kept: int) -> Path:
    # Serialised in memory first: torch's zip writer hides a full disk behind an error of its own.
    buffer = io.BytesIO()
    try:
        torch.save(state, buffer)
    except RuntimeError as error:
        # Into memory the writer can fail for one reason alone, and hides it.
        if "inline_container" not in str(error):
            raise
        raise OutOfMemory("out-of-memory", detail=str(error)[:200]) from error
    content = buffer.getbuffer()
    space_require(folder, len(content))
    target = folder / f"{kind}-{state['step']:08d}-{_digest(content)}.pt"
    file_write(target, content)
    _prune(folder, kind, target, kept)
    return target


def _prune(folder: Path, kind: str, newest: Path, kept: int) -> None:
    """Keep `newest` and the latest whole ones before it, `kept` together. One that rotted is no reserve, though its
    step may be higher: a training that could not open it goes on from the one before."""
    reserves = 0
    for path in reversed(_paths(folder, kind)):
        if path == newest:
            continue
        if reserves < kept - 1 and _is_whole(path):
            reserves += 1
        else:
            path.unlink(missing_ok=True)


def _is_whole(path: Path) -> bool:
    try:
        content = path.read_bytes()
    except OSError:
        return False
    return _digest(content) == _NAME.fullmatch(path.name)["digest"]


def _digest(content: bytes | memoryview) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def checkpoint_paths(folder: Path) -> list[Path]:
    """Oldest first."""
    return _paths(folder, "step")


def best_path(folder: Path) -> Path | None:
    return next(reversed(_paths(folder, "best")), None)


def _paths(folder: Path, kind: str) -> list[Path]:
    return sorted(path for path in folder.glob(f"{kind}-*.pt") if _NAME.fullmatch(path.name))


def leftovers_delete(folder: Path) -> None:
    """Half-written files of a process that was killed, and its best weights if it left no checkpoint: nobody can go on
    from there, and the training that now begins must not publish them."""
    for kind in ("step", "best"):
        for path in folder.glob(f".{kind}-*.part"):
            path.unlink()
    if not checkpoint_paths(folder):
        for path in _paths(folder, "best"):
            path.unlink()


def checkpoint_load(path: Path) -> dict[str, Any]:
    """Raises BadInput checkpoint-unreadable, also for a file whose bytes are not those that were written."""
    try:
        content = path.read_bytes()
        digest = _digest(content)
        if digest != _NAME.fullmatch(path.name)["digest"]:
            raise ValueError(f"its digest is {digest}")
        return torch.load(io.BytesIO(content), map_location="cpu", weights_only=True)
    except Exception as error:  # torch raises a different class for each way in which a file can be broken
        raise BadInput("checkpoint-unreadable", file=path.name, detail=str(error).splitlines()[0]) from error


def checkpoint_match(state: dict[str, Any], expected: dict[str, Any]) -> None:
    """Refuse, before any work, a checkpoint of another corpus, language or shape. `expected` may hold only what is
    known so far of IDENTITY. Raises BadInput checkpoint-mismatch, which names the one number of shape or recipe that
    differs."""
    for name in IDENTITY:
        theirs, ours = state.get(name), expected.get(name)
        if name not in expected or theirs == ours:
            continue
        if isinstance(theirs, dict) and isinstance(ours, dict):
            name = next(key for key in [*ours, *theirs] if theirs.get(key, UNKNOWN) != ours.get(key, UNKNOWN))
            theirs, ours = theirs.get(name, UNKNOWN), ours.get(name, UNKNOWN)
        raise BadInput("checkpoint-mismatch", measured=str(theirs), limit=str(ours), name=name)


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
