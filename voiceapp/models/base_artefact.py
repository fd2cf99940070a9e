"""BaseArtefact: a model made outside the dashboard, for runs to start from."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class BaseArtefact(models.Model):
    """No voice: nobody's rights record and no measurement stand behind it. Its files lie in the storage with the models."""

    name = models.CharField(_("name"), max_length=120)
    language = models.CharField(_("language"), max_length=8)
    digest = models.CharField(_("digest"), max_length=64, unique=True)
    size_bytes = models.PositiveBigIntegerField(_("size in bytes"))
    note = models.TextField(_("note"), blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        ordering = ["name", "-created_at"]
        verbose_name = _("base model")
        verbose_name_plural = _("base models")

    def __str__(self):
        return f"{self.name} {self.digest[:8]}"
