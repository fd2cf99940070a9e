"""Sentences about phones and accents that an operator set for one utterance."""

SENTENCES: dict[str, dict[str, str]] = {
    "override-outdated": {
        "en": "Phones were set by hand for another text (“{measured}”) and are not used. Set them anew or remove them.",
        "ja": "手で指定した音素は別の文(「{measured}」)のものなので使いません。指定し直すか、削除してください。",
    },
    "override-invalid": {
        "en": "What was set by hand cannot be used. {problem}",
        "ja": "手で指定した内容は使えません。{problem}",
    },
}

# What `override-invalid` finds wrong. `place` counts accent phrases or words from 1.
PROBLEMS: dict[str, dict[str, str]] = {
    "shape": {
        "en": "It is not of the form that the reference describes: {measured}.",
        "ja": "形式が説明のとおりではありません({measured})。",
    },
    "text": {
        "en": "“text” must repeat the text that it was set for, of at most {limit} characters.",
        "ja": "「text」には対象の文を{limit}文字以内でそのまま入れてください。",
    },
    "empty": {
        "en": "Nothing would be spoken. Keep at least one accent phrase or word.",
        "ja": "読み上げるものがありません。アクセント句か語を1つ以上残してください。",
    },
    "too-many-moras": {
        "en": "It has {measured} moras; at most {limit} are taken. Shorten it.",
        "ja": "{measured}モーラあります。{limit}モーラまでにしてください。",
    },
    "too-many-words": {
        "en": "It has {measured} words; at most {limit} are taken. Shorten it.",
        "ja": "{measured}語あります。{limit}語までにしてください。",
    },
    "mora": {
        "en": "Phrase {place}: “{measured}” is not one mora in katakana, such as ア, キャ, ン or ッ.",
        "ja": "{place}番目の句: 「{measured}」は1モーラのカタカナではありません(例: ア、キャ、ン、ッ)。",
    },
    "long-first": {
        "en": "Phrase {place} begins with ー, which has nothing to lengthen. Write the vowel, such as ア.",
        "ja": "{place}番目の句が「ー」で始まり、伸ばす音がありません。アなどの母音で書いてください。",
    },
    "no-moras": {
        "en": "Phrase {place} has no moras. Add one, or delete the phrase.",
        "ja": "{place}番目の句にモーラがありません。モーラを加えるか、句を削除してください。",
    },
    "devoiced": {
        "en": "Phrase {place}: “{measured}” has no vowel that could be devoiced.",
        "ja": "{place}番目の句: 「{measured}」には無声化できる母音がありません。",
    },
    "nucleus": {
        "en": "Phrase {place}: the accent is {measured}; give the mora before the fall, 0 (no fall) to {limit}.",
        "ja": "{place}番目の句: アクセント核が{measured}です。下がる直前のモーラを0(下がらない)から{limit}で指定してください。",
    },
    "pause": {
        "en": "Phrase or word {place} is followed by “{measured}”; choose one of: {limit}.",
        "ja": "{place}番目の句または語の後が「{measured}」です。次から選んでください: {limit}。",
    },
    "word": {
        "en": "Word {place} needs its spelling, of at most {limit} characters.",
        "ja": "{place}番目の語に綴りを{limit}文字以内で入れてください。",
    },
    "phone": {
        "en": "Word {place}: “{measured}” is no ARPAbet phone. Vowels carry a stress digit, as in AH0.",
        "ja": "{place}番目の語: 「{measured}」はARPAbetの音素ではありません。母音にはAH0のように強勢の数字を付けます。",
    },
    "no-phones": {
        "en": "Word {place} has no phones. Write them in ARPAbet, such as HH AH0 L OW1.",
        "ja": "{place}番目の語に音素がありません。HH AH0 L OW1のようにARPAbetで入れてください。",
    },
}
