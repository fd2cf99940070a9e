"""Rows and recordings that tests start from; the audio is real, small, and made here."""

import io
import itertools
from datetime import date

import numpy as np
import soundfile

from trainer.languages import LANGUAGES
from trainer.text import phonemize
from voiceapp import storage
from voiceapp.models import Clip, Style, Voice
from voiceapp.services.storage_marker import storage_marker_ensure
from voiceapp.uploads import StoredUpload

counter = itertools.count(1)


def wav(duration_s: float = 2.0, *, sample_rate_hz: int = 22_050, frequency_hz: float = 220.0) -> bytes:
    """A harmonic, syllable-like signal: bursts of five a second with a fundamental of `frequency_hz`."""
    time_s = np.arange(int(duration_s * sample_rate_hz)) / sample_rate_hz
    tone = sum(np.sin(2 * np.pi * frequency_hz * k * time_s) / k for k in range(1, 6))
    envelope = 0.15 * (1.05 + np.sin(2 * np.pi * 5 * time_s))
    stream = io.BytesIO()
    soundfile.write(stream, (tone * envelope).astype(np.float32), sample_rate_hz, format="WAV", subtype="PCM_16")
    return stream.getvalue()


def upload(data: bytes, name: str) -> StoredUpload:
    return StoredUpload.from_stream(io.BytesIO(data), name)


def voice(**fields) -> Voice:
    storage_marker_ensure()
    number = next(counter)
    defaults = {
        "slug": f"voice-{number}",
        "name": f"Voice {number}",
        "language": "ja",
        "rights_holder": "The speaker",
        "rights_permission": "Training and publication",
        "rights_granted_on": date(2026, 1, 1),
        "rights_licence": "CC0 1.0",
    }
    return Voice.objects.create(**defaults | fields)


def style(**fields) -> Style:
    return Style.objects.create(
        **{"voice": fields.pop("voice", None) or voice(), "slug": "s", "name": "Style"} | fields
    )


def clip(style: Style, name: str, *, text: str = "こんにちは。", data: bytes | None = None, **fields) -> Clip:
    """A clip with stored audio and real phonemes."""
    received = upload(data or wav(1.0 + next(counter) / 1000), name)
    path = storage.audio_store(received.path, received.sha256)
    phonemes = phonemize(text, LANGUAGES[style.voice.language])
    defaults = {
        "style": style,
        "name": name,
        "text": text,
        "sha256": received.sha256,
        "size_bytes": path.stat().st_size,
        "original_name": name,
        "duration_s": 1.0,
        "trimmed_duration_s": 1.0,
        "sample_rate_hz": 22_050,
        "channels": 1,
        "phonemes": phonemes.as_json(),
        "phonemes_digest": phonemes.digest,
        "phonemes_version": phonemes.version,
    }
    received.close()
    made = Clip(**defaults | fields)
    made.judge()
    made.save(force_insert=True)
    return made


def ready_style(clips: int = 10) -> Style:
    """A style whose gate is open."""
    made = style()
    for number in range(clips):
        clip(made, f"clip-{number:02}")
    return made
