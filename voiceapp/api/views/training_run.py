"""Training runs."""

from django.core.exceptions import ObjectDoesNotExist
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from voiceapp.api.paging import PageQuery, page_of, page_response
from voiceapp.api.problems import FieldsInvalid, field_error
from voiceapp.api.serializers.base import StrictSerializer, printable, validated
from voiceapp.api.serializers.training_run import (
    RunClipSerializer,
    RunCreateSerializer,
    RunDetailSerializer,
    RunEventSerializer,
    RunLogSerializer,
    RunPointSerializer,
    RunSerializer,
    RunStatusField,
)
from voiceapp.api.views.base import ApiView, created, found
from voiceapp.models import LIVE, Style
from voiceapp.selectors.style import style_get
from voiceapp.selectors.training_run import run_clips, run_events, run_get, run_log_tail, runs_list
from voiceapp.selectors.warm_start import warm_start_get
from voiceapp.services.training_run import run_cancel, run_create, run_requeue

LOG_LINES_MAX = 500


class RunQuery(PageQuery):
    status = RunStatusField(required=False)
    style = serializers.IntegerField(required=False, min_value=1, max_value=2**53)
    voice = serializers.SlugField(required=False)
    live = serializers.ChoiceField(choices=["true", "false"], required=False)


class LogQuery(StrictSerializer):
    lines = serializers.IntegerField(min_value=1, max_value=LOG_LINES_MAX, default=40)


class RunList(ApiView):
    queries = {"GET": RunQuery}

    @extend_schema(operation_id="runs_list", parameters=[RunQuery], responses=page_of(RunSerializer))
    def get(self, request):
        """List runs, newest first."""
        runs = runs_list().defer("traceback")
        if "status" in self.query:
            runs = runs.filter(status=self.query["status"])
        if "style" in self.query:
            runs = runs.filter(style_id=self.query["style"])
        if "voice" in self.query:
            runs = runs.filter(style__voice__slug=self.query["voice"])
        if "live" in self.query:
            runs = runs.filter(status__in=LIVE) if self.query["live"] == "true" else runs.exclude(status__in=LIVE)
        return page_response(self, runs, RunSerializer)

    @extend_schema(operation_id="runs_create", request=RunCreateSerializer, responses={201: RunDetailSerializer})
    def post(self, request):
        """Freeze a style's clips with their phonemes and queue a training of so many minutes.

        `warm_start` is the digest of what its weights begin as (`GET /styles/{id}/warm-starts`); without it, chance.
        409 `gate-shut` lists each cause in `findings`; 409 `run-already-live` names the live run in `run`.
        """
        given = validated(RunCreateSerializer, request.data)
        start = {"style": _style(given.pop("style")), "warm_start": _warm_start(given.pop("warm_start"))}
        run = run_create(**start, **given, actor=request.user)
        return created(request, RunDetailSerializer(run_get(run.pk)).data, "run-detail", run.pk)


class RunDetail(ApiView):
    @extend_schema(operation_id="runs_read", responses=RunDetailSerializer)
    def get(self, request, pk):
        """Read a run: its state, its progress, and why it ended."""
        return Response(RunDetailSerializer(found(run_get, pk)).data)


class RunEvents(ApiView):
    queries = {"GET": PageQuery}

    @extend_schema(operation_id="runs_events", parameters=[PageQuery], responses=page_of(RunEventSerializer))
    def get(self, request, pk):
        """List each change of a run's state with its reason, oldest first."""
        return page_response(self, run_events(found(run_get, pk)), RunEventSerializer)


class RunProgressPoints(ApiView):
    queries = {"GET": PageQuery}

    @extend_schema(operation_id="runs_progress", parameters=[PageQuery], responses=page_of(RunPointSerializer))
    def get(self, request, pk):
        """List the points of the loss curve."""
        return page_response(self, found(run_get, pk).progress_points.all(), RunPointSerializer)


class RunPhonemes(ApiView):
    queries = {"GET": PageQuery}

    @extend_schema(operation_id="runs_phonemes", parameters=[PageQuery], responses=page_of(RunClipSerializer))
    def get(self, request, pk):
        """List the clips and phonemes that the run froze: exactly what the model is taught."""
        return page_response(self, run_clips(found(run_get, pk)), RunClipSerializer)


class RunLog(ApiView):
    queries = {"GET": LogQuery}

    @extend_schema(operation_id="runs_log", parameters=[LogQuery], responses=RunLogSerializer)
    def get(self, request, pk):
        """Read the end of the trainer's log; empty before the training starts."""
        return Response({"text": run_log_tail(found(run_get, pk), lines=self.query["lines"])})


class RunCancel(ApiView):
    @extend_schema(operation_id="runs_cancel", request=None, responses=RunDetailSerializer)
    def post(self, request, pk):
        """Cancel a run. A training one writes a checkpoint first: it stays live, with `is_stopping`, until then."""
        validated(StrictSerializer, request.data)
        run = run_cancel(run=found(run_get, pk), actor=request.user)
        return Response(RunDetailSerializer(run_get(run.pk)).data)


class RunRequeue(ApiView):
    @extend_schema(operation_id="runs_requeue", request=None, responses=RunDetailSerializer)
    def post(self, request, pk):
        """Queue a run again that ended without a model; it goes on from its last checkpoint."""
        validated(StrictSerializer, request.data)
        run = run_requeue(run=found(run_get, pk), actor=request.user)
        return Response(RunDetailSerializer(run_get(run.pk)).data)


def _style(pk) -> Style:
    """A style named in a body: its absence is that field's error, not a 404 of the address."""
    try:
        return style_get(pk)
    except Style.DoesNotExist as error:
        message = _("there is no style with the id %(pk)s.") % {"pk": pk}
        raise FieldsInvalid([field_error("style", "does-not-exist", message)]) from error


def _warm_start(digest: str | None):
    if digest is None:
        return None
    try:
        return warm_start_get(digest)
    except ObjectDoesNotExist as error:
        message = _("there is no model and no base model with the digest %(digest)s.") % {"digest": printable(digest)}
        raise FieldsInvalid([field_error("warm_start", "does-not-exist", message)]) from error
