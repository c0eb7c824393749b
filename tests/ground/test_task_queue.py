"""Long tasks: a worker knows all of them, and a laptop without a broker does not load Celery."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.sources import SOURCES

ROOT = Path(__file__).parents[2]


def printed(code: str, folder: Path, **variables: str) -> str:
    names = ("PATH", "HOME", "LANG")
    environment = {name: os.environ[name] for name in names if name in os.environ}
    environment |= {"KING_DATA_DIR": str(folder), **variables}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    ).stdout


def test_a_worker_knows_each_task_that_is_declared(tmp_path: Path) -> None:
    declared = {
        name
        for path in SOURCES.values()
        for name in re.findall(r'^@task\("([^"]+)"\)$', path.read_text(), re.MULTILINE)
    }
    assert {"printing.make_print", "king_tournament.play_thirty"} <= declared
    code = (
        "import json, king_tournament.celery as site\n"
        "site.app.loader.import_default_modules()\n"
        "print(json.dumps(sorted(site.app.tasks)))"
    )
    known = set(json.loads(printed(code, tmp_path, CELERY_BROKER_URL="redis://127.0.0.1:9")))
    assert declared == {name for name in known if not name.startswith("celery.")}


LIBRARIES = ("celery", "kombu", "psycopg", "requests", "pygments", "jinja2", "numpy")


def test_the_site_of_a_laptop_loads_no_library_that_it_does_not_use(tmp_path: Path) -> None:
    code = (
        "import sys, king_tournament.installation.web as web\n"
        "web.load_site()\n"
        "import openpyxl\n"
        f"print([name for name in {LIBRARIES} if sys.modules.get(name)])"
    )
    settings = {"DJANGO_SETTINGS_MODULE": "king_tournament.settings"}
    assert printed(code, tmp_path, **settings).strip() == "[]"
