"""Step of the build that pyproject.toml cannot express: the wheel also holds the site, as files of
the package ``king_site``.
"""

import shutil
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
APPS = (
    "wording ground deals tournaments scoring printing night frame seasons people screens "
    "simultaneous king_tournament"
).split()
FILES = ("manage.py", "requirements.txt", "LICENSE")


class BuildWithSite(build_py):
    """Copy the site beside its command, with its catalogues compiled, as on the first start of a
    checkout.
    """

    def run(self) -> None:
        super().run()
        if not (ROOT / "king_site").is_dir():
            return
        site = Path(self.build_lib, "king_site", "site")
        shutil.rmtree(site, ignore_errors=True)
        compiled = shutil.ignore_patterns("__pycache__", "*.mo")
        for folder in (*APPS, "templates", "static", "locale", "docs"):
            shutil.copytree(ROOT / folder, site / folder, ignore=compiled)
        for name in FILES:
            shutil.copy(ROOT / name, site)
        sys.path.insert(0, str(site))
        sys.dont_write_bytecode = True
        from king_tournament.installation.translations import compile_catalogues

        compile_catalogues(site / "locale")
        for source in site.glob("locale/*/LC_MESSAGES/*.po"):
            source.unlink()


setup(cmdclass={"build_py": BuildWithSite})
