from voiceapp.models.api_token import ApiToken
from voiceapp.models.base_artefact import BaseArtefact
from voiceapp.models.choices import HELD, LIVE, TERMINAL, LanguageTag, MeasurementKind, PartOfSpeech, RunStatus
from voiceapp.models.clip import Clip, ClipImport
from voiceapp.models.gpu_worker import GpuWorker
from voiceapp.models.phoneme_work import PhonemeWork
from voiceapp.models.pronunciation import Pronunciation, PronunciationChange
from voiceapp.models.reference_audio import ReferenceAudio
from voiceapp.models.storage_marker import StorageMarker
from voiceapp.models.style import Style
from voiceapp.models.style_coverage import StyleCoverage
from voiceapp.models.training_run import RunClip, RunEvent, RunProgress, TrainingRun
from voiceapp.models.voice import Voice
from voiceapp.models.voice_model import Measurement, VoiceModel

__all__ = [
    "HELD",
    "LIVE",
    "TERMINAL",
    "ApiToken",
    "BaseArtefact",
    "Clip",
    "ClipImport",
    "GpuWorker",
    "LanguageTag",
    "Measurement",
    "MeasurementKind",
    "PartOfSpeech",
    "PhonemeWork",
    "Pronunciation",
    "PronunciationChange",
    "ReferenceAudio",
    "RunClip",
    "RunEvent",
    "RunProgress",
    "RunStatus",
    "StorageMarker",
    "Style",
    "StyleCoverage",
    "TrainingRun",
    "Voice",
    "VoiceModel",
]
