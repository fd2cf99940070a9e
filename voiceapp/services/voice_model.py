"""Publish a measured model, and choose which one is current."""

from django.conf import settings
from django.db import transaction

from trainer.languages import language_parse
from voiceapp.errors import MeasurementIncomplete, ModelFailedContentCheck
from voiceapp.models import Measurement, MeasurementKind, RunStatus, Style, TrainingRun, VoiceModel
from voiceapp.services.training_run import run_end

SWEEP_VERDICTS = ("effective", "ineffective")


@transaction.atomic
def model_publish(
    *, run: TrainingRun, digest: str, size_bytes: int, versions: dict, measured: dict
) -> VoiceModel | None:
    """Write the model with its figures and end the run as succeeded, all or nothing.

    `measured` is what `python -m trainer measure` printed. None, and nothing written, when another attempt holds
    the run by now. Raises `MeasurementIncomplete`.
    """
    measurements = _measurements(measured, run.language)
    accuracy = next(row.value for row in measurements if row.kind == MeasurementKind.CONTENT_CHECK)
    if not run_end(run=run, status=RunStatus.SUCCEEDED):
        return None
    has_passed = accuracy >= settings.VOICE_CONTENT_CHECK_MIN
    if has_passed:
        _current_clear(run.style_id)
    voice_model = VoiceModel.objects.create(
        run=run,
        style=run.style,
        language=run.language,
        digest=digest,
        size_bytes=size_bytes,
        versions=versions,
        has_passed_content_check=has_passed,
        is_current=has_passed,
    )
    for row in measurements:
        row.voice_model = voice_model
    Measurement.objects.bulk_create(measurements)
    return voice_model


@transaction.atomic
def model_make_current(*, voice_model: VoiceModel, actor) -> VoiceModel:
    """Raises `ModelFailedContentCheck`."""
    if not voice_model.has_passed_content_check:
        raise ModelFailedContentCheck()
    _current_clear(voice_model.style_id)
    VoiceModel.objects.filter(pk=voice_model.pk).update(is_current=True)
    voice_model.refresh_from_db()
    return voice_model


def _current_clear(style_id: int) -> None:
    """Leave a style without a current model until the transaction's end, in which it gets one: one caller at a time."""
    Style.objects.select_for_update().get(pk=style_id)
    VoiceModel.objects.filter(style_id=style_id, is_current=True).update(is_current=False)


def _measurements(measured: dict, language: str) -> list[Measurement]:
    conditions = measured.get("conditions", {})
    rate = _part(measured, "rate")
    check = _part(measured, "content_check")
    unit = language_parse(language).rate_unit
    sentences = {"sentences": rate.get("sentences"), **conditions}
    held_out = {"held_out": check.get("held_out"), "limit": settings.VOICE_CONTENT_CHECK_MIN, **conditions}
    rows = [
        Measurement(
            kind=MeasurementKind.ARTICULATION_RATE,
            value=_number(rate, "articulation"),
            unit=unit,
            ci95=_number(rate, "ci95"),
            sample_count=rate.get("sentences"),
            conditions=sentences,
        ),
        Measurement(
            kind=MeasurementKind.SPEAKING_RATE,
            value=_number(rate, "speaking"),
            unit=unit,
            ci95=_number(rate, "speaking_ci95"),
            sample_count=rate.get("sentences"),
            conditions=sentences,
        ),
        Measurement(kind=MeasurementKind.REAL_TIME_FACTOR, value=_number(measured, "rtf"), conditions=conditions),
        Measurement(
            kind=MeasurementKind.FIRST_AUDIO, value=_number(measured, "first_audio_s"), unit="s", conditions=conditions
        ),
        Measurement(
            kind=MeasurementKind.CONTENT_CHECK,
            value=_number(check, "accuracy"),
            sample_count=check.get("held_out"),
            conditions=held_out,
        ),
        Measurement(
            kind=MeasurementKind.OWN_OVER_OTHER,
            value=_number(check, "own_over_other"),
            sample_count=check.get("held_out"),
            conditions=held_out,
        ),
    ]
    return rows + [
        Measurement(
            kind=MeasurementKind.SWEEP,
            value=len(sweep["values"]),
            verdict=sweep["verdict"],
            conditions={"parameter": parameter, "unit": unit, **sweep, **conditions},
        )
        for parameter, sweep in _sweeps(measured)
    ]


def _sweeps(measured: dict) -> list[tuple[str, dict]]:
    sweeps = _part(measured, "sweep")
    if not sweeps:
        raise MeasurementIncomplete(reason="sweep = {}")
    for parameter in sweeps:
        sweep = _part(sweeps, parameter)
        if not sweep.get("values") or sweep.get("verdict") not in SWEEP_VERDICTS:
            raise MeasurementIncomplete(reason=f"sweep {parameter} = {sweep!r}")
    return list(sweeps.items())


def _part(measured: dict, name: str) -> dict:
    part = measured.get(name)
    if not isinstance(part, dict):
        raise MeasurementIncomplete(reason=f"{name} = {part!r}")
    return part


def _number(part: dict, name: str) -> float:
    value = part.get(name)
    # JSON knows no NaN, but Python's reader lets it through; NaN is not equal to itself.
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value or abs(value) == float("inf"):
        raise MeasurementIncomplete(reason=f"{name} = {value!r}")
    return float(value)
