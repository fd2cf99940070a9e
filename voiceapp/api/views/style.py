"""Styles of a voice, and the gate before their runs."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from voiceapp.api.paging import PageQuery, page_of, page_response
from voiceapp.api.serializers.base import validated
from voiceapp.api.serializers.style import (
    GateSerializer,
    StyleCreateSerializer,
    StyleDetailSerializer,
    StyleSerializer,
)
from voiceapp.api.serializers.training_run import WarmStartListSerializer
from voiceapp.api.views.base import ApiView, created, found
from voiceapp.selectors.clip_table import clip_counts
from voiceapp.selectors.gate import gate_findings
from voiceapp.selectors.style import style_get, styles_list
from voiceapp.selectors.voice import voice_by_slug
from voiceapp.selectors.warm_start import warm_starts_offered
from voiceapp.services.style import style_create


class VoiceStyles(ApiView):
    queries = {"GET": PageQuery}

    @extend_schema(operation_id="styles_list", parameters=[PageQuery], responses=page_of(StyleSerializer))
    def get(self, request, slug):
        """List the styles of a voice."""
        voice = found(voice_by_slug, slug)
        return page_response(self, styles_list().filter(voice=voice), StyleSerializer)

    @extend_schema(operation_id="styles_create", request=StyleCreateSerializer, responses={201: StyleDetailSerializer})
    def post(self, request, slug):
        """Create a style."""
        voice = found(voice_by_slug, slug)
        style = style_create(voice=voice, **validated(StyleCreateSerializer, request.data), actor=request.user)
        return created(request, _detail(style_get(style.pk)), "style-detail", style.pk)


class StyleDetail(ApiView):
    @extend_schema(operation_id="styles_read", responses=StyleDetailSerializer)
    def get(self, request, pk):
        """Read a style, with how its clips divide: trainable + blocking + left_out = total."""
        return Response(_detail(found(style_get, pk)))


class StyleGate(ApiView):
    @extend_schema(operation_id="styles_gate", responses=GateSerializer)
    def get(self, request, pk):
        """Tell what stands between a style and a run. An open gate has no findings."""
        findings = gate_findings(found(style_get, pk))
        return Response(GateSerializer({"is_open": not findings, "findings": findings}).data)


class StyleWarmStarts(ApiView):
    @extend_schema(operation_id="styles_warm_starts", responses=WarmStartListSerializer)
    def get(self, request, pk):
        """List what a run of this style can start from: models of its language, nearest first, then base models."""
        return Response(WarmStartListSerializer({"results": warm_starts_offered(found(style_get, pk))}).data)


def _detail(style):
    style.counts = clip_counts(style)
    return StyleDetailSerializer(style).data
