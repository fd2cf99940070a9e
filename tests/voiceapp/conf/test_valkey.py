"""The bundled queue server: found by every process, for this user alone, and durable."""

import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
import redis

from voiceapp.conf import valkey

ROOT = Path(__file__).resolve().parents[3]


def test_socket_lies_in_var():
    assert valkey.socket_path(Path("/srv/koebo/var")) == Path("/srv/koebo/var/valkey/valkey.sock")


def test_socket_of_a_deep_var_is_short_and_the_same_for_everybody():
    deep = Path("/srv") / ("x" * 120) / "var"
    path = valkey.socket_path(deep)
    assert len(os.fsencode(path)) <= valkey.SOCKET_PATH_MAX_BYTES
    assert path == valkey.socket_path(deep)
    assert path != valkey.socket_path(deep / "other")


def test_length_counts_bytes_not_characters():
    assert valkey.socket_path(Path("/srv") / ("声" * 40)).parts[1] != "srv"


@pytest.mark.parametrize("name", ["plain", "with space", "声房", "per%cent", "ha#sh?"])
def test_socket_url_is_read_back_by_the_client(name):
    path = Path("/srv") / name / "valkey.sock"
    connection = redis.Redis.from_url(valkey.socket_url(path)).connection_pool.make_connection()
    assert connection.path == str(path)


def test_private_folder_is_closed_to_others(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir(mode=0o755)
    valkey.private_folder_ensure(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_link_in_place_of_the_private_folder_is_refused(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(PermissionError, match="not a folder of this user"):
        valkey.private_folder_ensure(tmp_path / "link")


@pytest.fixture
def own_var():
    """Return a short, empty var root: the socket lies in it."""
    with tempfile.TemporaryDirectory(prefix="koebo-v-") as folder:
        yield Path(folder)


def _start(var_root, **values):
    environment = {**os.environ, "VOICE_VAR_ROOT": str(var_root), **values}
    return subprocess.Popen(
        [sys.executable, "manage.py", "queue_server"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _url(var_root):
    return valkey.socket_url(valkey.socket_path(var_root))


def _stop(process, number=signal.SIGTERM):
    process.send_signal(number)
    process.communicate(timeout=20)


def test_queue_survives_kill_9(own_var):
    process = _start(own_var)
    assert valkey.wait_until_answering(_url(own_var), timeout_s=20)
    client = redis.Redis.from_url(_url(own_var))
    client.set("kept", "yes")
    time.sleep(1.5)  # appendfsync everysec
    _stop(process, signal.SIGKILL)

    process = _start(own_var)
    try:
        assert valkey.wait_until_answering(_url(own_var), timeout_s=20)
        assert redis.Redis.from_url(_url(own_var)).get("kept") == b"yes"
        assert stat.S_IMODE(valkey.socket_path(own_var).stat().st_mode) == 0o700
    finally:
        _stop(process)


def test_second_server_on_the_same_files_is_refused(own_var):
    process = _start(own_var)
    try:
        assert valkey.wait_until_answering(_url(own_var), timeout_s=20)
        second = _start(own_var)
        _, errors = second.communicate(timeout=20)
        assert second.returncode == 1
        assert "A queue server already runs" in errors
    finally:
        _stop(process)


def test_with_redis_url_the_command_waits_and_says_why(own_var):
    process = _start(own_var, REDIS_URL="redis://queue.example.org/0")
    lines = [process.stderr.readline(), process.stderr.readline()]
    assert "disabled here" in lines[0]
    assert "the bundled queue server is not needed" in lines[1]
    assert process.poll() is None
    _stop(process)


def test_deep_var_works_too(own_var):
    deep = own_var / ("x" * 90) / "var"
    process = _start(deep)
    try:
        assert valkey.wait_until_answering(_url(deep), timeout_s=20)
    finally:
        _stop(process)
        folder = valkey.socket_path(deep).parent
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()
