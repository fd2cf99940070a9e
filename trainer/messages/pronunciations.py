"""Sentences about pronunciation dictionaries and about phones that an operator sets."""

SENTENCES: dict[str, dict[str, str]] = {
    "pronunciations-invalid": {
        "en": "The pronunciation dictionary cannot be read ({measured}). Take it from a model's artefact, where it is pronunciations.json.",
        "ja": "発音辞書を読み込めません({measured})。モデルファイルに含まれるpronunciations.jsonを指定してください。",
    },
    "pronunciation-surface": {
        "en": "“{measured}” cannot be an entry. Give one word as it is written, of at most {limit} characters.",
        "ja": "「{measured}」は登録できません。書かれるとおりの1語を{limit}文字以内で指定してください。",
    },
    "pronunciation-reading": {
        "en": "“{measured}” is no reading for “{surface}”. Give katakana (Japanese) or ARPAbet with at least one vowel.",
        "ja": "「{measured}」は「{surface}」の読みとして使えません。カタカナ(日本語)か、母音を含むARPAbetで指定してください。",
    },
    "pronunciation-phone": {
        "en": "“{measured}” in the reading of “{surface}” is no ARPAbet phone. Vowels carry a stress digit, as in AH0.",
        "ja": "「{surface}」の読みの「{measured}」はARPAbetの音素ではありません。母音にはAH0のように強勢の数字を付けます。",
    },
    "pronunciation-nucleus": {
        "en": "The accent of “{surface}” is {measured}; give the mora before the fall, 0 (no fall) to {limit}.",
        "ja": "「{surface}」のアクセント核が{measured}です。下がる直前のモーラを0(下がらない)から{limit}で指定してください。",
    },
    "pronunciation-part": {
        "en": "“{measured}” is no part of speech here. Choose one of: {limit}.",
        "ja": "「{measured}」という品詞はありません。次から選んでください: {limit}。",
    },
}
