import resource

import numpy as np
import pytest
import torch

from trainer.errors import BadInput, NoDiskSpace
from trainer.export import (
    END_CLEARANCE_FRAMES,
    _compare,
    _example,
    _Speak,
    acoustic_export,
    artefact_publish,
    vocoder_export,
)
from trainer.features import HOP_SAMPLES, log_mel
from trainer.models.acoustic import AcousticConfig, AcousticModel
from trainer.models.vocoder import universal_vocoder
from trainer.text import Dictionary
from trainer.voice import wav_write

pytestmark = pytest.mark.slow  # the exporter takes its time


@pytest.fixture
def model():
    torch.manual_seed(0)
    return AcousticModel(AcousticConfig(symbols=20, tones=3, width=32, encoder_blocks=1, decoder_blocks=1)).eval()


def test_the_exported_acoustic_model_computes_what_torch_computes(model, tmp_path):
    acoustic_export(model, tmp_path / "a.onnx")  # compares three lengths and tempi itself, and raises


def test_graphs_are_compared_on_phones_that_end_between_two_frames(model):
    """One comparison of four hundred was of an end on a frame's centre, where both answers are right, and cost a training."""
    torch.manual_seed(0)
    for clearance, has_near in ((-1.0, True), (END_CLEARANCE_FRAMES, False)):
        nearest = 1.0
        for _ in range(40):
            _, ends = _Speak(model)(*_example(_Speak(model).eval(), 30, 1.0, clearance))
            nearest = min(nearest, (ends - (ends * 2).round() / 2).abs().min().item())
        assert (nearest <= END_CLEARANCE_FRAMES) == has_near


def test_an_export_that_differs_is_refused(model, tmp_path):
    acoustic_export(model, tmp_path / "a.onnx")
    torch.nn.init.ones_(model.decoder_out.bias)
    symbols = torch.randint(1, 20, (1, 9))
    example = (symbols, symbols % 3, torch.tensor([1.0]))
    with pytest.raises(BadInput) as caught:
        _compare(
            _Speak(model), tmp_path / "a.onnx", [example], ("symbols", "tones", "length_scale"), ("mel", "ends"), 1e-3
        )
    assert (caught.value.code, caught.value.params["output"]) == ("export-differs", "mel")


def test_the_exported_vocoder_computes_what_torch_computes(tmp_path):
    vocoder_export(tmp_path / "v.onnx")


def test_the_vocoder_gives_back_what_the_mel_describes(loaded_corpus):
    """Copy synthesis: a wrong mel definition would show as a distance of a whole unit and more."""
    mel = torch.from_numpy(loaded_corpus.train[0].mel).float()
    samples = universal_vocoder()(mel[None])[0]
    assert len(samples) == len(mel) * HOP_SAMPLES
    assert samples.abs().max() <= 1
    assert (torch.from_numpy(log_mel(samples.numpy())) - mel).abs().mean() < 0.5


def test_a_disk_that_fills_up_is_named_and_leaves_the_older_artefact(model, tmp_path):
    """The weights are the first file: safetensors has an error of its own for a full disk."""
    folder = tmp_path / "out" / "artefact"
    folder.mkdir(parents=True)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, before[1]))
    try:
        with pytest.raises(NoDiskSpace):
            artefact_publish(folder, model, [], Dictionary("ja"), {})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(folder.parent.iterdir()) == [folder]


def test_a_sound_for_which_there_is_no_space_is_an_error_of_the_system(tmp_path):
    """libsndfile would say “System error”, and not which."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, before[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            wav_write(tmp_path / "a.wav", np.zeros(5_000, dtype=np.float32), 22_050)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
