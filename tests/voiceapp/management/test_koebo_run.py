"""Everything starts with one command, and ends with it, however that ends."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _processes_of(var_root):
    """Return the ids of processes that were started for this var root."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            environment = (folder / "environ").read_bytes()
        except OSError:
            continue
        if f"VOICE_VAR_ROOT={var_root}\0".encode() in environment:
            found.append(int(folder.name))
    return found


def _wait_until(is_true, timeout_s):
    deadline = time.monotonic() + timeout_s
    while not is_true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.2)
    return True


def _is_served(port):
    try:
        return urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2).read() == b"ok\n"
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP, signal.SIGTERM])
def test_all_processes_start_and_end_together(number):
    port = _free_port()
    with tempfile.TemporaryDirectory(prefix="koebo-r-") as var_root:
        environment = {**os.environ, "VOICE_VAR_ROOT": var_root, "VOICE_WEB_PORT": str(port)}
        runner = subprocess.Popen(
            [sys.executable, "manage.py", "koebo_run"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            is_served = _wait_until(lambda: _is_served(port), 60)
            time.sleep(1)  # the worker, too, is past its start
            runner.send_signal(number)
            output, _ = runner.communicate(timeout=30)
        finally:
            runner.kill()
        assert is_served, output
        assert runner.returncode == (0 if number == signal.SIGINT else 143), output
        assert f"http://localhost:{port}/" in output
        assert "The worker starts; the training worker is enabled here." in output
        assert "The web process starts; the training worker is disabled here" in output
        assert _wait_until(lambda: not _processes_of(var_root), 10), _processes_of(var_root)
