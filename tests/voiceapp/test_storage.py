import errno
import os
import time

import pytest

from tests.voiceapp import rows
from voiceapp import storage
from voiceapp.errors import DiskFull, StorageMarkerDiffers, StorageMarkerMissing, StorageNotWritable
from voiceapp.models import StorageMarker
from voiceapp.services.storage_marker import storage_marker_check, storage_marker_ensure

pytestmark = pytest.mark.django_db


def test_audio_is_stored_under_its_digest_and_is_intact():
    received = rows.upload(b"some bytes", "x.wav")
    storage.audio_store(received.path, received.sha256)
    assert storage.audio_is_present(received.sha256, 10)
    assert storage.audio_is_intact(received.sha256)


def test_altered_audio_is_not_intact():
    received = rows.upload(b"some bytes", "x.wav")
    path = storage.audio_store(received.path, received.sha256)
    path.write_bytes(b"same bytes")
    assert storage.audio_is_present(received.sha256, 10)
    assert not storage.audio_is_intact(received.sha256)


def test_missing_audio_is_neither_present_nor_intact():
    assert not storage.audio_is_present("0" * 64, 1)
    assert not storage.audio_is_intact("0" * 64)


def test_first_start_marks_the_storage_and_later_starts_keep_the_marker():
    marker = storage_marker_ensure()
    assert storage.marker_read() == str(marker.pk)
    assert storage_marker_ensure() == marker
    assert StorageMarker.objects.count() == 1


def test_a_first_start_that_died_before_the_file_was_written_is_made_good():
    marker = StorageMarker.objects.create()
    assert storage_marker_ensure() == marker
    assert storage.marker_read() == str(marker.pk)


def test_storage_with_a_marker_that_the_database_does_not_know_is_refused_each_time():
    storage.marker_write("00000000-0000-0000-0000-000000000000")
    for _ in range(2):
        with pytest.raises(StorageMarkerDiffers):
            storage_marker_ensure()
    assert not StorageMarker.objects.exists()


def test_what_broken_uploads_left_is_cleared_once_nobody_can_be_sending_it_any_more():
    old, new = storage.incoming_path(), storage.incoming_path()
    for path in (old, new):
        path.write_bytes(b"half")
    two_days_ago = time.time() - 2 * 24 * 3600
    os.utime(old, (two_days_ago, two_days_ago))
    storage.incoming_clear()
    assert (old.exists(), new.exists()) == (False, True)


def test_storage_that_lost_its_marker_and_audio_is_not_marked_anew(media_root):
    rows.clip(rows.style(), "a")
    for path in sorted(media_root.rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()
    with pytest.raises(StorageMarkerMissing) as caught:
        storage_marker_ensure()
    assert str(media_root) in caught.value.detail
    assert storage.marker_read() is None


def test_storage_of_another_installation_is_refused():
    storage_marker_ensure()
    storage.marker_write("00000000-0000-0000-0000-000000000000")
    with pytest.raises(StorageMarkerDiffers):
        storage_marker_check()


def test_filesystem_type_is_known_for_memory_and_for_the_disk(tmp_path):
    assert storage.filesystem_type(storage.Path("/dev/shm")) == "tmpfs"
    assert storage.filesystem_type(tmp_path) not in ("", "proc")


@pytest.mark.parametrize(("number", "refusal"), [(errno.ENOSPC, DiskFull), (errno.EROFS, StorageNotWritable)])
def test_audio_that_cannot_be_given_its_place_is_refused_with_a_reason(monkeypatch, number, refusal):
    received = rows.upload(b"some bytes", "x.wav")

    def fail(*args):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(storage.os, "replace", fail)
    with pytest.raises(refusal):
        storage.audio_store(received.path, received.sha256)


def test_a_model_is_published_whole_or_not_at_all(tmp_path, media_root, monkeypatch):
    (tmp_path / "artefact" / "parts").mkdir(parents=True)
    (tmp_path / "artefact" / "parts" / "weights").write_bytes(b"weights")
    (tmp_path / "artefact" / "manifest.json").write_text("{}")

    def full(*args):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(storage.shutil, "copyfile", full)
        with pytest.raises(OSError, match="No space left"):
            storage.model_store(tmp_path / "artefact", "d1")
    assert not list((media_root / "models").iterdir())
    published = storage.model_store(tmp_path / "artefact", "d1")
    assert (published / "parts" / "weights").read_bytes() == b"weights"
    assert [path.name for path in (media_root / "models").iterdir()] == ["d1"]


def test_a_marker_that_cannot_be_read_is_no_marker(media_root):
    storage_marker_ensure()
    (media_root / storage.MARKER_NAME).unlink()
    (media_root / storage.MARKER_NAME).mkdir()
    with pytest.raises(StorageMarkerMissing):
        storage_marker_check()


def test_a_marker_of_rubbish_is_another_marker(media_root):
    storage_marker_ensure()
    (media_root / storage.MARKER_NAME).write_bytes(b"\xff\x00rubbish")
    with pytest.raises(StorageMarkerDiffers):
        storage_marker_check()


def test_audio_that_cannot_be_read_is_not_intact():
    received = rows.upload(b"some bytes", "x.wav")
    path = storage.audio_store(received.path, received.sha256)
    path.unlink()
    path.mkdir()
    assert not storage.audio_is_intact(received.sha256)


def test_a_damaged_copy_of_a_model_is_replaced(tmp_path):
    source = tmp_path / "artefact"
    source.mkdir()
    (source / "manifest.json").write_text("whole")
    published = storage.model_store(source, "d" * 64)
    (published / "manifest.json").write_text("damaged")
    assert (storage.model_store(source, "d" * 64) / "manifest.json").read_text() == "whole"
    assert [path.name for path in published.parent.iterdir()] == ["d" * 64]
