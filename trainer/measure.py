"""Every figure of a model, measured on the audio that it makes. Nothing here is assumed from how it was trained."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from safetensors.numpy import load_file

from trainer.errors import BadInput, TrainerError
from trainer.evaluate import ContentCheck, content_check
from trainer.features import log_mel, mel_cepstra
from trainer.manifest import HELD_OUT_FILE, HELD_OUT_LINES_FILE, Manifest
from trainer.messages import LOCALES
from trainer.rate import SpeechRate, rate_summary, speech_rate
from trainer.sentences import SENTENCES_VERSION, measurement_sentences
from trainer.text import Phonemes
from trainer.voice import Voice

SWEPT_LENGTH_SCALES = (0.8, 1.0, 1.25)
SWEPT_EVERY = 2  # the sweep compares sentences with themselves: half of them decide as well, in half the time
Progress = Callable[..., None]


def model_measure(
    directory: Path, *, threads: int | None = None, progress: Progress = lambda **_: None
) -> dict[str, Any]:
    """The measurement of the artefact in `directory`, as JSON. `progress(part=, done=, of=)` is called now and then.

    Raises BadInput artefact-…, and measurement-impossible where a sentence gave no audible speech.
    """
    # Before any work of ours: what others did then is a condition of every figure that counts seconds.
    load = round(os.getloadavg()[0], 1)
    voice = Voice.load(directory, threads)
    first_audio_s = _first_audio_s(voice)
    progress(part="content_check", done=0, of=3)
    check = content_check_measure(voice)
    progress(part="rate", done=1, of=3)
    sentences = [phonemes for text in measurement_sentences(voice.language) for phonemes in voice.phonemize(text)]
    rates, rtf = _rates(voice, sentences, 1.0, progress)
    progress(part="sweep", done=2, of=3)
    swept = {1.0: rates[::SWEPT_EVERY]}
    for scale in SWEPT_LENGTH_SCALES:
        if scale not in swept:
            swept[scale], _ = _rates(voice, sentences[::SWEPT_EVERY], scale, progress)
    progress(part="sweep", done=3, of=3)
    articulation = rate_summary([rate.articulation_rate for rate in rates])
    speaking = rate_summary([rate.speaking_rate for rate in rates])
    return {
        "rate": {
            "unit": voice.language.rate_unit,
            "articulation": round(articulation.mean, 3),
            "ci95": _rounded(articulation.ci95),
            "speaking": round(speaking.mean, 3),
            "speaking_ci95": _rounded(speaking.ci95),
            "sentences": articulation.n,
        },
        "sweep": {"length_scale": sweep_judge({s: [r.articulation_rate for r in swept[s]] for s in swept})},
        "rtf": round(rtf, 4),
        "first_audio_s": round(first_audio_s, 4),
        "content_check": check.as_json(),
        "conditions": conditions(voice.manifest, voice.threads) | {"load": load},
    }


def content_check_measure(voice: Voice) -> ContentCheck:
    """Speak the phonemes of the held-out clips that came with the artefact, and compare with their recordings."""
    recorded = load_file(voice.manifest.path(HELD_OUT_FILE))
    lines = json.loads(voice.manifest.path(HELD_OUT_LINES_FILE).read_text(encoding="utf-8"))
    spoken = []
    for line in lines:
        phonemes = Phonemes(
            language=voice.language.tag,
            text=line["text"],
            normalized=line["text"],
            reading="",
            engine="frozen",
            symbols=tuple(line["symbols"]),
            tones=tuple(line["tones"]),
            units=line["units"],
        )
        spoken.append(mel_cepstra(log_mel(voice.synthesize(phonemes))))
    return content_check(spoken, [recorded[line["name"]].astype(np.float32) for line in lines])


def sweep_judge(rates: dict[float, Sequence[float]]) -> dict[str, Any]:
    """Whether a parameter that stretches time has its effect: {value: rate of each sentence, in the same order}.

    *Effective* when the rate falls from each value to the next on the same sentences, by more than the 95 % interval
    of the differences: then it is no accident of these sentences.
    """
    values = sorted(rates)
    falls = [
        rate_summary([a - b for a, b in zip(rates[low], rates[high], strict=True)]) for low, high in _pairs(values)
    ]
    is_effective = all(fall.ci95 is not None and fall.mean > fall.ci95 for fall in falls)
    return {
        "values": values,
        "measured": [round(float(np.mean(rates[value])), 3) for value in values],
        "sentences": len(rates[values[0]]),
        "falls": [{"mean": round(fall.mean, 3), "ci95": _rounded(fall.ci95)} for fall in falls],
        "verdict": "effective" if is_effective else "ineffective",
    }


def conditions(manifest: Manifest, threads: int) -> dict[str, Any]:
    """What the figures hold for."""
    return {
        "threads": threads,
        "cores": len(os.sched_getaffinity(0)),
        "cpu": _cpu_name(),
        "onnxruntime": onnxruntime.__version__,
        "numpy": np.__version__,
        "sentences_version": SENTENCES_VERSION,
        "symbols_version": manifest.symbols_version,
        "artefact_digest": manifest.digest,
    }


def _rates(
    voice: Voice, sentences: Sequence[Phonemes], scale: float, progress: Progress
) -> tuple[list[SpeechRate], float]:
    """Rate of each sentence at this length scale, and seconds of work per second of audio."""
    rates, made_s, worked_s = [], 0.0, 0.0
    for phonemes in sentences:
        start = time.perf_counter()
        samples = voice.synthesize(phonemes, length_scale=scale)
        worked_s += time.perf_counter() - start
        made_s += len(samples) / voice.sample_rate_hz
        try:
            rates.append(speech_rate(samples, voice.sample_rate_hz, phonemes.units))
        except TrainerError as error:
            reason = {locale: error.message(locale) for locale in LOCALES}
            raise BadInput("measurement-impossible", text=phonemes.text, reason=reason) from error
        progress(part="rate", length_scale=scale, sentences=len(rates), of=len(sentences))
    return rates, worked_s / made_s


def _first_audio_s(voice: Voice) -> float:
    """From text to the first chunk, for the longest measurement sentence; median of five, after one to warm up."""
    text = measurement_sentences(voice.language)[-1]
    seconds = []
    for _ in range(6):
        start = time.perf_counter()
        next(iter(voice.speak(text)))
        seconds.append(time.perf_counter() - start)
    return float(np.median(seconds[1:]))


def _cpu_name() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as stream:
            return next(line.split(":", 1)[1].strip() for line in stream if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _pairs(values: Sequence[float]) -> list[tuple[float, float]]:
    return list(zip(values, values[1:], strict=False))


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
