"""The preview is the truth: the same symbols, byte for byte, in preview, clip, run and model."""

import json

import pytest

from tests.voiceapp import rows, spoken
from trainer.languages import LANGUAGES
from trainer.lines import lines_frozen, metadata_read
from trainer.manifest import manifest_read
from trainer.text import Phonemes
from trainer.text.symbols import symbol_ids
from trainer.voice import Voice as SpokenVoice
from voiceapp import storage
from voiceapp.jobs import training
from voiceapp.models import Pronunciation, RunStatus, VoiceModel
from voiceapp.services.override import clip_override_set, draft_begin
from voiceapp.services.phoneme import phonemes_preview
from voiceapp.services.synthesis import model_speak
from voiceapp.services.training_run import run_create

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

JAPANESE = LANGUAGES["ja"]


@pytest.fixture
def style(queue):
    """Read with an entry of the installation and one of the voice; a third sentence has an accent set by hand."""
    voice = rows.voice()
    Pronunciation.objects.create(language="ja", surface="湖", reading="コスイ", nucleus=2, part_of_speech="noun")
    Pronunciation.objects.create(
        language="ja", voice=voice, surface="小鳥", reading="ショーチョー", nucleus=0, part_of_speech="noun"
    )
    made = spoken.style(voice=voice)
    by_hand = made.clips.get(name="002")
    override = draft_begin(clip=by_hand)
    override["accent_phrases"][0]["nucleus"] = 1 if override["accent_phrases"][0]["nucleus"] != 1 else 0
    clip_override_set(clip=by_hand, override=override, actor=None)
    return made


def digest(symbols, tones) -> str:
    return Phonemes("ja", "", "", "", tuple(symbols), tuple(tones), 0, "").digest


def test_preview_clip_run_and_model_have_the_same_phonemes(style):
    clips = {clip.name: clip for clip in style.clips.all()}
    previews = {
        name: phonemes_preview(text=clip.text, language="ja", voice=style.voice, override=clip.override)
        for name, clip in clips.items()
    }
    expected = {name: preview.digest for name, preview in previews.items()}
    assert "コスイ" in previews["000"].reading and "ショーチョー" in previews["001"].reading
    assert previews["002"].is_overridden
    assert previews["002"].digest != phonemes_preview(text=clips["002"].text, language="ja", voice=style.voice).digest
    assert {name: clip.phonemes_digest for name, clip in clips.items()} == expected

    run = run_create(style=style, minutes=0.1, actor=None)
    frozen = {clip.name: clip for clip in run.run_clips.all()}
    assert {name: digest(clip.symbols, clip.tones) for name, clip in frozen.items()} == expected

    # What an operator changes from here on does not reach the run.
    Pronunciation.objects.all().delete()
    training.train_run(run_id=str(run.pk), job_id=run.job_id)
    run.refresh_from_db()
    assert (run.status, run.reason_code) == (RunStatus.SUCCEEDED, "")
    directory = storage.run_directory(run.pk)
    lines = lines_frozen(metadata_read(directory / "metadata.csv"), directory / "phonemes.jsonl")
    names = {f"{clip.sha256[:2]}/{clip.sha256}": name for name, clip in frozen.items()}
    assert {names[line.name]: digest(line.symbols, line.tones) for line in lines} == expected

    model = VoiceModel.objects.get(run=run)
    manifest = manifest_read(storage.model_directory(model.digest))
    held_out = json.loads(manifest.path("held_out.json").read_text(encoding="utf-8"))
    assert {
        names[line["name"]]: digest(line["symbols"], line["tones"]) for line in held_out
    }.items() <= expected.items()

    assert run.pronunciations_version == previews["000"].dictionary == model.versions["dictionary"]
    assert "pronunciations.json" in manifest.data["files"]
    voice = SpokenVoice.load(manifest.directory)
    for name in sorted(expected.keys() - {"002"}):
        (spoken_by_model,) = voice.phonemize(clips[name].text)
        assert spoken_by_model.digest == expected[name]
        assert spoken_by_model.version == previews[name].version
        assert symbol_ids(spoken_by_model.symbols, JAPANESE) == symbol_ids(frozen[name].symbols, JAPANESE)
    assert phonemes_preview(text=clips["000"].text, language="ja", voice=style.voice).digest != expected["000"]
    assert model_speak(voice_model=model, text=clips["000"].text)[:4] == b"RIFF"
