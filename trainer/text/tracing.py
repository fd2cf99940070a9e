"""A text that is rewritten while each character remembers where it came from, and its Unicode normal form."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterable
from functools import cached_property, partial

from trainer.text.phonemes import Change

# A base character with the marks that compose with it, half-width Japanese sound marks included. Plain ASCII, kana and
# common ideographs are in normal form unless such a mark follows: they are passed over for speed.
_MARKS = "[\u0300-\u036f\u3099\u309a\uff9e\uff9f]"
_CLUSTER = re.compile(f"[^\x00-\x7e\u3001-\u3035\u3041-\u3098\u30a0-\u30fe\u4e00-\u9fff]{_MARKS}*|[\\s\\S]{_MARKS}+")

# Marks that only steer rendering; nothing is lost with them.
INVISIBLE = re.compile(
    "[\x01-\x08\x0e-\x1f\x7f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]"
)

# Characters from here on belong to nobody, and may stand for something.
FIRST_STAND_IN = "\U000f0000"

# Full-width marks that Japanese is written with: half-width ones would only be another way to write the same. And
# Roman numerals, which would become letters.
JAPANESE_MARKS = frozenset("！？（），．：；［］｛｝…　ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫⅬⅭⅮⅯⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹⅺⅻ")


class TracedText:
    """A text that is rewritten step by step while each character remembers its position in the original.

    `names` tells what a character that only stands for something is shown as, by its position in the original.
    """

    def __init__(self, text: str, origins: list[int] | None = None):
        self.given = text
        self.text = text
        self.origins = list(range(len(text))) if origins is None else origins
        self.names: dict[int, str] = {}
        self._edits: list[tuple[int, int, str]] = []

    def sub(self, pattern: re.Pattern[str], replacement: str | Callable[[re.Match[str]], str], rule: str = "") -> None:
        """Like `re.sub`; all that stands for a match takes the position of its first character.

        `rule` names what is done, for `changes`; without one nothing is told of it."""
        if pattern.search(self.text) is None:
            return
        found = pattern.finditer(self.text)
        if callable(replacement):
            self.replace([(match.start(), match.end(), replacement(match)) for match in found], rule)
        else:
            self.replace([(match.start(), match.end(), match.expand(replacement)) for match in found], rule)

    def replace(self, parts: Iterable[tuple[int, int, str]], rule: str = "") -> None:
        """Put a new text in the place of each part, (start, end, new), in order and apart from each other."""
        pieces: list[str] = []
        origins: list[int] = []
        done = 0
        for start, end, new in parts:
            if new == self.text[start:end]:
                continue
            pieces += self.text[done:start], new
            origins += self.origins[done:start]
            if end > start:
                origins += self.origins[start : start + 1] * len(new)
                self._edits.append((*self._extent(start, end), rule))
            elif self.origins:
                origins += [self.origins[max(start - 1, 0)]] * len(new)
            done = end
        self.text = "".join(pieces) + self.text[done:]
        self.origins = origins + self.origins[done:]
        self.__dict__.pop("_extents", None)

    def origin(self, index: int) -> int:
        """Position in the original of the character at `index`."""
        return self.origins[index]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Start and end in the original of what became the characters from `start` to `end` (exclusive, not empty)."""
        if not self._edits:
            return start, end
        first, last = self.origins[start], self.origins[end - 1]
        stop = last + 1
        for edit_start, edit_end, _ in self._extents:
            if edit_start <= first < edit_end:
                first = edit_start
            if edit_start <= last < edit_end:
                stop = edit_end
        return first, stop

    @property
    def shown(self) -> str:
        """The text, with stand-ins by their names."""
        return self._named(0, len(self.text))

    @property
    def changes(self) -> tuple[Change, ...]:
        """What the original lost or became, in order; neighbours of one rule as one change."""
        joined: list[list] = []
        for start, end, rule in self._extents if self._edits else ():
            if joined and joined[-1][1] == start and joined[-1][2] == rule:
                joined[-1][1] = end
            else:
                joined.append([start, end, rule])
        changes = []
        for start, end, rule in joined:
            first, last = bisect_left(self.origins, start), bisect_left(self.origins, end)
            change = Change(start, self.given[start:end], self._named(first, last), rule)
            if rule and change.before != change.after:
                changes.append(change)
        return tuple(changes)

    def _extent(self, start: int, end: int) -> tuple[int, int]:
        """Where the characters from `start` to `end` stood in the original, as far as this edit alone tells."""
        after = self.origins[end] if end < len(self.origins) else len(self.given)
        return self.origins[start], max(after, self.origins[end - 1] + 1)

    @cached_property
    def _extents(self) -> list[tuple[int, int, str]]:
        """Edits that overlap made one, under the rule that came last."""
        merged: list[tuple[int, int, str, int]] = []
        ordered = sorted((start, end, number, rule) for number, (start, end, rule) in enumerate(self._edits))
        for start, end, number, rule in ordered:
            if merged and start < merged[-1][1]:
                before = merged[-1]
                rule, number = (rule or before[2], number) if number > before[3] else (before[2] or rule, before[3])
                merged[-1] = (before[0], max(before[1], end), rule, number)
            else:
                merged.append((start, end, rule, number))
        return [(start, end, rule) for start, end, rule, _ in merged]

    def _named(self, start: int, end: int) -> str:
        text = self.text[start:end]
        if not self.names:
            return text
        named = zip(text, self.origins[start:end], strict=True)
        return "".join(self.names.get(origin, char) if char >= FIRST_STAND_IN else char for char, origin in named)


def compatible(text: str, keep: frozenset[str] = frozenset()) -> TracedText:
    """`text` in Unicode form NFKC (no full-width Latin, half-width kana, circled digits), without invisible marks.

    Characters in `keep` stay as they are."""
    traced = TracedText(text)
    traced.sub(INVISIBLE, "", "invisible")
    if not unicodedata.is_normalized("NFKC", traced.text):
        traced.sub(_CLUSTER, partial(_compatible_cluster, keep=keep), "unicode")
    return traced


def _compatible_cluster(match: re.Match[str], keep: frozenset[str]) -> str:
    if match.group() in keep:
        return match.group()
    normal = unicodedata.normalize("NFKC", match.group())
    # 2½ must not become 21⁄2.
    return f" {normal}" if "\N{FRACTION SLASH}" in normal and match.group() != normal else normal
