"""URLs of the whole site: pages, REST, admin, language switch, health."""

from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpResponse
from django.urls import include, path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.i18n import set_language


@login_not_required
@never_cache
@require_safe
def healthz(request):
    """Say 200 `ok` when this process can reach its database; a failure is a 500 of Django's own."""
    connection.ensure_connection()
    return HttpResponse("ok\n", content_type="text/plain")


urlpatterns = [
    path("healthz", healthz, name="healthz"),
    # Strangers choose a language too: the sign-in page has the switch.
    path("i18n/setlang/", login_not_required(set_language), name="set_language"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("voiceapp.api.urls")),
    path("", include("voiceapp.urls")),
]
