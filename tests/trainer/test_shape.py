"""Which artefacts a training may start from, told without torch."""

from dataclasses import asdict
from pathlib import Path

import pytest

from trainer.errors import BadInput
from trainer.languages import LANGUAGES
from trainer.manifest import Manifest
from trainer.shape import config_of, shape_require
from trainer.text.symbols import SYMBOL_TABLE

JAPANESE = LANGUAGES["ja"]
# Its predictor had the encoder's vectors and kernel.
VERSION_3 = {name: value for name, value in asdict(config_of(JAPANESE)).items() if name != "predictor_kernel"}


def manifest(**other) -> Manifest:
    data = {
        "language": "ja",
        "symbols_version": SYMBOL_TABLE["ja"].version,
        "config": asdict(config_of(JAPANESE)),
    }
    return Manifest(Path(), data | other, "0" * 64)


def test_an_artefact_of_this_version_and_language_fits():
    shape_require(manifest(), JAPANESE)


@pytest.mark.parametrize(
    ("other", "name", "measured"),
    [
        ({"symbols_version": "ja-0"}, "symbols_version", "ja-0"),
        ({"config": asdict(config_of(JAPANESE)) | {"width": 64}}, "width", "64"),
        ({"config": asdict(config_of(JAPANESE)) | {"speakers": 4}}, "speakers", "4"),
        ({"config": VERSION_3}, "predictor_kernel", "–"),
        ({"config": None}, "symbols", "–"),
    ],
)
def test_what_differs_is_named_with_both_sides(other, name, measured):
    with pytest.raises(BadInput) as caught:
        shape_require(manifest(**other), JAPANESE)
    assert (caught.value.code, caught.value.params["name"], caught.value.measured) == (
        "warm-start-differs",
        name,
        measured,
    )
    assert caught.value.limit is not None


def test_another_language_is_named_before_its_symbols():
    with pytest.raises(BadInput) as caught:
        shape_require(manifest(), LANGUAGES["en"])
    assert (caught.value.measured, caught.value.limit) == ("ja", "en")
