"""Language tags: understood or refused with a hint, never defaulted."""

import pytest

from trainer.errors import BadInput
from trainer.languages import LANGUAGES, language_parse


@pytest.mark.parametrize(
    ("given", "tag"),
    [
        ("ja", "ja"),
        ("ja-JP", "ja"),
        ("JA", "ja"),
        ("jpn", "ja"),
        ("ja_JP", "ja"),
        ("ja-Jpan-JP", "ja"),
        (" ja ", "ja"),
        ("en", "en"),
        ("en_US", "en"),
        ("eng", "en"),
        ("EN", "en"),
        ("en-GB-oxendict", "en"),
    ],
)
def test_a_tag_in_any_spelling_is_understood(given, tag):
    assert language_parse(given) is LANGUAGES[tag]


@pytest.mark.parametrize(
    ("given", "code", "hint"),
    [
        ("JP", "language-is-country", "ja"),
        ("jp", "language-is-country", "ja"),
        ("jp-JP", "language-is-country", "ja"),
        ("und-JP", "language-is-country", "ja"),
        ("US", "language-is-country", "en"),
        ("GB", "language-is-country", "en"),
        ("CN", "language-is-country", "zh"),
        ("kr", "language-unsupported", "ko"),
        ("ko", "language-unsupported", None),
        ("zh", "language-unsupported", None),
        ("fr-FR", "language-unsupported", None),
        ("uk", "language-unsupported", "en"),
        ("ja-Latn", "language-unsupported", "ja"),
        ("english", "language-unknown", "en"),
        ("Japanese", "language-unknown", "ja"),
        ("日本語", "language-unknown", "ja"),
        ("zz", "language-unknown", None),
        ("QQ", "language-unknown", None),
        ("und", "language-unknown", None),
        ("ja_JP.UTF-8", "language-unknown", None),
        ("../etc", "language-unknown", None),
        ("ja\0", "language-unknown", None),
        (5, "language-unknown", None),
        ("", "language-missing", None),
        ("  ", "language-missing", None),
        (None, "language-missing", None),
    ],
)
def test_anything_else_is_refused_with_what_can_be_given(given, code, hint):
    with pytest.raises(BadInput) as refused:
        language_parse(given)
    assert refused.value.code == code
    assert refused.value.params.get("hint") == hint
    for tag in LANGUAGES:
        assert f"{tag} (" in refused.value.message("en")
        assert f"{tag}(" in refused.value.message("ja")


def test_a_country_is_answered_with_the_language_spoken_there():
    with pytest.raises(BadInput) as refused:
        language_parse("JP")
    assert refused.value.message("en") == (
        "“JP” is a country, not a language. Did you mean “ja”? Koebo can speak: ja (Japanese), en (English)."
    )
    assert "「ja」のことですか" in refused.value.message("ja")


def test_no_hint_leads_to_a_language_that_cannot_be_spoken():
    with pytest.raises(BadInput) as refused:
        language_parse("CN")
    assert "mean" not in refused.value.message("en")


def test_a_long_value_is_cut_before_it_is_shown():
    with pytest.raises(BadInput) as refused:
        language_parse("a" * 5000)
    assert len(refused.value.message("en")) < 200


def test_units_follow_the_language():
    assert (LANGUAGES["ja"].unit, LANGUAGES["ja"].rate_unit) == ("mora", "mora/s")
    assert (LANGUAGES["en"].unit, LANGUAGES["en"].rate_unit) == ("syllable", "syllable/s")
