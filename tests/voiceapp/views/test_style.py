"""Styles: created, and turned into a run once their gate is open."""

import pytest

from tests.voiceapp import artefacts, rows
from voiceapp.models import TrainingRun
from voiceapp.services.training_run import run_create


def test_a_style_is_created(page):
    voice = rows.voice()
    answer = page.post(f"/voices/{voice.slug}/new-style/", {"name": "Narrator", "slug": "narrator"})
    assert answer.url == f"/styles/{voice.styles.get().pk}/"


def test_a_taken_slug_keeps_the_input(page):
    style = rows.style(slug="narrator")
    answer = page.post(f"/voices/{style.voice.slug}/new-style/", {"name": "Another", "slug": "narrator"})
    assert answer.status_code == 409
    assert 'value="Another"' in answer.content.decode()


def test_an_empty_style_says_why_no_run_can_be_queued(page, page_ja):
    style = rows.style()
    text = page.get(f"/styles/{style.pk}/").content.decode()
    assert "too-few-clips" in text
    assert 'disabled aria-describedby="gate-head"' in text
    assert "使えるクリップが 0 件しかありません" in page_ja.get(f"/styles/{style.pk}/").content.decode()


def test_a_run_is_queued_and_shown(page, fragment):
    style = rows.ready_style()
    text = page.get(f"/styles/{style.pk}/").content.decode()
    assert "a run can be queued" in text
    answer = fragment.post(f"/styles/{style.pk}/gate/", {"minutes": "0.5", "seed": "3"})
    run = TrainingRun.objects.get()
    assert answer["HX-Redirect"] == f"/runs/{run.pk}/"
    assert (run.minutes, run.seed, run.status) == (0.5, 3, "queued")


def test_a_second_click_goes_to_the_same_run(page):
    style = rows.ready_style()
    first = page.post(f"/styles/{style.pk}/gate/", {"minutes": "5", "seed": "0"})
    second = page.post(f"/styles/{style.pk}/gate/", {"minutes": "5", "seed": "0"})
    assert first.url == second.url
    assert TrainingRun.objects.count() == 1


def test_a_shut_gate_is_said_beside_the_form_which_keeps_its_input(fragment):
    style = rows.style()
    answer = fragment.post(f"/styles/{style.pk}/gate/", {"minutes": "7.5", "seed": "3"})
    text = answer.content.decode()
    assert answer.status_code == 409
    assert answer["Koebo-Code"] == "gate-shut"
    assert 'value="7.5"' in text
    assert "gate-shut" in text


@pytest.mark.parametrize("minutes", ["0", "-1", "nan", "inf", "999999", "many", ""])
def test_minutes_that_make_no_sense_are_refused_at_their_field(fragment, minutes):
    style = rows.ready_style()
    answer = fragment.post(f"/styles/{style.pk}/gate/", {"minutes": minutes, "seed": "0"})
    assert answer.status_code == 422
    assert answer["Koebo-Code"]
    assert 'aria-invalid="true"' in answer.content.decode()
    assert not TrainingRun.objects.exists()


def test_a_run_under_way_is_shown_instead_of_the_gate(page, operator):
    style = rows.ready_style()
    run = run_create(style=style, minutes=1, actor=operator)
    assert f'href="/runs/{run.pk}/"' in page.get(f"/styles/{style.pk}/").content.decode()


def test_counts_add_up(fragment):
    style = rows.ready_style(3)
    rejected = {"level": "reject", "code": "silent", "params": {}}
    rows.clip(style, "bad", verdicts=[rejected])
    rows.clip(style, "out", verdicts=[rejected], left_out_at="2026-01-01T00:00:00Z", left_out_reason="noise")
    text = fragment.get(f"/styles/{style.pk}/counts/").content.decode()
    assert "3 usable + 1 rejected + 1 left out = 5." in text


def test_the_page_takes_few_queries(page, django_assert_max_num_queries):
    style = rows.ready_style(30)
    with django_assert_max_num_queries(32):
        page.get(f"/styles/{style.pk}/")


def test_nothing_is_chosen_to_start_from_until_somebody_chooses(page, page_ja):
    style = rows.ready_style()
    own, other = artefacts.model(style), artefacts.model()
    base = artefacts.base("Many readers")
    answer = page.get(f"/styles/{style.pk}/")
    text = answer.content.decode()
    choices = dict(answer.context["form"].fields["warm_start"].widget.choices)
    assert choices.pop("") == "From scratch"
    assert {group: [digest for digest, _ in offered] for group, offered in choices.items()} == {
        "Models of this voice": [own.digest],
        "Models of other voices": [other.digest],
        "Base models": [base.digest],
    }
    assert text.count(" selected") == text.count('<option value="" selected>From scratch') == 1
    assert "where there are few clips" in text
    japanese = page_ja.get(f"/styles/{style.pk}/").content.decode()
    assert "最初から学習" in japanese and "クリップが少ないとき" in japanese


def test_a_run_is_queued_that_starts_from_a_model(page, page_ja):
    style, source = rows.ready_style(), artefacts.model()
    page.post(f"/styles/{style.pk}/gate/", {"minutes": "5", "seed": "0", "warm_start": source.digest})
    run = style.runs.get()
    assert run.warm_start == source
    text = page.get(f"/runs/{run.pk}/").content.decode()
    assert f'<a href="/models/{source.pk}/">{source.style}</a> <code class="soft">{source.digest[:8]}</code>' in text
    assert "開始点" in page_ja.get(f"/runs/{run.pk}/").content.decode()


def test_a_model_that_was_altered_meanwhile_is_refused_at_its_field(fragment):
    style, source = rows.ready_style(), artefacts.model()
    artefacts.alter(source)
    given = {"minutes": "7.5", "seed": "0", "warm_start": source.digest}
    answer = fragment.post(f"/styles/{style.pk}/gate/", given)
    text = answer.content.decode()
    assert (answer.status_code, answer["Koebo-Code"]) == (409, "warm-start-invalid")
    assert list(answer.context["form"].errors) == ["warm_start"]
    assert 'value="7.5"' in text
    assert not style.runs.exists()


@pytest.mark.parametrize("digest", ["0" * 64, "x", "\x00", "1" * 65])
def test_a_model_that_does_not_exist_is_refused(fragment, digest):
    style = rows.ready_style()
    answer = fragment.post(f"/styles/{style.pk}/gate/", {"minutes": "1", "seed": "0", "warm_start": digest})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["warm_start"]
    assert not TrainingRun.objects.exists()
