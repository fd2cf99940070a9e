"""Pronunciations as files: checked, imported, exported."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from voiceapp.errors import AppError, PronunciationsRefused, UploadEmpty
from voiceapp.services.pronunciation_csv import (
    ADDED,
    CHANGED,
    COLUMNS,
    FILE_BYTES_MAX,
    REFUSED,
    UNCHANGED,
    pronunciations_export,
    pronunciations_import,
    pronunciations_plan,
)
from voiceapp.views.answers import fragment
from voiceapp.views.pronunciation import SCOPE_ALL, list_context

LINES_SHOWN = 500


@require_http_methods(["GET", "POST"])
def pronunciation_import(request):
    """GET: the form. POST a file: what it would do, changing nothing. POST the checked content: import it."""
    context = list_context(request)
    context["columns"] = COLUMNS[context["language"]]
    scope = {"language": context["language"], "voice": context["voice"]}
    refusal = None
    if request.method == "POST" and context["scope"] != SCOPE_ALL:
        try:
            data = _data(request)
            if "apply" in request.POST:
                version = request.POST.get("version")
                plan = pronunciations_import(**scope, data=data, actor=request.user, expected_version=version)
                messages.success(request, _sentence(plan.to_write))
                return redirect(f"{reverse('pronunciation-list')}?{context['scope_query']}")
            context |= _plan_context(pronunciations_plan(**scope, data=data))
        except PronunciationsRefused as error:
            refusal = error
            context |= _plan_context(pronunciations_plan(**scope, data=data))
        except AppError as error:
            refusal = error
    if request.htmx:
        return fragment(request, "pronunciations/_import.html", context, error=refusal)
    status = refusal.status if refusal else 200
    return render(request, "pronunciations/import.html", {**context, "error": refusal}, status=status)


@require_safe
def pronunciation_csv(request):
    """The entries of one scope; of all scopes, those of the installation."""
    context = list_context(request)
    voice, language = context["voice"], context["language"]
    content = pronunciations_export(language=language, voice=voice)
    name = f"pronunciations-{language}{f'-{voice.slug}' if voice else ''}.csv"
    # With a mark, by which spreadsheets know UTF-8; the import takes it.
    response = HttpResponse("\ufeff" + content, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _data(request) -> bytes:
    upload = request.FILES.get("file")
    if upload is None:
        if not (content := request.POST.get("content", "")):
            raise UploadEmpty()
        return content.encode()
    upload.check()
    with upload:
        # One byte more than is read, so that the reader sees that there is too much.
        return upload.read(FILE_BYTES_MAX + 1)


def _plan_context(plan) -> dict:
    words = {
        REFUSED: _("refused"),
        CHANGED: _("changed"),
        ADDED: _("added"),
        UNCHANGED: _("unchanged"),
    }
    shown = sorted(plan.lines, key=lambda line: list(words).index(line.outcome))[:LINES_SHOWN]
    for line in shown:
        line.words = words[line.outcome]
    return {"plan": plan, "shown": shown, "content": plan.text}


def _sentence(count: int) -> str:
    text = ngettext("%(count)s entry was imported.", "%(count)s entries were imported.", count)
    return text % {"count": count}
