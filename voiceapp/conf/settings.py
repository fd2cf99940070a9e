"""All settings. Every value that may differ between machines comes from the environment, read once and typed.

Nothing has to be set: the defaults are an installation on one machine that only this machine can reach.
`docs/configuration.md` lists the variables.
"""

import os
import secrets
from pathlib import Path
from urllib.parse import quote

import dj_database_url
from csp.constants import NONE, SELF

from voiceapp.conf import valkey
from voiceapp.conf.env import Environment, EnvironmentFault
from voiceapp.conf.logging import logging_config

env = Environment()

BASE_DIR = Path(__file__).resolve().parent.parent.parent
MIB = 1024**2
GIB = 1024**3

# --- Places -----------------------------------------------------------------------------------------------------

VAR_ROOT = env.path("VOICE_VAR_ROOT", BASE_DIR / "var")
VOICE_MEDIA_ROOT = env.path("VOICE_MEDIA_ROOT", VAR_ROOT / "media")
try:
    # Database, secret key and recordings of people's voices lie here: for this user alone.
    VAR_ROOT.mkdir(mode=0o700, parents=True, exist_ok=True)
except OSError as error:
    raise EnvironmentFault("VOICE_VAR_ROOT", str(VAR_ROOT), f"a folder that can be made ({error.strerror})") from error

# --- Who may reach it -------------------------------------------------------------------------------------------

LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")

DEBUG = env.flag("DEBUG", False)
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS", LOOPBACK_HOSTS)
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS")
# Browsers drop Secure cookies on plain http, also on http://localhost in part, so the default follows the hosts:
# an installation that only this machine can reach works without a certificate, any other one insists on https.
VOICE_HTTPS = env.flag("VOICE_HTTPS", any(host not in LOOPBACK_HOSTS for host in ALLOWED_HOSTS))
VOICE_WEB_HOST = env.text("VOICE_WEB_HOST", "127.0.0.1")
VOICE_WEB_PORT = env.whole("VOICE_WEB_PORT", 8000, minimum=1, maximum=65535)
VOICE_WEB_THREADS = env.whole("VOICE_WEB_THREADS", 32, minimum=2, maximum=512)
# A client that sends nothing for this long frees its thread (see conf/wsgi.py).
VOICE_READ_TIMEOUT_S = env.number("VOICE_READ_TIMEOUT_S", 20, minimum=1, maximum=600)


def _secret_key_from_file(path: Path) -> str:
    """Return the generated key, writing it at first start. Hard-linked into place: never partial, never twice."""
    if not path.exists():
        partial = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as stream:
            stream.write(secrets.token_urlsafe(48))
            stream.flush()
            os.fsync(stream.fileno())
        try:
            os.link(partial, path)
        except FileExistsError:  # another process was first, and its key counts
            pass
        finally:
            partial.unlink()
    key = path.read_text().strip()
    if len(key) < 32:
        raise EnvironmentFault("SECRET_KEY", "", f"a value, or a whole key in {path}; remove that file to renew it")
    return key


SECRET_KEY = env.secret("SECRET_KEY", min_characters=32) or _secret_key_from_file(VAR_ROOT / "secret_key")

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = VOICE_HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = VOICE_HTTPS
SECURE_HSTS_SECONDS = env.whole("VOICE_HSTS_S", 30 * 24 * 3600, minimum=0, maximum=2**31) if VOICE_HTTPS else 0
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # HSTS for subdomains: Koebo does not know who else lives under its domain
    "security.W021",  # HSTS preload: likewise
]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "media-src": [SELF, "blob:"],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- Django -----------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "voiceapp.apps.VoiceappConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "django_rq",
    "rest_framework",
    "drf_spectacular",
]
MIDDLEWARE = [
    "voiceapp.conf.health.HealthMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # Every view needs a signed-in user unless it says @login_not_required. Before the CSRF check, because that one
    # reads the whole body of a form, and strangers must not be able to fill the storage.
    "voiceapp.middleware.SignInMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "voiceapp.middleware.NullCharacterMiddleware",
    "voiceapp.middleware.BrokenUploadMiddleware",
    "voiceapp.middleware.RefusalMiddleware",
]
ROOT_URLCONF = "voiceapp.conf.urls"
WSGI_APPLICATION = "voiceapp.conf.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "login"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# --- Languages and time -----------------------------------------------------------------------------------------

# The language of a reader who asks for none that we have: Accept-Language decides, the language switch's cookie
# overrules it.
LANGUAGE_CODE = "en"
# Each in its own words: the switch must be readable to somebody who is lost in the other one.
LANGUAGES = [("ja", "日本語"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "voiceapp" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.time_zone("TIME_ZONE", "Asia/Tokyo")

# --- Static files and uploads -----------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = VAR_ROOT / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": VOICE_MEDIA_ROOT}},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG

FILE_UPLOAD_HANDLERS = ["voiceapp.uploads.StorageUploadHandler"]
VOICE_UPLOAD_MAX_BYTES = env.whole("VOICE_UPLOAD_MAX_BYTES", 4 * GIB, minimum=MIB, maximum=1024 * GIB)
# Bodies other than file parts are read into memory; 2,000 transcript lines fit.
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * MIB
# One request may carry a whole style's clips.
DATA_UPLOAD_MAX_NUMBER_FILES = 2000

# --- Database ---------------------------------------------------------------------------------------------------

SQLITE_OPTIONS = {
    # Writers of all processes queue up at BEGIN instead of failing with "database is locked" in mid-transaction.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA mmap_size=134217728;",
}
DATABASES = {
    "default": dj_database_url.parse(
        env.url("DATABASE_URL", schemes=("postgres", "postgresql", "sqlite"))
        or f"sqlite:///{quote(str(VAR_ROOT / 'db.sqlite3'))}"  # a folder may be called "50% done" or "声#1"
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = SQLITE_OPTIONS
    # A file, because the tests' workers are processes of their own and cannot see a database in memory.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_ROOT / "test.sqlite3")}
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 60
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

# --- Queue ------------------------------------------------------------------------------------------------------

QUEUE_IS_BUNDLED = not env.text("REDIS_URL")
QUEUE_SOCKET = valkey.socket_path(VAR_ROOT)
REDIS_URL = env.url("REDIS_URL", schemes=("redis", "rediss", "unix")) or valkey.socket_url(QUEUE_SOCKET)
RQ_QUEUES = {
    "training": {
        "URL": REDIS_URL,
        # Jobs carry ids. With RQ's default, pickle, write access to the queue would be the right to run code.
        "SERIALIZER": "rq.serializers.JSONSerializer",
        "DEFAULT_TIMEOUT": 24 * 3600,
    },
    "phonemes": {
        "URL": REDIS_URL,
        "SERIALIZER": "rq.serializers.JSONSerializer",
        "DEFAULT_TIMEOUT": 6 * 3600,
    },
}
# django-rq's pages let any staff user, even one without a single permission, delete jobs. Rows are the truth here,
# and the admin shows those; the pages stay unmounted.
RQ_SHOW_ADMIN_LINK = False

# --- The line ---------------------------------------------------------------------------------------------------

VOICE_WORKER_ENABLED = env.flag("VOICE_WORKER_ENABLED", False)
# Reads the phonemes of clips anew after a change of the dictionary; needs neither torch nor a GPU.
VOICE_PHONEME_WORKER_ENABLED = env.flag("VOICE_PHONEME_WORKER_ENABLED", False)
# A worker process is replaced, between jobs, after so many trainings: device state decays over sessions.
VOICE_WORKER_MAX_SESSIONS = env.whole("VOICE_WORKER_MAX_SESSIONS", 10, minimum=1, maximum=10_000)
# A run whose worker has been silent for longer is lost.
VOICE_HEARTBEAT_LIMIT_S = env.number("VOICE_HEARTBEAT_LIMIT_S", 20, minimum=5, maximum=3600)
VOICE_RUN_MAX_ATTEMPTS = env.whole("VOICE_RUN_MAX_ATTEMPTS", 2, minimum=1, maximum=20)
# How long a cancelled training may take to write its checkpoint before it is killed.
VOICE_CANCEL_GRACE_S = env.number("VOICE_CANCEL_GRACE_S", 30, minimum=1, maximum=3600)
VOICE_REFERENCE_MAX_S = env.number("VOICE_REFERENCE_MAX_S", 55, minimum=1, maximum=3600)
# A week, as the trainer has it (trainer.spec).
VOICE_TRAINING_MINUTES_DEFAULT = env.number("VOICE_TRAINING_MINUTES_DEFAULT", 10, minimum=0.1, maximum=10_080)
VOICE_TRAINING_MINUTES_MAX = env.number("VOICE_TRAINING_MINUTES_MAX", 2880, minimum=0.1, maximum=10_080)
# Below this a style cannot be queued: too few clips to learn from and to hold out. The trainer refuses less than eight.
VOICE_CLIPS_MIN = env.whole("VOICE_CLIPS_MIN", 10, minimum=8, maximum=100_000)
# Share of held-out clips whose own recording must be the nearest to what the model says in their place. A babbling
# model scores about one in their number, a good one near 1; below the limit a model never becomes current.
VOICE_CONTENT_CHECK_MIN = env.number("VOICE_CONTENT_CHECK_MIN", 0.9, minimum=0, maximum=1)
VOICE_SPEECH_MAX_CHARACTERS = env.whole("VOICE_SPEECH_MAX_CHARACTERS", 400, minimum=10, maximum=2000)
# A trainer that says nothing for so long is stopped.
VOICE_TRAINER_SILENCE_S = env.number("VOICE_TRAINER_SILENCE_S", 900, minimum=10, maximum=86_400)
# 0: as many as the machine has.
VOICE_TRAINER_THREADS = env.whole("VOICE_TRAINER_THREADS", 0, minimum=0, maximum=1024)

# --- REST -------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    # Tokens only: a browser's session must not be usable by another page against the API.
    "DEFAULT_AUTHENTICATION_CLASSES": ["voiceapp.api.authentication.ApiTokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [
        "rest_framework.parsers.JSONParser",
        "rest_framework.parsers.MultiPartParser",
        "rest_framework.parsers.FormParser",
    ],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "voiceapp.api.problems.problem_handler",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Koebo",
    "DESCRIPTION": "Register recordings, queue trainings, read measured voice models.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    # Serializers of changes say themselves what may be left out.
    "COMPONENT_SPLIT_PATCH": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "voiceapp.api.schema.problems_add",
    ],
}

# --- Logging ----------------------------------------------------------------------------------------------------

LOGGING = logging_config(env.choice("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR")))
