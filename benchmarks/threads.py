"""What a step of training takes by the number of threads: alone, and beside processes that keep cores busy.

    .venv/bin/python benchmarks/threads.py --corpus FOLDER --language ja --work DIR

FOLDER holds metadata.csv (rows file|text) and audio/. Every line of the table is `python -m trainer fit` as the worker starts
it, on the first `--clips` of the corpus; a step is what the progress events say of those after the first ten. The last
column holds against the first of `--threads` under the same load: where threads wait for each other beside a busy core, it
exceeds 1.
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SETTLED = 10  # steps, in which kernels are compiled
BUSY = "while True: pass"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--language", required=True)
    parser.add_argument("--clips", type=int, default=120)
    parser.add_argument("--steps", type=int, default=80)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--busy", type=int, nargs="+", default=[0, 1, 2], help="processes beside the training")
    parser.add_argument("--work", type=Path, required=True)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    rows = (options.corpus / "metadata.csv").read_text(encoding="utf-8").splitlines()[: options.clips]
    (options.work / "metadata.csv").write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    first = options.threads[0]
    print(f"| busy processes | threads | s a step | of that with {first} |\n|---|---|---|---|", flush=True)
    for busy in options.busy:
        with cores_busy(busy):
            seconds = {threads: step_seconds(options, threads) for threads in options.threads}
        for threads, value in seconds.items():
            print(f"| {busy} | {threads} | {value:.3f} | {value / seconds[first]:.2f} |", flush=True)


def step_seconds(options: argparse.Namespace, threads: int) -> float:
    out = options.work / "out"
    shutil.rmtree(out, ignore_errors=True)
    places = ["--metadata", options.work / "metadata.csv", "--audio-dir", options.corpus / "audio", "--out", out]
    words = ["--language", options.language, *places, "--steps", options.steps, "--threads", threads, "--held-out", 4]
    command = [sys.executable, "-m", "trainer", "fit", *map(str, words)]
    printed = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True).stdout
    events = [json.loads(line) for line in printed.splitlines()]
    seen = [e for e in events if e["event"] == "progress" and e["step"] >= SETTLED and e["learning_rate"] > 0]
    if len(seen) < 2:
        raise SystemExit(f"{options.steps} steps are over before two were reported: give more --steps")
    first, last = seen[0], seen[-1]
    return (last["elapsed_s"] - first["elapsed_s"]) / (last["step"] - first["step"])


@contextmanager
def cores_busy(count: int) -> Iterator[None]:
    children = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(count)]
    try:
        yield
    finally:
        for child in children:
            child.kill()
            child.wait()


if __name__ == "__main__":
    main()
