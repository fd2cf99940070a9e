"""A published model with its figures, from the document that `python -m trainer measure` prints."""

import itertools

from tests.voiceapp import rows
from voiceapp.models import RunStatus, Style, TrainingRun, VoiceModel
from voiceapp.services.voice_model import model_publish

MEASURED = {
    "rate": {
        "unit": "mora/s",
        "articulation": 7.25,
        "speaking": 6.5,
        "ci95": 0.25,
        "speaking_ci95": 0.5,
        "sentences": 12,
    },
    "sweep": {"length_scale": {"values": [0.8, 1.0, 1.25], "measured": [9.0, 7.2, 5.8], "verdict": "effective"}},
    "rtf": 0.375,
    "first_audio_s": 0.125,
    "content_check": {"accuracy": 1.0, "own_over_other": 0.5, "held_out": 10},
    "conditions": {"threads": 1, "cpu": "any", "onnxruntime": "1", "sentences_version": "1"},
}
numbers = itertools.count(1)


def published(style: Style | None = None, *, accuracy: float = 1.0, articulation: float = 7.25) -> VoiceModel:
    """A model as a worker publishes it at the end of a run; its files are not in the storage."""
    style = style or rows.style()
    run = TrainingRun.objects.create(style=style, language="ja", status=RunStatus.MEASURING, attempt=1)
    measured = MEASURED | {
        "rate": MEASURED["rate"] | {"articulation": articulation},
        "content_check": MEASURED["content_check"] | {"accuracy": accuracy},
    }
    return model_publish(
        run=run, digest=f"{next(numbers):064x}", size_bytes=1000, versions={"trainer": "1"}, measured=measured
    )
