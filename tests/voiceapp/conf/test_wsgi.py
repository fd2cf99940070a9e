"""Bodies that break off, clients that stall, chunks without a length: against a real gunicorn."""

import io
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from voiceapp.conf.wsgi import BodyEndedEarly, CountedInput

ROOT = Path(__file__).resolve().parents[3]


def _read_all(stream, size):
    parts = []
    while part := stream.read(size):
        parts.append(part)
    return b"".join(parts)


@pytest.mark.parametrize("size", [1, 3, 4, 10, 11, 1000])
def test_whole_body_is_read_in_any_pieces(size):
    assert _read_all(CountedInput(io.BytesIO(b"0123456789" * 2), 20), size) == b"0123456789" * 2


def test_body_is_never_read_beyond_its_length():
    # The next request of a kept-alive connection follows in the same stream.
    stream = io.BytesIO(b"bodyGET / HTTP/1.1")
    assert CountedInput(stream, 4).read() == b"body"
    assert stream.read() == b"GET / HTTP/1.1"


def test_truncated_body_raises_after_what_came():
    stream = CountedInput(io.BytesIO(b"0123456"), 20)
    assert stream.read(5) == b"01234"
    assert stream.read(5) == b"56"
    with pytest.raises(BodyEndedEarly, match="after 7 of 20 bytes"):
        stream.read(5)


@pytest.mark.parametrize("size", [-1, None, 20, 100])
def test_truncated_body_raises_at_once_for_who_asks_for_all(size):
    with pytest.raises(BodyEndedEarly, match="after 7 of 20 bytes"):
        CountedInput(io.BytesIO(b"0123456"), 20).read(size)


def test_lines_are_counted_too():
    assert list(CountedInput(io.BytesIO(b"a\nbb\nc"), 6)) == [b"a\n", b"bb\n", b"c"]
    stream = CountedInput(io.BytesIO(b"a\nb"), 6)
    assert [stream.readline(), stream.readline()] == [b"a\n", b"b"]
    with pytest.raises(BodyEndedEarly):
        stream.readline()


def test_empty_body_is_empty():
    assert CountedInput(io.BytesIO(b""), 0).read() == b""
    assert CountedInput(io.BytesIO(b"x"), 0).readline() == b""


ECHO = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "voiceapp.conf.settings"
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpResponse, UnreadablePostError
import django
django.setup()
from django.contrib.auth.decorators import login_not_required
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from voiceapp.conf.wsgi import GuardedApplication

@csrf_exempt
@login_not_required
def count(request):
    received = 0
    try:
        if request.GET.get("whole"):
            received = len(request.body)
        else:
            while chunk := request.read(1000):
                received += len(chunk)
    except UnreadablePostError as error:
        print(f"unreadable after {received}: {error}", flush=True)
        return HttpResponse(status=400)
    print(f"complete with {received}", flush=True)
    return HttpResponse(str(received))

class Urls:
    urlpatterns = [path("count", count)]

from django.conf import settings
settings.ROOT_URLCONF = Urls
application = GuardedApplication(WSGIHandler(), read_timeout_s=1)
"""


@pytest.fixture(scope="module")
def echo_server(tmp_path_factory):
    """Run gunicorn with a view that counts its body; return (port, file with what the view saw)."""
    folder = tmp_path_factory.mktemp("echo")
    (folder / "echo.py").write_text(ECHO)
    seen = folder / "seen"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with seen.open("wb") as output:
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "gunicorn", "echo:application", "--pythonpath", f"{folder},{ROOT}"),
                *("--bind", f"127.0.0.1:{port}", "--worker-class", "gthread", "--threads", "4"),
                *("--no-control-socket", "--log-level", "warning"),
            ],
            stdout=output,
            cwd=ROOT,
        )
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    yield port, seen
    process.terminate()
    process.wait(timeout=20)


def _request(port, head, body=b"", *, close=True):
    connection = socket.create_connection(("127.0.0.1", port), timeout=10)
    connection.sendall(head.encode().replace(b"\n", b"\r\n") + b"\r\n\r\n" + body)
    if close:
        connection.shutdown(socket.SHUT_WR)
    return connection


def _wait_for(seen, text, timeout_s=10):
    deadline = time.monotonic() + timeout_s
    while text not in seen.read_text():
        assert time.monotonic() < deadline, f"{text!r} is not in {seen.read_text()!r}"
        time.sleep(0.05)


@pytest.mark.parametrize(("query", "sent"), [("", 2500), ("?whole=1", 2600)])
def test_client_that_hangs_up_in_mid_body_is_noticed(echo_server, query, sent):
    port, seen = echo_server
    head = f"POST /count{query} HTTP/1.1\nHost: localhost\nContent-Length: 10000"
    with _request(port, head, b"x" * sent):
        _wait_for(seen, f"the body ended after {sent} of 10000 bytes")
    assert f"complete with {sent}" not in seen.read_text()


def test_whole_body_arrives(echo_server):
    port, seen = echo_server
    head = "POST /count HTTP/1.1\nHost: localhost\nContent-Length: 10000"
    with _request(port, head, b"x" * 10000, close=False) as connection:
        assert connection.recv(100).startswith(b"HTTP/1.1 200")
    _wait_for(seen, "complete with 10000")


def test_stalled_clients_free_their_threads(echo_server):
    port, _ = echo_server
    head = "POST /count HTTP/1.1\nHost: localhost\nContent-Length: 10000"
    stalled = [_request(port, head, b"x" * 100, close=False) for _ in range(8)]  # the server has 4 threads
    try:
        time.sleep(0.3)
        with _request(port, "POST /count HTTP/1.1\nHost: localhost\nContent-Length: 2", b"ok", close=False) as lively:
            assert lively.recv(100).startswith(b"HTTP/1.1 200")
    finally:
        for connection in stalled:
            connection.close()


def test_chunked_body_is_asked_for_its_length(echo_server):
    port, seen = echo_server
    head = "POST /count HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked"
    with _request(port, head, b"5\r\nhello\r\n0\r\n\r\n", close=False) as connection:
        answer = connection.recv(2000)
    assert answer.startswith(b"HTTP/1.1 411 Length Required")
    assert b"application/problem+json" in answer
    assert "complete with 0" not in seen.read_text()
