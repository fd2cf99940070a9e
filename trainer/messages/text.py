"""Sentences about texts and their phonemes."""

SENTENCES: dict[str, dict[str, str]] = {
    "text-too-long": {
        "en": "The text has {measured} characters; at most {limit} are read at once. Split it.",
        "ja": "テキストが{measured}文字あります。一度に読めるのは{limit}文字までです。分割してください。",
    },
    "text-too-long-written-out": {
        "en": "With numbers and signs written out, the text has {measured} characters; at most {limit} are read at once. "
        "Split it.",
        "ja": "数字や記号を読み方に直すと{measured}文字になります。一度に読めるのは{limit}文字までです。分割してください。",
    },
    "text-not-unicode": {
        "en": "The text holds a broken character (U+{measured}) at position {position}. Save it again as UTF-8.",
        "ja": "{position}文字目に壊れた文字(U+{measured})があります。UTF-8で保存し直してください。",
    },
    "phonemes-empty": {
        "en": "Nothing in this text can be spoken: it gives no phonemes. Write the words that are heard, or remove it.",
        "ja": "読み上げられる文字がなく、音素が得られません。実際に話している言葉を書くか、この行を外してください。",
    },
    "script-mismatch": {
        "en": "The text is not written in {language}: “{measured}”. Correct the language or the text.",
        "ja": "テキストが{language}で書かれていません(「{measured}」)。言語の指定かテキストを直してください。",
    },
    "characters-dropped": {
        "en": "“{measured}” has no reading and is left out. Write it as it is spoken, or delete it.",
        "ja": "「{measured}」は読み方がないため読み飛ばします。話しているとおりに書くか、削除してください。",
    },
    "word-spelled": {
        "en": "“{measured}” is read letter by letter ({reading}). If it is spoken as a word, write it in katakana.",
        "ja": "「{measured}」は一文字ずつ「{reading}」と読みます。単語として読む場合はカタカナで書いてください。",
    },
    "word-converted": {
        "en": "“{measured}” is not in the dictionary; its katakana is guessed ({reading}). If that is wrong, add its pronunciation.",
        "ja": "「{measured}」は辞書にないため、「{reading}」と推定して読みます。違う場合は発音を登録してください。",
    },
    "word-guessed": {
        "en": "“{measured}” is not in the dictionary; its sounds are guessed ({reading}). Check them, and add its pronunciation if they are wrong.",
        "ja": "「{measured}」は辞書になく、発音を推定しました({reading})。確かめて、違う場合は発音を登録してください。",
    },
    "kanji-guessed": {
        "en": "“{measured}” is not in the dictionary; it is guessed to read {reading}. Write it in kana if not.",
        "ja": "「{measured}」は辞書にないため、「{reading}」と推定して読みます。違う場合はかなで書いてください。",
    },
    "text-file-missing": {
        "en": "There is no file “{measured}”. Give the path of a text file with one sentence a line.",
        "ja": "ファイル「{measured}」がありません。1行に1文を書いたテキストファイルを指定してください。",
    },
    "symbol-unknown": {
        "en": "“{measured}” is not in the symbol table of {language} (version {version}). Make the phonemes again.",
        "ja": "「{measured}」は{language}の記号表(版 {version})にありません。音素を作り直してください。",
    },
    "english-data-missing": {
        "en": "The English dictionary could not be built: {measured}. Install Koebo's dependencies again.",
        "ja": "英語の辞書を作れませんでした({measured})。Koeboの依存パッケージを入れ直してください。",
    },
    "phonemes-engine-died": {
        "en": "Reading this text ended the engine ({measured}). Write the text differently, and report the line.",
        "ja": "このテキストの解析中にエンジンが異常終了しました({measured})。書き方を変え、この行を管理者に知らせてください。",
    },
    "phonemes-engine-hung": {
        "en": "Reading this text took {measured} s and was stopped; at most {limit} s are allowed. Shorten or split it.",
        "ja": "このテキストの解析は{measured}秒かかり、打ち切られました(上限は{limit}秒)。短くするか、分割してください。",
    },
    "phonemes-engine-unavailable": {
        "en": "The engine that reads texts does not run ({measured}). Ask an administrator to look into the installation.",
        "ja": "テキストを解析するエンジンが動作していません({measured})。管理者にインストールの確認を依頼してください。",
    },
    "phonemes-busy": {
        "en": "Other texts are being read, and this one waited {measured} s. Try again in a few seconds.",
        "ja": "ほかのテキストを解析しているため、{measured}秒待っても始められませんでした。少し待って再試行してください。",
    },
}
