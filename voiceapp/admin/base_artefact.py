"""Base models: registered by a command, since their files come from a folder of the server."""

from django.contrib import admin

from voiceapp.admin.base import ReadOnlyAdmin
from voiceapp.models import BaseArtefact


@admin.register(BaseArtefact)
class BaseArtefactAdmin(ReadOnlyAdmin):
    list_display = ["name", "language", "digest", "size_bytes", "created_at"]
    list_filter = ["language", "created_at"]
    search_fields = ["name", "digest", "note"]
    fields = ["name", "language", "digest", "size_bytes", "note", "created_at"]
