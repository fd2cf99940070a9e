"""GpuWorker: a worker process that trains."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

# Why a worker stopped, where it was no fault; a fault is kept in its own words.
WORKER_SHUT_DOWN, WORKER_USED_UP, WORKER_LOST_QUEUE = "shut-down", "used-up", "lost-queue"
STOP_WORDS = {
    WORKER_SHUT_DOWN: _("shut down"),
    WORKER_USED_UP: _("replaced after its number of trainings"),
    WORKER_LOST_QUEUE: _("lost the queue server"),
}


class GpuWorker(models.Model):
    """A worker process, live only while its beat is recent; a killed process says nothing."""

    name = models.CharField(_("name"), max_length=120, unique=True)
    host = models.CharField(_("host"), max_length=120)
    pid = models.PositiveIntegerField(_("process id"))
    device = models.CharField(_("device"), max_length=80, blank=True)
    sessions = models.PositiveIntegerField(_("trainings since start"), default=0)
    started_at = models.DateTimeField(_("started at"), auto_now_add=True)
    beat_at = models.DateTimeField(_("last beat"))
    stopped_at = models.DateTimeField(_("stopped at"), null=True, blank=True)
    stop_reason = models.CharField(_("why it stopped"), max_length=200, blank=True)

    class Meta:
        ordering = ["-started_at"]
        verbose_name = _("worker")
        verbose_name_plural = _("workers")

    def __str__(self):
        return self.name

    @property
    def stop_words(self):
        return STOP_WORDS.get(self.stop_reason, self.stop_reason)

    @property
    def is_live(self):
        limit = timedelta(seconds=settings.VOICE_HEARTBEAT_LIMIT_S)
        return self.stopped_at is None and timezone.now() - self.beat_at < limit
