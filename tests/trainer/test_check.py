"""What a check of a whole corpus says about its lines, beside their recordings and beside each other."""

import json
import shutil

import numpy as np
import pytest
import soundfile

from trainer.check import corpus_check
from trainer.data.corpus import corpus_load, utterance_load
from trainer.errors import BadInput
from trainer.languages import LANGUAGES
from trainer.lines import Line, lines_read

JAPANESE = LANGUAGES["ja"]


@pytest.fixture
def check(small_corpus, tmp_path):
    """Return a function that checks the small corpus with some of its texts replaced; it returns codes by file."""
    rows = dict(line.split("|") for line in (small_corpus / "metadata.csv").read_text(encoding="utf-8").splitlines())
    audio = tmp_path / "audio"
    shutil.copytree(small_corpus / "audio", audio)

    def check(frozen=None, **texts):
        changed = rows | {f"{name}.wav": text for name, text in texts.items()}
        metadata = tmp_path / "metadata.csv"
        metadata.write_text("\n".join(f"{name}|{text}" for name, text in changed.items()), encoding="utf-8")
        found = {}
        check.document = corpus_check(metadata, audio, JAPANESE, frozen)
        for verdict in check.document["verdicts"]:
            if verdict["level"] != "fix":
                found.setdefault((verdict["file"] or "").removesuffix(".wav"), []).append(verdict["code"])
        return found

    check.audio = audio
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


def tone(path, seconds: float, rate: int = 22_050):
    soundfile.write(path, 0.3 * np.sin(np.arange(round(seconds * rate)) / 5), rate)


def test_clips_too_short_or_too_long_for_the_recipe_are_refused_by_name(check):
    tone(check.audio / "clip000.wav", 0.3)
    tone(check.audio / "clip001.wav", 21.0)
    tone(check.audio / "clip002.wav", 0.7)
    found = check(clip002="昼食のあとに一時間ほど歩くのが祖母の習慣になっている。")
    assert "duration-too-short" in found["clip000"]
    assert "duration-too-long" in found["clip001"]
    assert "clip-too-short" in found["clip002"]
    refused = next(verdict for verdict in check.document["verdicts"] if verdict["code"] == "clip-too-short")
    assert refused["measured"] == pytest.approx(0.7) and refused["limit"] > 0.7
    assert "clip002.wav" in refused["message"]


def test_what_is_too_short_for_its_phones_is_so_for_the_check_and_for_the_training(check, tmp_path):
    """To the frame: both sides of the limit, in both."""
    symbols, tones = ("a",) * 40, (0,) * 40
    for name, seconds in {
        "clip000.wav": 0.65,
        "clip001.wav": 0.66,
        "clip002.wav": 0.6955,
        "clip003.wav": 0.6975,
    }.items():
        tone(check.audio / name, seconds)
    lines = [Line(f"clip{index:03}.wav", "あ", symbols, tones, 40) for index in range(4)]
    entries = [{"file": f"clip{index:03}.wav", "symbols": symbols, "tones": tones, "units": 40} for index in range(14)]
    (tmp_path / "frozen").write_text("\n".join(map(json.dumps, entries)))
    found = check(tmp_path / "frozen")
    refused = {name for name, codes in found.items() if "clip-too-short" in codes}
    for line in lines:
        try:
            utterance_load(line, check.audio, JAPANESE)
        except BadInput as error:
            assert (error.code, line.name[:7] in refused) == ("clip-too-short", True)
        else:
            assert line.name[:7] not in refused
    assert refused == {"clip000", "clip001", "clip002"}


def test_symbols_and_tones_that_no_model_knows_are_named_for_each_clip(check, tmp_path):
    entries = [{"file": f"clip{index:03}.wav", "symbols": ["a"], "tones": [0], "units": 1} for index in range(14)]
    entries[3]["symbols"], entries[5]["symbols"], entries[6]["tones"] = ["qq"], ["xx"], [9]
    (tmp_path / "frozen").write_text("\n".join(map(json.dumps, entries)))
    found = check(tmp_path / "frozen")
    assert [found[name][-1] for name in ("clip003", "clip005", "clip006")] == [
        "symbol-unknown",
        "symbol-unknown",
        "tone-unknown",
    ]


def test_a_corpus_that_no_training_would_begin_with_is_refused_as_a_whole(check):
    assert "" not in check()
    empty = check(**{f"clip{index:03}": "★★★" for index in range(7)})
    assert empty[""] == ["corpus-empty"]
    assert (check.document["usable"], check.document["rejected"]) == (7, 7)
    assert check.document["verdicts"][0]["message"].startswith("Only 7 clips can be used, and 7 cannot")
    alike = check(**{f"clip{index:03}": "窓を開けて、空を見よう。" for index in range(14)})
    assert alike[""] == ["held-out-too-many"]


def test_every_clip_is_counted_once_and_its_audio_too(check):
    tone(check.audio / "clip001.wav", 21.0)
    check(clip000="★★★", clip004="今日は<b>晴れ</b>ています。")
    document = check.document
    assert (document["clips"], document["rejected"], document["usable"]) == (14, 2, 12)
    warned = {verdict["file"] for verdict in document["verdicts"] if verdict["level"] == "warn"}
    assert document["warned"] == len(warned - {"clip000.wav", "clip001.wav"})
    assert 0 < document["usable_audio_s"] < document["audio_s"] - 21


def test_a_file_that_is_named_twice_is_a_verdict_on_its_line_beside_all_others(check, tmp_path):
    check(clip000="★★★")
    metadata = tmp_path / "metadata.csv"
    rows = metadata.read_text(encoding="utf-8").splitlines()
    metadata.write_text("\n".join([*rows, "", rows[2], "clip003.wav|別の文です。"]), encoding="utf-8")
    document = corpus_check(metadata, check.audio, JAPANESE)
    refused = [(verdict["line"], verdict["file"], verdict["code"]) for verdict in document["verdicts"]]
    assert [found for found in refused if found[2] in ("phonemes-empty", "metadata-duplicate")] == [
        (1, "clip000.wav", "phonemes-empty"),
        (16, "clip002.wav", "metadata-duplicate"),
        (17, "clip003.wav", "metadata-duplicate"),
    ]
    assert (document["clips"], document["usable"], document["rejected"]) == (14, 11, 3)
    said = next(verdict["message"] for verdict in document["verdicts"] if verdict["line"] == 17)
    assert said.startswith("Line 17 names “clip003.wav” a second time")


@pytest.mark.parametrize("fault", ["a clip and a tone", "a name twice", "a symbol", "too few different texts"])
def test_a_training_begins_where_the_check_says_that_it_can(check, tmp_path, fault):
    """Both read the same files: `fit` as far as its corpus is read."""
    entries = [
        {"file": f"clip{index:03}.wav", "symbols": ["a"] * (2 + index), "tones": [0] * (2 + index), "units": 2 + index}
        for index in range(14)
    ]
    match fault:
        case "a clip and a tone":
            tone(check.audio / "clip000.wav", 0.3)
            entries[3]["tones"][0] = 9
        case "a symbol":
            entries[3]["symbols"][0] = "qq"
        case "too few different texts":
            entries = [entry | {name: entries[0][name] for name in ("symbols", "tones")} for entry in entries]
    frozen, metadata = tmp_path / "frozen", tmp_path / "metadata.csv"
    frozen.write_text("\n".join(map(json.dumps, entries)))
    check(frozen)
    can_begin = check.document["can_begin"]
    if fault == "a name twice":
        metadata.write_text(metadata.read_text(encoding="utf-8") + "\nclip000.wav|窓。", encoding="utf-8")
        can_begin = corpus_check(metadata, check.audio, JAPANESE, frozen)["can_begin"]
    assert can_begin == (fault == "a clip and a tone")
    try:
        lines, verdicts = lines_read(metadata, JAPANESE, frozen)
        corpus_load(lines, check.audio, JAPANESE, held_out=None, seed=0, verdicts=verdicts)
    except BadInput:
        assert not can_begin
    else:
        assert can_begin
