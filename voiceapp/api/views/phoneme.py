"""Phonemes of any text, by the same code that phonemizes clips."""

import json
from collections.abc import Iterator
from itertools import chain

from django.http import StreamingHttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.response import Response

from trainer.errors import BadInput
from trainer.text import Phonemes as Read
from trainer.text.plausibility import line_verdicts
from voiceapp.api.problems import FieldsInvalid, field_error, figure, problem_json, verdict_json
from voiceapp.api.serializers.base import validated
from voiceapp.api.serializers.phoneme import (
    PhonemesAtOnceSerializer,
    PhonemesField,
    PhonemesRequestSerializer,
    PhonemesResultSerializer,
    PreviewSerializer,
    RefusedLineSerializer,
    SummaryLineSerializer,
)
from voiceapp.api.views.base import ApiView
from voiceapp.errors import AppError, TrainerRefusal
from voiceapp.models import Voice
from voiceapp.services.phoneme import phonemes_preview, texts_preview

JSON_LINES = "application/x-ndjson"


class Phonemes(ApiView):
    @extend_schema(
        operation_id="phonemes",
        request=PhonemesRequestSerializer,
        responses={
            (200, "application/json"): PolymorphicProxySerializer(
                component_name="PhonemesAnswer",
                serializers=[PreviewSerializer, PhonemesResultSerializer],
                resource_type_field_name=None,
            ),
            (200, JSON_LINES): PolymorphicProxySerializer(
                component_name="PhonemesLine",
                serializers=[PreviewSerializer, RefusedLineSerializer, SummaryLineSerializer],
                resource_type_field_name=None,
            ),
        },
    )
    def post(self, request):
        """Show what a text becomes: one object for `text`, `{"results": [...]}` in order for `texts`.

        With `Accept: application/x-ndjson`, up to 10,000 texts come back as JSON lines, in order, each as soon as it
        is known. A text that is refused becomes `{"error": {"line", "code", "detail", "measured", "limit"}}` in its
        place. The last line is `{"lines", "refused"}`; a stream that the server had to give up ends in `{"problem"}`.
        """
        is_streamed = JSON_LINES in request.headers.get("Accept", "")
        given = validated(PhonemesRequestSerializer if is_streamed else PhonemesAtOnceSerializer, request.data)
        if ("text" in given) == ("texts" in given):
            raise FieldsInvalid([field_error("text", "either", _("give either text or texts."))])
        if is_streamed:
            texts = given["texts"] if "texts" in given else [given["text"]]
            return _streamed(texts_preview(texts=texts, **_reading(given)))
        if "text" in given:
            return Response(_json(phonemes_preview(text=given["text"], **_reading(given))))
        results = []
        for result in texts_preview(texts=given["texts"], **_reading(given)):
            if isinstance(result, BadInput):
                raise TrainerRefusal(result)
            results.append(_json(result))
        return Response({"results": results})


def _reading(given: dict) -> dict:
    """Language and voice that the texts are read with; the voice's language stands for one that was left out."""
    if "voice" not in given:
        return {"language": given.get("language"), "voice": None}
    voice = Voice.objects.filter(slug=given["voice"]).first()
    if voice is None:
        raise FieldsInvalid([field_error("voice", "unknown", _("there is no such voice."))])
    return {"language": given.get("language", voice.language), "voice": voice}


def _streamed(results: Iterator[Read | BadInput]) -> StreamingHttpResponse:
    # The first one before the answer begins: an engine that cannot be had is still a problem with its status.
    first = [result for result in [next(results, None)] if result is not None]
    lines = _lines(chain(first, results), translation.get_language())
    return StreamingHttpResponse(lines, content_type=f"{JSON_LINES}; charset=utf-8")


def _lines(results: Iterator[Read | BadInput], locale: str) -> Iterator[bytes]:
    number = refused = 0
    # The request's language has gone by the time its answer is sent.
    with translation.override(locale):
        try:
            for number, result in enumerate(results, start=1):
                refused += isinstance(result, BadInput)
                yield _line(_refused(number, result) if isinstance(result, BadInput) else _json(result))
            yield _line({"lines": number, "refused": refused})
        except AppError as error:
            yield _line({"problem": problem_json(error)})


def _refused(number: int, refusal: BadInput) -> dict:
    detail = refusal.message(translation.get_language() or "en")
    figures = {"measured": figure(refusal.measured), "limit": figure(refusal.limit)}
    return {"error": {"line": number, "code": refusal.code, "detail": detail, **figures}}


def _line(document: dict) -> bytes:
    return json.dumps(document, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def _json(phonemes: Read) -> dict:
    # What the gate would say of it as a line: there is no recording to compare it with.
    remarks = [verdict_json(verdict) for verdict in line_verdicts(phonemes, None)]
    return {**PhonemesField().to_representation(phonemes.as_json()), "remarks": remarks}
