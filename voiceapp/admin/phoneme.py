"""What the phoneme worker does and has counted, to be read."""

from django.contrib import admin

from voiceapp.admin.base import ReadOnlyAdmin
from voiceapp.models import PhonemeWork, StyleCoverage


@admin.register(PhonemeWork)
class PhonemeWorkAdmin(ReadOnlyAdmin):
    list_display = ["style", "queued_at", "started_at", "beat_at", "ended_at", "total", "done", "changed"]
    list_filter = ["queued_at", ("ended_at", admin.EmptyFieldListFilter)]
    list_select_related = ["style__voice"]
    search_fields = ["style__slug", "style__voice__slug", "job_id"]


@admin.register(StyleCoverage)
class StyleCoverageAdmin(ReadOnlyAdmin):
    list_display = ["style", "computed_at", "signature"]
    list_filter = ["computed_at"]
    list_select_related = ["style__voice"]
    search_fields = ["style__slug", "style__voice__slug"]
