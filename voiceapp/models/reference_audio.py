"""ReferenceAudio: a recording that shows how a voice sounds."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from voiceapp.models.stored_audio import StoredAudio


class ReferenceAudio(StoredAudio):
    voice = models.ForeignKey(
        "voiceapp.Voice", verbose_name=_("voice"), on_delete=models.PROTECT, related_name="references"
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("created by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = _("reference audio")
        verbose_name_plural = _("reference audio")
        constraints = [models.UniqueConstraint(fields=["voice", "sha256"], name="reference_once_per_voice")]

    def __str__(self):
        return self.original_name or self.sha256[:12]
