"""Models with what was measured on them."""

import pytest

from tests.voiceapp import artefacts, measured, rows
from voiceapp import storage
from voiceapp.models import TrainingRun
from voiceapp.services.training_run import run_create


@pytest.fixture
def model(operator):
    return measured.published()


def test_the_list_shows_every_figure(page, page_ja, model):
    text = page.get("/").content.decode()
    for words in ("7.25", "± 0.25", "mora/s", "6.50 with pauses", "1.00", "0.375", "current"):
        assert words in text
    assert "モーラ/秒" in page_ja.get("/").content.decode()


@pytest.mark.parametrize(
    ("order", "first"),
    [
        ("rate", "slow"),
        ("-rate", "fast"),
        ("content", "slow"),
        ("-content", "fast"),
        ("voice", "slow"),
        ("-voice", "fast"),
        # Equal ones: the newest first.
        ("rtf", "fast"),
        ("style", "fast"),
        ("language", "fast"),
        ("created", "slow"),
    ],
)
def test_the_list_is_sorted_by_its_heads(page, order, first):
    slow = measured.published(rows.style(voice=rows.voice(name="A")), articulation=5.0, accuracy=0.9)
    fast = measured.published(rows.style(voice=rows.voice(name="B")), articulation=9.0, accuracy=1.0)
    answer = page.get(f"/?order={order}")
    assert list(answer.context["models"]) == ([slow, fast] if first == "slow" else [fast, slow])
    assert f'aria-sort="{"descending" if order.startswith("-") else "ascending"}"' in answer.content.decode()


def test_an_order_that_does_not_exist_means_newest_first(page):
    measured.published()
    newest = measured.published()
    assert page.get("/?order=password").context["models"][0] == newest


def test_a_model_that_failed_its_check_is_marked_and_offered_no_promotion(page):
    model = measured.published(accuracy=0.1)
    assert "failed the content check" in page.get("/").content.decode()
    text = page.get(f"/models/{model.pk}/").content.decode()
    assert "content-check-failed" in text
    assert "Make it the current one" not in text
    answer = page.post(f"/models/{model.pk}/current/")
    assert answer.status_code == 409
    assert "never" not in answer.content.decode()
    model.refresh_from_db()
    assert not model.is_current


def test_an_older_model_is_made_current_again(page):
    style = rows.style()
    older = measured.published(style)
    measured.published(style)
    page.post(f"/models/{older.pk}/current/")
    older.refresh_from_db()
    assert older.is_current


def test_a_model_shows_each_figure_with_its_conditions_and_the_sweep(page, model):
    text = page.get(f"/models/{model.pk}/").content.decode()
    for words in ("articulation rate", "7.250", "test sentences", "length_scale", "effective", "9.00", "trainer"):
        assert words in text


def test_a_model_names_what_reads_its_texts_and_the_dictionary_it_speaks_with(page, page_ja, model):
    assert "Pronunciation dictionary" not in page.get(f"/models/{model.pk}/").content.decode()
    model.versions |= {"phonemes": "pyopenjtalk-plus 0", "dictionary": "0123456789abcdef"}
    model.save()
    text = page.get(f"/models/{model.pk}/").content.decode()
    for words in ("Texts read by", "pyopenjtalk-plus 0", "Pronunciation dictionary", "0123456789abcdef"):
        assert text.count(words) == 1
    assert "発音辞書" in page_ja.get(f"/models/{model.pk}/").content.decode()


def test_the_sample_is_played_in_parts(page, model):
    folder = storage.model_directory(model.digest)
    folder.mkdir(parents=True)
    (folder / "sample.wav").write_bytes(rows.wav(1.0))
    answer = page.get(f"/models/{model.pk}/sample/", headers={"Range": "bytes=0-99"})
    assert answer.status_code == 206
    assert len(b"".join(answer.streaming_content)) == 100


def test_a_model_whose_files_are_gone_says_so(page, fragment, model):
    assert page.get(f"/models/{model.pk}/sample/").status_code == 404
    download = page.get(f"/models/{model.pk}/archive/")
    assert download.status_code == 503
    assert download["Koebo-Code"] == "model-artefact-invalid"
    spoken = fragment.post(f"/models/{model.pk}/speak/", {"text": "こんにちは"})
    assert spoken.status_code == 503
    assert spoken["Koebo-Code"] == "model-artefact-invalid"
    assert "<html" not in spoken.content.decode()


def test_too_long_a_text_is_refused_with_its_figures(fragment, model):
    answer = fragment.post(f"/models/{model.pk}/speak/", {"text": "あ" * 401})
    assert answer.status_code == 422
    assert "401" in answer.content.decode()
    assert "400" in answer.content.decode()


@pytest.mark.parametrize("scale", ["fast", "nan", "inf", "9"])
def test_a_length_scale_beyond_its_range_is_refused_with_the_range(fragment, model, scale):
    answer = fragment.post(f"/models/{model.pk}/speak/", {"text": "あ", "length_scale": scale})
    assert answer.status_code == 422
    assert answer["Koebo-Code"] == "length-scale-out-of-range"
    assert "between 0.5 and 2.0" in answer.content.decode()


def test_the_list_takes_as_many_queries_for_many_models(page, django_assert_max_num_queries):
    for _number in range(5):
        measured.published()
    with django_assert_max_num_queries(8):
        page.get("/")


def test_a_model_shows_what_it_came_from_and_what_came_of_it(page, page_ja, queue):
    base, model = artefacts.base("Many readers"), artefacts.model()
    TrainingRun.objects.filter(pk=model.run_id).update(warm_base=base, warm_start_digest=base.digest)
    nothing = page.get(f"/models/{artefacts.model().pk}/").content.decode()
    assert "scratch" in nothing and "Many readers" not in nothing
    run = run_create(style=rows.ready_style(), minutes=1, warm_start=model, actor=None)
    text = page.get(f"/models/{model.pk}/").content.decode()
    assert "Many readers" in text and base.digest[:8] in text
    assert f'<a href="/runs/{run.pk}/">{run.style}</a>' in text
    child = measured.published()
    TrainingRun.objects.filter(pk=child.run_id).update(warm_start=model, warm_start_digest=model.digest)
    assert f'<a href="/models/{child.pk}/">' in page.get(f"/models/{model.pk}/").content.decode()
    assert "これを開始点にした学習" in page_ja.get(f"/models/{model.pk}/").content.decode()


def test_a_model_names_whose_recordings_its_base_learned_from(page, page_ja):
    """Its own files say so: the base may be gone."""
    mei = {"name": "openjtalk", "licence": "CC-BY-3.0", "rights_holder": "Nagoya Institute of Technology"}
    lineage = [{"digest": "a" * 64}, {"digest": "b" * 64, "base": {"teachers": {"openjtalk": mei}}}]
    model = artefacts.model(lineage=lineage)
    text = page.get(f"/models/{model.pk}/").content.decode()
    for words in ("Voices that the base model learned from", *mei.values()):
        assert words in text
    assert "ベースモデルの学習に使われた音声" in page_ja.get(f"/models/{model.pk}/").content.decode()
    assert "learned from" not in page.get(f"/models/{artefacts.model().pk}/").content.decode()
    artefacts.lose(model)
    assert "unknown: the model’s files cannot be opened" in page.get(f"/models/{model.pk}/").content.decode()
    assert "モデルのファイルを開けません" in page_ja.get(f"/models/{model.pk}/").content.decode()


def test_base_models_stand_apart_from_voices(page, page_ja):
    assert "Base models" not in page.get("/").content.decode()
    artefacts.base("Many readers")
    answer = page.get("/")
    assert not answer.context["models"].object_list
    for words in ("Base models", "Many readers", "CC0 recordings"):
        assert words in answer.content.decode()
    assert "ベースモデル" in page_ja.get("/").content.decode()
