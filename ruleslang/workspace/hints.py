"""Inlay hints: the inferred types and the parameter names that a text does not write."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ruleslang.program.typing.describe import written
from ruleslang.resolve.symbol_table import Symbols
from ruleslang.source.span import Span
from ruleslang.syntax import declarations as d
from ruleslang.syntax import expressions as x
from ruleslang.syntax import simple_statements as s
from ruleslang.syntax import statements as b
from ruleslang.syntax.node import Name
from ruleslang.syntax.walk import find
from ruleslang.workspace.snapshot import Snapshot

CONSTANTS = (x.Number, x.Truth, x.Nothing)


@frozen
class Hint:
    """A short text to show at a place; `before` or after it."""

    at: Span
    words: str
    before: bool = False


def hints(snapshot: Snapshot, tree: d.Tree) -> Iterator[Hint]:
    """The types of local names, and the names of parameters for which literals are passed."""
    for name in _untyped(tree):
        local = snapshot.locals.get(name.span)
        type = written(local.type) if local is not None else ""
        if type:
            yield Hint(name.span, f": {type}")
    if snapshot.symbols is not None:
        for node in tree.declarations:
            for call in find(node, x.Apply):
                yield from _given(snapshot.symbols, call)


def _untyped(tree: d.Tree) -> Iterator[Name]:
    """The local names that are defined without a written type."""
    for node in tree.declarations:
        yield from (let.name for let in find(node, s.Let) if let.type is None)
        yield from (let.name for let in find(node, d.ValueLet) if let.type is None)
        yield from (each.variable for each in find(node, b.ForEach))
        yield from (choice.name for choice in find(node, b.Choice))


def _given(symbols: Symbols, call: x.Apply) -> Iterator[Hint]:
    symbol = symbols.globals.get(call.function.text)
    parameters = getattr(symbol.node, "parameters", ()) if symbol is not None else ()
    for parameter, given in zip(parameters, call.arguments, strict=False):
        if isinstance(given, CONSTANTS):
            yield Hint(given.span, f"{parameter.name.text}:", before=True)
