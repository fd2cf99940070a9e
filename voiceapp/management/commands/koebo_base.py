"""Register a base model, which runs can start from."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from voiceapp.errors import AppError
from voiceapp.models import BaseArtefact
from voiceapp.services.base_artefact import base_register

NAME_CHARACTERS = BaseArtefact._meta.get_field("name").max_length


class Command(BaseCommand):
    help = (
        "Copy an artefact that the trainer made into the storage, as a base model that training runs can start from. "
        "Safe to repeat: it puts the files back, with the new name and note."
    )

    def add_arguments(self, parser):
        parser.add_argument("folder", type=Path, help="an artefact, or the folder given to the trainer as --out")
        parser.add_argument("--name", required=True, help="what operators choose it by")
        parser.add_argument("--note", default="", help="what it was made from, and what that allows")

    def handle(self, *, folder, name, note, **options):
        if not 1 <= len(name.strip()) <= NAME_CHARACTERS:
            raise CommandError(f"The name has {len(name.strip())} characters; 1 to {NAME_CHARACTERS} are possible.")
        try:
            base = base_register(folder=folder, name=name.strip(), note=note.strip())
        except AppError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Base model “{base.name}” ({base.language}), digest {base.digest}: runs can start from it.")
