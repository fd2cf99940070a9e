"""Languages and voices."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from trainer.languages import LANGUAGES
from voiceapp.api.paging import PageQuery, page_of, page_response
from voiceapp.api.serializers.base import validated
from voiceapp.api.serializers.voice import (
    LanguageSerializer,
    VoiceCreateSerializer,
    VoiceSerializer,
    VoiceUpdateSerializer,
)
from voiceapp.api.views.base import ApiView, created, found
from voiceapp.models import LanguageTag
from voiceapp.selectors.voice import voice_by_slug, voices_list
from voiceapp.services.voice import voice_create, voice_update


class VoiceQuery(PageQuery):
    language = serializers.ChoiceField(choices=LanguageTag.choices, required=False)


class LanguageList(ApiView):
    @extend_schema(operation_id="languages_list", responses=LanguageSerializer(many=True))
    def get(self, request):
        """List the languages that Koebo can speak."""
        return Response(LanguageSerializer(LANGUAGES.values(), many=True).data)


class VoiceList(ApiView):
    queries = {"GET": VoiceQuery}

    @extend_schema(operation_id="voices_list", parameters=[VoiceQuery], responses=page_of(VoiceSerializer))
    def get(self, request):
        """List voices."""
        voices = voices_list()
        if "language" in self.query:
            voices = voices.filter(language=self.query["language"])
        return page_response(self, voices, VoiceSerializer)

    @extend_schema(operation_id="voices_create", request=VoiceCreateSerializer, responses={201: VoiceSerializer})
    def post(self, request):
        """Register a voice. The language is a BCP 47 tag of a language that Koebo speaks; it is never assumed."""
        voice = voice_create(**validated(VoiceCreateSerializer, request.data), actor=request.user)
        return created(request, VoiceSerializer(voice_by_slug(voice.slug)).data, "voice-detail", voice.slug)


class VoiceDetail(ApiView):
    @extend_schema(operation_id="voices_read", responses=VoiceSerializer)
    def get(self, request, slug):
        """Read a voice."""
        return Response(VoiceSerializer(found(voice_by_slug, slug)).data)

    @extend_schema(operation_id="voices_update", request=VoiceUpdateSerializer, responses=VoiceSerializer)
    def patch(self, request, slug):
        """Change some fields of a voice."""
        voice = found(voice_by_slug, slug)
        changes = validated(VoiceUpdateSerializer, request.data)
        if changes:
            voice = voice_update(voice=voice, actor=request.user, **changes)
        return Response(VoiceSerializer(voice_by_slug(voice.slug)).data)
