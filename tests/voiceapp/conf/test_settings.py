"""What a process gets from a given environment; each case is a process of its own, as in life."""

import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests import isolation

ROOT = Path(__file__).resolve().parents[3]


def _environment(tmp_path, values):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("VOICE_")}
    return {
        **kept,
        "VOICE_VAR_ROOT": str(tmp_path / "var"),
        "DJANGO_SETTINGS_MODULE": "voiceapp.conf.settings",
        **values,
    }


def _settings(tmp_path, *names, **values):
    code = (
        "import json\nfrom django.conf import settings\n"
        f"print(json.dumps([getattr(settings, name) for name in {names!r}], default=str))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=_environment(tmp_path, values), capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def _manage(tmp_path, *arguments, **values):
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=_environment(tmp_path, values),
        capture_output=True,
        text=True,
    )


def test_nothing_insecure_is_a_default(tmp_path):
    names = ("DEBUG", "ALLOWED_HOSTS", "VOICE_WEB_HOST", "VOICE_WORKER_ENABLED", "RQ_SHOW_ADMIN_LINK")
    assert _settings(tmp_path, *names) == [False, ["localhost", "127.0.0.1", "[::1]"], "127.0.0.1", False, False]


def test_the_var_root_may_be_called_anything(tmp_path):
    folder = tmp_path / "50%20 声#1?"
    (databases,) = _settings(tmp_path, "DATABASES", VOICE_VAR_ROOT=str(folder))
    assert databases["default"]["NAME"] == str(folder / "db.sqlite3")


def test_another_host_turns_https_on(tmp_path):
    names = ("VOICE_HTTPS", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT")
    assert _settings(tmp_path, *names, ALLOWED_HOSTS="koebo.example.org,localhost") == [True] * 4
    assert _settings(tmp_path, *names) == [False] * 4


def test_secret_key_is_made_once_for_this_user_alone(tmp_path):
    (first,) = _settings(tmp_path, "SECRET_KEY")
    path = tmp_path / "var" / "secret_key"
    assert len(first) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert _settings(tmp_path, "SECRET_KEY") == [first]
    assert [entry.name for entry in path.parent.iterdir()] == ["secret_key"]


def test_secret_key_is_the_same_for_processes_that_start_together(tmp_path):
    code = "from django.conf import settings; print(settings.SECRET_KEY)"
    processes = [
        subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=_environment(tmp_path, {}), stdout=subprocess.PIPE)
        for _ in range(4)
    ]
    assert len({process.communicate()[0] for process in processes}) == 1


def test_given_secret_key_leaves_no_file(tmp_path):
    key = "k" * 40
    assert _settings(tmp_path, "SECRET_KEY", SECRET_KEY=key) == [key]
    assert not (tmp_path / "var" / "secret_key").exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("VOICE_WORKER_ENABLED", "maybe"),
        ("VOICE_REFERENCE_MAX_S", "55s"),
        ("ALLOWED_HOSTS", "https://koebo.example.org"),
        ("DATABASE_URL", "mysql://x"),
        ("REDIS_URL", "http://x"),
        ("VOICE_MEDIA_ROOT", "media"),
        ("SECRET_KEY", "short"),
        ("TIME_ZONE", "Tokyo"),
    ],
)
def test_faulty_variable_stops_every_command_with_one_sentence(tmp_path, name, value):
    result = _manage(tmp_path, "voice_worker", **{name: value})
    assert result.returncode == 1
    assert result.stderr.startswith(f"koebo: {name} is ")
    assert len(result.stderr.splitlines()) == 1


def test_sqlite_runs_in_wal_mode_and_takes_its_lock_at_begin(tmp_path):
    code = (
        "import django; django.setup()\n"
        "from django.db import connection, transaction\n"
        "cursor = connection.cursor()\n"
        "for name in ('journal_mode', 'busy_timeout'):\n"
        "    print(cursor.execute(f'pragma {name}').fetchone()[0])\n"
        "print(connection.transaction_mode)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=_environment(tmp_path, {}), capture_output=True, text=True
    )
    assert result.stdout.split() == ["wal", "20000", "IMMEDIATE"], result.stderr


def test_database_and_queue_can_be_others(tmp_path):
    database, url, bundled = _settings(
        tmp_path,
        "DATABASES",
        "REDIS_URL",
        "QUEUE_IS_BUNDLED",
        DATABASE_URL="postgres://koebo:hush@db.example.org/koebo",
        REDIS_URL="redis://queue.example.org:6379/1",
    )
    assert database["default"]["ENGINE"] == "django.db.backends.postgresql"
    assert database["default"]["HOST"] == "db.example.org"
    assert (url, bundled) == ("redis://queue.example.org:6379/1", False)


def test_deployment_checks_are_clean_behind_tls(tmp_path):
    arguments = ("check", "--deploy", "--tag", "security", "--fail-level", "WARNING")
    result = _manage(tmp_path, *arguments, ALLOWED_HOSTS="koebo.example.org")
    assert result.returncode == 0, result.stderr


def test_plain_http_for_others_is_named_loudly(tmp_path):
    result = _manage(tmp_path, "check", ALLOWED_HOSTS="koebo.example.org", VOICE_HTTPS="false")
    assert "koebo.W001" in result.stderr
    assert "koebo.example.org" in result.stderr


def test_tests_clear_every_variable_that_settings_read():
    source = (ROOT / "voiceapp" / "conf" / "settings.py").read_text()
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', source))
    assert {name for name in read if not name.startswith("VOICE_")} == set(isolation.READ_BY_SETTINGS)


def test_every_variable_is_documented():
    source = (ROOT / "voiceapp" / "conf" / "settings.py").read_text()
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', source))
    documented = set(re.findall(r"^\| `([A-Z_]+)`", (ROOT / "docs" / "configuration.md").read_text(), re.MULTILINE))
    assert read == documented
