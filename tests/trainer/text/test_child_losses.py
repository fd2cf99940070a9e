"""Whatever ends or hangs a reading child: the culprit alone is refused, and no child is left behind."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest

from tests.trainer.text.children import EN, HOSTILE, JA, is_running, outcomes, requests, wait_until
from trainer.errors import BadInput, EngineUnavailable
from trainer.sentences import training_script
from trainer.text import phonemize, reader_pool
from trainer.text.child import PhonemeChild, ReaderLimits

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def child():
    made = PhonemeChild()
    yield made
    made.close()


@pytest.fixture
def hostile():
    made = PhonemeChild(command=HOSTILE, limits=ReaderLimits(text_s=1.0))
    yield made
    made.close()


@pytest.mark.parametrize(
    ("text", "measured"),
    [("crash", "SIGSEGV"), ("exit", "exit 7: "), ("bug", "ZeroDivisionError"), ("memory", "MemoryError")],
)
def test_a_text_that_ends_the_engine_is_refused_and_the_next_one_is_read(hostile, text, measured):
    with pytest.raises(BadInput) as caught:
        hostile.phonemize(text, JA)
    assert (caught.value.code, caught.value.measured) == ("phonemes-engine-died", measured)
    assert hostile.phonemize("はい。", JA) == phonemize("はい。", JA)


def test_a_text_that_hangs_the_engine_is_refused_in_time(hostile):
    hostile.phonemize("はい。", JA)
    started_at = time.monotonic()
    with pytest.raises(BadInput) as caught:
        hostile.phonemize("hang", JA)
    assert time.monotonic() - started_at < 5
    assert (caught.value.code, caught.value.limit) == ("phonemes-engine-hung", 1.0)
    assert caught.value.measured >= 1.0
    assert "at most 1.0 s" in str(caught.value)
    assert hostile.phonemize("はい。", JA).symbols


def test_of_a_batch_only_the_culprits_are_refused(hostile):
    texts = ["one", "crash", "two", "hang", "bug", "three", "crash", "four"]
    assert outcomes(hostile.phonemize_many(requests(JA, texts))) == [
        "one", "phonemes-engine-died", "two", "phonemes-engine-hung", "phonemes-engine-died", "three",
        "phonemes-engine-died", "four",
    ]  # fmt: skip


def test_a_death_that_was_chance_costs_nothing(hostile, tmp_path):
    text = f"crash-once {tmp_path / 'died'}"
    assert outcomes(hostile.phonemize_many(requests(JA, ["one", text, "two"]))) == ["one", text, "two"]
    assert (tmp_path / "died").exists()


def test_the_deaths_of_several_readers_at_once_cost_nothing(hostile, tmp_path):
    texts = ["はい。"] * 128
    assert outcomes(hostile.phonemize_many(requests(JA, texts), jobs=2)) == texts
    assert len(hostile.pids()) == 2
    text = f"end-all-readers {tmp_path / 'ended_at'}"
    assert outcomes(hostile.phonemize_many(requests(JA, ["one", text, "two"]))) == ["one", text, "two"]


def test_when_every_text_ends_the_engine_it_is_not_the_texts(hostile):
    results = hostile.phonemize_many(requests(JA, ["one", *["crash"] * 9, "two"]))
    assert outcomes([next(results) for _ in range(5)]) == ["one", *["phonemes-engine-died"] * 4]
    with pytest.raises(EngineUnavailable) as caught:
        next(results)
    assert (caught.value.code, caught.value.measured) == ("phonemes-engine-unavailable", "SIGSEGV")


def test_what_an_engine_prints_is_no_answer(hostile):
    texts = ["chatter one", "two", "chatter three"]
    assert outcomes(hostile.phonemize_many(requests(JA, texts))) == texts
    assert hostile.phonemize("chatter", JA) == phonemize("chatter", JA)


def test_a_child_that_is_killed_while_idle_is_replaced():
    own = PhonemeChild()
    own.phonemize("はい", JA)
    (pid,) = own.pids()
    os.kill(pid, signal.SIGKILL)
    assert wait_until(lambda: not is_running(pid))
    assert own.phonemize("いいえ", JA).text == "いいえ"
    assert own.pids() != [pid] and len(own.pids()) == 1
    own.close()


def test_a_child_that_is_killed_while_it_works_loses_no_line():
    own = PhonemeChild()
    texts = list(training_script(JA)[:100])
    results = own.phonemize_many(requests(JA, texts * 3), jobs=2)
    made = [next(results)]
    for pid in own.pids():
        os.kill(pid, signal.SIGKILL)
    made += results
    assert [result.text for result in made] == texts * 3
    own.close()


def test_a_child_that_stands_still_is_replaced():
    own = PhonemeChild(limits=ReaderLimits(text_s=1.0))
    own.phonemize("はい", JA)
    (pid,) = own.pids()
    os.kill(pid, signal.SIGSTOP)
    long_enough_to_fill_the_pipe = ["…" * 2000] * 10
    first, *others = own.phonemize_many(requests(JA, ["はい", *long_enough_to_fill_the_pipe]))
    assert first.code == "phonemes-engine-hung"
    assert not any(isinstance(result, BadInput) for result in others)
    assert own.phonemize("いいえ", JA).text == "いいえ"
    assert not is_running(pid)
    own.close()


@pytest.mark.parametrize(
    ("command", "measured"),
    [
        (["/nowhere/python", "-m", "trainer.text.reader"], "No such file or directory"),
        ([sys.executable, "-c", "import sys; sys.exit('no engine here')"], "exit 1: no engine here"),
        ([sys.executable, "-c", "import os; os.abort()"], "SIGABRT"),
        ([sys.executable, "-c", "import time; time.sleep(60)"], "0.5 s"),
    ],
)
def test_a_child_that_does_not_start_is_no_texts_fault(command, measured):
    own = PhonemeChild(command=command, limits=ReaderLimits(start_s=0.5))
    for _ in range(2):
        with pytest.raises(EngineUnavailable) as caught:
            own.phonemize("はい", JA)
        assert (caught.value.code, caught.value.measured) == ("phonemes-engine-unavailable", measured)
    with pytest.raises(EngineUnavailable):
        next(own.phonemize_many(requests(JA, ["はい"])))
    assert own.pids() == []


def test_a_child_that_cannot_read_now_is_no_texts_fault(hostile):
    with pytest.raises(EngineUnavailable) as caught:
        hostile.phonemize("full", JA)
    assert caught.value.measured == "No space left on device"
    with pytest.raises(EngineUnavailable):
        list(hostile.phonemize_many(requests(JA, ["はい", "full", "はい"])))
    assert hostile.phonemize("はい。", JA) == phonemize("はい。", JA)


def test_a_child_without_a_temporary_folder_is_no_texts_fault(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(EngineUnavailable) as caught:
        PhonemeChild().phonemize("はい", JA)
    assert caught.value.measured == "No such file or directory"


def test_a_slow_text_holds_up_nobody_for_long(hostile):
    hostile.phonemize("はい。", JA)
    slow = threading.Thread(target=hostile.phonemize, args=("slow 0.9", JA))
    slow.start()
    time.sleep(0.1)
    assert hostile.phonemize("いいえ。", JA).text == "いいえ。"
    slow.join()


def test_a_text_that_waits_too_long_is_told_so(monkeypatch):
    monkeypatch.setattr(reader_pool, "READERS_MAX", 1)
    own = PhonemeChild(command=HOSTILE, busy_s=0.2)
    own.phonemize("はい。", JA)
    slow = threading.Thread(target=own.phonemize, args=("slow 1.5", JA))
    slow.start()
    time.sleep(0.1)
    with pytest.raises(EngineUnavailable) as caught:
        own.phonemize("いいえ。", JA)
    assert (caught.value.code, caught.value.measured) == ("phonemes-busy", 0.2)
    slow.join()
    own.close()


def test_each_language_has_its_own_child(hostile):
    hostile.phonemize("はい", JA)
    (japanese,) = hostile.pids()
    with pytest.raises(BadInput):
        hostile.phonemize("crash", EN)
    assert japanese in hostile.pids()


def test_a_forked_process_starts_its_own_child_and_leaves_ours(child):
    child.phonemize("はい", JA)
    before = child.pids()
    pid = os.fork()
    if not pid:
        is_right = child.pids() == [] and child.phonemize("いいえ", JA).text == "いいえ" and child.pids() != before
        child.close()
        os._exit(0 if is_right else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert child.phonemize("うん", JA).text == "うん"
    assert child.pids() == before


START = """
import sys, time
from trainer.languages import LANGUAGES
from trainer.text.child import PhonemeChild, ReaderLimits
child = PhonemeChild({options})
child.phonemize("はい。", LANGUAGES["ja"])
print(*child.pids(), flush=True)
{then}
"""


def started(code):
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=ROOT)


@pytest.mark.parametrize(("then", "is_killed"), [("", False), ("time.sleep(60)", True)])
def test_no_child_outlives_its_parent(then, is_killed):
    with started(START.format(options="", then=then)) as parent:
        pid = int(parent.stdout.readline())
        if is_killed:
            assert is_running(pid)
            parent.kill()
        parent.wait()
        assert wait_until(lambda: not is_running(pid))


def test_a_child_that_hangs_when_its_parent_is_killed_ends_by_its_own_clock():
    options = f"command={HOSTILE!r}, limits=ReaderLimits(text_s=0.5)"
    then = "child.phonemize('hang', LANGUAGES['en'])"
    with started(START.format(options=options, then=then)) as parent:
        pid = int(parent.stdout.readline())
        time.sleep(0.2)
        parent.kill()
        parent.wait()
        assert wait_until(lambda: not is_running(pid), limit_s=12)


def test_secrets_stay_with_the_parent(child, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "s3cret")
    own = PhonemeChild()
    own.phonemize("はい", JA)
    assert b"s3cret" not in Path(f"/proc/{own.pids()[0]}/environ").read_bytes()
    own.close()
