"""Uploads stream straight to storage while they are hashed; memory does not grow with the file."""

import hashlib
import weakref
from pathlib import Path

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, SkipFile

from voiceapp import storage
from voiceapp.errors import AppError, UploadTooLarge


class StoredUpload(UploadedFile):
    """Bytes received in full, lying in `incoming/` until a service gives them a place or the request ends.

    `error` is set instead of raised, since the request body is parsed before any view runs: `check()` raises it
    where it can be answered properly.
    """

    def __init__(self, *, path: Path, name: str, sha256: str, size_bytes: int, error: AppError | None = None):
        self.path = path
        self.sha256 = sha256
        self.size_bytes = size_bytes
        self.error = error
        super().__init__(file=open(path, "rb") if error is None else None, name=name, size=size_bytes)
        # Django reduces names to their last part and cuts them; the original name is only text here.
        self.original_name = name[-500:]

    def check(self) -> "StoredUpload":
        if self.error is not None:
            raise self.error
        return self

    def close(self):
        if self.file is not None:
            self.file.close()
        self.path.unlink(missing_ok=True)

    @classmethod
    def from_path(cls, path: Path, name: str) -> "StoredUpload":
        """Take in a file of this machine (a zip's member, the demo, the command line) as if it had been uploaded."""
        with open(path, "rb") as stream:
            return cls.from_stream(stream, name)

    @classmethod
    def from_stream(cls, stream, name: str) -> "StoredUpload":
        receiver = Receiver(settings.VOICE_UPLOAD_MAX_BYTES)
        while chunk := stream.read(storage.READ_BYTES):
            receiver.write(chunk)
        return receiver.finish(name)


class Receiver:
    """Writes chunks to `incoming/` and hashes them; after a failure it swallows the rest and keeps the error."""

    def __init__(self, max_bytes: int):
        self.max_bytes = max_bytes
        self.digest = hashlib.sha256()
        self.size_bytes = 0
        self.error = None
        self.path = Path()
        self.stream = None
        try:
            self.path = storage.incoming_path()
            self.stream = open(self.path, "xb")
            # Django tells no upload handler that a body has broken off; it only drops it.
            self.leftover = weakref.finalize(self, self.path.unlink, missing_ok=True)
        except OSError as error:
            self._fail(error)

    def write(self, chunk: bytes) -> None:
        self.size_bytes += len(chunk)
        if self.error is not None:
            return
        if self.size_bytes > self.max_bytes:
            self._fail(UploadTooLarge(measured=self.size_bytes, limit=self.max_bytes))
            return
        self.digest.update(chunk)
        try:
            self.stream.write(chunk)
        except OSError as error:
            self._fail(error)

    def finish(self, name: str) -> StoredUpload:
        if self.error is None:
            try:
                self.stream.close()
            except OSError as error:
                self._fail(error)
        upload = StoredUpload(
            path=self.path, name=name, sha256=self.digest.hexdigest(), size_bytes=self.size_bytes, error=self.error
        )
        # Only now: Django refuses some names, and then nobody else would remove the file.
        if self.error is None:
            self.leftover.detach()
        return upload

    def abandon(self) -> None:
        if self.stream is not None:
            try:
                self.stream.close()
            except OSError:  # the buffer could not be flushed; the file goes anyway
                pass
            self.path.unlink(missing_ok=True)

    def _fail(self, error: Exception) -> None:
        if isinstance(error, OSError):
            error = storage.write_refusal(error)
        self.error = error
        self.abandon()


class StorageUploadHandler(FileUploadHandler):
    """Django's upload handler for every form, page and API view: one write, no temporary copy."""

    receiver = None

    def new_file(self, *args, **kwargs):
        super().new_file(*args, **kwargs)
        # Signing in, signing out and the language switch are forms too, and their bodies are read for anybody.
        user = getattr(self.request, "user", None)
        if user is not None and not user.is_authenticated:
            raise SkipFile
        self.receiver = Receiver(settings.VOICE_UPLOAD_MAX_BYTES)

    def receive_data_chunk(self, raw_data, start):
        self.receiver.write(raw_data)

    def file_complete(self, file_size):
        receiver, self.receiver = self.receiver, None
        return receiver.finish(self.file_name)

    def upload_interrupted(self):
        if self.receiver is not None:
            self.receiver.abandon()
