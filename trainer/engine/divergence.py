"""When a training has become useless: a loss that is no number, one that has left the ground, gradients without end."""

from __future__ import annotations

import math

# Gradients are clipped at 1, so that a single wild clip does no harm. A run of norms beyond any that a training which
# recovered has shown (about 30 at the start, 1 later) does not come back.
GRADIENT_NORM_MAX = 1_000.0
GRADIENT_NORM_RUN = 20
# The smoothed loss may rise when the clips of a batch are hard; fourfold its lowest is no clip's fault.
LOSS_RISE_MAX = 4.0
LOSS_FLOOR = 0.05  # near nothing, four times nothing means nothing


class Divergence:
    """Told of each step, answers whether the training still makes sense."""

    def __init__(self):
        self.wild_steps = 0
        self.lowest = math.inf

    def is_lost(self, loss: float, gradient_norm: float, smoothed: float) -> bool:
        """`smoothed` is the loss as it was before this step."""
        if not (math.isfinite(loss) and math.isfinite(gradient_norm)):
            return True
        self.wild_steps = self.wild_steps + 1 if gradient_norm > GRADIENT_NORM_MAX else 0
        self.lowest = min(self.lowest, smoothed)
        return self.wild_steps >= GRADIENT_NORM_RUN or smoothed > LOSS_RISE_MAX * max(self.lowest, LOSS_FLOOR)
