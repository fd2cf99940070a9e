"""Reads of the pronunciation dictionary: what is in force for a voice, and which phonemes are stale because of it."""

from collections import defaultdict
from functools import lru_cache

from django.db.models import Count, Max, Q, QuerySet

from trainer.languages import LANGUAGES
from trainer.text import Dictionary, engine_name, phonemes_version
from trainer.text.pronunciations import Pronunciation as Entry
from voiceapp.models import Clip, Pronunciation, PronunciationChange, Style, Voice

ENTRY_FIELDS = ("surface", "reading", "nucleus", "part_of_speech")


def dictionary_of(voice: Voice) -> Dictionary:
    """The installation's entries for the voice's language, and the voice's own, which win."""
    language = voice.language
    return _dictionary(language, _state(language, None), voice.pk, _state(language, voice.pk))


def dictionary_of_language(language: str) -> Dictionary:
    """The installation's entries alone."""
    return _dictionary(language, _state(language, None), None, None)


def dictionary_of_scope(language: str, voice: Voice | None) -> Dictionary:
    """What is in force for `voice`, or without one for the installation."""
    return dictionary_of_language(language) if voice is None else dictionary_of(voice)


def phonemes_version_of(voice: Voice) -> str:
    """What makes phonemes of this voice now; a clip whose `phonemes_version` is another one is stale."""
    return phonemes_version_with(dictionary_of(voice))


def phonemes_version_with(dictionary: Dictionary) -> str:
    """What makes phonemes when this dictionary, which was read a moment ago, is used."""
    return phonemes_version(engine_name(LANGUAGES[dictionary.language]), dictionary.version)


def phonemes_versions_of_language(language: str) -> dict[int, str]:
    """`phonemes_version_of` every voice of a language, by the voice's id, in three queries."""
    engine = engine_name(LANGUAGES[language])
    shared = _entries(language, None)
    of_all = phonemes_version(engine, Dictionary.of(language, shared).version)
    own = defaultdict(list)
    rows = Pronunciation.objects.filter(language=language, voice__isnull=False)
    for voice_id, *entry in rows.values_list("voice_id", *ENTRY_FIELDS):
        own[voice_id].append(Entry(*entry))
    versions = dict.fromkeys(Voice.objects.filter(language=language).values_list("pk", flat=True), of_all)
    for voice_id, entries in own.items():
        versions[voice_id] = phonemes_version(engine, Dictionary.of(language, shared, entries).version)
    return versions


def scope_version(language: str, voice: Voice | None) -> str:
    """The version of one scope's own entries, as its history keeps it."""
    return Dictionary.of(language, _entries(language, voice.pk if voice else None)).version


def clips_stale(style: Style) -> QuerySet[Clip]:
    """The clips of a style whose phonemes are not those of the engine and the dictionary in force."""
    return style.clips.exclude(phonemes_version=phonemes_version_of(style.voice))


def styles_stale() -> list[Style]:
    """Styles that have stale clips."""
    made = defaultdict(set)
    for style_id, version in Clip.objects.order_by().values_list("style_id", "phonemes_version").distinct():
        made[style_id].add(version)
    versions = {}
    for language in LANGUAGES:
        versions |= phonemes_versions_of_language(language)
    styles = Style.objects.filter(pk__in=made).select_related("voice")
    return [style for style in styles if made[style.pk] != {versions[style.voice_id]}]


def pronunciations_list(
    *, language: str | None, voice: Voice | None = None, is_everything: bool = False, search: str = ""
) -> QuerySet[Pronunciation]:
    """Entries of the installation, of `voice`, or of all scopes, of one language or of all, whose surface, reading or
    note contains `search`."""
    rows = Pronunciation.objects.select_related("voice", "updated_by")
    if language:
        rows = rows.filter(language=language)
    if not is_everything:
        rows = rows.filter(voice=voice)
    if search := search.strip():
        found = Q(surface__icontains=search) | Q(reading__icontains=search) | Q(note__icontains=search)
        rows = rows.filter(found)
    return rows.order_by("language", "surface", "voice__slug", "pk")


def pronunciation_get(pk: int) -> Pronunciation:
    """Raises `Pronunciation.DoesNotExist`."""
    return Pronunciation.objects.select_related("voice", "updated_by").get(pk=pk)


def changes_list(
    *, language: str | None = None, voice: Voice | None = None, is_everything: bool = True, surface: str = ""
) -> QuerySet[PronunciationChange]:
    """The history, newest first."""
    rows = PronunciationChange.objects.select_related("voice", "actor")
    if language:
        rows = rows.filter(language=language)
    if not is_everything:
        rows = rows.filter(voice=voice)
    return rows.filter(surface=surface) if surface else rows


def pronunciations_beside(rows: list[Pronunciation]) -> dict[int, list[Pronunciation]]:
    """For each of `rows` (of one language) the entries of other scopes with the same surface, by its id."""
    if not rows:
        return {}
    surfaces = {row.surface for row in rows}
    others = defaultdict(list)
    found = Pronunciation.objects.filter(language=rows[0].language, surface__in=surfaces).select_related("voice")
    for other in found:
        others[other.surface].append(other)
    # Two voices never meet; what meets is the installation's entry and a voice's own.
    return {
        row.pk: [
            one for one in others[row.surface] if one.pk != row.pk and (row.voice_id is None) != (one.voice_id is None)
        ]
        for row in rows
    }


def _state(language: str, voice_id: int | None) -> tuple:
    """Changes with every change of a scope's entries."""
    rows = Pronunciation.objects.filter(language=language, voice=voice_id).order_by()
    return tuple(rows.aggregate(Count("pk"), Max("pk"), Max("updated_at")).values())


@lru_cache(maxsize=64)
def _dictionary(language: str, shared_state: tuple, voice_id: int | None, own_state: tuple | None) -> Dictionary:
    """Kept by the states of its layers: a large one takes longer to read and to digest than many a page may take."""
    own = _entries(language, voice_id) if own_state and own_state[0] else []
    return Dictionary.of(language, _entries(language, None) if shared_state[0] else [], own)


def _entries(language: str, voice_id: int | None) -> list[Entry]:
    rows = Pronunciation.objects.filter(language=language, voice=voice_id)
    return [Entry(*row) for row in rows.order_by().values_list(*ENTRY_FIELDS)]
