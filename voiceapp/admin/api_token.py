"""API tokens: made and revoked here, never read again."""

from django.contrib import admin, messages
from django.utils.translation import gettext_lazy as _

from voiceapp.admin.base import ServiceAdmin, ServiceForm, act_on_each
from voiceapp.models import ApiToken
from voiceapp.services.api_token import token_create, token_revoke


class ApiTokenForm(ServiceForm):
    raw = None

    class Meta:
        model = ApiToken
        fields = ["user", "name"]

    def act(self):
        token, self.raw = token_create(user=self.cleaned_data["user"], name=self.cleaned_data["name"])
        return token


@admin.register(ApiToken)
class ApiTokenAdmin(ServiceAdmin):
    add_form = ApiTokenForm
    add_fields = ["user", "name"]
    autocomplete_fields = ["user"]
    actions = ["revoke"]
    list_display = ["name", "user", "prefix", "created_at", "last_used_at", "revoked_at"]
    list_filter = [("revoked_at", admin.EmptyFieldListFilter), "created_at", "last_used_at"]
    list_select_related = ["user"]
    search_fields = ["name", "prefix", "user__username"]
    fields = ["name", "user", "prefix", "created_at", "last_used_at", "revoked_at"]

    def has_change_permission(self, request, obj=None):
        return False

    def save_model(self, request, obj, form, change):
        text = _("The token is shown only now. Copy it: %(token)s") % {"token": form.raw}
        self.message_user(request, text, messages.WARNING)

    @admin.action(description=_("Revoke"), permissions=["act"])
    def revoke(self, request, queryset):
        act_on_each(self, request, queryset, lambda token: token_revoke(token=token, actor=request.user))
