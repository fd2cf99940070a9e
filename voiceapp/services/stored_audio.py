"""From a report of the trainer's audio inspection to the fields of a row, and from a row to something to listen to."""

from trainer.audio.report import AudioReport
from trainer.audio.samples import read_mono
from trainer.errors import TrainerError
from voiceapp import storage
from voiceapp.errors import TrainerRefusal
from voiceapp.models.stored_audio import StoredAudio
from voiceapp.services.synthesis import wav_bytes

# What a loudspeaker beside a browser plays; archives of 96 kHz and more gain nothing here.
LISTENING_RATE_HZ = 48_000


def audio_fields(report: AudioReport) -> dict:
    return {
        "size_bytes": report.size_bytes,
        "format": report.format or "",
        "subtype": report.subtype or "",
        "content_type": report.content_type or "",
        "duration_s": report.duration_s,
        "trimmed_duration_s": report.trimmed_duration_s,
        "sample_rate_hz": report.sample_rate_hz,
        "channels": report.channels,
        "peak_dbfs": report.peak_dbfs,
        "silence_ratio": report.silence_ratio,
        "waveform": report.waveform or [],
        "verdicts": [verdict.as_json() for verdict in report.verdicts],
    }


def audio_convert(*, recording: StoredAudio) -> bytes:
    """A 16-bit WAV of an accepted recording that browsers do not play themselves. Raises `TrainerRefusal`."""
    rate_hz = min(recording.sample_rate_hz or LISTENING_RATE_HZ, LISTENING_RATE_HZ)
    try:
        samples = read_mono(storage.audio_path(recording.sha256), rate_hz)
    except TrainerError as error:
        raise TrainerRefusal(error) from error
    return wav_bytes(samples=samples, sample_rate_hz=rate_hz)
