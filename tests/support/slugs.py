"""The slugs of the diagnostics that the code can make, read off the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

ROWS = frozenset(["Message", "WarningMessage", "AdviceMessage"])
MAKERS = ROWS | {"error", "warning", "advice"}
MAY_MAKE = re.compile(r"\b(error|warning|advice|\w*Message|Kind|Row|General)\(")
SLUG_OF_ROW = {"Kind": 0, "General": 2, "Row": 5}  # which part of a row of data is its slug


def is_text(node: ast.expr) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant)


def slugs_made(path: Path) -> Iterator[str]:
    """The first argument of every diagnostic that a module makes."""
    text = path.read_text(encoding="utf-8")
    if not MAY_MAKE.search(text):
        return  # to read a module as Python takes long
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(func=ast.Name(), args=[ast.Attribute(attr="slug"), *_]):
                pass  # a row of data says it
            case ast.Call(func=ast.Name(id=row), args=parts) if row in SLUG_OF_ROW:
                at = SLUG_OF_ROW[row]
                yield from (str(slug.value) for slug in parts[at : at + 1] if is_text(slug))
            case ast.Call(func=ast.Name(id=maker), args=[slug, *_]) if maker in MAKERS:
                assert isinstance(slug, ast.Constant), f"{path}: a slug is a constant"
                yield str(slug.value)
