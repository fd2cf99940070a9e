"""The pronunciation dictionary, and its history to be read."""

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from voiceapp.admin.base import ReadOnlyAdmin, ServiceAdmin, ServiceForm, act_on_each
from voiceapp.forms import PronunciationForm as PageForm
from voiceapp.models import Pronunciation, PronunciationChange
from voiceapp.services.pronunciation import (
    ABSENT,
    STATE_FIELDS,
    pronunciation_delete,
    pronunciation_mark,
    pronunciation_restore,
    pronunciation_set,
)


class PronunciationForm(ServiceForm):
    # What the entry was when the form was opened.
    expected = forms.CharField(required=False, widget=forms.HiddenInput)
    fields_of_codes = PageForm.fields_of_codes

    class Meta:
        model = Pronunciation
        fields = ["language", "voice", "surface", *STATE_FIELDS]

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if self.instance.pk is not None:
            self.fields["expected"].initial = pronunciation_mark(self.instance)

    def act(self):
        given = dict(self.cleaned_data)
        expected = given.pop("expected")
        if self.instance.pk is None:
            return pronunciation_set(**given, actor=self.actor, expected=ABSENT)
        # Another word, or another voice, is another entry.
        fixed = {name: getattr(self.instance, name) for name in ("language", "voice", "surface")}
        # What was cleaned has been put on the instance already; only its key is still the row's.
        return pronunciation_set(**{**given, **fixed}, actor=self.actor, expected=expected or None)


@admin.register(Pronunciation)
class PronunciationAdmin(ServiceAdmin):
    form = add_form = PronunciationForm
    add_fields = ["language", "voice", "surface", *STATE_FIELDS]
    autocomplete_fields = ["voice"]
    list_display = ["surface", "reading", "nucleus", "part_of_speech", "language", "voice", "updated_at", "updated_by"]
    list_filter = ["language", ("voice", admin.EmptyFieldListFilter), "part_of_speech", "updated_at"]
    list_select_related = ["voice", "updated_by"]
    search_fields = ["surface", "reading", "note", "voice__slug"]
    actions = ["delete_entries"]
    fields = [*add_fields, "expected", "created_at", "updated_at", "updated_by"]
    readonly_fields = ["language", "voice", "surface", "created_at", "updated_at", "updated_by"]

    @admin.action(description=_("Delete the chosen entries"), permissions=["act"])
    def delete_entries(self, request, queryset):
        rows = queryset.select_related("voice")
        act_on_each(self, request, rows, lambda row: pronunciation_delete(pronunciation=row, actor=request.user))


@admin.register(PronunciationChange)
class PronunciationChangeAdmin(ReadOnlyAdmin):
    list_display = ["at", "surface", "before", "after", "language", "voice", "version", "actor"]
    list_filter = ["language", ("voice", admin.EmptyFieldListFilter), "at"]
    list_select_related = ["voice", "actor"]
    search_fields = ["surface", "version", "voice__slug"]
    actions = ["restore"]

    @admin.action(description=_("Bring the entries back to what they were after the step"), permissions=["act"])
    def restore(self, request, queryset):
        act_on_each(self, request, queryset, lambda change: pronunciation_restore(change=change, actor=request.user))
