"""Which sounds a style's clips contain: a page, and its figures as CSV."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from voiceapp.services.coverage import coverage_of_style
from voiceapp.services.coverage_csv import KINDS, coverage_csv
from voiceapp.views.fetch import style_for_operator


@require_safe
def style_coverage(request, pk):
    style = style_for_operator(request.user, pk)
    context = {"nav": "voices", "style": style, "state": coverage_of_style(style=style)}
    return render(request, "styles/_coverage.html" if request.htmx else "styles/coverage.html", context)


@require_safe
def coverage_download(request, pk, kind):
    style = style_for_operator(request.user, pk)
    state = coverage_of_style(style=style)
    if kind not in KINDS or state.row is None:
        raise Http404
    # With a mark of its encoding: spreadsheets take it for something else without one.
    response = HttpResponse(
        "\ufeff" + coverage_csv(coverage=state.row, kind=kind), content_type="text/csv; charset=utf-8"
    )
    response["Content-Disposition"] = f'attachment; filename="{style.voice.slug}-{style.slug}-{kind}.csv"'
    return response
