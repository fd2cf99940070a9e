"""Words for the stable codes that runs keep: a row stores code and figures, the reader's language is chosen on reading."""

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from trainer import messages
from trainer.verdicts import Verdict
from voiceapp.errors import error_classes

RUN_SENTENCES = {
    # Events
    "run-created": _("Created from %(clips)s clips (%(left_out)s left out)."),
    "run-warm-start": _("Starts from the weights of “%(name)s” (digest %(digest)s)."),
    "run-queued": _("Queued."),
    "run-requeued-by-operator": _("Queued again by an operator."),
    "run-requeued-after-loss": _("Queued again from its last checkpoint, attempt %(attempt)s of %(max_attempts)s."),
    "run-requeued-after-shutdown": _("The worker was shut down; queued again from the checkpoint it wrote."),
    "run-redelivered": _("The queue server had forgotten this run; it was put in the queue again."),
    "run-claimed": _("Claimed by worker %(worker)s, attempt %(attempt)s."),
    "run-lost": _("The worker %(worker)s has given no sign of life for %(silence_s)s seconds; the run was lost."),
    "run-training-started": _("Training started on %(device)s with %(clips)s clips, %(held_out)s held out."),
    "run-training-ended": _("Training ended at step %(step)s; the model is being measured."),
    "run-checkpoint": _("Checkpoint written at step %(step)s."),
    "run-sample": _("What the voice sounds like after step %(step)s."),
    "run-warning": _("Warning from the trainer: %(message)s"),
    "run-cancel-requested": _("Cancelling was requested."),
    "run-cancelled": _("Cancelled."),
    "run-succeeded": _("The model was published and measured."),
    "run-failed": _("Failed."),
    "run-errored": _("Stopped by an error of the program."),
    # Reasons
    "trainer-died": _("The training process was ended by signal %(signal)s. The end of the log may say why."),
    "trainer-exited": _("The training process ended with exit code %(exit_code)s. The end of the log says why."),
    "trainer-stopped": _(
        "The training process was asked to stop from outside Koebo. Queue the run again: it goes on from its checkpoint."
    ),
    "trainer-silent": _("The training process said nothing for %(silence_s)s seconds and was stopped."),
    "trainer-overran": _("The training ran for %(measured)s seconds, beyond its limit of %(limit)s, and was stopped."),
    "artefact-invalid": _("The training process ended well, but left no valid model: %(reason)s"),
    "clip-missing": _("The audio of clip “%(name)s” is missing from storage."),
    "clip-altered": _("The audio of clip “%(name)s” is not the registered one any more: its digest differs."),
    "storage-not-writable": _(
        "The storage refused to be written to or read (%(reason)s). Mend it, then queue the run again."
    ),
    "worker-lost": _("The worker disappeared %(attempt)s times while it held this run. Look at the worker's log."),
    "unexpected": _("The program met an unexpected error; the traceback is kept with the run."),
}


def run_sentence(code: str, params: dict, detail: str = "") -> str:
    """The sentence for an event's or a reason's code; refusals and the trainer's codes have theirs elsewhere.

    `detail`, the sentence as it was once written down, serves codes and figures that this version does not know: a run
    must not fail to end, nor its page to open, for want of words.
    """
    try:
        return _sentence(code, params, get_language() or "en")
    except (KeyError, ValueError, TypeError):
        return detail or str(params.get("message") or code)


def _sentence(code: str, params: dict, locale: str) -> str:
    # What was said in both languages is kept in both.
    params = {name: value[locale] if _is_bilingual(value) else value for name, value in params.items()}
    if verdict := params.get("verdict"):
        named = f"{verdict.get('file') or ''}: ".removeprefix(": ")
        params["message"] = named + Verdict.from_json(verdict).message(locale)
    if code in RUN_SENTENCES:
        return str(RUN_SENTENCES[code]) % params
    # The trainer's words first: its full disk is not that of an upload, which has the same code.
    if code not in messages.SENTENCES and code in (refusals := error_classes()):
        return str(refusals[code].sentence) % params
    return messages.sentence(code, locale, **params)


def _is_bilingual(value) -> bool:
    return isinstance(value, dict) and value.keys() == set(messages.LOCALES)
