"""Run all of Koebo on this machine, and end all of it together."""

import os
import signal
import sys
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from honcho.environ import parse_procfile
from honcho.manager import Manager

from voiceapp.processes import die_with_parent


class Command(BaseCommand):
    help = (
        "Make ready, then run what the Procfile names: queue, web and one worker of each kind. Ctrl-C ends everything."
    )

    def handle(self, *args, **options):
        call_command("koebo_start", serving=True, stdout=self.stdout, stderr=self.stderr)
        self.stdout.flush()
        manager = Manager()
        # The Procfile says "python": the one that runs this.
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
        environment = {**os.environ, "PATH": path, "PYTHONUNBUFFERED": "1"}
        for name, command in parse_procfile((settings.BASE_DIR / "Procfile").read_text()).processes.items():
            manager.add_process(name, command, env=environment, cwd=str(settings.BASE_DIR))
        # A closed terminal ends everything too. The runner itself knows SIGINT and SIGTERM alone, and its processes,
        # in sessions of their own, would live on.
        signal.signal(signal.SIGHUP, lambda number, frame: signal.raise_signal(signal.SIGTERM))
        # The runner keeps a process above each of them. Killed itself, it takes them along (they ignore SIGTERM),
        # and each of them then ends as for Ctrl-C (--end-with-parent).
        os.register_at_fork(after_in_child=lambda: die_with_parent(signal.SIGKILL))
        manager.loop()
        # 130 is Ctrl-C, the ordinary way to end this.
        sys.exit(0 if manager.returncode == 128 + signal.SIGINT else manager.returncode)
