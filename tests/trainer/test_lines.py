import json

import pytest

from trainer.errors import BadInput
from trainer.languages import LANGUAGES
from trainer.lines import lines_frozen, lines_phonemize, lines_read, metadata_read

JAPANESE, ENGLISH = LANGUAGES["ja"], LANGUAGES["en"]


def written(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def test_metadata_is_file_and_text(tmp_path):
    path = written(tmp_path / "m.csv", "\ufeffa.wav|はい。\n\nsub/b.wav | 左|右\n")
    assert metadata_read(path) == [("a.wav", "はい。"), ("sub/b.wav", "左|右")]


@pytest.mark.parametrize(
    ("text", "code", "measured"),
    [
        ("", "metadata-empty", None),
        ("a.wav|はい\nb.wav\n", "metadata-row", 2),
        ("a.wav|\n", "metadata-row", 1),
        ("../a.wav|はい\n", "metadata-row", 1),
        ("/etc/a.wav|はい\n", "metadata-row", 1),
        ("a.wav|はい\na.wav|いいえ\n", "metadata-duplicate", 2),
    ],
)
def test_a_bad_row_is_named_by_its_line(tmp_path, text, code, measured):
    with pytest.raises(BadInput) as caught:
        metadata_read(written(tmp_path / "m.csv", text))
    assert (caught.value.code, caught.value.measured) == (code, measured)


def test_metadata_in_another_encoding_is_refused(tmp_path):
    (tmp_path / "m.csv").write_bytes("a.wav|はい".encode("cp932"))
    with pytest.raises(BadInput) as caught:
        metadata_read(tmp_path / "m.csv")
    assert caught.value.code == "metadata-unreadable"


def test_metadata_that_is_not_there_is_refused_in_words(tmp_path):
    with pytest.raises(BadInput) as caught:
        metadata_read(tmp_path / "m.csv")
    assert (caught.value.code, caught.value.params["detail"]) == ("metadata-unreadable", "No such file or directory")


def test_a_text_without_phonemes_falls_by_name():
    lines, verdicts = lines_phonemize([("a.wav", "はい。"), ("b.wav", "。。。")], JAPANESE)
    assert [line.name for line in lines] == ["a.wav"]
    assert [(verdict.file, verdict.code) for verdict in verdicts] == [("b.wav", "phonemes-empty")]


def test_japanese_text_declared_as_english_falls():
    lines, verdicts = lines_phonemize([("a.wav", "今日は晴れています。")], ENGLISH)
    assert not lines
    assert verdicts[0].is_rejection


def frozen(tmp_path, *entries):
    return written(tmp_path / "p.jsonl", "\n".join(json.dumps(entry) for entry in entries))


ENTRY = {"file": "a.wav", "symbols": ["sil", "a", "sil"], "tones": [0, 1, 0], "units": 1}


def test_frozen_phonemes_are_taken_as_they_stand(tmp_path):
    path = frozen(tmp_path, ENTRY)
    (line,) = lines_frozen([("a.wav", "まったく別の文")], path)
    assert (line.symbols, line.tones, line.units) == (("sil", "a", "sil"), (0, 1, 0), 1)


@pytest.mark.parametrize(
    "broken", [{"file": "a.wav"}, ENTRY | {"tones": [0]}, ENTRY | {"symbols": [], "tones": []}, ["a.wav"]]
)
def test_a_broken_frozen_line_is_named(tmp_path, broken):
    with pytest.raises(BadInput) as caught:
        lines_frozen([("a.wav", "あ")], frozen(tmp_path, ENTRY, broken))
    assert (caught.value.code, caught.value.measured) == ("phonemes-unreadable", 2)


def test_a_clip_without_frozen_phonemes_is_named(tmp_path):
    with pytest.raises(BadInput) as caught:
        lines_frozen([("a.wav", "あ"), ("b.wav", "い")], frozen(tmp_path, ENTRY))
    assert caught.value.code == "phonemes-missing"
    assert "b.wav" in str(caught.value)


def test_an_unknown_frozen_symbol_ends_the_run_before_any_work(tmp_path):
    metadata = written(tmp_path / "m.csv", "a.wav|あ\n")
    path = frozen(tmp_path, ENTRY | {"symbols": ["sil", "AA", "sil"]})
    with pytest.raises(BadInput) as caught:
        lines_read(metadata, JAPANESE, path)
    assert (caught.value.code, caught.value.measured) == ("symbol-unknown", "AA")
