import pytest

from trainer.engine.device import Device
from trainer.engine.loop import Training, seed_everything
from trainer.engine.plan import Budget, Plan
from trainer.models.acoustic import AcousticConfig, AcousticModel
from trainer.reporter import SilentReporter
from trainer.text.symbols import SYMBOL_TABLE


class StopAfter(SilentReporter):
    """Asks for the end once the loop has reported this step as done."""

    def __init__(self, training, step: int):
        super().__init__()
        self._training, self._step = training, step

    def should_stop(self) -> bool:
        return self._training.step >= self._step


@pytest.fixture
def training_of(loaded_corpus, tmp_path):
    """training_of(steps, seed=0, folder="a") → a Training of a narrow model on one thread in float32."""
    import torch

    torch.set_num_threads(1)

    def build(steps: int, seed: int = 0, folder: str = "a") -> Training:
        seed_everything(seed)
        (tmp_path / folder).mkdir(exist_ok=True)
        device = Device("cpu", "test", threads=1, precision="float32")
        table = SYMBOL_TABLE["ja"]
        config = AcousticConfig(len(table.symbols), table.tones, width=32, encoder_blocks=2, decoder_blocks=2)
        model = AcousticModel(config)
        model.normalise(loaded_corpus.mel_statistics(), loaded_corpus.prosody_statistics())
        return Training(model, loaded_corpus, Plan(Budget(steps=steps), device, tmp_path / folder, seed))

    return build
