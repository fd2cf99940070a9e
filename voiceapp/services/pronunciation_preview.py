"""What entries of the dictionary do, before and after they are saved: heard in a sentence, met by others, found in clips."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from trainer.errors import TrainerError
from trainer.languages import LANGUAGES
from trainer.text import Dictionary, Phonemes
from trainer.text.child import Request
from trainer.text.moras import split_kana
from trainer.text.pronunciations import Pronunciation as Entry
from trainer.text.surfaces import SurfaceFinder, entries_within
from voiceapp.errors import TrainerRefusal
from voiceapp.models import Clip, Pronunciation, Voice
from voiceapp.selectors.pronunciation import dictionary_of_scope, pronunciations_beside
from voiceapp.services.phoneme import text_phonemize

CARRIERS = {"ja": "これは{}です。", "en": "This is {} again."}
NAMES_SHOWN = 5


@dataclass(frozen=True)
class EntryPreview:
    """The sentence as it is read with the entry, and whether it is read so without it too."""

    phonemes: Phonemes
    is_without_effect: bool


@dataclass
class EntryReport:
    """What is to be known about one entry. `containing`: longer surfaces of the same dictionary that this one is part
    of; where one of them stands in a text, it wins. `clips`: clips that contain the surface."""

    entry: Pronunciation
    beside: list[Pronunciation] = field(default_factory=list)
    containing: list[str] = field(default_factory=list)
    containing_count: int = 0
    clips: int = 0
    is_without_effect: bool = False


def pronunciation_preview(*, entry: Entry, language: str, voice: Voice | None, sentence: str = "") -> EntryPreview:
    """Read a sentence with the dictionary in force and this entry on top of it. Raises `TrainerRefusal`.

    The sentence is a neutral one around the surface where none is given, or one that does not contain it.
    """
    sentence = " ".join(sentence.split())
    if not SurfaceFinder(language, [entry.surface]).is_in(sentence):
        sentence = CARRIERS[language].format(entry.surface)
    in_force = entries_within(dictionary_of_scope(language, voice), sentence)
    phonemes = _read(sentence, Dictionary.of(language, in_force.entries, [entry]))
    return EntryPreview(phonemes, _read(sentence, _without(in_force, entry.surface)).digest == phonemes.digest)


def moras_of_reading(*, reading: str) -> list[str]:
    """The moras of a reading in kana, for the accent to be chosen on; empty for what is no kana."""
    kana = "".join(chr(ord(char) + 0x60) if "ぁ" <= char <= "ゖ" else char for char in "".join(reading.split()))
    moras = split_kana(kana)
    return moras if "".join(moras) == kana else []


def pronunciations_report(*, rows: list[Pronunciation]) -> list[EntryReport]:
    """The same for entries of one language, as a page shows them: conflicts, effect, and use in clips."""
    if not rows:
        return []
    beside = pronunciations_beside(rows)
    counts = _clip_counts(rows)
    dictionaries: dict[int | None, Dictionary] = {}
    reports = []
    for row in rows:
        if row.voice_id not in dictionaries:
            dictionaries[row.voice_id] = dictionary_of_scope(row.language, row.voice)
        dictionary = dictionaries[row.voice_id]
        longer = [
            other.surface
            for other in dictionary.entries
            if row.language == "ja" and row.surface in other.surface and row.surface != other.surface
        ]
        reports.append(
            EntryReport(
                row,
                beside=beside[row.pk],
                containing=longer[:NAMES_SHOWN],
                containing_count=len(longer),
                clips=counts[row.pk],
                is_without_effect=_is_without_effect(row, dictionary),
            )
        )
    return reports


def _is_without_effect(row: Pronunciation, dictionary: Dictionary) -> bool:
    sentence = CARRIERS[row.language].format(row.surface)
    in_force = entries_within(dictionary, sentence)
    with_it = _read(sentence, Dictionary.of(row.language, in_force.entries, [row.entry]))
    return with_it.digest == _read(sentence, _without(in_force, row.surface)).digest


def _clip_counts(rows: list[Pronunciation]) -> Counter:
    """How many clips of the voices concerned contain each entry's surface, by the entry's id."""
    language = rows[0].language
    finders = {row.pk: (row.voice_id, SurfaceFinder(language, [row.surface])) for row in rows}
    clips = Clip.objects.filter(style__voice__language=language).order_by()
    if all(row.voice_id for row in rows):
        clips = clips.filter(style__voice__in={row.voice_id for row in rows})
    every = SurfaceFinder(language, [row.surface for row in rows])
    texts: dict[int, list[str]] = defaultdict(list)
    for voice_id, text in clips.values_list("style__voice_id", "text").iterator(chunk_size=5000):
        if every.is_in(text):
            texts[voice_id].append(text)
    counts: Counter = Counter()
    for pk, (voice_id, finder) in finders.items():
        concerned = texts.values() if voice_id is None else [texts[voice_id]]
        counts[pk] = sum(finder.is_in(text) for found in concerned for text in found)
    return counts


def _without(dictionary: Dictionary, surface: str) -> Dictionary:
    return Dictionary(dictionary.language, tuple(entry for entry in dictionary.entries if entry.surface != surface))


def _read(sentence: str, dictionary: Dictionary) -> Phonemes:
    try:
        return text_phonemize(request=Request(sentence, LANGUAGES[dictionary.language], dictionary, None))
    except TrainerError as error:
        raise TrainerRefusal(error) from error
