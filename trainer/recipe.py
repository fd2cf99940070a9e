"""The recipe of a training: every number that is neither its corpus nor its budget, and how an experiment changes one.

The defaults are what `docs/experiments.md` arrived at. Light: names and values are judged before torch is loaded.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from trainer.errors import UsageError
from trainer.shape import AcousticConfig

# What a language and the features fix.
_FIXED = ("symbols", "tones", "mels")
# At least 0, below 1.
_SHARES = (
    "average",
    "encoder_dropout",
    "predictor_input_dropout",
    "predictor_dropout",
    "decoder_dropout",
)
_FROM_ZERO = ("weight_decay", "batch_frames")
_MOST = 100_000

# About 8 and 25 minutes of speech.
FEW_PHONES, MANY_PHONES = 6_000, 20_000


@dataclass(frozen=True)
class Recipe:
    """Numbers of the training loop. Those that decide the shapes of the weights are in `AcousticConfig`."""

    learning_rate: float = 1e-3  # high for AdamW, yet stable at this size; it is the budget of minutes that asks for it
    warmup_steps: int = 50  # until the second moments of Adam mean something
    weight_decay: float = 0.01
    encoder_dropout: float = 0.1
    # The predictor has one value a phone to learn from, and would else know the clips by heart. Of a small corpus; see
    # `for_corpus`.
    predictor_input_dropout: float = 0.4
    predictor_dropout: float = 0.7
    decoder_dropout: float = 0.0  # random numbers for every frame took a third of a step on a CPU
    batch_frames: int = 0  # mel frames of a batch, padding included; 0: what suits the device
    average: float = 0.99  # of the weights over the steps

    def for_corpus(self, phones: int) -> Recipe:
        """With the predictor's dropout as a corpus of so many phones wants it: as it stands for few, lower by up to 0.3 for
        many, and by the logarithm between. What keeps seven minutes from being recited keeps fifty from being learnt: by
        the strong dropout their durations were 3 ms further off (docs/experiments.md)."""
        share = math.log(max(phones, 1) / FEW_PHONES) / math.log(MANY_PHONES / FEW_PHONES)
        lowered = 0.3 * min(1.0, max(0.0, share))
        return replace(
            self,
            predictor_input_dropout=max(0.0, self.predictor_input_dropout - lowered),
            predictor_dropout=max(0.0, self.predictor_dropout - lowered),
        )


def settings_apply(settings: Sequence[str], shape: AcousticConfig, recipe: Recipe) -> tuple[AcousticConfig, Recipe]:
    """Both with every `NAME=VALUE` in its place. Raises UsageError setting-unknown, setting-invalid."""
    for setting in settings:
        name, _, given = setting.partition("=")
        owner = next((o for o in (shape, recipe) if name in _names(o)), None)
        if owner is None:
            raise UsageError("setting-unknown", measured=name, names=", ".join([*_names(shape), *_names(recipe)]))
        value = _value(name, given, type(getattr(owner, name)))
        if owner is shape:
            shape = replace(shape, **{name: value})
        else:
            recipe = replace(recipe, **{name: value})
    if shape.width % shape.heads:
        raise UsageError("setting-invalid", measured=shape.heads, name="heads", limit=f"width {shape.width}")
    return shape, recipe


def _names(owner: AcousticConfig | Recipe) -> list[str]:
    return [field.name for field in fields(owner) if field.name not in _FIXED]


def _value(name: str, given: str, kind: type) -> int | float:
    is_share = name in _SHARES
    low, high = (0, 1) if is_share else (0 if name in _FROM_ZERO or kind is float else 1, _MOST)
    try:
        value = kind(given)
    except ValueError:
        value = math.nan
    is_inside = low <= value < high and (value > 0 or name in _FROM_ZERO or is_share)
    if not is_inside or (name.endswith("kernel") and value % 2 == 0):
        limit = f"{kind.__name__}, {low} ≤ {name} < {high}" + (", odd" if name.endswith("kernel") else "")
        raise UsageError("setting-invalid", measured=given, name=name, limit=limit)
    return value
