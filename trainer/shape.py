"""The shape of the acoustic model's weights, and which artefacts have the same. Light: who only asks whether a voice can
be started from loads no torch."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from trainer.errors import BadInput
from trainer.languages import Language
from trainer.manifest import Manifest
from trainer.text.symbols import SYMBOL_TABLE


@dataclass(frozen=True)
class AcousticConfig:
    """Everything that decides the shapes of the weights."""

    symbols: int
    tones: int
    mels: int = 80
    width: int = 192
    encoder_blocks: int = 4  # with kernel 7 a phone sees 12 neighbours on either side, about five moras
    decoder_blocks: int = 6
    fold: int = 2  # frames the decoder paints at once: two cost half as much, at the same held-out error for equal time
    predictor_blocks: int = 2
    predictor_kernel: int = 5
    kernel: int = 7
    expansion: int = 3
    heads: int = 2


def config_of(language: Language) -> AcousticConfig:
    table = SYMBOL_TABLE[language.tag]
    return AcousticConfig(symbols=len(table.symbols), tones=table.tones)


def shape_require(manifest: Manifest, language: Language, shape: AcousticConfig | None = None) -> None:
    """The artefact's weights fit a model of `language` made by this version, of its own shape or of `shape`.

    Raises BadInput warm-start-differs, for the first that differs of language, symbols and shape, both sides named.
    """
    theirs = {"language": manifest.language.tag, "symbols_version": manifest.symbols_version}
    config = manifest.data.get("config")
    theirs |= config if isinstance(config, dict) else {}
    table = SYMBOL_TABLE[language.tag]
    ours = {"language": language.tag, "symbols_version": table.version} | asdict(shape or config_of(language))
    for name in [*ours, *(theirs.keys() - ours.keys())]:
        its, here = (side.get(name, "–") for side in (theirs, ours))  # a number that the other version has not
        if its != here:
            raise BadInput("warm-start-differs", measured=str(its), limit=str(here), name=name)
