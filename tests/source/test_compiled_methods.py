"""The code of methods that attrs writes is kept, and is that of the class."""

from __future__ import annotations

import os
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
    return keep_compiled_methods


def made(*fields: str) -> Any:
    """A class of this name and module, with methods that attrs writes."""
    kind: Any = type("Card", (), {"__annotations__": dict.fromkeys(fields, int)})
    return define(frozen=True)(kind)


def test_methods_are_compiled_once(start: Callable[[], CompiledMethods]) -> None:
    first = start()
    made("power")
    first.write()
    assert first._new

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
