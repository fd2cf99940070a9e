"""Artefacts whose manifest and digests are right, and whose weights are a few bytes: enough for all but training."""

import itertools
import shutil
import tempfile
from dataclasses import asdict
from pathlib import Path

from tests.voiceapp import measured
from trainer.languages import LANGUAGES
from trainer.manifest import REQUIRED_FILES, WEIGHTS_FILE, Manifest, manifest_write
from trainer.shape import config_of
from trainer.text.symbols import SYMBOL_TABLE
from voiceapp import storage
from voiceapp.models import BaseArtefact, Style, VoiceModel
from voiceapp.services.base_artefact import base_register
from voiceapp.services.storage_marker import storage_marker_ensure

numbers = itertools.count(1)


def artefact(folder: Path, *, language: str = "ja", weights: bytes = b"", **facts) -> Manifest:
    """Write one into `folder`; no two have the same digest. `facts` stand in its manifest; `weights`: that a training
    can begin with."""
    folder.mkdir(parents=True)
    for name in REQUIRED_FILES:
        (folder / name).write_bytes(weights if weights and name == WEIGHTS_FILE else name.encode())
    known = {
        "language": language,
        "symbols_version": SYMBOL_TABLE[language].version,
        "sample_rate_hz": 22_050,
        "versions": {},
        "config": asdict(config_of(LANGUAGES[language])),
        "corpus": {},
        "training": {"step": next(numbers)},
    }
    return manifest_write(folder, known | facts)


def model(style: Style | None = None, *, accuracy: float = 1.0, **facts) -> VoiceModel:
    """A published model whose files are in the storage."""
    made = measured.published(style, accuracy=accuracy)
    with tempfile.TemporaryDirectory() as folder:
        made.digest = artefact(Path(folder) / "artefact", **facts).digest
        shutil.copytree(Path(folder) / "artefact", storage.model_directory(made.digest))
    made.save(update_fields=["digest"])
    return made


def base(name: str = "Many readers", **facts) -> BaseArtefact:
    storage_marker_ensure()
    with tempfile.TemporaryDirectory() as folder:
        artefact(Path(folder) / "artefact", **facts)
        return base_register(folder=Path(folder), name=name, note="CC0 recordings")


def lose(source: VoiceModel | BaseArtefact) -> None:
    shutil.rmtree(storage.model_directory(source.digest))


def alter(source: VoiceModel | BaseArtefact) -> None:
    """Other bytes of the same length, which only reading them shows."""
    weights = storage.model_directory(source.digest) / "model.safetensors"
    weights.write_bytes(b"x" * weights.stat().st_size)
