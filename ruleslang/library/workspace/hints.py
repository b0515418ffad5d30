"""Inlay hints: inferred types, names of parameters, and the order in which changes are made."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ruleslang.language.resolve.symbol_table import Symbols
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax import simple_statements as s
from ruleslang.language.syntax import statements as b
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.walk import find
from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.program.typing.type_names import written
from ruleslang.source.span import Span

CONSTANTS = (x.Number, x.Truth, x.Nothing)
STAGES = (
    *(("starts from",), ("+", "-", "include"), ("times", "exclude")),
    *(("at least",), ("at most",), ("becomes",)),
)
"""The changes of a value, those that are made first in front, whatever their order in the text."""


@frozen
class Hint:
    """A short text to show at a place; `before` or after it."""

    at: Span
    words: str
    before: bool = False


def hints(snapshot: Snapshot, tree: d.Tree) -> Iterator[Hint]:
    """Yield hints for implicit facts: types of locals, names of parameters, order of changes."""
    for name in _untyped(tree):
        local = snapshot.locals.get(name.span)
        type = written(local.type) if local is not None else ""
        if type:
            yield Hint(name.span, f": {type}")
    if snapshot.symbols is not None:
        for node in tree.declarations:
            for call in find(node, x.Apply):
                yield from _argument_hints(snapshot.symbols, call)
    yield from _ordered(snapshot, tree)


def _untyped(tree: d.Tree) -> Iterator[Name]:
    """Yield the local names that are defined without a written type."""
    for node in tree.declarations:
        yield from (let.name for let in find(node, s.Let) if let.type is None)
        yield from (let.name for let in find(node, d.ValueLet) if let.type is None)
        yield from (loop.variable for loop in find(node, b.ForEach))
        yield from (choice.name for choice in find(node, s.Choice))


def _argument_hints(symbols: Symbols, call: x.Apply) -> Iterator[Hint]:
    parameters = getattr(symbols.declared(call.function.text, Node), "parameters", ())
    for parameter, given in zip(parameters, call.arguments, strict=False):
        if isinstance(given, CONSTANTS):
            yield Hint(given.span, f"{parameter.name.text}:", before=True)


def _ordered(snapshot: Snapshot, tree: d.Tree) -> Iterator[Hint]:
    """Yield when each change of a value is made, where its changes have several stages."""
    changes_here = {change.span for node in tree.declarations for change in find(node, b.Change)}
    if not changes_here:
        return
    stages: dict[str, set[int]] = {}
    shown: list[tuple[str, int, Span]] = []
    nodes = (node for any_tree in snapshot.trees for node in any_tree.declarations)
    for modify in (modify for node in nodes for modify in find(node, b.Modify)):
        for change in modify.changes:
            stage = next(n for n, words in enumerate(STAGES) if change.stage in words)
            stages.setdefault(modify.value.text, set()).add(stage)
            if change.span in changes_here:
                shown.append((modify.value.text, stage, change.span))
    for value, stage, span in shown:
        if len(stages[value]) > 1:
            yield Hint(span, f"step {sorted(stages[value]).index(stage) + 1}:", before=True)
