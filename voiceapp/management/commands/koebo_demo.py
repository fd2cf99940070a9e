"""The whole line on built-in input: speak, register, preview, train, measure, publish, listen."""

import hashlib
import io
import logging
import os
import shutil
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from datetime import date
from pathlib import Path
from typing import BinaryIO

import numpy as np
import soundfile
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from trainer.languages import LANGUAGES
from trainer.sentences import measurement_sentences, training_script
from trainer.text import phonemize
from trainer.text.coverage import coverage_of
from voiceapp.errors import AppError, ReferenceAlreadyRegistered
from voiceapp.management.commands.koebo_start import ADMIN_NAME
from voiceapp.models import LIVE, Measurement, MeasurementKind, RunStatus, Style, TrainingRun, Voice
from voiceapp.queueing import queue_is_reachable
from voiceapp.selectors.clip_table import clip_counts
from voiceapp.selectors.gpu_worker import workers_live
from voiceapp.selectors.voice_model import model_get, model_measurements
from voiceapp.services.clip import clips_import
from voiceapp.services.reference import reference_register
from voiceapp.services.style import style_create
from voiceapp.services.synthesis import model_speak
from voiceapp.services.training_run import run_create, run_requeue
from voiceapp.services.voice import voice_create
from voiceapp.uploads import StoredUpload

VOICE_SLUG = "demo-mei"
STYLE_SLUG = "reading"
# At full volume the voice exceeds 16 bit in every fourth sentence; cast as it is, a peak wraps around into a click.
SPOKEN_GAIN = 0.5
REFERENCE_S = 20.0
# Two cores reach the content check's limit well within this.
MINUTES_DEFAULT = 6.0
# Where no terminal can rewrite its last line, a line of progress is written so seldom.
LINE_EVERY_S = 60.0
SHUTDOWN_S = 40.0
LOG_LINES_SHOWN = 15


class Command(BaseCommand):
    help = "Make a voice from built-in sentences, through the real line. Interrupt it and start it again at will."

    def add_arguments(self, parser):
        parser.add_argument("--minutes", type=float, default=MINUTES_DEFAULT, help="training minutes (default 6)")

    def handle(self, *args, minutes, **options):
        call_command("koebo_start", stdout=self.stdout, stderr=self.stderr)
        # The demo says itself what becomes of its run.
        logging.getLogger("voiceapp").setLevel(logging.WARNING)
        self.language = LANGUAGES["ja"]
        self.processes: dict[str, subprocess.Popen] = {}
        self.began_at, self.started_at = time.monotonic(), timezone.now()
        self.said_progress_at = self.began_at - LINE_EVERY_S
        self.is_line_open = False
        self.folder = settings.VAR_ROOT / "demo"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.log = self.folder / "processes.log"
        self._say(
            f"Making a voice: spoken, registered, trained on for {minutes:g} minutes, measured. Ctrl-C at any time."
        )
        try:
            style = self._register()
            with ExitStack() as processes:
                try:
                    run = self._queue(style, minutes, processes)
                    self._follow(run, processes)
                except KeyboardInterrupt:
                    self._say("stopping; a training writes its checkpoint first")
                    raise
            self._report(run)
        except AppError as error:
            raise CommandError(f"{error.code}: {error.detail}") from error
        except KeyboardInterrupt:
            self._close_line()
            self.stdout.write("Interrupted; nothing is lost. Type `make demo` again to go on.")
            sys.exit(130)

    def _say(self, text: str) -> None:
        self._close_line()
        self.stdout.write(self._line(text))
        self.stdout.flush()

    def _say_progress(self, text: str) -> None:
        """On a terminal the last line is rewritten; elsewhere a line is written now and then."""
        if self.stdout.isatty():
            # A line that wraps could not be rewritten.
            line = self._line(text)[: shutil.get_terminal_size().columns - 1]
            self.stdout.write(f"\r\x1b[K{line}", ending="")
            self.stdout.flush()
            self.is_line_open = True
        elif time.monotonic() - self.said_progress_at > LINE_EVERY_S:
            self.said_progress_at = time.monotonic()
            self._say(text)

    def _line(self, text: str) -> str:
        """With the time since the start: clocks of other zones stand in logs."""
        minutes, seconds = divmod(int(time.monotonic() - self.began_at), 60)
        return f"{minutes:3}:{seconds:02}  {text}"

    def _close_line(self) -> None:
        if self.is_line_open:
            self.stdout.write("\r\x1b[K", ending="")
            self.is_line_open = False

    def _register(self) -> Style:
        sentences = training_script(self.language)
        spoken = self._speak(sentences)
        self._say(self._coverage_line(sentences))
        voice = Voice.objects.filter(slug=VOICE_SLUG).first() or voice_create(
            slug=VOICE_SLUG,
            name="デモ音声 Mei",
            language="ja",
            caption="pyopenjtalk's own HTS voice, reading Koebo's sentences",
            rights_holder="MMDAgent Project Team, Nagoya Institute of Technology",
            rights_permission="HTS Voice “Mei” may be shared and adapted with attribution.",
            rights_granted_on=date(2013, 1, 1),
            rights_licence="CC BY 3.0",
            actor=None,
        )
        self._register_reference(voice, spoken)
        style = voice.styles.filter(slug=STYLE_SLUG).first() or style_create(
            voice=voice, slug=STYLE_SLUG, name="朗読", actor=None
        )
        if style.clips.count() < len(spoken):
            self._say_progress(f"registering {len(spoken)} clips: hash, decode, judge, phonemize")
            lines = "".join(f"{path.name}|{text}\n" for path, text in zip(spoken, sentences, strict=True))
            report = clips_import(
                style=style,
                uploads=[StoredUpload.from_path(path, path.name) for path in spoken],
                transcript=StoredUpload.from_stream(io.BytesIO(lines.encode()), "transcript.txt"),
                actor=None,
            )
            self._say(
                f"import: {report.files_in} files and {report.lines_in} lines in; {report.accepted} accepted, "
                f"{report.warned} with a warning, {report.rejected} rejected, {report.unchanged} known already"
            )
        counts = clip_counts(style)
        self._say(
            f"style “{style}”: {counts.trainable} of {counts.total} clips to train on, {counts.audio_s / 60:.1f} min"
        )
        return style

    def _speak(self, sentences: tuple[str, ...]) -> list[Path]:
        """Let pyopenjtalk's voice read every sentence; files of an earlier, interrupted start are kept.

        Names carry the sentence's digest: after a change of the script no old recording is taken for a new sentence.
        """
        import pyopenjtalk

        names = (f"ja-{number:04}-{_short_digest(text)}.flac" for number, text in enumerate(sentences, start=1))
        paths = [self.folder / "clips" / name for name in names]
        paths[0].parent.mkdir(exist_ok=True)
        missing = [(path, text) for path, text in zip(paths, sentences, strict=True) if not path.exists()]
        for done, (path, text) in enumerate(missing, start=1):
            samples, sample_rate_hz = pyopenjtalk.tts(text)
            partial = path.with_suffix(".partial")
            samples = np.clip(SPOKEN_GAIN * samples, -32768, 32767).astype(np.int16)
            soundfile.write(partial, samples, sample_rate_hz, format="FLAC", subtype="PCM_16")
            os.replace(partial, path)
            self._say_progress(f"speaking sentences: {done} of {len(missing)}")
        if missing:
            self._say(f"spoken: {len(missing)} sentences, by the voice that comes with the Japanese text engine")
        return paths

    def _coverage_line(self, sentences: tuple[str, ...]) -> str:
        coverage = coverage_of([phonemize(text, self.language) for text in sentences], self.language)
        missing = ", ".join(coverage.missing) or "none"
        return (
            f"coverage: {coverage.sentences} sentences, {len(coverage.counts)} sounds, missing: {missing}, "
            f"rare: {', '.join(coverage.rare) or 'none'}"
        )

    def _register_reference(self, voice: Voice, spoken: list[Path]) -> None:
        pieces, length_s = [], 0.0
        for path in spoken:
            samples, sample_rate_hz = soundfile.read(path, dtype="int16")
            pieces.append(samples)
            length_s += len(samples) / sample_rate_hz
            if length_s >= REFERENCE_S:
                break
        stream = io.BytesIO()
        soundfile.write(stream, np.concatenate(pieces), sample_rate_hz, format="WAV", subtype="PCM_16")
        stream.seek(0)
        with StoredUpload.from_stream(stream, "mei-reference.wav") as upload:
            try:
                reference = reference_register(voice=voice, upload=upload, actor=None)
            except ReferenceAlreadyRegistered:
                return
        self._say(f"reference audio registered: {reference.duration_s:.1f} s, {reference.sha256[:12]}")

    def _queue(self, style: Style, minutes: float, processes: ExitStack) -> TrainingRun:
        """The demo's run: the one with a good model, the one that is under way, or a new one; with what it needs."""
        succeeded = style.runs.filter(voice_model__has_passed_content_check=True).first()
        if succeeded is not None:
            self._say("the demo's model exists already")
            return succeeded
        if not queue_is_reachable():
            self._start(processes, "queue_server")
            self._wait_for_queue()
        run = style.runs.filter(status__in=LIVE).first()
        if run is None:
            ended = style.runs.exclude(status=RunStatus.SUCCEEDED).first()
            run = run_requeue(run=ended, actor=None) if ended else run_create(style=style, minutes=minutes, actor=None)
        else:
            self._say(f"going on with the run that is {run.get_status_display()}")
        return run

    def _worker_ensure(self, processes: ExitStack) -> None:
        """Start a worker where none lives. One that was killed looks alive for a while, so this is asked again."""
        if "voice_worker" not in self.processes and not workers_live().exists():
            self._start(processes, "voice_worker", VOICE_WORKER_ENABLED="true")

    def _start(self, processes: ExitStack, command: str, **environment: str) -> None:
        """What the process logs goes to a file: between the demo's lines it would only hide them."""
        log = processes.enter_context(self.log.open("ab"))
        self.processes[command] = processes.enter_context(process(command, log, **environment))

    def _processes_check(self) -> None:
        for command, child in self.processes.items():
            if child.poll() is not None:
                end = "\n".join(self.log.read_text(errors="replace").splitlines()[-LOG_LINES_SHOWN:])
                raise CommandError(
                    f"{command} ended with status {child.returncode}. The end of its log, {self.log}:\n{end}"
                )

    def _wait_for_queue(self) -> None:
        deadline = time.monotonic() + 30
        while not queue_is_reachable():
            if time.monotonic() > deadline:
                raise CommandError(f"The queue server did not start within 30 seconds; its log is {self.log}.")
            self._processes_check()
            time.sleep(0.2)

    def _follow(self, run: TrainingRun, processes: ExitStack) -> None:
        seen = 0
        while True:
            run.refresh_from_db()
            # What earlier starts told is not told again.
            for event in run.events.filter(at__gte=self.started_at)[seen:]:
                seen += 1
                self._say(f"run: {event.detail}")
            if run.is_terminal:
                return
            self._worker_ensure(processes)
            self._processes_check()
            if line := _progress_line(run):
                self._say_progress(line)
            time.sleep(1.0)

    def _report(self, run: TrainingRun) -> None:
        if run.status != RunStatus.SUCCEEDED:
            raise CommandError(f"The run {run.get_status_display()}: {run.reason_detail or run.reason_code}")
        voice_model = model_get(run.voice_model.pk)
        figures = model_measurements(voice_model)
        sample = self.folder / "sample.wav"
        sentence = measurement_sentences(self.language)[-1]
        sample.write_bytes(model_speak(voice_model=voice_model, text=sentence))
        rate, speaking = figures[MeasurementKind.ARTICULATION_RATE], figures[MeasurementKind.SPEAKING_RATE]
        self.stdout.write("")
        self.stdout.write(
            f"  voice           {voice_model.style.voice} / {voice_model.style.name} ({voice_model.language})"
        )
        self.stdout.write(f"  measured rate   {_figure(rate)} articulation, {_figure(speaking)} with pauses")
        self.stdout.write(
            f"  content check   {_figure(figures[MeasurementKind.CONTENT_CHECK])}"
            f"  ({'passed' if voice_model.has_passed_content_check else 'FAILED'})"
        )
        self.stdout.write(
            f"  real time       {_figure(figures[MeasurementKind.REAL_TIME_FACTOR])} s of computing per second of speech"
        )
        self.stdout.write(f"  sample          {sample}")
        self.stdout.write(f"  it says         {sentence}")
        self.stdout.write("\n  Listen and compare in the browser: make run")
        self.stdout.write(f"  Sign in as {ADMIN_NAME}; the password was shown at the first start.\n")
        if not voice_model.has_passed_content_check:
            raise CommandError("The model failed its content check and is not current.")


def _short_digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _progress_line(run: TrainingRun) -> str:
    if run.status == RunStatus.MEASURING:
        return "run: speaking test sentences and held-out clips, measuring them"
    if run.status != RunStatus.RUNNING or not run.step:
        return ""
    if not run.remaining_s:
        return f"run: step {run.step}, exporting the model"
    losses = "  ".join(f"{name} {value:.3f}" for name, value in run.losses.items())
    return f"run: step {run.step}  {losses}  about {run.remaining_s:.0f} s left"


def _figure(row: Measurement) -> str:
    interval = f" ± {row.ci95:.2f}" if row.ci95 is not None else ""
    return f"{row.value:.2f}{interval} {row.unit}".rstrip()


@contextmanager
def process(command: str, log: BinaryIO, **environment: str):
    """A management command as a process of its own, ended with SIGTERM (work is handed back) on the way out."""
    child = subprocess.Popen(
        [sys.executable, sys.argv[0], command, "--end-with-parent"],
        env={**os.environ, **environment},
        stdout=log,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        yield child
    finally:
        child.terminate()
        try:
            child.wait(SHUTDOWN_S)
        except subprocess.TimeoutExpired:
            child.kill()
