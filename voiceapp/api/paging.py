"""Long lists in pages of a bounded size."""

from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.response import Response

from voiceapp.api.serializers.base import StrictSerializer

PAGE_ROWS_DEFAULT = 50
PAGE_ROWS_MAX = 200


class PageQuery(StrictSerializer):
    """More rows than the limit are refused rather than silently cut to it."""

    limit = serializers.IntegerField(min_value=1, max_value=PAGE_ROWS_MAX, default=PAGE_ROWS_DEFAULT)
    # SQLite's integers end at 63 bits.
    offset = serializers.IntegerField(min_value=0, max_value=2**53, default=0)


def page_response(view, rows, serializer_class) -> Response:
    """Answer `rows` (a queryset or a list) as one page according to the view's query."""
    limit, offset = view.query["limit"], view.query["offset"]
    count = len(rows) if isinstance(rows, list) else rows.count()
    page = rows[offset : offset + limit]
    return Response(
        {
            "count": count,
            "next": _page_url(view.request, offset + limit) if offset + limit < count else None,
            "previous": _page_url(view.request, max(offset - limit, 0)) if offset > 0 else None,
            "results": serializer_class(page, many=True, context={"request": view.request}).data,
        }
    )


def page_of(serializer_class):
    """The serializer of a page, for the schema."""
    return inline_serializer(
        name=f"{serializer_class.__name__.removesuffix('Serializer')}Page",
        fields={
            "count": serializers.IntegerField(),
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "results": serializer_class(many=True),
        },
    )


def _page_url(request, offset: int) -> str:
    query = request.query_params.copy()
    query["offset"] = str(offset)
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
