"""What a model takes from the artefact that it starts from, and what stays its own corpus's."""

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from trainer.engine.warm_start import CORPUS_STATISTICS, warm_start_take
from trainer.errors import BadInput
from trainer.manifest import WEIGHTS_FILE, Manifest
from trainer.models.acoustic import AcousticModel
from trainer.prosody import CHANNELS
from trainer.shape import AcousticConfig


def model_of(seed: int) -> AcousticModel:
    torch.manual_seed(seed)
    model = AcousticModel(AcousticConfig(symbols=9, tones=3, width=16, encoder_blocks=1, decoder_blocks=1))
    mel, prosody = (np.full(size, 1.0 + seed, dtype=np.float32) for size in (model.config.mels, CHANNELS))
    model.normalise((mel, mel), (prosody, prosody))
    return model


def test_every_weight_is_taken_and_every_statistic_of_the_corpus_stays(tmp_path):
    started, model, before = model_of(0), model_of(1), model_of(1).state_dict()
    save_file(started.state_dict(), tmp_path / WEIGHTS_FILE)
    warm_start_take(model, Manifest(tmp_path, {}, ""))
    assert {name for name, _ in model.named_buffers()} == CORPUS_STATISTICS
    for name, tensor in model.state_dict().items():
        expected = before[name] if name in CORPUS_STATISTICS else started.state_dict()[name]
        assert torch.equal(tensor, expected), name


@pytest.mark.parametrize("is_torn", [True, False])
def test_weights_that_are_not_what_the_manifest_says_are_named(tmp_path, is_torn):
    save_file({"encoder": torch.zeros(3)}, tmp_path / WEIGHTS_FILE)
    if is_torn:
        (tmp_path / WEIGHTS_FILE).write_bytes(b"no tensors")
    with pytest.raises(BadInput) as caught:
        warm_start_take(model_of(1), Manifest(tmp_path, {}, ""))
    assert (caught.value.code, caught.value.params["file"]) == ("artefact-invalid", WEIGHTS_FILE)
