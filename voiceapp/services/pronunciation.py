"""Change the pronunciation dictionary. Every change leaves its step in the history, and clips that it reaches go stale.

Pages, admin, REST and CSV all come here, so that a rule has one place.
"""

import hashlib
import json
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from trainer.errors import TrainerError
from trainer.languages import LANGUAGES, language_parse
from trainer.text.pronunciations import ENTRIES_MAX, pronunciation_check
from trainer.text.pronunciations import Pronunciation as Entry
from voiceapp.errors import PronunciationChanged, PronunciationScopeWrong, PronunciationsFull, TrainerRefusal
from voiceapp.models import Pronunciation, PronunciationChange, Style, Voice
from voiceapp.selectors.pronunciation import phonemes_versions_of_language, scope_version
from voiceapp.services.phoneme_work import phoneme_work_request
from voiceapp.services.staleness import clips_carry_over

# What an entry is, as the history keeps it: {"reading", "nucleus", "part_of_speech", "note"}.
State = dict[str, Any]
STATE_FIELDS = ("reading", "nucleus", "part_of_speech", "note")
NOTE_CHARACTERS_MAX = 300
ROWS_AT_ONCE = 500
# Of an entry that is not there.
ABSENT = ""


@transaction.atomic
def pronunciation_set(
    *,
    language: str,
    surface: str,
    reading: str,
    actor,
    voice: Voice | None = None,
    nucleus: int | None = None,
    part_of_speech: str = "",
    note: str = "",
    expected: str | None = None,
) -> Pronunciation:
    """Add an entry, or change the one with this surface, of the installation or of `voice`.

    `expected` is the `pronunciation_mark` of what the editor saw (`ABSENT`: no entry); then a change that somebody else
    made meanwhile is not overwritten. Raises `TrainerRefusal` (language, surface, reading, nucleus, part of speech),
    `PronunciationScopeWrong`, `PronunciationsFull` and `PronunciationChanged`.
    """
    entry, state = pronunciation_checked(
        language=language,
        surface=surface,
        reading=reading,
        nucleus=nucleus,
        part_of_speech=part_of_speech,
        note=note,
        voice=voice,
    )
    tag = _spoken(language).tag
    pronunciations_lock(language=tag, voice=voice)
    present = Pronunciation.objects.filter(language=tag, voice=voice, surface=entry.surface).first()
    _expect(entry.surface, present, expected, state)
    pronunciations_change(language=tag, voice=voice, wanted={entry.surface: state}, actor=actor)
    return Pronunciation.objects.get(language=tag, voice=voice, surface=entry.surface)


@transaction.atomic
def pronunciation_delete(*, pronunciation: Pronunciation, actor, expected: str | None = None) -> None:
    """Take an entry out of the dictionary. Raises `PronunciationChanged`."""
    voice = pronunciation.voice
    pronunciations_lock(language=pronunciation.language, voice=voice)
    present = Pronunciation.objects.filter(pk=pronunciation.pk).first()
    if present is None:
        return  # gone already; one that was added since under the same surface is another
    _expect(pronunciation.surface, present, expected, None)
    wanted = {pronunciation.surface: None}
    pronunciations_change(language=pronunciation.language, voice=voice, wanted=wanted, actor=actor)


def pronunciation_restore(*, change: PronunciationChange, actor, is_before: bool = False) -> Pronunciation | None:
    """Bring an entry back to what it was after (or before) a step of its history, by a new step.

    Returns the entry, or None where it was not there then. Raises what `pronunciation_set` raises.
    """
    state = change.before if is_before else change.after
    scope = {"language": change.language, "voice": change.voice}
    if state is not None:
        return pronunciation_set(**scope, surface=change.surface, **state, actor=actor)
    present = Pronunciation.objects.filter(**scope, surface=change.surface).select_related("voice").first()
    if present is not None:
        pronunciation_delete(pronunciation=present, actor=actor)
    return None


def pronunciation_checked(
    *,
    language: str,
    surface: str,
    reading: str,
    nucleus: int | None = None,
    part_of_speech: str = "",
    note: str = "",
    voice: Voice | None = None,
) -> tuple[Entry, State]:
    """The entry in its normal form. Raises `TrainerRefusal` and `PronunciationScopeWrong`; writes nothing."""
    spoken = _spoken(language)
    if voice is not None and voice.language != spoken.tag:
        raise PronunciationScopeWrong(measured=voice.language, limit=spoken.tag, slug=voice.slug)
    try:
        entry = pronunciation_check(spoken, surface, reading, nucleus, part_of_speech)
    except TrainerError as error:
        raise TrainerRefusal(error) from error
    note = " ".join("".join(char if char.isprintable() else " " for char in note).split())
    return entry, state_of(entry=entry, note=note[:NOTE_CHARACTERS_MAX])


def state_of(*, entry: Entry | Pronunciation, note: str) -> State:
    return {
        "reading": entry.reading,
        "nucleus": entry.nucleus,
        "part_of_speech": entry.part_of_speech,
        "note": note,
    }


def pronunciation_mark(pronunciation: Pronunciation | None) -> str:
    """Stands for what an entry is; another mark means that somebody changed it."""
    if pronunciation is None:
        return ABSENT
    return _mark(state_of(entry=pronunciation, note=pronunciation.note))


def pronunciations_change(
    *, language: str, voice: Voice | None, wanted: dict[str, State | None], actor
) -> list[PronunciationChange]:
    """Bring entries, by their surfaces, to the wanted states (None: not there), which were checked before.

    Within a transaction. What is so already is no change. Returns the steps of the history that were written.
    """
    pronunciations_lock(language=language, voice=voice)
    scope = {"language": language, "voice": voice}
    present = {row.surface: row for row in Pronunciation.objects.filter(**scope)}
    before = {surface: _state(present.get(surface)) for surface in wanted}
    changed = {surface: state for surface, state in wanted.items() if state != before[surface]}
    if not changed:
        return []
    count = len(present) + sum(
        (state is not None) - (before[surface] is not None) for surface, state in changed.items()
    )
    if count > ENTRIES_MAX and count > len(present):
        raise PronunciationsFull(measured=count, limit=ENTRIES_MAX)
    versions = phonemes_versions_of_language(language)
    _write(scope, present, changed, actor)
    version = scope_version(language, voice)
    steps = [
        PronunciationChange(**scope, surface=surface, before=before[surface], after=state, version=version, actor=actor)
        for surface, state in changed.items()
    ]
    PronunciationChange.objects.bulk_create(steps, batch_size=ROWS_AT_ONCE)
    heard = {surface for surface, state in changed.items() if _heard(state) != _heard(before[surface])}
    if heard:
        _make_stale(language, voice, heard, versions)
    return steps


def _make_stale(language: str, voice: Voice | None, surfaces: set[str], before: dict[int, str]) -> None:
    after = phonemes_versions_of_language(language)
    reached = {voice_id: surfaces for voice_id in after if voice is None or voice_id == voice.pk}
    if voice is None:
        # Where a voice has an entry of its own, the installation's is not heard.
        own = Pronunciation.objects.filter(language=language, voice__isnull=False)
        for voice_id, surface in own.values_list("voice_id", "surface"):
            reached[voice_id] = reached[voice_id] - {surface}
    after = {voice_id: version for voice_id, version in after.items() if voice_id in reached}
    style_ids = clips_carry_over(language=language, before=before, after=after, surfaces=reached)
    for style in Style.objects.filter(pk__in=style_ids):
        phoneme_work_request(style=style)


def _write(scope: dict, present: dict[str, Pronunciation], changed: dict[str, State | None], actor) -> None:
    gone = [present[surface].pk for surface, state in changed.items() if state is None]
    for start in range(0, len(gone), ROWS_AT_ONCE):
        Pronunciation.objects.filter(pk__in=gone[start : start + ROWS_AT_ONCE]).delete()
    # Later than every other entry of the scope, whatever this host's clock says: by it dictionaries are told apart.
    latest = max((row.updated_at for row in present.values()), default=None)
    now = timezone.now()
    at = now if latest is None else max(now, latest + timedelta(microseconds=1))
    new, kept = [], []
    for surface, state in changed.items():
        if state is None:
            continue
        row = present.get(surface)
        if row is None:
            new.append(Pronunciation(**scope, surface=surface, **state, updated_by=actor))
            continue
        for name, value in state.items():
            setattr(row, name, value)
        row.updated_by, row.updated_at = actor, at
        kept.append(row)
    fields = [*STATE_FIELDS, "updated_by", "updated_at"]
    Pronunciation.objects.bulk_update(kept, fields, batch_size=ROWS_AT_ONCE)
    try:
        with transaction.atomic():
            Pronunciation.objects.bulk_create(new, batch_size=ROWS_AT_ONCE)
    except IntegrityError as error:  # another process added the same one; only without a voice is there no row to lock
        surface = new[0].surface
        raise PronunciationChanged(surface=surface, measured="?", limit=new[0].reading) from error


def pronunciations_lock(*, language: str, voice: Voice | None) -> None:
    """One change of a voice's dictionary at a time, so that the versions before and after it belong together."""
    voices = Voice.objects.filter(language=language) if voice is None else Voice.objects.filter(pk=voice.pk)
    list(voices.select_for_update().order_by("pk").values_list("pk"))


def _expect(surface: str, present: Pronunciation | None, expected: str | None, state: State | None) -> None:
    # Two who saved the same are of one opinion.
    if expected is None or pronunciation_mark(present) == expected or _state(present) == state:
        return
    shown = {"measured": _shown(_state(present)), "limit": _shown(state)}
    raise PronunciationChanged(surface=surface, **shown)


def _state(pronunciation: Pronunciation | None) -> State | None:
    return None if pronunciation is None else state_of(entry=pronunciation, note=pronunciation.note)


def _heard(state: State | None) -> tuple | None:
    """What of an entry the engines see: a note changes no phonemes."""
    return None if state is None else (state["reading"], state["nucleus"], state["part_of_speech"])


def _shown(state: State | None) -> str:
    if state is None:
        return "–"
    details = [str(state["nucleus"])] if state["nucleus"] is not None else []
    details += filter(None, (state["part_of_speech"], state["note"]))
    return f"{state['reading']} ({', '.join(details)})" if details else state["reading"]


def _mark(state: State) -> str:
    return hashlib.sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()[:16]


def _spoken(language: str):
    try:
        is_tag = isinstance(language, str) and language in LANGUAGES
        return LANGUAGES[language] if is_tag else language_parse(language)
    except TrainerError as error:
        raise TrainerRefusal(error) from error
