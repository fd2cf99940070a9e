"""Styles."""

from django.contrib import admin
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

from voiceapp.admin.base import ServiceAdmin, ServiceForm, seconds
from voiceapp.models import Style
from voiceapp.selectors.clip_table import clip_counts
from voiceapp.selectors.gate import gate_findings
from voiceapp.selectors.style import styles_list
from voiceapp.services.style import style_create


class StyleForm(ServiceForm):
    fields_of_codes = {"slug-taken": "slug"}

    class Meta:
        model = Style
        fields = ["voice", "slug", "name"]

    def act(self):
        return style_create(**self.cleaned_data, actor=self.actor)


@admin.register(Style)
class StyleAdmin(ServiceAdmin):
    add_form = StyleForm
    add_fields = ["voice", "slug", "name"]
    autocomplete_fields = ["voice"]
    list_display = ["name", "voice", "slug", "clip_count", "created_at"]
    list_filter = ["voice__language", "created_at"]
    search_fields = ["name", "slug", "voice__slug", "voice__name"]
    fields = ["voice", "slug", "name", "counts", "gate", "created_at", "created_by"]
    readonly_fields = fields

    def has_change_permission(self, request, obj=None):
        return False

    def get_queryset(self, request):
        return styles_list().order_by("voice__slug", "slug")

    @admin.display(description=_("clips"), ordering="clip_count")
    def clip_count(self, style):
        return style.clip_count

    @admin.display(description=_("clips"))
    def counts(self, style):
        counts = clip_counts(style)
        figures = [
            (_("all"), counts.total),
            (_("trainable"), counts.trainable),
            (_("blocking"), counts.blocking),
            (_("left out"), counts.left_out),
            (_("with a warning"), counts.warned),
            (_("audio"), seconds(counts.audio_s)),
        ]
        return format_html_join(" · ", "{}: {}", figures)

    @admin.display(description=_("gate"))
    def gate(self, style):
        findings = gate_findings(style)
        if not findings:
            return _("open")
        return format_html_join("", "<p>{} {}</p>", ((f.message, ", ".join(f.clip_names)) for f in findings))
