"""What the clips of a style say about each other: verdicts that no clip can get by itself."""

from collections import defaultdict
from collections.abc import Collection

from django.db import transaction
from django.db.models import Count, QuerySet
from django.db.models.fields.json import KT

from trainer.languages import LANGUAGES
from trainer.text.comparison import identical_verdicts, pace_median
from trainer.text.plausibility import rate_verdict
from trainer.verdicts import Verdict
from voiceapp.models import Clip, Style
from voiceapp.services.phoneme import ABOUT_STYLE, verdicts_stored

# The pace of a speaker is known well enough from these, the newest ones.
CLIPS_FOR_PACE = 2000
# Far below what either database takes as parameters of one statement.
KEYS_AT_ONCE = 5000
WRITTEN_AT_ONCE = 500


def lines_compare(*, style: Style, digests: Collection[str] | None = None) -> int:
    """Bring `phonemes-identical` and `pace-unlike-style` up to date; returns how many clips changed.

    `digests` narrows the look to clips with these phonemes: after a decision on one clip, those it had and those it
    has now. Clips that are not trained on are compared with nothing, and carry neither remark.
    """
    # Empty ones say nothing: clips without phonemes are not alike.
    looked_at = None if digests is None else [digest for digest in digests if digest]
    comparable = (
        style.clips.filter(left_out_at=None).exclude(worst_level="reject").exclude(phonemes_digest="").order_by()
    )
    found = _identical(comparable, looked_at)
    for pk, verdict in _unlike(comparable, looked_at, style.voice.language):
        found[pk].append(verdict)
    remarked = style.clips.filter(worst_level__in=("warn", "reject"), verdicts__icontains=f'"about": "{ABOUT_STYLE}"')
    concerned = found.keys() | set(_narrowed(remarked.order_by(), looked_at).values_list("pk", flat=True))
    return sum(_write(chunk, found) for chunk in _chunks(sorted(concerned), WRITTEN_AT_ONCE))


def _narrowed(clips: QuerySet[Clip], digests: list[str] | None) -> QuerySet[Clip]:
    return clips if digests is None else clips.filter(phonemes_digest__in=digests)


def _identical(comparable: QuerySet[Clip], digests: list[str] | None) -> dict[int, list[Verdict]]:
    counted = _narrowed(comparable, digests).values("phonemes_digest").annotate(count=Count("pk"))
    shared = list(counted.filter(count__gt=1).values_list("phonemes_digest", flat=True))
    groups: dict[str, list[tuple[int, str, str]]] = defaultdict(list)
    for chunk in _chunks(shared, KEYS_AT_ONCE):
        rows = comparable.filter(phonemes_digest__in=chunk).order_by("pk")
        for digest, *row in rows.values_list("phonemes_digest", "pk", "name", "text"):
            groups[digest].append(tuple(row))
    found: dict[int, list[Verdict]] = defaultdict(list)
    for group in groups.values():
        verdicts = identical_verdicts([(name, text) for _, name, text in group])
        for pk, name, _ in group:
            if name in verdicts:
                found[pk].append(verdicts[name])
    return found


def _unlike(comparable: QuerySet[Clip], digests: list[str] | None, language: str):
    """(id, verdict) of the clips that are read at another pace than the style."""
    unit = "moras" if LANGUAGES[language].unit == "mora" else "syllables"
    paced = comparable.annotate(units=KT(f"phonemes__{unit}"))
    fields = ("pk", "units", "trimmed_duration_s", "duration_s")
    newest = paced.order_by("-pk").values_list(*fields)[:CLIPS_FOR_PACE]
    median = pace_median((int(units), trimmed_s or duration_s) for _, units, trimmed_s, duration_s in newest)
    if median is None:
        return
    for pk, units, trimmed_s, duration_s in _narrowed(paced, digests).values_list(*fields).iterator():
        if verdict := rate_verdict(language, int(units), trimmed_s or duration_s or 0, median):
            yield pk, verdict


@transaction.atomic
def _write(keys: list[int], found: dict[int, list[Verdict]]) -> int:
    changed = []
    clips = Clip.objects.select_for_update().filter(pk__in=keys).defer("waveform", "phonemes").order_by("pk")
    for clip in clips:
        kept = [entry for entry in clip.verdicts if entry.get("about") != ABOUT_STYLE]
        verdicts = kept + verdicts_stored(verdicts=found.get(clip.pk, []), about=ABOUT_STYLE)
        if verdicts != clip.verdicts:
            clip.verdicts = verdicts
            clip.judge()
            changed.append(clip)
    Clip.objects.bulk_update(changed, ["verdicts", "worst_level", "is_held"])
    return len(changed)


def _chunks(keys: list, size: int):
    for start in range(0, len(keys), size):
        yield keys[start : start + size]
