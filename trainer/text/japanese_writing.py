"""Japanese as it is written, turned into what the engine reads rightly: dates, times, money, units, signs, long marks.

Each rule has a name, which an operator sees beside what it changed. A rule stands here only where the engine goes
wrong: it reads plain numbers with their counters, decimals, percentages and telephone numbers by itself.
"""

from __future__ import annotations

import re
import unicodedata

from trainer.text.tracing import JAPANESE_MARKS, TracedText, compatible

# Marks that are rightly heard as a pause, or as nothing. Any other mark that the engine passes over is reported.
PUNCTUATION = frozenset(" 　、。，,．.・:：;；!！?？…‥-−–—―~〜「」『』()（）[]［］{}｛｝【】〈〉《》〔〕｢｣\"”“'’‘＂＇")

_AMOUNT = r"(?P<amount>\d[\d,]*)(?:\.(?P<part>\d+))?(?P<scale>[千万億兆]?)"
_SMALL_MONEY = {"ドル": "セント", "ユーロ": "セント", "ポンド": "ペンス"}
_MONEY = {"$": "ドル", "€": "ユーロ", "£": "ポンド"}

# Units that the engine spells, or reads as another word. It knows others, written close.
_KNOWN_UNITS = "kg|g|mg|km|m|cm|mm|mL|ml|kHz|MHz|GHz|W|V|A|fps|dpi|rpm|%"
_UNITS = {
    "L": "リットル", "l": "リットル", "dL": "デシリットル", "dl": "デシリットル", "kL": "キロリットル",
    "kl": "キロリットル", "cc": "シーシー", "t": "トン", "a": "アール", "ha": "ヘクタール", "h": "時間", "min": "分",
    "sec": "秒", "s": "秒", "ms": "ミリ秒", "Hz": "ヘルツ", "J": "ジュール", "kJ": "キロジュール", "N": "ニュートン",
    "Pa": "パスカル", "hPa": "ヘクトパスカル", "kWh": "キロワット時", "Wh": "ワット時", "mAh": "ミリアンペア時",
    "kW": "キロワット", "MW": "メガワット", "mA": "ミリアンペア", "kV": "キロボルト", "mV": "ミリボルト",
    "km/h": "キロメートル毎時", "m/s": "メートル毎秒", "km2": "平方キロメートル", "m2": "平方メートル",
    "cm2": "平方センチメートル", "m3": "立方メートル", "cm3": "立方センチメートル", "ppm": "ピーピーエム",
    "mol": "モル", "bit": "ビット", "kbps": "キロビーピーエス", "Mbps": "メガビーピーエス", "Gbps": "ギガビーピーエス",
    "dB": "デシベル", "kcal": "キロカロリー", "cal": "カロリー", "inch": "インチ", "KB": "キロバイト",
    "MB": "メガバイト", "GB": "ギガバイト", "TB": "テラバイト",
}  # fmt: skip
_UNIT = "|".join(sorted(map(re.escape, _UNITS), key=len, reverse=True))

_COUNTERS = "人個本回日年月時分秒匹枚冊歳才階台軒杯度点円名件倍割番号社位週泊皿頭羽足丁章話巻ヶかカヵ%"

_SLASHED = r"(?<![\d/.])(?P<first>\d{1,3})/(?P<second>\d{1,3})(?![\d/])"

# Digits beyond these the engine reads one by one.
_DIGITS_READ_MAX = 12
_MYRIADS = ("", "万", "億", "兆", "京")


def _money(match: re.Match[str]) -> str:
    unit = _MONEY[match["sign"]]
    part, small = match["part"], _SMALL_MONEY.get(unit)
    if part and len(part) == 2 and small and not match["scale"]:
        cents = f"{int(part)}{small}" if int(part) else ""
        return f"{match['amount']}{unit}{cents}"
    return f"{match['amount']}{f'.{part}' if part else ''}{match['scale']}{unit}"


def _yen(match: re.Match[str]) -> str:
    return f"{match['amount']}{'.' + match['part'] if match['part'] else ''}{match['scale']}円"


def _large(match: re.Match[str]) -> str:
    """A number of many digits in groups of four, each with its name: 1234兆5678億."""
    digits = match.group().replace(",", "")
    if len(digits) <= _DIGITS_READ_MAX or len(digits) > 17 or (digits[0] == "0"):
        return match.group()
    groups = []
    while digits:
        digits, group = digits[:-4], int(digits[-4:])
        groups.append(group)
    return "".join(f"{group}{name}" for group, name in reversed(list(zip(groups, _MYRIADS, strict=False))) if group)


def _slash_date(match: re.Match[str]) -> str:
    """11/30, 5/3 and what a weekday or a limit follows is a date; 2/3 is a fraction."""
    month, day = int(match["first"]), int(match["second"])
    is_date = bool(match["date"]) or day > 12 or month >= day
    return f"{month}月{day}日" if is_date and 1 <= month <= 12 and 1 <= day <= 31 else match.group()


def _slash_fraction(match: re.Match[str]) -> str:
    first, second = int(match["first"]), int(match["second"])
    return f"{second}分の{first}" if 0 < first < second else match.group()


def _clock(match: re.Match[str]) -> str:
    minute, second = int(match["minute"]), match["second"]
    spoken = f"{int(match['hour'])}時"
    if minute or second:
        spoken += f"{minute}分"
    return f"{spoken}{int(second)}秒" if second else spoken


def _run(match: re.Match[str]) -> str:
    return "？" if re.search("[?？]", match.group()) else "！"


_SPACES = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in ((r"\s*[\n\r\u2028\u2029]\s*", "。"), (r"\s+", " "), (r"^ +| +$", ""))
)
# (name, pattern, replacement); applied in order.
_WITHIN_NUMBERS = re.compile(r"(?<=\d)[，．：](?=\d)")
_RULES: tuple[tuple[str, re.Pattern[str], object], ...] = tuple(
    (rule, re.compile(pattern), replacement)
    for rule, pattern, replacement in (
        ("ellipsis", r"\.{2,}|・{2,}|…{2,}|‥+|。{2,}", "…"),
        ("symbol", r"[!?！？]{2,}", _run),
        ("fraction", r"(?<=\d) (?=\d+⁄)", "と"),
        ("fraction", r" ?(\d+)⁄(\d+)", r"\2分の\1"),
        ("date", r"(?<!\d)([12]\d{3})[-/](0?[1-9]|1[0-2])[-/]0?([1-9]|[12]\d|3[01])(?!\d)", r"\1年\2月\3日"),
        ("date", r"年0(\d月)", r"年\1"),
        ("date", r"月0(\d日)", r"月\1"),
        ("time", r"(?<![\d.])0([1-9][月日時分秒])", r"\1"),
        (
            "date",
            r"(?<![\d/.])(1[0-2]|0?[1-9])/(3[01]|[12]\d|0?[1-9]) ?[~〜–-] ?(1[0-2]|0?[1-9])/(3[01]|[12]\d|0?[1-9])(?![\d/])",
            r"\1月\2日から\3月\4日",
        ),
        ("date", rf"{_SLASHED}(?P<date>(?=[(（][月火水木金土日][)）]|[~〜]))?", _slash_date),
        ("fraction", _SLASHED, _slash_fraction),
        ("date", r"(?<=日)[(（]([月火水木金土日])[)）]", r"\1曜日"),
        ("time", r"(?<![\d:])(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?(?![\d:])", _clock),
        ("time", r"(?<![\d.])0時", "零時"),
        ("symbol", r"(?<=\d):(?=\d)", "対"),
        ("money", rf"[¥\\]{_AMOUNT}(?![\d円])", _yen),
        ("money", rf"(?:US)?(?P<sign>[$€£]){_AMOUNT}", _money),
        ("unit", r"°C|℃", "度"),
        ("unit", r"°F", "度"),
        ("unit", r"°", "度"),
        ("unit", rf"(?<=\d) ?({_UNIT})(?![A-Za-z0-9/²])", lambda match: _UNITS[match[1]]),
        ("unit", rf"(?<=\d) (?=(?:{_KNOWN_UNITS})(?![A-Za-z0-9]))", ""),
        ("unit", r"‰", "パーミル"),
        ("range", rf"(?<![\d-])(\d{{1,4}})-(\d{{1,4}})(?=[{_COUNTERS}])", r"\1から\2"),
        ("range", r"(?<![一-鿿])([月火水木金土日])[~〜]([月火水木金土日])(?![一-鿿])", r"\1曜から\2曜"),
        ("range", r"(?<=[\d%度円人個年月日時分秒歳階回本冊枚ルム]) ?[~〜] ?(?=[\d月火水木金土日])", "から"),
        ("range", r"(?<![\d-])((?:19|20)\d\d)-((?:19|20)\d\d)(?![\d-])", r"\1から\2"),
        ("range", r"(?<=[時分日月年]) ?[-–] ?(?=\d)", "から"),
        ("number", r"(?<![\w.,)）-])[-−](?=\d)", "マイナス"),
        ("number", r"±(?=\d)", "プラスマイナス"),
        ("number", r"\d[\d,]{11,}(?![.\d])", _large),
        ("number", r"(?<=\d)\.(?=\d+\.\d)|(?<=\d\.\d)\.(?=\d)|(?<=\d\.\d\d)\.(?=\d)", "点"),
        ("symbol", r"#1(?!\d)", "ナンバーワン"),
        ("symbol", r"#(?=\d)", "ナンバー"),
        ("symbol", r"#(?=\w)", "ハッシュタグ"),
        ("symbol", r"(?<=[\w)）]) ?= ?(?=[\w(（-])", " イコール "),
        ("symbol", r" ?(?:→|⇒|➡) ?", "、"),
        ("symbol", r"(?<=[^\W\d_])/(?=[^\W\d_])", "、"),
        ("symbol", r"(?<=[ぁ-ヿ一-鿿])&(?=[ぁ-ヿ一-鿿])", "アンド"),
        ("elongation", r"(?<=[ぁ-ゖァ-ヺー])[~〜](?![~〜ー])", "ー"),
        ("elongation", r"(?<=[ぁ-ゖァ-ヺー])[~〜ー]{2,}", "ー"),
    )
)

# Most lines of a corpus are written so, and in normal form.
_PLAIN = re.compile("[\u3041-\u3096\u30a1-\u30f6ー\u4e00-\u9fff々、。？！「」]*")

# Without any of these, no rule applies.
_WRITTEN = re.compile(r"[\d!#$%&./:=~°±¥\\€£−-]|[·-⅏→⇒➡…‥・〜]|[。ー]{2}|[！？]{2}")


def rewritten(text: str) -> TracedText:
    """`text` in its normal form, spaces included; the rest of the writing is for `rewrite`."""
    if _PLAIN.fullmatch(text):
        return TracedText(text)
    traced = compatible(text, keep=JAPANESE_MARKS)
    traced.sub(_WITHIN_NUMBERS, lambda match: unicodedata.normalize("NFKC", match.group()), "unicode")
    for pattern, replacement in _SPACES:
        traced.sub(pattern, replacement, "space")
    return traced


def rewrite(traced: TracedText) -> None:
    """Write out what the engine would misread."""
    if _WRITTEN.search(traced.text) is None:
        return
    for rule, pattern, replacement in _RULES:
        traced.sub(pattern, replacement, rule)
