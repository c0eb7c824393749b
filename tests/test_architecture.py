"""The house as drawn in docs/architecture.md, checked by reading the imports: arrows point left
only.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator

import pytest

from king.rulesets import RULESETS
from tests.rooms import ROOMS
from tests.sources import ROOT, SOURCES, imports, trees

NAMES_OF_DRAWERS = {"utils", "util", "common", "helpers", "helper", "selectors", "signals", "misc"}
LONGEST_FUNCTION = 60
LONGER = {
    "_fields",
    "_rows_and_sheets",
}
"""Functions that may be longer: tables of fields, and views that read from top to bottom."""

FLOORS = {
    "king": [
        "words reading exact",
        "cards dealing",
        "movements",
        "standing",
        "rulesets",
        "boards",
        "sheet",
        "play",
        "robots",
        "notation",
        "match library",
        "simultaneous",
        "commands",
        "__main__",
    ],
    "wording": [
        "naming earlier_sentences",
        "sentences rests",
        "rules results",
        "columns",
        "errata",
        "log_lines regulation ruling_words",
        "play_rules",
    ],
    "ground": [
        "monotonic_clock program system names guards roles languages folder copies trouble secrets "
        "personal_data periodic_jobs due unused_libraries task_queue watcher",
        "addresses isolation clubs",
    ],
    "deals": [
        "models",
        "services",
        "transfer",
    ],
    "tournaments": [
        "circuits name_similarity house_rules",
        "models",
        "log namesakes player_columns editions head_count seat_planning list_reading "
        "circuits.meeting_history",
        "wind_draw",
        "entries",
        "roster board_steps seat_changes substitutes entry_members odd_numbers",
        "apps pasted_lists round_seating",
        "services",
    ],
    "scoring": [
        "models",
        "standings_cache",
        "log_check calls scored_sheets",
        "rows duplicate_paper decisions.redeals standing latecomers",
        "publishing",
        "player_evening robot_means",
        "sheet_steps round_steps decisions.protests apps",
        "decisions wrong_winds",
        "night_file",
        "night_import night_form",
    ],
    "printing": [
        "models",
        "paper database_storage",
        "names",
        "lists document_context letters mailing pictures link_pictures spreadsheets",
        "standing_columns",
        "documents",
        "document_list",
        "tasks",
        "services",
        "paper_status apps",
    ],
    "night": [
        "facts lookups visibility backup",
        "evenings next_steps",
    ],
    "frame": [
        "command outline parts public print_rights standing_page",
        "page publication_cache",
        "setting_fields person_entry ruling_lines link_preview calendar_file home_screen",
        "page_cache safety_copies sheet_rights",
    ],
    "seasons": [
        "apps models",
        "season season_revision archive_rows",
        "qualifying archive paper lookups",
        "archive_import",
        "pages.public",
        "pages",
        "urls management",
    ],
    "people": [
        "apps models plackett_luce",
        "lists members merging evenings",
        "grades erasure",
        "paper",
        "pages.public",
        "pages",
        "urls management",
    ],
    "screens": [
        "models",
        "clock reveals",
        "hall",
        "pages.reveal",
        "pages",
        "urls",
    ],
    "simultaneous": [
        "contacts models event_result",
        "event_file",
        "hall ranking sealed_events",
        "centre client people",
        "apps tasks lines letters drafts",
        "public_results workbook",
        "papers",
        "pages",
        "api",
        "urls",
    ],
    "king_tournament": [
        "field_sentences",
        "formats models celery wsgi templatetags demo_hands sheet",
        "demo",
        "apps middleware attempts webhooks",
        "installation",
        "settings",
        "replay",
        "live",
        "rulebook api api.body_sentences",
        "captain",
        "api.steps api.steps.bodies api.steps.answers",
        "api.steps.evening",
        "api.steps.play api.steps.season",
        "api.steps.table api.steps.club api.steps.people",
        "api.steps.reading",
        "desk api.urls api.token_steps accounts",
        "urls management",
    ],
}
"""Modules of each package, left to right. Those on one floor may import one another. A folder's module may have its own
floor."""


@pytest.mark.parametrize("package", ROOMS)
def test_a_package_imports_only_what_stands_to_its_left(package: str) -> None:
    allowed = set(ROOMS[: ROOMS.index(package) + 1])
    wrong = [
        f"{name}:{line} imports {imported}"
        for name in SOURCES
        if name.split(".")[0] == package
        for line, imported in imports(name)
        if imported.split(".")[0] in {*ROOMS, "tests"} - allowed
    ]
    assert wrong == []


def test_the_game_uses_the_standard_library_alone() -> None:
    wrong = [
        f"{name}:{line} imports {imported}"
        for name in SOURCES
        if name.split(".")[0] == "king"
        for line, imported in imports(name)
        if imported.split(".")[0] not in {"king", *sys.stdlib_module_names}
    ]
    assert wrong == []


QUERIES = """
    objects _base_manager _default_manager filter exclude get_or_create select_related prefetch_related annotate
    aggregate exists values_list in_bulk
"""


def test_the_frame_asks_the_database_nothing() -> None:
    """Pages find their rows through ``night`` or a service, so that programs find the same ones."""
    queries = set(QUERIES.split())
    wrong = [
        f"{name}:{node.lineno} {word}"
        for name, tree in trees().items()
        if name.split(".")[0] == "frame"
        for node in ast.walk(tree)
        if (isinstance(node, ast.Attribute) and (word := node.attr) in queries)
        or (isinstance(node, ast.Name) and (word := node.id).endswith("_or_404"))
    ]
    wrong += [
        f"{name}:{line} imports {imported}"
        for name in SOURCES
        if name.split(".")[0] == "frame"
        for line, imported in imports(name)
        if imported.startswith("django.db.models")
    ]
    assert wrong == []


def test_programs_need_nothing_of_the_desk_nor_of_any_page() -> None:
    wrong = [
        f"{name}:{line} imports {imported}"
        for name in SOURCES
        if name.startswith("king_tournament.api")
        for line, imported in imports(name)
        if imported.startswith("king_tournament.desk") or "pages" in imported.split(".")
    ]
    assert wrong == []


def test_words_are_made_without_the_database() -> None:
    wrong = [
        f"{name}:{line} imports {imported}"
        for name in SOURCES
        if name.split(".")[0] == "wording"
        for line, imported in imports(name)
        if imported.startswith(("django.db", "django.apps", "django.conf", "django.utils.html"))
    ]
    assert wrong == []


def test_the_game_knows_no_clock_and_no_chance_of_its_own() -> None:
    # A verb of the command line may get a seed from the system, and passes it on as an argument. The
    # robots' verb measures how fast they play, which does not affect their cards.
    allowed = {
        ("king.commands.boards", "secrets"),
        ("king.commands.sheets", "secrets"),
        ("king.commands.robots", "time"),
    }
    wrong = [
        f"{name}:{line} imports {imported}"
        for name in SOURCES
        if name.split(".")[0] == "king"
        for line, imported in imports(name)
        if imported.split(".")[0] in {"time", "datetime", "random", "secrets", "uuid", "tempfile"}
        and (name, imported) not in allowed
    ]
    assert wrong == []


def test_the_game_counts_exactly() -> None:
    wrong = [
        f"{name}:{node.lineno}"
        for name, tree in trees().items()
        if name.split(".")[0] == "king"
        for node in ast.walk(tree)
        if (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "float"
        )
    ]
    assert wrong == []


def test_no_module_is_a_drawer() -> None:
    assert [name for name in SOURCES if NAMES_OF_DRAWERS & set(name.split("."))] == []


def test_a_folder_shows_at_most_twenty_modules() -> None:
    folders = Counter(path.parent for path in SOURCES.values() if path.name != "__init__.py")
    assert [folder for folder, modules in folders.items() if modules > 20] == []


NAMED_BY_DJANGO = (
    "__main__ apps celery formats management models settings tasks templatetags urls views wsgi"
)
FOLDERS_OF_DJANGO = {"management", "formats", "templatetags"}


def test_a_folder_says_what_is_where() -> None:
    unsaid = [
        name
        for name in SOURCES
        for folder, _dot, module in [name.rpartition(".")]
        if folder
        and module not in {*NAMED_BY_DJANGO.split(), *RULESETS}
        and not FOLDERS_OF_DJANGO & set(folder.split("."))
        and f"``{module}``" not in (ast.get_docstring(trees()[folder]) or "")
    ]
    assert unsaid == [], "name each, with what it does, in the docstring of its folder's __init__"


def test_no_module_imports_itself_by_a_detour() -> None:
    graph = {
        name: {
            imported
            for _line, imported in imports(name)
            if imported in SOURCES and imported != name
        }
        for name in SOURCES
    }
    assert list(cycles(graph)) == []


def cycles(graph: dict[str, set[str]]) -> Iterator[str]:
    """Yield each module that imports itself through others. Imports of a package by its own modules
    do not count.
    """
    for start in graph:
        seen, ahead = (
            set(),
            [module for module in graph[start] if not start.startswith(f"{module}.")],
        )
        while ahead:
            module = ahead.pop()
            if module == start:
                yield start
                break
            if module not in seen:
                seen.add(module)
                ahead.extend(other for other in graph[module] if not module.startswith(f"{other}."))


def test_no_test_file_imports_another() -> None:
    """Tests share helper modules: page objects, evenings, second implementations."""
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
        if re.match(r"tests\..*\btest_", f"{getattr(node, 'module', '')}.{alias.name}".lstrip("."))
    ]
    assert wrong == []


def test_no_function_is_longer_than_a_page() -> None:
    wrong = [
        f"{name}:{node.lineno} {node.name}: {node.end_lineno - node.lineno + 1} lines"
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name not in LONGER
        and node.end_lineno is not None
        and node.end_lineno - node.lineno + 1 > LONGEST_FUNCTION
    ]
    assert wrong == []


@pytest.mark.parametrize("app", ["deals", "tournaments", "scoring", "printing"])
def test_the_first_line_of_an_app_says_what_it_stores_and_which_module_of_the_game_knows_it(
    app: str,
) -> None:
    first = (ast.get_docstring(trees()[app]) or "").splitlines()[0]
    assert first.startswith("Stores ")
    assert "king" in first


NOT_ON_EVERY_SYSTEM = """
    fcntl resource pwd grp termios tty pty syslog posix crypt readline curses msvcrt winreg winsound
    os.fork os.forkpty os.wait os.wait3 os.wait4 os.waitid os.waitpid os.WNOHANG os.WIFEXITED os.WIFSIGNALED
    os.WEXITSTATUS os.WTERMSIG os.getuid os.geteuid os.getgid os.getegid os.getgroups os.getpgid os.getpgrp os.setsid
    os.setpgid os.setuid os.setgid os.killpg os.kill os.chmod os.fchmod os.lchmod os.chown os.fchown os.lchown os.chroot
    os.umask os.link os.mkfifo os.mknod os.statvfs os.fstatvfs os.getloadavg os.nice os.sched_getaffinity os.sysconf
    os.uname os.ttyname os.pread os.pwrite os.sendfile os.sync os.fdatasync os.lockf os.O_DIRECTORY os.O_NOFOLLOW
    os.O_CLOEXEC os.O_NONBLOCK os.O_SYNC os.O_DSYNC os.startfile
    signal.SIGKILL signal.SIGHUP signal.SIGUSR1 signal.SIGUSR2 signal.SIGALRM signal.SIGCHLD signal.SIGQUIT
    signal.SIGPIPE signal.SIGBREAK signal.alarm signal.setitimer signal.pause signal.pthread_kill signal.sigwait
    socket.AF_UNIX socket.SO_REUSEADDR socket.SO_REUSEPORT socket.SO_EXCLUSIVEADDRUSE socket.fromshare
    select.poll select.epoll select.kqueue time.tzset time.clock_gettime subprocess.CREATE_NEW_PROCESS_GROUP
"""
"""Modules and names that Windows lacks, that only Windows has, or that mean something else there."""
METHODS_OF_ONE_SYSTEM = {"chmod", "lchmod", "hardlink_to", "symlink_to"}
OPTIONS_OF_ONE_SYSTEM = {
    "preexec_fn",
    "start_new_session",
    "process_group",
    "pass_fds",
    "creationflags",
    "startupinfo",
}
OF_EVERY_SYSTEM = "ground.system"
OF_LINUX_ALONE = "ground.watcher"
"""Program of a process of its own, started by forks alone. It cannot afford what the other module loads."""


def of_one_system_alone(tree: ast.AST) -> Iterator[str]:
    """Yield names in a module that not every operating system has, each with its line."""
    banned = set(NOT_ON_EVERY_SYSTEM.split())
    for node in ast.walk(tree):
        names: set[str] = set()
        if isinstance(node, ast.Import):
            names = {alias.name for alias in node.names} & banned
        elif isinstance(node, ast.ImportFrom):
            names = {
                node.module or "",
                *(f"{node.module}.{alias.name}" for alias in node.names),
            } & banned
        elif isinstance(node, ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            names = {f"{owner}.{node.attr}"} & banned | {node.attr} & METHODS_OF_ONE_SYSTEM
        elif isinstance(node, ast.keyword):
            names = {str(node.arg)} & OPTIONS_OF_ONE_SYSTEM
        elif isinstance(node, ast.Constant) and str(node.value).startswith(
            ("/dev/", "/proc/", "/tmp", "/etc/")
        ):
            names = {str(node.value)}
        yield from (f"{name}, line {getattr(node, 'lineno', '?')}" for name in names)


def test_what_one_system_alone_has_is_asked_for_in_one_module() -> None:
    every = trees() | {
        name: ast.parse((ROOT / name).read_text(encoding="utf-8"))
        for name in ("start.py", "manage.py")
    }
    found = {name: list(of_one_system_alone(tree)) for name, tree in every.items()}
    own = found.pop(OF_EVERY_SYSTEM, []) + found.pop(OF_LINUX_ALONE, [])
    assert {name: lines for name, lines in found.items() if lines} == {}
    assert own


def test_what_the_settings_ask_for_needs_the_standard_library_alone() -> None:
    """Django is not set up when the settings are read. ``king`` is checked above."""
    modules = {module for _line, module in imports("king_tournament.settings")}
    own = {module for module in modules & SOURCES.keys() if SOURCES[module].name != "__init__.py"}
    assert OF_EVERY_SYSTEM in own
    wrong = [
        f"{name}:{line} imports {imported}"
        for name in own
        for line, imported in imports(name)
        if imported.split(".")[0] not in sys.stdlib_module_names
        and imported not in {*own, "ground"}
    ]
    assert wrong == []


def test_start_can_be_read_by_a_python_that_is_too_old_to_run_it() -> None:
    tree = ast.parse((ROOT / "start.py").read_text(encoding="utf-8"), feature_version=(3, 4))
    newer = (
        ast.JoinedStr,
        ast.AnnAssign,
        ast.NamedExpr,
        ast.Match,
        ast.AsyncFunctionDef,
        ast.Nonlocal,
    )
    assert [node for node in ast.walk(tree) if isinstance(node, newer)] == []
    arguments = [
        arg
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        for arg in node.args.args
    ]
    assert not any(arg.annotation for arg in arguments)
    assert not any(node.returns for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("package", FLOORS)
def test_inside_a_package_too_arrows_point_left_only(package: str) -> None:
    floor = {child: number for number, row in enumerate(FLOORS[package]) for child in row.split()}
    inside = [name for name in SOURCES if name.startswith(f"{package}.")]
    assert {name.split(".")[1] for name in inside} == {place.split(".")[0] for place in floor}

    def floor_of(name: str) -> int:
        child, _dot, _more = name.removeprefix(f"{package}.").partition(".")
        return floor.get(name.removeprefix(f"{package}."), floor[child])

    wrong = [
        f"{name}:{line} imports {imported}"
        for name in inside
        for line, imported in imports(name)
        if imported in inside and floor_of(imported) > floor_of(name)
    ]
    assert wrong == []


def test_no_sentence_of_a_docstring_or_of_a_script_opens_with_who_or_what() -> None:
    """The subject stands first: "Means of a board over its tables", not "What the tables made of a
    board".
    """
    opening = re.compile(r"(?:^|[.:?!]\s+)(?:Who|What|Whom|Whose)(?:ever)?\b")
    documented = (ast.FunctionDef, ast.ClassDef, ast.Module)
    found = [
        f"{name}: {text.splitlines()[0]}"
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, documented)
        and (text := ast.get_docstring(node))
        and opening.search(text)
    ]
    found += [
        f"{path.relative_to(ROOT)}: {comment}"
        for folder in ("static/king", "templates")
        for path in sorted((ROOT / folder).rglob("*.[jc]s*"))
        for comment in re.findall(
            r"/[/*] (.*)", re.sub(r"\n\s*// ", " ", path.read_text(encoding="utf-8"))
        )
        if opening.search(comment)
    ]
    assert found == []
