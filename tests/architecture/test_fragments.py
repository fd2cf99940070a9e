"""One fragment, one name, four places: view `run_status`, URL and id `run-status`, file `runs/_status.html`."""

import re
from pathlib import Path

import pytest
from django.urls import get_resolver

import voiceapp.urls

ROOT = Path(__file__).resolve().parents[2]
FRAGMENTS = sorted((ROOT / "templates").glob("*/_*.html"))


def _views_by_url_name(patterns) -> dict:
    found = {}
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            found.update(_views_by_url_name(pattern.url_patterns))
        elif pattern.name:
            found[pattern.name] = pattern.callback
    return found


def _fragment_name(path: Path) -> str:
    noun = path.parent.name.removesuffix("s")
    return f"{noun}-{path.stem.removeprefix('_').replace('_', '-')}"


def test_there_are_fragments():
    assert FRAGMENTS


@pytest.mark.parametrize("path", FRAGMENTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_fragment_has_one_name_in_four_places(path):
    name = _fragment_name(path)
    view = _views_by_url_name(voiceapp.urls.urlpatterns).get(name)
    assert view is not None, f"no URL is called {name}"
    assert view.__name__ == name.replace("-", "_")
    assert view.__module__.startswith("voiceapp.views")
    # One of several on a page carries its key behind the name: id="clip-row-{{ clip.pk }}".
    assert re.search(rf'id="{name}(-\{{\{{[^"]+)?"', path.read_text()), f"no element has the id {name}"


def test_every_url_name_is_unique():
    def names(patterns, namespace=""):
        for pattern in patterns:
            if hasattr(pattern, "url_patterns"):
                yield from names(pattern.url_patterns, getattr(pattern, "namespace", None) or namespace)
            elif pattern.name:
                yield f"{namespace}:{pattern.name}"

    ours = [
        name
        for pattern in get_resolver().url_patterns
        if getattr(pattern, "app_name", None) != "admin"
        for name in names([pattern])
    ]
    assert sorted(ours) == sorted(set(ours))
