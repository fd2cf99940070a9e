import os
import signal
import subprocess
import sys
import time

import pytest

from voiceapp.jobs.trainer_process import TrainerProcess


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[0]
    return state != "Z"


def test_a_wrong_call_is_told_by_exit_status_and_log(tmp_path):
    child = TrainerProcess(["no-such-command"], log_path=tmp_path / "log")
    list(child.lines())
    assert child.wait(30) == 2
    assert "no-such-command" in (tmp_path / "log").read_text()


def test_events_come_line_by_line(tmp_path):
    child = TrainerProcess(["phonemes", "--language", "ja", "--text", "はい"], log_path=tmp_path / "log")
    documents = [line for line in child.lines() if line is not None]
    assert child.wait(30) == 0
    assert documents[0]["language"] == "ja"


def test_a_killed_child_reports_its_signal(tmp_path):
    child = TrainerProcess(["phonemes", "--language", "ja", "--text", "はい"], log_path=tmp_path / "log")
    child.kill()
    assert child.wait(5) == -signal.SIGKILL


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's parent-death signal is Linux's")
def test_the_trainer_dies_with_the_process_that_started_it(tmp_path):
    code = (
        "import subprocess, sys, pathlib, voiceapp.jobs.trainer_process as t\n"
        "t.sys.executable = '/bin/sh'\n"
        "original = subprocess.Popen\n"
        "t.subprocess.Popen = lambda args, **kw: original(['/bin/sleep', '600'], **kw)\n"
        f"print(t.TrainerProcess([], log_path=pathlib.Path({str(tmp_path / 'log')!r})).pid, flush=True)\n"
        "import time; time.sleep(600)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    pid = int(parent.stdout.readline())
    assert is_running(pid)
    parent.kill()
    parent.wait()
    deadline = time.monotonic() + 10
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_running(pid)
