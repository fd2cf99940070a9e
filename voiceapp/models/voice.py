"""Voice: an identity that is manufactured."""

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from voiceapp.models.choices import LanguageTag


class Voice(models.Model):
    """A named voice in one language, with its design values and the record of who allowed its use."""

    slug = models.SlugField(_("slug"), max_length=64, unique=True)
    name = models.CharField(_("name"), max_length=120)
    language = models.CharField(_("language"), max_length=8, choices=LanguageTag.choices)
    caption = models.TextField(_("caption"), max_length=2000, blank=True)
    seed = models.PositiveIntegerField(_("seed"), default=0, validators=[MaxValueValidator(2**31 - 1)])
    rights_holder = models.CharField(_("rights holder"), max_length=200)
    rights_permission = models.TextField(_("what was permitted"), max_length=2000)
    rights_granted_on = models.DateField(_("granted on"))
    rights_licence = models.CharField(_("licence"), max_length=200)
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
        ordering = ["slug"]
        verbose_name = _("voice")
        verbose_name_plural = _("voices")

    def __str__(self):
        return self.name
