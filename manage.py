#!/usr/bin/env python3
"""Koebo's command line."""

import os
import sys


def main():
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "voiceapp.conf.settings")
    from django.conf import settings
    from django.core.management import execute_from_command_line

    from voiceapp.conf.env import EnvironmentFault

    try:
        # Asked here, because Django would hide a faulty setting behind "Unknown command".
        settings.INSTALLED_APPS  # noqa: B018
    except EnvironmentFault as fault:
        sys.exit(f"koebo: {fault}")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
