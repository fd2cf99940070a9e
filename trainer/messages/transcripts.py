"""Sentences about transcript lists, about pairing them with recordings, and about archives."""

SENTENCES: dict[str, dict[str, str]] = {
    "transcript-too-large": {
        "en": "The list has {measured:,} bytes; the limit is {limit:,}. Split it, or check that it is a text file.",
        "ja": "リストが{measured:,}バイトあります。上限は{limit:,}バイトです。分割するか、テキストファイルか確かめて"
        "ください。",
    },
    "transcript-encoding-unknown": {
        "en": "The file is not text in UTF-8, UTF-16 or Shift_JIS. Save it as UTF-8.",
        "ja": "UTF-8・UTF-16・Shift_JISのいずれのテキストでもありません。UTF-8で保存し直してください。",
    },
    "transcript-encoding-guessed": {
        "en": "The list was read as {measured}, which its bytes suggest but do not prove. Look at the texts; save as "
        "UTF-8.",
        "ja": "文字コードを{measured}と推定して読みました。文字化けがないか確かめ、次からはUTF-8で保存してください。",
    },
    "transcript-no-lines": {
        "en": "The list holds no line with a name and a text. Write one line a clip: file|text.",
        "ja": "リストに名前とテキストのある行がありません。1クリップにつき1行、「ファイル名|テキスト」と書いてくださ"
        "い。",
    },
    "transcript-no-text": {
        "en": "Line {line} (“{measured}”) has no second column: no {delimiter} in it. Write it as file|text.",
        "ja": "{line}行目(「{measured}」)に区切り({delimiter})がなく、テキストの列がありません。「ファイル名|テキスト"
        "」と書いてください。",
    },
    "transcript-columns": {
        "en": "Line {line} has {measured} columns where the list has {limit}. Quote the text, or remove the extra "
        "delimiter.",
        "ja": "{line}行目の列は{measured}ですが、リストの列は{limit}です。テキストを引用符で囲むか、余分な区切りを除"
        "いてください。",
    },
    "transcript-no-name": {
        "en": "Line {line} names no recording (“{measured}”). Write the file's name in front of the text.",
        "ja": "{line}行目に録音の名前がありません(「{measured}」)。テキストの前にファイル名を書いてください。",
    },
    "transcript-empty": {
        "en": "Line {line} has no text for {file}. Write what is said, or remove the line.",
        "ja": "{line}行目の{file}にテキストがありません。話している言葉を書くか、この行を外してください。",
    },
    "transcript-same-text": {
        "en": "Line {line} has the same text as line {first_line}: “{measured}”. If one is a mistake, correct it.",
        "ja": "{line}行目のテキストは{first_line}行目と同じです(「{measured}」)。誤りなら直してください。",
    },
    "transcript-missing": {
        "en": "{file} has no line in the transcript list. Add one, or leave the recording out.",
        "ja": "{file}に対応する行がリストにありません。行を足すか、この録音を外してください。",
    },
    "audio-missing": {
        "en": "Line {line} names {measured}, but no such recording was sent. Send it, or remove the line.",
        "ja": "{line}行目の{measured}に当たる録音が届いていません。録音を送るか、この行を外してください。",
    },
    "audio-ambiguous": {
        "en": "Line {line} names {measured}, which fits several recordings: {candidates}. Write the full name.",
        "ja": "{line}行目の{measured}に当たる録音が複数あります({candidates})。フォルダと拡張子まで書いてください。",
    },
    "audio-duplicate-name": {
        "en": "{file} has the same name as another recording ({measured}), perhaps in another Unicode spelling. "
        "Rename one.",
        "ja": "{file}は別の録音({measured})と同じ名前です(見た目が同じで文字コードが異なる場合も含みます)。片方の名前"
        "を変えてください。",
    },
    "transcript-duplicate": {
        "en": "Line {line} repeats line {first_line} for {file}; it is used once. Nothing to do.",
        "ja": "{line}行目は{file}について{first_line}行目と同じ内容です。1回だけ使います。対応は不要です。",
    },
    "transcript-conflict": {
        "en": "{file} has different texts on lines {measured}; none of them is used. Keep the right one.",
        "ja": "{file}について{measured}行目に異なるテキストがあり、どれも使いません。正しい行だけを残してください。",
    },
    "archive-not-zip": {
        "en": "This is no zip archive, or its end is missing ({detail}). Make it again, or send the files one by one.",
        "ja": "zipファイルではないか、末尾が欠けています({detail})。作り直すか、ファイルを個別に送ってください。",
    },
    "archive-damaged": {
        "en": "{member} in the archive is damaged ({detail}). Make the archive again.",
        "ja": "アーカイブの中の{member}が壊れています({detail})。アーカイブを作り直してください。",
    },
    "archive-too-many-members": {
        "en": "The archive holds {measured:,} files; the limit is {limit:,}. Split it.",
        "ja": "アーカイブにファイルが{measured:,}個あります。上限は{limit:,}個です。分割してください。",
    },
    "archive-too-large": {
        "en": "Unpacked, the archive has {measured:,} bytes; the limit is {limit:,}. Split it.",
        "ja": "展開すると{measured:,}バイトになります。上限は{limit:,}バイトです。分割してください。",
    },
    "archive-member-too-large": {
        "en": "{member} in the archive has {measured:,} bytes; the limit is {limit:,}. Shorten it, or leave it out.",
        "ja": "アーカイブの中の{member}が{measured:,}バイトあります。上限は{limit:,}バイトです。短くするか、外してく"
        "ださい。",
    },
    "archive-ratio": {
        "en": "{member} unpacks to {measured} times its size (limit {limit:g}), as no recording does. Leave it out.",
        "ja": "{member}は展開すると{measured}倍になります(上限{limit:g}倍)。録音ではありえないため、外してください。",
    },
    "archive-name-unsafe": {
        "en": "The archive holds the name “{measured}”, which leaves its folder or has control characters. Rename "
        "the file.",
        "ja": "アーカイブに危険な名前「{measured}」があります(フォルダの外を指すか、制御文字を含みます)。名前を変えて"
        "ください。",
    },
    "archive-link": {
        "en": "“{measured}” in the archive is a link or a device, not a file. Pack the file itself.",
        "ja": "アーカイブの中の「{measured}」はファイルではなく、リンクかデバイスです。ファイルそのものを入れてくださ"
        "い。",
    },
    "archive-nested": {
        "en": "“{measured}” is an archive within the archive. Unpack it and pack its files directly.",
        "ja": "アーカイブの中に別のアーカイブ「{measured}」があります。展開して、ファイルを直接入れてください。",
    },
    "archive-encrypted": {
        "en": "“{measured}” in the archive is locked with a password. Pack it without one.",
        "ja": "アーカイブの中の「{measured}」はパスワードで保護されています。パスワードなしで作り直してください。",
    },
    "archive-method": {
        "en": "“{measured}” is packed by a method that Koebo does not read. Make an ordinary zip (deflate).",
        "ja": "「{measured}」はKoeboが読めない方式で圧縮されています。通常のzip(deflate)で作り直してください。",
    },
    "archive-overlap": {
        "en": "“{measured}” shares its bytes with another member, as only a made-up archive does. Make the archive "
        "again.",
        "ja": "「{measured}」が別のファイルと同じ領域を使っています。通常のアーカイブではありえないため、作り直してく"
        "ださい。",
    },
    "audio-duplicate": {
        "en": "The recording is the very same as that of “{first}”. Deliver the right recording, or delete one of "
        "the two.",
        "ja": "「{first}」とまったく同じ録音です。正しい録音を登録し直すか、どちらか一方を削除してください。",
    },
    "transcript-language-differs": {
        "en": "The list says that line {line} is “{measured}”, but this voice speaks “{limit}”. Correct the "
        "list, or use a voice of that language.",
        "ja": "一覧では {line} 行目の言語が「{measured}」ですが、この声の言語は「{limit}」です。一覧を直すか、その言"
        "語の声に登録してください。",
    },
}
