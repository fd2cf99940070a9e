"""Figures, times and codes as screens show them."""

from django import template
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from voiceapp.sentences import run_sentence

register = template.Library()

ABSENT = "–"


@register.filter
def figure(value, decimals=2):
    """A measured number with a fixed number of decimals; a dash where nothing was measured."""
    # Django's number_format would cut the digits off instead of rounding: 0.999 is not 0.99.
    return ABSENT if value is None else f"{value:.{int(decimals)}f}"


@register.filter
def clock(seconds):
    """A duration in seconds as people say it: 4.2 s, 3 min 05 s, 1 h 02 min."""
    if seconds is None:
        return ABSENT
    if seconds < 60:
        return _("%(seconds)s s") % {"seconds": figure(seconds, 1)}
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return _("%(hours)d h %(minutes)02d min") % {"hours": hours, "minutes": minutes}
    return _("%(minutes)d min %(seconds)02d s") % {"minutes": minutes, "seconds": rest}


@register.filter
def countdown(seconds):
    """A duration in whole seconds, for figures that move."""
    return clock(seconds) if seconds is None or seconds >= 60 else _("%(seconds)s s") % {"seconds": round(seconds)}


@register.filter
def age(moment):
    """Time since `moment`, to the second: a heartbeat must be seen to be fresh."""
    if moment is None:
        return ABSENT
    return _("%(age)s ago") % {"age": countdown(max(0, (timezone.now() - moment).total_seconds()))}


@register.filter
def verdict_message(verdict):
    """The sentence of a `trainer.verdicts.Verdict` in the reader's language."""
    return verdict.message(get_language() or "en")


@register.filter
def verdicts_sorted(verdicts):
    """What needs a person, the worst first, apart from what was only repaired on the way in.

    Two that differ in their place alone have the same sentence: it is said once.
    """
    said = {}
    for verdict in verdicts or ():
        said.setdefault((verdict.level, verdict.code, verdict_message(verdict)), verdict)
    return {
        "serious": [v for level in ("reject", "warn") for v in said.values() if v.level == level],
        "fixes": [v for v in said.values() if v.level == "fix"],
    }


@register.filter
def event_sentence(event):
    """The sentence of a RunEvent."""
    return run_sentence(event.code, event.params, event.detail)


@register.filter
def reason_sentence(run):
    """Why a run ended without a model."""
    return run_sentence(run.reason_code, run.reason_params, run.reason_detail)


@register.filter
def units_of(language):
    """What the language counts: the plural stands alone in column heads."""
    return _("moras") if language == "ja" else _("syllables")


@register.filter
def unit_count(count, language):
    if count is None:
        return ABSENT
    if language == "ja":
        return ngettext("%(count)d mora", "%(count)d moras", count) % {"count": count}
    return ngettext("%(count)d syllable", "%(count)d syllables", count) % {"count": count}


@register.filter
def rate_unit(unit):
    """Units are stored in English; screens say them in their own language."""
    return {"mora/s": _("mora/s"), "syllable/s": _("syllable/s"), "s": _("s")}.get(unit, unit)


@register.filter
def condition_words(name):
    """The name of a condition under which something was measured; unknown ones stay as they are stored."""
    return {
        "sentences": _("test sentences"),
        "sentences_version": _("version of the sentences"),
        "held_out": _("held-out clips"),
        "limit": _("limit"),
        "threads": _("threads"),
        "cores": _("cores"),
        "load": _("load of the machine before"),
        "cpu": _("processor"),
        "symbols_version": _("symbol table"),
    }.get(name, name)


@register.filter
def sweep_verdict(sweep):
    """Whether the parameter does anything, as the sweep found it."""
    return {"effective": _("effective"), "ineffective": _("ineffective")}.get(sweep.verdict, sweep.verdict)


@register.filter
def conditions_shown(conditions):
    """The conditions of a figure, without the digest of the model on whose page they stand."""
    return [(name, value) for name, value in conditions.items() if name != "artefact_digest"]


@register.filter
def sweep_points(sweep):
    """(value given, rate measured, fall against the value before with its `mean` and `ci95`, or None) of a sweep."""
    values, measured = sweep.conditions.get("values", []), sweep.conditions.get("measured", [])
    falls = [None, *sweep.conditions.get("falls", []), *[None] * len(values)]
    return list(zip(values, measured, falls, strict=False))


@register.simple_tag(takes_context=True)
def query_with(context, **changes):
    """The page's query string with some parameters changed; None removes one."""
    query = context["request"].GET.copy()
    for name, value in changes.items():
        query.pop(name, None)
        if value is not None:
            query[name] = value
    return "?" + query.urlencode()
