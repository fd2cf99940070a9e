"""Phonemes that were read a moment ago, by what made them."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict

from trainer.text import engine_name
from trainer.text.phonemes import Phonemes
from trainer.text.reader_process import Request


class PhonemeCache:
    """The most recent phonemes by text, language, engine, version of the dictionary, and override. For threads.

    Kept as JSON: a tenth of the memory of the objects, and nobody can change what another gets. `characters_max` bounds
    that JSON as a whole.
    """

    def __init__(self, entries_max: int = 4096, characters_max: int = 32 * 1024**2):
        self._entries_max, self._characters_max = entries_max, characters_max
        self._entries: OrderedDict[tuple[str, ...], str] = OrderedDict()
        self._characters = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    @staticmethod
    def kept_as(phonemes: Phonemes) -> str:
        return json.dumps(phonemes.as_json(), ensure_ascii=False)

    def get(self, request: Request) -> Phonemes | None:
        key = _key(request)
        with self._lock:
            kept = self._entries.get(key)
            if kept is None:
                return None
            self._entries.move_to_end(key)
        return Phonemes.from_reader(json.loads(kept))

    def put(self, request: Request, phonemes: Phonemes) -> None:
        key, kept = _key(request), self.kept_as(phonemes)
        with self._lock:
            self._characters += len(kept) - len(self._entries.pop(key, ""))
            self._entries[key] = kept
            while len(self._entries) > self._entries_max or self._characters > self._characters_max:
                _, oldest = self._entries.popitem(last=False)
                self._characters -= len(oldest)


def _key(request: Request) -> tuple[str, ...]:
    text, language, dictionary, override = request
    version = dictionary.version if dictionary is not None else ""
    set_by_hand = json.dumps(override, sort_keys=True) if override is not None else ""
    return text, language.tag, engine_name(language), version, set_by_hand
