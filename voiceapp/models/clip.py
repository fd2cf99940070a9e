"""Clip: one training utterance of a style, and ClipImport: one delivery of clips."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from voiceapp.models.stored_audio import StoredAudio

# Remarks on a text that more often than not mean a wrong transcript, or a voice that learns a wrong sound: a person has
# to look. Not among them: guesses of a reading (a corpus of names has hundreds, most are right), invisible characters
# (passed over without a loss) and long lines (they train badly, not wrongly).
HELD_UNTIL_ACKNOWLEDGED = frozenset(
    {
        "characters-dropped",
        "override-outdated",
        "pace-unlike-style",
        "phonemes-identical",
        "phonemes-per-character",
        "phonemes-per-second",
        "script-mostly-latin",
        "text-control-characters",
        "text-markup",
    }
)

# Remarks that may come from the wrong language, and are understood once the other one is seen beside.
EXPLAINED_BY_LANGUAGE = frozenset(
    {"phonemes-empty", "phonemes-per-character", "script-mismatch", "script-mostly-latin"}
)

# The worst first: a repair is history, a warning asks for a look.
LEVELS_BY_WEIGHT = ("reject", "warn", "fix")


class ClipImport(models.Model):
    """One delivery of audio files and a transcript list; its report accounts for each file and each line."""

    style = models.ForeignKey(
        "voiceapp.Style", verbose_name=_("style"), on_delete=models.PROTECT, related_name="clip_imports"
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
    transcript_name = models.CharField(_("transcript list"), max_length=500, blank=True)
    transcript_guess = models.CharField(_("read as"), max_length=200, blank=True)
    files_in = models.PositiveIntegerField(_("audio files received"), default=0)
    lines_in = models.PositiveIntegerField(_("transcript lines received"), default=0)
    accepted = models.PositiveIntegerField(_("accepted"), default=0)
    warned = models.PositiveIntegerField(_("accepted with a warning"), default=0)
    rejected = models.PositiveIntegerField(_("rejected"), default=0)
    unchanged = models.PositiveIntegerField(_("already registered"), default=0)
    # Of large deliveries: registered, and their texts are read by the job, which then counts them above.
    pending = models.PositiveIntegerField(_("text is judged next"), default=0)
    # One entry for each thing delivered: {"name", "line", "outcome", "verdicts": [...]}.
    report = models.JSONField(_("report"), default=list)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = _("clip import")
        verbose_name_plural = _("clip imports")

    def __str__(self):
        return f"{self.style} {timezone.localtime(self.created_at):%Y-%m-%d %H:%M}"

    @property
    def total(self):
        """Outcomes counted; equals `len(report)`: counts in = counts out."""
        return self.accepted + self.warned + self.rejected + self.unchanged + self.pending


# Of many clips, few are like this: small indexes find them. The column is in the index so that no row is read.
_RARE_STATES = {
    "clip_held": (["is_held"], models.Q(is_held=True)),
    "clip_left_out": ([], models.Q(left_out_at__isnull=False)),
    "clip_overridden": (["override_at"], models.Q(override_at__isnull=False)),
    "clip_acknowledged": (["acknowledged_at"], models.Q(acknowledged_at__isnull=False)),
    "clip_speechless": (["phonemes_digest"], models.Q(phonemes_digest="")),
}


class Clip(StoredAudio):
    """Audio, transcript, phonemes and verdicts of one utterance.

    A rejected clip stays as a row, so that nothing delivered disappears; it holds up queuing until somebody
    mends it, deletes it, or acknowledges that it is left out.
    """

    style = models.ForeignKey("voiceapp.Style", verbose_name=_("style"), on_delete=models.PROTECT, related_name="clips")
    clip_import = models.ForeignKey(
        ClipImport, verbose_name=_("import"), null=True, blank=True, on_delete=models.SET_NULL, related_name="clips"
    )
    name = models.CharField(_("clip"), max_length=300)
    line = models.PositiveIntegerField(_("line"), null=True)
    text = models.TextField(_("transcript"), blank=True)
    # `trainer.text.Phonemes.as_json()`, or null where phonemizing was impossible; the verdicts say why.
    phonemes = models.JSONField(_("phonemes"), null=True, blank=True)
    phonemes_digest = models.CharField(max_length=64, blank=True)
    # Engine and dictionary that made them (`Phonemes.version`). Stale: not the version in force for the voice.
    phonemes_version = models.CharField(_("phonemes by"), max_length=160, blank=True)
    # Phones and accent that an operator set for this utterance (`trainer.text.overrides`), bound to its transcript.
    override = models.JSONField(_("set by hand"), null=True, blank=True)
    override_at = models.DateTimeField(_("set at"), null=True, blank=True)
    override_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("set by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    # What the verdicts come to, kept for the database to filter by; `judge` writes both.
    worst_level = models.CharField(max_length=6, blank=True)
    is_held = models.BooleanField(_("waits for an acknowledgement"), default=False)
    # Remarks that somebody has looked into and found right: codes, valid for the phonemes of this digest.
    acknowledged_codes = models.JSONField(_("acknowledged"), default=list, blank=True)
    acknowledged_digest = models.CharField(max_length=64, blank=True)
    acknowledged_at = models.DateTimeField(_("acknowledged at"), null=True, blank=True)
    acknowledged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("acknowledged by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    acknowledged_reason = models.CharField(_("reason"), max_length=300, blank=True)
    left_out_at = models.DateTimeField(_("left out at"), null=True, blank=True)
    left_out_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("left out by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    left_out_reason = models.CharField(_("reason"), max_length=300, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        ordering = ["name"]
        verbose_name = _("clip")
        verbose_name_plural = _("clips")
        constraints = [models.UniqueConstraint(fields=["style", "name"], name="clip_name_once_per_style")]
        # Tables, counts and the gate ask these alone: rows are too wide to scan, with phonemes and waveform in them.
        indexes = [
            models.Index(fields=["style", "worst_level", "left_out_at", "name"], name="clip_by_level"),
            models.Index(
                fields=["style", "phonemes_version", "left_out_at", "worst_level"], name="clip_by_phonemes_version"
            ),
            models.Index(fields=["style", "phonemes_digest"], name="clip_by_phonemes_digest"),
            models.Index(
                fields=[
                    "style",
                    "name",
                    "left_out_at",
                    "worst_level",
                    "phonemes_version",
                    "trimmed_duration_s",
                    "duration_s",
                ],
                name="clip_state",
            ),
            *(
                models.Index(
                    fields=["style", "name", "left_out_at", "worst_level", *columns], condition=condition, name=name
                )
                for name, (columns, condition) in _RARE_STATES.items()
            ),
        ]

    def __str__(self):
        return self.name

    @property
    def is_left_out(self):
        return self.left_out_at is not None

    @property
    def is_blocking(self):
        """A rejected clip that nobody has dealt with: the gate stays shut."""
        return self.is_rejected and not self.is_left_out

    @property
    def held_codes(self):
        """Codes of the remarks that hold up queuing until somebody acknowledges them."""
        known = self.acknowledged_codes if self.acknowledged_digest == self.phonemes_digest else []
        found = {entry["code"] for entry in self.verdicts if entry["level"] == "warn"}
        return sorted((found & HELD_UNTIL_ACKNOWLEDGED) - set(known))

    @property
    def is_acknowledged(self):
        """Somebody accepted remarks on the phonemes that the clip has now."""
        return self.acknowledged_at is not None and self.acknowledged_digest == self.phonemes_digest

    @property
    def is_explained_by_language(self):
        return bool(self.text) and any(entry["code"] in EXPLAINED_BY_LANGUAGE for entry in self.verdicts)

    def judge(self):
        """Bring `worst_level` and `is_held` in line with the verdicts. Whoever sets verdicts calls it before saving."""
        levels = {entry["level"] for entry in self.verdicts}
        self.worst_level = next((level for level in LEVELS_BY_WEIGHT if level in levels), "")
        self.is_held = bool(self.held_codes)

    @property
    def is_trainable(self):
        return not self.is_rejected and not self.is_left_out
