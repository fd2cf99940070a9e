"""From measured facts to verdicts: what is wrong with a recording, by how much, and what Koebo does about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trainer.audio import limits as bounds
from trainer.audio.activity import decibels
from trainer.audio.limits import AudioLimits
from trainer.audio.report import AudioReport, content_type_of, extension_of
from trainer.verdicts import Verdict

_EXTENSIONS = {
    "WAV": ("wav", "wave"),
    "WAVEX": ("wav", "wave"),
    "RF64": ("wav", "wave", "rf64"),
    "W64": ("w64",),
    "FLAC": ("flac",),
    "OGG": ("ogg", "oga", "opus"),
    "MP3": ("mp3",),
    "AIFF": ("aif", "aiff", "aifc"),
    "AU": ("au", "snd"),
    "CAF": ("caf",),
    "NIST": ("sph", "nist", "wav"),
}

# A header and the decoded samples may differ by an encoder's padding, not by more.
_PROMISE_TOLERANCE_S = 0.1
_PROMISE_TOLERANCE_RATIO = 0.01

# Uncompressed 32-bit samples are the most that a length can need; cover art and tags come on top.
_TAGS_BYTES = 4 * 1024 * 1024

# A channel this far below the other carries only crosstalk; a mix this far below its channels has cancelled them out.
_CHANNEL_GAP_DB = 40.0
_CANCELLED_DB = 10.0


def report_from_facts(path: str, name: str, size_bytes: int, facts: dict[str, Any], limits: AudioLimits) -> AudioReport:
    """Judge what the child measured. `name`: the operator's name for the file, in verdicts and for its extension."""
    given = {"path": path, "extension": extension_of(name), "size_bytes": size_bytes}
    if "error" in facts:
        return AudioReport(**given, verdicts=[_error_verdict(facts, name)])
    rate = facts["sample_rate_hz"]
    known = {
        "format": facts["format"],
        "subtype": facts["subtype"],
        "content_type": content_type_of(facts["format"]),
        "sample_rate_hz": rate,
        "channels": facts["channels"],
    }
    if "frames" not in facts:
        return AudioReport(**given, **known, verdicts=list(_header_verdicts(facts, limits, name)))
    trim_start_s, trim_end_s = facts["trim_s"] or (0.0, 0.0)
    measured = {
        "duration_s": _seconds(facts["frames"] / rate),
        "is_duration_lower_bound": not facts["is_counted_to_end"],
        "trimmed_start_s": _seconds(trim_start_s),
        "trimmed_end_s": _seconds(trim_end_s),
        "trimmed_duration_s": _seconds(trim_end_s - trim_start_s),
        "peak_dbfs": _level(2 * float(decibels(max(facts["channel_peaks"])))),
        "rms_dbfs": _level(max(facts["channel_rms_dbfs"])),
        "silence_ratio": round(facts["silence_ratio"], 3),
        "waveform": facts["waveform"],
    }
    report = AudioReport(**given, **known, **measured)
    report.verdicts.extend(_verdicts(report, facts, limits, name))
    return report


def _seconds(value: float) -> float:
    return round(value, 3)


def _level(value: float) -> float:
    return round(max(value, -120.0), 1)


def _error_verdict(facts: dict[str, Any], name: str) -> Verdict:
    detail = {"detail": facts.get("detail", "")}
    if facts["error"] == "not-audio" and facts.get("container"):
        return Verdict("reject", "audio-format-unsupported", measured=facts["container"], file=name, params=detail)
    codes = {"not-audio": "audio-not-recognised", "unreadable": "audio-unreadable", "memory": "decode-memory"}
    return Verdict("reject", codes[facts["error"]], file=name, params=detail)


def _header_verdicts(facts: dict[str, Any], limits: AudioLimits, name: str) -> Iterator[Verdict]:
    rate, channels = facts["sample_rate_hz"], facts["channels"]
    lowest, highest = limits.min_sample_rate_hz, limits.max_sample_rate_hz
    if not lowest <= rate <= highest:
        broken = lowest if rate < lowest else highest
        allowed = {"lowest": lowest, "highest": highest}
        yield Verdict("reject", "sample-rate-out-of-range", measured=rate, limit=broken, file=name, params=allowed)
    if channels > limits.max_channels:
        yield Verdict("reject", "too-many-channels", measured=channels, limit=limits.max_channels, file=name)


def _verdicts(report: AudioReport, facts: dict[str, Any], limits: AudioLimits, name: str) -> Iterator[Verdict]:
    if "decode_error" in facts:
        detail = {"detail": facts["decode_error"]}
        yield Verdict("reject", "decode-failed", measured=report.duration_s, file=name, params=detail)
        return
    if not facts["frames"]:
        yield Verdict("reject", "audio-empty", measured=0, file=name)
        return
    if facts["non_finite_samples"]:
        place = {"at_s": _seconds(facts["first_non_finite_s"])}
        yield Verdict("reject", "nan-samples", measured=facts["non_finite_samples"], file=name, params=place)
    is_silent = report.peak_dbfs <= bounds.SILENT_PEAK_DBFS or facts["trim_s"] is None
    if is_silent:
        yield Verdict("reject", "silent", measured=report.peak_dbfs, limit=bounds.SILENT_PEAK_DBFS, file=name)
    yield from _duration_verdicts(report, limits, name, is_silent)
    yield from _container_verdicts(report, facts, name)
    if not is_silent:
        yield from _level_verdicts(report, facts, limits, name)
        yield from _channel_verdicts(report, facts, name)
    yield from _conversion_verdicts(report, name)


def _duration_verdicts(report: AudioReport, limits: AudioLimits, name: str, is_silent: bool) -> Iterator[Verdict]:
    both = {"duration_s": report.duration_s, "trimmed_duration_s": report.trimmed_duration_s}
    if report.is_duration_lower_bound:
        figures = {"measured": report.duration_s, "limit": limits.max_duration_s}
        yield Verdict("reject", "duration-beyond-count", **figures, file=name, params=both)
        return
    # Of a silent recording nothing is left after trimming; that it is silent has been said.
    is_trimmed = limits.is_judged_trimmed and not is_silent
    judged_s = report.trimmed_duration_s if is_trimmed else report.duration_s
    if judged_s > limits.max_duration_s:
        yield Verdict("reject", "duration-too-long", judged_s, limits.max_duration_s, file=name, params=both)
    elif judged_s < limits.min_duration_s:
        yield Verdict("reject", "duration-too-short", judged_s, limits.min_duration_s, file=name, params=both)


def _container_verdicts(report: AudioReport, facts: dict[str, Any], name: str) -> Iterator[Verdict]:
    expected = _EXTENSIONS[report.format]
    if report.extension and report.extension not in expected:
        found = {"extension": report.extension}
        yield Verdict("fix", "extension-differs", measured=report.format, limit=expected[0], file=name, params=found)
    promised_s = facts["promised_s"]
    if promised_s is not None and not report.is_duration_lower_bound:
        missing_s = promised_s - report.duration_s
        if missing_s > max(_PROMISE_TOLERANCE_S, _PROMISE_TOLERANCE_RATIO * promised_s):
            yield Verdict("warn", "truncated", measured=report.duration_s, limit=_seconds(promised_s), file=name)
    most_bytes = facts["frames"] * report.channels * 4 + _TAGS_BYTES
    # Samples of 64 bit are the one honest case above that.
    if report.subtype != "DOUBLE" and report.size_bytes > most_bytes and not report.is_duration_lower_bound:
        yield Verdict("warn", "trailing-data", measured=report.size_bytes, limit=most_bytes, file=name)


def peak_verdicts(speech_dbfs: float | None, name: str) -> Iterator[Verdict]:
    """What is to be said about a clip whose speech is so quiet once its level is set (`activity.levelled_speech_dbfs`)."""
    if speech_dbfs is not None and speech_dbfs < bounds.LEVELLED_SPEECH_DBFS:
        figures = {"measured": _level(speech_dbfs), "limit": bounds.LEVELLED_SPEECH_DBFS}
        yield Verdict("warn", "peak-over-speech", **figures, file=name)


def _level_verdicts(report: AudioReport, facts: dict[str, Any], limits: AudioLimits, name: str) -> Iterator[Verdict]:
    if report.peak_dbfs > 0.05:
        yield Verdict("fix", "over-full-scale", measured=report.peak_dbfs, limit=0, file=name)
    percent = 100 * facts["clipped_samples"] / (facts["frames"] * report.channels)
    if percent >= bounds.CLIPPED_PERCENT:
        limit = bounds.CLIPPED_PERCENT
        yield Verdict("warn", "clipped", measured=round(percent, 3), limit=limit, file=name)
    speech_dbfs = facts["speech_rms_dbfs"]
    if speech_dbfs is not None and speech_dbfs < bounds.LOW_LEVEL_DBFS:
        yield Verdict("warn", "low-level", measured=_level(speech_dbfs), limit=bounds.LOW_LEVEL_DBFS, file=name)
    if limits.is_level_set:
        yield from peak_verdicts(facts["levelled_speech_dbfs"], name)
    offset = max(facts["channel_means"], key=abs)
    if abs(offset) > bounds.DC_OFFSET:
        percents = {"measured": round(100 * offset, 2), "limit": 100 * bounds.DC_OFFSET}
        yield Verdict("warn", "dc-offset", **percents, file=name)


def _channel_verdicts(report: AudioReport, facts: dict[str, Any], name: str) -> Iterator[Verdict]:
    if report.channels != 2:
        return
    left, right = facts["channel_rms_dbfs"]
    if abs(left - right) >= _CHANNEL_GAP_DB:
        quiet = {"en": "right", "ja": "右"} if left > right else {"en": "left", "ja": "左"}
        figures = {"measured": round(abs(left - right), 1), "limit": _CHANNEL_GAP_DB}
        yield Verdict("warn", "one-channel-only", **figures, file=name, params={"quiet": quiet})
    elif max(left, right) - facts["mix_rms_dbfs"] >= _CANCELLED_DB:
        lost = round(max(left, right) - facts["mix_rms_dbfs"], 1)
        yield Verdict("warn", "channels-cancel", measured=lost, limit=_CANCELLED_DB, file=name)
    else:
        yield Verdict("fix", "stereo", measured=2, limit=1, file=name)


def _conversion_verdicts(report: AudioReport, name: str) -> Iterator[Verdict]:
    rate = report.sample_rate_hz
    if rate < bounds.FULL_BAND_SAMPLE_RATE_HZ:
        yield Verdict("warn", "low-sample-rate", measured=rate, limit=bounds.FULL_BAND_SAMPLE_RATE_HZ, file=name)
    elif rate != bounds.MODEL_SAMPLE_RATE_HZ:
        yield Verdict("fix", "resampled", measured=rate, limit=bounds.MODEL_SAMPLE_RATE_HZ, file=name)
