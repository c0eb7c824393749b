"""Every property of ``tests/king`` with many examples: the modules are loaded again under another
profile.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import pytest
from hypothesis import HealthCheck, settings

from tests.services import examples

settings.register_profile(
    "many", max_examples=examples(100), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def read_again(path: Path) -> Iterator[tuple[str, FunctionType]]:
    """Load a module of tests again; yield its Hypothesis tests with unique names."""
    name = f"{__name__}.{path.stem}"
    pytest.register_assert_rewrite(name)
    specification = importlib.util.spec_from_file_location(name, path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    for name, test in vars(module).items():
        if name.startswith("test_") and getattr(test, "is_hypothesis_test", False):
            yield f"{name}__{path.stem}", test


elsewhere = settings.get_current_profile_name()
settings.load_profile("many")
for path in sorted((Path(__file__).parent.parent / "king").rglob("test_*.py")):
    # In the long run the robots' tests play more hands by themselves.
    if path.parent.name != "robots":
        globals().update(read_again(path))
settings.load_profile(elsewhere)
