"""Workers: who trains, and whether anybody does."""

from django.conf import settings
from django.shortcuts import render
from django.views.decorators.http import require_safe

from voiceapp.selectors.gpu_worker import workers_list, workers_live
from voiceapp.selectors.training_run import runs_are_waiting
from voiceapp.views.answers import polled

WORKERS_SHOWN = 100


@require_safe
def worker_list(request):
    """The page, or for htmx its table, which is loaded anew while a worker lives or a run waits for one."""
    is_live = workers_live().exists() or runs_are_waiting()
    context = {
        "nav": "workers",
        "workers": workers_list()[:WORKERS_SHOWN],
        "has_live": workers_live().exists(),
        "is_live": is_live,
        "limit_s": settings.VOICE_HEARTBEAT_LIMIT_S,
        "max_sessions": settings.VOICE_WORKER_MAX_SESSIONS,
    }
    if request.htmx:
        return polled(request, "workers/_list.html", context, is_live=is_live)
    return render(request, "workers/list.html", context)
