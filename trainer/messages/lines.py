"""Sentences about lines of a corpus that look wrong beside their recording or their neighbours."""

SENTENCES: dict[str, dict[str, str]] = {
    "phonemes-per-character": {
        "en": "{phones} phonemes for {limit} letters, {measured:g} each; {low:g} to {high:g} would be usual. Compare "
        "the reading with the text: part of it is lost, or spelled out.",
        "ja": "{limit}文字に対して音素が{phones}個(1文字あたり{measured:g}、通常は{low:g}〜{high:g})です。読み飛ばしや"
        "一文字ずつの読みがないか、読みとテキストを見比べてください。",
    },
    "phonemes-per-second": {
        "en": "{units} {unit} in {duration_s:g} s of speech are {measured:g} a second; speech has {low:g} to {high:g}. "
        "Listen: the text probably belongs to another recording, or is only part of it.",
        "ja": "{duration_s:g}秒の音声に{units}{unit}で、毎秒{measured:g}です(人の話し方では{low:g}〜{high:g})。聞き比べ"
        "てください。別の録音のテキストか、一部しかない可能性が高いです。",
    },
    "pace-unlike-style": {
        "en": "{measured:g} {unit} a second; the clips of this style have {median:g} on average, {low:g} to {high:g} "
        "would fit. Listen: the text may belong to another recording, or be only part of it.",
        "ja": "毎秒{measured:g}{unit}です。このスタイルの中央値は{median:g}で、{low:g}〜{high:g}なら自然です。聞き比べて"
        "ください。別の録音のテキストか、一部しかない可能性があります。",
    },
    "phonemes-identical": {
        "en": "The phonemes are the same as those of “{other}”, whose text differs: “{text}”. If both are really "
        "spoken alike, acknowledge it; otherwise correct one of the texts.",
        "ja": "「{other}」とテキストが違う(「{text}」)のに、音素が同じです。実際に同じ発音なら確認済みにし、違うなら"
        "どちらかのテキストを直してください。",
    },
    "text-control-characters": {
        "en": "The text holds characters that are no writing: {measured} (code and place). Type the line again without "
        "them.",
        "ja": "文字ではない制御記号が含まれています: {measured}(コードと位置)。取り除いて入力し直してください。",
    },
    "text-invisible-characters": {
        "en": "The text holds invisible characters, which are passed over: {measured} (code and place). They usually "
        "come from a web page; delete them.",
        "ja": "見えない文字が含まれています(読み飛ばします): {measured}(コードと位置)。Webページからの貼り付けに多い"
        "ものです。削除してください。",
    },
    "text-markup": {
        "en": "“{measured}” (character {place}) is {kind}, which nobody speaks as it is written. Write what is heard, "
        "or delete it.",
        "ja": "{place}文字目の「{measured}」は{kind}で、このとおりには読み上げられません。聞こえるとおりに書くか、"
        "削除してください。",
    },
    "script-mostly-latin": {
        "en": "{measured} % of the letters are Latin words (“{words}”). If the recording is English, it belongs to an "
        "English voice; if not, write it in Japanese.",
        "ja": "文字の{measured}%がラテン文字の単語です(「{words}」)。録音が英語なら英語の声に登録し、日本語なら"
        "日本語で書いてください。",
    },
    "line-long": {
        "en": "The line has {measured} {unit}; more than {limit} are hard to align. Split text and recording at a "
        "pause.",
        "ja": "この行は{measured}{unit}あります。{limit}を超えると音声との対応づけが難しくなります。間のあるところで"
        "テキストと録音を分けてください。",
    },
}
