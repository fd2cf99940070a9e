"""Two commands never write into one folder, and a dead one keeps nobody out."""

import subprocess
import sys

import pytest

from trainer.errors import BadInput
from trainer.folder_lock import folder_locked

HOLD = """
import sys
from pathlib import Path
from trainer.folder_lock import folder_locked
with folder_locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_command_is_refused_until_the_first_was_killed(tmp_path):
    command = [sys.executable, "-c", HOLD, str(tmp_path / "out")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        try:
            assert first.stdout.readline() == "held\n"
            with pytest.raises(BadInput) as caught, folder_locked(tmp_path / "out", wait_s=0.3):
                pass
            assert caught.value.code == "out-in-use"
            assert str(tmp_path / "out") in caught.value.message("ja")
        finally:
            first.kill()
    with folder_locked(tmp_path / "out"):
        pass


def test_one_who_ends_soon_is_waited_for(tmp_path):
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout.readline() == "held\n"
        first.stdin.close()
        with folder_locked(tmp_path, wait_s=30):
            pass
