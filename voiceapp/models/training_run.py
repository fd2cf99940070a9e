"""TrainingRun: one attempt to make a model from a frozen snapshot of a style's clips."""

import uuid

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from voiceapp.models.choices import LIVE, RUN_STATUS_COLOURS, TERMINAL, RunStatus


class TrainingRun(models.Model):
    """The row is the truth about a run; the queue carries only its id.

    `status` is written by `services.training_run` alone, by guarded updates. `attempt` fences every write of a
    worker: a write of an earlier attempt changes no row.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    style = models.ForeignKey("voiceapp.Style", verbose_name=_("style"), on_delete=models.PROTECT, related_name="runs")
    language = models.CharField(_("language"), max_length=8)
    status = models.CharField(_("status"), max_length=12, choices=RunStatus.choices, default=RunStatus.DRAFT)
    minutes = models.FloatField(
        _("training minutes"), default=8, validators=[MinValueValidator(0.1), MaxValueValidator(60 * 24 * 7)]
    )
    seed = models.PositiveIntegerField(_("seed"), default=0)
    # What its weights begin as: a voice's model or a base model; neither: chance. The digest is that of the artefact.
    warm_start = models.ForeignKey(
        "voiceapp.VoiceModel",
        verbose_name=_("starts from the model"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="started_runs",
    )
    warm_base = models.ForeignKey(
        "voiceapp.BaseArtefact",
        verbose_name=_("starts from the base model"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="started_runs",
    )
    warm_start_digest = models.CharField(_("digest of what it starts from"), max_length=64, blank=True)
    corpus_digest = models.CharField(_("corpus digest"), max_length=64, blank=True)
    # `Dictionary.as_json()` in force when the clips were frozen: the model speaks with it. Null: none.
    pronunciations = models.JSONField(_("pronunciations"), null=True, blank=True)
    pronunciations_version = models.CharField(_("dictionary version"), max_length=16, blank=True)
    clip_count = models.PositiveIntegerField(_("clips"), default=0)
    left_out_count = models.PositiveIntegerField(_("clips left out"), default=0)
    audio_s = models.FloatField(_("audio in seconds"), default=0)

    attempt = models.PositiveSmallIntegerField(_("attempt"), default=0)
    max_attempts = models.PositiveSmallIntegerField(_("attempts allowed"), default=2)
    job_id = models.CharField(max_length=80, blank=True)
    worker_name = models.CharField(_("worker"), max_length=120, blank=True)
    trainer_pid = models.PositiveIntegerField(null=True, blank=True)
    heartbeat_at = models.DateTimeField(_("last heartbeat"), null=True, blank=True)
    cancel_requested_at = models.DateTimeField(_("cancel requested at"), null=True, blank=True)

    step = models.PositiveIntegerField(_("step"), default=0)
    steps_planned = models.PositiveIntegerField(_("steps planned"), null=True, blank=True)
    elapsed_s = models.FloatField(_("elapsed in seconds"), default=0)
    remaining_s = models.FloatField(_("remaining in seconds"), null=True, blank=True)
    losses = models.JSONField(_("losses"), default=dict, blank=True)
    device = models.CharField(_("device"), max_length=80, blank=True)

    # Why it ended, when it did not succeed: a stable code of `voiceapp.errors`, and the words with their figures.
    reason_code = models.CharField(_("reason code"), max_length=60, blank=True)
    reason_detail = models.TextField(_("reason"), blank=True)
    reason_params = models.JSONField(default=dict, blank=True)
    traceback = models.TextField(_("traceback"), blank=True)

    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("created by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    queued_at = models.DateTimeField(_("queued at"), null=True, blank=True)
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        verbose_name = _("training run")
        verbose_name_plural = _("training runs")
        constraints = [
            # Starting is idempotent: a second click finds the live run instead of making another.
            models.UniqueConstraint(
                fields=["style"],
                condition=models.Q(status__in=["queued", "running", "measuring", "lost"]),
                name="run_live_once_per_style",
            ),
            models.CheckConstraint(
                condition=models.Q(warm_start=None, warm_base=None, warm_start_digest="")
                | (models.Q(warm_start=None, warm_base__isnull=False) & ~models.Q(warm_start_digest=""))
                | (models.Q(warm_start__isnull=False, warm_base=None) & ~models.Q(warm_start_digest="")),
                name="run_starts_from_one_or_none",
            ),
        ]
        indexes = [models.Index(fields=["status", "heartbeat_at"], name="run_status_heartbeat")]

    def __str__(self):
        return f"{self.style} #{str(self.pk)[:8]}"

    @property
    def started_from(self):
        """The `VoiceModel` or `BaseArtefact` whose weights the run begins with; None: from scratch."""
        return self.warm_start or self.warm_base

    @property
    def is_live(self):
        return self.status in LIVE

    @property
    def is_terminal(self):
        return self.status in TERMINAL

    @property
    def is_stopping(self):
        return self.cancel_requested_at is not None and self.is_live

    @property
    def colour(self):
        return RUN_STATUS_COLOURS[self.status]

    @property
    def progress_percent(self):
        """Share of the training budget used, 0–100; None while nothing is known."""
        if self.remaining_s is None or self.elapsed_s + self.remaining_s <= 0:
            return None
        return round(100 * self.elapsed_s / (self.elapsed_s + self.remaining_s))


class RunClip(models.Model):
    """A clip as a run froze it: later edits of the clip do not reach it."""

    run = models.ForeignKey(TrainingRun, verbose_name=_("run"), on_delete=models.CASCADE, related_name="run_clips")
    clip = models.ForeignKey(
        "voiceapp.Clip", verbose_name=_("clip"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    name = models.CharField(_("clip"), max_length=300)
    sha256 = models.CharField(_("digest"), max_length=64)
    text = models.TextField(_("transcript"))
    symbols = models.JSONField(_("symbols"))
    tones = models.JSONField(_("tones"))
    units = models.PositiveIntegerField(_("moras or syllables"))
    duration_s = models.FloatField(_("duration in seconds"))

    class Meta:
        ordering = ["name"]
        verbose_name = _("frozen clip")
        verbose_name_plural = _("frozen clips")
        constraints = [models.UniqueConstraint(fields=["run", "name"], name="run_clip_name_once_per_run")]

    def __str__(self):
        return self.name


class RunEvent(models.Model):
    """One change of a run's state, or one thing worth knowing, with its reason and time."""

    run = models.ForeignKey(TrainingRun, verbose_name=_("run"), on_delete=models.CASCADE, related_name="events")
    at = models.DateTimeField(_("at"), auto_now_add=True)
    from_status = models.CharField(_("from"), max_length=12, blank=True)
    to_status = models.CharField(_("to"), max_length=12, blank=True)
    attempt = models.PositiveSmallIntegerField(_("attempt"), default=0)
    code = models.CharField(_("code"), max_length=60)
    params = models.JSONField(default=dict, blank=True)
    detail = models.TextField(_("detail"), blank=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )

    class Meta:
        ordering = ["at", "pk"]
        verbose_name = _("run event")
        verbose_name_plural = _("run events")

    def __str__(self):
        return f"{timezone.localtime(self.at):%Y-%m-%d %H:%M:%S} {self.code}"


class RunProgress(models.Model):
    """One point of a run's loss curve."""

    run = models.ForeignKey(
        TrainingRun, verbose_name=_("run"), on_delete=models.CASCADE, related_name="progress_points"
    )
    attempt = models.PositiveSmallIntegerField(default=1)
    step = models.PositiveIntegerField(_("step"))
    elapsed_s = models.FloatField(_("elapsed in seconds"))
    losses = models.JSONField(_("losses"))
    learning_rate = models.FloatField(_("learning rate"), null=True)

    class Meta:
        ordering = ["step", "pk"]
        verbose_name = _("progress point")
        verbose_name_plural = _("progress points")

    def __str__(self):
        return f"{self.step}"
