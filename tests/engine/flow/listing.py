"""Lists routines of a flow for people: a statement a line, without types and origins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import fields

from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow import ir_stmts as p

UNSHOWN = {"type", "origin", "slug"}
INDENT = "    "


def listed(stmts: p.Stmts, depth: int = 0) -> Iterator[str]:
    """Yield the lines of statements; those in a statement are indented below it."""
    for stmt in stmts:
        values = {
            each.name: getattr(stmt, each.name)
            for each in fields(stmt.__class__)
            if each.name not in UNSHOWN
        }
        nested = {name: value for name, value in values.items() if _are_stmts(value)}
        given = [_text(value) for name, value in values.items() if name not in nested]
        yield f"{INDENT * depth}{stmt.__class__.__name__}({', '.join(filter(None, given))})"
        for name, block in nested.items():
            if name in ("otherwise", "tail"):
                yield f"{INDENT * depth}{name}:"
            yield from listed(block, depth + 1)


def _are_stmts(value: Any) -> bool:
    classes = p.Stmt.__args__  # type: ignore[attr-defined]
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], classes)


def _text(node: Any) -> str:
    match node:
        case None | ():
            return ""
        case v.Constant(value):
            return repr(value)
        case v.Variable(name):
            return name
        case v.Cell(family, at):
            return f"{family}[{', '.join(map(_text, at))}]"
        case v.Apply(operation, operands):
            return f"{operation}({', '.join(map(_text, operands))})"
        case tuple():
            return f"({', '.join(map(_text, node))})"
        case _ if hasattr(node, "__attrs_attrs__"):
            inner = [
                _text(getattr(node, each.name))
                for each in fields(node.__class__)
                if each.name not in UNSHOWN
            ]
            return f"{node.__class__.__name__}({', '.join(filter(None, inner))})"
        case _:
            return str(node)
