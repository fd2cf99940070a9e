import json

import pytest

from trainer.errors import BadInput
from trainer.manifest import MANIFEST_FILE, REQUIRED_FILES, manifest_read, manifest_write
from trainer.text import Dictionary
from trainer.text.pronunciations import Pronunciation

FACTS = {
    "language": "ja",
    "symbols_version": "ja-1",
    "sample_rate_hz": 22_050,
    "versions": {"trainer": "1"},
    "corpus": {},
    "training": {},
}


@pytest.fixture
def artefact(tmp_path):
    folder = tmp_path / "model"
    folder.mkdir()
    for name in REQUIRED_FILES:
        (folder / name).write_bytes(name.encode())
    manifest_write(folder, FACTS)
    return folder


def refusal(folder) -> str:
    with pytest.raises(BadInput) as caught:
        manifest_read(folder)
    return f"{caught.value.code}: {caught.value.params.get('file')}: {caught.value.params.get('detail')}"


def test_a_whole_artefact_opens(artefact):
    manifest = manifest_read(artefact)
    assert manifest.language.tag == "ja"
    assert manifest.versions == {"trainer": "1"}
    assert len(manifest.digest) == 64


def test_an_artefact_without_pronunciations_speaks_without_any(artefact):
    assert manifest_read(artefact).dictionary() == Dictionary("ja")


def test_an_artefact_carries_its_pronunciations_under_its_digest(artefact):
    before = manifest_read(artefact).digest
    dictionary = Dictionary.of("ja", [Pronunciation("声簿", "コエボ", 1, "noun")])
    (artefact / "pronunciations.json").write_text(json.dumps(dictionary.as_json()), encoding="utf-8")
    assert manifest_write(artefact, FACTS).digest != before
    assert manifest_read(artefact).dictionary() == dictionary
    with open(artefact / "pronunciations.json", "a") as stream:
        stream.write(" ")
    assert refusal(artefact) == "artefact-invalid: pronunciations.json: altered"


def test_pronunciations_of_another_language_are_no_part_of_an_artefact(artefact):
    (artefact / "pronunciations.json").write_text(json.dumps(Dictionary("en").as_json()))
    manifest = manifest_write(artefact, FACTS)
    with pytest.raises(BadInput) as caught:
        manifest.dictionary()
    assert (caught.value.code, caught.value.params["file"]) == ("artefact-invalid", "pronunciations.json")


def test_the_digest_stands_for_every_file(artefact):
    before = manifest_read(artefact).digest
    (artefact / "vocoder.onnx").write_bytes(b"another")
    assert manifest_write(artefact, FACTS).digest != before


def test_a_missing_file_is_named(artefact):
    (artefact / "vocoder.onnx").unlink()
    assert refusal(artefact) == "artefact-invalid: vocoder.onnx: missing"


@pytest.mark.parametrize(
    ("key", "value"),
    [("files", []), ("files", {"acoustic.onnx": None}), ("files", {"acoustic.onnx": {"sha256": "0"}}),
     ("language", ["ja"]), ("training", None), ("config", [1])],
)  # fmt: skip
def test_a_manifest_of_another_make_is_named(artefact, key, value):
    data = json.loads((artefact / MANIFEST_FILE).read_text())
    (artefact / MANIFEST_FILE).write_text(json.dumps(data | {key: value}))
    assert refusal(artefact) == f"artefact-invalid: {MANIFEST_FILE}: malformed {key}"


def test_a_file_that_cannot_be_read_is_named(artefact):
    (artefact / "vocoder.onnx").unlink()
    (artefact / "vocoder.onnx").symlink_to("/proc/self/mem")  # opens, has no bytes, and reading it fails even for root
    data = json.loads((artefact / MANIFEST_FILE).read_text())
    data["files"]["vocoder.onnx"]["size_bytes"] = 0
    (artefact / MANIFEST_FILE).write_text(json.dumps(data))
    assert refusal(artefact) == "artefact-invalid: vocoder.onnx: Input/output error"


def test_an_altered_file_is_named(artefact):
    (artefact / "acoustic.onnx").write_bytes(b"ACOUSTIC.ONNX")
    assert refusal(artefact) == "artefact-invalid: acoustic.onnx: altered"


def test_a_shortened_file_is_seen_without_reading_it(artefact):
    (artefact / "acoustic.onnx").write_bytes(b"a")
    with pytest.raises(BadInput):
        manifest_read(artefact, verify=False)


@pytest.mark.parametrize("content", ["", "[]", "{}", "no json"])
def test_a_broken_manifest_is_refused(artefact, content):
    (artefact / MANIFEST_FILE).write_text(content)
    assert refusal(artefact).startswith("artefact-invalid: manifest.json")


def test_an_empty_folder_is_no_artefact(tmp_path):
    assert refusal(tmp_path).startswith("artefact-invalid: manifest.json")


def test_a_file_outside_the_folder_is_refused(artefact):
    data = json.loads((artefact / MANIFEST_FILE).read_text())
    data["files"]["../secret"] = {"sha256": "", "size_bytes": 0}
    (artefact / MANIFEST_FILE).write_text(json.dumps(data))
    assert refusal(artefact) == "artefact-invalid: ../secret: missing"


@pytest.mark.parametrize("change", [{"format": 99}, {"language": "kr"}])
def test_another_format_is_refused(artefact, change):
    data = json.loads((artefact / MANIFEST_FILE).read_text())
    (artefact / MANIFEST_FILE).write_text(json.dumps(data | change))
    assert refusal(artefact).startswith("artefact-format")


def test_a_model_knows_whose_recordings_its_weights_come_from_through_every_start(artefact):
    """A base model, a voice that started from it, and a voice that started from that one."""
    mei = {"name": "openjtalk", "licence": "CC-BY-3.0", "rights_holder": "MMDAgent Project Team"}
    said = {"teachers": {"openjtalk": mei}}
    base = manifest_write(artefact, FACTS | {"base": said})
    assert (base.lineage, base.teachers()) == ([], [])
    first = manifest_write(artefact, FACTS | {"lineage": base.lineage_of_next()})
    second = manifest_write(artefact, FACTS | {"lineage": first.lineage_of_next()})
    assert second.lineage == [{"digest": first.digest}, {"digest": base.digest, "base": said}]
    assert first.teachers() == second.teachers() == [mei]


def test_a_model_made_when_nothing_but_the_digest_was_kept_hands_on_that(artefact):
    old = manifest_write(artefact, FACTS | {"training": {"warm_start": "a" * 64}})
    assert old.lineage_of_next() == [{"digest": old.digest}, {"digest": "a" * 64}]
    assert old.teachers() == []


def test_what_a_base_says_must_be_readable_before_a_training_hands_it_on(artefact):
    path = artefact / MANIFEST_FILE
    path.write_text(json.dumps(json.loads(path.read_text()) | {"base": "Mei"}))
    assert refusal(artefact) == "artefact-invalid: manifest.json: malformed lineage"


@pytest.mark.parametrize(
    "lineage",
    [
        3,
        ["a"],
        [{"base": {}}],
        [{"digest": 3}],
        [{"digest": "a", "base": 3}],
        [{"digest": "a", "base": {"teachers": ["a"]}}],
        [{"digest": "a", "base": {"teachers": {"a": {}}}}],
        [{"digest": "a", "base": {"teachers": {}, "rate": float("nan")}}],
        [{"digest": "a", "base": {"teachers": {}, "rate": float("inf")}}],
        [{"digest": "\ud800"}],
    ],
)
def test_a_lineage_that_is_none_is_refused(artefact, lineage):
    path = artefact / MANIFEST_FILE
    path.write_text(json.dumps(json.loads(path.read_text()) | {"lineage": lineage}))
    assert refusal(artefact) == "artefact-invalid: manifest.json: malformed lineage"


def test_a_beginning_that_is_no_digest_is_refused_before_it_is_handed_on(artefact):
    path = artefact / MANIFEST_FILE
    path.write_text(json.dumps(json.loads(path.read_text()) | {"training": {"warm_start": 3}}))
    assert refusal(artefact) == "artefact-invalid: manifest.json: malformed lineage"


def test_a_manifest_too_deep_to_read_is_refused_by_name(artefact):
    (artefact / MANIFEST_FILE).write_text("[" * 100_000)
    assert refusal(artefact).startswith("artefact-invalid: manifest.json: maximum recursion")
