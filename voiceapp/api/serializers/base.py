"""What all input has in common: unknown keys are named, types are not guessed, limits come with their figures."""

import math

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.settings import api_settings

from voiceapp.api.problems import FieldsInvalid, field_error, figure

KEY_CHARACTERS_SHOWN = 80


class StrictSerializer(serializers.Serializer):
    """Input. A key that it does not know is an error that names it: nothing is accepted and ignored."""

    def to_internal_value(self, data):
        if isinstance(data, QueryDict):
            data = self._as_dict(data)
        if isinstance(data, dict):
            self._refuse_unknown(data)
        return super().to_internal_value(data)

    def _refuse_unknown(self, data):
        unknown = [key for key in data if key not in self.fields]
        if unknown:
            known = ", ".join(self.fields) or _("none")
            message = _("unknown; known are: %(known)s.") % {"known": known}
            error = serializers.ErrorDetail(message, code="unknown")
            raise serializers.ValidationError({printable(key): [error] for key in unknown})

    def _as_dict(self, data):
        """A form's or a query's values; only a list may be given in several parts."""
        is_list = {name: isinstance(field, serializers.ListField) for name, field in self.fields.items()}
        repeated = [key for key, values in data.lists() if len(values) > 1 and not is_list.get(key)]
        if repeated:
            error = serializers.ErrorDetail(_("given more than once."), code="repeated")
            raise serializers.ValidationError({printable(key): [error] for key in repeated})
        return {key: values if is_list.get(key) else values[-1] for key, values in data.lists()}


class Text(serializers.CharField):
    """A string, as it was sent: numbers are not turned into text, and edge spaces stay for the service to judge."""

    default_error_messages = {"type": gettext_lazy("must be a string.")}

    def __init__(self, **kwargs):
        kwargs.setdefault("trim_whitespace", False)
        super().__init__(**kwargs)

    def to_internal_value(self, data):
        if not isinstance(data, str):
            self.fail("type")
        return super().to_internal_value(data)


class Slug(serializers.SlugField):
    default_error_messages = {"type": Text.default_error_messages["type"]}

    def to_internal_value(self, data):
        if not isinstance(data, str):
            self.fail("type")
        return super().to_internal_value(data)


class Number(serializers.FloatField):
    """A finite JSON number. “8” is a string, and NaN, which passes every comparison with a limit, is none."""

    default_error_messages = {
        "type": gettext_lazy("must be a number."),
        "not_finite": gettext_lazy("must be a finite number."),
    }

    def to_internal_value(self, data):
        if isinstance(data, bool) or not isinstance(data, (int, float)):
            self.fail("type")
        try:
            value = float(data)
        except OverflowError:
            self.fail("not_finite")
        if not math.isfinite(value):
            self.fail("not_finite")
        return value


class WholeNumber(serializers.IntegerField):
    """A JSON number without a fraction."""

    default_error_messages = {"type": gettext_lazy("must be a whole number.")}

    def to_internal_value(self, data):
        is_whole = isinstance(data, int) or (isinstance(data, float) and data.is_integer())
        if isinstance(data, bool) or not is_whole:
            self.fail("type")
        return int(data)


@extend_schema_field({"type": "string", "description": "A BCP 47 tag of a language that Koebo speaks."})
class LanguageInput(serializers.Field):
    """Whatever was given as a language, for `trainer.languages` alone to judge: it knows the hints."""

    def __init__(self, **kwargs):
        super().__init__(allow_null=True, **kwargs)

    def to_internal_value(self, data):
        return data


class FiniteFloat(serializers.FloatField):
    """A measured figure on its way out, to a millionth; what was no number when it was measured is null in JSON."""

    def to_representation(self, value):
        return figure(round(super().to_representation(value), 6))


class PlainJson(serializers.JSONField):
    """Stored JSON on its way out, free of NaN. The schema says "anything", null included."""

    def to_representation(self, value):
        return figure(value)


def validated(serializer_class, data, **kwargs) -> dict:
    """The checked input; raises `FieldsInvalid` with every wrong field."""
    serializer = serializer_class(data=data, **kwargs)
    if not serializer.is_valid():
        raise FieldsInvalid(_flat(serializer, serializer.errors, data))
    return serializer.validated_data


def printable(text: str) -> str:
    """A key as it may be repeated in an answer: short, and without what UTF-8 cannot carry."""
    return str(text)[:KEY_CHARACTERS_SHOWN].encode("utf-8", "replace").decode()


def _flat(serializer, errors, data) -> list[dict]:
    flat = []
    for name, found in errors.items():
        field = serializer.fields.get(name)
        value = data.get(name) if hasattr(data, "get") else None
        shown = "" if name == api_settings.NON_FIELD_ERRORS_KEY else name
        if isinstance(found, dict):  # of a list: its entries by their index
            entries = {f"{shown}.{index}": (details, value[index]) for index, details in found.items()}
            field = field.child
        else:
            entries = {shown: (found, value)}
        for path, (details, entry) in entries.items():
            flat += [_entry(path, detail, field, entry) for detail in details]
    return flat


def plain_number(value) -> float | int:
    """A number that a field has accepted; in a query it is text."""
    number = float(value)
    return int(number) if number.is_integer() else number


# Code of a limit → the attribute of the field that holds it, and what is measured of the value.
_LIMITS = {
    "min_value": ("min_value", plain_number),
    "max_value": ("max_value", plain_number),
    "min_length": ("min_length", len),
    "max_length": ("max_length", len),
}


def _entry(path, detail, field, value) -> dict:
    limit_name, measure = _LIMITS.get(detail.code, (None, None))
    return field_error(
        path,
        detail.code.replace("_", "-"),
        str(detail),
        measured=measure(value) if limit_name and value is not None else None,
        limit=getattr(field, limit_name) if limit_name else None,
    )
