"""The WSGI application, with three things that servers and Django leave open.

* A body that ends before its Content-Length is an error here. Gunicorn hands the view an ordinary end of file, and
  half a recording would be taken for a whole one.
* A client that stops sending loses its connection after a while. A few stalled uploads would hold every thread.
* A chunked body without a length is refused. Django would see an empty body.
"""

import json
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "voiceapp.conf.settings")


class BodyEndedEarly(OSError):
    """The client closed the connection before it had sent what it announced. Django: UnreadablePostError."""


class CountedInput:
    """A `wsgi.input` that knows how many bytes must come.

    A short read is delivered when the caller asked for a part, so that nothing received is lost, and the next read
    raises; a caller who asked for all that remains gets the error at once, since it would not read again.
    """

    def __init__(self, stream, content_length: int):
        self._stream = stream
        self._content_length = content_length
        self._received = 0

    @property
    def remaining(self) -> int:
        return self._content_length - self._received

    def read(self, size: int = -1) -> bytes:
        wanted = self.remaining if size is None or size < 0 else min(size, self.remaining)
        return self._counted(self._stream.read(wanted), wanted, wants_all=wanted == self.remaining) if wanted else b""

    def readline(self, size: int = -1) -> bytes:
        wanted = self.remaining if size is None or size < 0 else min(size, self.remaining)
        if not wanted:
            return b""
        line = self._stream.readline(wanted)
        # A line may be shorter than asked for; only one without its end, before the body's end, is cut.
        return self._counted(line, len(line) if line.endswith(b"\n") else wanted, wants_all=False)

    def readlines(self, hint: int = -1) -> list[bytes]:
        return list(self)

    def __iter__(self):
        while line := self.readline():
            yield line

    def _counted(self, data: bytes, wanted: int, *, wants_all: bool) -> bytes:
        is_cut = len(data) < wanted
        self._received += len(data)
        if is_cut and (wants_all or not data):
            raise BodyEndedEarly(f"the body ended after {self._received} of {self._content_length} bytes")
        return data


class GuardedApplication:
    """Wraps a WSGI application's input as described above."""

    def __init__(self, application, *, read_timeout_s: float):
        self.application = application
        self.read_timeout_s = read_timeout_s

    def __call__(self, environ, start_response):
        if "chunked" in environ.get("HTTP_TRANSFER_ENCODING", "").lower() and not environ.get("CONTENT_LENGTH"):
            return _length_required(start_response)
        if (socket := environ.get("gunicorn.socket")) is not None:
            socket.settimeout(self.read_timeout_s)
        length = environ.get("CONTENT_LENGTH") or "0"
        if length.isascii() and length.isdecimal():  # servers refuse other values; Django takes them for 0
            environ["wsgi.input"] = CountedInput(environ["wsgi.input"], int(length))
        return self.application(environ, start_response)


def _length_required(start_response):
    problem = {
        "type": "about:blank",
        "title": "Length Required",
        "status": 411,
        "code": "length-required",
        "detail": "Send the body with a Content-Length instead of in chunks, so that a broken upload can be noticed.",
    }
    body = json.dumps(problem).encode()
    headers = [
        ("Content-Type", "application/problem+json"),
        ("Content-Length", str(len(body))),
        ("Connection", "close"),
    ]
    start_response("411 Length Required", headers)
    return [body]


def _application():
    application = get_wsgi_application()
    from django.conf import settings

    from voiceapp.conf.logging import log_process_start

    log_process_start("The web process")
    return GuardedApplication(application, read_timeout_s=settings.VOICE_READ_TIMEOUT_S)


application = _application()
