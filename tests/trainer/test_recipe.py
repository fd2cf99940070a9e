"""Numbers of the recipe, changed by name: an accepted one has its effect, any other is refused."""

import pytest

from trainer.errors import UsageError
from trainer.languages import LANGUAGES
from trainer.recipe import Recipe, settings_apply
from trainer.shape import config_of

SHAPE = config_of(LANGUAGES["ja"])


def test_without_settings_nothing_changes():
    assert settings_apply((), SHAPE, Recipe()) == (SHAPE, Recipe())


def test_a_setting_lands_where_its_name_belongs():
    shape, recipe = settings_apply(("width=256", "learning_rate=2e-3", "decoder_blocks=8"), SHAPE, Recipe())
    assert (shape.width, shape.decoder_blocks, recipe.learning_rate) == (256, 8, 0.002)
    assert shape.symbols == SHAPE.symbols and recipe.weight_decay == Recipe().weight_decay


@pytest.mark.parametrize("setting", ["with=256", "symbols=3", "", "=4"])
def test_an_unknown_name_is_refused_with_those_that_there_are(setting):
    with pytest.raises(UsageError) as caught:
        settings_apply((setting,), SHAPE, Recipe())
    assert caught.value.code == "setting-unknown" and "learning_rate" in caught.value.message("ja")


@pytest.mark.parametrize(
    "setting", ["width=wide", "width=19.5", "width", "width=0", "width=-192", "heads=5", "learning_rate=nan",
                "learning_rate=0", "learning_rate=inf", "encoder_dropout=1", "weight_decay=-0.1", "kernel=8"]
)  # fmt: skip
def test_a_value_that_cannot_be_meant_is_refused(setting):
    with pytest.raises(UsageError) as caught:
        settings_apply((setting,), SHAPE, Recipe())
    assert caught.value.code == "setting-invalid" and caught.value.params["name"] == setting.partition("=")[0]


@pytest.mark.parametrize(("phones", "lowered"), [(0, 0.0), (6_000, 0.0), (10_954, 0.15), (20_000, 0.3), (400_000, 0.3)])
def test_the_predictor_forgets_less_of_a_larger_corpus(phones, lowered):
    recipe = Recipe().for_corpus(phones)
    assert recipe.predictor_input_dropout == pytest.approx(0.4 - lowered, abs=1e-4)
    assert recipe.predictor_dropout == pytest.approx(0.7 - lowered, abs=1e-4)
    assert recipe.encoder_dropout == Recipe().encoder_dropout


def test_no_dropout_stays_none_for_any_corpus():
    recipe = Recipe(predictor_input_dropout=0.0, predictor_dropout=0.0)
    assert recipe.for_corpus(20_000) == recipe
