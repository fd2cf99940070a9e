"""What the admin pages share: rows that the line owns are only read, and every change goes through a service."""

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.widgets import AutocompleteSelect
from django.core.exceptions import SuspiciousOperation, ValidationError
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

from trainer.verdicts import Verdict
from voiceapp.errors import AppError, AudioRejected, GateShut


class ReadOnly:
    """Rows that the line writes. Actions need the change permission, though the form itself shows no field to fill."""

    def has_add_permission(self, request, obj=None):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False

    def has_act_permission(self, request):
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")


class KeySelect(AutocompleteSelect):
    """Django asks the database for whatever was sent; what is no key has no option, and the field refuses it."""

    def optgroups(self, name, value, attr=None):
        key = self.field.remote_field.model._meta.pk
        return super().optgroups(name, [one for one in value if one == "" or is_key(key, one)], attr)


class CheckedKeys:
    """Keys in requests that no page of ours has sent are refused, where Django would fail on them."""

    def formfield_for_foreignkey(self, db_field, request, **kwargs):
        if db_field.name in self.get_autocomplete_fields(request):
            kwargs.setdefault("widget", KeySelect(db_field, self.admin_site))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def response_action(self, request, queryset):
        if not all(is_key(self.opts.pk, key) for key in request.POST.getlist(ACTION_CHECKBOX_NAME)):
            raise SuspiciousOperation("an action on a row whose key is none")
        return super().response_action(request, queryset)


def is_key(field, value) -> bool:
    try:
        key = field.to_python(value)
    except ValidationError:
        return False
    return not isinstance(key, int) or abs(key) < 2**63


class ReadOnlyAdmin(ReadOnly, CheckedKeys, admin.ModelAdmin):
    pass


class ReadOnlyInline(ReadOnly, admin.TabularInline):
    extra = 0
    can_delete = False


class ServiceForm(forms.ModelForm):
    """A form whose last step of validation is the service, so that a refusal stands beside the field it is about.

    `act()` calls the service and returns the row; the admin then has nothing left to save. The service alone judges:
    the model's own validation would speak first, with other words than at the other doors.
    """

    actor = None
    fields_of_codes: dict[str, str] = {}

    def act(self):
        raise NotImplementedError

    def _post_clean(self):
        if self.errors:
            return
        try:
            self.instance = self.act()
        except AppError as error:
            self._refuse(error)

    def _refuse(self, error: AppError):
        name = error.params.get("field") or self.fields_of_codes.get(error.code)
        if error.code.startswith("language-"):
            name = "language"
        is_about_field = name in self.fields
        text = error.params["reason"] if is_about_field and error.code == "field-invalid" else error.detail
        if isinstance(error, AudioRejected):
            locale = get_language() or "en"
            sentences = [verdict.message(locale) for verdict in error.verdicts if verdict.is_rejection]
        elif isinstance(error, GateShut):
            sentences = [finding.message for finding in error.findings]
        else:
            sentences = [text]
        self.add_error(
            name if is_about_field else None,
            [ValidationError(sentence, code=error.code) for sentence in sentences],
        )

    def save(self, commit=True):
        return self.instance

    def save_m2m(self):
        pass


class ServiceAdmin(CheckedKeys, admin.ModelAdmin):
    """Adding, and where allowed changing, by the `ServiceForm` given as `add_form` and `form`."""

    add_form: type[ServiceForm]
    add_fields: list[str] = []

    def get_form(self, request, obj=None, **kwargs):
        if obj is None:
            kwargs["form"] = self.add_form
        form = super().get_form(request, obj, **kwargs)
        form.actor = request.user
        return form

    def get_fieldsets(self, request, obj=None):
        if obj is None and self.add_fields:
            return [(None, {"fields": self.add_fields})]
        return super().get_fieldsets(request, obj)

    def get_readonly_fields(self, request, obj=None):
        return [] if obj is None else super().get_readonly_fields(request, obj)

    def get_inlines(self, request, obj):
        return [] if obj is None else super().get_inlines(request, obj)

    def save_model(self, request, obj, form, change):
        """The service has saved it while the form was validated."""

    def has_delete_permission(self, request, obj=None):
        return False

    def has_act_permission(self, request):
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")


def act_on_each(modeladmin, request, queryset, act) -> None:
    """Call `act(row)` for each chosen row; refusals are shown one by one, with the row they are about."""
    done = 0
    for row in queryset:
        try:
            act(row)
        except AppError as error:
            modeladmin.message_user(request, f"{row}: {error.detail}", messages.ERROR)
        else:
            done += 1
    if done:
        text = ngettext("Done for %(count)s row.", "Done for %(count)s rows.", done) % {"count": done}
        modeladmin.message_user(request, text, messages.SUCCESS)


class HasRejection(admin.SimpleListFilter):
    """By the worst verdict that a recording or its transcript got."""

    title = _("verdict")
    parameter_name = "verdict"

    def lookups(self, request, model_admin):
        return [("reject", _("rejected")), ("warn", _("with a warning")), ("none", _("without any"))]

    def queryset(self, request, queryset):
        if self.value() in ("reject", "warn"):
            # The rows' JSON is written by us alone, with exactly this spacing on both databases' text form.
            return queryset.filter(verdicts__icontains=f'"level": "{self.value()}"')
        if self.value() == "none":
            return queryset.filter(verdicts=[])
        return queryset


LEVEL_WORDS = {"reject": _("rejected"), "warn": _("warning"), "fix": _("mended")}


def verdicts_html(row):
    """The sentences of a row's verdicts, each with its level."""
    locale = get_language() or "en"
    verdicts = [Verdict.from_json(entry) for entry in row.verdicts]
    if not verdicts:
        return "–"
    lines = ((LEVEL_WORDS[v.level], v.message(locale), v.code) for v in verdicts)
    return format_html_join("", "<div><b>{}</b> {} <code>{}</code></div>", lines)


def player_html(url_name: str, row):
    """A player for the audio of a row; its bytes are served to signed-in users only."""
    return format_html('<audio controls preload="none" src="{}"></audio>', reverse(url_name, args=[row.pk]))


def seconds(value) -> str:
    return "–" if value is None else f"{value:.2f} s"
