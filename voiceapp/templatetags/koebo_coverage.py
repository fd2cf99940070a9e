"""Coverage as phoneticians read it: moras in the order of the gojūon, ARPAbet by place and manner, pairs as a matrix."""

from dataclasses import dataclass

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from trainer.text.coverage import JAPANESE_LOAN_MORAS, JAPANESE_MORAS, RARE_BELOW
from trainer.text.diphones import expected_diphones
from trainer.text.ipa import spoken
from trainer.text.symbols import EDGE, PADDING, SILENCES, SYMBOL_TABLE
from voiceapp.templatetags.koebo_charts import nice_ticks

register = template.Library()

# Steps of shading: missing, rare, and from so many times on.
STEPS = (1, RARE_BELOW, 20, 100)

_GOJUON = tuple(
    row.split()
    for row in """
    ア イ ウ エ オ
    カ キ ク ケ コ
    サ シ ス セ ソ
    タ チ ツ テ ト
    ナ ニ ヌ ネ ノ
    ハ ヒ フ ヘ ホ
    マ ミ ム メ モ
    ヤ - ユ - ヨ
    ラ リ ル レ ロ
    ワ - - - -
    ガ ギ グ ゲ ゴ
    ザ ジ ズ ゼ ゾ
    ダ - - デ ド
    バ ビ ブ ベ ボ
    パ ピ プ ペ ポ
    アー イー ウー エー オー
    """.strip().splitlines()
)
_YOON = tuple(
    row.split()
    for row in """
    キャ キュ キョ
    シャ シュ ショ
    チャ チュ チョ
    ニャ ニュ ニョ
    ヒャ ヒュ ヒョ
    ミャ ミュ ミョ
    リャ リュ リョ
    ギャ ギュ ギョ
    ジャ ジュ ジョ
    ビャ ビュ ビョ
    ピャ ピュ ピョ
    """.strip().splitlines()
)
_PLACES = (
    gettext_lazy("bilabial"),
    gettext_lazy("labiodental"),
    gettext_lazy("dental"),
    gettext_lazy("alveolar"),
    gettext_lazy("postalveolar"),
    gettext_lazy("palatal"),
    gettext_lazy("velar"),
    gettext_lazy("glottal"),
)
# One cell a place; within a cell the voiceless one first.
_MANNERS = (
    (gettext_lazy("plosive"), ("P B", "", "", "T D", "", "", "K G", "")),
    (gettext_lazy("affricate"), ("", "", "", "", "CH JH", "", "", "")),
    (gettext_lazy("fricative"), ("", "F V", "TH DH", "S Z", "SH ZH", "", "", "HH")),
    (gettext_lazy("nasal"), ("M", "", "", "N", "", "", "NG", "")),
    (gettext_lazy("approximant"), ("W", "", "", "R", "", "Y", "", "")),
    (gettext_lazy("lateral"), ("", "", "", "L", "", "", "", "")),
)
_BACKNESS = (gettext_lazy("front"), gettext_lazy("central"), gettext_lazy("back"))
_HEIGHTS = (
    (gettext_lazy("high"), ("IY", "", "UW")),
    (gettext_lazy("near-high"), ("IH", "", "UH")),
    (gettext_lazy("mid"), ("EY EH", "ER AH", "OW AO")),
    (gettext_lazy("low"), ("AE", "", "AA")),
    (gettext_lazy("diphthong"), ("AY", "AW", "OY")),
)


@dataclass(frozen=True)
class Cell:
    """One sound: as it is written, its IPA where that differs, how often, and its step of shading (0 to 4)."""

    sound: str
    ipa: str
    count: int
    stress: str = ""

    @property
    def step(self) -> int:
        return step_of(self.count)


def step_of(count: int) -> int:
    return sum(count >= least for least in STEPS)


@register.simple_tag
def mora_tables(coverage):
    """Rows of cells in the order of the gojūon; None where Japanese has no mora."""
    counts = coverage["counts"]

    def cells(row):
        return [None if kana == "-" else Cell(kana, "", counts.get(kana, 0)) for kana in row]

    known = {*JAPANESE_MORAS, *JAPANESE_LOAN_MORAS, "I", "U"}
    phones = coverage["phones"]
    return {
        "gojuon": [cells(row) for row in _GOJUON],
        "yoon": [cells(row) for row in _YOON],
        "moraic": cells(("ン", "ッ")),
        "loan": cells(JAPANESE_LOAN_MORAS),
        "other": [Cell(sound, "", count) for sound, count in counts.items() if sound not in known],
        # The others are rare in any speech, and no gap where they are missing.
        "devoiced": [Cell(vowel, "", phones.get(vowel, 0)) for vowel in "IUAEO" if vowel in "IU" or vowel in phones],
    }


@register.simple_tag
def phone_tables(coverage):
    counts, tones = coverage["counts"], coverage["tones"]

    def consonants(written):
        return [Cell(phone, spoken(phone).ipa, counts.get(phone, 0)) for phone in written.split()]

    def vowels(written):
        return [
            Cell(
                phone,
                spoken(f"{phone}1").ipa.strip("ˈ"),
                counts.get(phone, 0),
                " / ".join(str(tones.get(f"{phone}{stress}", 0)) for stress in "120"),
            )
            for phone in written.split()
        ]

    return {
        "places": _PLACES,
        "consonants": [(manner, [consonants(cell) for cell in row]) for manner, row in _MANNERS],
        "backness": _BACKNESS,
        "vowels": [(height, [vowels(cell) for cell in row]) for height, row in _HEIGHTS],
    }


@register.simple_tag
def diphone_matrix(coverage):
    """A table of first by second phone; a cell is empty where the language has no such pair and none was heard."""
    tag = coverage["language"]
    expected, counts = expected_diphones(tag), coverage["diphones"]
    symbols = [EDGE, *(s for s in SYMBOL_TABLE[tag].symbols if s not in SILENCES and s != PADDING)]
    head = format_html_join("", '<th scope="col">{}</th>', ((symbol,) for symbol in symbols))
    rows = []
    for first in symbols:
        cells = []
        for second in symbols:
            count = counts.get(f"{first} {second}", 0)
            if count or (first, second) in expected:
                # Counts are numbers and symbols are ours: nothing here needs escaping, and there are 1,900 cells.
                cells.append(f'<td class="step-{step_of(count)}" title="{first} {second}">{count}</td>')
            else:
                cells.append("<td></td>")
        rows.append(f'<tr><th scope="row">{first}</th>{"".join(cells)}</tr>')
    return format_html(
        '<table class="diphones"><caption class="visually-hidden">{}</caption>'
        "<thead><tr><td></td>{}</tr></thead><tbody>{}</tbody></table>",
        _("Pairs of phones: the first by rows, the second by columns"),
        head,
        mark_safe("".join(rows)),
    )


@register.simple_tag
def tone_bars(coverage):
    """Accent types (ja) or degrees of stress (en) with their counts and shares, in their own order."""
    tones = coverage["tones"]
    if coverage["language"] == "ja":
        names = {"0": _("flat")}
        counted = [
            (names.get(key, _("fall after mora %(number)s") % {"number": key}), tones[key])
            for key in sorted(tones, key=int)
        ]
    else:
        names = {"1": _("primary stress"), "2": _("secondary stress"), "0": _("unstressed")}
        counted = [
            (name, sum(count for tone, count in tones.items() if tone.endswith(stress)))
            for stress, name in names.items()
        ]
    total = sum(count for _name, count in counted) or 1
    return [(name, count, round(100 * count / total, 1)) for name, count in counted]


@dataclass(frozen=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    words: str


class Histogram:
    """Geometry of the bars of `trainer.text.coverage.Lengths` in a box of `width` × `height`."""

    width, height = 520, 190
    left, right, top, bottom = 40, 8, 10, 30

    def __init__(self, lengths: dict):
        counts, self.step = lengths["counts"], lengths["step"]
        self.is_empty = not any(counts)
        if self.is_empty:
            return
        ticks = nice_ticks(0, max(counts), 4)
        span_x, span_y = self.width - self.left - self.right, self.height - self.top - self.bottom
        each = span_x / len(counts)
        self.bars = [
            Bar(
                round(self.left + index * each + 1, 1),
                round(self.height - self.bottom - count / ticks[-1] * span_y, 1),
                round(max(each - 2, 1), 1),
                round(count / ticks[-1] * span_y, 1),
                f"{index * self.step:g}–{(index + 1) * self.step:g}: {count}",
            )
            for index, count in enumerate(counts)
        ]
        self.y_ticks = [
            (round(self.height - self.bottom - value / ticks[-1] * span_y, 1), f"{value:g}") for value in ticks
        ]
        stride = max(1, len(counts) // 8)
        self.x_ticks = [
            (round(self.left + index * each, 1), f"{index * self.step:g}")
            for index in range(0, len(counts) + 1, stride)
        ]
        self.base = self.height - self.bottom
        self.end = self.width - self.right


@register.inclusion_tag("parts/histogram.html")
def length_histogram(lengths, words):
    names = (_("shortest"), "5 %", "25 %", _("median"), "75 %", "95 %", _("longest"))
    return {
        "histogram": Histogram(lengths),
        "words": words,
        "quantiles": list(zip(names, lengths["quantiles"], strict=False)),
    }


@register.filter
def share(count, total):
    """A share in percent with one decimal; a dash of nothing."""
    return f"{100 * count / total:.1f} %" if total else "–"
