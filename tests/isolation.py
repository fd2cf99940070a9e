"""Pytest plugin, loaded before Django's settings: tests live in a temporary var/ and see no setting of this shell.

Run tests with `python -m pytest` (or `make test`), so that this module can be imported.
"""

import atexit
import os
import shutil
import tempfile

# Everything that conf/settings.py reads. A developer's own database must never become a test's.
READ_BY_SETTINGS = (
    "ALLOWED_HOSTS",
    "CSRF_TRUSTED_ORIGINS",
    "DATABASE_URL",
    "DEBUG",
    "LOG_LEVEL",
    "REDIS_URL",
    "SECRET_KEY",
    "TIME_ZONE",
)

for name in list(os.environ):
    if name in READ_BY_SETTINGS or name.startswith("VOICE_"):
        del os.environ[name]

# A short path: the queue server's Unix socket lies in it.
VAR_ROOT = tempfile.mkdtemp(prefix="koebo-test-")
atexit.register(shutil.rmtree, VAR_ROOT, ignore_errors=True)
os.environ["VOICE_VAR_ROOT"] = VAR_ROOT
