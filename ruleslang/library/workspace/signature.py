"""The signature of a call around a position of a text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from ruleslang.language.resolve.symbol_table import Symbols
from ruleslang.language.syntax.node import Node
from ruleslang.library.workspace.hover import built_in, places_of
from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.program.builtins import FUNCTIONS

BEGUN = re.compile(r"[^\W\d]\w*\Z")


@frozen
class Signature:
    """The called function, its parameters in words, and the index of the current one."""

    head: str
    places: tuple[str, ...]
    active: int
    what: str


def signature(snapshot: Snapshot | None, text: str, offset: int) -> Signature | None:
    """Return the call around a position; `None` outside of any call."""
    symbols = snapshot.symbols if snapshot is not None else None
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    depth, active, at = 0, 0, len(line)
    while at:
        at -= 1
        sign = line[at]
        if sign in ")}]":
            depth += 1
        elif sign in "({[" and depth:
            depth -= 1
        elif sign == "(":
            break
        elif sign == "," and not depth:
            active += 1
    else:
        return None
    name = BEGUN.search(line, 0, at)
    callee = _head(symbols, name.group()) if name is not None else None
    if callee is None or name is None:
        return None
    head, places, description = callee
    return Signature(head, places, min(active, max(0, len(places) - 1)), description)


def _head(symbols: Symbols | None, name: str) -> tuple[str, tuple[str, ...], str] | None:
    symbol = symbols.get(name) if symbols is not None else None
    if symbol is not None:
        places = tuple(declared_places(symbol.node))
        return (f"{name}({', '.join(places)})", places, symbol.what) if places else None
    if symbols is not None and name in symbols.fields:
        use = symbols.fields[name][0]
        places = (use.kind, *(place.span.text for place in use.node.index))
        return f"{name}({', '.join(places)})", places, f"a field of `{use.kind}`"
    if name in FUNCTIONS:
        head, description = built_in(name)
        return head, places_of(FUNCTIONS[name]), description
    return None


def declared_places(node: Node) -> Iterator[str]:
    """Yield the parameters or the index of a declaration, as written."""
    for part in ("parameters", "index"):
        yield from (declared.span.text for declared in getattr(node, part, ()))
