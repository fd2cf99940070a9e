"""The account of the signed-in user."""

from django.contrib.auth.views import PasswordChangeView
from django.contrib.messages.views import SuccessMessageMixin
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _


class PasswordChange(SuccessMessageMixin, PasswordChangeView):
    """Django's own, for those too who see no administration. Other sessions of the user end; this one goes on."""

    # Not the name that Django's administration uses for its own.
    template_name = "registration/password.html"
    extra_context = {"nav": "password"}
    success_url = reverse_lazy("model-list")
    success_message = _("Your password was changed. You are signed out everywhere else.")
