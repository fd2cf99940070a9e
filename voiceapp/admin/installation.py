"""Workers, and the marker that proves the storage."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from voiceapp.admin.base import ReadOnlyAdmin
from voiceapp.models import GpuWorker, StorageMarker


@admin.register(GpuWorker)
class GpuWorkerAdmin(ReadOnlyAdmin):
    list_display = ["name", "host", "pid", "device", "sessions", "live", "beat_at", "stopped_at", "stop_reason"]
    list_filter = ["host", "device", "started_at"]
    search_fields = ["name", "host", "device", "stop_reason"]

    @admin.display(description=_("live"), boolean=True)
    def live(self, worker):
        return worker.is_live


@admin.register(StorageMarker)
class StorageMarkerAdmin(ReadOnlyAdmin):
    list_display = ["id", "created_at"]
    search_fields = ["id"]
    fields = ["id", "created_at"]
