import io
import stat
import struct
import warnings
import zipfile

import pytest

from trainer.archives import zip_member_open, zip_members, zip_members_open
from trainer.errors import BadInput
from trainer.messages import LOCALES


@pytest.fixture
def archive(tmp_path):
    """Write members {name or ZipInfo: bytes} to a zip; return its path."""

    def write(members, method=zipfile.ZIP_DEFLATED):
        path = tmp_path / "clips.zip"
        with zipfile.ZipFile(path, "w", method) as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for name, content in members.items():
                file.writestr(name, content)
        return path

    return write


def refusal(path, **limits):
    with pytest.raises(BadInput) as caught:
        zip_members(path, **limits)
    for locale in LOCALES:
        assert "–" not in caught.value.message(locale)
    return caught.value


def info(name, mode=None, flags=0):
    made = zipfile.ZipInfo(name)
    made.compress_type = zipfile.ZIP_DEFLATED
    if mode is not None:
        made.create_system = 3
        made.external_attr = mode << 16
    made.flag_bits |= flags
    return made


def test_members_are_listed_and_read_as_streams(archive):
    path = archive({"clips/": b"", "clips/a.wav": b"A" * 100_000, "metadata.csv": b"a|Hello"})
    members = zip_members(path)

    assert [(member.name, member.size_bytes) for member in members] == [("clips/a.wav", 100_000), ("metadata.csv", 7)]
    with zip_member_open(path, members[1]) as stream:
        assert stream.read() == b"a|Hello"
    with zip_members_open(path, members) as streams:
        assert [(member.stem, len(stream.read())) for member, stream in streams] == [("a", 100_000), ("metadata", 7)]


def test_a_stream_can_be_read_in_pieces(archive):
    path = archive({"a.wav": bytes(range(256)) * 1000})
    with zip_member_open(path, zip_members(path)[0]) as stream:
        pieces = iter(lambda: stream.read(1000), b"")
        assert b"".join(pieces) == bytes(range(256)) * 1000


def test_litter_of_file_managers_is_left_out(archive):
    path = archive({"a.wav": b"1", "__MACOSX/._a.wav": b"2", "x/.DS_Store": b"3", "x/Thumbs.db": b"4", "._b.wav": b"5"})

    assert [member.name for member in zip_members(path)] == ["a.wav"]


@pytest.mark.parametrize("encoding", ["cp932", "utf-8"])
def test_names_without_the_unicode_flag_are_read_as_their_makers_meant(tmp_path, encoding):
    name = "声/表ソ能.wav"
    raw = name.encode(encoding)
    placeholder = b"x" * len(raw)
    path = tmp_path / "windows.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(placeholder.decode(), b"content")
    path.write_bytes(path.read_bytes().replace(placeholder, raw))

    member = zip_members(path)[0]
    assert member.name == name
    with zip_member_open(path, member) as stream:
        assert stream.read() == b"content"


def test_backslashes_of_windows_are_folders(archive):
    assert zip_members(archive({"clips\\a.wav": b"1"}))[0].name == "clips/a.wav"


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../a.wav", "clips/../../a.wav", "C:/a.wav", "\\\\host\\a.wav", "..\\a.wav", "a\x01b.wav"]
)
def test_names_that_leave_the_folder_are_refused(archive, name):
    assert refusal(archive({"good.wav": b"1", name: b"2"})).code == "archive-name-unsafe"


def test_two_dots_within_a_name_are_no_crime(archive):
    assert len(zip_members(archive({"a..b.wav": b"1", "...wav": b"2"}))) == 2


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR])
def test_links_and_devices_are_refused(archive, kind):
    error = refusal(archive({info("link.wav", kind | 0o777): b"/etc/passwd"}))

    assert (error.code, error.measured) == ("archive-link", "link.wav")


@pytest.mark.parametrize("name", ["inner.zip", "disguised.wav"])
def test_an_archive_within_is_refused_by_name_and_by_content(archive, name):
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as file:
        file.writestr("a.wav", b"1")

    assert refusal(archive({name: inner.getvalue()})).code == "archive-nested"


@pytest.mark.parametrize("start", [b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07\x00", b"\x1f\x8b\x08\x00"])
def test_other_packers_within_are_refused(archive, start):
    assert refusal(archive({"a.wav": start + bytes(100)})).code == "archive-nested"


def test_a_bomb_is_refused_by_its_ratio_before_it_is_unpacked(archive):
    error = refusal(archive({"bomb.wav": bytes(20 * 1024 * 1024)}))

    assert (error.code, error.limit) == ("archive-ratio", 200)
    assert error.measured > 900
    assert error.params["member"] == "bomb.wav"


def test_the_limits_name_what_was_measured(archive):
    path = archive({f"{index}.wav": bytes([index]) * 1000 for index in range(5)})

    many = refusal(path, max_members=4)
    assert (many.code, many.measured, many.limit) == ("archive-too-many-members", 5, 4)
    large = refusal(path, max_total_bytes=4999)
    assert (large.code, large.measured, large.limit) == ("archive-too-large", 5000, 4999)
    member = refusal(path, max_member_bytes=999)
    assert (member.code, member.measured, member.limit) == ("archive-member-too-large", 1000, 999)


def test_a_huge_directory_is_refused_before_it_is_loaded(archive):
    path = archive({f"{index:0100}.wav": b"" for index in range(600)})

    assert refusal(path, max_members=20).code == "archive-too-many-members"


def patched(path, marker, offset, content):
    """Overwrite bytes in each record that starts with the marker."""
    data = bytearray(path.read_bytes())
    at = data.find(marker)
    while at >= 0:
        data[at + offset : at + offset + len(content)] = content
        at = data.find(marker, at + 4)
    path.write_bytes(data)
    return path


CENTRAL, LOCAL = b"PK\x01\x02", b"PK\x03\x04"


def test_a_member_that_lies_about_its_size_is_damaged_not_a_flood(archive):
    path = archive({"a.wav": b"A" * 50_000})
    patched(patched(path, CENTRAL, 24, struct.pack("<I", 100)), LOCAL, 22, struct.pack("<I", 100))

    assert refusal(path).code == "archive-damaged"


def test_a_damaged_member_is_named(archive):
    path = archive({"a.wav": bytes(100_000) + b"a good end"}, zipfile.ZIP_STORED)
    path.write_bytes(path.read_bytes().replace(b"good", b"evil"))
    members = zip_members(path)

    with pytest.raises(BadInput) as caught, zip_member_open(path, members[0]) as stream:
        stream.read()
    assert (caught.value.code, caught.value.params["member"]) == ("archive-damaged", "a.wav")


def test_a_truncated_archive_and_other_files_are_no_zip(archive, tmp_path):
    path = archive({"a.wav": b"A" * 5000})
    path.write_bytes(path.read_bytes()[:-30])
    (tmp_path / "text.zip").write_text("no archive")
    (tmp_path / "empty.zip").write_bytes(b"")

    for broken in (path, tmp_path / "text.zip", tmp_path / "empty.zip"):
        assert refusal(broken).code == "archive-not-zip"


def test_locked_members_are_refused(archive):
    path = archive({"a.wav": b"secret"})
    patched(patched(path, CENTRAL, 8, b"\x01\x00"), LOCAL, 6, b"\x01\x00")

    assert refusal(path).code == "archive-encrypted"


def test_other_methods_than_deflate_are_refused(archive):
    assert refusal(archive({"a.wav": b"x" * 100}, zipfile.ZIP_LZMA)).code == "archive-method"


def test_members_that_share_their_bytes_are_refused(archive):
    path = archive({"a.wav": b"A" * 100, "b.wav": b"B" * 100}, zipfile.ZIP_STORED)
    data = bytearray(path.read_bytes())
    second = data.rfind(CENTRAL)
    data[second + 42 : second + 46] = struct.pack("<I", 0)
    # The same name, so that zipfile's own comparison of the two headers finds nothing.
    data[second + 46 : second + 51] = b"a.wav"
    path.write_bytes(data)

    assert refusal(path).code == "archive-overlap"


def test_the_same_name_twice_stays_two_members(archive):
    path = archive({info("a.wav"): b"first", info("a.wav"): b"second"})
    with zip_members_open(path, zip_members(path)) as streams:
        assert [stream.read() for _, stream in streams] == [b"first", b"second"]
