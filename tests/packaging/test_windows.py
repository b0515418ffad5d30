"""Differences on Windows, as far as they can be tested elsewhere."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path, PureWindowsPath
from types import ModuleType

import pytest

from ruleslang.apps.table import sqlite_store
from ruleslang.apps.table.store import StoreFault
from ruleslang.library.load import load
from ruleslang.source import cache_files
from tests.support.every import every

PACKAGE = Path(cache_files.__file__).parents[1]
OF_TEXTS = re.compile(r"\b(open|read_text|write_text)\(|\b(text|universal_newlines)=")
MODULES = sorted(
    path
    for path in PACKAGE.rglob("*.py")
    if "_data" not in path.parts and OF_TEXTS.search(path.read_text(encoding="utf-8"))
)
GAME = """\
rulebook ferry "Die Fähre – 渡し船"
    language 1
    players 2: east, west
    starts with game

kind crate

zone pile: crate, ordered, seen by nobody

phase game
    move cards to pile
    nobody wins

claim "all crates": number of (cards where it is crate) is 3
"""
CARDS = 'card apples "Äpfel “frisch” → 🍎" x3: crate\n'


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A rulebook in several files, as an editor on Windows saves them: with a mark and CRLF."""
    folder = tmp_path / "Spiele für Tom"
    (folder / "cards" / "fruit").mkdir(parents=True)
    for name, text in {"ferry.rules": GAME, "cards/fruit/fruit.cards": CARDS}.items():
        data = text.replace("    starts", "    cards fruit\n    starts").replace("\n", "\r\n")
        (folder / name).write_bytes(b"\xef\xbb\xbf" + data.encode())
    return folder / "ferry.rules"


def calls(tree: ast.AST, *names: str) -> Iterator[ast.Call]:
    """The calls of functions or methods of these names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in names:
                yield node


def is_text(call: ast.Call) -> bool:
    """Whether a call of `open` opens a file for text."""
    modes = [*call.args[1:2], *(each.value for each in call.keywords if each.arg == "mode")]
    return not any(isinstance(mode, ast.Constant) and "b" in str(mode.value) for mode in modes)


def names_encoding(call: ast.Call) -> bool:
    keywords = {each.arg for each in call.keywords}
    given = [*call.args, *(each.value for each in call.keywords)]
    return "encoding" in keywords or any(
        isinstance(each, ast.Constant) and each.value == "utf-8" for each in given
    )


@every("module", MODULES)
def test_no_text_is_read_or_written_in_the_encoding_of_the_machine(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))

    texts = [
        call
        for call in calls(tree, "read_text", "write_text")
        if isinstance(call.func, ast.Attribute)
    ]
    texts += [
        call for call in calls(tree, "open") if isinstance(call.func, ast.Name) and is_text(call)
    ]
    texts += [
        call
        for call in calls(tree, "run", "Popen", "check_output")
        if any(each.arg in ("text", "universal_newlines") for each in call.keywords)
    ]
    assert [f"{module.name}:{call.lineno}" for call in texts if not names_encoding(call)] == []


def test_a_path_in_a_name_has_slashes_on_every_system(game: Path) -> None:
    found = load(str(game))

    assert [str(each.message) for each in found.diagnostics if each.is_error] == []
    names = [name for _, name in found.files.looked.files]
    assert names == ["ferry.rules", "cards/fruit/fruit.cards"]
    assert PureWindowsPath(*names[1].split("/")).as_posix() == names[1]


def commands(game: Path) -> Iterator[list[str]]:
    yield ["check", str(game)]
    yield ["test", str(game)]
    yield ["fmt", "--check", str(game)]
    yield ["simulate", str(game), "--games", "5"]


def test_commands_run_where_texts_are_in_code_page_1252(game: Path, tmp_path: Path) -> None:
    """What relies on the machine's encoding is an error; signs it lacks are shown as `?`."""
    own = {
        "PYTHONUTF8": "0",
        "PYTHONIOENCODING": "cp1252",
        "RULESLANG_CACHE": str(tmp_path / "kept"),
    }
    for words in commands(game):
        strict = ["-X", "warn_default_encoding", "-W", "error::EncodingWarning"]
        ran = subprocess.run(
            [sys.executable, *strict, "-m", "ruleslang", *words],
            env={**os.environ, **own},
            capture_output=True,
            check=False,
        )
        assert ran.returncode == 0, (words, ran.stdout, ran.stderr)
        assert b"Error" not in ran.stderr
        (ran.stdout + ran.stderr).decode("cp1252")


class Locking(ModuleType):
    """`msvcrt`, of which only the lock of a region is used; another lock of the same fails."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.taken: list[int] = []

    def locking(self, file: int, mode: int, size: int) -> None:
        assert (mode, size) == (self.LK_NBLCK, 1)
        if os.fstat(file).st_ino in self.taken:
            raise OSError(13, "Permission denied")
        self.taken.append(os.fstat(file).st_ino)


@pytest.fixture
def without_fcntl(monkeypatch: pytest.MonkeyPatch) -> Locking:
    locking = Locking()
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", locking)
    return locking


@pytest.fixture
def lock(without_fcntl: Locking, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """What locks files on Windows."""
    spec = importlib.util.spec_from_file_location("cache_on_windows", cache_files.__file__)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with monkeypatch.context() as on_windows:
        on_windows.setattr(sys, "platform", "win32")
        spec.loader.exec_module(module)
    locks: Callable[[int], None] = module.lock
    return locks


def test_the_cache_is_locked_without_fcntl(
    without_fcntl: Locking, lock: Callable[[int], None], tmp_path: Path
) -> None:
    with (tmp_path / "lock").open("wb") as file:
        lock(file.fileno())
        with pytest.raises(OSError, match="denied"):
            lock(file.fileno())

    assert without_fcntl.taken


def test_a_store_is_locked_without_fcntl(
    without_fcntl: Locking,
    lock: Callable[[int], None],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(sqlite_store, "lock", lock)
    path = tmp_path / "matches.db"
    first = sqlite_store.SqliteStore(path)
    with pytest.raises(StoreFault, match="in use by another server"):
        sqlite_store.SqliteStore(path)
    first.close()

    assert without_fcntl.taken
