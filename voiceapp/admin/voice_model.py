"""Voice models and their measurements."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from voiceapp.admin.base import ReadOnlyAdmin, ReadOnlyInline, act_on_each, player_html
from voiceapp.models import Measurement, VoiceModel
from voiceapp.selectors.voice_model import models_list
from voiceapp.services.voice_model import model_make_current
from voiceapp.templatetags.koebo_format import rate_unit, sweep_verdict


class FigureInWords:
    @admin.display(description=_("unit"), ordering="unit")
    def unit_words(self, measurement):
        return rate_unit(measurement.unit) or "–"

    @admin.display(description=_("verdict"), ordering="verdict")
    def verdict_words(self, measurement):
        return sweep_verdict(measurement) or "–"


class MeasurementInline(FigureInWords, ReadOnlyInline):
    model = Measurement
    fields = readonly_fields = ["kind", "value", "unit_words", "ci95", "sample_count", "verdict_words", "measured_at"]


@admin.register(VoiceModel)
class VoiceModelAdmin(ReadOnlyAdmin):
    actions = ["make_current"]
    inlines = [MeasurementInline]
    list_display = [
        "__str__",
        "language",
        "rate",
        "content",
        "rtf",
        "has_passed_content_check",
        "is_current",
        "created_at",
    ]
    list_filter = ["language", "has_passed_content_check", "is_current", "style__voice", "created_at"]
    search_fields = ["digest", "style__slug", "style__name", "style__voice__slug", "style__voice__name", "run__id"]
    readonly_fields = ["player"]
    fields = [
        "style",
        "run",
        "language",
        "player",
        "digest",
        "size_bytes",
        "versions",
        "has_passed_content_check",
        "is_current",
        "created_at",
    ]

    def get_queryset(self, request):
        return models_list()

    @admin.action(description=_("Make current"), permissions=["act"])
    def make_current(self, request, queryset):
        act_on_each(self, request, queryset, lambda model: model_make_current(voice_model=model, actor=request.user))

    @admin.display(description=_("listen"))
    def player(self, voice_model):
        return player_html("model-sample", voice_model)

    @admin.display(description=_("speech rate"), ordering="articulation_rate")
    def rate(self, voice_model):
        rate = voice_model.articulation_rate
        return "–" if rate is None else f"{rate:.2f} {rate_unit(voice_model.rate_unit)}"

    @admin.display(description=_("content check"), ordering="content_check")
    def content(self, voice_model):
        return "–" if voice_model.content_check is None else f"{voice_model.content_check:.2f}"

    @admin.display(description=_("real-time factor"), ordering="real_time_factor")
    def rtf(self, voice_model):
        return "–" if voice_model.real_time_factor is None else f"{voice_model.real_time_factor:.2f}"


@admin.register(Measurement)
class MeasurementAdmin(FigureInWords, ReadOnlyAdmin):
    list_display = [
        "voice_model",
        "kind",
        "value",
        "unit_words",
        "ci95",
        "sample_count",
        "verdict_words",
        "measured_at",
    ]
    list_filter = ["kind", "verdict", "voice_model__language", "measured_at"]
    list_select_related = ["voice_model__style__voice"]
    search_fields = ["kind", "voice_model__digest", "voice_model__style__slug", "voice_model__style__voice__slug"]
    readonly_fields = ["unit_words", "verdict_words"]
    fields = [
        "voice_model",
        "kind",
        "value",
        "unit_words",
        "ci95",
        "sample_count",
        "verdict_words",
        "conditions",
        "measured_at",
    ]
