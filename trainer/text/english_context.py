"""The words around a word: what tells a verb from a noun where the tagger alone is often mistaken."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from trainer.text.english_engine import Engine

MARKS = frozenset(".,?")

# After these a verb stands in its base form.
MODALS = frozenset(
    "to will would can could shall should may might must do does did don't doesn't didn't won't can't cannot "
    "couldn't wouldn't shouldn't let let's please i'll you'll he'll she'll it'll we'll they'll i'd you'd he'd she'd "
    "we'd they'd gonna".split()
)
BE = frozenset(
    "is are was were be been being am isn't aren't wasn't weren't i'm you're we're they're he's she's it's "
    "that's there's who's what's".split()
)
HAVE = frozenset("have has had having i've you've we've they've haven't hasn't hadn't".split())
# After these comes a noun, at once or after an adjective.
DETERMINERS = frozenset(
    "a an the this these those my your his its our their no every each some any another such whose what which".split()
)
PREPOSITIONS = frozenset(
    "of in on at for with by from about into under without over after before during between against upon toward "
    "towards through per as than like".split()
)
SUBJECTS = frozenset("i you we they who".split())
SUBJECTS_SINGULAR = frozenset("he she it who which that nobody everybody everyone someone somebody".split())
# What a verb may be followed by and a noun is not.
OBJECTS = DETERMINERS - {"which"} | frozenset("all it them me us him her that both himself herself yourself".split())
DEGREES = frozenset("very so too more most quite rather really extremely incredibly how as less perfectly".split())

_ADVERBS = frozenset("not never ever already just also always often still".split())
_BETWEEN = _ADVERBS | frozenset("i you he she it we they them him us".split())
# Here `to` leads to a noun: due to conflict.
_BEFORE_TO_NOUN = frozenset(
    "due addition according next subject access prior thanks close opposed similar light low mild".split()
)
_CAUSATIVES = frozenset("let help make made see saw watch hear heard let's".split())


class Context:
    """The words of a text in lower case, its marks among them, and their parts of speech (found when first needed)."""

    def __init__(self, engine: Engine, words: Sequence[str], written: Sequence[str]):
        self._engine = engine
        self.words = words
        self.written = written

    @cached_property
    def tags(self) -> list[str]:
        return self._engine.tags(self.written)

    def word(self, index: int) -> str:
        """The word at `index`; empty beyond the text."""
        return self.words[index] if 0 <= index < len(self.words) else ""

    def tag(self, index: int) -> str:
        return self.tags[index] if 0 <= index < len(self.words) else ""

    def begins(self, index: int) -> bool:
        """Whether a sentence or a clause begins with the word at `index`."""
        return index == 0 or self.words[index - 1] in MARKS

    def is_name_like(self, index: int) -> bool:
        """Whether the word at `index` has a capital that no beginning of a sentence explains."""
        return self.written[index][:1].isupper() and index > 0 and self.words[index - 1] not in ".?"

    def governor(self, index: int) -> str:
        """The auxiliary that rules a verb, found by stepping back over pronouns and adverbs; empty if there is none."""
        for back in range(index - 1, max(index - 5, -1), -1):
            word = self.words[back]
            if word in MODALS or word in BE or word in HAVE:
                return word
            if word not in _BETWEEN and not (word.endswith("ly") and len(word) > 4):
                break
        return ""

    def subject(self, index: int) -> str:
        """The word before a verb, adverbs passed over: he never read."""
        back = index - 1
        while back > 0 and (
            self.words[back] in _ADVERBS or (self.words[back].endswith("ly") and len(self.words[back]) > 4)
        ):
            back -= 1
        return self.word(back)

    def clause(self, index: int) -> Sequence[str]:
        """The words of the sentence around `index`."""
        start, end = self.clause_span(index)
        return self.words[start:end]

    def clause_span(self, index: int) -> tuple[int, int]:
        start = max((i + 1 for i in range(index) if self.words[i] in ".?"), default=0)
        end = next((i for i in range(index, len(self.words)) if self.words[i] in ".?"), len(self.words))
        return start, end

    def is_verb(self, index: int) -> bool:
        """Whether a word that is both noun (or adjective) and verb is the verb here."""
        word = self.words[index]
        verdict = self._is_verb_in_s(index) if word.endswith("s") and not word.endswith("ss") else self._is_verb(index)
        return self.tags[index].startswith("V") if verdict is None else verdict

    def _is_verb(self, index: int) -> bool | None:
        """For a base form; None where the neighbours do not tell."""
        before, after = self.word(index - 1), self.word(index + 1)
        if before == "her":
            return self.word(index - 2) in _CAUSATIVES
        if before in DETERMINERS or (before.endswith("'s") and before not in BE and before != "let's"):
            return False
        governor = self.governor(index)
        if governor == "to" and self.word(index - 2) in _BEFORE_TO_NOUN:
            return False
        if governor in MODALS:
            return True
        if governor or before in DEGREES:
            return False
        if before in SUBJECTS:
            return True
        if before in PREPOSITIONS:
            return False
        if self.begins(index) and (after in OBJECTS or after == "to"):
            return True
        if self.tag(index - 1) in ("VBZ", "VBD", "VBG") and not self.begins(index - 1) and before not in _CAUSATIVES:
            return False
        return self._is_verb_by_tags(index)

    def _is_verb_by_tags(self, index: int) -> bool | None:
        before = self.tag(index - 1)
        if self.begins(index) or before.startswith(("JJ", "CD")):
            return False if before.startswith(("JJ", "CD")) and index and self.words[index - 1] not in MARKS else None
        if before != "NNS":
            return None
        after = self.word(index + 1)
        if after in OBJECTS or after in ("to", "that", "when", "if", "because"):
            return True
        is_first = self.begins(index - 1)
        is_paired = after in ("and", "or") and self.tag(index + 2) in ("VB", "VBP")
        return True if is_first and (is_paired or self.tag(index + 1) in ("JJ", "JJR", "NNS", "CD")) else None

    def _is_verb_in_s(self, index: int) -> bool | None:
        """For a form in -s: a plural noun, or the verb after one subject."""
        before = self.word(index - 1)
        if before in SUBJECTS_SINGULAR:
            return True
        if before in DETERMINERS or before in PREPOSITIONS or before in MODALS or before in HAVE or before == "her":
            return False
        if self.tag(index - 1).startswith(("JJ", "CD", "PRP$", "POS")):
            return False
        if self.tag(index - 1) in ("NN", "NNP") and self.word(index + 1) in OBJECTS:
            return True
        return None
