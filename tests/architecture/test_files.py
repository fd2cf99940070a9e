"""Names and sizes of files."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAX_LINES = 400
SHAPELESS_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "managers", "misc"}
# Lines there are data, words or generated, not code that somebody has to follow.
NOT_CODE = re.compile(r"(^|/)(migrations|locale|scripts)/|\.(txt|csv|json|md|lock|svg|png|ico|wav)$|^constraints\.txt$")


def _files() -> list[str]:
    """Return the files that git knows or would take, relative to the root."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return sorted(name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file())


FILES = _files()
MIGRATIONS = [Path(name) for name in FILES if re.search(r"/migrations/\d.*\.py$", name)]


def test_no_file_or_folder_has_a_shapeless_name():
    shapeless = [name for name in FILES if {part.split(".")[0] for part in Path(name).parts} & SHAPELESS_NAMES]
    assert not shapeless


def test_files_stay_readable():
    long = {
        name: lines
        for name in FILES
        if not NOT_CODE.search(name) and (lines := len((ROOT / name).read_bytes().splitlines())) > MAX_LINES
    }
    assert not long, f"longer than {MAX_LINES} lines: split by what they do"


def test_there_are_migrations():
    assert MIGRATIONS


@pytest.mark.parametrize("path", MIGRATIONS, ids=str)
def test_migrations_are_named(path):
    assert re.fullmatch(r"\d{4}_[a-z][a-z0-9_]+", path.stem)
    assert "_auto_" not in path.stem
    assert not re.fullmatch(r"\d{4}_(alter|remove|add|delete|rename)_.*_and_more", path.stem)


def test_nothing_that_machines_make_is_committed():
    made = [name for name in FILES if re.search(r"\.(mo|pyc|sqlite3|onnx|safetensors|pt|pth)$", name)]
    assert not made


def test_no_address_of_a_package_registry_is_written_down():
    named = [
        name
        for name in ("constraints.txt", "pyproject.toml", "Makefile", ".ci/run")
        if re.search(r"(index-url|find-links|\bfile:|https?://)", (ROOT / name).read_text())
    ]
    assert not named


def test_the_line_is_walked_in_a_browser():
    walks = [name for name in FILES if re.fullmatch(r"tests/browser/test_\w+\.py", name)]
    assert any("pytest.mark.browser" in (ROOT / name).read_text() for name in walks)
