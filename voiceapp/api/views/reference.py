"""Reference audio of a voice."""

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.response import Response

from voiceapp.api.downloads import audio_response
from voiceapp.api.paging import PageQuery, page_of, page_response
from voiceapp.api.parsers import AudioStreamParser, FormParser, OctetStreamParser
from voiceapp.api.problems import LengthRequired, content_length
from voiceapp.api.schema import AUDIO, BODY_IS_FILE
from voiceapp.api.serializers.base import validated
from voiceapp.api.serializers.reference import (
    ReferenceDetailSerializer,
    ReferenceSerializer,
    ReferenceUploadSerializer,
    UploadQuery,
)
from voiceapp.api.views.base import ApiView, NoQuery, created, found
from voiceapp.models import ReferenceAudio
from voiceapp.selectors.voice import references_of_voice, voice_by_slug
from voiceapp.services.reference import reference_register


class RawUploadView(ApiView):
    """Takes files as a form's parts (POST), or one file as the whole body (PUT, named by `?name=`)."""

    queries = {"GET": PageQuery, "POST": NoQuery, "PUT": UploadQuery}

    def initialize_request(self, request, *args, **kwargs):
        is_raw = request.method == "PUT"
        self.parser_classes = [OctetStreamParser, AudioStreamParser] if is_raw else [FormParser]
        if is_raw and not request.META.get("CONTENT_TYPE"):  # as `curl -T` sends it
            request.META["CONTENT_TYPE"] = OctetStreamParser.media_type
        return super().initialize_request(request, *args, **kwargs)

    def initial(self, request, *args, **kwargs):
        super().initial(request, *args, **kwargs)
        if request.method == "PUT" and content_length(request) is None:  # DRF takes such a body for an empty one
            raise LengthRequired()


class VoiceReferences(RawUploadView):
    @extend_schema(operation_id="references_list", parameters=[PageQuery], responses=page_of(ReferenceSerializer))
    def get(self, request, slug):
        """List the reference audio of a voice."""
        voice = found(voice_by_slug, slug)
        return page_response(self, references_of_voice(voice).select_related("voice"), ReferenceSerializer)

    @extend_schema(
        operation_id="references_create",
        request={"multipart/form-data": ReferenceUploadSerializer},
        responses={201: ReferenceDetailSerializer},
    )
    def post(self, request, slug):
        """Register a recording, sent as the form field `file`."""
        voice = found(voice_by_slug, slug)
        upload = validated(ReferenceUploadSerializer, request.data)["file"]
        return self._register(request, voice, upload)

    @extend_schema(
        operation_id="references_upload",
        parameters=[UploadQuery],
        request=BODY_IS_FILE,
        responses={201: ReferenceDetailSerializer},
    )
    def put(self, request, slug):
        """Register a recording, sent as the whole body; it streams to storage while it is hashed."""
        voice = found(voice_by_slug, slug)
        return self._register(request, voice, request.data.get("file"))

    def _register(self, request, voice, upload):
        reference = reference_register(voice=voice, upload=upload, actor=request.user)
        return created(request, ReferenceDetailSerializer(reference).data, "reference-detail", reference.pk)


def _reference_get(pk):
    return ReferenceAudio.objects.select_related("voice", "created_by").get(pk=pk)


class ReferenceDetail(ApiView):
    @extend_schema(operation_id="references_read", responses=ReferenceDetailSerializer)
    def get(self, request, pk):
        """Read a reference, with its verdicts and its waveform."""
        return Response(ReferenceDetailSerializer(found(_reference_get, pk)).data)


class ReferenceAudioFile(ApiView):
    @extend_schema(operation_id="references_audio", responses={(200, AUDIO): OpenApiResponse(bytes)})
    def get(self, request, pk):
        """Download the registered bytes."""
        return audio_response(found(_reference_get, pk))
