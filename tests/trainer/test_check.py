"""What a check of a whole corpus says about its lines, beside their recordings and beside each other."""

import shutil

import pytest

from trainer.check import corpus_check
from trainer.languages import LANGUAGES

JAPANESE = LANGUAGES["ja"]


@pytest.fixture
def check(small_corpus, tmp_path):
    """Return a function that checks the small corpus with some of its texts replaced; it returns codes by file."""
    rows = dict(line.split("|") for line in (small_corpus / "metadata.csv").read_text(encoding="utf-8").splitlines())
    audio = tmp_path / "audio"
    shutil.copytree(small_corpus / "audio", audio)

    def check(**texts):
        changed = rows | {f"{name}.wav": text for name, text in texts.items()}
        metadata = tmp_path / "metadata.csv"
        metadata.write_text("\n".join(f"{name}|{text}" for name, text in changed.items()), encoding="utf-8")
        found = {}
        for verdict in corpus_check(metadata, audio, JAPANESE)["verdicts"]:
            if verdict["level"] != "fix":
                found.setdefault(verdict["file"].removesuffix(".wav"), []).append(verdict["code"])
        return found

    return check


def test_a_sound_corpus_gets_no_remark_on_its_texts(check):
    assert {code for codes in check().values() for code in codes} <= {"clipped"}


def test_each_kind_of_bad_line_is_named(check):
    long_text = "昼食のあとに一時間ほど歩くのが祖母の習慣になっている。" * 4
    found = check(
        clip000="★★★",
        clip001="hello everyone, how are you",
        clip002="うん。" * 30,
        clip003="あ。",
        clip004="今日は<b>晴れ</b>ています。",
        clip005="今日は\x07晴れています。",
        clip006=long_text,
        clip007="雨五、雪を見たよ。",
        clip008="雨5、雪を見たよ。",
        clip009="한국어로 말합니다",
    )
    assert "phonemes-empty" in found["clip000"]
    assert "script-mismatch" in found["clip001"]
    assert "phonemes-per-second" in found["clip002"]
    assert "text-markup" in found["clip004"]
    assert "text-control-characters" in found["clip005"]
    assert {"line-long", "phonemes-per-second"} <= set(found["clip006"])
    assert "phonemes-identical" in found["clip007"] and "phonemes-identical" in found["clip008"]
    assert "script-mismatch" in found["clip009"]


def test_one_text_that_cannot_be_read_at_all_does_not_hide_the_others(check):
    found = check(clip000="あ" * 2001, clip001="★")
    assert "text-too-long" in found["clip000"]
    assert "phonemes-empty" in found["clip001"]
