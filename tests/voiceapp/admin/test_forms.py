"""Registering in the admin goes through the services: the same refusals as at the other doors, beside their field."""

import io
import re
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.voiceapp import artefacts, rows
from voiceapp.models import ApiToken, Clip, ClipImport, ReferenceAudio, Style, TrainingRun, Voice
from voiceapp.services.api_token import token_authenticate

pytestmark = pytest.mark.django_db

VOICE = {
    "slug": "hana",
    "name": "Hana",
    "language": "ja-JP",
    "caption": "",
    "seed": "0",
    "rights_holder": "The speaker",
    "rights_permission": "Training",
    "rights_granted_on": "2026-01-31",
    "rights_licence": "CC0 1.0",
}


def _add(admin, name: str, data: dict):
    return admin.post(reverse(f"admin:voiceapp_{name}_add"), data)


def _change(admin, row, data: dict):
    return admin.post(reverse(f"admin:voiceapp_{row._meta.model_name}_change", args=[row.pk]), data)


def _errors(response) -> dict:
    assert response.status_code == 200
    return response.context["adminform"].form.errors


def _messages(admin, response) -> str:
    assert response.status_code == 302, response.context and response.context["adminform"].form.errors
    return " ".join(str(message) for message in admin.get(response["Location"]).context["messages"])


def test_a_voice_is_registered_with_a_normalised_language(admin, chief):
    _messages(admin, _add(admin, "voice", VOICE))
    voice = Voice.objects.get()
    assert (voice.language, voice.created_by) == ("ja", chief)


def test_a_country_is_refused_beside_the_language(admin):
    response = _add(admin, "voice", VOICE | {"language": "JP"})
    assert "Did you mean “ja”?" in _errors(response)["language"][0]
    assert b'value="Hana"' in response.content
    assert not Voice.objects.exists()


def test_a_missing_language_lists_what_can_be_spoken(admin):
    assert "ja (Japanese)" in _errors(_add(admin, "voice", VOICE | {"language": ""}))["language"][0]


def test_rights_are_required(admin):
    errors = _errors(_add(admin, "voice", VOICE | {"rights_holder": "", "rights_granted_on": ""}))
    assert errors.keys() == {"rights_holder", "rights_granted_on"}


def test_a_taken_slug_is_told(admin):
    rows.voice(slug="hana")
    assert "slug" in _errors(_add(admin, "voice", VOICE))


def test_a_voice_is_changed_by_the_service(admin):
    voice = rows.voice(slug="hana")
    _messages(admin, _change(admin, voice, VOICE | {"name": "Hanako"}))
    voice.refresh_from_db()
    assert voice.name == "Hanako"
    rows.clip(rows.style(voice=voice), "a")
    assert "language" in _errors(_change(admin, voice, VOICE | {"language": "en"}))
    voice.refresh_from_db()
    assert voice.language == "ja"


def test_a_reference_is_registered(admin, chief, media_root):
    voice = rows.voice()
    data = {"voice": voice.pk, "file": SimpleUploadedFile("声.wav", rows.wav())}
    _messages(admin, _add(admin, "referenceaudio", data))
    reference = ReferenceAudio.objects.get()
    assert (reference.voice, reference.original_name, reference.created_by) == (voice, "声.wav", chief)
    assert not list((media_root / "incoming").iterdir())


def test_too_long_a_reference_is_refused_with_both_figures(admin):
    voice = rows.voice()
    data = {"voice": voice.pk, "file": SimpleUploadedFile("a.wav", rows.wav(110.0, sample_rate_hz=8000))}
    response = _add(admin, "referenceaudio", data)
    [sentence] = _errors(response)["file"]
    assert "110" in sentence
    assert "55" in sentence
    assert f'<option value="{voice.pk}" selected>' in response.content.decode()
    assert not ReferenceAudio.objects.exists()


def test_a_text_called_wav_is_refused(admin):
    data = {"voice": rows.voice().pk, "file": SimpleUploadedFile("a.wav", b"a letter\n" * 100)}
    assert "file" in _errors(_add(admin, "referenceaudio", data))


def test_a_style_is_created(admin, chief):
    voice = rows.voice()
    _messages(admin, _add(admin, "style", {"voice": voice.pk, "slug": "narrator", "name": "Narrator"}))
    assert Style.objects.get().created_by == chief
    assert "slug" in _errors(_add(admin, "style", {"voice": voice.pk, "slug": "narrator", "name": "Again"}))


def _files(*names):
    return [SimpleUploadedFile(name, rows.wav(1 + number / 10)) for number, name in enumerate(names)]


def test_clips_are_imported_and_counted(admin):
    transcript = SimpleUploadedFile("list.txt", "a.wav|はい。\nb.wav|\n".encode())
    data = {"style": rows.style().pk, "files": _files("a.wav", "b.wav"), "transcript": transcript}
    told = _messages(admin, _add(admin, "clipimport", data))
    clip_import = ClipImport.objects.get()
    assert (clip_import.files_in, clip_import.rejected) == (2, 1)
    assert "1 rejected" in told
    page = admin.get(reverse("admin:voiceapp_clipimport_change", args=[clip_import.pk])).content.decode()
    assert "b.wav" in page


def test_a_zip_of_clips_is_imported(admin):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("a.wav", rows.wav())
        archive.writestr("list.txt", "a.wav|はい。\n")
    _messages(
        admin,
        _add(admin, "clipimport", {"style": rows.style().pk, "files": SimpleUploadedFile("c.zip", stream.getvalue())}),
    )
    assert Clip.objects.get().text == "はい。"


def test_a_missing_list_and_missing_files_are_told(admin):
    style = rows.style()
    assert "transcript" in _errors(_add(admin, "clipimport", {"style": style.pk, "files": _files("a.wav")}))
    assert "files" in _errors(_add(admin, "clipimport", {"style": style.pk}))


def test_a_transcript_is_corrected(admin):
    clip = rows.clip(rows.style(), "a", text="はい。")
    _messages(admin, _change(admin, clip, {"text": "いいえ。"}))
    clip.refresh_from_db()
    assert clip.phonemes["text"] == "いいえ。"


def test_a_run_is_queued(admin, chief, queue, django_capture_on_commit_callbacks):
    style = rows.ready_style()
    with django_capture_on_commit_callbacks(execute=True):
        response = _add(admin, "trainingrun", {"style": style.pk, "minutes": "2", "seed": "1"})
    _messages(admin, response)
    run = TrainingRun.objects.get()
    assert (run.status, run.created_by) == ("queued", chief)
    assert queue.get_job_ids() == [run.job_id]
    assert "style" in _errors(_add(admin, "trainingrun", {"style": style.pk, "minutes": "2", "seed": "1"}))


@pytest.mark.parametrize("minutes", ["nan", "inf", "0", "-3", "1e12", ""])
def test_senseless_minutes_are_refused(admin, minutes):
    errors = _errors(_add(admin, "trainingrun", {"style": rows.ready_style().pk, "minutes": minutes, "seed": "1"}))
    assert errors.keys() == {"minutes"}


def test_a_shut_gate_tells_each_cause(admin):
    style = rows.style()
    rows.clip(style, "a", verdicts=[{"level": "reject", "code": "audio-empty"}])
    errors = _errors(_add(admin, "trainingrun", {"style": style.pk, "minutes": "2", "seed": "1"}))
    assert len(errors["style"]) == 2


def test_a_token_is_shown_once(admin, chief):
    told = _messages(admin, _add(admin, "apitoken", {"user": chief.pk, "name": "robot"}))
    raw = re.search(r"koebo_[\w-]+", told).group()
    token = ApiToken.objects.get()
    assert token_authenticate(raw=raw) == token
    page = admin.get(reverse("admin:voiceapp_apitoken_change", args=[token.pk])).content.decode()
    assert raw not in page


@pytest.mark.parametrize("key", ["aoi", "9" * 30, "\0", "1.5"])
def test_a_key_that_is_none_is_refused_beside_its_field(admin, key):
    assert "voice" in _errors(_add(admin, "style", {"voice": key, "slug": "calm", "name": "Calm"}))


def test_a_run_is_started_from_a_model_or_a_base_model(admin, queue):
    for source, field in ((artefacts.model(), "warm_start"), (artefacts.base(), "warm_base")):
        style = rows.ready_style()
        _messages(admin, _add(admin, "trainingrun", {"style": style.pk, "minutes": 1, "seed": 0, field: source.pk}))
        run = style.runs.get()
        assert run.started_from == source
        shown = admin.get(reverse("admin:voiceapp_trainingrun_change", args=[run.pk])).content.decode()
        assert source.digest in shown and str(source) in shown


def test_a_warm_start_is_refused_beside_what_was_chosen(admin, queue):
    model, base = artefacts.model(), artefacts.base()
    given = {"style": rows.ready_style().pk, "minutes": 1, "seed": 0}
    both = _errors(_add(admin, "trainingrun", given | {"warm_start": model.pk, "warm_base": base.pk}))
    assert list(both) == ["warm_base"]
    for source, field in ((model, "warm_start"), (base, "warm_base")):
        artefacts.alter(source)
        errors = _errors(_add(admin, "trainingrun", given | {field: source.pk}))
        assert list(errors) == [field] and "altered" in errors[field][0]
    assert not TrainingRun.objects.exclude(style=model.style).exists()
