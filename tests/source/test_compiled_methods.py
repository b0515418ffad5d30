"""The code of methods that attrs writes is kept, and is that of the class."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attr._make
import pytest
from attrs import define

from ruleslang.source import compiled_methods
from ruleslang.source.compiled_methods import CompiledMethods, keep_compiled_methods


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], CompiledMethods]:
    """Begins as a command does, with a cache of its own."""
    monkeypatch.setenv("RULESLANG_CACHE", str(tmp_path))
    monkeypatch.setattr(attr._make, "compile", compile, raising=False)
    monkeypatch.setattr(compiled_methods, "FEW", 0)
    monkeypatch.setattr(atexit, "register", lambda write: None)
    return keep_compiled_methods.__wrapped__


def made(*fields: str) -> Any:
    """A class of this name and module, with methods that attrs writes."""
    own = {"__module__": "ruleslang.cards", "__annotations__": dict.fromkeys(fields, int)}
    kind: Any = type("Card", (), own)
    return define(frozen=True)(kind)


def test_methods_are_compiled_once(start: Callable[[], CompiledMethods]) -> None:
    first = start()
    made("power")
    assert first._new
    first.write()

    second = start()
    card = made("power")

    assert not second._new
    assert card(3) == card(3) != card(4)
    assert hash(card(3)) == hash(card(3)) != hash(card(4))
    assert repr(card(3)) == "Card(power=3)"


def test_another_class_of_the_name_is_compiled(start: Callable[[], CompiledMethods]) -> None:
    first = start()
    made("power")
    first.write()

    second = start()

    assert repr(made("power", "cost")(3, 1)) == "Card(power=3, cost=1)"
    assert second._new


def half(path: Path) -> None:
    path.write_text(path.read_text("utf-8")[: path.stat().st_size // 3], "utf-8")


def open_to_others(path: Path) -> None:
    os.chmod(path, 0o666)


@pytest.mark.skipif(os.name == "nt", reason="permissions of Unix")
@pytest.mark.parametrize("spoil", [half, open_to_others])
def test_what_may_be_of_others_or_is_damaged_is_not_run(
    start: Callable[[], CompiledMethods], spoil: Callable[[Path], None]
) -> None:
    first = start()
    made("power")
    first.write()
    assert first.path is not None
    spoil(first.path)

    second = start()
    card = made("power")

    assert not second._kept
    assert card(3) == card(3)


def test_classes_of_others_are_compiled_as_ever(start: Callable[[], CompiledMethods]) -> None:
    methods = start()
    kind: Any = type("Card", (), {"__annotations__": {"power": int}})

    assert repr(define(kind)(3)) == "Card(power=3)"
    assert not methods._new


def test_a_program_that_uses_the_package_keeps_them(tmp_path: Path) -> None:
    cache, code = {"RULESLANG_CACHE": str(tmp_path)}, "import ruleslang; ruleslang.load('nim')"

    def times_written() -> set[int]:
        subprocess.run([sys.executable, "-c", code], env={**os.environ, **cache}, check=True)
        return {file.stat().st_mtime_ns for file in tmp_path.glob("methods-*")}

    first = times_written()
    assert len(first) == 1
    assert times_written() == first
