"""The pronunciation dictionary: its entries, the form of one with what it does, and the history."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, trigger_client_event

from voiceapp.errors import AppError, PronunciationChanged
from voiceapp.forms import PronunciationForm
from voiceapp.models import LanguageTag, PartOfSpeech, Pronunciation, Voice
from voiceapp.selectors.pronunciation import changes_list, pronunciations_beside, pronunciations_list
from voiceapp.selectors.voice import voices_list
from voiceapp.services.pronunciation import (
    pronunciation_checked,
    pronunciation_delete,
    pronunciation_mark,
    pronunciation_restore,
    pronunciation_set,
)
from voiceapp.services.pronunciation_preview import (
    moras_of_reading,
    pronunciation_preview,
    pronunciations_report,
)
from voiceapp.views.answers import form_fragment, fragment, page_of
from voiceapp.views.fetch import change_for_operator, pronunciation_for_operator, voice_for_operator

ROWS_PER_PAGE = 50
SCOPE_ALL, SCOPE_INSTALLATION, SCOPE_VOICE = "all", "installation", "voice"


@require_safe
def pronunciation_list(request):
    return render(request, "pronunciations/list.html", list_context(request))


@require_safe
def pronunciation_table(request):
    if not request.htmx:
        return redirect(f"{reverse('pronunciation-list')}?{request.GET.urlencode()}")
    return render(request, "pronunciations/_table.html", list_context(request))


@require_safe
def pronunciation_report(request):
    """Of the entries that the table shows: who meets whom, which change nothing, and how many clips contain them."""
    context = list_context(request)
    context["reports"] = pronunciations_report(rows=list(context["rows"]))
    if not request.htmx:
        return render(request, "pronunciations/list.html", context)
    return render(request, "pronunciations/_report.html", context)


@require_http_methods(["GET", "POST"])
def pronunciation_new(request):
    """The form of an entry, filled from the query; on POST the entry is added, or changed where it is there."""
    if request.method == "POST":
        return _save(request, PronunciationForm(request.POST), "new")
    given = {name: request.GET.get(name, "") for name in PronunciationForm.base_fields}
    voice = _voice(request, given["voice"])
    present = None
    if given["surface"]:
        scope = {"language": given["language"], "voice": voice, "surface": given["surface"]}
        present = Pronunciation.objects.filter(**scope).first()
    if present is not None:
        given["part_of_speech"] = given["part_of_speech"] or present.part_of_speech
        given["note"] = given["note"] or present.note
    given["expected"] = _expected(present, given["voice"], given["surface"])
    return _answer(request, PronunciationForm(initial=given), "new")


@require_http_methods(["GET", "POST"])
def pronunciation_edit(request, pk):
    present = pronunciation_for_operator(request.user, pk)
    if request.method == "POST":
        data = request.POST.copy()
        for name, value in _fixed(present).items():
            data[name] = value
        return _save(request, PronunciationForm(data), "edit", present)
    given = {"reading": present.reading, "nucleus": present.nucleus, "part_of_speech": present.part_of_speech}
    given |= {"note": present.note, "back": request.GET.get("back", ""), **_fixed(present)}
    given["expected"] = _expected(present, given["voice"], given["surface"])
    return _answer(request, PronunciationForm(initial=given), "edit", present)


@require_POST
def pronunciation_draft(request):
    """While somebody types: the moras to choose the accent on, and the word in a sentence as it would be read."""
    form = PronunciationForm(request.POST)
    return render(request, "pronunciations/_draft.html", {"form": form, **_draft(request, form)})


@require_POST
def pronunciation_remove(request, pk):
    present = pronunciation_for_operator(request.user, pk)
    refusal = None
    try:
        pronunciation_delete(pronunciation=present, actor=request.user, expected=request.POST.get("expected"))
    except AppError as error:
        refusal = error
    if request.htmx:
        response = fragment(request, "pronunciations/_table.html", list_context(request), error=refusal)
        return trigger_client_event(response, "pronunciations-changed") if refusal is None else response
    if refusal is not None:
        raise refusal
    messages.success(request, _("The entry “%(surface)s” was deleted.") % {"surface": present.surface})
    return redirect(f"{reverse('pronunciation-list')}?{urlencode({'language': present.language})}")


@require_safe
def pronunciation_history(request):
    context = list_context(request)
    surface = request.GET.get("surface", "")
    changes = changes_list(
        language=context["language"],
        voice=context["voice"],
        is_everything=context["scope"] == SCOPE_ALL,
        surface=surface,
    )
    context |= {"changes": page_of(request, changes, ROWS_PER_PAGE), "surface": surface}
    return render(request, "pronunciations/history.html", context)


@require_POST
def pronunciation_restore_step(request, pk):
    """Bring an entry back to what it was after, or before, this step."""
    change = change_for_operator(request.user, pk)
    is_before = request.POST.get("to") == "before"
    restored = pronunciation_restore(change=change, actor=request.user, is_before=is_before)
    if restored is None:
        text = _("The entry “%(surface)s” is not there any more.") % {"surface": change.surface}
    else:
        words = {"surface": restored.surface, "reading": restored.reading}
        text = _("“%(surface)s” is read %(reading)s again.") % words
    messages.success(request, text)
    query = {"language": change.language, "surface": change.surface}
    return redirect(f"{reverse('pronunciation-history')}?{urlencode(query)}")


def list_context(request) -> dict:
    """What the query asks for: a language, a scope (all, the installation, or one voice), words to look for."""
    known = [tag for tag, _words in LanguageTag.choices]
    voice = _voice(request, request.GET.get("voice", ""))
    language = voice.language if voice else request.GET.get("language", "")
    if language not in known:
        language = next((tag for tag in known if Pronunciation.objects.filter(language=tag).exists()), known[0])
    scope = request.GET.get("scope", "")
    if scope not in (SCOPE_ALL, SCOPE_INSTALLATION):
        scope = SCOPE_VOICE if voice else SCOPE_ALL
    if scope != SCOPE_VOICE:
        voice = None
    search = request.GET.get("q", "")
    rows = pronunciations_list(language=language, voice=voice, is_everything=scope == SCOPE_ALL, search=search)
    page = page_of(request, rows, ROWS_PER_PAGE)
    page.object_list = list(page.object_list)
    beside = pronunciations_beside(page.object_list)
    for row in page.object_list:
        row.beside, row.mark = beside[row.pk], pronunciation_mark(row)
    return {
        "nav": "pronunciations",
        "language": language,
        "languages": LanguageTag.choices,
        "voices": voices_list().filter(language=language),
        "voice": voice,
        "scope": scope,
        "search": search,
        "rows": page,
        "scope_query": urlencode(
            {"language": language, "scope": scope, **({"voice": voice.slug} if voice else {})},
        ),
    }


def _save(request, form: PronunciationForm, kind: str, present: Pronunciation | None = None):
    if form.is_valid():
        given = dict(form.cleaned_data)
        back, expected = given.pop("back"), given.pop("expected")
        given.pop("sentence")
        slug = given.pop("voice")
        if "draft" in request.POST:  # without JavaScript: show the moras of what was typed
            return _answer(request, form, kind, present)
        mark, _colon, seen = expected.partition(":")
        is_seen = seen == f"{slug}:{given['surface']}"
        try:
            voice = _voice(request, slug)
            saved = pronunciation_set(**given, voice=voice, actor=request.user, expected=mark if is_seen else "")
        except AppError as error:
            if isinstance(error, PronunciationChanged):
                form.data = form.data.copy()
                form.data["expected"] = _expected(_present(form, voice), slug, given["surface"])
            form.refuse(error)
        else:
            return _saved(request, saved, back, kind)
    return _answer(request, form, kind, present)


def _present(form: PronunciationForm, voice: Voice | None) -> Pronunciation | None:
    given = {name: form.cleaned_data[name] for name in ("language", "surface", "reading", "nucleus", "part_of_speech")}
    entry, _state = pronunciation_checked(**given)
    return Pronunciation.objects.filter(language=given["language"], voice=voice, surface=entry.surface).first()


def _saved(request, saved: Pronunciation, back: str, kind: str):
    words = {"surface": saved.surface, "reading": saved.reading}
    text = _("“%(surface)s” is read %(reading)s now. Clips that contain it are read again.") % words
    is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    if request.htmx and not back:
        # In place of the form, so that the next one finds where to open.
        response = render(request, "parts/pronunciation_saved.html", {"kind": kind, "text": text})
        return trigger_client_event(response, "pronunciations-changed")
    messages.success(request, text)
    query = {"language": saved.language} | ({"voice": saved.voice.slug} if saved.voice else {})
    address = back if is_ours else f"{reverse('pronunciation-list')}?{urlencode(query)}"
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _answer(request, form: PronunciationForm, kind: str, present: Pronunciation | None = None):
    voices = voices_list()
    context = {"nav": "pronunciations", "kind": kind, "present": present, "voices": voices, **_draft(request, form)}
    context["languages"] = LanguageTag.choices
    if request.htmx:
        return form_fragment(request, f"pronunciations/_{kind}.html", context, form=form)
    return render(request, "pronunciations/form.html", {**context, "form": form}, status=form.status)


def _draft(request, form: PronunciationForm) -> dict:
    """What follows from the fields as they stand: the moras, and the preview or why there is none."""
    values = {name: str(value) if (value := form[name].value()) is not None else "" for name in form.fields}
    language, reading = values["language"], values["reading"]
    moras = moras_of_reading(reading=reading) if language == "ja" else []
    nucleus = int(values["nucleus"]) if values["nucleus"].isdecimal() and len(values["nucleus"]) < 4 else None
    context = {
        "language": language,
        "moras": [
            {"number": number, "kana": kana, "is_high": _is_high(number, nucleus), "is_nucleus": number == nucleus}
            for number, kana in enumerate(moras, 1)
        ],
        "nucleus": nucleus,
        "part_of_speech": values["part_of_speech"] or PartOfSpeech.NOUN,
        "parts": PartOfSpeech.choices,
    }
    if not values["surface"].strip() or not reading.strip() or (moras and nucleus is None):
        return context
    try:
        voice = _voice(request, values["voice"])
        names = ("language", "surface", "reading", "part_of_speech")
        entry, _state = pronunciation_checked(**{name: values[name] for name in names}, nucleus=nucleus, voice=voice)
        tag = "ja" if entry.nucleus is not None else "en"
        preview = pronunciation_preview(entry=entry, language=tag, voice=voice, sentence=values["sentence"])
    except AppError as error:
        return {**context, "draft_error": error}
    return {**context, "phonemes": preview.phonemes.as_json(), "is_without_effect": preview.is_without_effect}


def _is_high(number: int, nucleus: int | None) -> bool:
    if nucleus is None:
        return False
    return number == 1 if nucleus == 1 else number > 1 and (nucleus == 0 or number <= nucleus)


def _fixed(present: Pronunciation) -> dict:
    """What an entry is known by; another one is another entry."""
    slug = present.voice.slug if present.voice else ""
    return {"language": present.language, "voice": slug, "surface": present.surface}


def _expected(present: Pronunciation | None, slug: str, surface: str) -> str:
    """What was seen, with of what: in the form of a new entry the surface may still be changed."""
    return f"{pronunciation_mark(present)}:{slug}:{surface}"


def _voice(request, slug: str) -> Voice | None:
    return voice_for_operator(request.user, slug) if slug else None
