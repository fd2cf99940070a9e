import pytest

from trainer.errors import BadInput
from trainer.voice import length_scale_require, sentences_split


@pytest.mark.parametrize(
    ("text", "tag", "sentences"),
    [
        ("はい。いいえ！本当？", "ja", ["はい。", "いいえ！", "本当？"]),
        ("「はい。」と言った。", "ja", ["「はい。」と言った。"]),
        ("本当？！まさか", "ja", ["本当？！", "まさか"]),
        ("一行目\n二行目", "ja", ["一行目", "二行目"]),
        ("Dr. Smith came. He left at 3 p.m. and slept. “Why?” I asked.", "en",
         ["Dr. Smith came.", "He left at 3 p.m. and slept.", "“Why?” I asked."]),
        ("J. Brown paid $3.50.", "en", ["J. Brown paid $3.50."]),
        ("   ", "en", ["   "]),
    ],
)  # fmt: skip
def test_a_text_is_spoken_sentence_by_sentence(text, tag, sentences):
    assert sentences_split(text, tag) == sentences


@pytest.mark.parametrize("length_scale", [0.5, 1.0, 2.0])
def test_a_length_scale_within_the_range_is_accepted(length_scale):
    length_scale_require(length_scale)


@pytest.mark.parametrize("length_scale", [0.49, 2.01, 0.0, -1.0, float("nan"), float("inf")])
def test_a_length_scale_out_of_range_names_the_range(length_scale):
    with pytest.raises(BadInput) as caught:
        length_scale_require(length_scale)
    assert caught.value.code == "length-scale-out-of-range"
    assert "0.5" in str(caught.value) and "2.0" in str(caught.value)
