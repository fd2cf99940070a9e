"""Sentences about language tags."""

SENTENCES: dict[str, dict[str, str]] = {
    "language-missing": {
        "en": "No language was given, and none is assumed. Give one of: {languages}.",
        "ja": "言語が指定されていません。自動では補いません。次のいずれかを指定してください: {languages}。",
    },
    "language-is-country": {
        "en": "“{measured}” is a country, not a language.{suggestion} Koebo can speak: {languages}.",
        "ja": "「{measured}」は国コードで、言語ではありません。{suggestion}指定できる言語: {languages}。",
    },
    "language-unsupported": {
        "en": "“{measured}” is a valid language tag, but Koebo cannot speak it.{suggestion} It can speak: {languages}.",
        "ja": "「{measured}」は正しい言語タグですが、対応していません。{suggestion}指定できる言語: {languages}。",
    },
    "language-unknown": {
        "en": "“{measured}” is not a language tag.{suggestion} Give one of: {languages}.",
        "ja": "「{measured}」は言語タグではありません。{suggestion}次のいずれかを指定してください: {languages}。",
    },
}
