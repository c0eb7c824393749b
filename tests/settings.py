"""The site's settings for the tests: a data folder of its own that disappears, and tasks done at
once.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from king_tournament.installation.translations import compile_catalogues

# Before Django reads them: it keeps what it has read, and in a new clone there would be nothing but
# English.
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
# A database of the installation is never the tests': only this variable moves them to PostgreSQL.
os.environ["DATABASE_URL"] = os.environ.get("KING_TEST_DATABASE_URL", "")

from king_tournament.settings import *  # noqa: E402, F403
from king_tournament.settings import ALLOWED_HOSTS, DATA_DIR, DATABASES, STORAGES  # noqa: E402

# The name under which the browser of the tests knows this machine.
ALLOWED_HOSTS = [*ALLOWED_HOSTS, "king.club"]

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, as in the hall: a database in memory would share its lock between threads as no real
    # one does.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
    )
else:
    # One database for each run, so that two developers on one server do not meet.
    DATABASES["default"]["TEST"] = {"NAME": f"test_king_{os.getpid()}"}
DATABASES["default"]["CONN_MAX_AGE"] = 0

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_AUTOREFRESH = True
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
# A test looks at a page as soon as it has changed.
PAGES_STAY_SECONDS = 0
