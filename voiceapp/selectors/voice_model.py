"""Reads of voice models and their measured figures."""

from django.db.models import CharField, F, FloatField, OuterRef, QuerySet, Subquery

from voiceapp.models import Measurement, MeasurementKind, VoiceModel

# What the list can be sorted by: the public key and the column behind it.
SORT_COLUMNS = {
    "voice": "style__voice__name",
    "style": "style__name",
    "language": "language",
    "rate": "articulation_rate",
    "content": "content_check",
    "rtf": "real_time_factor",
    "created": "created_at",
}
DEFAULT_ORDER = "-created"


def models_list(order: str = DEFAULT_ORDER) -> QuerySet[VoiceModel]:
    """Models with their main figures as attributes; an unknown order means newest first."""
    key = order.removeprefix("-")
    if key not in SORT_COLUMNS:
        order, key = DEFAULT_ORDER, "created"
    column = F(SORT_COLUMNS[key])
    ordering = column.desc(nulls_last=True) if order.startswith("-") else column.asc(nulls_last=True)
    return (
        VoiceModel.objects.select_related("style__voice", "run__warm_start__style__voice", "run__warm_base")
        .annotate(
            articulation_rate=_figure(MeasurementKind.ARTICULATION_RATE),
            articulation_ci95=_figure(MeasurementKind.ARTICULATION_RATE, "ci95"),
            rate_unit=_figure(MeasurementKind.ARTICULATION_RATE, "unit"),
            speaking_rate=_figure(MeasurementKind.SPEAKING_RATE),
            content_check=_figure(MeasurementKind.CONTENT_CHECK),
            own_over_other=_figure(MeasurementKind.OWN_OVER_OTHER),
            real_time_factor=_figure(MeasurementKind.REAL_TIME_FACTOR),
        )
        .order_by(ordering, "-created_at")
    )


def model_get(pk: int) -> VoiceModel:
    """Raises `VoiceModel.DoesNotExist`."""
    return models_list().get(pk=pk)


def model_measurements(voice_model: VoiceModel) -> dict[str, Measurement]:
    """Figures by kind; sweeps are left to `model_sweeps`."""
    rows = voice_model.measurements.exclude(kind=MeasurementKind.SWEEP)
    return {row.kind: row for row in rows}


def model_sweeps(voice_model: VoiceModel) -> QuerySet[Measurement]:
    return voice_model.measurements.filter(kind=MeasurementKind.SWEEP)


def _figure(kind: str, column: str = "value") -> Subquery:
    rows = Measurement.objects.filter(voice_model=OuterRef("pk"), kind=kind).values(column)[:1]
    return Subquery(rows, output_field=CharField() if column == "unit" else FloatField())
