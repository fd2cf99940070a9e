"""Sentences that would fill the gaps of a corpus, chosen one by one: each next one adds the most to those before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from trainer.text.coverage import RARE_BELOW, Coverage, sounds_of
from trainer.text.diphones import diphones_of
from trainer.text.phonemes import Phonemes

# A sound that a voice has never heard weighs most; what is only rare, little.
_MISSING_SOUND, _RARE_SOUND, _MISSING_PAIR, _RARE_PAIR = 10.0, 2.0, 3.0, 0.5
PROPOSALS_MAX = 20


@dataclass(frozen=True)
class Proposal:
    """One sentence, with the sounds and the pairs of phones that it adds: `new` ones were missing, `more` ones rare."""

    text: str
    new: tuple[str, ...]
    new_pairs: tuple[str, ...]
    more: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "new": list(self.new),
            "new_pairs": list(self.new_pairs),
            "more": list(self.more),
        }


def proposals(coverage: Coverage, candidates: Iterable[Phonemes], limit: int = PROPOSALS_MAX) -> list[Proposal]:
    """At most `limit` of the candidates, the most useful first; none that adds nothing."""
    wanted = _wanted(coverage)
    offers = {
        phonemes.text: Counter(sounds_of(phonemes)) + Counter(" ".join(pair) for pair in diphones_of(phonemes.symbols))
        for phonemes in candidates
        if phonemes.symbols and not phonemes.is_rejected
    }
    offers = {text: Counter({k: n for k, n in offer.items() if k in wanted}) for text, offer in offers.items()}
    heard = Counter({sound: count for sound, (count, _, _) in wanted.items()})
    chosen: list[Proposal] = []
    while offers and len(chosen) < limit:
        text = max(offers, key=lambda text: (_gain(offers[text], heard, wanted), -len(text)))
        offer = offers.pop(text)
        if not _gain(offer, heard, wanted):
            break
        new = [sound for sound in offer if not heard[sound]]
        more = [sound for sound in offer if 0 < heard[sound] < RARE_BELOW and " " not in sound]
        sounds = tuple(sound for sound in new if " " not in sound)
        pairs = tuple(sound for sound in new if " " in sound)
        chosen.append(Proposal(text, sounds, pairs, tuple(more)))
        heard += offer
    return chosen


def _wanted(coverage: Coverage) -> dict[str, tuple[int, float, float]]:
    """What is missing or rare: how often it was heard, and what it weighs missing and rare."""
    wanted: dict[str, tuple[int, float, float]] = {}
    for sound in (*coverage.missing, *coverage.optional_missing, *coverage.rare):
        wanted[sound] = coverage.counts.get(sound, 0), _MISSING_SOUND, _RARE_SOUND
    for pair in (*coverage.missing_diphones, *coverage.rare_diphones):
        wanted[pair] = coverage.diphones.get(pair, 0), _MISSING_PAIR, _RARE_PAIR
    return wanted


def _gain(offer: Counter[str], heard: Counter[str], wanted: dict[str, tuple[int, float, float]]) -> float:
    gain = 0.0
    for sound in offer:
        _, missing, rare = wanted[sound]
        gain += missing if not heard[sound] else rare if heard[sound] < RARE_BELOW else 0.0
    return gain
