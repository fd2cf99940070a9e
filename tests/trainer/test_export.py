import pytest
import torch

from trainer.errors import BadInput
from trainer.export import _compare, _Speak, acoustic_export, vocoder_export
from trainer.features import HOP_SAMPLES, log_mel
from trainer.models.acoustic import AcousticConfig, AcousticModel
from trainer.models.vocoder import universal_vocoder

pytestmark = pytest.mark.slow  # the exporter takes its time


@pytest.fixture
def model():
    torch.manual_seed(0)
    return AcousticModel(AcousticConfig(symbols=20, tones=3, width=32, encoder_blocks=1, decoder_blocks=1)).eval()


def test_the_exported_acoustic_model_computes_what_torch_computes(model, tmp_path):
    acoustic_export(model, tmp_path / "a.onnx")  # compares three lengths and tempi itself, and raises


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
