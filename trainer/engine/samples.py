"""The voice as it grows: one fixed sentence, spoken by the unfinished model every so often."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from trainer.engine.checkpoint import folder_sync
from trainer.engine.device import Device, memory_errors_named
from trainer.engine.validation import evaluating
from trainer.features import SAMPLE_RATE_HZ
from trainer.languages import LANGUAGES
from trainer.models.acoustic import AcousticModel
from trainer.models.vocoder import universal_vocoder
from trainer.sentences import measurement_sentences
from trainer.text import Dictionary, phonemize
from trainer.text.symbols import symbol_ids
from trainer.voice import wav_write

SAMPLES = 6  # parts of the budget, a sample after each but the last: the artefact brings its own


class Samples:
    """Writes FOLDER/step-<step>.wav. The vocoder is loaded with the first and kept: 56 MB."""

    def __init__(self, folder: Path, dictionary: Dictionary):
        self.folder = folder
        self._language = LANGUAGES[dictionary.language]
        self._phonemes = phonemize(measurement_sentences(self._language)[1], self._language, dictionary)
        self._vocoder: torch.nn.Module | None = None

    def speak(self, model: AcousticModel, device: Device, step: int) -> Path:
        """The sentence as the model says it now. Leaves the model training, and draws no random number. Raises
        OutOfMemory."""
        with memory_errors_named():
            samples = self._samples(model, device)
        self.folder.mkdir(exist_ok=True)
        path = self.folder / f"step-{step:08d}.wav"
        partial = path.with_name(f".{path.name}.part")
        wav_write(partial, samples, SAMPLE_RATE_HZ)
        partial.replace(path)
        folder_sync(self.folder)
        return path

    def _samples(self, model: AcousticModel, device: Device) -> np.ndarray:
        if self._vocoder is None:
            with torch.random.fork_rng():  # its weights are drawn before they are read from their file
                self._vocoder = universal_vocoder().eval()
        vocoder = self._vocoder.to(device.torch)
        symbols = torch.tensor([symbol_ids(self._phonemes.symbols, self._language)], device=device.torch)
        tones = torch.tensor([self._phonemes.tones], device=device.torch)
        with evaluating(model):
            mel, _ends = model.speak(symbols, tones, torch.ones(1, device=device.torch))
            return vocoder(mel)[0].float().cpu().numpy()
