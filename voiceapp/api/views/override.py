"""Phones and accent of one clip, set by hand."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from voiceapp.api.serializers.base import validated
from voiceapp.api.serializers.override import OverrideSerializer, OverrideStateSerializer
from voiceapp.api.views.base import ApiView, found
from voiceapp.selectors.style import clip_get
from voiceapp.services.override import clip_override_clear, clip_override_set, clip_structure


class ClipOverride(ApiView):
    @extend_schema(operation_id="clips_override_read", responses=OverrideStateSerializer)
    def get(self, request, pk):
        """Read what was set by hand for a clip, and what the clip is taught now in the form that can be set."""
        return _state(found(clip_get, pk))

    @extend_schema(operation_id="clips_override_set", request=OverrideSerializer, responses=OverrideStateSerializer)
    def put(self, request, pk):
        """Set the phones and the accent of a clip; its phonemes and verdicts follow."""
        clip = found(clip_get, pk)
        override = validated(OverrideSerializer, request.data)
        clip_override_set(clip=clip, override=dict(override), actor=request.user)
        return _state(clip_get(clip.pk))

    @extend_schema(operation_id="clips_override_clear", responses={204: None})
    def delete(self, request, pk):
        """Go back to what the engine reads."""
        clip_override_clear(clip=found(clip_get, pk), actor=request.user)
        return Response(status=204)


def _state(clip) -> Response:
    state = {
        "override": clip.override,
        "is_applied": bool(clip.phonemes and clip.phonemes.get("overridden")),
        "set_at": clip.override_at,
        "set_by": clip.override_by.get_username() if clip.override_by else None,
        "structure": clip_structure(clip=clip),
        "phonemes": clip.phonemes,
    }
    return Response(OverrideStateSerializer(state).data)
