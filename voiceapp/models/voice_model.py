"""VoiceModel: the published artefact of a run, and Measurement: one figure measured on its own output."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from voiceapp.models.choices import MeasurementKind


class VoiceModel(models.Model):
    """A published model. It is *current* for its style only if it passed the content check."""

    run = models.OneToOneField(
        "voiceapp.TrainingRun", verbose_name=_("run"), on_delete=models.PROTECT, related_name="voice_model"
    )
    style = models.ForeignKey(
        "voiceapp.Style", verbose_name=_("style"), on_delete=models.PROTECT, related_name="models"
    )
    language = models.CharField(_("language"), max_length=8)
    digest = models.CharField(_("digest"), max_length=64, unique=True)
    size_bytes = models.PositiveBigIntegerField(_("size in bytes"))
    versions = models.JSONField(_("versions"), default=dict)
    has_passed_content_check = models.BooleanField(_("passed the content check"))
    is_current = models.BooleanField(_("current"), default=False)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]
        verbose_name = _("voice model")
        verbose_name_plural = _("voice models")
        constraints = [
            models.UniqueConstraint(
                fields=["style"], condition=models.Q(is_current=True), name="model_current_once_per_style"
            ),
            models.CheckConstraint(
                condition=models.Q(is_current=False) | models.Q(has_passed_content_check=True),
                name="model_current_passed_content_check",
            ),
        ]

    def __str__(self):
        return f"{self.style} {self.digest[:8]}"


class Measurement(models.Model):
    """One measured figure: kind, value, unit, the half-width of its 95 % interval, and its conditions."""

    voice_model = models.ForeignKey(
        VoiceModel, verbose_name=_("voice model"), on_delete=models.CASCADE, related_name="measurements"
    )
    kind = models.CharField(_("kind"), max_length=24, choices=MeasurementKind.choices)
    value = models.FloatField(_("value"))
    unit = models.CharField(_("unit"), max_length=20, blank=True)
    ci95 = models.FloatField(_("95 % interval (±)"), null=True)
    sample_count = models.PositiveIntegerField(_("measured on"), null=True)
    verdict = models.CharField(_("verdict"), max_length=20, blank=True)
    conditions = models.JSONField(_("conditions"), default=dict)
    measured_at = models.DateTimeField(_("measured at"), auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("measurement")
        verbose_name_plural = _("measurements")
        constraints = [
            # A sweep has one row a parameter; every other kind has one row a model.
            models.UniqueConstraint(
                fields=["voice_model", "kind"],
                condition=~models.Q(kind="sweep"),
                name="measurement_kind_once_per_model",
            )
        ]

    def __str__(self):
        return f"{self.get_kind_display()} {self.value:g} {self.unit}".rstrip()
