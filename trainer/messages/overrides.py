"""Sentences about phones and accents that an operator set for one utterance."""

SENTENCES: dict[str, dict[str, str]] = {
    "override-outdated": {
        "en": "Phones were set by hand for another transcript (“{measured}”), and are not used. Set them anew or remove them.",
        "ja": "手で指定した音素は別の文(「{measured}」)のものなので使いません。指定し直すか、削除してください。",
    },
    "override-invalid": {
        "en": "The phones set by hand cannot be used: {measured} (phrase or word {place}). Correct them.",
        "ja": "手で指定した音素は使えません: {measured}({place}番目の句または語)。直してください。",
    },
}
