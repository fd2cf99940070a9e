"""What every page has to say about the state of the installation."""

from django import template

from voiceapp.models import LIVE, TrainingRun
from voiceapp.selectors.gpu_worker import workers_live
from voiceapp.selectors.storage import storage_state

register = template.Library()


@register.inclusion_tag("parts/storage_banner.html")
def storage_banner():
    return {"storage": storage_state()}


@register.inclusion_tag("parts/worker_banner.html")
def worker_banner():
    """Runs wait and nobody would take them: said where runs are shown."""
    waiting = TrainingRun.objects.filter(status__in=LIVE).exists()
    return {"is_shown": waiting and not workers_live()}
