"""Voice models over REST."""

import errno
import io
import os
import zipfile

import pytest

from tests.voiceapp import artefacts, rows
from tests.voiceapp.api.answers import ok, problem
from tests.voiceapp.measured import MEASURED, published
from trainer.manifest import MANIFEST_FILE, REQUIRED_FILES, manifest_write
from voiceapp import storage
from voiceapp.services import synthesis

pytestmark = pytest.mark.django_db

MODELS = "/api/v1/models"


def test_a_model_is_listed_with_its_figures(api):
    model = published()
    [row] = ok(api.get(MODELS))["results"]
    assert (row["id"], row["run"], row["voice"]) == (model.pk, str(model.run_id), model.style.voice.slug)
    assert (row["articulation_rate"], row["articulation_ci95"], row["rate_unit"]) == (7.25, 0.25, "mora/s")
    assert (row["speaking_rate"], row["content_check"], row["own_over_other"]) == (6.5, 1.0, 0.5)
    assert (row["real_time_factor"], row["is_current"], row["has_passed_content_check"]) == (0.375, True, True)


def test_a_model_is_read_with_its_conditions(api):
    body = ok(api.get(f"{MODELS}/{published().pk}"))
    measurements = {row["kind"]: row for row in body["measurements"]}
    assert measurements["articulation_rate"]["conditions"]["threads"] == 1
    assert measurements["articulation_rate"]["sample_count"] == 12
    sweep = measurements["sweep"]
    assert sweep["verdict"] == "effective"
    assert sweep["conditions"]["parameter"] == "length_scale"
    assert sweep["conditions"]["measured"] == MEASURED["sweep"]["length_scale"]["measured"]
    assert body["versions"] == {"trainer": "1"}
    problem(api.get(f"{MODELS}/999"), 404, "not-found")


def test_a_model_names_whose_recordings_its_base_learned_from(api):
    mei = {"name": "openjtalk", "licence": "CC-BY-3.0", "rights_holder": "Nagoya Institute of Technology"}
    known = mei | {"packages": {"pyopenjtalk-plus": "1"}}
    model = artefacts.model(lineage=[{"digest": "b" * 64, "base": {"teachers": {"openjtalk": known}}}])
    assert ok(api.get(f"{MODELS}/{model.pk}"))["teachers"] == [mei | {"note": ""}]
    assert ok(api.get(f"{MODELS}/{artefacts.model().pk}"))["teachers"] == []
    artefacts.lose(model)
    assert ok(api.get(f"{MODELS}/{model.pk}"))["teachers"] is None


def test_models_are_sorted_and_filtered(api):
    style = rows.style()
    slow, fast = published(style, articulation=5.0), published(articulation=9.0)
    for order, expected in [("rate", [slow, fast]), ("-rate", [fast, slow]), ("-created", [fast, slow])]:
        assert [row["id"] for row in ok(api.get(MODELS, {"order": order}))["results"]] == [m.pk for m in expected]
    assert [row["id"] for row in ok(api.get(MODELS, {"style": style.pk}))["results"]] == [slow.pk]
    assert ok(api.get(MODELS, {"language": "en"}))["count"] == 0
    problem(api.get(MODELS, {"order": "speed"}), 422, "field-invalid")


def test_a_model_that_failed_the_content_check_never_becomes_current(api):
    style = rows.style()
    good, babbling = published(style), published(style, accuracy=0.05)
    problem(api.post(f"{MODELS}/{babbling.pk}/make-current"), 409, "model-failed-content-check")
    newer = published(style)
    assert not ok(api.get(f"{MODELS}/{good.pk}"))["is_current"]
    assert ok(api.post(f"{MODELS}/{good.pk}/make-current"))["is_current"]
    assert not ok(api.get(f"{MODELS}/{newer.pk}"))["is_current"]


def test_a_model_whose_files_are_gone_is_a_503(api):
    model = published()
    problem(api.get(f"{MODELS}/{model.pk}/artefact"), 503, "model-artefact-invalid")
    problem(api.post(f"{MODELS}/{model.pk}/speech", {"text": "はい。"}, format="json"), 503, "model-artefact-invalid")


def full_disk(*args):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_models_files_come_whole_or_not_at_all(api, monkeypatch):
    model = published()
    folder = storage.model_directory(model.digest)
    folder.mkdir(parents=True)
    for name in REQUIRED_FILES:
        (folder / name).write_bytes(name.encode())
    facts = {"language": "ja", "symbols_version": "1", "sample_rate_hz": 22_050}
    model.digest = manifest_write(folder, facts | {"versions": {}, "corpus": {}, "training": {}}).digest
    model.save(update_fields=["digest"])
    folder = folder.rename(storage.model_directory(model.digest))
    response = api.get(f"{MODELS}/{model.pk}/artefact")
    archive = zipfile.ZipFile(io.BytesIO(b"".join(response.streaming_content)))
    assert {name: archive.read(name) for name in REQUIRED_FILES} == {name: name.encode() for name in REQUIRED_FILES}
    assert archive.read(MANIFEST_FILE) == (folder / MANIFEST_FILE).read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(synthesis, "_pack", full_disk)
        problem(api.get(f"{MODELS}/{model.pk}/artefact"), 503, "model-archive-failed")
    (folder / REQUIRED_FILES[0]).write_bytes(b"altered")
    problem(api.get(f"{MODELS}/{model.pk}/artefact"), 503, "model-artefact-invalid")


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"length_scale": 0.1}, "min-value"),
        ({"length_scale": 9}, "max-value"),
        ({"length_scale": "1"}, "type"),
        ({"speed": 2}, "unknown"),
        ({"text": 5}, "type"),
        ({"text": None}, "null"),
    ],
)
def test_wrong_parameters_of_speech_are_named(api, given, code):
    address = f"{MODELS}/{published().pk}/speech"
    body = problem(api.post(address, {"text": "はい。"} | given, format="json"), 422, "field-invalid")
    assert [error["code"] for error in body["errors"]] == [code]


def test_too_long_a_speech_is_refused_with_both_figures(api, settings):
    address = f"{MODELS}/{published().pk}/speech"
    body = problem(api.post(address, {"text": "あ" * 401}, format="json"), 422, "synthesis-text-too-long")
    assert (body["measured"], body["limit"]) == (401, settings.VOICE_SPEECH_MAX_CHARACTERS)


def test_listing_models_takes_three_queries(api, django_assert_num_queries):
    for _number in range(4):
        published()
    with django_assert_num_queries(3):  # token, count, rows
        assert ok(api.get(MODELS))["count"] == 4
