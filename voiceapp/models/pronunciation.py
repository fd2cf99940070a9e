"""Pronunciation: an entry of the dictionary, for the whole installation or for one voice, and its history."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from trainer.text import pronunciations
from voiceapp.models.choices import LanguageTag, PartOfSpeech


class Pronunciation(models.Model):
    """How a word is read. An entry of a voice wins over one of the installation for the same surface."""

    language = models.CharField(_("language"), max_length=8, choices=LanguageTag.choices)
    voice = models.ForeignKey(
        "voiceapp.Voice",
        verbose_name=_("voice"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="pronunciations",
        help_text=_("Empty: for every voice of the language."),
    )
    surface = models.CharField(_("written"), max_length=pronunciations.SURFACE_CHARACTERS_MAX)
    # Katakana as spoken, or ARPAbet with stress.
    reading = models.CharField(_("reading"), max_length=pronunciations.READING_CHARACTERS_MAX)
    nucleus = models.PositiveSmallIntegerField(_("accent nucleus"), null=True, blank=True)
    part_of_speech = models.CharField(_("part of speech"), max_length=16, choices=PartOfSpeech.choices, blank=True)
    note = models.CharField(_("note"), max_length=300, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    updated_at = models.DateTimeField(_("changed at"), auto_now=True)
    updated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("changed by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )

    class Meta:
        ordering = ["language", "surface", "pk"]
        verbose_name = _("pronunciation")
        verbose_name_plural = _("pronunciations")
        constraints = [
            models.UniqueConstraint(
                fields=["language", "surface"],
                condition=models.Q(voice=None),
                name="pronunciation_once_per_installation",
            ),
            models.UniqueConstraint(
                fields=["voice", "surface"],
                condition=models.Q(voice__isnull=False),
                name="pronunciation_once_per_voice",
            ),
        ]

    def __str__(self):
        return f"{self.surface} → {self.reading}"

    @property
    def entry(self) -> pronunciations.Pronunciation:
        return pronunciations.Pronunciation(self.surface, self.reading, self.nucleus, self.part_of_speech)


class PronunciationChange(models.Model):
    """One step in the history of a dictionary: what an entry was and became. `before` or `after` is null where it was
    not there."""

    language = models.CharField(_("language"), max_length=8, choices=LanguageTag.choices)
    voice = models.ForeignKey(
        "voiceapp.Voice",
        verbose_name=_("voice"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="pronunciation_changes",
    )
    surface = models.CharField(_("written"), max_length=pronunciations.SURFACE_CHARACTERS_MAX)
    # {"reading", "nucleus", "part_of_speech", "note"}
    before = models.JSONField(_("before"), null=True, blank=True)
    after = models.JSONField(_("after"), null=True, blank=True)
    # Of the entries of this scope (installation or voice) after the change.
    version = models.CharField(_("dictionary version"), max_length=16, blank=True)
    at = models.DateTimeField(_("at"), auto_now_add=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )

    class Meta:
        ordering = ["-at", "-pk"]
        verbose_name = _("change of a pronunciation")
        verbose_name_plural = _("changes of pronunciations")

    def __str__(self):
        return f"{timezone.localtime(self.at):%Y-%m-%d %H:%M:%S} {self.surface}"
