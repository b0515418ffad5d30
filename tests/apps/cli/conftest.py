"""
Commands run in this process.

What is the same for all of them is made once: the tree of commands that typer builds, and the
rulebooks that are shipped.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest
from attrs import frozen
from typer.main import get_command

from ruleslang.apps import cli
from ruleslang.apps.cli.main import status
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.library.load import Loaded, load
from tests.evaluation.consistency.test_search import GAPS
from tests.support.shipped import loaded


@frozen
class Ran:
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one object on standard output."""
        return json.loads(self.out)


Run = Callable[..., Ran]


@cache
def modules() -> list[Any]:
    """The modules of the command line."""
    folders = (cli, import_module(f"{cli.__name__}.commands"))
    return [
        import_module(f"{folder.__name__}.{each.name}")
        for folder in folders
        for each in iter_modules(folder.__path__)
    ]


@cache
def command() -> Any:
    """The tree of commands as the help lists it, as typer would build it for each of them."""
    return get_command(import_module("ruleslang.apps.cli.application").app)


def load_once(name: str, **how: Any) -> Loaded:
    """A shipped rulebook is loaded once, if no cards are laid over it."""
    if name in shipped_rulebooks() and not Path(name).exists() and not how.get("cards"):
        return linted(name) if how.get("lints") else loaded(name)
    return load(name, **how)


@cache
def linted(name: str) -> Loaded:
    """A shipped rulebook with all advice."""
    return load(name, lints=True)


@pytest.fixture
def prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands find ready what is the same for all of them; processes begin where a test asks."""
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    for module in modules():
        if getattr(module, "load", None) is load:
            monkeypatch.setattr(module, "load", load_once)
    monkeypatch.setattr("ruleslang.apps.cli.application.app", command())


@pytest.fixture
def run(
    prepared: None,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> Run:
    """Runs a command in an empty folder; no sentence of it may be a traceback."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def ran(*arguments: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        capfd.readouterr()
        left = status(list(arguments))
        out, err = capfd.readouterr()
        assert "Traceback" not in out + err
        assert "mistake of ruleslang's own" not in err
        return Ran(left, out, err)

    return ran


@pytest.fixture
def gaps(tmp_path: Path) -> Path:
    """A rulebook with rows that are missing."""
    text = tmp_path / "gaps.rules"
    text.write_text(GAPS, encoding="utf-8")
    return text


_written: list[str] = []  # by the first test of this process that needs it


def write_my_game(run: Run) -> Path:
    """Writes the rulebook that `new` writes, which it does once."""
    path = Path("my_game.rules").resolve()
    if _written:
        path.write_text(_written[0], encoding="utf-8")
    else:
        run("new", "rulebook", "my_game")
        _written.append(path.read_text(encoding="utf-8"))
    return path


@pytest.fixture
def my_game(run: Run) -> Path:
    """The rulebook that `new` writes."""
    return write_my_game(run)
