"""What was found out about one recording."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from trainer.verdicts import Verdict

_CONTENT_TYPES = {
    "WAV": "audio/wav",
    "WAVEX": "audio/wav",
    "RF64": "audio/wav",
    "W64": "audio/x-w64",
    "FLAC": "audio/flac",
    "OGG": "audio/ogg",
    "MP3": "audio/mpeg",
    "AIFF": "audio/aiff",
    "AU": "audio/basic",
    "CAF": "audio/x-caf",
    "NIST": "audio/x-nist",
}
UNKNOWN_CONTENT_TYPE = "application/octet-stream"

_PLAYABLE_WAV_SUBTYPES = ("PCM_U8", "PCM_16", "PCM_24", "FLOAT")


def content_type_of(audio_format: str | None) -> str:
    """The media type to serve a recording with: decided by its content, never by its name."""
    return _CONTENT_TYPES.get(audio_format or "", UNKNOWN_CONTENT_TYPE)


def plays_in_browsers(audio_format: str | None, subtype: str | None) -> bool:
    """Whether current browsers play the original bytes; else serve a copy made from `samples.read_mono`."""
    if audio_format in ("WAV", "WAVEX"):
        return subtype in _PLAYABLE_WAV_SUBTYPES
    return audio_format in ("FLAC", "OGG", "MP3")


@dataclass(frozen=True)
class AudioReport:
    """Figures and verdicts of one file. Figures that could not be measured are None.

    duration_s: decoded length; with `is_duration_lower_bound` the file goes on where counting stopped.
    trimmed_start_s, trimmed_end_s: positions from the file's beginning between which something sounds;
    trimmed_duration_s is the distance between them. silence_ratio: share of frames below the speech threshold, 0–1.
    Levels in dBFS, -120 at the lowest; rms over the whole length. waveform: up to 400 peaks, 0–100.
    """

    path: str
    extension: str = ""
    content_type: str = UNKNOWN_CONTENT_TYPE
    size_bytes: int | None = None
    format: str | None = None
    subtype: str | None = None
    duration_s: float | None = None
    is_duration_lower_bound: bool = False
    trimmed_start_s: float | None = None
    trimmed_end_s: float | None = None
    trimmed_duration_s: float | None = None
    sample_rate_hz: int | None = None
    channels: int | None = None
    peak_dbfs: float | None = None
    rms_dbfs: float | None = None
    silence_ratio: float | None = None
    waveform: list[int] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)

    @property
    def is_rejected(self) -> bool:
        return any(verdict.is_rejection for verdict in self.verdicts)

    @property
    def is_browser_playable(self) -> bool:
        return plays_in_browsers(self.format, self.subtype)

    def as_json(self) -> dict[str, Any]:
        document = dict(vars(self))
        document["verdicts"] = [verdict.as_json() for verdict in self.verdicts]
        document["is_rejected"] = self.is_rejected
        document["is_browser_playable"] = self.is_browser_playable
        return document

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> AudioReport:
        """Rebuild from `as_json`; what follows from the rest is not read back."""
        derived = ("is_rejected", "is_browser_playable")
        fields = {name: value for name, value in document.items() if name not in derived}
        return cls(**fields | {"verdicts": [Verdict.from_json(verdict) for verdict in document["verdicts"]]})


def extension_of(name: str | Path) -> str:
    """Lower case, without the dot."""
    return Path(name).suffix.lower().lstrip(".")
