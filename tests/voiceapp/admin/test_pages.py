"""Every model has its admin pages, in both languages, with a bounded number of queries."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib import admin as django_admin
from django.contrib.auth.models import Permission, User
from django.urls import reverse
from django.utils import timezone

from tests.voiceapp import artefacts, rows
from tests.voiceapp.measured import published
from voiceapp.models import GpuWorker, PhonemeWork, RunClip, RunProgress, StyleCoverage
from voiceapp.services.api_token import token_create
from voiceapp.services.pronunciation import pronunciation_set
from voiceapp.services.reference import reference_register
from voiceapp.services.training_run import run_create

MODELS = list(apps.get_app_config("voiceapp").get_models())
ADDABLE = {"voice", "referenceaudio", "style", "clipimport", "trainingrun", "apitoken", "pronunciation"}
CHANGEABLE = {"voice", "clip", "pronunciation"}

pytestmark = pytest.mark.django_db


@pytest.fixture
def line(chief, queue):
    """A row of every model, made by the line."""
    style = rows.ready_style()
    rows.clip(style, "rejected", verdicts=[{"level": "reject", "code": "audio-empty", "about": "audio"}])
    style.clips.filter(name="rejected").update(left_out_at=timezone.now(), left_out_by=chief, left_out_reason="empty")
    run = run_create(style=style, minutes=1, actor=chief)
    RunProgress.objects.create(run=run, step=1, elapsed_s=1.0, losses={"total": 1.0}, learning_rate=1e-3)
    reference_register(voice=style.voice, upload=rows.upload(rows.wav(), "a.wav"), actor=chief)
    style.clip_imports.create(
        created_by=chief,
        files_in=1,
        accepted=1,
        report=[{"name": "a", "file": "a.wav", "line": 1, "outcome": "accepted", "verdicts": []}],
    )
    published(rows.style())
    artefacts.base()
    GpuWorker.objects.create(name="w", host="h", pid=1, beat_at=timezone.now() - timedelta(hours=1))
    token_create(user=chief, name="t")
    pronunciation_set(language="ja", surface="声房", reading="コエボウ", nucleus=2, actor=chief)
    PhonemeWork.objects.create(style=style, total=10, done=10)
    StyleCoverage.objects.create(style=style, signature="0" * 64, data={})
    return style


def _names(model):
    return f"admin:voiceapp_{model._meta.model_name}"


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_model_is_registered_with_search_and_filters(model):
    model_admin = django_admin.site.get_model_admin(model)
    assert model_admin.search_fields
    assert model_admin.list_filter or model.__name__ == "StorageMarker"


@pytest.mark.parametrize("locale", ["ja", "en"])
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_list_row_and_search_show(admin, line, model, locale):
    admin.defaults["HTTP_ACCEPT_LANGUAGE"] = locale
    row = model.objects.order_by("pk").last()
    for address in (
        reverse(f"{_names(model)}_changelist"),
        reverse(f"{_names(model)}_changelist") + "?q=a",
        reverse(f"{_names(model)}_change", args=[row.pk]),
    ):
        assert admin.get(address).status_code == 200, address


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_rows_of_the_line_are_only_read(admin, line, model):
    name = model._meta.model_name
    row = model.objects.order_by("pk").last()
    assert (admin.get(reverse(f"{_names(model)}_add")).status_code == 200) == (name in ADDABLE)
    changed = admin.post(reverse(f"{_names(model)}_change", args=[row.pk]), {})
    assert (changed.status_code != 403) == (name in CHANGEABLE)
    assert (admin.get(reverse(f"{_names(model)}_delete", args=[row.pk])).status_code == 200) == (name == "clip")


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_list_takes_few_queries(admin, line, model, django_assert_max_num_queries):
    # Session, user, two counts, the rows, and one or two for each filter by a related row or date.
    with django_assert_max_num_queries(14):
        admin.get(reverse(f"{_names(model)}_changelist"))


def test_frozen_clips_are_listed_without_a_query_a_row(admin, line, django_assert_max_num_queries):
    assert RunClip.objects.count() == 10
    with django_assert_max_num_queries(9):
        admin.get(reverse("admin:voiceapp_runclip_changelist"))


def test_a_viewer_gets_no_actions(client, line):
    viewer = User.objects.create_user("viewer", is_staff=True)
    viewer.user_permissions.set(Permission.objects.filter(codename__in=["view_trainingrun", "view_clip"]))
    client.force_login(viewer)
    for name in ("trainingrun", "clip"):
        response = client.get(reverse(f"admin:voiceapp_{name}_changelist"))
        assert response.status_code == 200
        assert b'name="action"' not in response.content


def test_autocomplete_finds_voices_and_styles(admin, line):
    for model, field, wanted in [("style", "voice", line.voice), ("trainingrun", "style", line)]:
        response = admin.get(
            reverse("admin:autocomplete"),
            {"app_label": "voiceapp", "model_name": model, "field_name": field, "term": line.voice.slug},
        )
        assert str(wanted.pk) in [result["id"] for result in response.json()["results"]]


@pytest.mark.parametrize(("value", "found"), [("reject", 1), ("warn", 0), ("none", 10)])
def test_clips_are_filtered_by_verdict(admin, line, value, found):
    response = admin.get(reverse("admin:voiceapp_clip_changelist"), {"verdict": value})
    assert response.context["cl"].result_count == found
