"""The gate: what stands between a style and a training run. An empty list means that it is open."""

from dataclasses import dataclass, field

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from voiceapp import storage
from voiceapp.models import Clip, Style

NAMES_SHOWN = 20


@dataclass(frozen=True)
class Finding:
    """One cause that shuts the gate, with the clips concerned (the first twenty; `count` tells how many)."""

    code: str
    message: str
    count: int = 0
    clip_names: list[str] = field(default_factory=list)

    def as_json(self):
        return {"code": self.code, "message": self.message, "count": self.count, "clip_names": self.clip_names}


def gate_findings(style: Style) -> list[Finding]:
    """Everything that keeps a run of this style from being queued, from the rows and a look at the storage."""
    return findings_of(list(style.clips.defer("waveform")))


def findings_of(clips: list[Clip]) -> list[Finding]:
    """The same for all clips of a style as they were read: who freezes them must judge no others."""
    findings = []
    blocking = [clip for clip in clips if clip.is_blocking]
    if blocking:
        findings.append(
            _finding(
                "clips-rejected",
                ngettext(
                    "%(count)s clip is rejected: mend it, delete it, or leave it out with a reason.",
                    "%(count)s clips are rejected: mend them, delete them, or leave them out with a reason.",
                    len(blocking),
                ),
                blocking,
            )
        )
    trainable = [clip for clip in clips if clip.is_trainable]
    speechless = [clip for clip in trainable if not clip.phonemes_digest]
    if speechless:
        findings.append(
            _finding(
                "clips-without-phonemes",
                ngettext(
                    "%(count)s clip has no phonemes: correct its transcript.",
                    "%(count)s clips have no phonemes: correct their transcripts.",
                    len(speechless),
                ),
                speechless,
            )
        )
    absent = [clip for clip in trainable if not storage.audio_is_present(clip.sha256, clip.size_bytes)]
    if absent:
        findings.append(
            _finding(
                "clips-missing-in-storage",
                ngettext(
                    "The audio of %(count)s clip is missing from storage or was altered: restore the storage.",
                    "The audio of %(count)s clips is missing from storage or was altered: restore the storage.",
                    len(absent),
                ),
                absent,
            )
        )
    if len(trainable) < settings.VOICE_CLIPS_MIN:
        message = _("The style has %(measured)s usable clips; at least %(limit)s are needed. Add clips.")
        findings.append(
            Finding("too-few-clips", message % {"measured": len(trainable), "limit": settings.VOICE_CLIPS_MIN})
        )
    return findings


def _finding(code: str, message: str, clips: list[Clip]) -> Finding:
    names = [clip.name for clip in clips[:NAMES_SHOWN]]
    return Finding(code, message % {"count": len(clips)}, len(clips), names)
