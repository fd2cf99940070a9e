"""States and kinds that rows can have, with the words and colours that screens show."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class RunStatus(models.TextChoices):
    """Life of a training run. *Failed* is the operator's to mend, *errored* is a bug of ours."""

    DRAFT = "draft", _("draft")
    QUEUED = "queued", _("queued")
    RUNNING = "running", _("running")
    MEASURING = "measuring", _("measuring")
    SUCCEEDED = "succeeded", _("succeeded")
    FAILED = "failed", _("failed")
    ERRORED = "errored", _("errored")
    CANCELLED = "cancelled", _("cancelled")
    LOST = "lost", _("lost")


# A worker holds the run and owes it a heartbeat.
HELD = frozenset({RunStatus.RUNNING, RunStatus.MEASURING})
# The run can still change by itself: its page polls.
LIVE = frozenset({RunStatus.QUEUED, RunStatus.RUNNING, RunStatus.MEASURING, RunStatus.LOST})
TERMINAL = frozenset({RunStatus.SUCCEEDED, RunStatus.FAILED, RunStatus.ERRORED, RunStatus.CANCELLED})

# Colour names are classes of static/koebo.css.
RUN_STATUS_COLOURS = {
    RunStatus.DRAFT: "grey",
    RunStatus.QUEUED: "blue",
    RunStatus.RUNNING: "blue",
    RunStatus.MEASURING: "blue",
    RunStatus.SUCCEEDED: "green",
    RunStatus.FAILED: "orange",
    RunStatus.ERRORED: "red",
    RunStatus.CANCELLED: "grey",
    RunStatus.LOST: "orange",
}


class LanguageTag(models.TextChoices):
    """The languages that Koebo speaks, as `trainer.languages` normalises them."""

    JAPANESE = "ja", _("Japanese")
    ENGLISH = "en", _("English")


class PartOfSpeech(models.TextChoices):
    """What a Japanese entry of the dictionary may be: `trainer.text.pronunciations.PARTS_OF_SPEECH` in words."""

    NOUN = "noun", _("noun")
    PROPER_NOUN = "proper-noun", _("proper noun")
    FAMILY_NAME = "family-name", _("family name")
    GIVEN_NAME = "given-name", _("given name")
    PLACE_NAME = "place-name", _("place name")
    VERB = "verb", _("verb")
    ADJECTIVE = "adjective", _("adjective")
    ADVERB = "adverb", _("adverb")
    INTERJECTION = "interjection", _("interjection")
    SUFFIX = "suffix", _("suffix")


class MeasurementKind(models.TextChoices):
    """What was measured on a model's own output."""

    ARTICULATION_RATE = "articulation_rate", _("articulation rate")
    SPEAKING_RATE = "speaking_rate", _("speaking rate")
    REAL_TIME_FACTOR = "real_time_factor", _("real-time factor")
    FIRST_AUDIO = "first_audio", _("time to first audio")
    CONTENT_CHECK = "content_check", _("content check")
    OWN_OVER_OTHER = "own_over_other", _("own/other distance")
    SWEEP = "sweep", _("parameter sweep")
