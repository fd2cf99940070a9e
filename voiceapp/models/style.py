"""Style: a way of speaking of one voice, fixed by its clips."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Style(models.Model):
    voice = models.ForeignKey(
        "voiceapp.Voice", verbose_name=_("voice"), on_delete=models.PROTECT, related_name="styles"
    )
    slug = models.SlugField(_("slug"), max_length=64)
    name = models.CharField(_("name"), max_length=120)
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
        ordering = ["voice__slug", "slug"]
        verbose_name = _("style")
        verbose_name_plural = _("styles")
        constraints = [models.UniqueConstraint(fields=["voice", "slug"], name="style_slug_once_per_voice")]

    def __str__(self):
        return f"{self.voice.name} / {self.name}"
