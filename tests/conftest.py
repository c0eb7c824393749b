"""Setup of all tests. In CI a missing program is never skipped over."""

from __future__ import annotations

import gc
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django
import pytest
from django.apps import apps
from django.conf import settings as django_settings
from django.contrib.auth.models import User
from django.core.cache import caches
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection
from django.test import Client, TransactionTestCase
from django.test.utils import instrumented_test_render
from django.utils import translation
from hypothesis import HealthCheck, settings

from ground import guards
from scoring import standings_cache
from tests.accounts import stranger
from tests.counted import Watch
from tests.services import no_skip
from tests.shares import longest_first
from tests.slow import function_of, listed
from tournaments.log import counts
from wording.naming import play_with_cards_of

# What is imported and collected stays until the end: scanning it for garbage again and again would
# be a fifth of the collection's time.
gc.disable()

# No deadlines: a busy machine is not a fault. Under KING_NO_SKIP the examples are the same every
# time; developers, who can act on a new failure, get new ones.
settings.register_profile(
    "patient",
    parent=settings.get_profile(settings.get_current_profile_name()),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=no_skip(),
    **({"database": None} if no_skip() else {}),
)
settings.load_profile("patient")


@pytest.fixture(scope="session")
def migrated(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Path of a SQLite database with all current migrations applied. The first run that needs it
    makes it; a run without pytest's cache makes its own.
    """
    root = request.config.rootpath
    made_by = hashlib.sha256((root / "requirements.lock").read_bytes())
    for file in sorted(root.glob("*/migrations/*.py")):
        made_by.update(file.read_bytes())
    cache = getattr(request.config, "cache", None)
    folder = tmp_path_factory.mktemp("migrated") if cache is None else cache.mkdir("migrated")
    return folder / f"{made_by.hexdigest()[:20]}.sqlite3"


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None, migrated: Path) -> bool:
    """Copy the tests' database from a migrated one if there is one, because all migrations take as
    long as fifty tests. Return whether it was copied.
    """
    if connection.vendor != "sqlite" or not migrated.exists():
        return False
    shutil.copy(migrated, connection.settings_dict["TEST"]["NAME"])
    return True


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_keepdb: bool, django_db_blocker: Any, migrated: Path
) -> None:
    """Keep the first run's database, while it is still empty, for later runs."""
    if connection.vendor == "sqlite" and not django_db_keepdb:
        whole = migrated.with_name(f"{os.getpid()}")
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            if not connection.introspection.table_names(cursor):
                # No test of this run uses the database, so pytest-django made no tables.
                call_command("migrate", verbosity=0)
            cursor.execute("VACUUM INTO %s", [str(whole)])
        for older in migrated.parent.glob("*.sqlite3"):
            older.unlink(missing_ok=True)
        whole.replace(migrated)


@pytest.fixture(scope="session")
def installation(
    django_db_setup: None, migrated: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Data folder with migrated tables and static files, as a first start leaves it, so that
    programs start without that work. Copy it, or only read it.
    """
    folder = tmp_path_factory.mktemp("installation")
    shutil.copy(migrated, folder / "king.sqlite3")
    environment = {
        **os.environ,
        "KING_DATA_DIR": str(folder),
        "DJANGO_SETTINGS_MODULE": "king_tournament.settings",
    }
    code = (
        "import django; django.setup()\n"
        "from king_tournament.installation.static_files import make_static_files as make; make()"
    )
    subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[1],
        env=environment,
        check=True,
        timeout=300,
    )
    return folder


def empty_every_table(case: TransactionTestCase) -> None:
    """Empty the database after a test that really committed, including rows that guards protect
    from deletion.

    Rows that migrations write stay, because writing them again took half a second per test. On
    SQLite keys restart, because ``kept`` recognizes an evening by its rows.
    """
    tables = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    emptied = sorted(tables - {"django_content_type", "auth_permission"})
    with guards.guards_off(connection):
        anew = connection.vendor == "sqlite"
        emptying = connection.ops.sql_flush(no_style(), emptied, reset_sequences=anew)
        connection.ops.execute_sql_flush(emptying)


TransactionTestCase._fixture_teardown = empty_every_table  # type: ignore[method-assign]


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Clear all caches: another test's evening may have the same key and revision."""
    standings_cache.forget()
    play_with_cards_of(None)
    for cache in caches.all(initialized_only=True):
        cache.clear()


@pytest.fixture
def english_club(settings: Any) -> None:
    """Set English as the club's language, for paper, screens and files of evenings that name none."""
    settings.KING_LANGUAGE = "en"


@pytest.fixture
def author(db: None) -> User:
    """The account that services record as their author."""
    return User.objects.create_user("direzione")


@pytest.fixture
def reader() -> Client:
    """A browser that asks for English and is not signed in."""
    return stranger()


@pytest.fixture
def in_english() -> Iterator[None]:
    """Activate English, the language of the source strings."""
    with translation.override("en"):
        yield


WRITTEN_AS_BY_PEOPLE = ("tests/captain/", "tests/desk/")


@pytest.fixture(autouse=True)
def every_change_is_counted(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that writes something a page shows without raising its revision: a page polls the
    revision alone, so the change would stay unseen. Only for tests that write as users do; others
    make parts of evenings that no page has open.
    """
    if not request.node.nodeid.startswith(WRITTEN_AS_BY_PEOPLE):
        yield
        return
    watch = Watch()
    with connection.execute_wrapper(watch):
        yield
    assert watch.uncounted == []


ask = Client.request


def ask_as_a_browser_reads(client: Client, **request: Any) -> Any:
    """Send a request; collapse white space in an HTML answer to single blanks, as a browser does,
    except in text fields and preformatted text.
    """
    answer = ask(client, **request)
    page = (
        answer.get("Content-Type", "").startswith("text/html") and "Content-Encoding" not in answer
    )
    if page and not answer.streaming:
        parts = re.split(
            rb"(<textarea.*?</textarea>|<pre.*?</pre>)", answer.content, flags=re.DOTALL
        )
        answer.content = b"".join(
            part if odd % 2 else re.sub(rb"\s+", b" ", part) for odd, part in enumerate(parts)
        )
    return answer


Client.request = ask_as_a_browser_reads  # type: ignore[method-assign]

if django.VERSION < (6, 0):
    # Before Django 6, rendering a template's partial does not report its context to the test client.
    from template_partials.templatetags.partials import TemplateProxy

    TemplateProxy._render = instrumented_test_render


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the slow tests, which ``make test`` leaves out."""
    if function_of(item) in listed():
        item.add_marker("slow")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run browsers and whole programs first: a worker that began one last would leave the others
    idle.
    """
    items[:] = longest_first(items, getattr(config, "workerinput", {}).get("workercount", 1))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Freeze the collected tests, so that the garbage collector, which runs from here on, does not
    scan thousands of lasting objects each time.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(10_000, 20, 50)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Reset state that the previous test left in the thread: the language of its last page, and
    counted changes that were rolled back.
    """
    translation.activate(django_settings.KING_LANGUAGE)
    counts.forget_all()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Fail skipped tests under KING_NO_SKIP."""
    report: Any = yield
    _refuse_to_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    """Fail files that skip themselves under KING_NO_SKIP."""
    report: Any = yield
    _refuse_to_skip(report)
    return report


def _refuse_to_skip(report: Any) -> None:
    if no_skip() and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"{reason} — and KING_NO_SKIP says that nothing may be missing here"
