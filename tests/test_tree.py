"""A module's tests are found by the module's name, where ``tests/tree.py`` looks for them."""

from __future__ import annotations

import pytest

from tests.rooms import ROOMS
from tests.sources import SOURCES
from tests.tree import files_for, misplaced, own_files


def test_a_file_named_after_a_module_stands_where_the_module_does() -> None:
    """If a module was moved or renamed, the list has the commands that move its tests."""
    assert misplaced() == []


@pytest.mark.parametrize("room", ROOMS)
def test_every_module_has_tests_or_a_folder_that_has_them(room: str) -> None:
    lost = [
        f"write tests/{own_files(module)[0]}, or import {module} in a test"
        for module, path in SOURCES.items()
        if module.partition(".")[0] == room and path.name != "__init__.py" and not files_for(module)
    ]
    assert lost == []


def test_modules_are_looked_for_by_their_names() -> None:
    assert files_for("king.sheet.sale") == ["king/sheet/test_sale.py"]
    assert files_for("king.sheet.choice") == ["king_at_length/sheet/test_choice.py"]
    assert files_for("king_tournament.desk.tables.seats") == ["desk/tables/test_seats.py"]
    assert files_for("king_tournament.desk.urls") == ["desk"]
