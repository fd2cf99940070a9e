"""Let a published model speak, in this process, with ONNX Runtime."""

import io
import tempfile
import threading
import zipfile
from contextlib import ExitStack
from functools import lru_cache
from pathlib import Path

import numpy as np
import soundfile
from django.conf import settings
from django.utils.translation import get_language

from trainer.errors import TrainerError
from trainer.languages import Language
from trainer.text import Dictionary, Phonemes
from trainer.text.child import Request
from trainer.voice import Voice as SpokenVoice
from trainer.voice import length_scale_require
from voiceapp import storage
from voiceapp.errors import (
    ModelArchiveFailed,
    ModelArtefactInvalid,
    SynthesisBusy,
    SynthesisTextTooLong,
    TrainerRefusal,
)
from voiceapp.models import VoiceModel
from voiceapp.selectors.warm_start import artefact_of
from voiceapp.services.phoneme import text_phonemize

SPEAK_THREADS = 1
WAIT_S = 20.0
# Two models in memory: the one that is listened to and the one it is compared with.
VOICES_KEPT = 2

_speaking = threading.Lock()


def model_speak(*, voice_model: VoiceModel, text: str, length_scale: float = 1.0) -> bytes:
    """A 16-bit WAV file of `text`. One text at a time, so that listening cannot starve the pages.

    Raises `SynthesisTextTooLong`, `SynthesisBusy`, `ModelArtefactInvalid`, `TrainerRefusal` (no phonemes, length
    scale out of range; status 503 while the engine cannot be had).
    """
    if len(text) > settings.VOICE_SPEECH_MAX_CHARACTERS:
        raise SynthesisTextTooLong(measured=len(text), limit=settings.VOICE_SPEECH_MAX_CHARACTERS)
    try:
        length_scale_require(length_scale)
    except TrainerError as error:
        raise TrainerRefusal(error) from error
    if not _speaking.acquire(timeout=WAIT_S):
        raise SynthesisBusy()
    try:
        voice = _voice(voice_model.digest)
        samples = voice.synthesize(text, length_scale=length_scale)
    except TrainerError as error:
        if error.code.startswith("artefact"):
            raise ModelArtefactInvalid(reason=error.message(get_language() or "en")) from error
        raise TrainerRefusal(error) from error
    finally:
        _speaking.release()
    return wav_bytes(samples=samples, sample_rate_hz=voice.sample_rate_hz)


def wav_bytes(*, samples: np.ndarray, sample_rate_hz: int) -> bytes:
    """16-bit mono WAV of float samples in −1…1."""
    stream = io.BytesIO()
    soundfile.write(stream, samples, sample_rate_hz, format="WAV", subtype="PCM_16")
    return stream.getvalue()


def model_archive(*, voice_model: VoiceModel):
    """An open temporary file with the artefact as a zip, verified by its digests.

    Raises `ModelArtefactInvalid` and `ModelArchiveFailed`.
    """
    folder = storage.model_directory(voice_model.digest)
    try:
        artefact_of(voice_model.digest)
    except TrainerError as error:
        raise ModelArtefactInvalid(reason=error.message(get_language() or "en")) from error
    with ExitStack() as closing:
        try:
            archive = closing.enter_context(tempfile.TemporaryFile(dir=storage.incoming_path().parent))
            _pack(folder, archive)
        except OSError as error:
            raise ModelArchiveFailed(reason=error.strerror or str(error)) from error
        closing.pop_all()
    return archive


def _pack(folder: Path, archive) -> None:
    # Weights do not compress; storing them is faster and the reader can seek.
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as target:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                target.write(path, path.relative_to(folder))
    archive.seek(0)


@lru_cache(maxsize=VOICES_KEPT)
def _voice(digest: str) -> SpokenVoice:
    artefact_of(digest)
    return SpokenVoice.load(storage.model_directory(digest), threads=SPEAK_THREADS, read=_read)


def _read(text: str, language: Language, dictionary: Dictionary) -> Phonemes:
    return text_phonemize(request=Request(text, language, dictionary))
