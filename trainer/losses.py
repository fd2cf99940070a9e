"""The training objective: two terms, each a mean over what is no padding."""

from __future__ import annotations

import torch
from torch import Tensor

from trainer.models.acoustic import AcousticOutput


def acoustic_losses(output: AcousticOutput) -> dict[str, Tensor]:
    """`mel`: L1 of the normalised mels. `duration`: squared error of log durations (FastSpeech, section 3.3).
    `total`: their sum; the duration predictor has its own weights, so no factor between the two would change anything
    but the log."""
    mel = ((output.mel - output.target).abs() * output.frame_mask).sum() / (
        output.frame_mask.sum() * output.mel.shape[-1]
    )
    log_error = output.log_durations - torch.log(output.durations.clamp(min=0.5))
    duration = (log_error.square() * output.phone_mask).sum() / output.phone_mask.sum()
    return {"mel": mel, "duration": duration, "total": mel + duration}
