"""Clips that pyopenjtalk's voice has really spoken, for tests that train."""

import io
from functools import cache

import numpy as np
import soundfile

from tests.voiceapp import rows
from trainer.languages import LANGUAGES
from trainer.sentences import training_script
from voiceapp.models import Style
from voiceapp.services.clip import clips_import


@cache
def recording(text: str) -> bytes:
    """48 kHz FLAC of one sentence."""
    import pyopenjtalk

    samples, sample_rate_hz = pyopenjtalk.tts(text)
    # Half as loud: the loudest sentences leave the range of 16 bits.
    pcm = np.clip(0.5 * samples, -32768, 32767).astype(np.int16)
    stream = io.BytesIO()
    soundfile.write(stream, pcm, sample_rate_hz, format="FLAC", subtype="PCM_16")
    return stream.getvalue()


def style(clips: int = 12, **fields) -> Style:
    """A style with the first sentences of the training script, taken in by the service."""
    made = rows.style(**fields)
    sentences = training_script(LANGUAGES["ja"])[:clips]
    uploads = [rows.upload(recording(text), f"{number:03}.flac") for number, text in enumerate(sentences)]
    listed = "".join(f"{number:03}|{text}\n" for number, text in enumerate(sentences))
    clips_import(style=made, uploads=uploads, transcript=rows.upload(listed.encode(), "list.txt"), actor=None)
    return made
