"""A base model from end to end, as the command makes it."""

import json
import signal
import subprocess
import sys
from dataclasses import replace

import pytest

from trainer.__main__ import main
from trainer.base import BaseSpec, corpus_make, sentences_choose
from trainer.base_teachers import TEACHERS
from trainer.errors import UsageError
from trainer.languages import LANGUAGES
from trainer.lines import metadata_read
from trainer.manifest import manifest_read
from trainer.reporter import SilentReporter

JA = LANGUAGES["ja"]
STEPS = 12


def command_of(out, *more) -> list[str]:
    given = ["base", "--language", "ja", "--sentences", 10, "--threads", 1, "--out", out, *more]
    return [sys.executable, "-m", "trainer", *map(str, given)]


def training_of(out) -> list[str]:
    return command_of(out, "--steps", STEPS, "--checkpoint-every", 0.1)


def finished(command) -> list[dict]:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def failed(capsys, *arguments) -> dict:
    assert main(["base", *map(str, arguments)]) == 2
    return json.loads(capsys.readouterr().out.splitlines()[-1])


@pytest.fixture(scope="module")
def killed_and_resumed(tmp_path_factory):
    """OUT of a base that was killed in its training, the inodes of its recordings then, and the events of the rest."""
    out = tmp_path_factory.mktemp("base") / "out"
    child = subprocess.Popen(training_of(out), stdout=subprocess.PIPE, text=True)
    for line in child.stdout:
        if json.loads(line)["event"] == "checkpoint":
            child.send_signal(signal.SIGKILL)
            break
    child.wait()
    inodes = {path.name: path.stat().st_ino for path in (out / "corpus/openjtalk/audio").iterdir()}
    return out, inodes, finished(training_of(out))


@pytest.mark.slow
def test_a_killed_base_goes_on_where_it_was(killed_and_resumed):
    out, inodes, events = killed_and_resumed
    assert len(inodes) == 10
    assert {path.name: path.stat().st_ino for path in (out / "corpus/openjtalk/audio").iterdir()} == inodes
    assert not [event for event in events if event.get("name") == "teacher"]
    start = next(event for event in events if event["event"] == "start")
    assert 0 < start["resumed_step"] < STEPS
    assert events[-1]["event"] == "done" and events[-1]["step"] == STEPS


@pytest.mark.slow
def test_its_manifest_names_teacher_packages_and_licence(killed_and_resumed):
    manifest = manifest_read(killed_and_resumed[0] / "artefact", verify=True)
    assert manifest.language == JA
    (name, facts), *others = manifest.data["base"]["teachers"].items()
    assert (name, others) == ("openjtalk", [])
    assert facts["packages"] == TEACHERS["openjtalk"].versions()
    assert facts["licence"] == "CC-BY-3.0" and "Nagoya" in facts["rights_holder"]
    assert (facts["sentences"], facts["clips"], facts["left_out"]) == (10, 10, [])


@pytest.mark.slow
def test_a_training_starts_from_it(killed_and_resumed, small_corpus, tmp_path):
    base = killed_and_resumed[0] / "artefact"
    given = ["fit", "--metadata", small_corpus / "metadata.csv", "--audio-dir", small_corpus / "audio"]
    given += ["--language", "ja", "--steps", 50, "--threads", 1, "--out", tmp_path / "fit", "--warm-start", base]
    child = subprocess.Popen([sys.executable, "-m", "trainer", *map(str, given)], stdout=subprocess.PIPE, text=True)
    seen = []
    for line in child.stdout:
        seen.append(json.loads(line)["event"])
        if seen[-1] == "progress":
            child.terminate()
    assert child.wait() == 75
    assert "start" in seen and "failed" not in seen


def test_several_teachers_are_pooled_under_their_names(tmp_path, monkeypatch):
    monkeypatch.setitem(TEACHERS, "other", replace(TEACHERS["openjtalk"], name="other", program=OTHER))
    spec = BaseSpec(JA, tmp_path, teachers=("openjtalk", "other", "openjtalk"), sentences=10)
    corpora = corpus_make(spec, SilentReporter())
    assert [corpus.facts["name"] for corpus in corpora] == ["openjtalk", "other"]
    rows = metadata_read(tmp_path / "corpus" / "metadata.csv")
    assert [name.split("/")[0] for name, _ in rows] == ["openjtalk"] * 10 + ["other"] * 10
    assert [text for _, text in rows[:10]] == [text for _, text in rows[10:]]
    assert all((tmp_path / "corpus" / name).is_file() for name, _ in rows)


# The first teacher's program under another name.
OTHER = (*TEACHERS["openjtalk"].command("")[:-1],)


def test_sentences_are_spread_over_the_script():
    script = [str(number) for number in range(540)]
    assert sentences_choose(script, None) == script == sentences_choose(script, 540)
    chosen = list(map(int, sentences_choose(script, 100)))
    assert len(set(chosen)) == 100 and {b - a for a, b in zip(chosen, chosen[1:], strict=False)} == {5, 6}
    for count in (0, 9, 541):
        with pytest.raises(UsageError) as raised:
            sentences_choose(script, count)
        assert raised.value.code == "sentences-out-of-range"


def test_wrong_calls_are_refused_before_anybody_speaks(capsys, tmp_path):
    given = ["--language", "ja", "--out", tmp_path / "out", "--sentences", 10]
    assert failed(capsys, *given)["code"] == "budget-unclear"
    assert failed(capsys, *given, "--steps", 5, "--teacher", "joe")["code"] == "teacher-unknown"
    assert failed(capsys, *given, "--steps", 5, "--corpus-only")["code"] == "usage"
    assert not (tmp_path / "out").exists()
