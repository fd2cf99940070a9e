"""URLs of the whole site: pages, REST, admin, language switch."""

from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.i18n import set_language

urlpatterns = [
    # Strangers choose a language too: the sign-in page has the switch.
    path("i18n/setlang/", login_not_required(set_language), name="set_language"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("voiceapp.api.urls")),
    path("", include("voiceapp.urls")),
]
