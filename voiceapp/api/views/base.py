"""What every view of the API does first: a token, known query parameters, a body that can be counted."""

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404
from django.urls import reverse
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import APIView

from voiceapp.api.authentication import ApiTokenAuthentication
from voiceapp.api.parsers import StrictJSONParser
from voiceapp.api.problems import LengthRequired, MethodNotAllowed, NotFound
from voiceapp.api.serializers.base import StrictSerializer, validated


class OneRenderer(DefaultContentNegotiation):
    """There is one representation of everything, so Accept decides nothing; parsers go by Content-Type as usual."""

    def select_renderer(self, request, renderers, format_suffix=None):
        return renderers[0], renderers[0].media_type


class NoQuery(StrictSerializer):
    pass


class ApiView(APIView):
    """`queries` maps a method to the serializer of its query parameters; the result is `self.query`.

    Where a method has none, any parameter is refused: one that is accepted and ignored misleads.
    """

    authentication_classes = [ApiTokenAuthentication]
    permission_classes = [IsAuthenticated]
    parser_classes = [StrictJSONParser]
    renderer_classes = [JSONRenderer]
    content_negotiation_class = OneRenderer
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]
    queries: dict[str, type[StrictSerializer]] = {}

    def initial(self, request, *args, **kwargs):
        super().initial(request, *args, **kwargs)
        if request.method not in self.allowed_methods:
            raise MethodNotAllowed(method=request.method)
        if request.META.get("HTTP_TRANSFER_ENCODING") and not request.META.get("CONTENT_LENGTH"):
            raise LengthRequired()
        method = "GET" if request.method == "HEAD" else request.method
        self.query = validated(self.queries.get(method, NoQuery), request.query_params)


class NothingHere(APIView):
    """Any other address below /api/v1/: a problem in place of an HTML page."""

    authentication_classes = []
    permission_classes = []
    renderer_classes = [JSONRenderer]
    content_negotiation_class = OneRenderer
    schema = None

    def initial(self, request, *args, **kwargs):
        super().initial(request, *args, **kwargs)
        raise NotFound(path=request.path)


def found(fetch, key):
    """What a selector fetches by its key; a 404 where there is none."""
    try:
        return fetch(key)
    except ObjectDoesNotExist as error:
        raise Http404 from error


def created(request, data, name: str, *args) -> Response:
    """201 with the address of what was made."""
    location = request.build_absolute_uri(reverse(f"api:{name}", args=args))
    return Response(data, status=201, headers={"Location": location})
