"""StyleCoverage: which sounds the clips of a style contain, kept since counting takes long."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class StyleCoverage(models.Model):
    """`data` is `trainer.text.coverage.Coverage.as_json()` of the clips whose state `signature` stands for."""

    style = models.OneToOneField(
        "voiceapp.Style", verbose_name=_("style"), on_delete=models.CASCADE, related_name="coverage"
    )
    signature = models.CharField(max_length=64)
    data = models.JSONField(_("coverage"))
    computed_at = models.DateTimeField(_("computed at"), auto_now=True)

    class Meta:
        verbose_name = _("coverage of a style")
        verbose_name_plural = _("coverage of styles")

    def __str__(self):
        return str(self.style)
