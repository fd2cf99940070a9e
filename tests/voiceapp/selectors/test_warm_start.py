"""What is offered for a run to start from."""

import pytest

from tests.voiceapp import artefacts, measured, rows
from voiceapp.selectors.warm_start import LOOKED_AT, warm_starts_offered

pytestmark = pytest.mark.django_db


def test_the_nearest_come_first_and_base_models_last():
    style = rows.style()
    base = artefacts.base()
    of_style = artefacts.model(style)
    of_voice = artefacts.model(rows.style(voice=style.voice, slug="other"))
    of_another = [artefacts.model(), artefacts.model()]
    assert warm_starts_offered(style) == [of_style, of_voice, *reversed(of_another), base]


def test_nothing_is_offered_that_does_not_fit():
    style = rows.style()
    artefacts.model(accuracy=0.1)
    artefacts.model(symbols_version="ja-0")
    artefacts.model(config={"symbols": 3, "tones": 2})
    english = artefacts.model(language="en")
    english.language = "en"
    english.save()
    artefacts.base("English", language="en")
    artefacts.lose(artefacts.model())
    measured.published()  # its files never were in the storage
    assert warm_starts_offered(style) == []
    assert warm_starts_offered(rows.style(voice=rows.voice(language="en")))[0] == english


def test_an_exchanged_manifest_is_not_the_model_that_was_published():
    first, second = artefacts.model(), artefacts.model()
    artefacts.lose(first)
    artefacts.storage.model_directory(second.digest).rename(artefacts.storage.model_directory(first.digest))
    assert warm_starts_offered(rows.style()) == []


def test_an_offer_takes_as_many_queries_for_many_models(django_assert_num_queries):
    style = rows.style()
    for _number in range(5):
        artefacts.model()
    with django_assert_num_queries(2):
        assert len(warm_starts_offered(style)) == 5 < LOOKED_AT
