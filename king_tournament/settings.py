"""Settings of the site: one file, and the environment for what differs from one installation to
another.

Every variable is optional; docs/running.md explains them.
"""

import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
import django
from django.conf.locale import LANG_INFO
from django.utils.translation import gettext_lazy as _, to_language

from ground import folder, system
from king import __version__

BASE_DIR = Path(__file__).resolve().parent.parent


def _is_on(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() in {"1", "true", "yes", "on"}


def _read(name: str, read: Callable[[str], Any], default: str) -> Any:
    """Value of a variable. A refusal does not repeat it, because it may hold a password."""
    try:
        return read(os.environ.get(name) or default)
    except ValueError:
        raise SystemExit(
            folder.terminal_sentence(folder.BAD_VARIABLE, BASE_DIR / "locale", name=name)
        ) from None


# --- where this installation keeps its own files: database, key, print queue. Copy this folder and
# you have a backup.

# Sealed cards, slips and keys are in it: whatever a process of ours writes is for the owner of the
# installation alone.
system.keep_to_the_owner()
DATA_DIR = Path(os.environ.get("KING_DATA_DIR") or BASE_DIR / "var").expanduser().resolve()


def _own_key(name: str) -> str:
    path = DATA_DIR / name
    if path.exists():
        return path.read_text().strip()
    try:
        # O_EXCL: two processes that start together agree on the key of whichever came first. The
        # key is written under another name and linked into place, so that nobody ever reads half of
        # one.
        draft = DATA_DIR / f"{name}.{os.getpid()}"
        draft.unlink(missing_ok=True)
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
            file.flush()
            os.fsync(file.fileno())
        system.put_first(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink(missing_ok=True)
    return path.read_text().strip()


try:
    for _place in (DATA_DIR, DATA_DIR / "results"):
        _place.mkdir(parents=True, exist_ok=True)
    SECRET_KEY = os.environ.get("SECRET_KEY") or _own_key("secret_key")
    # Seals the lines of the logs; not in the database, so that who can write there cannot seal.
    # Those after the first are older ones, or another installation's, whose lines are here: they
    # check and seal nothing new.
    LOG_KEYS = (os.environ.get("KING_LOG_KEY") or _own_key("log_key")).split()
except OSError as _error:
    raise SystemExit(
        folder.terminal_sentence(
            folder.trouble_at_start(_error),
            BASE_DIR / "locale",
            place=DATA_DIR,
            reason=_error.strerror,
        )
    ) from None
LOG_PARTS = (
    "tournaments.log.parts.PARTS",
    "scoring.log_check.PARTS",
    "king_tournament.accounts.services.PARTS",
)
"""What the lines of the logs carry digests of."""
LOG_HEARD = ("king_tournament.webhooks.hear",)
"""Called with the key of an evening when its log has new lines."""
DEBUG = _is_on("DEBUG")

# --- who may be called what

# The address that phones use, as printed on QR codes ("http://192.168.1.20:8000"). Empty: the
# address at which the organizer's own browser asked for the document.
KING_ADDRESS = os.environ.get("KING_ADDRESS", "").rstrip("/")

# A club's laptop gets its address from whatever wi-fi it joins, also after the site has started. So
# every private address is answered (king_tournament.middleware.check_host decides, hence the star),
# names in ".local", and those that KING_HOSTS lists.
_HOSTS = [host.strip() for host in os.environ.get("KING_HOSTS", "").split(",") if host.strip()]
ALLOWED_HOSTS = [
    "*",
    ".local",
    ".localhost",
    *filter(None, [_read("KING_ADDRESS", lambda address: urlsplit(address).hostname, "")]),
    *_HOSTS,
]

# Plain http is the rule in a hall. Behind a proxy that speaks https, KING_HTTPS=1 keeps the cookies
# to https.
KING_HTTPS = _is_on("KING_HTTPS")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = KING_HTTPS
if KING_HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^(health|ready|metrics)$"]  # asked by this machine itself
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    # A list inside every browser is for the owner of the domain to ask for.
    SILENCED_SYSTEM_CHECKS = ["security.W021"]
    CSRF_TRUSTED_ORIGINS = [f"https://{host.replace('*.', '*.').lstrip('.')}" for host in _HOSTS]
# How many proxies stand before the site: what they add to X-Forwarded-For is believed, and nothing
# before it.
KING_PROXIES: int = _read("KING_PROXIES", int, "0")
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
# Browsers ignore it over plain http, with a complaint in the console on every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if KING_HTTPS else None
X_FRAME_OPTIONS = "DENY"

# A web server that was handed its socket ends after so many minutes without a request: whoever
# holds the socket starts it again at the next one. 0: never.
KING_IDLE_MINUTES: float = _read("KING_IDLE_MINUTES", float, "30")

# Whether the club shows the page of a player's evenings to everybody; only of those who agreed.
PLAYER_PAGES = _is_on("KING_PLAYER_PAGES")

# --- what is installed

INSTALLED_APPS = [
    "king_tournament",
    "people",
    "screens",
    "seasons",
    "simultaneous",
    "frame",
    "printing",
    "scoring",
    "tournaments",
    "deals",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "bootstrap",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

# Parts of a page, which Django has itself from 6.0 on.
PARTIALS = ["template_partials.templatetags.partials"] if django.VERSION < (6, 0) else []
if PARTIALS:
    INSTALLED_APPS.append("template_partials")

MIDDLEWARE = [
    "king_tournament.installation.monitoring.monitoring_middleware",
    "king_tournament.middleware.check_host",
    "ground.trouble.DatabaseInPlace",
    "king_tournament.middleware.page_headers",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "king_tournament.middleware.ReadersLanguage",
    "king_tournament.middleware.strip_punctuation",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "king_tournament.middleware.redirect_to_page_above",
]

ROOT_URLCONF = "king_tournament.urls"
WSGI_APPLICATION = "king_tournament.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": PARTIALS,
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "ground.roles.roles_of_reader",
                "frame.safety_copies.trouble_of_installation",
            ],
        },
    }
]

# --- the database: SQLite in the data folder; DATABASE_URL=postgres://… for PostgreSQL

_OWN_FILE = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(DATA_DIR / "king.sqlite3")}
DATABASES: dict[str, Any] = {
    "default": _read(
        "DATABASE_URL", lambda url: dj_database_url.parse(url) if url else _OWN_FILE, ""
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # A writer takes its lock when the transaction begins and waits for its turn: two phones
        # never meet "database is locked" half way. Readers are not held up by the writer (WAL).
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # FULL: what a phone is told is saved is on the disk, also when the power goes in the next
        # moment. Half a megabyte of cache for each thread: a write of another process empties it,
        # and the system keeps the file in memory once for all.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-500;",
    }
    # Each thread keeps its connection: opening one costs more than what most phones ask, and the
    # last one to close would copy the write-ahead log into the database every time.
    DATABASES["default"]["CONN_MAX_AGE"] = 60
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 60
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # The same promise, whatever the server does for others; options in DATABASE_URL come after it.
    _OPTIONS = DATABASES["default"].setdefault("OPTIONS", {})
    if os.environ.get("KING_POOLER") == "transaction":
        # Behind PgBouncer nothing is asked for at the beginning of a connection, prepared on it or
        # left open on it: the next transaction may have another. ``doctor`` asks for the promise.
        _OPTIONS["prepare_threshold"] = None
        DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = True
    else:
        _OPTIONS["options"] = f"-c synchronous_commit=on {_OPTIONS.get('options', '')}".strip()
        # A phone's question takes the server longer to plan than to answer: a connection plans it
        # once.
        _OPTIONS.setdefault("prepare_threshold", 3)
    _OPTIONS.setdefault("server_side_binding", True)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Shared by all processes of this machine; holds only what may be lost.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": DATA_DIR / "cache",
        "OPTIONS": {"MAX_ENTRIES": 2000},
    },
    # The public pages as they were made (frame.page_cache): each under its address, until
    # it changes.
    "pages": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": DATA_DIR / "cache" / "pages",
        "TIMEOUT": 60 * 60 * 24,
        "OPTIONS": {"MAX_ENTRIES": 4000},
    },
}

# How long a public page may be shown after it has changed: it is made once in that time, however
# many ask.
PAGES_STAY_SECONDS = 1

# Of several machines: CACHE_URL=redis://host/1. Sessions are kept in the database all the same, and
# read from here.
if _CACHE := os.environ.get("CACHE_URL"):
    for _name, _about in CACHES.items():
        _about |= {
            "BACKEND": "king_tournament.installation.shared_cache.SharedCache",
            "LOCATION": _CACHE,
        }
        _about |= {
            "KEY_PREFIX": _name,
            "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 1},
        }
    SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"

# --- accounts

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "front"
LOGOUT_REDIRECT_URL = "front"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "king_tournament.accounts.passwords.NameAsPasswordValidator"},
    {
        "NAME": "king_tournament.accounts.passwords.LongEnough",
        "OPTIONS": {"min_length": 8},
    },
    {"NAME": "king_tournament.accounts.passwords.CommonPasswordValidator"},
]

# --- languages and the clock

# Of the sentences themselves: where a catalogue lacks one, and for a reader whose language has none.
LANGUAGE_CODE = "en"
_OF_A_COUNTRY = {"pt": "Português (Portugal)", "pt-br": "Português (Brasil)"}
LANGUAGES = [
    (code, _OF_A_COUNTRY.get(code) or LANG_INFO[code]["name_local"].capitalize())
    for code in sorted(
        {"en", *(to_language(folder.name) for folder in (BASE_DIR / "locale").glob("*/"))}
    )
]
# Default for evenings that choose no other, and for readers whose browser names none.
KING_LANGUAGE = os.environ.get("KING_LANGUAGE") or "it"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "king_tournament.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = os.environ.get("TIME_ZONE") or "Europe/Rome"

# --- static files: ours and the libraries', compressed and named by content, served by the site
# itself

STATIC_URL = "/static/"
# Many installations of one machine share KING_STATIC_DIR: 56 MB and some seconds for each of them.
STATIC_ROOT = Path(os.environ.get("KING_STATIC_DIR") or DATA_DIR / "static")
STATICFILES_DIRS = [BASE_DIR / "static"]
# Documents: files in the folder beside SQLite; another database is that of several machines and
# keeps them itself.
_DOCUMENTS = (
    "django.core.files.storage.FileSystemStorage"
    if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
    else "printing.database_storage.DatabaseStorage"
)
STORAGES = {
    "default": {"BACKEND": _DOCUMENTS},
    "staticfiles": {"BACKEND": "king_tournament.installation.static_files.NamedByContent"},
}
MEDIA_ROOT = DATA_DIR / "documents"
FILE_UPLOAD_PERMISSIONS = 0o600

# --- long work, such as prints: in a thread of the web process, or by Celery's workers where
# CELERY_BROKER_URL names Redis or RabbitMQ

CELERY_BROKER_URL = os.environ.get("CELERY_BROKER_URL", "")
CELERY_TASK_ALWAYS_EAGER = False
# A print that takes longer than this would be given to a second worker as well.
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {
        "visibility_timeout": 3600,
        "socket_connect_timeout": 2,
        "socket_timeout": 20,
        "socket_keepalive": True,
    }
    if CELERY_BROKER_URL.startswith("redis")
    else {}
)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = os.environ.get("KING_QUEUE") or "king"
# Mails, webhooks and the standing of an event stand in no desk's way.
CELERY_TASK_ROUTES = {
    "printing.send_results": {"queue": f"{CELERY_TASK_DEFAULT_QUEUE}-later"},
    "king_tournament.play_thirty": {"queue": f"{CELERY_TASK_DEFAULT_QUEUE}-later"},
    "king_tournament.tell_news": {"queue": f"{CELERY_TASK_DEFAULT_QUEUE}-later"},
    "simultaneous.send_letters": {"queue": f"{CELERY_TASK_DEFAULT_QUEUE}-later"},
    "simultaneous.rank_event": {"queue": f"{CELERY_TASK_DEFAULT_QUEUE}-later"},
    # Never a worker's: each process gathers its own.
    "king_tournament.hand_out": {"queue": f"{CELERY_TASK_DEFAULT_QUEUE}-heard"},
}
CELERY_TASK_TIME_LIMIT = 15 * 60
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CONNECTION_TIMEOUT = 2
# A page that asks for a print must not hang on a broker that is away: one short second try, then
# the row waits.
CELERY_TASK_PUBLISH_RETRY_POLICY = {
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.2,
    "interval_max": 0.2,
}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = TIME_ZONE

# --- the mail server that sends results and invitations; without KING_MAIL_HOST nothing is sent

EMAIL_HOST = os.environ.get("KING_MAIL_HOST", "").strip()
EMAIL_HOST_USER = os.environ.get("KING_MAIL_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("KING_MAIL_PASSWORD", "")
_MAIL_TLS = os.environ.get("KING_MAIL_TLS", "").strip().lower() or "starttls"
EMAIL_USE_TLS = _MAIL_TLS == "starttls"
EMAIL_USE_SSL = _MAIL_TLS == "ssl"
EMAIL_PORT = int(
    os.environ.get("KING_MAIL_PORT") or {"starttls": 587, "ssl": 465}.get(_MAIL_TLS, 25)
)
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = os.environ.get("KING_MAIL_FROM", "").strip() or EMAIL_HOST_USER

# --- programs

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        # The first one says how to sign in: a wrong token is a 401, not a 403.
        "king_tournament.api.tokens.LimitedTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    # Closed unless a view says otherwise: what is public is said where it is made.
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["king_tournament.api.refusals.SmallJSONParser"],
    "EXCEPTION_HANDLER": "king_tournament.api.refusals.refuse",
    # For a program that has run away; a whole hall behind one address asks less. The desk is never
    # held up.
    "DEFAULT_THROTTLE_CLASSES": ["rest_framework.throttling.AnonRateThrottle"],
    "DEFAULT_THROTTLE_RATES": {"anon": "3000/min"},
    "NUM_PROXIES": KING_PROXIES,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "COERCE_DECIMAL_TO_STRING": True,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "King",
    "DESCRIPTION": _(
        "You can read here what the public pages show: seats when their seating is published, "
        "points when standings that count them are published, cards when the partita is closed. "
        "Every step of an evening is a POST, for programs that sign in with a token, under the "
        "roles of its account. Points are exact numbers as text. The code on a table's card opens "
        "that table's sheet, to read and to enter rows. A refusal is a sentence in the language "
        "of Accept-Language, a code for the program, and the place."
    ),
    "VERSION": __version__,
    "SERVE_INCLUDE_SCHEMA": False,
    "DEFAULT_GENERATOR_CLASS": "king_tournament.api.schema.Description",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "validatorUrl": None},
    # Choices stand where they are: a step's "kind" is not another's.
    "POSTPROCESSING_HOOKS": [],
}

# --- what the terminal shows: warnings and errors, and nothing that a player typed;
# LOG_FORMAT=json: each as an object, and one for each answer

LOG_FORMAT = os.environ.get("LOG_FORMAT", "").strip().lower()
# The token that opens /metrics to other machines.
KING_METRICS_TOKEN = os.environ.get("KING_METRICS_TOKEN", "")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "ground.trouble.LineFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "ground.trouble.JSONFormatter"},
    },
    "filters": {
        "in_one_sentence": {"()": "ground.trouble.OneSentenceFilter"},
        "not_busy": {"()": "ground.trouble.NotBusyFilter"},
    },
    "handlers": {
        "terminal": {
            "class": "logging.StreamHandler",
            "formatter": "json" if LOG_FORMAT == "json" else "line",
            "filters": ["in_one_sentence"],
        }
    },
    "root": {"handlers": ["terminal"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["terminal"], "level": "WARNING", "propagate": False},
        # A form to put right or a wrong address is the reader's affair; an error of ours is said
        # with its traceback.
        "django.request": {"level": "ERROR", "filters": ["not_busy"]},
        # So is a request that nobody could have meant; anybody could fill the terminal with
        # tracebacks of it.
        "django.security": {"level": "CRITICAL"},
        # A form refused for its token or its origin is one line: where KING_HOSTS lacks a name,
        # nobody can sign in.
        "django.security.csrf": {"level": "WARNING"},
        "king.requests": {"level": "INFO" if LOG_FORMAT == "json" else "WARNING"},
    },
}
