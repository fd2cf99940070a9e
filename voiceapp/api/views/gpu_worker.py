"""Workers."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers

from voiceapp.api.paging import PageQuery, page_of, page_response
from voiceapp.api.serializers.gpu_worker import WorkerSerializer
from voiceapp.api.views.base import ApiView
from voiceapp.selectors.gpu_worker import workers_list, workers_live


class WorkerQuery(PageQuery):
    live = serializers.ChoiceField(choices=["true"], required=False)


class WorkerList(ApiView):
    queries = {"GET": WorkerQuery}

    @extend_schema(operation_id="workers_list", parameters=[WorkerQuery], responses=page_of(WorkerSerializer))
    def get(self, request):
        """List workers, newest first; with `live=true` only those whose beat is recent."""
        workers = workers_live() if "live" in self.query else workers_list()
        return page_response(self, workers, WorkerSerializer)
