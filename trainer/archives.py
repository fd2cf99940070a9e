"""Reads a zip of clips without trusting it.

Nothing is unpacked to disk and no name from the archive becomes a path: members are streamed, their names are text.
The whole archive is refused when it holds what no honest one does; the error names the member.
"""

from __future__ import annotations

import io
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from trainer.errors import BadInput

MEBIBYTE = 1024 * 1024

# Deflate reaches 1000:1 on zeros; audio and text stay far below. Small members may be anything: they do no harm.
_SMALL_MEMBER_BYTES = MEBIBYTE

# Other methods (LZMA above all) let an archive choose how much memory its decoder takes.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

# The Python object of an entry is made before anything can be counted: the directory's size bounds their number.
# An entry has 46 bytes and its name, extra fields and comment.
_DIRECTORY_BYTES_PER_MEMBER = 1024
_END_RECORD = b"PK\x05\x06"
_END_RECORD_BYTES, _LONGEST_COMMENT = 22, 65_535

_NESTED_STARTS = (b"PK\x03\x04", b"PK\x05\x06", b"7z\xbc\xaf", b"Rar!\x1a\x07", b"\x1f\x8b\x08", b"BZh", b"\xfd7zXZ")
_NESTED_SUFFIXES = (".zip", ".7z", ".rar", ".gz", ".tgz", ".bz2", ".xz", ".tar")

_ENCRYPTED_FLAG, _UTF8_FLAG = 0x1, 0x800


@dataclass(frozen=True)
class ZipMember:
    """A file in an archive. name: as its maker saw it, `/` between folders. size_bytes: unpacked, as declared."""

    name: str
    size_bytes: int
    packed_bytes: int
    index: int

    @property
    def stem(self) -> str:
        return Path(self.name).stem


def zip_members(
    path: Path | str,
    *,
    max_members: int = 5_000,
    max_member_bytes: int = 256 * MEBIBYTE,
    max_total_bytes: int = 4096 * MEBIBYTE,
    max_ratio: float = 200,
) -> list[ZipMember]:
    """The files in a zip, folders and litter of file managers left out, once all of it has proved harmless.

    Raises BadInput: archive-not-zip, archive-damaged, archive-too-many-members, archive-member-too-large,
    archive-too-large, archive-ratio, archive-name-unsafe, archive-link, archive-nested, archive-encrypted,
    archive-method, archive-overlap.
    """
    with _opened(path, max_members) as archive:
        infos = archive.infolist()
        if len(infos) > max_members:
            raise BadInput("archive-too-many-members", measured=len(infos), limit=max_members)
        total = sum(info.file_size for info in infos)
        if total > max_total_bytes:
            raise BadInput("archive-too-large", measured=total, limit=max_total_bytes)
        _refuse_overlap(infos)
        members = []
        for index, info in enumerate(infos):
            name = _name(info)
            _refuse_unsafe(info, name)
            if info.is_dir() or name.endswith("/"):
                continue
            _refuse_oversized(info, name, max_member_bytes, max_ratio)
            if not _is_litter(name):
                _refuse_nested(archive, info, name)
                members.append(ZipMember(name, info.file_size, info.compress_size, index))
        return members


@contextmanager
def zip_member_open(path: Path | str, member: ZipMember) -> Iterator[io.BufferedReader]:
    """The bytes of a member from `zip_members`, as a stream. Reading broken ones raises BadInput archive-damaged.

    To read many, `zip_members_open` opens the archive only once.
    """
    with zip_members_open(path, [member]) as streams:
        yield next(streams)[1]


@contextmanager
def zip_members_open(
    path: Path | str, members: list[ZipMember]
) -> Iterator[Iterator[tuple[ZipMember, io.BufferedReader]]]:
    """Each member with its stream, one after the other; a stream ends when the next is asked for."""
    with _opened(path, max_members=None) as archive:
        yield _streams(archive, members)


def _streams(archive: zipfile.ZipFile, members: list[ZipMember]) -> Iterator[tuple[ZipMember, io.BufferedReader]]:
    infos = archive.infolist()
    for member in members:
        with _Guarded(archive, infos[member.index], member) as guarded, io.BufferedReader(guarded, 65_536) as stream:
            yield member, stream


class _Guarded(io.RawIOBase):
    """A member's bytes, at most as many as it declared; broken ones become BadInput."""

    def __init__(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo, member: ZipMember):
        self._member = member
        self._left = member.size_bytes
        with _damage_reported(member.name):
            self._source = archive.open(info)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        with _damage_reported(self._member.name):
            # One byte more than declared is asked for at the end: reading it makes zipfile check the CRC.
            data = self._source.read(min(len(buffer), self._left + 1))
        if len(data) > self._left:
            raise BadInput("archive-damaged", member=self._member.name, detail="longer than declared")
        self._left -= len(data)
        if not data and self._left:
            raise BadInput("archive-damaged", member=self._member.name, detail="shorter than declared")
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._source.close()
        super().close()


@contextmanager
def _damage_reported(name: str) -> Iterator[None]:
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise BadInput("archive-damaged", member=name, detail=str(error)) from error


@contextmanager
def _opened(path: Path | str, max_members: int | None) -> Iterator[zipfile.ZipFile]:
    with open(path, "rb") as raw:
        if max_members is not None:
            directory_bytes = _directory_bytes(raw)
            if directory_bytes > max_members * _DIRECTORY_BYTES_PER_MEMBER:
                # Measured in the least that an entry takes: an upper bound, but the entries were not read.
                raise BadInput("archive-too-many-members", measured=directory_bytes // 46, limit=max_members)
        try:
            archive = zipfile.ZipFile(raw)
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, UnicodeDecodeError) as error:
            raise BadInput("archive-not-zip", detail=str(error)) from error
        with archive:
            yield archive


def _directory_bytes(raw: io.BufferedReader) -> int:
    """Bytes between the start of the central directory, as far as it can be told, and the end record; 0 without one."""
    raw.seek(0, io.SEEK_END)
    size = raw.tell()
    raw.seek(max(0, size - _END_RECORD_BYTES - _LONGEST_COMMENT))
    tail = raw.read()
    at = tail.rfind(_END_RECORD)
    raw.seek(0)
    if at < 0 or len(tail) - at < _END_RECORD_BYTES:
        return 0
    declared = int.from_bytes(tail[at + 12 : at + 16], "little")
    if declared != 0xFFFF_FFFF:
        return declared
    locator = tail[at - 20 : at]
    if locator[:4] != b"PK\x06\x07":
        return declared
    raw.seek(min(size, int.from_bytes(locator[8:16], "little")))
    record = raw.read(56)
    raw.seek(0)
    return int.from_bytes(record[40:48], "little")


def _name(info: zipfile.ZipInfo) -> str:
    """The name as text. Without the UTF-8 flag zipfile reads CP437; Windows in Japan means CP932, macOS UTF-8."""
    name = info.orig_filename
    if not info.flag_bits & _UTF8_FLAG:
        raw = name.encode("cp437")
        for encoding in ("utf-8", "cp932", "cp437"):
            try:
                name = raw.decode(encoding)
                break
            except UnicodeDecodeError:
                continue
    return name.replace("\\", "/")


def _refuse_unsafe(info: zipfile.ZipInfo, name: str) -> None:
    parts = name.split("/")
    has_drive = len(parts[0]) == 2 and parts[0][1] == ":"
    has_control = any(unicodedata.category(character) == "Cc" for character in name)
    if not name or name.startswith("/") or has_drive or ".." in parts or has_control:
        raise BadInput("archive-name-unsafe", measured=name.encode("unicode_escape").decode())
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise BadInput("archive-link", measured=name)
    if info.flag_bits & _ENCRYPTED_FLAG:
        raise BadInput("archive-encrypted", measured=name)
    if info.compress_type not in _METHODS:
        raise BadInput("archive-method", measured=name)


def _refuse_oversized(info: zipfile.ZipInfo, name: str, max_member_bytes: int, max_ratio: float) -> None:
    if info.file_size > max_member_bytes:
        raise BadInput("archive-member-too-large", measured=info.file_size, limit=max_member_bytes, member=name)
    ratio = info.file_size / max(1, info.compress_size)
    if info.file_size > _SMALL_MEMBER_BYTES and ratio > max_ratio:
        raise BadInput("archive-ratio", measured=round(ratio), limit=max_ratio, member=name)


def _refuse_nested(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> None:
    with _damage_reported(name), archive.open(info) as stream:
        start = stream.read(8)
    if name.lower().endswith(_NESTED_SUFFIXES) or start.startswith(_NESTED_STARTS):
        raise BadInput("archive-nested", measured=name)


def _refuse_overlap(infos: list[zipfile.ZipInfo]) -> None:
    """Members that share bytes: how a small archive unpacks to petabytes without any ratio standing out."""
    ordered = sorted(infos, key=lambda info: info.header_offset)
    for first, second in pairwise(ordered):
        if first.header_offset + 30 + first.compress_size > second.header_offset:
            raise BadInput("archive-overlap", measured=_name(second))


def _is_litter(name: str) -> bool:
    parts = name.split("/")
    return "__MACOSX" in parts or parts[-1].startswith("._") or parts[-1] in (".DS_Store", "Thumbs.db", "desktop.ini")
