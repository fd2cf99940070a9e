"""Phonemes of any text, by the same code that phonemizes clips."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.response import Response

from voiceapp.api.problems import FieldsInvalid, field_error
from voiceapp.api.serializers.base import validated
from voiceapp.api.serializers.phoneme import (
    PhonemesField,
    PhonemesRequestSerializer,
    PhonemesResultSerializer,
    PhonemesSerializer,
)
from voiceapp.api.views.base import ApiView
from voiceapp.services.phoneme import phonemes_preview


class Phonemes(ApiView):
    @extend_schema(
        operation_id="phonemes",
        request=PhonemesRequestSerializer,
        responses=PolymorphicProxySerializer(
            component_name="PhonemesAnswer",
            serializers=[PhonemesSerializer, PhonemesResultSerializer],
            resource_type_field_name=None,
        ),
    )
    def post(self, request):
        """Show what a text becomes: one object for `text`, `{"results": [...]}` in order for `texts`."""
        given = validated(PhonemesRequestSerializer, request.data)
        language = given["language"]
        if ("text" in given) == ("texts" in given):
            raise FieldsInvalid([field_error("text", "either", _("give either text or texts."))])
        texts = given["texts"] if "texts" in given else [given["text"]]
        results = [_json(phonemes_preview(text=text, language=language)) for text in texts]
        return Response({"results": results} if "texts" in given else results[0])


def _json(phonemes):
    return PhonemesField().to_representation(phonemes.as_json())
