"""Settings of the tests: a temporary data folder, and tasks that run at once."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from king_tournament.installation.translations import compile_catalogues

# Django caches the catalogues it loads, and a new clone has none compiled, so compile them first.
compile_catalogues(Path(__file__).parent.parent / "locale")

_folder = tempfile.mkdtemp(prefix="king-tests-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ["KING_DATA_DIR"] = _folder
os.environ.setdefault("SECRET_KEY", "the tests need no secret")
for name in (
    "CELERY_BROKER_URL",
    "CELERY_RESULT_BACKEND",
    "KING_HOSTS",
    "KING_HTTPS",
    "KING_PROXIES",
    "KING_ADDRESS",
    "KING_MAIL_HOST",
    "TIME_ZONE",
    "DEBUG",
    "KING_LOG_KEY",
):
    os.environ.pop(name, None)
# Tests never use the installation's database. Only this variable moves them to PostgreSQL.
os.environ["DATABASE_URL"] = os.environ.get("KING_TEST_DATABASE_URL", "")

from king_tournament.settings import *  # noqa: E402, F403
from king_tournament.settings import ALLOWED_HOSTS, DATA_DIR, DATABASES, STORAGES  # noqa: E402

# Host name that the browser of the tests uses for this machine.
ALLOWED_HOSTS = [*ALLOWED_HOSTS, "king.club"]

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, as in a hall: threads would share the lock of a database in memory, unlike a real one.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
    )
else:
    # One database per run, so that two developers can share a server.
    DATABASES["default"]["TEST"] = {"NAME": f"test_king_{os.getpid()}"}
DATABASES["default"]["CONN_MAX_AGE"] = 0

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_AUTOREFRESH = True
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
# Tests read a page right after a change, so none is served from the cache for a while.
PAGES_STAY_SECONDS = 0
