from dataclasses import replace

import numpy as np
import pytest
import soundfile

from tests.trainer.conftest import JAPANESE
from trainer.audio.samples import recording_duration_s
from trainer.data.corpus import corpus_load, lines_list, lines_split
from trainer.errors import BadInput, Stopped
from trainer.features import FRAMES_PER_SECOND
from trainer.lines import Line, lines_read
from trainer.reporter import SilentReporter


def load(folder, lines, **options):
    return corpus_load(lines, folder / "audio", JAPANESE, **({"held_out": 4, "seed": 0} | options))


@pytest.fixture
def lines(small_corpus):
    return lines_read(small_corpus / "metadata.csv", JAPANESE, None)[0]


def test_held_out_clips_are_not_trained_on(loaded_corpus):
    train, held_out = ({u.line.name for u in part} for part in (loaded_corpus.train, loaded_corpus.held_out))
    assert (len(train), len(held_out)) == (10, 4)
    assert not train & held_out


def test_the_seed_alone_chooses_the_held_out_clips(small_corpus, lines, loaded_corpus):
    again, other = load(small_corpus, list(reversed(lines))), load(small_corpus, lines, seed=1)
    assert again.digest == loaded_corpus.digest
    assert [u.line.name for u in other.held_out] != [u.line.name for u in loaded_corpus.held_out]
    assert other.symbols_digest == loaded_corpus.symbols_digest


def test_phones_end_in_order_and_the_last_where_the_clip_ends(loaded_corpus):
    for clip in loaded_corpus.train:
        assert len(clip.ends) == len(clip.symbol_ids)
        assert (np.diff(clip.ends) >= 1.5).all()
        assert clip.ends[-1] == pytest.approx(clip.frames, abs=1)


def test_silent_ends_are_cut_to_an_edge(loaded_corpus):
    for clip in loaded_corpus.train:
        edge_s = clip.ends[0] / FRAMES_PER_SECOND
        assert 0.02 < edge_s < 0.25


def test_a_clip_that_cannot_be_read_is_left_out_by_name_and_one_that_stays_quiet_is_named(small_corpus, lines):
    folder = small_corpus / "audio"
    (folder / "broken.wav").write_bytes(b"no audio at all")
    soundfile.write(folder / "silent.wav", np.zeros(22_050), 22_050)
    for name, duration_s in (("short.wav", 0.2), ("hurried.wav", 0.7), ("endless.wav", 21.0)):
        soundfile.write(folder / name, 0.3 * np.sin(np.arange(round(duration_s * 22_050)) / 5), 22_050)
    names = ("broken.wav", "silent.wav", "short.wav", "hurried.wav", "endless.wav", "missing.wav")
    bad = [Line(name, "はい。", lines[0].symbols * 4, lines[0].tones * 4, 5) for name in names]

    reporter = SilentReporter()
    knocked, rate = soundfile.read(folder / lines[0].name)
    knocked[rate // 2 : rate // 2 + 100] *= 0
    knocked[rate // 2 + 50] = 40 * np.abs(knocked).max()
    soundfile.write(folder / "knocked.wav", knocked / np.abs(knocked).max(), rate)
    lines.append(replace(lines[0], name="knocked.wav"))

    corpus = load(small_corpus, [*lines, *bad], reporter=reporter)

    (warning,) = [event for event in reporter.events if event["event"] == "warning"]
    assert (warning["code"], warning["verdict"]["file"]) == ("peak-over-speech", "knocked.wav")
    assert warning["message"].startswith("knocked.wav: Something is much louder than the speech")
    assert len(corpus.train) + len(corpus.held_out) == len(lines)
    assert {verdict.file: verdict.code for verdict in corpus.verdicts} == {
        "broken.wav": "audio-not-recognised",
        "missing.wav": "audio-unreadable",
        "short.wav": "duration-too-short",
        "hurried.wav": "clip-too-short",
        "endless.wav": "duration-too-long",
        "silent.wav": "clip-silent",
    }
    assert all(verdict.file in verdict.message() or verdict.message() for verdict in corpus.verdicts)


def test_no_usable_clip_is_an_error_that_says_why(small_corpus, lines):
    missing = [Line(f"missing{n}.wav", "はい。", line.symbols, line.tones, 5) for n, line in enumerate(lines)]
    with pytest.raises(BadInput) as caught:
        load(small_corpus, missing)
    assert (caught.value.code, caught.value.measured) == ("corpus-empty", 0)
    assert "missing0.wav" in str(caught.value)
    # An operator who reads Japanese is told the reasons in Japanese too.
    japanese, english = caught.value.message("ja"), caught.value.message("en")
    assert all(verdict in japanese for verdict in caught.value.params["reasons"]["ja"].split("; "))
    assert caught.value.params["reasons"]["ja"] != caught.value.params["reasons"]["en"]
    assert japanese != english


def test_unknown_tones_are_refused(small_corpus, lines):
    wrong = Line(lines[0].name, "", lines[0].symbols, (9,) * len(lines[0].tones), 5)
    corpus = load(small_corpus, [wrong, *lines[1:]])
    assert [verdict.code for verdict in corpus.verdicts] == ["tone-unknown"]


@pytest.mark.parametrize("held_out", [11, 14, 500, 3])
def test_too_many_or_too_few_held_out_clips_are_refused(small_corpus, lines, held_out):
    with pytest.raises(BadInput) as caught:
        load(small_corpus, lines, held_out=held_out)
    assert caught.value.code == "held-out-too-many"


def test_a_text_that_is_held_out_is_not_trained_on_under_another_name(small_corpus, lines, loaded_corpus):
    twin = loaded_corpus.held_out[0].line
    double = Line(loaded_corpus.train[0].line.name, "", twin.symbols, twin.tones, twin.units)
    others = [line for line in lines if line.name != double.name]
    corpus = load(small_corpus, [*others, double])
    held = {u.line.digest for u in corpus.held_out}
    assert not held & {u.line.digest for u in corpus.train}


class StopsAfter(SilentReporter):
    """Asks for the end after so many questions whether it does."""

    def __init__(self, questions: int):
        super().__init__()
        self.questions = questions

    def should_stop(self) -> bool:
        self.questions -= 1
        return self.questions < 0


@pytest.mark.parametrize("stage", ["listed", "read", "digested"])
def test_reading_a_corpus_ends_at_the_next_file_when_it_is_asked_to(small_corpus, lines, monkeypatch, stage):
    everything = sum(recording_duration_s(small_corpus / "audio" / line.name) for line in lines)
    monkeypatch.setattr("trainer.data.corpus.FIRST_AUDIO_S", 0.75 * everything)
    now, later = lines_split(lines_list(lines, small_corpus / "audio", JAPANESE)[0], seed=0)
    # Each stage asks before each file.
    done, asked_before, files = {
        "listed": (5, 0, len(lines)),
        "read": (3, len(lines), len(now)),
        "digested": (1, len(lines) + len(now), len(later)),
    }[stage]
    with pytest.raises(Stopped) as caught:
        load(small_corpus, lines, reporter=StopsAfter(asked_before + done))
    assert (caught.value.measured, caught.value.limit) == (done, files)
