"""Clips: imports of many, and decisions on one."""

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.response import Response

from voiceapp.api.downloads import audio_response
from voiceapp.api.paging import PageQuery, page_of, page_response
from voiceapp.api.schema import AUDIO, BODY_IS_FILE
from voiceapp.api.serializers.base import StrictSerializer, validated
from voiceapp.api.serializers.clip import (
    ClipAcknowledgeSerializer,
    ClipDetailSerializer,
    ClipLeaveOutSerializer,
    ClipSerializer,
    ClipUpdateSerializer,
)
from voiceapp.api.serializers.reference import UploadQuery
from voiceapp.api.serializers.style import (
    ClipImportDetailSerializer,
    ClipImportSerializer,
    ClipImportUploadSerializer,
)
from voiceapp.api.views.base import ApiView, created, found
from voiceapp.api.views.reference import RawUploadView
from voiceapp.models import ClipImport
from voiceapp.selectors.style import clip_get, clips_of_style, style_get
from voiceapp.services.acknowledgement import clip_acknowledge, clip_acknowledgement_withdraw
from voiceapp.services.clip import clip_delete, clip_leave_out, clip_take_in, clip_text_update, clips_import


class StyleClips(RawUploadView):
    @extend_schema(operation_id="clips_list", parameters=[PageQuery], responses=page_of(ClipSerializer))
    def get(self, request, pk):
        """List the clips of a style with their phonemes and verdicts."""
        clips = clips_of_style(found(style_get, pk)).defer("waveform").select_related("left_out_by", "acknowledged_by")
        return page_response(self, clips, ClipSerializer)

    @extend_schema(
        operation_id="clips_import",
        request={"multipart/form-data": ClipImportUploadSerializer},
        responses={201: ClipImportDetailSerializer},
    )
    def post(self, request, pk):
        """Import recordings (`files`) with their list (`transcript`, lines `file|text`), or a zip of both.

        The report has an entry for each thing delivered; rejected clips are kept and hold up queuing until they are
        mended, deleted, or left out with a reason.
        """
        style = found(style_get, pk)
        parts = validated(ClipImportUploadSerializer, request.data, context={"request": request})
        return self._import(request, style, parts["files"], parts.get("transcript"))

    @extend_schema(
        operation_id="clips_upload",
        parameters=[UploadQuery],
        request=BODY_IS_FILE,
        responses={201: ClipImportDetailSerializer},
    )
    def put(self, request, pk):
        """Import a zip of recordings and their list, sent as the whole body."""
        style = found(style_get, pk)
        return self._import(request, style, request.FILES.getlist("file"), None)

    def _import(self, request, style, uploads, transcript):
        clip_import = clips_import(style=style, uploads=uploads, transcript=transcript, actor=request.user)
        return created(request, ClipImportDetailSerializer(clip_import).data, "import-detail", clip_import.pk)


class StyleImports(ApiView):
    queries = {"GET": PageQuery}

    @extend_schema(operation_id="imports_list", parameters=[PageQuery], responses=page_of(ClipImportSerializer))
    def get(self, request, pk):
        """List the imports of a style."""
        imports = found(style_get, pk).clip_imports.defer("report").select_related("created_by")
        return page_response(self, imports, ClipImportSerializer)


class ImportDetail(ApiView):
    @extend_schema(operation_id="imports_read", responses=ClipImportDetailSerializer)
    def get(self, request, pk):
        """Read the report of an import."""
        clip_import = found(lambda key: ClipImport.objects.select_related("created_by").get(pk=key), pk)
        return Response(ClipImportDetailSerializer(clip_import).data)


class ClipDetail(ApiView):
    @extend_schema(operation_id="clips_read", responses=ClipDetailSerializer)
    def get(self, request, pk):
        """Read a clip."""
        return Response(ClipDetailSerializer(found(clip_get, pk)).data)

    @extend_schema(operation_id="clips_update", request=ClipUpdateSerializer, responses=ClipDetailSerializer)
    def patch(self, request, pk):
        """Correct the transcript; phonemes and verdicts are made anew."""
        clip = found(clip_get, pk)
        changes = validated(ClipUpdateSerializer, request.data)
        clip = clip_text_update(clip=clip, text=changes["text"], actor=request.user)
        return Response(ClipDetailSerializer(clip_get(clip.pk)).data)

    @extend_schema(operation_id="clips_delete", responses={204: None})
    def delete(self, request, pk):
        """Delete a clip. Runs keep what they froze."""
        clip_delete(clip=found(clip_get, pk), actor=request.user)
        return Response(status=204)


class ClipLeaveOut(ApiView):
    @extend_schema(operation_id="clips_leave_out", request=ClipLeaveOutSerializer, responses=ClipDetailSerializer)
    def post(self, request, pk):
        """Leave a clip out of the runs, with a reason that is kept."""
        clip = found(clip_get, pk)
        reason = validated(ClipLeaveOutSerializer, request.data)["reason"]
        clip = clip_leave_out(clip=clip, reason=reason, actor=request.user)
        return Response(ClipDetailSerializer(clip_get(clip.pk)).data)


class ClipAcknowledge(ApiView):
    @extend_schema(operation_id="clips_acknowledge", request=ClipAcknowledgeSerializer, responses=ClipDetailSerializer)
    def post(self, request, pk):
        """Acknowledge what holds a clip, with a reason that is kept.

        It is valid for these phonemes and these remarks: other phonemes, or a new remark, hold the clip again.
        """
        clip = found(clip_get, pk)
        reason = validated(ClipAcknowledgeSerializer, request.data)["reason"]
        clip_acknowledge(clip=clip, reason=reason, actor=request.user)
        return Response(ClipDetailSerializer(clip_get(pk)).data)

    @extend_schema(operation_id="clips_acknowledgement_withdraw", responses={200: ClipDetailSerializer})
    def delete(self, request, pk):
        """Take an acknowledgement back; what it covered holds the clip again."""
        clip_acknowledgement_withdraw(clip=found(clip_get, pk), actor=request.user)
        return Response(ClipDetailSerializer(clip_get(pk)).data)


class ClipTakeIn(ApiView):
    @extend_schema(operation_id="clips_take_in", request=None, responses=ClipDetailSerializer)
    def post(self, request, pk):
        """Undo leaving out; a rejected clip holds up queuing again."""
        clip = found(clip_get, pk)
        validated(StrictSerializer, request.data)
        clip = clip_take_in(clip=clip, actor=request.user)
        return Response(ClipDetailSerializer(clip_get(clip.pk)).data)


class ClipAudioFile(ApiView):
    @extend_schema(operation_id="clips_audio", responses={(200, AUDIO): OpenApiResponse(bytes)})
    def get(self, request, pk):
        """Download the registered bytes."""
        return audio_response(found(clip_get, pk))
