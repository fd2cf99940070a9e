"""Forms of the pages: they read and keep what was typed; services decide, and their refusals return to the field."""

from django import forms
from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from voiceapp.errors import AppError
from voiceapp.models import BaseArtefact, Pronunciation, Style, TrainingRun, Voice
from voiceapp.selectors.warm_start import warm_start_get, warm_starts_offered
from voiceapp.services.training_run import MINUTES_MIN


class RefusableForm(forms.Form):
    """A form that can show a service's refusal, with its code, beside the field it is about."""

    # Codes whose refusal belongs to a field though it does not say so itself.
    fields_of_codes: dict[str, str] = {"slug-taken": "slug"}

    _refusal_status = 422

    @property
    def status(self) -> int:
        """HTTP status of a page with this form: 200, or that of the refusal."""
        return self._refusal_status if self.is_bound and self.errors else 200

    @property
    def first_code(self) -> str:
        errors = next(iter(self.errors.as_data().values()))
        return errors[0].code or "field-invalid"

    def refuse(self, error: AppError) -> None:
        self._refusal_status = error.status
        name = error.params.get("field") or self.fields_of_codes.get(error.code)
        if name is None and error.code.startswith("language-"):
            name = "language"
        if name not in self.fields:
            name = None
        text = error.params["reason"] if name and error.code == "field-invalid" else error.detail
        self.add_error(name, ValidationError(text, code=error.code))


def _text(model, name: str, **kwargs) -> forms.Field:
    """A form field for a text column, with the column's words and length."""
    column = model._meta.get_field(name)
    return forms.CharField(label=column.verbose_name, max_length=column.max_length, required=not column.blank, **kwargs)


class VoiceForm(RefusableForm):
    fields_of_codes = {"slug-taken": "slug", "voice-has-styles": "language"}

    name = _text(Voice, "name", help_text=_("What operators call the voice."))
    slug = _text(
        Voice,
        "slug",
        help_text=_("Short and lasting, for addresses and file names: letters a–z, digits, hyphens."),
        widget=forms.TextInput(attrs={"data-slug-of": "id_name", "autocapitalize": "none", "spellcheck": "false"}),
    )
    # A text, not a choice: tags in any usual spelling are understood, and a country is refused with a hint.
    language = forms.CharField(
        label=Voice._meta.get_field("language").verbose_name,
        required=False,
        max_length=40,
        help_text=_("A language tag: ja for Japanese, en for English. A country such as JP is not a language."),
        widget=forms.TextInput(attrs={"list": "language-tags", "autocapitalize": "none", "spellcheck": "false"}),
    )
    caption = _text(
        Voice,
        "caption",
        help_text=_("The voice in words: age, timbre, manner."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    seed = forms.IntegerField(
        label=Voice._meta.get_field("seed").verbose_name,
        min_value=0,
        max_value=2**31 - 1,
        initial=0,
        help_text=_("Kept with the caption as the design value of the voice."),
    )
    rights_holder = _text(Voice, "rights_holder", help_text=_("Whose voice, or whose recordings, these are."))
    rights_permission = _text(
        Voice,
        "rights_permission",
        help_text=_("What exactly the holder allowed, and for what use."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    rights_granted_on = forms.DateField(
        label=Voice._meta.get_field("rights_granted_on").verbose_name,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    rights_licence = _text(Voice, "rights_licence", help_text=_("Name of the licence or number of the contract."))

    design_names = ("name", "slug", "language", "caption", "seed")
    rights_names = ("rights_holder", "rights_permission", "rights_granted_on", "rights_licence")

    @property
    def design_fields(self):
        return [self[name] for name in self.design_names]

    @property
    def rights_fields(self):
        return [self[name] for name in self.rights_names]


class StyleForm(RefusableForm):
    name = _text(Style, "name", help_text=_("A way of speaking: narrator, call centre, host…"))
    slug = _text(
        Style,
        "slug",
        help_text=_("Letters a–z, digits, hyphens; once per voice."),
        widget=forms.TextInput(attrs={"data-slug-of": "id_name", "autocapitalize": "none", "spellcheck": "false"}),
    )


class RunForm(RefusableForm):
    fields_of_codes = {
        "warm-start-invalid": "warm_start",
        "warm-start-differs": "warm_start",
        "warm-start-failed-content-check": "warm_start",
    }

    minutes = forms.FloatField(
        label=TrainingRun._meta.get_field("minutes").verbose_name,
        min_value=MINUTES_MIN,
        help_text=_("How long the model is trained; measuring comes on top."),
        widget=forms.NumberInput(attrs={"step": "any", "inputmode": "decimal"}),
    )
    seed = forms.IntegerField(
        label=TrainingRun._meta.get_field("seed").verbose_name,
        min_value=0,
        max_value=2**31 - 1,
        initial=0,
        help_text=_("Decides where the weights start and in which order the clips come."),
    )
    # A text, not a choice: of what is offered no more, the service says why.
    warm_start = forms.CharField(
        label=_("Start from"),
        required=False,
        max_length=64,
        help_text=_(
            "The weights of another model are a good beginning where there are few clips, for a new style of the same "
            "voice, and for a new voice of the same language. From scratch, nothing of another model is in the new one."
        ),
        widget=forms.Select,
    )

    def __init__(self, *args, style: Style, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["warm_start"].widget.choices = warm_start_choices(style)
        minutes = self.fields["minutes"]
        minutes.initial = settings.VOICE_TRAINING_MINUTES_DEFAULT
        minutes.max_value = settings.VOICE_TRAINING_MINUTES_MAX
        minutes.widget.attrs["max"] = f"{settings.VOICE_TRAINING_MINUTES_MAX:g}"

    def clean_minutes(self):
        minutes = self.cleaned_data["minutes"]
        if minutes > settings.VOICE_TRAINING_MINUTES_MAX:
            raise ValidationError(
                _("At most %(limit)s minutes."),
                code="max_value",
                params={"limit": f"{settings.VOICE_TRAINING_MINUTES_MAX:g}"},
            )
        return minutes

    def clean_warm_start(self):
        digest = self.cleaned_data["warm_start"]
        try:
            return warm_start_get(digest) if digest else None
        except ObjectDoesNotExist as error:
            raise ValidationError(_("There is no such model."), code="does-not-exist") from error


def warm_start_choices(style: Style) -> list:
    """From scratch, then what fits, in groups."""
    groups: dict[str, list] = {}
    for source in warm_starts_offered(style):
        if isinstance(source, BaseArtefact):
            group, name = _("Base models"), source.name
        else:
            group = (
                _("Models of this voice") if source.style.voice_id == style.voice_id else _("Models of other voices")
            )
            name = f"{source.style.voice.name} / {source.style.name}"
        shown = f"{name}, {date_format(timezone.localtime(source.created_at), 'Y-m-d H:i')}, {source.digest[:8]}"
        groups.setdefault(str(group), []).append((source.digest, shown))
    return [("", _("From scratch")), *groups.items()]


class ApiTokenForm(RefusableForm):
    name = forms.CharField(
        label=_("Name"), max_length=80, help_text=_("What uses this token, so that you know what to revoke.")
    )


class PronunciationForm(RefusableForm):
    """Fields of an entry as text: what is wrong with them is the trainer's to say."""

    fields_of_codes = {
        "pronunciation-surface": "surface",
        "pronunciation-reading": "reading",
        "pronunciation-phone": "reading",
        "pronunciation-nucleus": "nucleus",
        "pronunciation-part": "part_of_speech",
        "pronunciation-scope": "voice",
    }

    language = forms.CharField(max_length=40, required=False)
    voice = forms.CharField(label=_("For"), max_length=64, required=False)
    surface = forms.CharField(label=_("Written"), max_length=200, required=False)
    reading = forms.CharField(label=_("Reading"), max_length=400, required=False)
    nucleus = forms.CharField(max_length=10, required=False)
    part_of_speech = forms.CharField(max_length=16, required=False)
    note = _text(Pronunciation, "note", help_text=_("Why it is read so: who said it, where it stands."))
    sentence = forms.CharField(label=_("Heard in"), max_length=200, required=False)
    # What the entry was when the form was opened (see `pronunciation_mark`).
    expected = forms.CharField(max_length=64, required=False)
    back = forms.CharField(max_length=3000, required=False)

    def clean_nucleus(self):
        nucleus = self.cleaned_data["nucleus"].strip()
        return int(nucleus) if nucleus.isdecimal() and len(nucleus) < 4 else nucleus or None
