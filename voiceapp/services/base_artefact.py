"""Take in a model that was made outside the dashboard, for runs to start from."""

from pathlib import Path

from trainer.errors import TrainerError
from trainer.manifest import MANIFEST_FILE, Manifest, manifest_read
from trainer.shape import shape_require
from voiceapp import storage
from voiceapp.errors import BaseIsModel, TrainerRefusal, WarmStartInvalid
from voiceapp.models import BaseArtefact, VoiceModel
from voiceapp.selectors.warm_start import artefact_of
from voiceapp.services.storage_marker import storage_marker_check

# Where `python -m trainer base` and `fit` leave it.
ARTEFACT = "artefact"


def base_register(*, folder: Path, name: str, note: str = "") -> BaseArtefact:
    """Copy the artefact in `folder`, or in its subfolder `artefact`, into the storage under its digest.

    Registered again, it gets the new name and note, and its files are put back. Raises `TrainerRefusal`
    (artefact-invalid, artefact-format, warm-start-differs: made by another version), `BaseIsModel`, `DiskFull`,
    `StorageNotWritable`, `WarmStartInvalid` where the copy is not what was copied, and the errors of the storage marker.
    """
    storage_marker_check()
    manifest = _opened(folder)
    if model := VoiceModel.objects.select_related("style__voice").filter(digest=manifest.digest).first():
        raise BaseIsModel(name=str(model))
    try:
        names = [MANIFEST_FILE, *manifest.data["files"]]  # what else lies there, nobody has looked at
        published = storage.model_store(manifest.directory, manifest.digest, names=names)
    except OSError as error:
        raise storage.write_refusal(error) from error
    try:
        artefact_of(manifest.digest)
    except TrainerError as error:
        raise WarmStartInvalid(name=name, error=error) from error
    size_bytes = sum(path.stat().st_size for path in published.rglob("*") if path.is_file())
    described = {"name": name, "note": note, "language": manifest.language.tag, "size_bytes": size_bytes}
    base, _ = BaseArtefact.objects.update_or_create(digest=manifest.digest, defaults=described)
    return base


def _opened(folder: Path) -> Manifest:
    if not (folder / MANIFEST_FILE).exists() and (folder / ARTEFACT).is_dir():
        folder = folder / ARTEFACT
    try:
        manifest = manifest_read(folder)
        shape_require(manifest, manifest.language)
    except TrainerError as error:
        raise TrainerRefusal(error) from error
    return manifest
