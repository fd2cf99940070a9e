import json
import os
import struct
import time
from pathlib import Path

import numpy as np
import pytest

from trainer.audio.inspect import inspect_many, inspect_one
from trainer.audio.limits import CLIP_LIMITS, REFERENCE_LIMITS, AudioLimits
from trainer.audio.report import AudioReport
from trainer.messages import LOCALES

RATE = 24_000
REAL_RECORDINGS = Path(__file__).resolve().parents[4] / "shared/data/recordings-en/audio"


def codes(report):
    return {verdict.code: verdict for verdict in report.verdicts}


def test_a_good_recording_is_described_and_not_rejected(recording, voice):
    report = inspect_one(recording("good.wav", voice(3)), REFERENCE_LIMITS)

    assert not report.is_rejected
    assert (report.format, report.subtype, report.content_type) == ("WAV", "PCM_16", "audio/wav")
    assert report.duration_s == 3.0
    assert report.sample_rate_hz == RATE
    assert report.channels == 1
    assert report.size_bytes == 44 + 2 * 3 * RATE
    assert len(report.waveform) == 400
    assert max(report.waveform) == pytest.approx(100 * 10 ** (report.peak_dbfs / 20), abs=1)
    assert report.is_browser_playable
    assert set(codes(report)) == {"resampled"}


def test_a_report_survives_json(recording, voice):
    report = inspect_one(recording("good.wav", np.stack([voice(2)] * 2, axis=1)), REFERENCE_LIMITS)

    assert AudioReport.from_json(json.loads(json.dumps(report.as_json(), allow_nan=False))) == report


def test_reports_come_in_the_order_of_the_paths_whatever_happens_to_each(recording, voice, tmp_path):
    good = recording("a.wav", voice(2))
    text = tmp_path / "b.wav"
    text.write_text("This is no sound.")

    reports = inspect_many([good, text, tmp_path / "absent.wav", good], CLIP_LIMITS)

    assert [report.is_rejected for report in reports] == [False, True, True, False]
    assert [Path(report.path).name for report in reports] == ["a.wav", "b.wav", "absent.wav", "a.wav"]


def test_a_reference_of_110_seconds_is_refused_with_its_length_and_the_limit(recording, voice):
    report = inspect_one(recording("long.wav", voice(110)), REFERENCE_LIMITS)

    verdict = codes(report)["duration-too-long"]
    assert (verdict.level, verdict.measured, verdict.limit) == ("reject", 110.0, 55.0)
    for locale in LOCALES:
        assert "110" in verdict.message(locale)
        assert "55" in verdict.message(locale)


def test_a_reference_of_55_seconds_is_taken(recording, voice):
    assert not inspect_one(recording("limit.flac", voice(55), format="FLAC"), REFERENCE_LIMITS).is_rejected


def test_too_short_is_refused_with_its_length(recording, voice):
    verdict = codes(inspect_one(recording("short.wav", voice(0.4)), REFERENCE_LIMITS))["duration-too-short"]

    assert (verdict.measured, verdict.limit) == (0.4, 1.0)


def test_a_clip_is_judged_without_its_silent_ends_and_shows_both_lengths(recording, voice):
    pause = np.zeros(15 * RATE, dtype=np.float32)
    report = inspect_one(recording("pause.wav", np.concatenate([pause, voice(4), pause])), CLIP_LIMITS)

    assert not report.is_rejected
    assert report.duration_s == 34.0
    assert report.trimmed_duration_s == pytest.approx(4.0, abs=0.2)
    assert report.trimmed_start_s == pytest.approx(15.0, abs=0.1)
    assert report.silence_ratio > 0.8


def test_a_clip_that_is_too_long_after_trimming_names_both_lengths(recording, voice):
    pause = np.zeros(5 * RATE, dtype=np.float32)
    verdict = codes(inspect_one(recording("x.wav", np.concatenate([pause, voice(22)])), CLIP_LIMITS))[
        "duration-too-long"
    ]

    assert verdict.measured == pytest.approx(22, abs=0.2)
    assert verdict.params["duration_s"] == 27.0
    assert "27" in verdict.message()


def test_counting_stops_where_no_limit_can_be_met_and_says_so(recording, voice):
    limits = AudioLimits(min_duration_s=1, max_duration_s=5, is_judged_trimmed=False, count_up_to_s=8)
    report = inspect_one(recording("endless.wav", voice(9)), limits)

    verdict = codes(report)["duration-beyond-count"]
    assert report.is_duration_lower_bound
    assert (verdict.measured, verdict.limit) == (8.0, 5)
    assert "longer than 8 s" in verdict.message()


@pytest.mark.parametrize(
    ("options", "audio_format", "content_type", "is_playable"),
    [
        ({"subtype": "PCM_24"}, "WAV", "audio/wav", True),
        ({"subtype": "FLOAT"}, "WAV", "audio/wav", True),
        ({"subtype": "ALAW"}, "WAV", "audio/wav", False),
        ({"subtype": "PCM_U8"}, "WAV", "audio/wav", True),
        ({"format": "RF64"}, "RF64", "audio/wav", False),
        ({"format": "AIFF"}, "AIFF", "audio/aiff", False),
        ({"format": "AU", "endian": "BIG"}, "AU", "audio/basic", False),
        ({"format": "FLAC"}, "FLAC", "audio/flac", True),
        ({"format": "OGG", "subtype": "VORBIS"}, "OGG", "audio/ogg", True),
        ({"format": "OGG", "subtype": "OPUS"}, "OGG", "audio/ogg", True),
        ({"format": "MP3"}, "MP3", "audio/mpeg", True),
    ],
)
def test_the_content_decides_what_a_file_is(recording, voice, options, audio_format, content_type, is_playable):
    report = inspect_one(recording("named.wav", voice(2), **options), REFERENCE_LIMITS)

    assert not report.is_rejected, report.verdicts
    assert (report.format, report.content_type, report.is_browser_playable) == (audio_format, content_type, is_playable)
    assert report.duration_s == pytest.approx(2, abs=0.06)
    assert ("extension-differs" in codes(report)) == (audio_format not in ("WAV", "RF64"))


def test_the_name_that_the_operator_gave_is_the_one_that_is_reported(recording, voice):
    path = recording("0a1b2c", voice(2), format="MP3")
    report = inspect_one(path, REFERENCE_LIMITS, name="声.wav")

    verdict = codes(report)["extension-differs"]
    assert (verdict.level, verdict.file, verdict.measured) == ("fix", "声.wav", "MP3")
    assert report.extension == "wav"


def test_names_do_not_matter(recording, voice):
    names = [
        "with space.wav",
        "日本語の名前.wav",
        "🎤.wav",
        "x" * 240 + ".wav",
        "a'b\"c;$(d).wav",
        "new\nline.wav",
        "raw.raw",
    ]
    reports = inspect_many([recording(name, voice(1.5)) for name in names], REFERENCE_LIMITS)

    assert [report.is_rejected for report in reports] == [False] * len(names)


def test_a_name_that_is_no_unicode_does_not_matter(recording, voice, tmp_path):
    odd = tmp_path / b"\xff\xfe.wav".decode("utf-8", "surrogateescape")
    recording("plain.wav", voice(1.5)).rename(odd)

    assert not inspect_one(odd, REFERENCE_LIMITS).is_rejected


NO_AUDIO = [
    (b"", "audio-empty"),
    (b"Guten Tag, ich bin ein Text.\n" * 100, "audio-not-recognised"),
    (b"RIFF\xff\xff\xff\xffWAVE", "audio-not-recognised"),
    (b"RIFF" + bytes(200), "audio-not-recognised"),
    (b"OggS" + bytes(range(256)), "audio-not-recognised"),
    (b"fLaC" + bytes(range(256)), "audio-not-recognised"),
    (b"\x00\x00\x00\x20ftypM4A " + bytes(500), "audio-format-unsupported"),
    (b"\x1a\x45\xdf\xa3" + bytes(500), "audio-format-unsupported"),
]


def test_what_is_no_audio_is_refused_with_a_sentence(tmp_path):
    paths = [tmp_path / f"{index}.wav" for index in range(len(NO_AUDIO))]
    for path, (content, _) in zip(paths, NO_AUDIO, strict=True):
        path.write_bytes(content)
    reports = inspect_many(paths, REFERENCE_LIMITS)

    assert [[verdict.code for verdict in report.verdicts] for report in reports] == [[code] for _, code in NO_AUDIO]
    assert all(report.is_rejected for report in reports)
    assert all(report.verdicts[0].message("ja") != report.verdicts[0].message("en") for report in reports)


def test_a_directory_a_pipe_and_an_absent_file_are_refused_without_waiting(tmp_path):
    os.mkfifo(tmp_path / "pipe.wav")
    (tmp_path / "folder.wav").mkdir()
    reports = inspect_many([tmp_path / name for name in ("pipe.wav", "folder.wav", "absent.wav")], CLIP_LIMITS)

    assert [set(codes(report)) for report in reports] == [{"audio-unreadable"}] * 3


def test_a_file_above_the_size_limit_is_not_even_opened(recording, voice):
    limits = AudioLimits(min_duration_s=1, max_duration_s=55, is_judged_trimmed=False, max_size_bytes=10_000)
    verdict = codes(inspect_one(recording("big.wav", voice(2)), limits))["audio-too-large"]

    assert (verdict.measured, verdict.limit) == (44 + 4 * RATE, 10_000)


@pytest.mark.parametrize(
    ("rate", "is_taken"),
    [(1, False), (7_999, False), (8_000, True), (192_000, True), (192_001, False), (2**31 - 1, False)],
)
def test_the_sample_rate_has_a_range(recording, voice, rate, is_taken):
    path = recording("rate.wav", voice(2, rate=min(rate, 200_000) if is_taken else RATE))
    content = bytearray(path.read_bytes())
    content[24:32] = struct.pack("<II", rate, min(2 * rate, 2**32 - 1))
    path.write_bytes(content)
    report = inspect_one(path, REFERENCE_LIMITS)

    assert ("sample-rate-out-of-range" not in codes(report)) == is_taken
    assert report.sample_rate_hz == rate


def test_telephone_quality_is_a_warning(recording, voice):
    verdict = codes(inspect_one(recording("phone.wav", voice(2, rate=8000), rate=8000), REFERENCE_LIMITS))[
        "low-sample-rate"
    ]

    assert (verdict.level, verdict.measured, verdict.limit) == ("warn", 8000, 16_000)


def test_more_than_two_channels_are_refused(recording, voice):
    report = inspect_one(recording("six.wav", np.stack([voice(2)] * 6, axis=1)), REFERENCE_LIMITS)

    assert (codes(report)["too-many-channels"].measured, report.duration_s) == (6, None)


def test_stereo_is_mixed_and_says_so(recording, voice):
    report = inspect_one(recording("stereo.wav", np.stack([voice(2), 0.8 * voice(2)], axis=1)), REFERENCE_LIMITS)

    assert codes(report)["stereo"].level == "fix"
    assert not report.is_rejected


def test_one_sounding_channel_is_a_warning_that_names_the_quiet_one(recording, voice):
    report = inspect_one(recording("left.wav", np.stack([voice(2), 0 * voice(2)], axis=1)), REFERENCE_LIMITS)

    verdict = codes(report)["one-channel-only"]
    assert (verdict.level, report.is_rejected) == ("warn", False)
    assert "right channel" in verdict.message("en")
    assert "右チャンネル" in verdict.message("ja")


def test_inverted_channels_are_found_before_they_cancel_out(recording, voice):
    report = inspect_one(recording("inverted.wav", np.stack([voice(2), -voice(2)], axis=1)), REFERENCE_LIMITS)

    assert codes(report)["channels-cancel"].level == "warn"
    assert report.trimmed_duration_s > 1.8


def test_zeros_and_near_silence_are_refused_as_silent(recording, voice):
    zeros = inspect_one(recording("zeros.wav", np.zeros(3 * RATE)), REFERENCE_LIMITS)
    faint = inspect_one(recording("faint.wav", voice(3, level=0.0005)), CLIP_LIMITS)

    assert codes(zeros)["silent"].measured == -120.0
    assert zeros.is_rejected
    assert codes(faint)["silent"].measured < -60


def test_a_file_without_samples_is_empty(recording):
    assert set(codes(inspect_one(recording("none.wav", np.zeros(0)), REFERENCE_LIMITS))) == {"audio-empty"}


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_samples_that_are_no_numbers_are_refused_with_their_place(recording, voice, bad):
    samples = voice(2)
    samples[RATE] = bad
    report = inspect_one(recording("nan.wav", samples, subtype="FLOAT"), REFERENCE_LIMITS)

    verdict = codes(report)["nan-samples"]
    assert (verdict.level, verdict.measured, verdict.params["at_s"]) == ("reject", 1, 1.0)


def test_float_samples_of_integer_scale_are_scaled_down(recording, voice):
    report = inspect_one(recording("int.wav", 32768 * voice(2), subtype="FLOAT"), REFERENCE_LIMITS)

    assert codes(report)["over-full-scale"].level == "fix"
    assert not report.is_rejected


def test_flat_tops_are_clipping_and_a_loud_wave_is_not(recording, voice):
    clipped = inspect_one(recording("clipped.wav", np.clip(6 * voice(2), -1, 1)), REFERENCE_LIMITS)
    loud = 0.999 * voice(2) / np.abs(voice(2)).max()

    assert codes(clipped)["clipped"].measured > 1
    assert "clipped" not in codes(inspect_one(recording("loud.wav", loud), REFERENCE_LIMITS))


def test_a_constant_shift_is_a_warning_and_no_sound(recording, voice):
    shifted = inspect_one(recording("shifted.wav", voice(2) + 0.1), REFERENCE_LIMITS)
    only_shift = inspect_one(recording("shift.wav", np.full(2 * RATE, 0.1)), REFERENCE_LIMITS)

    assert codes(shifted)["dc-offset"].measured == pytest.approx(10, abs=0.1)
    assert "silent" in codes(only_shift)


def test_a_quiet_voice_is_a_warning(recording, voice):
    verdict = codes(inspect_one(recording("quiet.wav", voice(2, level=0.008)), REFERENCE_LIMITS))["low-level"]

    assert (verdict.level, verdict.limit) == ("warn", -40.0)


def test_a_truncated_file_shows_what_was_promised(recording, voice):
    path = recording("cut.wav", voice(4))
    path.write_bytes(path.read_bytes()[: 44 + 4 * RATE])
    report = inspect_one(path, REFERENCE_LIMITS)

    verdict = codes(report)["truncated"]
    assert (verdict.level, verdict.measured, verdict.limit) == ("warn", 2.0, 4.0)
    assert report.duration_s == 2.0


def test_a_header_that_claims_ten_hours_is_not_believed(recording, voice):
    path = recording("claims.wav", voice(2))
    content = bytearray(path.read_bytes())
    content[40:44] = struct.pack("<I", 36_000 * 2 * RATE)
    path.write_bytes(content)
    report = inspect_one(path, REFERENCE_LIMITS)

    assert report.duration_s == 2.0
    assert codes(report)["truncated"].limit == 36_000


def test_a_streamed_header_of_unknown_length_is_no_complaint(recording, voice):
    path = recording("streamed.wav", voice(2))
    content = bytearray(path.read_bytes())
    content[4:8] = content[40:44] = b"\xff\xff\xff\xff"
    path.write_bytes(content)
    report = inspect_one(path, REFERENCE_LIMITS)

    assert report.duration_s == 2.0
    assert "truncated" not in codes(report)


@pytest.mark.parametrize("total", [0, 2**36 - 1])
def test_a_flac_that_lies_about_its_length_is_counted(recording, voice, total):
    path = recording("lies.flac", voice(2), format="FLAC")
    content = bytearray(path.read_bytes())
    content[21] = content[21] & 0xF0 | total >> 32
    content[22:26] = struct.pack(">I", total & 0xFFFF_FFFF)
    path.write_bytes(content)
    report = inspect_one(path, REFERENCE_LIMITS)

    # libsndfile may hand out a block more where it cannot know the end, never hours.
    assert report.duration_s == pytest.approx(2.0, abs=0.3)


def test_half_an_mp3_is_truncated(recording, voice):
    path = recording("half.mp3", voice(4), format="MP3")
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    report = inspect_one(path, REFERENCE_LIMITS)

    assert report.duration_s < 2.5
    assert report.is_rejected or "truncated" in codes(report)


def test_joined_mp3s_whose_first_tag_hides_the_rest_are_noticed(recording, voice):
    one = recording("one.mp3", voice(1.5), format="MP3").read_bytes()
    joined = recording("joined.mp3", voice(1.5), format="MP3")
    joined.write_bytes(one * (6 * 1024 * 1024 // len(one)))
    report = inspect_one(joined, REFERENCE_LIMITS)

    assert "trailing-data" in codes(report) or "duration-too-long" in codes(report) or report.is_duration_lower_bound


def test_trailing_junk_and_cover_art_are_tolerated(recording, voice):
    path = recording("junk.flac", voice(2), format="FLAC")
    path.write_bytes(path.read_bytes() + b"JUNK" * 5000)
    report = inspect_one(path, REFERENCE_LIMITS)

    assert not report.is_rejected
    assert report.duration_s == pytest.approx(2.0, abs=0.01)


def test_an_hour_of_flac_costs_seconds(recording):
    path = recording("hour.flac", np.zeros(3600 * 8000, dtype=np.float32), rate=8000, format="FLAC")
    started = time.monotonic()
    report = inspect_one(path, REFERENCE_LIMITS)

    assert "duration-beyond-count" in codes(report)
    assert report.duration_s == 600.0
    assert time.monotonic() - started < 10


@pytest.mark.skipif(not REAL_RECORDINGS.is_dir(), reason="the real recordings are not here")
def test_160_real_recordings_are_judged_by_one_child_within_seconds():
    paths = sorted(REAL_RECORDINGS.glob("*.flac"))
    started = time.monotonic()
    reports = inspect_many(paths, CLIP_LIMITS)

    assert len(reports) == 160
    assert not any(report.is_rejected for report in reports)
    assert {code for report in reports for code in codes(report)} == {"stereo", "resampled"}
    assert time.monotonic() - started < 30
