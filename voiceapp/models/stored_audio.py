"""What every registered recording knows about its bytes and its sound."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from trainer.audio.report import plays_in_browsers
from trainer.verdicts import Verdict


class StoredAudio(models.Model):
    """Bytes in storage under their digest, the original name as text, and what decoding found.

    Every figure comes from the decoded samples, never from the file's header.
    """

    sha256 = models.CharField(_("digest"), max_length=64, blank=True, db_index=True)
    size_bytes = models.PositiveBigIntegerField(_("size in bytes"), default=0)
    original_name = models.CharField(_("original name"), max_length=500, blank=True)
    format = models.CharField(_("format"), max_length=20, blank=True)
    subtype = models.CharField(_("encoding"), max_length=40, blank=True)
    content_type = models.CharField(max_length=60, blank=True)
    duration_s = models.FloatField(_("duration in seconds"), null=True)
    trimmed_duration_s = models.FloatField(_("duration without edge silence in seconds"), null=True)
    sample_rate_hz = models.PositiveIntegerField(_("sample rate in Hz"), null=True)
    channels = models.PositiveSmallIntegerField(_("channels"), null=True)
    peak_dbfs = models.FloatField(_("peak in dBFS"), null=True)
    silence_ratio = models.FloatField(_("silent part"), null=True)
    waveform = models.JSONField(default=list, blank=True)
    verdicts = models.JSONField(_("verdicts"), default=list, blank=True)

    class Meta:
        abstract = True

    @property
    def verdict_list(self):
        """The stored verdicts as `trainer.verdicts.Verdict`, in the order in which they were reached."""
        return [Verdict.from_json(entry) for entry in self.verdicts]

    @property
    def is_rejected(self):
        return any(entry["level"] == "reject" for entry in self.verdicts)

    @property
    def has_warnings(self):
        return any(entry["level"] == "warn" for entry in self.verdicts)

    @property
    def is_browser_playable(self):
        return plays_in_browsers(self.format, self.subtype)
