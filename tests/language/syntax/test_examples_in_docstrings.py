"""The examples in docstrings of the ground floor and of this room are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import ruleslang.language.syntax
import ruleslang.source

MODULES = [
    found.name
    for room in (ruleslang.source, ruleslang.language.syntax)
    for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
