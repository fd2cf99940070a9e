"""Words for what runs keep: in the reader's language, and never the reason why something else fails."""

import pytest
from django.utils import translation

from trainer.errors import BadInput
from trainer.messages import LOCALES
from voiceapp.sentences import run_sentence


def test_a_reason_in_both_languages_is_read_in_one():
    error = BadInput("artefact-invalid", file="manifest.json", detail="altered")
    params = {"reason": {locale: error.message(locale) for locale in LOCALES}}
    for locale in LOCALES:
        with translation.override(locale):
            assert run_sentence("artefact-invalid", params).endswith(error.message(locale))


@pytest.mark.parametrize(
    ("code", "params", "detail", "expected"),
    [
        ("of-another-version", {}, "As it was said then.", "As it was said then."),
        ("of-another-version", {"message": "The trainer's words."}, "", "The trainer's words."),
        ("of-another-version", {}, "", "of-another-version"),
        ("trainer-died", {}, "Ended by signal 9.", "Ended by signal 9."),
    ],
)
def test_unknown_codes_and_missing_figures_fall_back_on_what_was_said(code, params, detail, expected):
    assert run_sentence(code, params, detail) == expected


def test_a_full_disk_under_a_training_is_told_in_the_trainers_words():
    told = run_sentence("disk-full", {"measured": 12, "limit": 76, "folder": "/media"})
    assert "12 MiB" in told
    assert "76 MiB" in told
