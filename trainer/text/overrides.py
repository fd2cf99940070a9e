"""Phones and accent that an operator sets for one utterance, where a dictionary entry would be wrong elsewhere.

An override is JSON and bound to its text:

    {"text": "…", "accent_phrases": [{"moras": [{"kana": "ハ", "devoiced": false}, …], "nucleus": 1, "pause": "pau"}]}
    {"text": "…", "words": [{"word": "read", "phones": "R EH1 D", "pause": ""}]}

It states every sound of the text. So symbols and tones follow from it alone, and nothing that the engine guessed,
spelled or left out is of interest any more; what is wrong with the text itself (its script, say) stays wrong.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from trainer.errors import BadInput
from trainer.languages import LANGUAGES, Language
from trainer.messages.overrides import PROBLEMS
from trainer.text import MAX_TEXT_CHARACTERS
from trainer.text.ipa import spoken, symbols_of_words
from trainer.text.moras import PHONES_OF_KANA, kana_of, split_phones
from trainer.text.normalisation import shown
from trainer.text.phonemes import AccentPhrase, Phonemes
from trainer.text.symbols import (
    EDGE,
    ENGLISH_VOWELS,
    JAPANESE_HIGH,
    JAPANESE_LOW,
    JAPANESE_MORAIC,
    JAPANESE_VOWELS,
    PAUSE,
    QUESTION,
    SILENCES,
    SYMBOL_TABLE,
)
from trainer.verdicts import Verdict

MORAS_MAX = 8000  # a text of that length in long readings (百 is two moras, 々 of 湖 four)
WORDS_MAX = 2000
WORD_CHARACTERS_MAX = 100
WORD_PHONES_MAX = 100

PAUSES = ("", PAUSE, QUESTION)
PAUSES_AT_END = ("", QUESTION)

# Verdicts on how the engine came to a reading, which is not used.
ABOUT_READING = frozenset(
    {"phonemes-empty", "word-guessed", "kanji-guessed", "word-spelled", "word-converted", "characters-dropped"}
)

# Kana that sound like another one.
_SOUNDS_LIKE = {
    **{"ヂ": "ジ", "ヅ": "ズ", "ヲ": "オ", "ヰ": "イ", "ヱ": "エ", "クヮ": "クァ", "グヮ": "グァ"},
    **{"ヂャ": "ジャ", "ヂュ": "ジュ", "ヂョ": "ジョ", "ヂェ": "ジェ", "ヴュ": "ビュ", "ヴャ": "ビャ", "ヴョ": "ビョ"},
}
_MORAIC = {"ン": ("N",), "ッ": ("cl",)}
LONG = "ー"


def mora_phones(kana: str, previous: tuple[str, ...] = (), *, is_devoiced: bool = False) -> tuple[str, ...]:
    """Phones of one mora in katakana; ー repeats the last phone of `previous`. Empty for what is no mora.

    A mora without a vowel (ン, ッ) cannot be devoiced and comes back as it is.
    """
    if kana == LONG:
        phones = (_voiced(previous[-1]),) if previous else ()
    elif kana in _MORAIC:
        phones = _MORAIC[kana]
    else:
        phones = tuple(phone for phone in PHONES_OF_KANA.get(_SOUNDS_LIKE.get(kana, kana), ()) if phone)
    if is_devoiced and phones and phones[-1] in JAPANESE_VOWELS:
        return (*phones[:-1], phones[-1].upper())
    return phones


def mora_highs(moras: int, nucleus: int) -> tuple[bool, ...]:
    """Whether each of so many moras is high. Tokyo accent: the first one is low unless it carries the nucleus, the
    rest is high up to the nucleus. A phrase of a single mora is high, as the engine has it."""
    if nucleus == 1 or moras == 1:
        return (True, *[False] * (moras - 1))
    return (False, *(nucleus == 0 or place <= nucleus for place in range(2, moras + 1)))


def override_of(phonemes: Phonemes) -> dict[str, Any]:
    """What `phonemes` are, in the form of an override; applied, it gives the same symbols and tones again."""
    pauses = _pauses(phonemes)
    if phonemes.language == "ja":
        units = iter(split_phones(symbol for symbol in phonemes.symbols if symbol not in SILENCES))
        phrases = []
        for phrase, pause in zip(phonemes.accent_phrases, pauses, strict=True):
            moras: list[dict[str, Any]] = []
            previous: tuple[str, ...] = ()
            for kana in phrase.moras:
                phones = next(units)
                is_devoiced = phones[-1] in JAPANESE_VOWELS and phones[-1].isupper()
                is_spelled_so = mora_phones(kana, previous, is_devoiced=is_devoiced) == phones
                moras.append({"kana": kana if is_spelled_so else kana_of(phones), "devoiced": is_devoiced})
                previous = phones
            phrases.append({"moras": moras, "nucleus": _nucleus_of(phrase), "pause": pause})
        return {"text": phonemes.text, "accent_phrases": phrases}
    words = [
        {"word": word["word"], "phones": " ".join(map(_stressed, _phones_of(word))), "pause": pause}
        for word, pause in zip(phonemes.words, pauses, strict=True)
    ]
    return {"text": phonemes.text, "words": words}


def override_check(override: Any, language: Language) -> dict[str, Any]:
    """The override in its normal form: NFKC, hiragana as katakana, ARPAbet in capitals, all keys present.

    Raises BadInput override-invalid, with the place (accent phrase or word, from 1) and what is wrong there.
    """
    key = "accent_phrases" if language.tag == "ja" else "words"
    _require_keys(override, {"text", key})
    text, parts = override["text"], override[key]
    if not isinstance(text, str) or not 0 < len(text) <= MAX_TEXT_CHARACTERS:
        _refuse("text", limit=MAX_TEXT_CHARACTERS)
    if not isinstance(parts, list):
        _refuse("shape", measured=key)
    if not parts:
        _refuse("empty")
    check = _phrase_check if key == "accent_phrases" else _word_check
    if key == "words" and len(parts) > WORDS_MAX:
        _refuse("too-many-words", measured=len(parts), limit=WORDS_MAX)
    checked = [
        check(part, place) | {"pause": _pause_check(part, place, len(parts))} for place, part in enumerate(parts, 1)
    ]
    if key == "accent_phrases" and (moras := sum(len(phrase["moras"]) for phrase in checked)) > MORAS_MAX:
        _refuse("too-many-moras", measured=moras, limit=MORAS_MAX)
    return {"text": text, key: checked}


def override_apply(phonemes: Phonemes, override: dict[str, Any]) -> Phonemes:
    """`phonemes` with the sounds of `override`; as they were, with a warning, where it was set for another text.

    Raises BadInput override-invalid.
    """
    override = override_check(override, LANGUAGES[phonemes.language])
    if override["text"] != phonemes.text:
        outdated = Verdict("warn", "override-outdated", measured=shown(override["text"], limit=40))
        return replace(phonemes, warnings=(*phonemes.warnings, outdated))
    made = _japanese(override) if phonemes.language == "ja" else _english(override, phonemes)
    warnings = tuple(verdict for verdict in phonemes.warnings if verdict.code not in ABOUT_READING)
    return replace(phonemes, **made, warnings=warnings, is_overridden=True)


def _japanese(override: dict[str, Any]) -> dict[str, Any]:
    pairs: list[tuple[str, int]] = [(EDGE, 0)]
    phrases: list[AccentPhrase] = []
    reading: list[str] = []
    for given in override["accent_phrases"]:
        kana = tuple(mora["kana"] for mora in given["moras"])
        highs = mora_highs(len(kana), given["nucleus"])
        phones: list[tuple[str, ...]] = []
        for mora, is_high in zip(given["moras"], highs, strict=True):
            phones.append(mora_phones(mora["kana"], phones[-1] if phones else (), is_devoiced=mora["devoiced"]))
            pairs += [(phone, JAPANESE_HIGH if is_high else JAPANESE_LOW) for phone in phones[-1]]
        phrases.append(AccentPhrase(kana, highs, given["nucleus"], tuple(phones), given["pause"]))
        pairs += [(given["pause"], 0)] if given["pause"] else []
        reading += (*kana, {"": "", PAUSE: "、", QUESTION: "？"}[given["pause"]])
    symbols, tones = zip(*pairs, (EDGE, 0), strict=True)
    units = sum(len(phrase.moras) for phrase in phrases)
    # The engine's words say how it would have read them.
    made = {"symbols": symbols, "tones": tones, "units": units, "reading": "".join(reading)}
    return {**made, "accent_phrases": tuple(phrases), "words": ()}


def _english(override: dict[str, Any], phonemes: Phonemes) -> dict[str, Any]:
    is_same_text = [word["word"] for word in override["words"]] == [word["word"] for word in phonemes.words]
    read = phonemes.words if is_same_text else ({},) * len(override["words"])
    words = tuple(map(_word_made, override["words"], read))
    symbols, tones, syllables = symbols_of_words(words)
    reading = " | ".join(word["phones"] for word in words)
    return {"symbols": symbols, "tones": tones, "units": syllables, "reading": reading, "words": words}


def _word_made(given: dict[str, Any], read: dict[str, Any]) -> dict[str, Any]:
    """A word as it was set, at the place where the engine had read it."""
    if read and " ".join(map(_stressed, _phones_of(read))) == given["phones"]:
        return {**read, **given}
    said = spoken(given["phones"])
    place = {"position": read.get("position"), "length": read.get("length", len(given["word"]))}
    sounds = {"ipa": said.ipa, "syllables": said.syllables, "syllabified": said.syllabified}
    return {**given, **place, "source": "hand", **sounds}


def pauses_of(language: str, symbols: Sequence[str], sizes: Iterable[int]) -> list[str]:
    """The silence after each accent phrase of so many moras, or each word of so many phones, read off the symbols.

    Rows of earlier versions keep it nowhere else.
    """
    ends = {*JAPANESE_VOWELS, *JAPANESE_MORAIC}
    pauses: list[str] = []
    place = 1
    for size in sizes:
        while size:
            size -= language != "ja" or symbols[place] in ends
            place += 1
        pauses.append(symbols[place] if symbols[place] in (PAUSE, QUESTION) else "")
        place += bool(pauses[-1])
    return pauses


def _pauses(phonemes: Phonemes) -> list[str]:
    if phonemes.language == "ja":
        sizes = [len(phrase.moras) for phrase in phonemes.accent_phrases]
    else:
        sizes = [len(_phones_of(word)) for word in phonemes.words]
    return pauses_of(phonemes.language, phonemes.symbols, sizes)


def _nucleus_of(phrase: AccentPhrase) -> int:
    """The nucleus that gives the phrase's highs: the engine counts only to 49."""
    if mora_highs(len(phrase.moras), phrase.nucleus) == phrase.highs:
        return phrase.nucleus
    return max(index + 1 for index, is_high in enumerate(phrase.highs) if is_high) if any(phrase.highs) else 0


def _phones_of(word: dict[str, Any]) -> list[str]:
    return word["phones"].split() if isinstance(word["phones"], str) else list(word["phones"])


def _stressed(phone: str) -> str:
    """A vowel that the engine's guesser left without a digit is unstressed."""
    return f"{phone}0" if phone in ENGLISH_VOWELS else phone


def _voiced(phone: str) -> str:
    return phone.lower() if phone in JAPANESE_VOWELS else phone


def _phrase_check(phrase: Any, place: int) -> dict[str, Any]:
    _require_keys(phrase, {"moras", "nucleus", "pause"}, place)
    if not isinstance(phrase["moras"], list):
        _refuse("shape", measured="moras", place=place)
    if not phrase["moras"]:
        _refuse("no-moras", place=place)
    moras: list[dict[str, Any]] = []
    previous: tuple[str, ...] = ()
    for mora in phrase["moras"]:
        _require_keys(mora, {"kana", "devoiced"}, place)
        if not isinstance(mora["kana"], str) or not isinstance(mora["devoiced"], bool):
            _refuse("shape", measured="kana, devoiced", place=place)
        kana = katakana(mora["kana"])
        if kana == LONG and not previous:
            _refuse("long-first", place=place)
        phones = mora_phones(kana, previous, is_devoiced=mora["devoiced"])
        if not phones:
            _refuse("mora", measured=shown(mora["kana"]), place=place)
        if mora["devoiced"] and phones[-1] not in JAPANESE_VOWELS:
            _refuse("devoiced", measured=kana, place=place)
        moras.append({"kana": kana, "devoiced": mora["devoiced"]})
        previous = phones
    nucleus = phrase["nucleus"]
    if isinstance(nucleus, bool) or not isinstance(nucleus, int) or not 0 <= nucleus <= len(moras):
        _refuse("nucleus", measured=shown(str(nucleus)), limit=len(moras), place=place)
    return {"moras": moras, "nucleus": nucleus}


def _word_check(word: Any, place: int) -> dict[str, Any]:
    _require_keys(word, {"word", "phones", "pause"}, place)
    if not isinstance(word["word"], str) or not isinstance(word["phones"], str):
        _refuse("shape", measured="word, phones", place=place)
    if not 0 < len(word["word"]) <= WORD_CHARACTERS_MAX or not word["word"].isprintable():
        _refuse("word", limit=WORD_CHARACTERS_MAX, place=place)
    phones = word["phones"].upper().split()
    if not 0 < len(phones) <= WORD_PHONES_MAX:
        _refuse("no-phones", place=place)
    known = SYMBOL_TABLE["en"].ids
    for phone in phones:
        symbol = phone.rstrip("012")
        is_known = symbol in known and symbol.isalpha() and symbol.isupper()
        if not is_known or len(phone) - len(symbol) != (symbol in ENGLISH_VOWELS):
            _refuse("phone", measured=shown(phone), place=place)
    return {"word": word["word"], "phones": " ".join(phones)}


def _pause_check(part: dict[str, Any], place: int, parts: int) -> str:
    allowed = PAUSES_AT_END if place == parts else PAUSES
    if part["pause"] not in allowed:
        choices = ", ".join(pause or '""' for pause in allowed)
        _refuse("pause", measured=shown(str(part["pause"])), limit=choices, place=place)
    return part["pause"]


def katakana(kana: str) -> str:
    normal = unicodedata.normalize("NFKC", kana).strip()
    return "".join(chr(ord(char) + 0x60) if "ぁ" <= char <= "ゖ" else char for char in normal)


def _require_keys(given: Any, keys: set[str], place: int | None = None) -> None:
    if not isinstance(given, dict) or given.keys() != keys:
        found = ", ".join(sorted(map(str, given))) if isinstance(given, dict) else type(given).__name__
        _refuse("shape", measured=shown(found or "{}", limit=60), limit=", ".join(sorted(keys)), place=place)


def _refuse(problem: str, *, measured: Any = None, limit: Any = None, place: int | None = None) -> NoReturn:
    values = {"measured": measured, "limit": limit, "place": place}
    words = {locale: text.format(**values) for locale, text in PROBLEMS[problem].items()}
    raise BadInput("override-invalid", measured=measured, limit=limit, place=place, problem=words)
