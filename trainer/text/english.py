"""English text to ARPAbet and stress, by g2p-en (dictionary, homographs by part of speech, a neural guess for others).

The engine runs unchanged and offline. Around it: `english_writing` turns digits and signs into words before it, because
it deletes what it does not know; `english_lexicon` corrects its readings after it.
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from itertools import chain

from trainer.text import english_lexicon as lexicon
from trainer.text.english_data import english_data_ensure
from trainer.text.english_writing import rewrite
from trainer.text.normalisation import TracedText, compatible, script_runs, shown
from trainer.text.phonemes import Phonemes
from trainer.text.pronunciations import Dictionary
from trainer.text.symbols import EDGE, ENGLISH_TONE_OF_STRESS, ENGLISH_VOWELS, PAUSE, QUESTION
from trainer.verdicts import Verdict

_LANGUAGE_NAME = {"en": "English", "ja": "英語"}

_TOKEN = re.compile(r"[A-Za-z]+(?:'[A-Za-z]+)*|[.,?!][.,?! ]*")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_CAPITALS = re.compile(r"(?P<letters>[A-Z]{2,})(?P<plural>'?s)?")

# Signs without a sound of their own, besides what `english_writing` has already turned into words or pauses.
_SILENT = frozenset("\"'’‘“”«»()[]{}<>*_|~-–—…")

# Endings of words that are not in the dictionary as a whole; the sound of an s depends on what comes before it.
_ENDINGS = {"'ve": "AH0 V", "'ll": "AH0 L", "'re": "ER0", "'d": "D", "'s": "", "s": ""}

_VOICELESS_ENDS = frozenset("P T K F TH".split())
_SIBILANT_ENDS = frozenset("S Z SH ZH CH JH".split())


@dataclass(frozen=True)
class _Token:
    """A word as written, or a pause (`,`) or the end of a sentence (`.` or `?`); its position in the given text."""

    text: str
    position: int

    @property
    def is_word(self) -> bool:
        return self.text[0].isalpha()


class _Engine:
    """g2p-en's `G2p`, loaded once. Its calls are serialised: NLTK promises nothing about threads."""

    def __init__(self):
        english_data_ensure()
        import g2p_en  # 2 s, mostly NLTK
        import nltk

        self._g2p = g2p_en.G2p()
        self._pos_tag = nltk.pos_tag
        self._lock = threading.Lock()

    def read(self, words: list[str]) -> list[list[str]]:
        """ARPAbet of each word or mark of a text, as g2p-en reads it."""
        with self._lock:
            pieces = _split(self._g2p(" ".join(words)))
            if len(pieces) == len(words):
                return pieces
            # g2p-en tokenises by itself; should it ever cut differently, each word is read alone, without its context.
            return [list(chain.from_iterable(_split(self._g2p(word)))) for word in words]

    def tags(self, words: list[str]) -> list[str]:
        """Parts of speech. g2p-en tags words in lower case, and takes `i` for a noun; here capitals are kept."""
        with self._lock:
            return [tag for _, tag in self._pos_tag(words)]

    def entry(self, word: str) -> list[str] | None:
        """The first pronunciation in the dictionary."""
        found = self._g2p.cmu.get(word)
        return found[0] if found else None

    def homograph(self, word: str, tag: str) -> list[str] | None:
        """The reading of g2p-en's own homograph table for a part of speech."""
        features = self._g2p.homograph2features.get(word)
        if features is None:
            return None
        first, second, part_of_speech = features
        return first if tag.startswith(part_of_speech) else second


def _split(pieces: list[str]) -> list[list[str]]:
    """The engine's flat answer, cut at the blanks that it puts between words."""
    words: list[list[str]] = [[]]
    for piece in pieces:
        if piece == " ":
            words.append([])
        else:
            words[-1].append(piece)
    return words


_loading = threading.Lock()


@cache
def _loaded_engine() -> _Engine:
    return _Engine()


def _engine() -> _Engine:
    with _loading:
        return _loaded_engine()


@cache
def engine_name() -> str:
    return f"g2p-en {version('g2p-en')} (corrections {lexicon.VERSION})"


def english_phonemes(text: str, dictionary: Dictionary) -> Phonemes:
    """Phonemes of an English `text`: ARPAbet without the digit, `pau` for marks that are heard as a pause.

    The tone of a vowel is its stress plus one (1 unstressed, 2 primary, 3 secondary); consonants and silences have 0.
    """
    traced = compatible(text)
    warnings = _script_verdicts(traced)
    rewrite(traced)
    warnings += _dropped_verdicts(traced)
    tokens = _tokens(traced)
    words: list[dict[str, str]] = []
    pairs: list[tuple[str, int]] = []
    if any(token.is_word for token in tokens):
        words, pairs, guesses = _read(tokens)
        warnings += guesses
    warnings.sort(key=lambda verdict: verdict.position or 0)
    if not words:
        warnings.append(Verdict("reject", "phonemes-empty"))
    symbols, tones = zip(*pairs, strict=True) if pairs else ((), ())
    return Phonemes(
        language="en",
        text=text,
        normalized=_tidy(traced.text),
        reading=" | ".join(word["phones"] for word in words),
        symbols=symbols,
        tones=tones,
        units=sum(symbol in ENGLISH_VOWELS for symbol in symbols),
        engine=engine_name(),
        words=tuple(words),
        warnings=tuple(warnings),
    )


def _tidy(text: str) -> str:
    """Single blanks, one mark where the rewriting left several, none at the start: for the eye, read the same."""
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r",[, ]*(?=[.?!])|(?<=[.?!]) ?,", "", text)
    return re.sub(r" +(?=[.,?!])|,(?= *,)|^[, ]+| $", "", text)


def _script_verdicts(traced: TracedText) -> list[Verdict]:
    """A rejection of a text with words in another script: they would be heard, but miss among the phonemes."""
    for kind, start, run in script_runs(traced.text):
        if kind in ("kana", "han", "hangul") or (kind == "other" and len(run) > 1):
            params = {"language": _LANGUAGE_NAME}
            return [Verdict("reject", "script-mismatch", shown(run), position=traced.origin(start), params=params)]
    return []


def _dropped_verdicts(traced: TracedText) -> list[Verdict]:
    verdicts = []
    for match in re.finditer(r"[^A-Za-z'.,?!\s]+", traced.text):
        if not all(char in _SILENT for char in match.group()):
            position = traced.origin(match.start())
            verdicts.append(Verdict("warn", "characters-dropped", shown(match.group()), position=position))
    return verdicts


def _tokens(traced: TracedText) -> list[_Token]:
    """Words and marks; a run of marks is one, and none comes first."""
    # One word in capitals is an abbreviation; a whole text in capitals is a way of writing.
    is_shouted = traced.text.isupper() and len(traced.text.split()) > 1
    tokens: list[_Token] = []
    for match in _TOKEN.finditer(traced.text):
        position = traced.origin(match.start())
        if match.group()[0].isalpha():
            tokens += [_Token(part, position) for part in _parts(match.group(), is_shouted)]
        elif tokens:
            run = match.group()
            mark = "?" if "?" in run else "." if "." in run or "!" in run else ","
            if tokens[-1].is_word:
                tokens.append(_Token(mark, position))
    return tokens


def _parts(word: str, is_shouted: bool) -> list[str]:
    """A word as the words that are spoken: GPU → G P U, CPUs → C P U's, OpenAI → Open A I; most stay whole."""
    engine = _engine()
    if word.lower() in lexicon.LEXICON and not (word in lexicon.SPELLED_IN_CAPITALS and not is_shouted):
        return [word]
    if capitals := _CAPITALS.fullmatch(word):
        letters = capitals["letters"]
        is_known = engine.entry(letters.lower()) is not None
        is_spelled = letters in lexicon.SPELLED_IN_CAPITALS if is_known else len(letters) <= 5
        if is_shouted:
            is_spelled = not is_known and (len(letters) <= 3 or not re.search("[AEIOUY]", letters))
        if is_spelled:
            return [*letters[:-1], letters[-1] + ("'s" if capitals["plural"] else "")]
        return [word]
    if engine.entry(word.lower()) is None and len(halves := _CAMEL.split(word)) > 1:
        return [part for half in halves for part in _parts(half, is_shouted)]
    return [word]


def _read(tokens: list[_Token]) -> tuple[list[dict[str, str]], list[tuple[str, int]], list[Verdict]]:
    """Words with their phones, symbols with their tones (silences included), and verdicts on guessed words."""
    engine = _engine()
    # A lone i is the pronoun, and the tagger knows it in capitals only.
    written = ["I" if token.text == "i" else token.text for token in tokens]
    lower = [word.lower() for word in written]
    tags = engine.tags(written)
    readings = [
        _reading(engine, written, lower, tags, index, phones) if tokens[index].is_word else ([], False)
        for index, phones in enumerate(engine.read(lower))
    ]
    words: list[dict[str, str]] = []
    pairs: list[tuple[str, int]] = [(EDGE, 0)]
    verdicts: list[Verdict] = []
    for index, (token, (phones, is_guessed)) in enumerate(zip(tokens, readings, strict=True)):
        if not token.is_word:
            # At the end of the text the closing silence says it all, but a question stays marked.
            if token.text == "?" or index + 1 < len(tokens):
                pairs.append((QUESTION if token.text == "?" else PAUSE, 0))
            continue
        if lower[index] == "the" and index + 1 < len(tokens) and _begins_with_vowel(readings[index + 1][0]):
            phones = ["DH", "IY0"]
        spoken = " ".join(phones)
        words.append({"word": token.text, "phones": spoken})
        pairs += [_symbol_and_tone(phone) for phone in phones]
        if is_guessed:
            params = {"reading": spoken}
            verdicts.append(Verdict("warn", "word-guessed", shown(token.text), position=token.position, params=params))
    return words, [*pairs, (EDGE, 0)], verdicts


def _reading(
    engine: _Engine, written: list[str], lower: list[str], tags: list[str], index: int, phones: list[str]
) -> tuple[list[str], bool]:
    """The pronunciation of one word in its place, given the engine's own; whether it is a guess."""
    word, tag = lower[index], tags[index]
    if word in lexicon.RULES:
        return lexicon.RULES[word](lower, tags, index).split(), False
    if word in lexicon.VERB_OR_NOT:
        as_verb, otherwise = lexicon.VERB_OR_NOT[word]
        return (as_verb if tag.startswith("V") else otherwise).split(), False
    if word in lexicon.LEXICON:
        return lexicon.LEXICON[word].split(), False
    if word == "polish" and written[index] == "Polish" and index and written[index - 1] not in ".?":
        return "P OW1 L IH0 SH".split(), False
    if written[index] == "A" and _is_letter(written, index):
        return ["EY1"], False
    if (homograph := engine.homograph(word, tag)) is not None:
        return homograph, False
    if engine.entry(word) is not None:
        return [phone for phone in phones if phone[0].isalpha()], False
    if (built := _built(engine, word)) is not None:
        return built
    return [phone for phone in phones if phone[0].isalpha()], True


def _is_letter(written: list[str], index: int) -> bool:
    """Whether an A in capitals is the letter: within a sentence (plan A), or next to another letter (A M)."""
    is_first = index == 0 or written[index - 1] in ".?"
    is_before_letter = index + 1 < len(written) and re.fullmatch("[A-Z]('s)?", written[index + 1]) is not None
    return is_before_letter or not is_first


def _built(engine: _Engine, word: str) -> tuple[list[str], bool] | None:
    """A word outside the dictionary, from words in it: with an ending, or two run together (nightglow, a guess)."""
    for ending, phones in _ENDINGS.items():
        stem = engine.entry(word.removesuffix(ending)) if word.endswith(ending) and len(word) > 3 else None
        if stem is not None:
            return stem + (phones.split() or _plural(stem[-1])), False
    for cut in range(len(word) - 4, 3, -1):
        first, second = engine.entry(word[:cut]), engine.entry(word[cut:])
        if first is not None and second is not None:
            return first + [phone.replace("1", "2") for phone in second], True
    return None


def _plural(last: str) -> list[str]:
    if last in _SIBILANT_ENDS:
        return ["IH0", "Z"]
    return ["S"] if last in _VOICELESS_ENDS else ["Z"]


def _begins_with_vowel(phones: list[str]) -> bool:
    return bool(phones) and phones[0].rstrip("012") in ENGLISH_VOWELS


def _symbol_and_tone(phone: str) -> tuple[str, int]:
    """AY1 → (AY, 2), K → (K, 0). The engine's guesser writes one vowel (UW) without a digit: unstressed."""
    symbol = phone.rstrip("012")
    if symbol not in ENGLISH_VOWELS:
        return symbol, 0
    return symbol, ENGLISH_TONE_OF_STRESS[phone[len(symbol) :] or "0"]
