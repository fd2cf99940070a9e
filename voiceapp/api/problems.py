"""Every refusal of the API as problem+json (RFC 9457): a stable code, figures, a sentence in the caller's language."""

import logging
import math

from django.conf import settings
from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.core.signals import got_request_exception
from django.db import OperationalError
from django.http import Http404, UnreadablePostError
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from trainer.errors import BadInput
from voiceapp.errors import (
    AppError,
    AudioRejected,
    DatabaseBusy,
    FieldInvalid,
    GateShut,
    PronunciationsRefused,
    RunAlreadyLive,
    TrainerRefusal,
    UploadTruncated,
)

logger = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"
LINES_SHOWN = 200

TITLES = {
    400: gettext_lazy("The request cannot be read"),
    401: gettext_lazy("A token is needed"),
    403: gettext_lazy("Not allowed"),
    404: gettext_lazy("Not found"),
    405: gettext_lazy("Not possible here"),
    409: gettext_lazy("In conflict with the present state"),
    411: gettext_lazy("A length is needed"),
    413: gettext_lazy("Too large"),
    415: gettext_lazy("Of a kind that is not read here"),
    422: gettext_lazy("Refused"),
    500: gettext_lazy("An error of the program"),
    503: gettext_lazy("Not available now"),
    507: gettext_lazy("Out of space"),
}


class TokenMissing(AppError):
    code = "token-missing"
    status = 401
    sentence = gettext_lazy("Send a token: “Authorization: Bearer …”. Tokens are made on the page “API tokens”.")


class TokenInvalid(AppError):
    code = "token-invalid"
    status = 401
    sentence = gettext_lazy("The token is unknown or was revoked. Make a new one on the page “API tokens”.")


class Forbidden(AppError):
    code = "forbidden"
    status = 403
    sentence = gettext_lazy("The owner of this token may not do that.")


class NotFound(AppError):
    code = "not-found"
    status = 404
    sentence = gettext_lazy("There is nothing at %(path)s.")


class MethodNotAllowed(AppError):
    code = "method-not-allowed"
    status = 405
    sentence = gettext_lazy("%(method)s is not possible here; the Allow header lists what is.")


class AudioMissing(AppError):
    code = "audio-missing"
    status = 503
    sentence = gettext_lazy("The audio of “%(name)s” is missing from storage. Restore the storage.")


class LengthRequired(AppError):
    code = "length-required"
    status = 411
    sentence = gettext_lazy(
        "Send the body with a Content-Length instead of in chunks, so that a broken upload can be noticed."
    )


class BodyTooLarge(AppError):
    code = "body-too-large"
    status = 413
    sentence = gettext_lazy(
        "The body has %(measured)s bytes; at most %(limit)s are read here. Send audio as files, not inside JSON."
    )


class TooManyFiles(AppError):
    code = "too-many-files"
    status = 413
    sentence = gettext_lazy("More than %(limit)s files came at once. Send them in several requests, or as a zip.")


class MediaTypeUnsupported(AppError):
    code = "media-type-unsupported"
    status = 415
    sentence = gettext_lazy("A body of type “%(measured)s” is not read here. Send one of: %(limit)s.")


class BodyMalformed(AppError):
    code = "body-malformed"
    status = 400
    sentence = gettext_lazy("The body cannot be read: %(reason)s")


class ProgramError(AppError):
    code = "internal-error"
    status = 500
    sentence = gettext_lazy("An error of the program stopped the request. It was logged with its traceback.")


class FieldsInvalid(AppError):
    """`errors` lists each wrong field: {"field", "code", "detail", "measured", "limit"}."""

    code = "field-invalid"

    def __init__(self, errors: list[dict]):
        self.errors = errors
        # The figures of several fields cannot stand side by side; each keeps its own.
        only = errors[0] if len(errors) == 1 else {}
        super().__init__(measured=only.get("measured"), limit=only.get("limit"))

    @property
    def detail(self):
        sentences = (": ".join(filter(None, (error["field"], error["detail"]))) for error in self.errors)
        return " ".join(sentences)


def field_error(field: str, code: str, detail: str, *, measured=None, limit=None) -> dict:
    """One entry of a problem's `errors`; `field` is empty for the body as a whole."""
    detail = encodable(detail)
    return {"field": field, "code": code, "detail": detail, "measured": figure(measured), "limit": figure(limit)}


def problem_handler(exc, context):
    """Answer an exception of an API view. Nothing passes: what is not foreseen is logged and becomes a 500."""
    request = context["request"]
    error = _as_app_error(exc, context)
    if isinstance(error, ProgramError):
        logger.error("%s %s failed", request.method, request.path, exc_info=exc)
        got_request_exception.send(sender=type(context["view"]), request=request._request)
    headers = {}
    if error.status == 401:
        headers["WWW-Authenticate"] = context["view"].get_authenticate_header(request)
    return Response(problem_json(error), status=error.status, content_type=CONTENT_TYPE, headers=headers)


def problem_json(error: AppError) -> dict:
    problem = {
        "type": f"urn:koebo:problem:{error.code}",
        "title": str(TITLES.get(error.status, TITLES[500 if error.status >= 500 else 422])),
        "status": error.status,
        "code": error.code,
        "detail": encodable(error.detail),
        "measured": figure(error.measured),
        "limit": figure(error.limit),
    }
    if isinstance(error, TrainerRefusal) and error.params.get("hint") is not None:
        problem["hint"] = error.params["hint"]
    if isinstance(error, AudioRejected):
        problem["verdicts"] = [verdict_json(verdict) for verdict in error.verdicts]
    if isinstance(error, GateShut):
        problem["findings"] = [finding.as_json() for finding in error.findings]
    if isinstance(error, FieldsInvalid):
        problem["errors"] = error.errors
    if isinstance(error, FieldInvalid):
        reason = str(error.params["reason"])
        figures = {"measured": error.measured, "limit": error.limit}
        problem["errors"] = [field_error(error.params["field"], error.code, reason, **figures)]
    if isinstance(error, PronunciationsRefused):
        problem["errors"] = [
            field_error(f"line {line.line}", line.code, line.refusal_detail) for line in error.lines[:LINES_SHOWN]
        ]
    if isinstance(error, RunAlreadyLive) and getattr(error, "run", None) is not None:
        problem["run"] = str(error.run.pk)
    return problem


def verdict_json(verdict) -> dict:
    """A verdict with its sentence in the caller's language."""
    return {**verdict.as_json(), "message": verdict.message(get_language() or "en")}


def encodable(text) -> str:
    """A sentence may repeat what was sent; JSON can carry half a surrogate pair in, but UTF-8 cannot carry it out."""
    return str(text).encode("utf-8", "replace").decode()


def figure(value):
    """A figure as JSON can carry it: JSON knows no NaN, no infinity, no path."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, str):
        return encodable(value)
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, (list, tuple)):
        return [figure(item) for item in value]
    if isinstance(value, dict):
        return {str(key): figure(item) for key, item in value.items()}
    return str(value)


def _as_app_error(exc, context) -> AppError:
    request = context["request"]
    match exc:
        case AppError():
            return exc
        case BadInput():
            return TrainerRefusal(exc)
        case exceptions.NotAuthenticated():
            return TokenMissing()
        case exceptions.AuthenticationFailed():
            return TokenInvalid()
        case exceptions.PermissionDenied() | PermissionDenied():
            return Forbidden()
        case Http404() | exceptions.NotFound():
            return NotFound(path=request.path)
        case exceptions.MethodNotAllowed():
            return MethodNotAllowed(method=request.method)
        case exceptions.UnsupportedMediaType():
            accepted = ", ".join(parser.media_type for parser in context["view"].get_parsers())
            return MediaTypeUnsupported(measured=request.content_type, limit=accepted)
        case exceptions.ParseError():
            return BodyMalformed(reason=str(exc.detail))
        case RequestDataTooBig():
            return BodyTooLarge(measured=content_length(request), limit=settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        case TooManyFilesSent():
            return TooManyFiles(limit=settings.DATA_UPLOAD_MAX_NUMBER_FILES)
        case UnreadablePostError():
            return UploadTruncated()
        case OperationalError():
            logger.error("%s %s: the database did not answer", request.method, request.path, exc_info=exc)
            return DatabaseBusy()
        case TooManyFieldsSent() | SuspiciousOperation():
            return BodyMalformed(reason=_("it is not one that a client of this API sends."))
    return ProgramError()


def content_length(request) -> int | None:
    value = request.META.get("CONTENT_LENGTH") or ""
    return int(value) if value.isascii() and value.isdecimal() else None
