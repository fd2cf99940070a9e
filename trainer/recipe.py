"""The recipe of a training: every number that is neither its corpus nor its budget, and how an experiment changes one.

The defaults are what `docs/experiments.md` arrived at. Light: names and values can be checked before torch is loaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from trainer.errors import UsageError
from trainer.shape import AcousticConfig

# What a language and the features fix.
_FIXED = ("symbols", "tones", "mels")


@dataclass(frozen=True)
class Recipe:
    """Numbers of the training loop. Those that decide the shapes of the weights are in `AcousticConfig`."""

    learning_rate: float = 1e-3  # high for AdamW, yet stable at this size; it is the budget of minutes that asks for it
    warmup_steps: int = 50  # until the second moments of Adam mean something
    weight_decay: float = 0.01
    encoder_dropout: float = 0.1
    predictor_dropout: float = 0.1
    decoder_dropout: float = 0.0
    prosody: int = 1
    batch_frames: int = 0
    average: float = 0.0
    muon: float = 0.0
    best: int = 1


def settings_apply(settings: Sequence[str], shape: AcousticConfig, recipe: Recipe) -> tuple[AcousticConfig, Recipe]:
    """`NAME=VALUE` for fields of either. Raises UsageError setting-unknown, setting-invalid."""
    known = {field.name: owner for owner in (shape, recipe) for field in fields(owner) if field.name not in _FIXED}
    for setting in settings:
        name, _, given = setting.partition("=")
        if name not in known:
            raise UsageError("setting-unknown", measured=name, names=", ".join(sorted(known)))
        kind = type(getattr(known[name], name))
        try:
            value = kind(given)
        except ValueError as error:
            raise UsageError("setting-invalid", measured=given, name=name, kind=kind.__name__) from error
        if isinstance(known[name], Recipe):
            recipe = replace(recipe, **{name: value})
        else:
            shape = replace(shape, **{name: value})
    return shape, recipe
