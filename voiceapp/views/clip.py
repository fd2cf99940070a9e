"""Clips of a style: import, table, and what an operator decides about one."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import trigger_client_event

from trainer.verdicts import Verdict
from voiceapp.errors import AppError
from voiceapp.selectors.style import clips_of_style, last_import
from voiceapp.services.clip import clip_delete, clip_leave_out, clip_take_in, clip_text_update, clips_import
from voiceapp.views.answers import fragment, page_of
from voiceapp.views.fetch import clip_for_operator, style_for_operator

CLIPS_PER_PAGE = 50

# What the table can be narrowed to. Verdicts are JSON, so the database cannot do it alike everywhere.
FILTERS = {
    "all": (gettext_lazy("all"), lambda clip: True),
    "blocking": (gettext_lazy("rejected"), lambda clip: clip.is_blocking),
    "warned": (gettext_lazy("with a warning"), lambda clip: clip.is_trainable and clip.has_warnings),
    "speechless": (gettext_lazy("without phonemes"), lambda clip: not clip.phonemes_digest),
    "left-out": (gettext_lazy("left out"), lambda clip: clip.is_left_out),
    "trainable": (gettext_lazy("usable"), lambda clip: clip.is_trainable),
}


def clip_context(request, style) -> dict:
    """What the table of a style's clips shows, as the query narrows it."""
    chosen = request.GET.get("show")
    chosen = chosen if chosen in FILTERS else "all"
    is_shown = FILTERS[chosen][1]
    clips = clips_of_style(style)
    # Waveforms and phonemes are large, so they are read for the clips of this page alone.
    judged = clips.only("style", "verdicts", "left_out_at", "phonemes_digest")
    page = page_of(request, [clip.pk for clip in judged if is_shown(clip)], CLIPS_PER_PAGE)
    page.object_list = list(clips.filter(pk__in=page.object_list).select_related("left_out_by"))
    filters = [(key, words) for key, (words, _is_shown) in FILTERS.items()]
    return {"style": style, "clips": page, "show": chosen, "clip_filters": filters}


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
    return {"style": style, "last_import": clip_import, "notable": notable, "plain": plain}


@require_safe
def clip_table(request, pk):
    style = style_for_operator(request.user, pk)
    if not request.htmx:
        return redirect("style-detail", style.pk)
    return render(request, "clips/_table.html", clip_context(request, style))


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
    return _decide(request, pk, clip_text_update, text=request.POST.get("text", ""))


@require_POST
def clip_exclude(request, pk):
    """Acknowledge that a clip is not trained on, with the reason."""
    return _decide(request, pk, clip_leave_out, reason=request.POST.get("reason", ""))


@require_POST
def clip_include(request, pk):
    return _decide(request, pk, clip_take_in)


@require_POST
def clip_remove(request, pk):
    clip = clip_for_operator(request.user, pk)
    try:
        clip_delete(clip=clip, actor=request.user)
    except AppError as error:
        return fragment(request, "clips/_row.html", {"clip": clip}, error=error)
    # htmx replaces the row by nothing.
    return trigger_client_event(HttpResponse(), "clips-changed")


def _decide(request, pk, service, **decision):
    clip = clip_for_operator(request.user, pk)
    try:
        service(clip=clip, actor=request.user, **decision)
    except AppError as error:
        # What was typed stays in the form; the row shows the clip as it is stored.
        context = {"clip": clip_for_operator(request.user, pk), **decision}
        return fragment(request, "clips/_row.html", context, error=error)
    response = fragment(request, "clips/_row.html", {"clip": clip_for_operator(request.user, pk)})
    return trigger_client_event(response, "clips-changed")
