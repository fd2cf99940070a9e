"""Workers, and the marker that proves the storage."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from voiceapp.admin.base import ReadOnlyAdmin
from voiceapp.models import GpuWorker, StorageMarker


@admin.register(GpuWorker)
class GpuWorkerAdmin(ReadOnlyAdmin):
    list_display = ["name", "host", "pid", "device", "sessions", "live", "beat_at", "stopped_at", "stopped_why"]
    list_filter = ["host", "device", "started_at"]
    search_fields = ["name", "host", "device", "stop_reason"]
    fields = ["name", "host", "pid", "device", "sessions", "started_at", "beat_at", "stopped_at", "stopped_why"]
    readonly_fields = ["stopped_why"]

    @admin.display(description=_("live"), boolean=True)
    def live(self, worker):
        return worker.is_live

    @admin.display(description=_("why it stopped"), ordering="stop_reason")
    def stopped_why(self, worker):
        return worker.stop_words


@admin.register(StorageMarker)
class StorageMarkerAdmin(ReadOnlyAdmin):
    list_display = ["id", "created_at"]
    search_fields = ["id"]
    fields = ["id", "created_at"]
