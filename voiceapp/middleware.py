"""What every page shares: refusals become pages, lapsed sessions reach htmx, broken uploads leave nothing behind."""

import logging

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.db import OperationalError
from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from voiceapp.errors import AppError, DatabaseBusy

logger = logging.getLogger(__name__)

# Marks an answer above 399 as one of ours, written to be shown; static/koebo.js swaps no other.
CODE_HEADER = "Koebo-Code"


class SignInMiddleware(LoginRequiredMiddleware):
    """Redirects strangers to the sign-in page; a fragment's request takes the whole page there."""

    def handle_no_permission(self, request, view_func):
        if request.htmx:
            return HttpResponseClientRedirect(reverse("login"))
        return super().handle_no_permission(request, view_func)


class NullCharacterMiddleware:
    """No text of ours holds a null character, and PostgreSQL fails on one: an address that asks for it leads nowhere.

    REST names the parameter itself.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        return self.get_response(request)

    def process_view(self, request, view_func, view_args, view_kwargs):
        if request.resolver_match.app_name != "api" and any(
            "\0" in text for name, values in request.GET.lists() for text in (name, *values)
        ):
            raise Http404


class BrokenUploadMiddleware:
    """Removes what has come of a file whose request body broke off.

    Django tells upload handlers of an interruption only when one of them stopped the upload itself; and the CSRF check,
    which reads forms first, swallows the error.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        try:
            return self.get_response(request)
        finally:
            for handler in request.upload_handlers:
                handler.upload_interrupted()


class RefusalMiddleware:
    """Answers an `AppError` that no form could show beside itself, and a database that is locked for too long."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        return self.get_response(request)

    def process_exception(self, request, exception):
        if isinstance(exception, OperationalError):
            logger.error("%s %s: the database did not answer", request.method, request.path, exc_info=exception)
            exception = DatabaseBusy()
        if not isinstance(exception, AppError):
            return None
        return refusal_response(request, exception)


def refusal_response(request, error: AppError):
    """The refusal as a page, or as a fragment for htmx."""
    template = "parts/refusal.html" if request.htmx else "errors/refused.html"
    response = render(request, template, {"error": error}, status=error.status)
    response[CODE_HEADER] = error.code
    return response
