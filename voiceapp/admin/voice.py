"""Voices and their reference audio."""

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from voiceapp.admin.base import HasRejection, ServiceAdmin, ServiceForm, player_html, seconds, verdicts_html
from voiceapp.models import ReferenceAudio, Voice
from voiceapp.selectors.voice import voices_list
from voiceapp.services.reference import reference_register
from voiceapp.services.voice import voice_create, voice_update

DESIGN_FIELDS = ["slug", "name", "language", "caption", "seed"]
RIGHTS_FIELDS = ["rights_holder", "rights_permission", "rights_granted_on", "rights_licence"]


class VoiceForm(ServiceForm):
    # A text, not a choice: tags in any usual spelling are understood, and a country is refused with a hint.
    language = forms.CharField(
        label=_("language"),
        required=False,
        max_length=40,
        help_text=_("A language tag: ja for Japanese, en for English. A country such as JP is not a language."),
    )
    fields_of_codes = {"slug-taken": "slug", "voice-has-styles": "language"}

    class Meta:
        model = Voice
        fields = DESIGN_FIELDS + RIGHTS_FIELDS

    def act(self):
        if self.instance.pk is None:
            return voice_create(**self.cleaned_data, actor=self.actor)
        changes = {name: self.cleaned_data[name] for name in self.changed_data}
        return voice_update(voice=self.instance, actor=self.actor, **changes) if changes else self.instance


@admin.register(Voice)
class VoiceAdmin(ServiceAdmin):
    form = add_form = VoiceForm
    list_display = ["slug", "name", "language", "reference_count", "style_count", "model_count", "created_at"]
    list_filter = ["language", "rights_licence", "created_at"]
    search_fields = ["slug", "name", "caption", "rights_holder", "rights_licence"]
    readonly_fields = ["created_at", "created_by"]
    fieldsets = [
        (None, {"fields": DESIGN_FIELDS}),
        (_("Rights"), {"fields": RIGHTS_FIELDS}),
        (_("Record"), {"fields": ["created_at", "created_by"]}),
    ]

    def get_queryset(self, request):
        return voices_list()

    def get_fieldsets(self, request, obj=None):
        fieldsets = super().get_fieldsets(request, obj)
        return fieldsets if obj else fieldsets[:2]

    @admin.display(description=_("references"), ordering="reference_count")
    def reference_count(self, voice):
        return voice.reference_count

    @admin.display(description=_("styles"), ordering="style_count")
    def style_count(self, voice):
        return voice.style_count

    @admin.display(description=_("models"), ordering="model_count")
    def model_count(self, voice):
        return voice.model_count


class ReferenceForm(ServiceForm):
    file = forms.FileField(
        label=_("recording"), allow_empty_file=True, widget=forms.FileInput(attrs={"accept": "audio/*,.wav,.flac"})
    )

    class Meta:
        model = ReferenceAudio
        fields = ["voice"]

    def act(self):
        return reference_register(voice=self.cleaned_data["voice"], upload=self.cleaned_data["file"], actor=self.actor)

    def _refuse(self, error):
        self.fields_of_codes = {error.code: "file"}
        super()._refuse(error)


@admin.register(ReferenceAudio)
class ReferenceAudioAdmin(ServiceAdmin):
    add_form = ReferenceForm
    add_fields = ["voice", "file"]
    autocomplete_fields = ["voice"]
    list_display = ["original_name", "voice", "duration", "sample_rate_hz", "channels", "format", "created_at"]
    list_filter = [HasRejection, "voice__language", "format", "sample_rate_hz", "created_at"]
    list_select_related = ["voice"]
    search_fields = ["original_name", "sha256", "voice__slug", "voice__name"]
    fields = [
        "voice",
        "original_name",
        "player",
        "verdicts_shown",
        "duration",
        "trimmed_duration",
        "sample_rate_hz",
        "channels",
        "format",
        "subtype",
        "peak_dbfs",
        "silence_ratio",
        "size_bytes",
        "sha256",
        "created_at",
        "created_by",
    ]
    readonly_fields = fields

    def has_change_permission(self, request, obj=None):
        return False

    @admin.display(description=_("duration"), ordering="duration_s")
    def duration(self, reference):
        return seconds(reference.duration_s)

    @admin.display(description=_("without edge silence"))
    def trimmed_duration(self, reference):
        return seconds(reference.trimmed_duration_s)

    @admin.display(description=_("verdicts"))
    def verdicts_shown(self, reference):
        return verdicts_html(reference)

    @admin.display(description=_("listen"))
    def player(self, reference):
        return player_html("reference-audio", reference)
