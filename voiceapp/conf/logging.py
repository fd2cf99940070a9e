"""Logging: one line a record to stderr, readable by people and still parsable (`key=value`)."""

import json
import logging
import sys

# What every record carries; anything else came in through `extra=` and is shown as key=value.
STANDARD_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
# django.request and django.server hand over whole objects whose content the message already has.
UNSHOWN_FIELDS = frozenset({"request", "server_time", "status_code"})


class LineFormatter(logging.Formatter):
    """`2026-11-30T18:46:02+0900 INFO voiceapp.jobs [123] sentence key=value`, tracebacks below it.

    Times are in the installation's zone, as on its pages and in the other lines of a terminal, with their offset.
    Line breaks in message or values are escaped: user text must not be able to forge a log line.
    """

    def __init__(self):
        super().__init__("%(asctime)s %(levelname)s %(name)s [%(process)d] %(message)s", "%Y-%m-%dT%H:%M:%S%z")

    def formatMessage(self, record: logging.LogRecord) -> str:
        line = super().formatMessage(record)
        extra = {
            key: value
            for key, value in vars(record).items()
            if key not in STANDARD_FIELDS and key not in UNSHOWN_FIELDS
        }
        shown = " ".join(f"{key}={_value_shown(value)}" for key, value in extra.items())
        line = line.replace("\r", "\\r").replace("\n", "\\n")
        return f"{line} {shown}" if shown else line


def _value_shown(value: object) -> str:
    text = str(value)
    if text and all(character.isprintable() and character not in ' "=' for character in text):
        return text
    return json.dumps(text, ensure_ascii=False)


def logging_config(level: str) -> dict:
    """Return Django's LOGGING for the given root level."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": "voiceapp.conf.logging.LineFormatter"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line", "stream": "ext://sys.stderr"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django installs handlers of its own on these two; without this each line would appear twice.
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            "django.server": {"handlers": [], "level": "INFO", "propagate": True},
            # RQ attaches a console handler to its workers unless the logger already has one.
            # Its information is housekeeping; what becomes of runs is said in words of our own.
            "rq.worker": {
                "handlers": ["stderr"],
                "level": "WARNING" if level == "INFO" else level,
                "propagate": False,
            },
        },
    }


def log_process_start(role: str) -> None:
    """Say what this process is and whether trainings may run in it: workers run only where they are enabled."""
    from django.conf import settings

    state = "enabled here" if settings.VOICE_WORKER_ENABLED else "disabled here (VOICE_WORKER_ENABLED is not true)"
    logger = logging.getLogger("voiceapp.start")
    logger.info(
        "%s starts; the training worker is %s.",
        role,
        state,
        extra={"python": sys.version.split()[0], "var": settings.VAR_ROOT},
    )
    is_reading = settings.VOICE_PHONEME_WORKER_ENABLED
    state = "enabled here" if is_reading else "disabled here (VOICE_PHONEME_WORKER_ENABLED is not true)"
    logger.info("The phoneme worker is %s.", state)
