import json
import os
import pty
import resource
import subprocess
import sys

import pytest

from trainer.__main__ import main
from trainer.text import Dictionary
from trainer.text.pronunciations import Pronunciation


def printed(capsys) -> dict:
    return json.loads(capsys.readouterr().out.splitlines()[-1])


def test_phonemes_are_printed_as_json(capsys):
    assert main(["phonemes", "--language", "ja-JP", "--text", "窓を開ける。"]) == 0
    document = printed(capsys)
    assert (document["language"], document["moras"]) == ("ja", 6)
    assert len(document["symbols"]) == len(document["tones"])


def test_a_file_becomes_a_line_for_each_of_its_lines(capfd, tmp_path):
    texts = ["窓を開ける。", "", "あ" * 2001, "猫。"] * 30
    (tmp_path / "texts").write_text("\n".join(texts) + "\n", encoding="utf-8")
    assert main(["phonemes", "--language", "ja", "--file", str(tmp_path / "texts"), "--jobs", "2"]) == 3
    documents = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [document.get("text", "refused") for document in documents] == ["窓を開ける。", "", "refused", "猫。"] * 30
    error = documents[6]["error"]
    assert (error["line"], error["code"], error["measured"], error["limit"]) == (7, "text-too-long", 2001, 2000)


def test_an_engine_that_compiles_a_dictionary_prints_nothing_after_our_last_line(tmp_path):
    """It did, at the end of the process, and only into a pipe."""
    command = [sys.executable, "-m", "trainer", "phonemes", "--language", "ja", "--text", "窓を開ける。"]
    entry = Pronunciation("窓", "ウィンドー", 1, "noun")
    (tmp_path / "entries.json").write_text(json.dumps(Dictionary("ja", (entry,)).as_json()))
    command += ["--pronunciations", str(tmp_path / "entries.json")]
    # With PYTHONUNBUFFERED C's library does not wait either.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert len(done.stdout.splitlines()) == 1
    assert json.loads(done.stdout)["reading"].startswith("ウィンドー")


def test_lines_are_read_from_standard_input_and_bytes_that_are_no_text_are_refused_by_line():
    command = [sys.executable, "-m", "trainer", "phonemes", "--language", "en", "--file", "-"]
    given = b"\xef\xbb\xbfHello.\r\ncaf\xe9\nGoodbye."
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    first, refused, last = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, first["text"], last["text"]) == (3, "Hello.", "Goodbye.")
    assert (refused["error"]["line"], refused["error"]["code"]) == (2, "text-not-unicode")


def test_texts_are_read_with_pronunciations_and_one_text_with_an_override(capfd, tmp_path):
    dictionary = Dictionary.of("en", [Pronunciation("koebo", "K OW1 EH2 B OW0")])
    (tmp_path / "p.json").write_text(json.dumps(dictionary.as_json()))
    arguments = ["phonemes", "--language", "en", "--pronunciations", str(tmp_path / "p.json")]
    assert main([*arguments, "--text", "koebo"]) == 0
    by_text = printed(capfd)
    assert (by_text["reading"], by_text["dictionary"]) == ("K OW1 EH2 B OW0", dictionary.version)
    (tmp_path / "texts").write_text("koebo")
    assert main([*arguments, "--file", str(tmp_path / "texts")]) == 0
    assert printed(capfd) == by_text
    override = {"text": "koebo", "words": [{"word": "koebo", "phones": "K OW1 B OW0", "pause": ""}]}
    (tmp_path / "o.json").write_text(json.dumps(override))
    assert main([*arguments, "--text", "koebo", "--override", str(tmp_path / "o.json")]) == 0
    by_hand = printed(capfd)
    assert (by_hand["reading"], by_hand["overridden"]) == ("K OW1 B OW0", True)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("{", "pronunciations-invalid"),
        ("[" * 100_000, "pronunciations-invalid"),
        ('{"language": "en", "entries": []}', "pronunciations-invalid"),
        ('{"language": "en", "entries": [{"surface": "cat", "reading": "K AE1 T"}]}', "pronunciations-invalid"),
        ('{"language": "ja", "version": "another", "entries": []}', "pronunciations-invalid"),
        ('{"language": "ja", "entries": [{"surface": "猫", "reading": "neko"}]}', "pronunciation-reading"),
        (None, "pronunciations-invalid"),
    ],
)
@pytest.mark.parametrize("command", ["phonemes", "check", "fit"])
def test_pronunciations_that_cannot_be_used_are_refused_before_any_work(capsys, tmp_path, command, content, code):
    if content is not None:
        (tmp_path / "p.json").write_text(content, encoding="utf-8")
    corpus = ["--metadata", str(tmp_path / "m.csv"), "--audio-dir", str(tmp_path)]
    out = ["--steps", "1", "--out", str(tmp_path / "out")]
    more = {"phonemes": ["--text", "猫"], "check": corpus, "fit": [*corpus, *out]}[command]
    assert main([command, "--language", "ja", "--pronunciations", str(tmp_path / "p.json"), *more]) == 3
    assert printed(capsys)["code"] == code
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        ([], 2, "usage"),
        (["phonemes", "--language", "ja"], 2, "usage"),
        (["phonemes", "--language", "ja", "--text", "あ", "--file", "-"], 2, "usage"),
        (["phonemes", "--language", "ja", "--file", "-", "--override", "o.json"], 2, "usage"),
        (["phonemes", "--language", "ja", "--text", "あ", "--override", "/nowhere"], 2, "usage"),
        (["phonemes", "--language", "ja", "--file", "/nowhere"], 2, "text-file-missing"),
        (["phonemes", "--language", "ja", "--file", "-", "--jobs", "0"], 2, "usage"),
        (["sing"], 2, "usage"),
        (["phonemes", "--text", "あ"], 2, "usage"),
        (["phonemes", "--language", "JP", "--text", "あ"], 3, "language-is-country"),
        (["phonemes", "--language", "zz", "--text", "あ"], 3, "language-unknown"),
        (["measure", "--model", "/nowhere"], 3, "artefact-invalid"),
    ],
)
def test_a_failure_is_an_exit_status_and_one_line_of_json(capsys, arguments, status, code):
    assert main(arguments) == status
    failure = printed(capsys)
    assert (failure["event"], failure["code"]) == ("failed", code)
    assert failure["message"]


def fit(corpus, out, *more, **options) -> tuple[int, list[dict]]:
    arguments = ["--metadata", corpus / "metadata.csv", "--audio-dir", corpus / "audio", "--out", out, *more]
    command = [sys.executable, "-m", "trainer", "fit", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("more", "status", "code"),
    [
        (["--language", "ja"], 2, "budget-unclear"),
        (["--language", "ja", "--minutes", "-1"], 2, "budget-out-of-range"),
        (["--language", "ja", "--steps", "1", "--seed", "-1"], 2, "budget-out-of-range"),
        (["--language", "ja", "--steps", "1", "--threads", "-1"], 2, "budget-out-of-range"),
        (["--language", "JP", "--steps", "1"], 3, "language-is-country"),
        (["--language", "en", "--steps", "1"], 3, "corpus-empty"),  # Japanese text: every row falls, and says why
    ],
)
def test_fit_refuses_before_it_trains(small_corpus, tmp_path, more, status, code):
    returned, events = fit(small_corpus, tmp_path / "out", *more)
    assert (returned, events[-1]["event"], events[-1]["code"]) == (status, "failed", code)
    assert not any(event["event"] == "start" for event in events)


def test_a_disk_that_fills_up_is_named(small_corpus, tmp_path):
    def small_files():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))

    more = ["--language", "ja", "--steps", "1", "--held-out", "4"]
    returned, events = fit(small_corpus, tmp_path / "out", *more, preexec_fn=small_files)
    assert (returned, events[-1]["code"]) == (6, "disk-full")


def test_a_folder_that_cannot_be_written_is_named(small_corpus, tmp_path):
    (tmp_path / "out").write_text("a file")
    returned, events = fit(small_corpus, tmp_path / "out", "--language", "ja", "--steps", "1")
    assert (returned, events[-1]["code"]) == (3, "out-unwritable")
    assert str(tmp_path / "out") in events[-1]["message"]


@pytest.mark.parametrize("encoding", ["ascii", "cp932"])
def test_what_is_printed_is_utf_8_whatever_the_environment_prefers(encoding):
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "trainer", "phonemes", "--language", "ja", "--text", "\U0001f3a4こんにちは"]
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert "こんにちは" in json.loads(done.stdout.decode("utf-8"))["text"]


def test_check_accounts_for_every_row(small_corpus, capsys, tmp_path):
    rows = (small_corpus / "metadata.csv").read_text(encoding="utf-8").splitlines()[:3]
    metadata = tmp_path / "m.csv"
    metadata.write_text(
        "\n".join([*rows, "", "missing.wav|はい。", f"{rows[0].split('|')[0][:-4]}x.wav|★"]), encoding="utf-8"
    )
    arguments = ["--metadata", str(metadata), "--audio-dir", str(small_corpus / "audio"), "--language", "ja"]
    assert main(["check", *arguments]) == 3  # as `fit` would end
    document = printed(capsys)
    assert (document["clips"], document["usable"], document["rejected"]) == (5, 3, 2)
    whole, *rejected = [verdict for verdict in document["verdicts"] if verdict["level"] == "reject"]
    assert (whole["code"], whole["file"], whole["measured"]) == ("corpus-empty", None, 3)
    assert {verdict["line"] for verdict in rejected} == {5, 6}  # a blank line is no row, yet it counts
    assert all(verdict["file"] and verdict["message"] for verdict in rejected)
    assert main(["check", *arguments, "--format", "table", "--locale", "ja"]) == 3
    table = capsys.readouterr().out
    assert "クリップ 5 件" in table and "学習を始められません" in table


def test_check_ends_well_where_a_training_can_begin_though_a_clip_is_refused(small_corpus, capsys, tmp_path):
    rows = (small_corpus / "metadata.csv").read_text(encoding="utf-8").splitlines()
    (tmp_path / "m.csv").write_text("\n".join([*rows, "missing.wav|はい。"]), encoding="utf-8")
    audio = str(small_corpus / "audio")
    assert main(["check", "--metadata", str(tmp_path / "m.csv"), "--audio-dir", audio, "--language", "ja"]) == 0
    document = printed(capsys)
    assert (document["can_begin"], document["rejected"]) == (True, 1)


def test_check_prints_a_table_on_a_terminal(small_corpus):
    arguments = ["--metadata", small_corpus / "metadata.csv", "--audio-dir", small_corpus / "audio", "--language", "ja"]
    ours, theirs = pty.openpty()
    done = subprocess.run([sys.executable, "-m", "trainer", "check", *arguments], stdout=theirs, check=True)
    assert os.read(ours, 100_000).decode().startswith(("FILE", "14 clips")), done


def test_a_model_is_found_in_the_folder_that_its_training_was_given(capsys, tmp_path):
    (tmp_path / "artefact").mkdir()
    (tmp_path / "artefact" / "manifest.json").write_text("[1]")
    assert main(["synthesize", "--model", str(tmp_path), "--text", "猫。", "--out", str(tmp_path / "x.wav")]) == 3
    # The manifest was read, and found to be none.
    assert printed(capsys)["detail"].startswith("no ")
