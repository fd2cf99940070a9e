"""Base models: artefacts of the command line, taken into the storage by a command."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.voiceapp import artefacts
from trainer.manifest import manifest_read
from voiceapp import storage
from voiceapp.models import BaseArtefact
from voiceapp.selectors.warm_start import artefact_of
from voiceapp.services.storage_marker import storage_marker_ensure

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path):
    """What the trainer's --out leaves."""
    storage_marker_ensure()
    artefacts.artefact(tmp_path / "out" / "artefact")
    return tmp_path / "out"


def registered(folder, name="Many readers", **options) -> str:
    output = StringIO()
    call_command("koebo_base", str(folder), name=name, stdout=output, **options)
    return output.getvalue()


@pytest.mark.parametrize("part", ["", "artefact"])
def test_a_folder_is_copied_under_its_digest(folder, part):
    output = registered(folder / part, note="CC0 recordings of many readers")
    base = BaseArtefact.objects.get()
    assert base.digest == manifest_read(folder / "artefact").digest == artefact_of(base.digest).digest
    assert base.digest in output and "ja" in output
    assert (base.name, base.language, base.note) == ("Many readers", "ja", "CC0 recordings of many readers")
    files = [path.stat().st_size for path in storage.model_directory(base.digest).iterdir()]
    assert base.size_bytes == sum(files) > 0


def test_what_the_manifest_does_not_name_stays_where_it_is(folder, tmp_path):
    (tmp_path / "secret").write_text("of the server")
    (folder / "artefact" / "linked").symlink_to(tmp_path / "secret")
    (folder / "artefact" / "notes.txt").write_text("mine")
    registered(folder)
    base = BaseArtefact.objects.get()
    named = {"manifest.json", *artefact_of(base.digest).data["files"]}
    assert {path.name for path in storage.model_directory(base.digest).iterdir()} == named


def test_registered_again_it_has_the_new_name_and_its_files_are_back(folder):
    registered(folder)
    base = BaseArtefact.objects.get()
    artefacts.alter(base)
    registered(folder, name="Readers")
    again = BaseArtefact.objects.get()
    assert (again.pk, again.name) == (base.pk, "Readers")
    assert artefact_of(base.digest).digest == base.digest


@pytest.mark.parametrize(
    ("facts", "says"),
    [({"symbols_version": "ja-0"}, "warm-start-differs.*ja-0"), ({"config": {"symbols": 3}}, "warm-start-differs")],
)
def test_an_artefact_of_another_version_is_refused(tmp_path, facts, says):
    storage_marker_ensure()
    artefacts.artefact(tmp_path / "old", **facts)
    with pytest.raises(CommandError, match=says):
        registered(tmp_path / "old")
    assert not BaseArtefact.objects.exists()


def test_a_folder_without_an_artefact_is_refused(tmp_path):
    storage_marker_ensure()
    with pytest.raises(CommandError, match=r"artefact-invalid.*manifest\.json"):
        registered(tmp_path)


def test_an_altered_artefact_is_refused(folder):
    (folder / "artefact" / "acoustic.onnx").write_bytes(b"other")
    with pytest.raises(CommandError, match=r"artefact-invalid.*acoustic\.onnx"):
        registered(folder)


def test_a_model_of_a_voice_is_none(tmp_path):
    storage_marker_ensure()
    model = artefacts.model()
    with pytest.raises(CommandError, match=f"base-is-model.*{model.digest[:8]}"):
        registered(storage.model_directory(model.digest))
    assert not BaseArtefact.objects.exists()


@pytest.mark.parametrize("name", ["", "  ", "n" * 121])
def test_a_name_is_needed_to_choose_it_by(folder, name):
    with pytest.raises(CommandError, match="1 to 120"):
        registered(folder, name=name)


def test_nothing_goes_into_a_storage_of_somebody_else(folder, media_root):
    (media_root / storage.MARKER_NAME).unlink()
    with pytest.raises(CommandError, match="storage-marker-missing"):
        registered(folder)
    assert not BaseArtefact.objects.exists()
