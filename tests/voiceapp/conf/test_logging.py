"""Log lines: readable, parsable, and not to be forged."""

import logging

from voiceapp.conf.logging import LineFormatter, log_process_start


def _line(message, *arguments, **extra):
    record = logging.getLogger("voiceapp.x").makeRecord(
        "voiceapp.x", logging.INFO, "file", 1, message, arguments, None, extra=extra
    )
    return LineFormatter().format(record)


def test_line_has_time_level_name_process_and_sentence():
    stamp, level, name, process, sentence = _line("Run %s claimed", 7).split(" ", 4)
    assert stamp.endswith("+0900")
    assert (level, name, sentence) == ("INFO", "voiceapp.x", "Run 7 claimed")
    assert process.strip("[]").isdigit()


def test_extra_values_follow_as_pairs():
    assert _line("Claimed", run=7, voice="声 一").endswith(' Claimed run=7 voice="声 一"')


def test_line_breaks_cannot_forge_a_line():
    line = _line("Name %s", "x\n2026-01-01 INFO forged", slug="a\r\nb")
    assert len(line.splitlines()) == 1


def test_traceback_follows_below():
    try:
        raise ValueError("why")
    except ValueError as error:
        record = logging.makeLogRecord({"msg": "Failed", "exc_info": (type(error), error, error.__traceback__)})
    assert "ValueError: why" in LineFormatter().format(record).splitlines()[-1]


def test_process_says_whether_the_worker_is_enabled(caplog, settings):
    with caplog.at_level(logging.INFO, "voiceapp.start"):
        log_process_start("The web process")
        settings.VOICE_WORKER_ENABLED = True
        log_process_start("The worker")
    first, second = caplog.messages
    assert first == "The web process starts; the training worker is disabled here (VOICE_WORKER_ENABLED is not true)."
    assert second == "The worker starts; the training worker is enabled here."
