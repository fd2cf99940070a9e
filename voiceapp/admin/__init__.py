"""Django's admin over all rows; importing registers them on the default site."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from voiceapp.admin import (
    api_token,
    base_artefact,
    clip,
    installation,
    phoneme,
    pronunciation,
    style,
    training_run,
    voice,
    voice_model,
)

__all__ = [
    "api_token",
    "base_artefact",
    "clip",
    "installation",
    "phoneme",
    "pronunciation",
    "style",
    "training_run",
    "voice",
    "voice_model",
]

admin.site.site_header = admin.site.site_title = _("Koebo administration")
admin.site.index_title = _("All rows")
