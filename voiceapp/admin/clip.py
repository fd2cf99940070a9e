"""Clips and their imports."""

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.utils.html import format_html, format_html_join
from django.utils.text import Truncator
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from trainer.verdicts import Verdict
from voiceapp.admin.base import (
    HasRejection,
    ServiceAdmin,
    ServiceForm,
    act_on_each,
    player_html,
    seconds,
    verdicts_html,
)
from voiceapp.models import Clip, ClipImport
from voiceapp.services.acknowledgement import clip_acknowledge
from voiceapp.services.clip import clip_delete, clip_leave_out, clip_take_in, clip_text_update, clips_import


class ManyFilesInput(forms.FileInput):
    allow_multiple_selected = True


class ManyFilesField(forms.FileField):
    """Any number of files; a list of uploads."""

    def __init__(self, **kwargs):
        super().__init__(widget=ManyFilesInput(), allow_empty_file=True, **kwargs)

    def clean(self, data, initial=None):
        uploads = data if isinstance(data, list) else [data]
        return [super(ManyFilesField, self).clean(upload, initial) for upload in uploads or [None]]


class ClipImportForm(ServiceForm):
    files = ManyFilesField(label=_("recordings"), help_text=_("Audio files, or one zip of them with their list."))
    transcript = forms.FileField(
        label=_("transcript list"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(),
        help_text=_("One line a clip: file|text. Not needed when it lies among the recordings or in the zip."),
    )
    fields_of_codes = {"upload-empty": "files", "transcript-needed": "transcript"}

    class Meta:
        model = ClipImport
        fields = ["style"]

    def act(self):
        return clips_import(
            style=self.cleaned_data["style"],
            uploads=self.cleaned_data["files"],
            transcript=self.cleaned_data["transcript"],
            actor=self.actor,
        )


@admin.register(ClipImport)
class ClipImportAdmin(ServiceAdmin):
    add_form = ClipImportForm
    add_fields = ["style", "files", "transcript"]
    autocomplete_fields = ["style"]
    list_display = ["created_at", "style", "files_in", "lines_in", "accepted", "warned", "rejected", "unchanged"]
    list_filter = ["style__voice__language", "created_at"]
    list_select_related = ["style__voice"]
    search_fields = ["style__name", "style__slug", "style__voice__slug", "transcript_name"]
    fields = [
        "style",
        "created_at",
        "created_by",
        "transcript_name",
        "transcript_guess",
        "files_in",
        "lines_in",
        "accepted",
        "warned",
        "rejected",
        "unchanged",
        "total",
        "report_shown",
    ]
    readonly_fields = fields

    def get_queryset(self, request):
        rows = super().get_queryset(request)
        return rows.defer("report") if request.resolver_match.url_name.endswith("_changelist") else rows

    def has_change_permission(self, request, obj=None):
        return False

    def save_model(self, request, obj, form, change):
        text = _("%(accepted)s accepted, %(warned)s with a warning, %(rejected)s rejected, %(unchanged)s unchanged.")
        counts = {name: getattr(obj, name) for name in ("accepted", "warned", "rejected", "unchanged")}
        self.message_user(request, text % counts, messages.WARNING if obj.rejected else messages.SUCCESS)

    @admin.display(description=_("all"))
    def total(self, clip_import):
        return clip_import.total

    @admin.display(description=_("report"))
    def report_shown(self, clip_import):
        locale = get_language() or "en"
        rows = (
            (
                entry["line"] or "",
                entry["name"] or entry.get("file") or "",
                OUTCOME_WORDS[entry["outcome"]],
                " ".join(Verdict.from_json(verdict).message(locale) for verdict in entry["verdicts"]),
            )
            for entry in clip_import.report
        )
        head = format_html("<tr><th>{}</th><th>{}</th><th>{}</th><th>{}</th></tr>", *REPORT_COLUMNS)
        body = format_html_join("", "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>", rows)
        return format_html("<table>{}{}</table>", head, body)


REPORT_COLUMNS = (_("line"), _("clip"), _("outcome"), _("verdicts"))
OUTCOME_WORDS = {
    "accepted": _("accepted"),
    "warned": _("with a warning"),
    "rejected": _("rejected"),
    "unchanged": _("already registered"),
}


class ClipForm(ServiceForm):
    class Meta:
        model = Clip
        fields = ["text"]

    def act(self):
        if not self.changed_data:
            return self.instance
        return clip_text_update(clip=self.instance, text=self.cleaned_data["text"], actor=self.actor)


class ReasonActionForm(ActionForm):
    reason = forms.CharField(label=_("Reason:"), required=False, max_length=300)


class LeftOut(admin.SimpleListFilter):
    title = _("left out")
    parameter_name = "left_out"

    def lookups(self, request, model_admin):
        return [("yes", _("yes")), ("no", _("no"))]

    def queryset(self, request, queryset):
        return queryset if self.value() is None else queryset.filter(left_out_at__isnull=self.value() == "no")


@admin.register(Clip)
class ClipAdmin(ServiceAdmin):
    form = ClipForm
    action_form = ReasonActionForm
    actions = ["acknowledge", "leave_out", "take_in"]
    list_display = ["name", "style", "text", "reading_begin", "duration", "worst", "is_left_out"]
    list_filter = [HasRejection, "is_held", LeftOut, "style__voice__language", "style__voice", "created_at"]
    list_select_related = ["style__voice"]
    search_fields = ["name", "text", "original_name", "sha256", "style__slug", "style__voice__slug"]
    readonly_fields = [
        "style",
        "name",
        "line",
        "clip_import",
        "player",
        "verdicts_shown",
        "reading",
        "symbols",
        "set_by_hand",
        "override_at",
        "override_by",
        "duration",
        "trimmed_duration",
        "sample_rate_hz",
        "channels",
        "format",
        "subtype",
        "peak_dbfs",
        "silence_ratio",
        "size_bytes",
        "original_name",
        "sha256",
        "left_out_at",
        "left_out_by",
        "left_out_reason",
        "created_at",
    ]
    fieldsets = [
        (None, {"fields": ["style", "name", "text", "verdicts_shown", "reading", "symbols", "set_by_hand"]}),
        (
            _("Recording"),
            {
                "fields": [
                    "player",
                    "duration",
                    "trimmed_duration",
                    "sample_rate_hz",
                    "channels",
                    "format",
                    "subtype",
                    "peak_dbfs",
                    "silence_ratio",
                    "size_bytes",
                    "original_name",
                    "sha256",
                ]
            },
        ),
        (
            _("Record"),
            {
                "fields": [
                    "clip_import",
                    "line",
                    "override_at",
                    "override_by",
                    "left_out_at",
                    "left_out_by",
                    "left_out_reason",
                    "created_at",
                ]
            },
        ),
    ]

    def get_queryset(self, request):
        return super().get_queryset(request).defer("waveform")

    def has_add_permission(self, request):
        return False  # clips come by import, with their recordings

    def has_delete_permission(self, request, obj=None):
        return admin.ModelAdmin.has_delete_permission(self, request, obj)

    def delete_model(self, request, obj):
        clip_delete(clip=obj, actor=request.user)

    def delete_queryset(self, request, queryset):
        for clip in queryset:
            clip_delete(clip=clip, actor=request.user)

    @admin.action(description=_("Leave out, for the reason given"), permissions=["act"])
    def leave_out(self, request, queryset):
        reason = request.POST.get("reason", "")
        act_on_each(self, request, queryset, lambda clip: clip_leave_out(clip=clip, reason=reason, actor=request.user))

    @admin.action(description=_("Acknowledge, for the reason given"), permissions=["act"])
    def acknowledge(self, request, queryset):
        reason = request.POST.get("reason", "")
        act_on_each(
            self, request, queryset, lambda clip: clip_acknowledge(clip=clip, reason=reason, actor=request.user)
        )

    @admin.action(description=_("Take in again"), permissions=["act"])
    def take_in(self, request, queryset):
        act_on_each(self, request, queryset, lambda clip: clip_take_in(clip=clip, actor=request.user))

    @admin.display(description=_("duration"), ordering="duration_s")
    def duration(self, clip):
        return seconds(clip.duration_s)

    @admin.display(description=_("without edge silence"))
    def trimmed_duration(self, clip):
        return seconds(clip.trimmed_duration_s)

    @admin.display(description=_("reading"))
    def reading(self, clip):
        return clip.phonemes["reading"] if clip.phonemes else "–"

    @admin.display(description=_("reading"))
    def reading_begin(self, clip):
        return Truncator(self.reading(clip)).chars(40)

    @admin.display(description=_("symbols"))
    def symbols(self, clip):
        return " ".join(clip.phonemes["symbols"]) if clip.phonemes else "–"

    @admin.display(description=_("set by hand"))
    def set_by_hand(self, clip):
        if clip.override is None:
            return "–"
        is_applied = clip.phonemes is not None and clip.phonemes.get("overridden")
        return _("yes") if is_applied else _("for another transcript, and not used")

    @admin.display(description=_("verdict"))
    def worst(self, clip):
        return _("rejected") if clip.is_rejected else _("with a warning") if clip.has_warnings else "–"

    @admin.display(description=_("left out"), ordering="left_out_at")
    def is_left_out(self, clip):
        return _("yes") if clip.is_left_out else "–"

    @admin.display(description=_("verdicts"))
    def verdicts_shown(self, clip):
        return verdicts_html(clip)

    @admin.display(description=_("listen"))
    def player(self, clip):
        # A transcript line without its audio is a clip too.
        return player_html("clip-audio", clip) if clip.sha256 else "–"
