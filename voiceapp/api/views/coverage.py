"""Coverage of a style."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from voiceapp.api.serializers.coverage import CoverageStateSerializer
from voiceapp.api.views.base import ApiView, found
from voiceapp.selectors.style import style_get
from voiceapp.services.coverage import coverage_of_style


class StyleCoverageDetail(ApiView):
    @extend_schema(operation_id="styles_coverage", responses=CoverageStateSerializer)
    def get(self, request, pk):
        """Tell which sounds the clips of a style contain, which they lack, and which sentences would add them."""
        state = coverage_of_style(style=found(style_get, pk))
        row = state.row
        answer = {
            "is_current": state.is_current,
            "computed_at": row.computed_at if row else None,
            "coverage": row.data if row else None,
        }
        return Response(CoverageStateSerializer(answer).data)
