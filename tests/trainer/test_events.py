import io
import json

import pytest

from trainer.events import event_line, event_write


def test_an_event_is_one_line_of_json():
    stream = io.StringIO()
    event_write(stream, "sample", step=3, path="声.wav")
    assert stream.getvalue().count("\n") == 1
    assert json.loads(stream.getvalue()) == {"event": "sample", "step": 3, "path": "声.wav"}


def test_what_json_cannot_say_becomes_null():
    line = event_line("progress", losses={"mel": float("nan")}, remaining_s=float("inf"))
    assert json.loads(line) == {"event": "progress", "losses": {"mel": None}, "remaining_s": None}


def test_an_unknown_event_is_a_mistake():
    with pytest.raises(ValueError, match="finished"):
        event_line("finished")
