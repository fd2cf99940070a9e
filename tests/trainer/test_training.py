"""One real training, interrupted half-way, and everything that can be done with what it leaves."""

import json
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
import soundfile

from tests.trainer.conftest import JAPANESE, corpus_speak
from trainer.errors import BadInput
from trainer.evaluate import CONTENT_CHECK_PASS
from trainer.features import HOP_SAMPLES
from trainer.manifest import manifest_read
from trainer.sentences import training_script
from trainer.voice import Voice

pytestmark = pytest.mark.slow

# After 60 steps every one of the 8 held-out clips is nearest to its own recording; twice that leaves a margin.
CLIPS, HELD_OUT, VALIDATION, STEPS, STOP_AT = 48, 8, 2, 120, 30


def trainer(*arguments) -> list[str]:
    return [sys.executable, "-m", "trainer", *map(str, arguments)]


def finished(*arguments) -> tuple[int, list[dict]]:
    done = subprocess.run(trainer(*arguments), capture_output=True, text=True, check=False)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    texts = sorted(training_script(JAPANESE), key=len)[:CLIPS]
    return corpus_speak(tmp_path_factory.mktemp("training") / "corpus", texts)


@pytest.fixture(scope="module")
def fit_arguments(corpus):
    out = corpus.parent / "out"
    arguments = ["fit", "--metadata", corpus / "metadata.csv", "--audio-dir", corpus / "audio", "--language", "ja"]
    return [*arguments, "--steps", STEPS, "--held-out", HELD_OUT, "--out", out]


@pytest.fixture(scope="module")
def interrupted(fit_arguments):
    """Exit code and events of a training that was asked to stop after `STOP_AT` steps."""
    child = subprocess.Popen(trainer(*fit_arguments), stdout=subprocess.PIPE, text=True)
    events = []
    for line in child.stdout:
        events.append(json.loads(line))
        if events[-1]["event"] == "progress" and events[-1]["step"] >= STOP_AT:
            child.send_signal(signal.SIGTERM)
    return child.wait(), events


@pytest.fixture(scope="module")
def resumed(interrupted, fit_arguments):
    return finished(*fit_arguments, "--resume")


@pytest.fixture(scope="module")
def artefact(resumed, corpus):
    return corpus.parent / "out" / "artefact"


@pytest.fixture(scope="module")
def voice(artefact):
    return Voice.load(artefact, threads=1)


def test_a_request_to_stop_ends_with_a_checkpoint_and_75(interrupted, corpus):
    code, events = interrupted
    assert code == 75
    (start,) = [event for event in events if event["event"] == "start"]
    assert (start["clips"], start["held_out"], start["steps_planned"]) == (
        CLIPS - HELD_OUT - VALIDATION,
        HELD_OUT,
        STEPS,
    )
    checkpoint = [event for event in events if event["event"] == "checkpoint"][-1]
    assert checkpoint["step"] >= STOP_AT
    assert (corpus.parent / "out" / checkpoint["path"]).is_file()


def test_the_resumed_training_goes_on_from_there_and_publishes(interrupted, resumed, artefact):
    code, events = resumed
    stopped_at = [event for event in interrupted[1] if event["event"] == "checkpoint"][-1]["step"]
    start = next(event for event in events if event["event"] == "start")
    assert (code, start["resumed_step"], events[-1]["event"]) == (0, stopped_at, "done")
    manifest = manifest_read(artefact)
    assert (events[-1]["digest"], events[-1]["step"]) == (manifest.digest, STEPS)
    assert len(manifest.data["corpus"]["validation"]) == VALIDATION
    assert manifest.data["training"]["published_step"] <= STEPS
    assert manifest.data["corpus"]["clips"] == CLIPS - HELD_OUT - VALIDATION
    assert not list(artefact.parent.glob(".artefact*"))


def test_the_model_says_what_it_is_given_at_a_measured_rate(artefact):
    code, documents = finished("measure", "--model", artefact, "--threads", 2)
    assert (code, len(documents)) == (0, 1)
    (figures,) = documents
    assert figures["rate"]["unit"] == "mora/s"
    assert figures["rate"]["sentences"] == 12
    assert 4 < figures["rate"]["speaking"] <= figures["rate"]["articulation"] < 12
    assert figures["sweep"]["length_scale"]["verdict"] == "effective"
    check = figures["content_check"]
    assert check["held_out"] == HELD_OUT
    assert check["accuracy"] >= CONTENT_CHECK_PASS
    assert check["own_over_other"] < 0.85
    assert figures["rtf"] > 0 and figures["first_audio_s"] > 0
    assert figures["conditions"]["threads"] == 2


def test_chunks_are_the_audio_made_at_once(voice):
    (phonemes,) = voice.phonemize("週末の天気は、晴れのち曇りです。")
    chunks = list(voice.speak(phonemes))
    mel, _ = voice.mel(phonemes)
    assert len(chunks) > 1
    assert sum(map(len, chunks)) == len(mel) * HOP_SAMPLES
    assert np.concatenate(chunks) == pytest.approx(voice._vocode(mel, 0, len(mel)), abs=1e-4)


def test_two_threads_may_speak_at_once(voice):
    texts = ["おはようございます。", "こんばんは。"]
    alone = [voice.synthesize(text) for text in texts]
    together: dict[str, np.ndarray] = {}
    threads = [threading.Thread(target=lambda t=t: together.update({t: voice.synthesize(t)})) for t in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for text, samples in zip(texts, alone, strict=True):
        assert together[text] == pytest.approx(samples, abs=1e-5)


def test_sentences_of_one_text_are_parted_by_a_pause(voice):
    one, two = voice.synthesize("はい。"), voice.synthesize("はい。はい。")
    assert len(two) > 2 * len(one)


@pytest.mark.parametrize(
    ("text", "code"), [("", "phonemes-empty"), ("…", "phonemes-empty"), ("ね" * 2001, "text-too-long")]
)
def test_a_text_that_cannot_be_spoken_is_refused_before_the_first_chunk(voice, text, code):
    with pytest.raises(BadInput) as caught:
        voice.speak(text)
    assert caught.value.code == code


def test_the_sample_can_be_heard_and_does_not_clip(artefact):
    samples, rate = soundfile.read(artefact / "sample.wav")
    assert rate == 22_050
    assert 1 < len(samples) / rate < 6
    assert 0.05 < np.abs(samples).max() < 0.995


def test_synthesize_writes_a_file_and_loads_no_torch(artefact, tmp_path):
    code = f"""
import sys
from trainer.__main__ import main
status = main(["synthesize", "--model", {str(artefact)!r}, "--text", "はい。", "--out", {str(tmp_path / "x.wav")!r}])
sys.exit(status or ("torch" in sys.modules))
"""
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False).returncode == 0
    assert soundfile.info(tmp_path / "x.wav").samplerate == 22_050


def test_a_length_scale_out_of_range_is_bad_input(artefact, tmp_path):
    arguments = ["--model", artefact, "--text", "はい。", "--out", tmp_path / "x.wav", "--length-scale", "3"]
    code, events = finished("synthesize", *arguments)
    assert (code, events[-1]["event"], events[-1]["code"]) == (3, "failed", "length-scale-out-of-range")
    assert not (tmp_path / "x.wav").exists()


def test_a_finished_training_is_not_overwritten_unasked(fit_arguments, resumed):
    code, events = finished(*fit_arguments)
    assert (code, events[-1]["code"]) == (3, "out-not-empty")


def test_another_corpus_cannot_take_up_the_checkpoint(fit_arguments, resumed, small_corpus):
    other = [small_corpus / "metadata.csv", small_corpus / "audio"]
    arguments = ["fit", "--metadata", other[0], "--audio-dir", other[1], *fit_arguments[5:], "--resume"]
    arguments[arguments.index("--held-out") + 1] = 4
    code, events = finished(*arguments)
    assert (code, events[-1]["code"]) == (3, "checkpoint-mismatch")
    assert "corpus_digest" in events[-1]["message"]


def test_the_artefact_can_be_made_again_from_a_checkpoint_though_the_newest_is_broken(fit_arguments, resumed, artefact):
    """Comes last: it replaces the artefact by one of an earlier step."""
    newest = sorted((artefact.parent / "checkpoints").glob("step-*.pt"))[-1]
    newest.write_bytes(newest.read_bytes()[:1000])
    arguments = [argument for argument in fit_arguments[1:] if argument not in ("--steps", STEPS)]
    code, events = finished("export", *arguments)
    assert (code, events[-1]["event"]) == (0, "done")
    assert any(event["event"] == "warning" and event["code"] == "checkpoint-unreadable" for event in events)
    assert manifest_read(artefact).data["training"]["step"] == events[-1]["step"] < STEPS


def test_a_warm_start_begins_where_the_other_voice_ended(interrupted, resumed, fit_arguments):
    out = fit_arguments[-1]
    cold = interrupted[1]
    arguments = [*fit_arguments[:-6], "--steps", 3, "--held-out", HELD_OUT]
    code, events = finished(*arguments, "--out", out.parent / "warm", "--warm-start", out / "artefact")
    assert code == 0
    first = next(event["losses"]["mel"] for event in events if event["event"] == "progress")
    assert first < 0.5 * next(event["losses"]["mel"] for event in cold if event["event"] == "progress")
    manifest = manifest_read(out.parent / "warm" / "artefact")
    assert manifest.data["training"]["warm_start"] == manifest_read(out / "artefact").digest


def test_a_voice_of_another_language_is_no_warm_start(resumed, fit_arguments):
    out = fit_arguments[-1]
    arguments = [*fit_arguments, "--warm-start", out / "artefact"]
    arguments[arguments.index("ja")], arguments[arguments.index(out)] = "en", out.parent / "english"
    code, events = finished(*arguments)
    assert code == 3
    assert (events[-1]["code"], events[-1]["measured"], events[-1]["limit"]) == ("warm-start-differs", "ja", "en")
