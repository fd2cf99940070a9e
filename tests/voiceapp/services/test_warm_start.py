"""Runs that start from a model: refused before they are queued, and true to it for ever."""

import pytest
from django.db import IntegrityError
from django.db.models import ProtectedError
from django.utils import translation

from tests.voiceapp import artefacts, rows
from voiceapp.errors import RunAlreadyLive, TrainerRefusal, WarmStartFailedContentCheck, WarmStartInvalid
from voiceapp.models import RunStatus, TrainingRun
from voiceapp.selectors.training_run import run_events
from voiceapp.selectors.warm_start import runs_started_from
from voiceapp.sentences import run_sentence
from voiceapp.services.training_run import run_cancel, run_create, run_requeue

pytestmark = pytest.mark.django_db


@pytest.fixture
def style(queue):
    return rows.ready_style()


def create(style, source):
    return run_create(style=style, minutes=1, warm_start=source, actor=None)


@pytest.mark.parametrize("make", [artefacts.model, artefacts.base])
def test_a_run_says_from_what_it_starts(style, make):
    source = make()
    run = create(style, source)
    assert (run.started_from, run.warm_start_digest, run.status) == (source, source.digest, RunStatus.QUEUED)
    assert list(runs_started_from(source)) == [run]
    event = run_events(run).get(code="run-warm-start")
    assert str(source) in event.detail and source.digest in event.detail
    with translation.override("ja"):
        assert "重みから学習を始めます" in run_sentence(event.code, event.params)


def test_without_a_choice_a_run_starts_from_scratch(style):
    artefacts.model(style)
    run = create(style, None)
    assert (run.started_from, run.warm_start_digest) == (None, "")
    assert not run_events(run).filter(code="run-warm-start").exists()


@pytest.mark.parametrize(
    ("facts", "measured", "limit"),
    [
        ({"language": "en"}, "en", "ja"),
        ({"symbols_version": "ja-0"}, "ja-0", None),
        ({"config": {"symbols": 3, "tones": 2}}, "3", None),
    ],
)
def test_a_model_that_does_not_fit_is_refused_with_both_sides(style, facts, measured, limit):
    source = artefacts.model(**facts)
    with pytest.raises(TrainerRefusal) as caught:
        create(style, source)
    assert (caught.value.code, caught.value.measured) == ("warm-start-differs", measured)
    assert caught.value.limit == limit if limit else caught.value.limit not in (None, measured)
    assert "start without one" in caught.value.detail
    assert not TrainingRun.objects.filter(style=style).exists()


@pytest.mark.parametrize(("spoil", "reason"), [(artefacts.lose, "manifest.json"), (artefacts.alter, "altered")])
@pytest.mark.parametrize("make", [artefacts.model, artefacts.base])
def test_missing_or_altered_files_are_refused_before_anything_is_queued(style, make, spoil, reason):
    source = make()
    spoil(source)
    with pytest.raises(WarmStartInvalid) as caught:
        create(style, source)
    assert str(source) in caught.value.detail and reason in caught.value.detail
    with translation.override("ja"):
        assert "開始点にできません" in caught.value.detail
    assert not TrainingRun.objects.filter(style=style).exists()


def test_a_model_that_failed_its_content_check_is_refused_with_the_figures(style, settings):
    with pytest.raises(WarmStartFailedContentCheck) as caught:
        create(style, artefacts.model(accuracy=0.25))
    assert (caught.value.measured, caught.value.limit) == (0.25, settings.VOICE_CONTENT_CHECK_MIN)


def test_queued_again_a_run_starts_from_the_same_model_which_has_to_be_there(style):
    source = artefacts.model()
    run = run_cancel(run=create(style, source), actor=None)
    artefacts.alter(source)
    with pytest.raises(WarmStartInvalid):
        run_requeue(run=run, actor=None)
    run.refresh_from_db()
    assert run.status == RunStatus.CANCELLED
    (artefacts.storage.model_directory(source.digest) / "model.safetensors").write_bytes(b"model.safetensors")
    again = run_requeue(run=run, actor=None)
    assert (again.status, again.started_from) == (RunStatus.QUEUED, source)


def test_a_live_run_is_named_before_its_warm_start_is_judged(style):
    run = create(style, None)
    with pytest.raises(RunAlreadyLive) as caught:
        create(style, artefacts.model(accuracy=0.1))
    assert caught.value.run == run


@pytest.mark.parametrize("make", [artefacts.model, artefacts.base])
def test_what_runs_started_from_is_not_deleted(style, make):
    source = make()
    create(style, source)
    with pytest.raises(ProtectedError):
        source.delete()


@pytest.mark.parametrize("kind", ["digest alone", "model alone", "both"])
def test_the_database_keeps_no_run_that_starts_from_half_a_model(style, kind):
    model, base = artefacts.model(), artefacts.base()
    fields = {
        "digest alone": {"warm_start_digest": model.digest},
        "model alone": {"warm_start": model},
        "both": {"warm_start": model, "warm_base": base, "warm_start_digest": model.digest},
    }
    with pytest.raises(IntegrityError):
        TrainingRun.objects.create(style=style, language="ja", **fields[kind])
