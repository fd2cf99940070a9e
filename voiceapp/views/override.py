"""The editor of what is set by hand for a clip: each click posts the draft and gets it back, drawn anew.

The server alone computes symbols; the page keeps nothing but the draft, in a hidden field.
"""

import json
import re

from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect, reswap, retarget, trigger_client_event

from trainer.text.ipa import spoken
from trainer.text.overrides import PAUSES, PAUSES_AT_END
from voiceapp.errors import AppError, ClipEdited, FieldInvalid, OverrideChanged
from voiceapp.services import override_edit as edit
from voiceapp.services.override import (
    clip_override_clear,
    clip_override_set,
    draft_apply,
    draft_begin,
    draft_renew,
    override_mark,
)
from voiceapp.templatetags.koebo_phonemes import phrases_of
from voiceapp.views.answers import fragment
from voiceapp.views.fetch import clip_for_operator

TOOLS = ("accent", "phrases", "sounds")

_STEP = re.compile(r"(?P<verb>[a-z]+)(?::(?P<part>\d{1,4}))?(?::(?P<mora>\d{1,4}))?")


@require_http_methods(["GET", "POST"])
def clip_override(request, pk):
    """GET: the editor. POST: one step (`op`) on the posted draft, saving it, or going back to the engine's reading."""
    clip = clip_for_operator(request.user, pk)
    if request.method == "GET":
        return _opened(request, clip)
    operation = request.POST.get("op", "")
    try:
        if operation == "clear":
            return _saved(request, clip_override_clear(clip=clip, actor=request.user))
        if operation == "renew":
            return _editor(request, clip, draft_renew(clip=clip))
        before = _posted_draft(request, clip)
    except AppError as error:
        return _opened(request, clip, error=error)
    try:
        after = _stepped(request, before, operation)
        if operation == "save":
            seen = request.POST.get("seen")
            return _saved(request, clip_override_set(clip=clip, override=after, actor=request.user, expected=seen))
        return _editor(request, clip, after)
    except OverrideChanged as error:
        clip = clip_for_operator(request.user, pk)
        return _editor(request, clip, after, error=error, seen=override_mark(clip))
    except AppError as error:
        return _editor(request, clip, before, error=error)


def _opened(request, clip, *, error=None):
    """The editor as it begins, beside what was refused before."""
    try:
        return _editor(request, clip, draft_begin(clip=clip), error=error, seen=override_mark(clip))
    except AppError as refusal:
        return _answer(request, {"clip": clip}, error=error or refusal)


def _editor(request, clip, draft, *, error=None, seen=None):
    """The editor around a draft. Raises what `draft_apply` raises."""
    phonemes = None if _is_bare(clip, draft) else draft_apply(clip=clip, draft=draft).as_json()
    # What was typed and refused stays in its field.
    typed = request.POST if error is not None else {}
    tool = request.POST.get("tool")
    context = {
        "clip": clip,
        "draft": json.dumps(draft, ensure_ascii=False, separators=(",", ":")),
        "seen": request.POST.get("seen", override_mark(clip)) if seen is None else seen,
        "tool": tool if tool in TOOLS else TOOLS[0],
        "tools": [("accent", _("Accent")), ("phrases", _("Phrases and pauses")), ("sounds", _("Sounds"))],
        "phonemes": phonemes,
        "phrases": _phrases(phonemes, typed),
        "words": _words(phonemes, typed),
        "typed": typed,
    }
    return _answer(request, context, error=error)


def _answer(request, context, *, error=None):
    context = {**context, "is_page": _is_page(request), "language": context["clip"].style.voice.language}
    template = "clips/_override.html" if request.htmx else "clips/override.html"
    return fragment(request, template, context, error=error)


def _is_page(request) -> bool:
    """Whether the editor stands on its own page, and not in a row of clips."""
    return not request.htmx or request.htmx.current_url_abs_path == request.path


def _saved(request, clip):
    """The clip's row as it is now, in place of the old one; from the editor's own page, back to the style."""
    clip = clip_for_operator(request.user, clip.pk)
    if _is_page(request):
        address = f"{reverse('style-detail', args=[clip.style_id])}#clip-row-{clip.pk}"
        return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    response = render(request, "clips/_row.html", {"clip": clip})
    retarget(response, f"#clip-row-{clip.pk}")
    return trigger_client_event(reswap(response, "outerHTML"), "clips-changed")


def _posted_draft(request, clip) -> dict:
    """The draft that came with the form; checked, so that steps can rely on its form."""
    try:
        draft = json.loads(request.POST.get("draft", ""))
    except (ValueError, RecursionError):
        draft = None
    if _is_bare(clip, draft):
        if draft["text"] != clip.text:
            raise ClipEdited(name=clip.name)
        return draft
    draft_apply(clip=clip, draft=draft)
    return draft


def _is_bare(clip, draft) -> bool:
    """A draft in which nothing is spoken yet: of a text that the engine cannot read, or after the last phrase went."""
    key = "accent_phrases" if clip.style.voice.language == "ja" else "words"
    return isinstance(draft, dict) and draft.keys() == {"text", key} and draft[key] == []


def _stepped(request, draft: dict, operation: str) -> dict:
    """The draft after what was typed and what was clicked."""
    given = request.POST
    step = _STEP.fullmatch(operation or "apply")
    try:
        draft = _typed_japanese(draft, given) if "accent_phrases" in draft else _typed_english(draft, given)
        if step is None:
            raise IndexError
        part, mora = (int(step[name]) if step[name] else 0 for name in ("part", "mora"))
        match step["verb"]:
            case "nucleus":
                return edit.draft_nucleus_set(draft=draft, phrase=part, mora=mora)
            case "devoice":
                return edit.draft_devoice(draft=draft, phrase=part, mora=mora)
            case "split":
                return edit.draft_split(draft=draft, phrase=part, mora=mora)
            case "join":
                return edit.draft_join(draft=draft, phrase=part)
            case "apply" | "save":
                return draft
        raise IndexError
    except (IndexError, KeyError) as error:
        raise FieldInvalid(field="op", reason=_("There is nothing to be changed at that place.")) from error


def _typed_japanese(draft: dict, given) -> dict:
    phrases = draft["accent_phrases"]
    for index in reversed(range(len(phrases))):  # the last one first: an emptied phrase moves those behind it
        pause, kana = given.get(f"pause-{index}"), given.get(f"kana-{index}")
        if pause is not None and pause != phrases[index]["pause"]:
            draft = edit.draft_pause_set(draft=draft, part=index, pause=pause)
        if kana is not None and kana != "".join(mora["kana"] for mora in phrases[index]["moras"]):
            draft = edit.draft_kana_set(draft=draft, phrase=index, kana=kana)
    return edit.draft_phrase_add(draft=draft, kana=given.get("new-kana", ""))


def _typed_english(draft: dict, given) -> dict:
    words = draft["words"]
    for index in reversed(range(len(words))):
        pause, phones = given.get(f"pause-{index}"), given.get(f"phones-{index}")
        if pause is not None and pause != words[index]["pause"]:
            draft = edit.draft_pause_set(draft=draft, part=index, pause=pause)
        if phones is not None and phones != words[index]["phones"]:
            draft = edit.draft_phones_set(draft=draft, word=index, phones=phones)
    word, phones = given.get("new-word", "").strip(), given.get("new-phones", "")
    return edit.draft_word_add(draft=draft, word=word, phones=phones) if word or phones.strip() else draft


def _phrases(phonemes, typed) -> list[dict]:
    """Accent phrases as the editor shows them."""
    phrases = phrases_of(phonemes)
    return [
        {
            "drawn": phrase,
            "kana": typed.get(f"kana-{index}", phrase.kana),
            "size": 2 * len(phrase.kana) + 2,  # kana are twice as wide as what `size` counts
            "is_last": index + 1 == len(phrases),
            "pauses": _pauses(phrase.pause, is_last=index + 1 == len(phrases)),
        }
        for index, phrase in enumerate(phrases)
    ]


def _words(phonemes, typed) -> list[dict]:
    words = phonemes["words"] if phonemes and phonemes["language"] == "en" else []
    return [
        {
            "word": word["word"],
            "phones": typed.get(f"phones-{index}", word["phones"]),
            "ipa": spoken(word["phones"]).ipa,
            "pauses": _pauses(word["pause"], is_last=index + 1 == len(words)),
        }
        for index, word in enumerate(words)
    ]


def _pauses(chosen: str, *, is_last: bool) -> list[tuple[str, str, bool]]:
    names = {"": _("end") if is_last else _("no pause"), "pau": _("pause"), "?": _("question")}
    return [(pause, names[pause], pause == chosen) for pause in (PAUSES_AT_END if is_last else PAUSES)]
