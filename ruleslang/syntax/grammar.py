"""
The grammar's text, and the parser built out of it.

Building the parser takes more than half a second, loading it a twentieth of one: so it is built
once and kept in the user's cache, under a name that changes with anything it depends on. This is
the one room beside the library that opens files, and it opens only these two.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import lark
from lark import Lark

from ruleslang.syntax.layout import Layout

PACKAGE = Path(__file__).resolve().parents[1]
SEAL = 32  # bytes of the digest that stands before a kept parser


def grammar_path() -> Path:
    """Where the grammar is: inside an installed package, else in the checkout."""
    shipped = PACKAGE / "_data" / "grammar" / "ruleslang.lark"
    return shipped if shipped.is_file() else PACKAGE.parent / "grammar" / "ruleslang.lark"


@cache
def parser() -> Lark:
    """The parser: loaded if it was kept, else built, and kept for the next time."""
    text = grammar_path().read_text(encoding="utf-8")
    kept = _kept_path(text)
    data = _load(kept) if kept else None
    if data is not None:
        return _revive(data)
    built = build(text)
    if kept:
        _keep(built, kept)
    return built


def build(text: str, *, strict: bool = False) -> Lark:
    """A parser for the grammar in `text`; when `strict`, any doubt in it is an error."""
    return Lark(
        text,
        parser="lalr",
        lexer="contextual",
        postlex=Layout(),
        strict=strict,
        propagate_positions=True,
        maybe_placeholders=True,
    )


def cache_folder() -> Path | None:
    """Where this user's parser is kept; `RULESLANG_CACHE` names another place; None: nowhere."""
    for variable, below in (
        ("RULESLANG_CACHE", ""),
        ("XDG_CACHE_HOME", "ruleslang"),
        ("LOCALAPPDATA", "ruleslang"),
    ):
        if os.environ.get(variable):
            return Path(os.environ[variable]) / below
    home = Path(os.path.expanduser("~"))
    return home / ".cache" / "ruleslang" if home.is_absolute() else None


def _kept_path(text: str) -> Path | None:
    version = ".".join(map(str, sys.version_info[:3]))
    key = hashlib.sha256("\n".join((text, lark.__version__, version)).encode()).hexdigest()
    folder = cache_folder()
    return folder and folder / f"parser-{key[:32]}.pickle"


def _load(path: Path) -> dict[str, Any] | None:
    """What was kept, or None when there is nothing, or not the whole of it."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    seal, data = content[:SEAL], content[SEAL:]
    if hashlib.sha256(data).digest() != seal:
        return None
    kept: dict[str, Any] = pickle.loads(data)
    return kept


def _revive(data: dict[str, Any]) -> Lark:
    revived: Lark = Lark.__new__(Lark)
    return revived._load(data, postlex=Layout(), propagate_positions=True)


def _keep(built: Lark, path: Path) -> None:
    """Write it aside and then put it in place, so that no one ever reads half of it."""
    data, memo = built.memo_serialize([lark.lexer.TerminalDef, lark.grammar.Rule])
    data["options"]["postlex"] = None  # `_revive` gives it anew, whatever its class is called then
    content = pickle.dumps({"data": data, "memo": memo}, protocol=pickle.HIGHEST_PROTOCOL)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, aside = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(content).digest() + content)
        os.replace(aside, path)
    except OSError:
        return  # nowhere to keep it: the next start builds it again
