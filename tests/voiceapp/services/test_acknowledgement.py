"""Lines that look wrong: found when they come in, held until somebody says why they are right, and held again."""

import pytest
from django.contrib.auth.models import User

from tests.voiceapp import rows, spoken
from trainer.languages import LANGUAGES
from trainer.sentences import training_script
from voiceapp.errors import GateShut, NothingToAcknowledge, ReasonNeeded
from voiceapp.selectors.gate import gate_findings
from voiceapp.services.acknowledgement import (
    clip_acknowledge,
    clip_acknowledgement_withdraw,
    clips_acknowledge,
    clips_leave_out,
)
from voiceapp.services.clip import clip_text_update, clips_import
from voiceapp.services.training_run import run_create

pytestmark = pytest.mark.django_db


@pytest.fixture
def actor():
    return User.objects.create_user("operator", password=None)


def imported(*texts, spoken_texts=None):
    """A style whose clips are really spoken; `texts` stand in its list, which may lie about what was said."""
    style = rows.style()
    uploads = [rows.upload(spoken.recording(text), f"{n:03}.flac") for n, text in enumerate(spoken_texts or texts)]
    listed = "".join(f"{n:03}|{text}\n" for n, text in enumerate(texts))
    clips_import(style=style, uploads=uploads, transcript=rows.upload(listed.encode(), "list.txt"), actor=None)
    return style


def held(style):
    return {clip.name: clip.held_codes for clip in style.clips.order_by("name") if clip.is_held}


def test_true_transcripts_are_not_held():
    style = spoken.style(12)
    assert held(style) == {}
    assert gate_findings(style) == []


def test_each_kind_of_wrong_line_is_held_or_rejected_when_it_comes_in():
    script = training_script(LANGUAGES["ja"])[:8]
    given = [
        f"{script[0]}(笑)",
        f"{script[1]}\u202e",
        "はい。",  # of three seconds of speech
        "Please open the door と言った。",
        "★★★",
        "hello everyone",
        "雨五、森の奥から小鳥の声が聞こえてきます。",
        "雨5、森の奥から小鳥の声が聞こえてきます。",
    ]
    style = imported(*given, spoken_texts=script)
    found = held(style)
    assert "text-markup" in found["000"]
    assert "text-control-characters" in found["001"]
    assert found["002"] == ["phonemes-per-second"]
    assert "script-mostly-latin" in found["003"]
    assert found["006"] == found["007"] == ["phonemes-identical"]
    rejected = {clip.name for clip in style.clips.all() if clip.is_rejected}
    assert rejected == {"004", "005"}
    codes = {finding.code: finding for finding in gate_findings(style)}
    assert codes["clips-held"].count == 6
    assert codes["clips-held"].clip_names == [f"{n:03}" for n in (0, 1, 2, 3, 6, 7)]
    assert "phonemes-identical" in codes["clips-held"].codes


def test_an_acknowledged_line_opens_the_gate_and_a_changed_one_shuts_it(actor):
    script = training_script(LANGUAGES["ja"])[:10]
    style = imported(f"{script[0]}(笑)", *script[1:], spoken_texts=script)
    clip = style.clips.get(name="000")
    with pytest.raises(GateShut):
        run_create(style=style, minutes=1, actor=actor)
    clip_acknowledge(clip=clip, reason="  the speaker  really says it ", actor=actor)
    clip.refresh_from_db()
    assert (clip.is_held, clip.is_acknowledged, clip.acknowledged_by) == (False, True, actor)
    assert clip.acknowledged_reason == "the speaker really says it"
    assert gate_findings(style) == []
    run = run_create(style=style, minutes=1, actor=actor)
    created = run.events.get(code="run-created")
    assert created.params["acknowledgements"] == [
        {"name": "000", "codes": ["text-markup"], "reason": "the speaker really says it"}
    ]
    clip_text_update(clip=style.clips.get(pk=clip.pk), text=f"{script[0]}(笑)はい。", actor=actor)
    clip.refresh_from_db()
    assert clip.is_held and not clip.is_acknowledged
    assert [finding.code for finding in gate_findings(style)] == ["clips-held"]


def test_a_new_remark_on_the_same_phonemes_holds_again(actor):
    style = rows.style()
    clip = rows.clip(style, "a", verdicts=[{"level": "warn", "code": "text-markup", "about": "text", "params": {}}])
    clip_acknowledge(clip=clip, reason="it is spoken", actor=actor)
    clip.refresh_from_db()
    clip.verdicts = [*clip.verdicts, {"level": "warn", "code": "phonemes-per-second", "about": "text", "params": {}}]
    clip.judge()
    assert clip.held_codes == ["phonemes-per-second"]
    clip.save()
    clip_acknowledge(clip=clip, reason="slow reader", actor=actor)
    clip.refresh_from_db()
    assert clip.acknowledged_codes == ["phonemes-per-second", "text-markup"]


def test_a_reason_is_needed_and_something_to_acknowledge(actor):
    clip = rows.clip(rows.style(), "a", verdicts=[{"level": "warn", "code": "text-markup", "params": {}}])
    with pytest.raises(ReasonNeeded):
        clip_acknowledge(clip=clip, reason=" x ", actor=actor)
    clip_acknowledge(clip=clip, reason="it is spoken", actor=actor)
    with pytest.raises(NothingToAcknowledge):
        clip_acknowledge(clip=clip, reason="once more", actor=actor)


def test_an_acknowledgement_can_be_taken_back(actor):
    clip = rows.clip(rows.style(), "a", verdicts=[{"level": "warn", "code": "text-markup", "params": {}}])
    clip_acknowledge(clip=clip, reason="it is spoken", actor=actor)
    clip_acknowledgement_withdraw(clip=clip, actor=actor)
    clip.refresh_from_db()
    assert clip.is_held
    assert (clip.acknowledged_at, clip.acknowledged_by, clip.acknowledged_reason) == (None, None, "")


def test_many_are_acknowledged_or_left_out_with_one_reason(actor):
    style = rows.style()
    markup = {"level": "warn", "code": "text-markup", "params": {}}
    for number in range(4):
        rows.clip(style, f"held-{number}", verdicts=[markup])
    rows.clip(style, "rejected", verdicts=[markup, {"level": "reject", "code": "silent", "params": {}}])
    rows.clip(style, "sound")
    assert clips_acknowledge(clips=style.clips.exclude(name="held-0"), reason="spoken so", actor=actor) == 3
    assert [clip.name for clip in style.clips.filter(is_held=True)] == ["held-0", "rejected"]
    assert clips_leave_out(style=style, clips=style.clips.filter(name="rejected"), reason="noise", actor=actor) == 1
    assert clips_leave_out(style=style, clips=style.clips.filter(name="rejected"), reason="again", actor=actor) == 0
    assert style.clips.get(name="rejected").left_out_reason == "noise"
    with pytest.raises(ReasonNeeded):
        clips_leave_out(style=style, clips=style.clips.all(), reason="", actor=actor)


def test_another_recording_of_the_same_text_is_held_again(actor):
    text, other = training_script(LANGUAGES["ja"])[:2]
    style = imported(f"{text}(笑)", spoken_texts=[text])
    clip_acknowledge(clip=style.clips.get(), reason="it is spoken", actor=actor)
    again = [rows.upload(spoken.recording(other), "000.flac")]
    listed = rows.upload(f"000|{text}(笑)\n".encode(), "list.txt")
    clips_import(style=style, uploads=again, transcript=listed, actor=actor)
    clip = style.clips.get()
    assert clip.is_held and not clip.is_acknowledged and clip.acknowledged_reason == ""
