"""Phones and accent that an operator sets for one clip, bound to its transcript."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from trainer.errors import TrainerError
from trainer.languages import LANGUAGES
from trainer.text import Phonemes, engine_name
from trainer.text.overrides import override_apply, override_check, override_of
from voiceapp.errors import ClipEdited, OverrideChanged, TrainerRefusal
from voiceapp.models import Clip
from voiceapp.selectors.pronunciation import dictionary_of, phonemes_version_with
from voiceapp.services.gate import lines_compare
from voiceapp.services.phoneme import clip_judge_text, phonemes_preview, text_judgement


def override_mark(clip: Clip) -> str:
    """Stands for what is set by hand for a clip; another mark means that somebody changed it."""
    return clip.override_at.isoformat() if clip.override_at else ""


def clip_override_set(*, clip: Clip, override: Any, actor, expected: str | None = None) -> Clip:
    """Use `override` in place of what the engine reads; phonemes and verdicts follow.

    `expected` is the `override_mark` that the editor saw; then `OverrideChanged` is raised where there is another one.
    Raises `TrainerRefusal` (override-invalid) and `ClipEdited` where the transcript is not the one that `override` was
    made for. A clip that was left out because it was rejected is taken in again once nothing rejects it any more.
    """
    try:
        checked = override_check(override, LANGUAGES[clip.style.voice.language])
    except TrainerError as error:
        raise TrainerRefusal(error) from error
    return _write(clip, checked["text"], checked, actor, expected)


def clip_override_clear(*, clip: Clip, actor) -> Clip:
    """Go back to what the engine reads. Changes nothing where nothing was set by hand."""
    if clip.override is None:
        return clip
    return _write(clip, clip.text, None, actor)


def clip_structure(*, clip: Clip) -> dict[str, Any] | None:
    """What a clip is taught now, in the form of an override; None where its transcript has not been read yet."""
    if clip.override is not None and clip.override["text"] == clip.text:
        return clip.override
    return override_of(_phonemes_of(clip)) if _is_read(clip) else None


def draft_begin(*, clip: Clip) -> dict[str, Any]:
    """What an editor starts from: what the clip is taught. Raises `TrainerRefusal` where the engine has to be asked,
    and refuses."""
    return clip_structure(clip=clip) or draft_renew(clip=clip)


def draft_renew(*, clip: Clip) -> dict[str, Any]:
    """What the engine reads now, for an editor that starts anew. Raises `TrainerRefusal`."""
    voice = clip.style.voice
    return override_of(phonemes_preview(text=clip.text, language=voice.language, voice=voice))


def draft_apply(*, clip: Clip, draft: Any) -> Phonemes:
    """What a clip would be taught with `draft`; no engine is asked. Raises `TrainerRefusal`, `ClipEdited`."""
    try:
        checked = override_check(draft, LANGUAGES[clip.style.voice.language])
        if checked["text"] != clip.text:
            raise ClipEdited(name=clip.name)
        return override_apply(_phonemes_of(clip), checked)
    except TrainerError as error:
        raise TrainerRefusal(error) from error


def _is_read(clip: Clip) -> bool:
    return bool(clip.phonemes) and clip.phonemes["text"] == clip.text


def _phonemes_of(clip: Clip) -> Phonemes:
    """The phonemes of a clip as it is stored; without symbols where its transcript has none yet."""
    if _is_read(clip):
        return Phonemes.from_json(clip.phonemes)
    language = clip.style.voice.language
    return Phonemes(language, clip.text, clip.text, "", (), (), 0, engine_name(LANGUAGES[language]))


def _write(clip: Clip, text: str, override: dict[str, Any] | None, actor, expected: str | None = None) -> Clip:
    voice = clip.style.voice
    dictionary = dictionary_of(voice)
    phonemes, verdicts = text_judgement(
        text=text,
        language=voice.language,
        dictionary=dictionary,
        override=override,
        duration_s=clip.trimmed_duration_s or clip.duration_s,
    )
    version = phonemes_version_with(dictionary)
    with transaction.atomic():
        # Read anew: the transcript may have been edited since the page was opened.
        clip = Clip.objects.select_for_update().get(pk=clip.pk)
        if clip.text != text:
            raise ClipEdited(name=clip.name)
        # Two who set the same are of one opinion.
        if expected is not None and override_mark(clip) != expected and clip.override != override:
            raise OverrideChanged(name=clip.name)
        was_rejected, digest_before = clip.is_rejected, clip.phonemes_digest
        clip.override = override
        clip.override_at, clip.override_by = (timezone.now(), actor) if override is not None else (None, None)
        clip_judge_text(clip=clip, phonemes=phonemes, verdicts=verdicts, version=version)
        if was_rejected and not clip.is_rejected:
            clip.left_out_at, clip.left_out_by, clip.left_out_reason = None, None, ""
        clip.save()
        lines_compare(style=clip.style, digests={digest_before, clip.phonemes_digest})
    clip.refresh_from_db()
    return clip
