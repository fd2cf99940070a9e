"""The training objective: three terms, each a mean over what is no padding."""

from __future__ import annotations

import torch
from torch import Tensor

from trainer.models.acoustic import AcousticOutput


def acoustic_losses(output: AcousticOutput) -> dict[str, Tensor]:
    """`mel`: L1 of the normalised mels. `duration`: see below. `prosody`: squared error of normalised pitch and energy.
    `total`: their sum. The predictor has its own weights; it meets the rest only in the limit on the gradient's norm, which
    counts all."""
    mel = ((output.mel - output.target).abs() * output.frame_mask).sum() / (
        output.frame_mask.sum() * output.mel.shape[-1]
    )
    duration = (duration_divergence(output) * output.phone_mask).sum() / output.phone_mask.sum()
    squares = (output.prosody - output.prosody_target).square().mean(dim=-1)
    prosody = (squares * output.phone_mask).sum() / output.phone_mask.sum()
    return {"mel": mel, "duration": duration, "prosody": prosody, "total": mel + duration + prosody}


def loss_counts(frames: int, phones: int, mels: int) -> dict[str, float]:
    """Over how many values each of the means is taken: what weighs the parts of a batch that was divided."""
    return {"mel": float(frames * mels), "duration": float(phones), "prosody": float(phones)}


def duration_divergence(output: AcousticOutput) -> Tensor:
    """Itakura–Saito divergence between the durations and the predicted ones: (batch, phones), zero where they agree.

    Like the squared error of logarithms (FastSpeech) it asks for the ratio, so that 2 frames for 4 is as wrong as 20 for 40.
    Unlike that it is least at the arithmetic mean of what may come, not at the smaller geometric one: with squared
    logarithms an English voice spoke 1.5 % faster than its speaker.
    """
    log_ratio = torch.log(output.durations.clamp(min=0.5)) - output.log_durations
    return torch.exp(log_ratio) - log_ratio - 1.0
