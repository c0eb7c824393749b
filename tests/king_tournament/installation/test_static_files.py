"""Static files are named by content and compressed if they differ from the existing ones; otherwise
they stay untouched.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from king_tournament.installation.preparing import make_own_static_files
from king_tournament.installation.static_files import NOTE, make_static_files


@pytest.fixture
def source(tmp_path: Path, settings):
    """Folder with the site's only static files; ``STATIC_ROOT`` is beside it."""
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "page.css").write_text("body { color: red }" * 20)
    backend = {"BACKEND": "king_tournament.installation.static_files.NamedByContent"}
    # Only through this fixture: values set in another way would be undone when a test sets more by it.
    settings.STATICFILES_DIRS = [folder]
    settings.STATIC_ROOT = tmp_path / "made"
    settings.STORAGES = settings.STORAGES | {"staticfiles": backend}
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    make_static_files()
    return folder


def file_times(source: Path) -> dict[str, int]:
    """Modification time of each generated file, in nanoseconds by name."""
    folder = source.parent / "made"
    return {path.name: path.stat().st_mtime_ns for path in folder.iterdir() if path.name != NOTE}


def test_a_second_start_makes_nothing_and_each_change_is_made(source: Path) -> None:
    before = file_times(source)
    assert len(before) == 5  # the file under both names, each compressed too, and the list of names
    make_static_files()
    assert file_times(source) == before
    (source / "page.css").write_text("body { color: blue }" * 20)
    make_static_files()
    assert len(file_times(source)) == 7


@pytest.mark.parametrize("harm", [Path.unlink, lambda path: path.write_bytes(b"")])
def test_what_a_power_cut_took_or_left_empty_is_made_anew(source: Path, harm) -> None:
    [named] = (source.parent / "made").glob("page.*.css")
    content = named.read_bytes()
    harm(named)
    make_static_files()
    assert named.read_bytes() == content


def test_those_that_clubs_share_are_read_by_every_account_and_made_by_whoever_may_write(
    source: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = source.parent / "made"
    settings.STATIC_ROOT, settings.DATA_DIR = shared, source.parent / "data"
    (source / "page.css").write_text("body { color: blue }" * 20)
    # Simulated, because root may write everywhere.
    with monkeypatch.context() as unwritable:
        unwritable.setattr(os, "access", lambda _path, _mode: False)
        with pytest.raises(CommandError) as error:
            make_own_static_files()
        assert str(shared) in str(error.value)
    make_own_static_files()
    assert [path for path in shared.iterdir() if path.stat().st_mode & 0o044 != 0o044] == []
    with monkeypatch.context() as unwritable:
        unwritable.setattr(os, "access", lambda _path, _mode: False)
        make_own_static_files()


def test_those_of_one_installation_stay_its_own(source: Path, settings: Any) -> None:
    settings.STATIC_ROOT, settings.DATA_DIR = source.parent / "made", source.parent
    (source.parent / "made").chmod(0o700)
    (source / "page.css").write_text("body { color: blue }" * 20)
    make_own_static_files()
    assert len(file_times(source)) == 7
    assert (source.parent / "made").stat().st_mode & 0o077 == 0


def test_a_script_of_the_house_carries_what_it_imports_and_has_its_name_of_all_of_it(
    source: Path,
) -> None:
    (source / "king" / "parts").mkdir(parents=True)
    (source / "king" / "page.js").write_text('import { a } from "./parts/a.js";\nconsole.log(a);\n')
    part = source / "king" / "parts" / "a.js"
    part.write_text("export const a = 1;\n")
    make_static_files()
    [first] = (source.parent / "made" / "king").glob("page.*.js")
    assert "const a = 1;" in first.read_text()
    part.write_text("export const a = 2;\n")
    make_static_files()
    named = set((source.parent / "made" / "king").glob("page.*.js"))
    assert len(named) == 2
    [second] = named - {first}
    assert "const a = 2;" in second.read_text()
