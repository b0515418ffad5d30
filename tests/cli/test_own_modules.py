"""The command finds its own modules as Python does, and reads no bytecode that does not hold."""

from __future__ import annotations

import os
import py_compile
from importlib import import_module
from importlib.machinery import PathFinder, SourceFileLoader
from importlib.util import cache_from_source
from pathlib import Path

import pytest

import ruleslang
import ruleslang.cli
from ruleslang.cli.own_modules import OwnModules

NAMES = ("ruleslang.cli", "ruleslang.cli.main", "ruleslang.lower.diagnostics", "ruleslang.api.game")


@pytest.mark.parametrize("name", NAMES)
def test_modules_are_where_python_finds_them(name: str) -> None:
    above = import_module(name.rpartition(".")[0])

    found = OwnModules().find_spec(name, above.__path__)
    by_python = PathFinder.find_spec(name, above.__path__)

    assert found is not None and by_python is not None
    assert found.origin == by_python.origin
    assert found.cached == by_python.cached
    assert found.submodule_search_locations == by_python.submodule_search_locations
    assert found.has_location


@pytest.mark.parametrize("name", ["json.decoder", "ruleslang", "ruleslang.cli.no_such_module"])
def test_what_is_not_its_own_is_left_to_python(name: str) -> None:
    assert OwnModules().find_spec(name, ruleslang.cli.__path__ if "." in name else None) is None


def value_now(folder: Path) -> object:
    """What a module of the folder says when it is loaded."""
    spec = OwnModules().find_spec("ruleslang.one", [str(folder)])
    assert spec is not None and isinstance(spec.loader, SourceFileLoader)
    names: dict[str, object] = {}
    code = spec.loader.get_code("ruleslang.one")
    assert code is not None
    exec(code, names)
    return names["value"]


def test_bytecode_of_another_source_is_not_read(tmp_path: Path) -> None:
    """The source counts, whether it has changed in its time or in its size, or has no bytecode."""
    source = tmp_path / "one.py"
    source.write_text("value = 1\n")
    py_compile.compile(str(source))
    kept = Path(cache_from_source(str(source)))
    known = source.stat()

    assert value_now(tmp_path) == 1

    source.write_text("value = 2\n")
    os.utime(source, (known.st_atime, known.st_mtime + 10))
    assert value_now(tmp_path) == 2

    source.write_text("value = 333\n")
    os.utime(source, (known.st_atime, known.st_mtime + 10))
    assert value_now(tmp_path) == 333

    kept.write_bytes(b"nothing")
    assert value_now(tmp_path) == 333

    kept.unlink()
    assert value_now(tmp_path) == 333


def test_bytecode_that_holds_is_read(tmp_path: Path) -> None:
    """The source is not compiled again: its bytecode says another value here."""
    source, other = tmp_path / "one.py", tmp_path / "two.py"
    source.write_text("value = 1\n")
    other.write_text("value = 7\n")
    os.utime(other, (source.stat().st_atime, source.stat().st_mtime))
    os.utime(source, (source.stat().st_atime, source.stat().st_mtime))
    py_compile.compile(str(other), cfile=cache_from_source(str(source)))

    assert value_now(tmp_path) == 7
