"""StorageMarker: the database's half of the proof that the media storage is still the same."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _


class StorageMarker(models.Model):
    """At most one row; the same id lies in a file of the media root."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("storage marker")
        verbose_name_plural = _("storage markers")

    def __str__(self):
        return str(self.id)
