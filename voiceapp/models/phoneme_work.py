"""PhonemeWork: how far the phonemes of a style's clips have been made anew."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class PhonemeWork(models.Model):
    """One row a style, made when its clips first go stale. What is to be done is told by the clips themselves (those
    whose `phonemes_version` is not the current one); this row holds the delivery, the progress and the sign of life."""

    style = models.OneToOneField(
        "voiceapp.Style", verbose_name=_("style"), on_delete=models.CASCADE, related_name="phoneme_work"
    )
    job_id = models.CharField(max_length=80, blank=True)
    queued_at = models.DateTimeField(_("queued at"), null=True, blank=True)
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    beat_at = models.DateTimeField(_("last heartbeat"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    total = models.PositiveIntegerField(_("clips to read"), default=0)
    done = models.PositiveIntegerField(_("clips read"), default=0)
    changed = models.PositiveIntegerField(_("clips whose phonemes changed"), default=0)
    reason = models.TextField(_("reason"), blank=True)

    class Meta:
        verbose_name = _("phoneme work")
        verbose_name_plural = _("phoneme work")

    def __str__(self):
        return f"{self.style}: {self.done}/{self.total}"

    @property
    def is_live(self):
        """Waits for a worker, or has one that gave a sign of life lately."""
        if self.ended_at is not None or not self.job_id:
            return False
        limit = timedelta(seconds=settings.VOICE_HEARTBEAT_LIMIT_S)
        return self.beat_at is None or timezone.now() - self.beat_at < limit

    @property
    def is_under_way(self):
        return self.is_live and self.beat_at is not None
