"""Training runs: the list, and the page of one run, whose fragments poll while the run can still change."""

from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import trigger_client_event

from voiceapp.errors import AppError
from voiceapp.selectors import training_run as runs
from voiceapp.services.training_run import REQUEUABLE, run_cancel, run_requeue
from voiceapp.views.answers import fragment, page_of, polled
from voiceapp.views.fetch import run_for_operator

RUNS_PER_PAGE = 30
CLIPS_PER_PAGE = 25
LOG_LINES = 60


@require_safe
def run_list(request):
    return render(request, "runs/list.html", {"nav": "runs", "runs": page_of(request, runs.runs_list(), RUNS_PER_PAGE)})


@require_safe
def run_detail(request, pk):
    return render(request, "runs/detail.html", _page_context(request, run_for_operator(request.user, pk)))


@require_safe
def run_status(request, pk):
    """The figures that move. A change of state, which the rest of the page has to follow, is told as an event."""
    run = run_for_operator(request.user, pk)
    response = polled(request, "runs/_status.html", {"run": run, "state": state_of(run)}, is_live=run.is_live)
    if request.GET.get("state") != state_of(run):
        trigger_client_event(response, "run-changed")
    return response


@require_safe
def run_actions(request, pk):
    return fragment(request, "runs/_actions.html", _action_context(run_for_operator(request.user, pk)))


@require_safe
def run_curve(request, pk):
    run = run_for_operator(request.user, pk)
    context = {"run": run, "points": runs.run_loss_curve(run)}
    return polled(request, "runs/_curve.html", context, is_live=run.is_live)


@require_safe
def run_events(request, pk):
    run = run_for_operator(request.user, pk)
    return polled(request, "runs/_events.html", {"run": run, "events": runs.run_events(run)}, is_live=run.is_live)


@require_safe
def run_log(request, pk):
    run = run_for_operator(request.user, pk)
    context = {"run": run, "log": runs.run_log_tail(run, lines=LOG_LINES)}
    return polled(request, "runs/_log.html", context, is_live=run.is_live)


@require_safe
def run_clips(request, pk):
    run = run_for_operator(request.user, pk)
    if not request.htmx:
        return redirect("run-detail", run.pk)
    return render(request, "runs/_clips.html", _clip_context(request, run))


@require_POST
def run_stop(request, pk):
    return _act(request, pk, run_cancel)


@require_POST
def run_again(request, pk):
    return _act(request, pk, run_requeue)


def state_of(run) -> str:
    """What decides how the page looks, apart from the figures."""
    return f"{run.status}-{run.attempt}{'-stopping' if run.is_stopping else ''}"


def _act(request, pk, service):
    run = run_for_operator(request.user, pk)
    refusal = None
    try:
        service(run=run, actor=request.user)
    except AppError as error:
        refusal = error
    run = run_for_operator(request.user, pk)
    if not request.htmx:
        if refusal is not None:
            raise refusal
        return redirect("run-detail", run.pk)
    # The other fragments load anew, and poll again if the run came back to life.
    response = fragment(request, "runs/_actions.html", _action_context(run), error=refusal)
    return trigger_client_event(response, "run-acted")


def _action_context(run) -> dict:
    return {"run": run, "is_requeuable": run.status in REQUEUABLE}


def _clip_context(request, run) -> dict:
    clips = runs.run_clips(run).select_related("clip")
    return {"run": run, "clips": page_of(request, clips, CLIPS_PER_PAGE)}


def _page_context(request, run) -> dict:
    return {
        "nav": "runs",
        "state": state_of(run),
        "points": runs.run_loss_curve(run),
        "events": runs.run_events(run),
        "log": runs.run_log_tail(run, lines=LOG_LINES),
        **_action_context(run),
        **_clip_context(request, run),
    }
