"""The examples in the docstrings of the game are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import king

MODULES = [
    module.name
    for module in pkgutil.walk_packages(king.__path__, "king.")
    if "__main__" not in module.name
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
