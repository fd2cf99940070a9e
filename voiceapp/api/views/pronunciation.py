"""The pronunciation dictionary: entries, CSV, history."""

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.response import Response

from voiceapp.api.paging import page_of, page_response
from voiceapp.api.parsers import CsvParser
from voiceapp.api.problems import LengthRequired, content_length
from voiceapp.api.serializers.base import validated
from voiceapp.api.serializers.pronunciation import (
    PronunciationChangeQuery,
    PronunciationChangeSerializer,
    PronunciationCreateSerializer,
    PronunciationFileQuery,
    PronunciationImportQuery,
    PronunciationImportSerializer,
    PronunciationQuery,
    PronunciationSerializer,
    PronunciationUpdateSerializer,
)
from voiceapp.api.views.base import ApiView, created, found
from voiceapp.models import Pronunciation, Voice
from voiceapp.selectors.pronunciation import changes_list, pronunciation_get, pronunciations_list
from voiceapp.selectors.voice import voice_by_slug
from voiceapp.services.pronunciation import (
    STATE_FIELDS,
    pronunciation_delete,
    pronunciation_mark,
    pronunciation_set,
)
from voiceapp.services.pronunciation_csv import pronunciations_export, pronunciations_import, pronunciations_plan

CSV = "text/csv"
IF_MATCH = OpenApiParameter(
    "If-Match", OpenApiTypes.STR, OpenApiParameter.HEADER, description="The ETag of the entry that was seen."
)


class PronunciationList(ApiView):
    queries = {"GET": PronunciationQuery}

    @extend_schema(
        operation_id="pronunciations_list",
        parameters=[PronunciationQuery],
        responses=page_of(PronunciationSerializer),
    )
    def get(self, request):
        """List entries of the dictionary, by what is written."""
        voice = _voice(self.query.get("voice"))
        rows = pronunciations_list(
            language=self.query.get("language"),
            voice=voice,
            is_everything=voice is None and self.query["scope"] == "all",
            search=self.query.get("search", ""),
        )
        return page_response(self, rows, PronunciationSerializer)

    @extend_schema(
        operation_id="pronunciations_create",
        request=PronunciationCreateSerializer,
        responses={201: PronunciationSerializer},
    )
    def post(self, request):
        """Add an entry. One that is there already, and is another, is a conflict: change it by its id.

        Without a `voice` it is for every voice of the `language`; with one, the language may be left out.
        Clips that contain what is written become stale and are read again by the phoneme worker.
        """
        given = dict(validated(PronunciationCreateSerializer, request.data))
        voice = _voice(given.pop("voice"))
        if voice is not None and given["language"] is None:
            given["language"] = voice.language
        row = pronunciation_set(**given, voice=voice, actor=request.user, expected="")
        return created(request, PronunciationSerializer(row).data, "pronunciation-detail", row.pk)


class PronunciationDetail(ApiView):
    @extend_schema(operation_id="pronunciations_read", responses=PronunciationSerializer)
    def get(self, request, pk):
        """Read an entry."""
        return _answer(found(pronunciation_get, pk))

    @extend_schema(
        operation_id="pronunciations_update",
        parameters=[IF_MATCH],
        request=PronunciationUpdateSerializer,
        responses=PronunciationSerializer,
    )
    def patch(self, request, pk):
        """Change reading, accent, part of speech or note. What is written, and for whom, makes another entry."""
        row = found(pronunciation_get, pk)
        changes = dict(validated(PronunciationUpdateSerializer, request.data))
        expected = changes.pop("expected", None) or _if_match(request)
        # What was not given stays as it is in the row that was read just now.
        given = {name: getattr(row, name) for name in STATE_FIELDS} | changes
        if expected is None:
            expected = pronunciation_mark(row)
        scope = {"language": row.language, "voice": row.voice, "surface": row.surface}
        row = pronunciation_set(**scope, **given, actor=request.user, expected=expected)
        return _answer(found(pronunciation_get, row.pk))

    @extend_schema(operation_id="pronunciations_delete", parameters=[IF_MATCH], responses={204: None})
    def delete(self, request, pk):
        """Delete an entry. Its history stays; models that were trained with it keep speaking it."""
        row = found(pronunciation_get, pk)
        pronunciation_delete(pronunciation=row, actor=request.user, expected=_if_match(request))
        return Response(status=204)


class PronunciationChanges(ApiView):
    queries = {"GET": PronunciationChangeQuery}

    @extend_schema(
        operation_id="pronunciations_changes",
        parameters=[PronunciationChangeQuery],
        responses=page_of(PronunciationChangeSerializer),
    )
    def get(self, request):
        """List the history of the dictionary, newest first."""
        voice = _voice(self.query.get("voice"))
        changes = changes_list(
            language=self.query.get("language"),
            voice=voice,
            is_everything=voice is None,
            surface=self.query.get("surface", ""),
        )
        return page_response(self, changes, PronunciationChangeSerializer)


class PronunciationFile(ApiView):
    queries = {"GET": PronunciationFileQuery, "PUT": PronunciationImportQuery}

    def initialize_request(self, request, *args, **kwargs):
        if request.method == "PUT":
            self.parser_classes = [CsvParser]
            if not request.META.get("CONTENT_TYPE"):  # as `curl -T` sends it
                request.META["CONTENT_TYPE"] = CSV
        return super().initialize_request(request, *args, **kwargs)

    def initial(self, request, *args, **kwargs):
        super().initial(request, *args, **kwargs)
        if request.method == "PUT" and content_length(request) is None:
            raise LengthRequired()

    @extend_schema(
        operation_id="pronunciations_export",
        parameters=[PronunciationFileQuery],
        responses={(200, CSV): OpenApiResponse(str)},
    )
    def get(self, request):
        """Export the entries of every voice, or of one voice, as CSV."""
        text = pronunciations_export(language=self.query["language"], voice=_voice(self.query.get("voice")))
        return HttpResponse(text, content_type=f"{CSV}; charset=utf-8")

    @extend_schema(
        operation_id="pronunciations_import",
        parameters=[PronunciationImportQuery],
        request={CSV: OpenApiTypes.STR},
        responses=PronunciationImportSerializer,
    )
    def put(self, request):
        """Import a CSV file, sent as the whole body: all of its lines or none. Other entries stay."""
        # Without a body no parser is asked.
        data = request.data if isinstance(request.data, bytes) else b""
        scope = {"language": self.query["language"], "voice": _voice(self.query.get("voice")), "data": data}
        if self.query["dry_run"]:
            plan = pronunciations_plan(**scope)
        else:
            version = self.query.get("expected_version")
            plan = pronunciations_import(**scope, actor=request.user, expected_version=version)
        plan.is_imported = not self.query["dry_run"]
        return Response(PronunciationImportSerializer(plan).data)


def _answer(row: Pronunciation) -> Response:
    return Response(PronunciationSerializer(row).data, headers={"ETag": f'"{pronunciation_mark(row)}"'})


def _if_match(request) -> str | None:
    """The mark in If-Match; None where there is none, or `*`."""
    value = request.headers.get("If-Match", "").strip()
    return None if value in ("", "*") else value.removeprefix("W/").strip('"')


def _voice(slug: str | None) -> Voice | None:
    if not slug:
        return None
    try:
        return voice_by_slug(slug)
    except Voice.DoesNotExist as error:
        raise Http404 from error
