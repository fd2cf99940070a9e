"""Corpora for the trainer's tests: spoken on the spot by pyopenjtalk's own voice."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from trainer.languages import LANGUAGES
from trainer.sentences import training_script

JAPANESE = LANGUAGES["ja"]


def corpus_speak(folder: Path, texts: list[str]) -> Path:
    """Write FOLDER/audio/*.wav and FOLDER/metadata.csv; return FOLDER."""
    import pyopenjtalk

    (folder / "audio").mkdir(parents=True)
    rows = []
    for index, text in enumerate(texts):
        samples, rate = pyopenjtalk.tts(text)
        name = f"clip{index:03d}.wav"
        soundfile.write(folder / "audio" / name, np.clip(samples / 32768 * 0.8, -1, 1), rate, subtype="PCM_16")
        rows.append(f"{name}|{text}")
    (folder / "metadata.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def small_corpus(tmp_path_factory) -> Path:
    """Fourteen short sentences: enough to run every line of code, not to learn to speak."""
    texts = sorted(training_script(JAPANESE), key=len)[:14]
    return corpus_speak(tmp_path_factory.mktemp("corpus") / "small", texts)


@pytest.fixture(scope="session")
def loaded_corpus(small_corpus):
    """`small_corpus` as a trainer.data.corpus.Corpus, four clips held out."""
    from trainer.data.corpus import corpus_load
    from trainer.lines import lines_read

    lines, _ = lines_read(small_corpus / "metadata.csv", JAPANESE, None)
    return corpus_load(lines, small_corpus / "audio", JAPANESE, held_out=4, seed=0)
