"""From a report of the trainer's audio inspection to the fields of a row."""

from trainer.audio.inspect import AudioReport


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
