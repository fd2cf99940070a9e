"""Voice models: their figures, their files, their speech."""

from django.http import FileResponse, HttpResponse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from voiceapp.api.paging import PageQuery, page_of, page_response
from voiceapp.api.serializers.base import StrictSerializer, validated
from voiceapp.api.serializers.voice_model import ModelDetailSerializer, ModelSerializer, SpeechSerializer
from voiceapp.api.views.base import ApiView, found
from voiceapp.models import LanguageTag
from voiceapp.selectors.voice_model import DEFAULT_ORDER, SORT_COLUMNS, model_get, models_list
from voiceapp.services.synthesis import model_archive, model_speak
from voiceapp.services.voice_model import model_make_current

ORDERS = [sign + key for key in SORT_COLUMNS for sign in ("", "-")]


class ModelQuery(PageQuery):
    order = serializers.ChoiceField(choices=ORDERS, default=DEFAULT_ORDER)
    language = serializers.ChoiceField(choices=LanguageTag.choices, required=False)
    voice = serializers.SlugField(required=False)
    style = serializers.IntegerField(required=False, min_value=1, max_value=2**53)


class ModelList(ApiView):
    queries = {"GET": ModelQuery}

    @extend_schema(operation_id="models_list", parameters=[ModelQuery], responses=page_of(ModelSerializer))
    def get(self, request):
        """List models with the figures measured on their own output."""
        models = models_list(self.query["order"])
        for name, column in (("language", "language"), ("voice", "style__voice__slug"), ("style", "style_id")):
            if name in self.query:
                models = models.filter(**{column: self.query[name]})
        return page_response(self, models, ModelSerializer)


class ModelDetail(ApiView):
    @extend_schema(operation_id="models_read", responses=ModelDetailSerializer)
    def get(self, request, pk):
        """Read a model with each measurement and its conditions."""
        return Response(ModelDetailSerializer(found(model_get, pk)).data)


class ModelArtefact(ApiView):
    @extend_schema(
        operation_id="models_artefact",
        responses={(200, "application/zip"): OpenApiResponse(bytes)},
    )
    def get(self, request, pk):
        """Download the model's files as a zip, checked against their digests."""
        voice_model = found(model_get, pk)
        name = f"{voice_model.style.voice.slug}-{voice_model.style.slug}-{voice_model.digest[:8]}.zip"
        archive = model_archive(voice_model=voice_model)
        return FileResponse(archive, as_attachment=True, filename=name, content_type="application/zip")


class ModelSpeech(ApiView):
    @extend_schema(
        operation_id="models_speech",
        request=SpeechSerializer,
        responses={(200, "audio/wav"): OpenApiResponse(bytes)},
    )
    def post(self, request, pk):
        """Let the model speak a text: 16-bit WAV. A length scale above 1 is slower."""
        voice_model = found(model_get, pk)
        given = validated(SpeechSerializer, request.data)
        audio = model_speak(voice_model=voice_model, **given)
        return HttpResponse(audio, content_type="audio/wav")


class ModelMakeCurrent(ApiView):
    @extend_schema(operation_id="models_make_current", request=None, responses=ModelDetailSerializer)
    def post(self, request, pk):
        """Make this model the current one of its style. One that failed the content check never is."""
        voice_model = found(model_get, pk)
        validated(StrictSerializer, request.data)
        model_make_current(voice_model=voice_model, actor=request.user)
        return Response(ModelDetailSerializer(model_get(pk)).data)
