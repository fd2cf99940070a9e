"""The artefact on disk: a directory whose `manifest.json` names every file with its digest. Light: reads and checks
only.

    manifest.json       language, versions, configuration, corpus digest, losses, files
    acoustic.onnx       symbols, tones (1, phones) int64, length_scale (1,) → mel (1, frames, mels), ends (1, phones)
    vocoder.onnx        mel (1, frames, mels) → samples (1, frames · 256)
    model.safetensors   the acoustic model's weights, to train on from
    held_out.safetensors  mel cepstra of the recordings kept from training; held_out.json their phonemes
    pronunciations.json the dictionary that the voice speaks with; absent where it has no entry
    sample.wav          one measurement sentence

`digest` is the SHA-256 of manifest.json: since that holds the digests of all else, it stands for the whole.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trainer.errors import BadInput
from trainer.languages import LANGUAGES, Language
from trainer.text import Dictionary

MANIFEST_FILE = "manifest.json"
ACOUSTIC_FILE, VOCODER_FILE = "acoustic.onnx", "vocoder.onnx"
WEIGHTS_FILE = "model.safetensors"
HELD_OUT_FILE, HELD_OUT_LINES_FILE = "held_out.safetensors", "held_out.json"
PRONUNCIATIONS_FILE, SAMPLE_FILE = "pronunciations.json", "sample.wav"
REQUIRED_FILES = (ACOUSTIC_FILE, VOCODER_FILE, WEIGHTS_FILE, HELD_OUT_FILE, HELD_OUT_LINES_FILE)

FORMAT = 1
_REQUIRED_KEYS = ("format", "language", "symbols_version", "sample_rate_hz", "versions", "corpus", "training", "files")
_KINDS = {
    "language": str,
    "versions": dict,
    "corpus": dict,
    "training": dict,
    "config": dict | None,
    "lineage": list | None,
    "files": dict,
}


@dataclass(frozen=True)
class Manifest:
    """`data` is the whole of manifest.json; the rest are the parts that others ask for."""

    directory: Path
    data: dict[str, Any]
    digest: str

    @property
    def language(self) -> Language:
        return LANGUAGES[self.data["language"]]

    @property
    def sample_rate_hz(self) -> int:
        return self.data["sample_rate_hz"]

    @property
    def versions(self) -> dict[str, str]:
        return self.data["versions"]

    @property
    def symbols_version(self) -> str:
        return self.data["symbols_version"]

    @property
    def lineage(self) -> list[dict[str, Any]]:
        """The artefacts that its weights come from, nearest first: the digest of each and, under "base", what a base
        model said of its teachers. Empty for a model that began from chance."""
        started_from = self.data["training"].get("warm_start")
        return self.data.get("lineage") or ([{"digest": started_from}] if started_from else [])

    def lineage_of_next(self) -> list[dict[str, Any]]:
        """`lineage` of a model that starts from this one."""
        own = {"base": self.data["base"]} if "base" in self.data else {}
        return [{"digest": self.digest, **own}, *self.lineage]

    def teachers(self) -> list[dict[str, Any]]:
        """Whose recordings are behind its weights besides its own corpus, each once: what a manifest says of a teacher,
        with "name", "licence", "rights_holder" and "note"."""
        found: dict[str, dict[str, Any]] = {}
        for entry in self.lineage:
            for facts in entry.get("base", {}).get("teachers", {}).values():
                found.setdefault(facts["name"], facts)
        return list(found.values())

    def path(self, name: str) -> Path:
        return self.directory / name

    def dictionary(self) -> Dictionary:
        """What the voice's texts are read with. Raises BadInput artefact-invalid."""
        if PRONUNCIATIONS_FILE not in self.data["files"]:
            return Dictionary(self.language.tag)
        try:
            data = json.loads(self.path(PRONUNCIATIONS_FILE).read_text(encoding="utf-8"))
            return Dictionary.from_json(data, self.language)
        except (OSError, ValueError, BadInput) as error:
            raise BadInput("artefact-invalid", file=PRONUNCIATIONS_FILE, detail=str(error)) from error


def manifest_read(directory: Path, verify: bool = True) -> Manifest:
    """Open an artefact; with `verify` every file is read and its digest compared. Raises BadInput artefact-invalid,
    which names what is wrong, and artefact-format for an artefact of another format."""
    path = Path(directory) / MANIFEST_FILE
    try:
        content = path.read_bytes()
        data = json.loads(content)
    except OSError as error:
        raise BadInput("artefact-invalid", file=MANIFEST_FILE, detail=error.strerror) from error
    except (ValueError, RecursionError) as error:
        raise BadInput("artefact-invalid", file=MANIFEST_FILE, detail=str(error)) from error
    missing = [key for key in _REQUIRED_KEYS if not isinstance(data, dict) or key not in data]
    if missing:
        raise BadInput("artefact-invalid", file=MANIFEST_FILE, detail=f"no {', '.join(missing)}")
    malformed = [key for key, kind in _KINDS.items() if not isinstance(data.get(key), kind)]
    if not malformed and not _is_lineage_sound(data):
        malformed = ["lineage"]
    if malformed or not all(map(_is_file_entry, data["files"].values())):
        raise BadInput("artefact-invalid", file=MANIFEST_FILE, detail=f"malformed {', '.join(malformed) or 'files'}")
    if data["format"] != FORMAT or data["language"] not in LANGUAGES:
        raise BadInput("artefact-format", measured=f"{data['format']}, {data['language']}", limit=FORMAT)
    _check_files(path.parent, data["files"], verify)
    return Manifest(path.parent, data, hashlib.sha256(content).hexdigest())


def _is_file_entry(entry: Any) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("sha256"), str) and isinstance(entry.get("size_bytes"), int)


def _is_lineage_sound(data: dict[str, Any]) -> bool:
    """What a model that starts from this one would hand on."""
    entries = data.get("lineage") or []
    if not all(isinstance(entry, dict) and isinstance(entry.get("digest"), str) for entry in entries):
        return False
    started_from = data["training"].get("warm_start")
    is_named = isinstance(started_from, str | None) and all(map(_names_teachers, [data, *entries]))
    return is_named and _is_writable([started_from, data.get("base"), entries])


def _is_writable(value: Any) -> bool:
    """Whether `manifest_write` can write it: what is read may hold NaN, infinities and halves of characters, and would end
    a training after its last step."""
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:
        return False
    return True


def _names_teachers(entry: dict[str, Any]) -> bool:
    """The base model's part of a manifest, if it has one, names each teacher."""
    base = entry.get("base", {})
    teachers = base.get("teachers", {}) if isinstance(base, dict) else None
    return isinstance(teachers, dict) and all(
        isinstance(facts, dict) and isinstance(facts.get("name"), str) for facts in teachers.values()
    )


def _check_files(directory: Path, files: dict[str, dict[str, Any]], verify: bool) -> None:
    for name in REQUIRED_FILES:
        if name not in files:
            raise BadInput("artefact-invalid", file=name, detail="not in the manifest")
    for name, expected in files.items():
        path = directory / name
        if Path(name).name != name or not path.is_file():
            raise BadInput("artefact-invalid", file=name, detail="missing")
        try:
            is_same = path.stat().st_size == expected["size_bytes"]
            is_same = is_same and (not verify or file_digest(path) == expected["sha256"])
        except OSError as error:  # of somebody else, or on a failing disk
            raise BadInput("artefact-invalid", file=name, detail=error.strerror) from error
        if not is_same:
            raise BadInput("artefact-invalid", file=name, detail="altered")


def manifest_write(directory: Path, data: dict[str, Any]) -> Manifest:
    """Write manifest.json for all other files of `directory`, last of all."""
    files = {
        path.name: {"sha256": file_digest(path), "size_bytes": path.stat().st_size}
        for path in sorted(directory.iterdir())
        if path.name != MANIFEST_FILE
    }
    text = json.dumps({"format": FORMAT, **data, "files": files}, ensure_ascii=False, indent=1, allow_nan=False)
    (directory / MANIFEST_FILE).write_text(text + "\n", encoding="utf-8")
    return manifest_read(directory, verify=False)


def file_digest(path: Path) -> str:
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
