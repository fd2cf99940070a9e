"""A base model for warm starts: a voice that a package ships reads sentences, and a model learns from that.

OUT/corpus/TEACHER/     what each teacher read, see `trainer.base_corpus`
OUT/corpus/metadata.csv all of it
OUT/artefact            the model, to be given as `fit --warm-start OUT/artefact`; its manifest names the teachers
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from trainer.base_corpus import AUDIO, METADATA, TeacherCorpus, teacher_corpus, text_write
from trainer.base_teachers import DEFAULT_TEACHERS, teacher_find
from trainer.errors import UsageError
from trainer.fit import fit
from trainer.folder_lock import folder_locked
from trainer.languages import Language
from trainer.manifest import Manifest
from trainer.reporter import Reporter
from trainer.sentences import base_script
from trainer.spec import FitSpec

CORPUS = "corpus"
# The fewest that a training can be split into what is learned from and what is held out.
SENTENCES_MIN = 10


@dataclass(frozen=True)
class BaseSpec:
    """What a base model is made of. `teachers`: names, none for the language's default; `sentences`: how many of
    `base_script`, None for all. Exactly one of `minutes` and `steps`, unless only the corpus is wanted."""

    language: Language
    out: Path
    teachers: tuple[str, ...] = ()
    sentences: int | None = None
    minutes: float | None = None
    steps: int | None = None
    seed: int = 0
    threads: int | None = None
    checkpoint_every_s: float = 60.0


def base_make(spec: BaseSpec, reporter: Reporter) -> Manifest:
    """Corpus and training; both go on where an earlier call with the same `spec` was ended. Raises what
    `corpus_make` and `fit` raise."""
    names = _teachers(spec)
    fit_spec = FitSpec(
        metadata=spec.out / CORPUS / METADATA,
        audio_dir=spec.out / CORPUS,
        language=spec.language,
        out=spec.out,
        minutes=spec.minutes,
        steps=spec.steps,
        resume=True,
        seed=spec.seed,
        threads=spec.threads,
        checkpoint_every_s=spec.checkpoint_every_s,
    )  # before an hour of speaking, that the budget is one
    corpora = corpus_make(spec, reporter)
    facts = {"base": {"teachers": {name: corpus.facts for name, corpus in zip(names, corpora, strict=True)}}}
    return fit(replace(fit_spec, facts=facts), reporter)


def corpus_make(spec: BaseSpec, reporter: Reporter) -> list[TeacherCorpus]:
    """What each teacher reads, and one metadata file for all. Every package is looked for before anybody speaks.

    Raises UsageError teacher-unknown, teacher-package-missing, sentences-out-of-range, BadInput out-in-use, and what
    `teacher_corpus` raises.
    """
    sentences = sentences_choose(base_script(spec.language), spec.sentences)
    teachers = [teacher_find(name, spec.language) for name in _teachers(spec)]
    for teacher in teachers:
        teacher.versions()
    with folder_locked(spec.out / CORPUS):
        corpora = [teacher_corpus(each, sentences, spec.out / CORPUS / each.name, reporter) for each in teachers]
        rows = [
            f"{teacher.name}/{AUDIO}/{name}|{text}\n"
            for teacher, corpus in zip(teachers, corpora, strict=True)
            for name, text in corpus.rows
        ]
        text_write(spec.out / CORPUS / METADATA, "".join(rows))
    return corpora


def corpora_facts(corpora: Sequence[TeacherCorpus]) -> dict[str, Any]:
    """What was made, for one line of JSON."""
    return {"teachers": [corpus.facts for corpus in corpora], "clips": sum(len(corpus.rows) for corpus in corpora)}


def sentences_choose(script: Sequence[str], count: int | None) -> list[str]:
    """`count` of the script, evenly spread, since neighbours are of a kind. Raises UsageError sentences-out-of-range."""
    if count is None:
        return list(script)
    if not SENTENCES_MIN <= count <= len(script):
        raise UsageError("sentences-out-of-range", measured=count, low=SENTENCES_MIN, high=len(script))
    return [script[index * len(script) // count] for index in range(count)]


def _teachers(spec: BaseSpec) -> tuple[str, ...]:
    """Each name once, in the order given."""
    return tuple(dict.fromkeys(spec.teachers)) or (DEFAULT_TEACHERS[spec.language.tag],)
