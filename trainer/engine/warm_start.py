"""Start from the weights of a published voice instead of from chance: a new voice or style then needs fewer steps."""

from __future__ import annotations

from pathlib import Path

from safetensors import SafetensorError
from safetensors.torch import load_file

from trainer.errors import BadInput
from trainer.languages import Language
from trainer.manifest import WEIGHTS_FILE, Manifest, manifest_read
from trainer.models.acoustic import AcousticModel
from trainer.shape import AcousticConfig, shape_require

# They describe the new corpus, not the old one.
CORPUS_STATISTICS = {"mel_mean", "mel_scale", "prosody_mean", "prosody_scale"}


def warm_start_open(directory: Path, language: Language, shape: AcousticConfig) -> Manifest:
    """The artefact to start from, if it fits; nothing has been trained yet when it does not.

    Raises BadInput: artefact-invalid, artefact-format, warm-start-differs (language, symbols or shape, both sides named).
    """
    manifest = manifest_read(directory, verify=True)
    shape_require(manifest, language, shape)
    return manifest


def warm_start_take(model: AcousticModel, manifest: Manifest) -> None:
    """Put the artefact's weights into a model of the same shape; the corpus statistics of `model` stay. Raises BadInput
    artefact-invalid where the file does not hold what the manifest's configuration promises."""
    kept = {name: tensor for name, tensor in model.state_dict().items() if name in CORPUS_STATISTICS}
    try:
        model.load_state_dict(load_file(manifest.path(WEIGHTS_FILE)) | kept)
    except (SafetensorError, RuntimeError) as error:
        raise BadInput("artefact-invalid", file=WEIGHTS_FILE, detail=str(error).splitlines()[0]) from error
