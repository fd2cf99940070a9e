"""Sentences about teachers, and the base models made with them."""

SENTENCES: dict[str, dict[str, str]] = {
    "teacher-unknown": {
        "en": "No teacher for this language ({language}) is called “{measured}”. There are: {known}.",
        "ja": "この言語（{language}）に「{measured}」という読み手はいません。選べるのは次のとおりです: {known}。",
    },
    "teacher-package-missing": {
        "en": "The teacher “{teacher}” needs packages that are not installed: {measured}. Install them: pip install -c "
        "constraints.txt {measured}",
        "ja": "読み手「{teacher}」に必要なパッケージがありません: {measured}。次のコマンドで入れてください: pip install -c "
        "constraints.txt {measured}",
    },
    "teacher-failed": {
        "en": "The teacher “{teacher}” ended on {measured} sentences in a row. Its last words: {detail}",
        "ja": "読み手「{teacher}」が {measured} 文続けて異常終了しました。最後の出力: {detail}",
    },
    "teacher-died": {
        "en": "The teacher “{teacher}” ended on the sentence “{measured}”: {detail}",
        "ja": "読み手「{teacher}」が「{measured}」の途中で異常終了しました: {detail}",
    },
    "teacher-nothing-usable": {
        "en": "None of the {measured} sentences that the teacher “{teacher}” read can be used. The first: {detail}",
        "ja": "読み手「{teacher}」が読んだ {measured} 文は、どれも使えません。最初の文: {detail}",
    },
    "corpus-disk-full": {
        "en": "The disk has {measured} MiB free at {folder}, and the recordings need {limit} MiB. Free some space; the same "
        "command goes on from there.",
        "ja": "{folder} の空き容量は {measured} MiB で、録音に {limit} MiB 必要です。空きを作れば、同じコマンドで続きから再開します。",
    },
    "teacher-stopped": {
        "en": "Stopped as asked, after {measured} of {limit} sentences that “{teacher}” had to read. The same command "
        "goes on from there.",
        "ja": "指示により停止しました。読み手「{teacher}」は {limit} 文のうち {measured} 文を読み終えています。同じコマンドで"
        "続きから再開します。",
    },
    "sentences-out-of-range": {
        "en": "{measured} sentences were asked for; it must be between {low} and {high}.",
        "ja": "文の数が {measured} です。{low} 以上 {high} 以下にしてください。",
    },
}
