"""The page of the Python API has everything that is exported; its examples hold."""

from __future__ import annotations

import doctest
import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import ruleslang
from tests.support.every import every

SITE = Path(__file__).parents[2] / "site"


@pytest.fixture(scope="module")
def page() -> ModuleType:
    sys.path.insert(0, str(SITE))
    try:
        import api_page
    finally:
        sys.path.remove(str(SITE))
    return api_page


def test_every_class_has_a_page_and_every_function_a_section(page: ModuleType) -> None:
    pages = page.api_pages()
    names = [name for name in dir(ruleslang) if not name.startswith("_")]
    assert len(names) > 70
    for name in (*names, *page.results()):
        if inspect.isclass(getattr(ruleslang, name, page.results().get(name))):
            assert pages[f"{name}.md"].startswith(f"# {name}\n")
        elif not inspect.ismodule(getattr(ruleslang, name)):
            assert f"\n## {name}\n" in pages["functions.md"]
    assert "## Match.choose\n" in pages["Match.md"]
    assert "## LockStep.copy\n" in pages["LockStep.md"]
    assert not any("0x" in text for text in pages.values())
    listed = pages["index.md"]
    assert listed.index("`Game`") < listed.index("`Match`") < listed.index("`load`")
    assert listed.index("`Match`") < listed.index("`BadPosition`")


def documented() -> list[Any]:
    """Every public function and class, and their public members."""
    found: list[Any] = []
    for name in dir(ruleslang):
        thing = getattr(ruleslang, name)
        if not name.startswith("_") and (inspect.isclass(thing) or inspect.isfunction(thing)):
            found.append(thing)
            for member, what in vars(thing).items() if inspect.isclass(thing) else ():
                is_public = not member.startswith("_")
                if is_public and isinstance(what, property) and what.fget is not None:
                    found.append(what.fget)
                elif is_public and inspect.isfunction(what):
                    found.append(what)
    return [each for each in found if str(each.__module__).startswith("ruleslang")]


def test_every_public_function_has_a_docstring() -> None:
    silent = [each.__qualname__ for each in documented() if not inspect.getdoc(each)]
    assert silent == []


@every("thing", documented)
def test_the_examples_of_public_docstrings_hold(thing: Any) -> None:
    finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner()
    for test in finder.find(thing):
        message: list[str] = []
        assert runner.run(test, out=message.append).failed == 0, "".join(message)
