"""Drawings that the server makes: a recording's waveform and a run's loss curve, as inline SVG."""

import math
from dataclasses import dataclass

from django import template
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

register = template.Library()

POINTS_DRAWN = 400
# Of the terms in `trainer.losses`, in words.
LOSS_NAMES = {
    "mel": gettext_lazy("spectrum loss"),
    "duration": gettext_lazy("duration loss"),
    "prosody": gettext_lazy("pitch and energy loss"),
    "total": gettext_lazy("total loss"),
}


@register.filter
def loss_name(name):
    """A term that has no words yet keeps its own name."""
    return LOSS_NAMES.get(name) or _("%(name)s loss") % {"name": name}


@register.simple_tag
def waveform(audio, css_class="waveform"):
    """Stored peaks (0–100) mirrored about the middle line."""
    peaks = audio.waveform
    if not peaks:
        return ""
    top = [f"{index},{50 - max(peak, 1) / 2:g}" for index, peak in enumerate(peaks)]
    bottom = [f"{index},{50 + max(peak, 1) / 2:g}" for index, peak in enumerate(peaks)]
    path = "M" + " L".join(top + bottom[::-1]) + " Z"
    return format_html(
        '<svg class="{}" viewBox="0 0 {} 100" preserveAspectRatio="none" aria-hidden="true">'
        '<path d="{}" fill="currentColor"/></svg>',
        css_class,
        max(len(peaks) - 1, 1),
        path,
    )


@dataclass(frozen=True)
class Tick:
    position: float
    words: str


@dataclass(frozen=True)
class Series:
    name: str
    css_class: str
    path: str
    last: float


class Curve:
    """Geometry of a loss curve: losses over steps, in a box of `width` × `height` with room for the axes."""

    width, height = 720, 300
    left, right, top, bottom = 56, 12, 12, 42

    def __init__(self, points):
        """`points`: (step, elapsed_s, losses) in order of steps; values that are not finite are left out."""
        points = _thinned(list(points))
        names = list(dict.fromkeys(name for _step, _elapsed, losses in points for name in losses))
        drawable = {name: [(step, losses.get(name)) for step, _elapsed, losses in points] for name in names}
        rows = {name: [row for row in values if _is_drawable(row[1])] for name, values in drawable.items()}
        rows = {name: values for name, values in rows.items() if values}
        self.is_empty = not rows
        if self.is_empty:
            return
        steps = [step for values in rows.values() for step, _value in values]
        losses = [value for values in rows.values() for _step, value in values]
        self.first_step, self.last_step = min(steps), max(max(steps), min(steps) + 1)
        ticks = nice_ticks(min(0.0, *losses), max(losses))
        self.low, self.high = ticks[0], ticks[-1]
        self.y_ticks = [Tick(round(self._y(value), 1), f"{value:g}") for value in ticks]
        x_values = [v for v in nice_ticks(self.first_step, self.last_step) if self.first_step <= v <= self.last_step]
        self.x_ticks = [Tick(round(self._x(value), 1), f"{value:g}") for value in x_values]
        self.series = [
            Series(name, f"curve-{'abcd'[index % 4]}", self._path(values), values[-1][1])
            for index, (name, values) in enumerate(rows.items())
        ]

    @property
    def plot_right(self):
        return self.width - self.right

    @property
    def plot_bottom(self):
        return self.height - self.bottom

    @property
    def middle_x(self):
        return (self.left + self.plot_right) / 2

    def _x(self, step):
        share = (step - self.first_step) / (self.last_step - self.first_step)
        return self.left + share * (self.plot_right - self.left)

    def _y(self, value):
        return self.plot_bottom - (value - self.low) / (self.high - self.low) * (self.plot_bottom - self.top)

    def _path(self, values):
        return "M" + " L".join(f"{self._x(step):.1f},{self._y(value):.1f}" for step, value in values)


@register.inclusion_tag("parts/curve.html")
def loss_curve(points):
    return {"curve": Curve(points)}


def nice_ticks(low: float, high: float, count: int = 5) -> list[float]:
    """Round values (1, 2, 5 × 10ⁿ apart) that enclose `low`…`high`."""
    span = high - low if high > low else abs(high) or 1.0
    rough = span / count
    magnitude = 10 ** math.floor(math.log10(rough))
    step = next(m * magnitude for m in (1, 2, 5, 10) if m * magnitude >= rough)
    first = math.floor(low / step)
    last = max(math.ceil(high / step), first + 1)
    return [round(index * step, 10) for index in range(first, last + 1)]


def _thinned(points):
    """At most POINTS_DRAWN points; the last one, which readers look at, always among them."""
    stride = max(1, math.ceil(len(points) / POINTS_DRAWN))
    return points[:-1][::stride] + points[-1:]


def _is_drawable(value):
    return isinstance(value, int | float) and math.isfinite(value)
