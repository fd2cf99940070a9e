import random
import unicodedata

import pytest

from trainer.messages import LOCALES
from trainer.transcripts import stem_of, transcript_from_files, transcript_pair, transcript_parse

AUDIO = ("a1.wav", "a2.wav", "a3.wav")


def parsed(text, audio_names=AUDIO, encoding="utf-8"):
    return transcript_parse(text.encode(encoding), audio_names=audio_names)


def contents(transcript):
    return [(row.line, stem_of(row.name), row.text) for row in transcript.rows]


def found(verdicts):
    return [(verdict.level, verdict.code, verdict.line) for verdict in verdicts]


JAPANESE = [(1, "a1", "こんにちは。"), (2, "a2", "今日は、いい天気です。"), (3, "a3", "さようなら")]
ENGLISH = [(1, "a1", "Hello, you."), (2, "a2", "It cost five dollars."), (3, "a3", "Bye")]

SHAPES = {
    "file|text": ("pairs", "a1.wav|こんにちは。\na2.wav|今日は、いい天気です。\na3.wav|さようなら\n"),
    "id|text": ("pairs", "a1|こんにちは。\na2|今日は、いい天気です。\na3|さようなら"),
    "tabs": ("pairs", "a1.wav\tこんにちは。\na2.wav\t今日は、いい天気です。\na3.wav\tさようなら\n"),
    "commas": ("pairs", "a1.wav,こんにちは。\na2.wav,今日は、いい天気です。\na3.wav,さようなら\n"),
    "trailing delimiter": ("pairs", "a1|こんにちは。|\na2|今日は、いい天気です。|\na3|さようなら|\n"),
    "CRLF": ("pairs", "a1|こんにちは。\r\na2|今日は、いい天気です。\r\na3|さようなら\r\n"),
    "old Mac": ("pairs", "a1|こんにちは。\ra2|今日は、いい天気です。\ra3|さようなら\r"),
    "Style-Bert-VITS2": (
        "style-bert-vits2",
        "a1.wav|kana|JP|こんにちは。\na2.wav|kana|JP|今日は、いい天気です。\na3.wav|kana|JP|さようなら\n",
    ),
    "Style-Bert-VITS2, worked on": (
        "style-bert-vits2",
        "a1.wav|k|JP|こんにちは。|_ k o|0 1|1\na2.wav|k|JP|今日は、いい天気です。|_ ky|0|1\na3.wav|k|JP|さようなら|_|0",
    ),
    "GPT-SoVITS on Windows": (
        "style-bert-vits2",
        "D:\\声\\a1.wav|kana|ja|こんにちは。\nD:\\声\\a2.wav|kana|ja|今日は、いい天気です。\nD:\\声\\a3.wav|kana|ja|さようなら\n",
    ),
    "Piper with speakers": ("piper", "a1|kana|こんにちは。\na2|kana|今日は、いい天気です。\na3|kana|さようなら\n"),
    "quoted CSV": ("pairs", 'a1.wav,"こんにちは。"\na2.wav,"今日は、いい天気です。"\na3.wav,さようなら\n'),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_known_shape_is_read_and_named(shape):
    kind, text = SHAPES[shape]
    transcript = parsed(text)

    assert contents(transcript) == JAPANESE
    assert transcript.format == kind
    assert transcript.verdicts == ()


@pytest.mark.parametrize("shape", SHAPES)
def test_the_shape_is_found_without_knowing_the_recordings(shape):
    assert contents(parsed(SHAPES[shape][1], audio_names=())) == JAPANESE


def test_ljspeech_gives_the_normalised_text():
    transcript = parsed("a1|Hello, you.|Hello, you.\na2|It cost $5.|It cost five dollars.\na3|Bye|\n")

    assert transcript.format == "ljspeech"
    assert transcript.columns == ("file", "text", "normalised")
    assert contents(transcript) == ENGLISH


def test_unquoted_commas_stay_in_the_text():
    transcript = parsed('a1.wav,Hello, you, there\na2.wav,"Quoted, too"\na3.wav,Bye\n')

    assert [row.text for row in transcript.rows] == ["Hello, you, there", "Quoted, too", "Bye"]


def test_a_pipe_in_the_text_stays_in_the_text():
    assert parsed("a1|either|or\na2|Hello\na3|Bye\n").rows[0].text == "either|or"


@pytest.mark.parametrize(
    ("header", "row", "text"),
    [
        ("file,text", "a1.wav,Hello", "Hello"),
        ("text;file", "Hello;a1.wav", "Hello"),
        ("\ufefffile_name\ttranscription\tspeaker", "a1.wav\tHello\tx", "Hello"),
        ("client_id\tpath\tsentence\tup_votes\tlocale", "77aa\ta1.wav\tHello\t2\ten", "Hello"),
        ("id|text|normalized_text", "a1|Hi 5|Hi five", "Hi five"),
        ('"file","text"', '"a1.wav","Hello, ""you"""', 'Hello, "you"'),
    ],
)
def test_a_header_says_what_the_columns_are(header, row, text):
    transcript = parsed(f"{header}\n{row}\n")

    assert transcript.has_header
    assert transcript.format == "header"
    assert contents(transcript) == [(2, "a1", text)]


def test_the_language_is_handed_on_as_it_was_written():
    assert [row.language for row in parsed(SHAPES["Style-Bert-VITS2"][1]).rows] == ["JP"] * 3
    assert parsed("file,text,language\na1.wav,Hello,en_US\n").rows[0].language == "en_US"
    assert parsed("a1|Hello").rows[0].language is None


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp932"])
def test_every_usual_encoding_is_read(encoding):
    transcript = parsed(SHAPES["file|text"][1], encoding=encoding)

    assert contents(transcript) == JAPANESE
    is_marked = encoding in ("utf-8-sig", "utf-16")
    assert found(transcript.verdicts) == ([] if is_marked else [("warn", "transcript-encoding-guessed", None)])


def test_curly_quotes_of_windows_are_not_taken_for_kanji():
    transcript = parsed("a1|I don’t know.\na2|“Well”\n", encoding="cp1252")

    assert transcript.encoding == "cp1252"
    assert [row.text for row in transcript.rows] == ["I don’t know.", "“Well”"]


def test_bytes_that_are_no_text_are_refused():
    transcript = transcript_parse(bytes(range(256)) * 10, audio_names=AUDIO)

    assert transcript.is_rejected
    assert all(verdict.message(locale) for verdict in transcript.verdicts for locale in LOCALES)


def test_an_empty_list_is_refused():
    for data in (b"", b"\n\n", b"\xef\xbb\xbf", b"|\n,,\n"):
        assert found(transcript_parse(data, audio_names=AUDIO).verdicts) == [("reject", "transcript-no-lines", None)]


def test_blank_lines_count_for_the_line_numbers_and_are_no_rows():
    transcript = parsed("\na1|Hello\n\n  \na2|There\n\n")

    assert contents(transcript) == [(2, "a1", "Hello"), (5, "a2", "There")]
    assert (transcript.line_count, transcript.blank_count) == (6, 4)


def test_an_unusual_line_end_within_a_text_does_not_shift_the_numbers():
    assert contents(parsed("a1|Hello\u2028there\x0bnow\na2|Bye"))[1] == (2, "a2", "Bye")


def test_lines_that_cannot_be_used_are_named_by_their_number():
    transcript = parsed("a1|Hello\na2|\njust a text\n|no name\na3|   \n")

    assert found(transcript.verdicts) == [
        ("reject", "transcript-empty", 2),
        ("reject", "transcript-no-text", 3),
        ("reject", "transcript-no-name", 4),
        ("reject", "transcript-empty", 5),
    ]
    assert "Line 2" in transcript.verdicts[0].message("en")
    assert "2行目" in transcript.verdicts[0].message("ja")
    unreadable = sum(v.code in ("transcript-no-text", "transcript-no-name") for v in transcript.verdicts)
    assert len(transcript.rows) + unreadable == transcript.line_count


def test_a_quoted_text_may_go_on_over_several_lines():
    transcript = parsed('file,text\na1.wav,"Hello,\nyou"\na2.wav,Bye\n')

    assert contents(transcript) == [(2, "a1", "Hello, you"), (4, "a2", "Bye")]
    assert transcript.line_count == len(transcript.rows) + transcript.has_header + transcript.continued_count


@pytest.mark.parametrize("line", ['a1.wav,"Never closed', 'a1.wav,A 5" pipe', 'a1.wav,"A" or "B"'])
def test_a_stray_quote_swallows_no_other_line(line):
    transcript = parsed(f"{line}\na2.wav,Bye\na3.wav,Hello\n")

    assert [row.line for row in transcript.rows] == [1, 2, 3]
    assert "d" in transcript.rows[0].text or "pipe" in transcript.rows[0].text or "B" in transcript.rows[0].text


def test_nothing_that_a_list_holds_raises():
    draw = random.Random(11)
    alphabet = [
        "|",
        ",",
        "\t",
        '"',
        "\n",
        "\r",
        "a1",
        ".wav",
        "あ",
        "é",
        "\0",
        " ",
        "JP",
        "file",
        "text",
        "x" * 140_000,
    ]
    for _ in range(300):
        data = "".join(draw.choices(alphabet, k=draw.randrange(30))).encode(draw.choice(["utf-8", "utf-16"]))
        for damaged in (data, data[: len(data) // 2 + 1], draw.randbytes(40)):
            transcript = transcript_parse(damaged, audio_names=AUDIO)
            counts = transcript_pair(transcript, AUDIO).counts
            assert counts["audio"] == 3
            assert min(counts.values()) >= 0


def test_a_row_with_more_columns_than_the_header_is_named():
    transcript = parsed("text,file\nHello,a1.wav\nHello, you,a2.wav\n")

    assert found(transcript.verdicts) == [("reject", "transcript-columns", 3)]


def test_the_same_text_twice_is_a_warning_with_both_lines():
    transcript = parsed("a1|Hello\na2|Bye\na3|Hello\n")

    assert found(transcript.verdicts) == [("warn", "transcript-same-text", 3)]
    assert transcript.verdicts[0].params == {"first_line": 1}


def test_one_text_file_a_clip():
    transcript = transcript_from_files(
        {"x/a1.txt": "こんにちは。\n".encode("cp932"), "x/a2.lab": b"", "x/a3.txt": b"Two\nlines\n"}, audio_names=AUDIO
    )
    pairing = transcript_pair(transcript, AUDIO)

    assert [match.row.text for match in pairing.pairs] == ["こんにちは。", "Two lines"]
    assert "transcript-empty" in [verdict.code for verdict in pairing.verdicts]


def test_everything_is_paired_or_has_a_verdict_and_the_counts_add_up():
    names = ["a1.wav", "a2.wav", "a3.wav", "a4.wav", "a5.wav", "clips/a6.flac"]
    transcript = parsed("a1|One\na2|\na4|Four\na4|Four\na5|Five\na5|Funf\nghost|Boo\na6.wav|Six\n", names)
    pairing = transcript_pair(transcript, names)

    assert [match.audio_name for match in pairing.matches] == names
    assert [match.audio_name for match in pairing.pairs] == ["a1.wav", "a4.wav", "clips/a6.flac"]
    assert [row.name for row in pairing.orphans] == ["ghost"]
    assert sorted(verdict.code for verdict in pairing.verdicts) == [
        "audio-missing",
        "transcript-conflict",
        "transcript-duplicate",
        "transcript-empty",
        "transcript-missing",
    ]
    counts = pairing.counts
    assert counts["audio"] == counts["paired"] + counts["audio_rejected"] == 6
    assert counts["rows"] == counts["paired"] + counts["rows_repeated"] + counts["rows_rejected"] == 8
    assert counts["paired"] == 3


def test_two_unicode_spellings_of_one_name_match():
    composed, decomposed = (unicodedata.normalize(form, "プロジェクト_が.wav") for form in ("NFC", "NFD"))
    assert composed != decomposed

    for audio, listed in ((composed, decomposed), (decomposed, composed)):
        assert len(transcript_pair(parsed(f"{listed}|テキスト", [audio]), [audio]).pairs) == 1


def test_two_recordings_of_one_name_in_two_spellings_are_a_verdict():
    names = [unicodedata.normalize(form, "が.wav") for form in ("NFC", "NFD")]
    pairing = transcript_pair(parsed("が.wav|が", names), names)

    assert len(pairing.pairs) == 1
    assert [(v.code, v.file) for v in pairing.verdicts] == [("audio-duplicate-name", names[1])]


def test_folders_and_extensions_break_ties_and_nothing_else():
    names = ["x/a.wav", "y/a.wav", "y/b.wav", "y/b.flac"]
    pairing = transcript_pair(parsed("y\\a.wav|Right\na.wav|Which?\nb.flac|Flac\nb|Which?\n", names), names)

    assert [(match.audio_name, match.row.text) for match in pairing.pairs] == [
        ("y/a.wav", "Right"),
        ("y/b.flac", "Flac"),
    ]
    ambiguous = [verdict for verdict in pairing.verdicts if verdict.code == "audio-ambiguous"]
    assert [verdict.line for verdict in ambiguous] == [2, 4]
    assert "x/a.wav, y/a.wav" in ambiguous[0].message()


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("a.wav", "a"),
        ("C:\\voice\\a.WAV", "a"),
        ("take.3", "take.3"),
        ("take.3.flac", "take.3"),
        ("../../etc/a.lab", "a"),
        (".wav", ""),
        ("日本 語.mp3", "日本 語"),
    ],
)
def test_stems(name, stem):
    assert stem_of(name) == stem


def test_every_verdict_has_its_sentence_in_both_languages():
    names = ["a.wav", "b.wav", "c.wav", "c.wav"]
    pairing = transcript_pair(parsed("a|\nx|Hi\nb|1\nb|2\nno delimiter\n|t\n", names), names)

    for verdict in pairing.verdicts:
        for locale in LOCALES:
            assert "–" not in verdict.message(locale), verdict.code
