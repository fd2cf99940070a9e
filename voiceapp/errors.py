"""Errors that an operator can act on: a stable code, an HTTP status, a sentence in the reader's language.

Pages show `detail`; the API answers the same as problem+json. A sentence says what is wrong, the measured value
beside its limit, and what to do.
"""

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from trainer.errors import EngineUnavailable, TrainerError
from trainer.messages import LOCALES


class AppError(Exception):
    """Base of all refusals. `measured` and `limit` stand in the answer as figures, and may stand in the sentence."""

    code = "refused"
    status = 422
    sentence = _("This was refused.")

    def __init__(self, *, measured=None, limit=None, **params):
        self.measured = measured
        self.limit = limit
        self.params = params
        super().__init__(self.code)

    @property
    def detail(self):
        return str(self.sentence) % {"measured": self.measured, "limit": self.limit, **self.params}

    def __str__(self):
        return f"{self.code}: {self.detail}"

    def as_json(self):
        return {"code": self.code, "detail": self.detail, "measured": self.measured, "limit": self.limit}


class TrainerRefusal(AppError):
    """A refusal by the trainer's light half, carried over with its own code and sentence."""

    def __init__(self, error: TrainerError):
        self.error = error
        self.code = error.code
        if isinstance(error, EngineUnavailable):
            self.status = 503
        super().__init__(measured=error.measured, limit=error.limit, **error.params)

    @property
    def detail(self):
        return self.error.message(get_language() or "en")


class AudioRejected(AppError):
    """A recording that was judged and refused; the verdicts say why, worst first."""

    code = "audio-rejected"

    def __init__(self, verdicts):
        rejecting = [verdict for verdict in verdicts if verdict.level == "reject"]
        self.verdicts = list(verdicts)
        self.code = rejecting[0].code
        super().__init__(measured=rejecting[0].measured, limit=rejecting[0].limit)

    @property
    def detail(self):
        locale = get_language() or "en"
        return " ".join(verdict.message(locale) for verdict in self.verdicts if verdict.level == "reject")


class UploadTooLarge(AppError):
    code = "upload-too-large"
    status = 413
    sentence = _("The upload has more than %(limit)s bytes. Split it into smaller parts and send them one by one.")


class UploadEmpty(AppError):
    code = "upload-empty"
    sentence = _("Nothing was uploaded. Choose at least one file.")


class UploadTruncated(AppError):
    code = "upload-truncated"
    status = 400
    sentence = _("The upload broke off before its end. Nothing was registered; send it again.")


class DiskFull(AppError):
    code = "disk-full"
    status = 507
    sentence = _("The storage has no room for this upload. Nothing was registered; free some space and send it again.")


class StorageNotWritable(AppError):
    code = "storage-not-writable"
    status = 503
    sentence = _("The storage refused to be written to (%(reason)s). Nothing was registered.")


class DatabaseBusy(AppError):
    code = "database-busy"
    status = 503
    sentence = _("The database did not answer in time. The change was not made; try again in a moment.")


class StorageMarkerMissing(AppError):
    code = "storage-marker-missing"
    status = 503
    sentence = _(
        "The media storage is not the one that this installation has been using: its marker file is missing. "
        "Mount the right storage at %(path)s. Registering and queuing are stopped until then."
    )


class StorageMarkerDiffers(AppError):
    code = "storage-marker-differs"
    status = 503
    sentence = _(
        "The media storage at %(path)s belongs to another installation: its marker is %(measured)s, not %(limit)s. "
        "Mount the right storage. Registering and queuing are stopped until then."
    )


class ReferenceAlreadyRegistered(AppError):
    code = "reference-already-registered"
    status = 409
    sentence = _("This very recording is already registered for this voice, as “%(name)s”.")


class SlugTaken(AppError):
    code = "slug-taken"
    status = 409
    sentence = _("The slug “%(slug)s” is taken. Choose another one.")


class FieldInvalid(AppError):
    code = "field-invalid"
    sentence = _("%(field)s: %(reason)s")


class VoiceHasStyles(AppError):
    code = "voice-has-styles"
    status = 409
    sentence = _("The language cannot be changed: clips of this voice were phonemized in it. Register another voice.")


class TranscriptNeeded(AppError):
    code = "transcript-needed"
    sentence = _("No transcript list came with the clips. Add a text file with one line file|text for each clip.")


class ReasonNeeded(AppError):
    code = "reason-needed"
    sentence = _("Say why: a reason of at least %(limit)s characters is kept with the decision.")


class PronunciationChanged(AppError):
    """Two people edited one entry: the one who saved later is shown both."""

    code = "pronunciation-changed"
    status = 409
    sentence = _(
        "“%(surface)s” was changed by somebody else meanwhile: it is %(measured)s now, and you were saving %(limit)s. "
        "Compare the two, and save again if yours is right."
    )


class PronunciationsChanged(AppError):
    code = "pronunciations-changed"
    status = 409
    sentence = _("The dictionary was changed since the file was checked. Nothing was imported; check it again.")


class PronunciationsFull(AppError):
    code = "pronunciations-full"
    sentence = _(
        "The dictionary would have %(measured)s entries; at most %(limit)s are kept in one. Delete some first."
    )


class PronunciationScopeWrong(AppError):
    code = "pronunciation-scope"
    sentence = _("The voice “%(slug)s” speaks %(measured)s, and the entry is for %(limit)s. Choose another voice.")


class PronunciationFileUnreadable(AppError):
    code = "pronunciation-file"
    sentence = _(
        "This is no list of pronunciations: %(reason)s Its first line names the columns: surface, reading and, as "
        "needed, nucleus, part_of_speech and note."
    )


class PronunciationsRefused(AppError):
    """A file of which nothing was imported; `lines` are those that stand in the way."""

    code = "pronunciations-refused"
    sentence = _("%(measured)s of %(limit)s lines are refused, so nothing was imported. Line %(line)s: %(reason)s")

    def __init__(self, lines, *, total: int):
        self.lines = list(lines)
        first = self.lines[0]
        super().__init__(measured=len(self.lines), limit=total, line=first.line, reason=first.refusal_detail)


class ClipEdited(AppError):
    """Phones were set by hand for a transcript that is no longer the clip's."""

    code = "clip-edited"
    status = 409
    sentence = _("The transcript of “%(name)s” was changed meanwhile. Nothing was saved; look at the new one first.")


class OverrideChanged(AppError):
    """Phones of a clip were set by hand by somebody else since the editor was opened."""

    code = "override-changed"
    status = 409
    sentence = _(
        "Somebody else set phones of “%(name)s” by hand meanwhile. Nothing was saved; save again to replace them."
    )


class NothingToAcknowledge(AppError):
    code = "nothing-to-acknowledge"
    status = 409
    sentence = _("Nothing about the clip “%(name)s” waits for an acknowledgement. Reload the page to see it as it is.")


class GateShut(AppError):
    """A run was asked for while the gate is shut; `findings` names each cause (see `selectors.gate`)."""

    code = "gate-shut"
    status = 409
    sentence = _("The run cannot be queued: %(causes)s")

    def __init__(self, findings):
        self.findings = list(findings)
        super().__init__()

    @property
    def detail(self):
        return str(self.sentence) % {"causes": " ".join(finding.message for finding in self.findings)}


class RunNotCancellable(AppError):
    code = "run-not-cancellable"
    status = 409
    sentence = _("The run has already ended (%(status)s); there is nothing to cancel.")


class RunNotRequeuable(AppError):
    code = "run-not-requeuable"
    status = 409
    sentence = _("A run can be queued again only after it ended without a model; this one is %(status)s.")


class RunAlreadyLive(AppError):
    code = "run-already-live"
    status = 409
    sentence = _("A run of this style is already %(status)s: %(run)s. Wait for it, or cancel it first.")


class ModelArtefactInvalid(AppError):
    code = "model-artefact-invalid"
    status = 503
    sentence = _("The model's files are missing or altered (%(reason)s). Restore the storage, or train it again.")


class ModelArchiveFailed(AppError):
    code = "model-archive-failed"
    status = 503
    sentence = _(
        "The storage has no place in which to pack the model (%(reason)s). Free some space or make it writable, "
        "then download it again."
    )


class MeasurementIncomplete(AppError):
    """The measuring process ended well, but a figure is missing or is no number."""

    code = "measurement-incomplete"
    sentence = _("The model was not fully measured: %(reason)s")


class ModelFailedContentCheck(AppError):
    code = "model-failed-content-check"
    status = 409
    sentence = _("This model failed its content check and cannot become current. Train it longer, or with more clips.")


class WarmStartInvalid(AppError):
    """`reason` is kept in both languages: a run that fails by it is read in either."""

    code = "warm-start-invalid"
    status = 409
    sentence = _(
        "The run cannot start from “%(name)s”: its files are missing or altered (%(reason)s). Restore the storage, or "
        "queue a run that starts from another model or from scratch."
    )

    def __init__(self, *, name: str, error: TrainerError):
        super().__init__(name=name, reason={locale: error.message(locale) for locale in LOCALES})

    @property
    def detail(self):
        reason = self.params["reason"][get_language() or "en"]
        return str(self.sentence) % {**self.params, "reason": reason}


class WarmStartFailedContentCheck(AppError):
    code = "warm-start-failed-content-check"
    status = 409
    sentence = _(
        "The run cannot start from “%(name)s”: it failed its content check (%(measured)s, at least %(limit)s is needed). "
        "Choose another model, or start from scratch."
    )


class WarmStartNotTaken(AppError):
    """The trainer's word about what it started from is not what it was told."""

    code = "warm-start-not-taken"
    sentence = _("The trained model was to start from %(limit)s, and says that it started from %(measured)s.")


class BaseIsModel(AppError):
    code = "base-is-model"
    status = 409
    sentence = _("This is the model “%(name)s”, which runs can start from as it is. Nothing was registered.")


class SynthesisBusy(AppError):
    code = "synthesis-busy"
    status = 503
    sentence = _("Another text is being spoken just now. Try again in a few seconds.")


class SynthesisTextTooLong(AppError):
    code = "synthesis-text-too-long"
    sentence = _("The text has %(measured)s characters; at most %(limit)s can be spoken at once. Shorten it.")


def error_classes() -> dict[str, type[AppError]]:
    """Every refusal of ours by its code."""
    return {cls.code: cls for cls in AppError.__subclasses__()}
