import json
import resource
import subprocess
import sys

import pytest

from trainer.__main__ import main


def printed(capsys) -> dict:
    return json.loads(capsys.readouterr().out.splitlines()[-1])


def test_phonemes_are_printed_as_json(capsys):
    assert main(["phonemes", "--language", "ja-JP", "--text", "窓を開ける。"]) == 0
    document = printed(capsys)
    assert (document["language"], document["moras"]) == ("ja", 6)
    assert len(document["symbols"]) == len(document["tones"])


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        ([], 2, "usage"),
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


def test_check_accounts_for_every_row(small_corpus, capsys, tmp_path):
    rows = (small_corpus / "metadata.csv").read_text(encoding="utf-8").splitlines()[:3]
    metadata = tmp_path / "m.csv"
    metadata.write_text(
        "\n".join([*rows, "", "missing.wav|はい。", f"{rows[0].split('|')[0][:-4]}x.wav|★"]), encoding="utf-8"
    )
    arguments = ["--metadata", str(metadata), "--audio-dir", str(small_corpus / "audio"), "--language", "ja"]
    assert main(["check", *arguments]) == 0
    document = printed(capsys)
    assert (document["clips"], document["usable"], document["rejected"]) == (5, 3, 2)
    rejected = [verdict for verdict in document["verdicts"] if verdict["level"] == "reject"]
    assert {verdict["line"] for verdict in rejected} == {5, 6}  # a blank line is no row, yet it counts
    assert all(verdict["file"] and verdict["message"] for verdict in rejected)
