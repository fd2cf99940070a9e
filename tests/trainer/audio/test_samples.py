import numpy as np
import pytest

from trainer.audio.samples import read_mono
from trainer.errors import BadInput

RATE = 24_000


def refused(path):
    with pytest.raises(BadInput) as caught:
        read_mono(path, RATE)
    assert str(caught.value)
    return caught.value.code


def test_samples_come_back_as_one_float32_channel(recording, voice):
    samples = read_mono(recording("a.wav", voice(2), subtype="FLOAT"), RATE)

    assert samples.dtype == np.float32
    np.testing.assert_array_equal(samples, voice(2))


def test_another_rate_keeps_pitch_and_length(recording):
    tone = 0.5 * np.sin(2 * np.pi * 440 * np.arange(48_000 * 2) / 48_000)
    samples = read_mono(recording("a.wav", tone, rate=48_000), 22_050)

    spectrum = np.abs(np.fft.rfft(samples))
    assert len(samples) == pytest.approx(2 * 22_050, abs=2)
    assert np.argmax(spectrum) / 2 == pytest.approx(440, abs=1)
    assert np.abs(samples).max() == pytest.approx(0.5, abs=0.01)


def test_trimming_keeps_the_part_named_in_seconds(recording, voice):
    samples = read_mono(recording("a.wav", voice(2), subtype="FLOAT"), RATE, trim=(0.5, 1.25))

    np.testing.assert_array_equal(samples, voice(2)[RATE // 2 : RATE * 5 // 4])


def test_two_channels_are_averaged(recording, voice):
    both = np.stack([voice(2), 0.5 * voice(2)], axis=1)

    np.testing.assert_allclose(read_mono(recording("a.wav", both, subtype="FLOAT"), RATE), 0.75 * voice(2), atol=1e-6)


@pytest.mark.parametrize("other", [0, -1])
def test_a_silent_or_inverted_channel_does_not_weaken_the_other(recording, voice, other):
    both = np.stack([voice(2), other * voice(2)], axis=1)

    np.testing.assert_allclose(read_mono(recording("a.wav", both, subtype="FLOAT"), RATE), voice(2), atol=1e-6)


def test_a_peak_above_full_scale_is_scaled_not_clipped(recording, voice):
    loud = 32768 * voice(2)
    samples = read_mono(recording("a.wav", loud, subtype="FLOAT"), RATE)

    np.testing.assert_allclose(samples, loud / np.abs(loud).max(), atol=1e-6)


def test_every_refusal_has_its_code(recording, voice, tmp_path):
    (tmp_path / "text.wav").write_text("no sound")
    broken = voice(1)
    broken[100] = np.nan

    assert refused(tmp_path / "text.wav") == "audio-not-recognised"
    assert refused(tmp_path / "absent.wav") == "audio-unreadable"
    assert refused(recording("empty.wav", np.zeros(0))) == "audio-empty"
    assert refused(recording("nan.wav", broken, subtype="FLOAT")) == "nan-samples"


def test_what_goes_on_beyond_the_cap_is_refused_not_cut(recording, voice):
    with pytest.raises(BadInput) as caught:
        read_mono(recording("long.wav", voice(3)), RATE, max_duration_s=2)
    assert caught.value.code == "duration-beyond-count"


def test_compressed_files_are_read_in_blocks_without_seams(recording, voice):
    samples = read_mono(recording("a.ogg", voice(7), format="OGG", subtype="VORBIS"), RATE)

    assert len(samples) == 7 * RATE
    assert np.corrcoef(samples, voice(7))[0, 1] > 0.98
