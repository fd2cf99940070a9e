"""Clips of a style: import, table, and what an operator decides about one."""

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import replace_url, trigger_client_event

from trainer.verdicts import Verdict
from voiceapp.errors import AppError
from voiceapp.selectors.clip_table import Narrowing, clip_counts, clips_shown
from voiceapp.selectors.style import last_import
from voiceapp.services.clip import clip_delete, clip_leave_out, clip_take_in, clip_text_update, clips_import
from voiceapp.views.answers import CountedPaginator, fragment
from voiceapp.views.fetch import clip_for_operator, style_for_operator

CLIPS_PER_PAGE = 25
# Of a huge import, what a page can show; REST has the whole report.
REPORT_ROWS_SHOWN = 300

# In the order in which an operator deals with them.
FILTERS = {
    "all": gettext_lazy("all"),
    "blocking": gettext_lazy("rejected"),
    "held": gettext_lazy("to be acknowledged"),
    "stale": gettext_lazy("out of date"),
    "warned": gettext_lazy("with a warning"),
    "speechless": gettext_lazy("without phonemes"),
    "overridden": gettext_lazy("set by hand"),
    "acknowledged": gettext_lazy("acknowledged"),
    "left-out": gettext_lazy("left out"),
    "trainable": gettext_lazy("usable"),
}
# Shown only where there are some.
RARE_FILTERS = ("stale", "speechless", "overridden", "acknowledged")


def clip_context(request, style, counts=None) -> dict:
    """What the table of a style's clips shows, as the query narrows it. `counts` of the style, where they are known."""
    narrowing = Narrowing.parse(request.GET)
    counts = counts or clip_counts(style, is_audio_summed=False)
    keys = narrowing.clips(style, counts.version).values_list("pk", flat=True)
    if narrowing.is_counted:
        count = counts.of(narrowing.show)
    else:
        keys = list(keys)  # a search reads all texts anyway
        count = len(keys)
    # The rows ask for it, each of them.
    request.phonemes_versions = {style.voice_id: counts.version}
    page = CountedPaginator(keys, CLIPS_PER_PAGE, count).get_page(request.GET.get("page"))
    page.object_list = clips_shown(style, list(page.object_list))
    filters = [
        (key, words, counts.of(key))
        for key, words in FILTERS.items()
        if key not in RARE_FILTERS or key == narrowing.show or counts.of(key)
    ]
    return {
        "style": style,
        "clips": page,
        "narrowing": narrowing,
        "show": narrowing.show,
        "clip_filters": filters,
    }


def import_context(style) -> dict:
    """The last import with its report in the reader's language; what an operator should look at comes first."""
    clip_import = last_import(style)
    words = {
        "rejected": _("rejected"),
        "warned": _("accepted with a warning"),
        "pending": _("text is judged next"),
        "accepted": _("accepted"),
        "unchanged": _("already registered"),
    }
    report = [
        {**row, "words": words[row["outcome"]], "verdicts": [Verdict.from_json(entry) for entry in row["verdicts"]]}
        for row in (clip_import.report if clip_import else [])
    ]
    report.sort(key=lambda row: list(words).index(row["outcome"]))
    notable = [row for row in report if row["outcome"] in ("rejected", "warned")]
    plain = [row for row in report if row["outcome"] not in ("rejected", "warned")]
    return {
        "style": style,
        "last_import": clip_import,
        "notable": notable[:REPORT_ROWS_SHOWN],
        "notable_count": len(notable),
        "plain": plain[:REPORT_ROWS_SHOWN],
        "plain_count": len(plain),
    }


@require_safe
def clip_table(request, pk):
    style = style_for_operator(request.user, pk)
    if not request.htmx:
        return redirect(_address(style, request.GET))
    response = render(request, "clips/_table.html", clip_context(request, style))
    # Of a refresh of the filters alone, the address says what the lines below them are.
    return replace_url(response, _address(style, request.GET)) if request.htmx.target == "clip-table" else response


def _address(style, query) -> str:
    """The page of the style with its clips narrowed likewise, for a reload and for those it is sent to."""
    narrowing = Narrowing.parse(query)
    given = {"show": narrowing.show, "search": narrowing.search, "code": narrowing.code}
    given["page"] = page if (page := query.get("page", "")).isdecimal() else ""
    defaults = {"show": "all", "page": "1"}
    query = urlencode({name: value for name, value in given.items() if value and value != defaults.get(name)})
    return reverse("style-detail", args=[style.pk]) + (f"?{query}" if query else "")


@require_http_methods(["GET", "POST"])
def clip_import(request, pk):
    """GET: the report of the last import. POST: import audio files with a transcript list, or a zip of both."""
    style = style_for_operator(request.user, pk)
    refusal = None
    if request.method == "POST":
        try:
            clips_import(
                style=style,
                uploads=request.FILES.getlist("audio"),
                transcript=request.FILES.get("transcript"),
                actor=request.user,
            )
        except AppError as error:
            refusal = error
    if not request.htmx:
        if refusal is not None:
            raise refusal
        return redirect("style-detail", style.pk)
    response = fragment(request, "clips/_import.html", import_context(style), error=refusal)
    if request.method == "POST" and refusal is None:
        trigger_client_event(response, "clips-changed")
        trigger_client_event(response, "clips-imported")
    return response


@require_safe
def clip_row(request, pk):
    return fragment(request, "clips/_row.html", {"clip": clip_for_operator(request.user, pk)})


@require_POST
def clip_retype(request, pk):
    """Correct the transcript; the phonemes follow."""
    return decide(request, pk, clip_text_update, text=request.POST.get("text", ""))


@require_POST
def clip_exclude(request, pk):
    """Acknowledge that a clip is not trained on, with the reason."""
    return decide(request, pk, clip_leave_out, reason=request.POST.get("reason", ""))


@require_POST
def clip_include(request, pk):
    return decide(request, pk, clip_take_in)


@require_POST
def clip_remove(request, pk):
    clip = clip_for_operator(request.user, pk)
    try:
        clip_delete(clip=clip, actor=request.user)
    except AppError as error:
        return fragment(request, "clips/_row.html", {"clip": clip}, error=error)
    # htmx replaces the row by nothing.
    return trigger_client_event(HttpResponse(), "clips-changed")


def decide(request, pk, service, **decision):
    """Let a service change one clip; answer with its row, the refusal in it."""
    clip = clip_for_operator(request.user, pk)
    try:
        service(clip=clip, actor=request.user, **decision)
    except AppError as error:
        # What was typed stays in the form; the row shows the clip as it is stored.
        context = {"clip": clip_for_operator(request.user, pk), **decision}
        return fragment(request, "clips/_row.html", context, error=error)
    response = fragment(request, "clips/_row.html", {"clip": clip_for_operator(request.user, pk)})
    return trigger_client_event(response, "clips-changed")
