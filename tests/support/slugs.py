"""The slugs of the diagnostics that the code can make, read off the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

MAKERS = frozenset(["error", "warning", "advice", "Message"])
MAY_MAKE = re.compile(r"\b(error|warning|advice|Message)\(")


def slugs_made(path: Path) -> Iterator[str]:
    """The first argument of every diagnostic that a module makes."""
    text = path.read_text(encoding="utf-8")
    if not MAY_MAKE.search(text):
        return  # to read a module as Python takes long
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(func=ast.Name(id=maker), args=[slug, *_]) if maker in MAKERS:
                assert isinstance(slug, ast.Constant), f"{path}: a slug is a constant"
                yield str(slug.value)
