"""What tests of reading children share: requests, outcomes, and whether a process still runs."""

import sys
import time
from pathlib import Path

from trainer.errors import BadInput
from trainer.languages import LANGUAGES
from trainer.text.child import Request

HOSTILE = [sys.executable, str(Path(__file__).with_name("hostile_reader.py"))]
JA, EN = LANGUAGES["ja"], LANGUAGES["en"]


def requests(language, texts):
    return [Request(text, language) for text in texts]


def outcomes(results):
    return [result.code if isinstance(result, BadInput) else result.text for result in results]


def is_running(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def wait_until(is_so, limit_s=10.0):
    deadline = time.monotonic() + limit_s
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.02)
    return is_so()
