"""Answers that several views give."""

from django.core.paginator import Page, Paginator
from django.shortcuts import render

from voiceapp.errors import AppError
from voiceapp.forms import RefusableForm
from voiceapp.middleware import CODE_HEADER

STOP_POLLING = 286


def fragment(request, template: str, context: dict, *, error: AppError | None = None):
    """A fragment; with a refusal in it, it carries the refusal's status and code, so that htmx swaps it."""
    response = render(request, template, {**context, "error": error}, status=error.status if error else 200)
    if error is not None:
        response[CODE_HEADER] = error.code
    return response


def form_fragment(request, template: str, context: dict, *, form: RefusableForm):
    """A fragment around a form, which keeps what was typed and shows what was refused."""
    response = render(request, template, {**context, "form": form}, status=form.status)
    if form.status != 200:
        response[CODE_HEADER] = form.first_code
    return response


def polled(request, template: str, context: dict, *, is_live: bool):
    """A fragment that htmx polls; the status tells it to stop once nothing can change any more."""
    return render(request, template, context, status=200 if is_live else STOP_POLLING)


class CountedPaginator(Paginator):
    """Pages of rows whose number is known already: counting them again is what takes the time."""

    def __init__(self, rows, per_page: int, count: int):
        super().__init__(rows, per_page)
        self.count = count  # in place of the property, which would ask the database


def page_of(request, rows, per_page: int) -> Page:
    """The page that the query asks for; the nearest one when that does not exist."""
    return Paginator(rows, per_page).get_page(request.GET.get("page"))
