import errno
import gc
import hashlib
import io

import pytest
from django.core.exceptions import SuspiciousFileOperation
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.handlers.wsgi import LimitedStream
from django.http import UnreadablePostError
from django.test import RequestFactory

from tests.voiceapp import rows
from voiceapp import storage
from voiceapp.conf.wsgi import CountedInput
from voiceapp.errors import DiskFull, UploadTooLarge
from voiceapp.uploads import Receiver


def test_a_posted_file_lies_in_incoming_with_its_digest_and_goes_with_the_request(media_root):
    data = rows.wav()
    request = RequestFactory().post("/", {"file": SimpleUploadedFile("声 1.wav", data)})
    received = request.FILES["file"]
    assert received.sha256 == hashlib.sha256(data).hexdigest()
    assert received.path.parent == media_root / "incoming"
    assert received.original_name == "声 1.wav"
    assert received.size_bytes == len(data)
    request.close()
    assert list((media_root / "incoming").iterdir()) == []


def test_a_body_that_breaks_off_leaves_nothing_behind(media_root):
    factory = RequestFactory()
    whole = factory.post("/", {"file": SimpleUploadedFile("voice.wav", bytes(500_000))})
    body = whole.body
    request = factory.generic("POST", "/", body, content_type=whole.META["CONTENT_TYPE"])
    request._stream = LimitedStream(CountedInput(io.BytesIO(body[:300_000]), len(body)), len(body))
    with pytest.raises(UnreadablePostError):
        _ = request.FILES
    request.close()
    del request  # as the server lets go of it
    gc.collect()
    assert list((media_root / "incoming").iterdir()) == []


def test_an_upload_over_the_limit_is_dropped_and_says_so(settings, media_root):
    settings.VOICE_UPLOAD_MAX_BYTES = 1000
    received = rows.upload(bytes(2000), "big.wav")
    with pytest.raises(UploadTooLarge) as caught:
        received.check()
    assert caught.value.limit == 1000
    assert "1000" in caught.value.detail
    assert list((media_root / "incoming").iterdir()) == []


def test_a_full_disk_is_told_and_leaves_nothing_behind(media_root):
    receiver = Receiver(10**9)

    class FullDisk:
        def write(self, chunk):
            raise OSError(errno.ENOSPC, "No space left on device")

        def close(self):
            pass

    receiver.stream.close()
    receiver.stream = FullDisk()
    receiver.write(b"x" * 10)
    received = receiver.finish("x.wav")
    with pytest.raises(DiskFull):
        received.check()
    assert list((media_root / "incoming").iterdir()) == []


def test_a_name_that_is_refused_leaves_nothing_behind(media_root):
    with pytest.raises(SuspiciousFileOperation):
        rows.upload(b"bytes", "..")
    gc.collect()
    assert list((media_root / "incoming").iterdir()) == []


def test_bytes_given_a_place_outlive_the_upload():
    received = rows.upload(b"kept", "x.wav")
    storage.audio_store(received.path, received.sha256)
    received.close()
    assert storage.audio_path(received.sha256).read_bytes() == b"kept"
