"""What a recording has to be, by its purpose."""

from __future__ import annotations

from dataclasses import dataclass

MODEL_SAMPLE_RATE_HZ = 22_050

# A voice needs 0–8 kHz (the mel definition of the vocoder); less than 16 kHz sampling cannot carry it.
FULL_BAND_SAMPLE_RATE_HZ = 16_000

# At or below this peak a recording is called silent: it lies under the noise of any room.
SILENT_PEAK_DBFS = -60.0

# Speech this quiet loses resolution in 16 bit and lies close to the noise of the microphone.
LOW_LEVEL_DBFS = -40.0

# Share of clipped samples, in percent, from which the distortion is worth a look.
CLIPPED_PERCENT = 0.01

# A training brings every clip to one level: the mean power of its frames that lie within ACTIVE_RANGE_DB of the loudest,
# as ITU-T P.56 counts speech without its pauses, and no peak beyond PEAK_MAX. Clips of one session differ by some decibels,
# of two sessions by many; a model that has to guess which is worse at the rest, and one taught by quiet recordings would
# speak quietly.
ACTIVE_LEVEL_DB = -23.0
ACTIVE_RANGE_DB = 30.0
PEAK_MAX = 0.95
# The loud frames of a clip (their 90 % quantile) come out at -18 to -21 dBFS then, in a hundred recordings of a reader; far
# below where something else is much louder than the speech.
LEVELLED_SPEECH_DBFS = -27.0

# A constant shift of 1 % of full scale (-40 dBFS).
DC_OFFSET = 0.01


@dataclass(frozen=True)
class AudioLimits:
    """Limits for one purpose. Durations in seconds, sizes in bytes.

    `is_judged_trimmed`: the duration limits apply to what is left after silence is cut from both ends, so that a long
    pause before the first word does not make a good clip too long. `is_level_set`: a training brings it to one level.
    `count_up_to_s`: decoding stops there, whatever the file still holds; the length is then a lower bound.
    """

    min_duration_s: float
    max_duration_s: float
    is_judged_trimmed: bool
    is_level_set: bool = False
    min_sample_rate_hz: int = 8_000
    max_sample_rate_hz: int = 192_000
    max_channels: int = 2
    max_size_bytes: int = 256 * 1024 * 1024
    count_up_to_s: float = 600.0

    def __post_init__(self):
        if not 0 < self.min_duration_s < self.max_duration_s <= self.count_up_to_s:
            raise ValueError("durations must satisfy 0 < min < max <= count_up_to_s")


REFERENCE_LIMITS = AudioLimits(min_duration_s=1.0, max_duration_s=55.0, is_judged_trimmed=False)
CLIP_LIMITS = AudioLimits(min_duration_s=0.5, max_duration_s=20.0, is_judged_trimmed=True, is_level_set=True)
