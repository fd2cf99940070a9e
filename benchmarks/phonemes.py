"""How fast texts become phonemes: the engine alone, Koebo's reading around it, its child processes, and the job.

    .venv/bin/python benchmarks/phonemes.py [--lines 10000] [--rounds 3] [--language ja] [--json FILE]

The lines are made of the built-in script: heads of sentences with the tails of others, no line twice, so that no cache
helps. Each round reads a corpus of its own in every way, in turns, so that the machine's moods meet all of them; the
ratio to the engine alone is the median of the rounds, with its range. Prints tables in Markdown; exits with 1 where the
job reads less than 0.8 of what the engine alone does, or a preview takes more than 50 ms (95 %). How long pages take
at 100,000 clips is measured by `phonemes_pages.py`.
"""

import argparse
import json
import os
import platform
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

RATIO_MIN, PREVIEW_LIMIT_MS = 0.8, 50
PREVIEWS = 100
SECONDS_A_CHARACTER = {"ja": 0.2, "en": 0.075}
ENGINE, READING, CHILD, CHILDREN = "engine alone", "phonemize", "one child", "children"
# Until no clip is stale and the gate may open; and until the coverage of the style has been counted after that.
JOB, JOB_AND_COVERAGE = "job", "job, coverage"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lines", type=int, default=10_000, help="of each language")
    parser.add_argument("--rounds", type=int, default=3, help="each with lines of its own")
    parser.add_argument("--language", choices=("ja", "en"), action="append")
    parser.add_argument("--json", type=Path, help="write the figures there too")
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="koebo-phonemes-")
    try:
        _django_start(folder)
        figures = {"conditions": _conditions(options)}
        print(", ".join(f"{name} {value}" for name, value in figures["conditions"].items()))
        figures["languages"] = {language: _measure(language, options) for language in options.language or ("ja", "en")}
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n")
    sys.exit(0 if all(found["is_fast_enough"] for found in figures["languages"].values()) else 1)


def _django_start(folder: str) -> None:
    for name in [name for name in os.environ if name.startswith("VOICE_") or name in ("DATABASE_URL", "DEBUG")]:
        del os.environ[name]
    os.environ["VOICE_VAR_ROOT"] = folder
    os.environ["LOG_LEVEL"] = "WARNING"
    os.environ["DJANGO_SETTINGS_MODULE"] = "voiceapp.conf.settings"
    import django
    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["testserver"]
    # The manifest exists only after collectstatic.
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STATIC_ROOT.mkdir()
    django.setup()
    call_command("migrate", verbosity=0)


def _conditions(options) -> dict:
    from trainer.text.child import cores

    return {
        "Python": platform.python_version(),
        "cores": cores(),
        "load": round(os.getloadavg()[0], 1),
        "lines": options.lines,
        "rounds": options.rounds,
    }


def _measure(language: str, options) -> dict:
    from trainer.languages import LANGUAGES
    from trainer.text import engine_name

    print(f"\n## {LANGUAGES[language].name_en}: {engine_name(LANGUAGES[language])}\n")
    start = _start(language)
    print(
        f"Import of `trainer.text` {start['import_s']:.2f} s; first text {start['first_text_s']:.2f} s after that; ",
        end="",
    )
    corpus = corpus_make(language, options.lines * options.rounds)
    rounds = _rounds(language, corpus, options.rounds)
    print(f"a child's peak memory after them all {rounds['child_memory_mb']:.0f} MB.\n")
    _table(rounds["ways"])
    preview = _preview(language, corpus)
    print(f"\nTyping preview after the first: {preview['p50_ms']:.1f} ms (median), {preview['p95_ms']:.1f} ms (95 %).")
    is_fast = rounds["ways"][JOB]["ratio"] >= RATIO_MIN and preview["p95_ms"] <= PREVIEW_LIMIT_MS
    return {"start": start, **rounds, "preview": preview, "is_fast_enough": is_fast}


def corpus_make(language: str, count: int) -> list[str]:
    """`count` different lines, about as long as the script's; an eighth of them with a number."""
    from trainer.languages import LANGUAGES
    from trainer.sentences import training_script

    heads, tails = [], []
    for sentence in training_script(LANGUAGES[language]):
        middle = [match.end() for match in re.finditer("、" if language == "ja" else " ", sentence)]
        if middle:
            cut = min(middle, key=lambda place: abs(place - len(sentence) / 2))
            heads.append(sentence[:cut])
            tails.append(sentence[cut:])
    chance = random.Random(0)
    lines: dict[str, None] = {}
    while len(lines) < count:
        numbered = ("第{}回、" if language == "ja" else "Number {}: ").format(chance.randrange(10_000))
        lines[(numbered if chance.random() < 1 / 8 else "") + chance.choice(heads) + chance.choice(tails)] = None
    return list(lines)


START = """
import sys, time
start = time.perf_counter()
from trainer.languages import LANGUAGES
from trainer.text import phonemize
imported = time.perf_counter()
phonemize("OK", LANGUAGES[sys.argv[1]])
print(imported - start, time.perf_counter() - imported)
"""


def _start(language: str) -> dict:
    """In a process of its own, files in the machine's cache: the second of two."""
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", START, language], cwd=ROOT, capture_output=True, check=True)
    import_s, first_text_s = map(float, done.stdout.split())
    return {"import_s": round(import_s, 3), "first_text_s": round(first_text_s, 3)}


def _rounds(language: str, corpus: list[str], count: int) -> dict:
    from trainer.text.child import PhonemeChild, cores

    one, many = PhonemeChild(), PhonemeChild()
    ways = _ways(language, one, many, cores())
    rates: dict[str, list[float]] = {name: [] for name in (*ways, JOB_AND_COVERAGE)}
    for read in ways.values():
        read(corpus[:500])()  # engines load, and as many children start as will be used
    try:
        for number in range(count):
            share = corpus[number::count]
            # Another order each time: whoever comes first meets a colder machine.
            names = list(ways)[number % len(ways) :] + list(ways)[: number % len(ways)]
            for name in names:
                read = ways[name](share)
                began = time.perf_counter()
                coverage_s = read()
                took_s = time.perf_counter() - began
                if name == JOB:
                    took_s -= coverage_s  # which was counted a second time: once for the job, once for its time
                    rates[JOB_AND_COVERAGE].append(len(share) / took_s)
                    took_s -= coverage_s
                rates[name].append(len(share) / took_s)
        memory_mb = max(_peak_mb(pid) for pid in one.pids())
    finally:
        one.close()
        many.close()
    return {
        "ways": {name: _summary(found, rates[ENGINE]) for name, found in rates.items()},
        "child_memory_mb": round(memory_mb),
    }


def _ways(language: str, one, many, jobs: int) -> dict[str, Callable[[list[str]], Callable[[], object]]]:
    """Of each way, what makes ready for some lines and returns what then reads them."""
    from trainer.languages import LANGUAGES
    from trainer.text import phonemize
    from trainer.text.child import Request

    spoken = LANGUAGES[language]
    phonemize("OK", spoken)  # loads the engine into this process
    engine = _engine(language)

    def through(child, processes):
        def read(lines):
            requests = [Request(line, spoken) for line in lines]
            return lambda: [result.symbols for result in child.phonemize_many(requests, jobs=processes)]

        return read

    return {
        ENGINE: lambda lines: lambda: [engine(line) for line in lines],
        READING: lambda lines: lambda: [phonemize(line, spoken) for line in lines],
        CHILD: through(one, 1),
        f"{CHILDREN} ({jobs})": through(many, jobs),
        JOB: _job(language),
    }


def _engine(language: str) -> Callable[[str], object]:
    if language == "ja":
        import pyopenjtalk

        return pyopenjtalk.extract_fullcontext
    import g2p_en

    return g2p_en.G2p()


def _job(language: str) -> Callable[[list[str]], Callable[[], object]]:
    """The job as a worker runs it: rows read, judged, compared, written and counted, with its progress."""
    from datetime import date

    from django.utils import timezone

    from voiceapp.jobs.phonemes import phonemize_style
    from voiceapp.models import Clip, PhonemeWork, Style, StyleCoverage, Voice
    from voiceapp.selectors.pronunciation import clips_stale
    from voiceapp.services.coverage import coverage_refresh

    voice = Voice.objects.create(
        slug=f"bench-{language}", name="Bench", language=language, rights_granted_on=date(2026, 1, 1)
    )

    def read(lines):
        style = Style.objects.create(voice=voice, slug=f"s{Style.objects.count()}", name="Bench")
        clips = [
            Clip(style=style, name=f"{number:06}", text=line, duration_s=len(line) * SECONDS_A_CHARACTER[language])
            for number, line in enumerate(lines)
        ]
        Clip.objects.bulk_create(clips, batch_size=1000)
        PhonemeWork.objects.create(style=style, job_id="bench", queued_at=timezone.now())

        def work() -> float:
            phonemize_style(style.pk, "bench")
            assert not clips_stale(style).exists()
            StyleCoverage.objects.filter(style=style).delete()
            began = time.perf_counter()
            coverage_refresh(style=style)
            return time.perf_counter() - began

        return work

    return read


def _summary(rates: list[float], engine: list[float]) -> dict:
    ratios = [rate / alone for rate, alone in zip(rates, engine, strict=True)]
    return {
        "lines_per_s": round(statistics.median(rates)),
        "spread": [round(min(rates)), round(max(rates))],
        "ratio": round(statistics.median(ratios), 3),
        "ratio_spread": [round(min(ratios), 3), round(max(ratios), 3)],
    }


def _table(ways: dict) -> None:
    print(f"| {'read by':<14} | lines/s | {'of the rounds':>13} | of the engine | {'of the rounds':>13} |")
    print(f"|{'-' * 16}|--------:|{'-' * 14}:|--------------:|{'-' * 14}:|")
    for name, found in ways.items():
        spread = "{}–{}".format(*found["spread"])
        ratios = "{:.2f}–{:.2f}".format(*found["ratio_spread"])
        print(f"| {name:<14} | {found['lines_per_s']:7,} | {spread:>13} | {found['ratio']:13.2f} | {ratios:>13} |")


def _preview(language: str, corpus: list[str]) -> dict:
    """The view's whole time, each text another one, as somebody types: one more character each time."""
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client(headers={"HX-Request": "true"})
    client.force_login(User.objects.get_or_create(username="operator")[0])
    typed = [line[:end] for line in corpus for end in range(1, len(line) + 1)][: PREVIEWS + 1]
    times_ms = []
    for text in typed:
        began = time.perf_counter()
        answer = client.post("/phonemes/", {"text": text, "language": language})
        times_ms.append(1000 * (time.perf_counter() - began))
        assert answer.status_code == 200, answer.status_code
    after_the_first = sorted(times_ms[1:])
    return {
        "first_ms": round(times_ms[0]),
        "p50_ms": round(statistics.median(after_the_first), 1),
        "p95_ms": round(after_the_first[int(0.95 * len(after_the_first))], 1),
    }


def _peak_mb(pid: int) -> float:
    """The most memory that a process has had, in MB; nan where /proc does not tell."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return float("nan")
    return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1000


if __name__ == "__main__":
    main()
