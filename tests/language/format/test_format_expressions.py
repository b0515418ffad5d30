"""Any expression, however it is put together, is printed so that it is read back as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslang.language.format.expressions import atom, expression, phrase, total
from ruleslang.language.format.format_source import shape
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.parse import parse
from ruleslang.source.span import Source

NOWHERE = Source("nowhere", "").span(0, 0)


def made(kind: Callable[..., Any], *parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Nodes of a kind whose fields are drawn from the parts, in order."""
    return st.tuples(*parts).map(lambda drawn: kind(*drawn, span=NOWHERE))


def several(of: st.SearchStrategy[Any], least: int = 0) -> st.SearchStrategy[Any]:
    return st.lists(of, min_size=least, max_size=2).map(tuple)


names = made(Name, st.sampled_from(["a", "b", "points", "win", "top"]))
leaves = st.one_of(
    names,
    made(x.Number, st.integers(0, 12)),
    made(x.Truth, st.booleans()),
    *(made(kind) for kind in (x.Nothing, x.AnyPlace, x.This)),
)


def _branches(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Every kind of expression that has others inside."""
    maybe = st.none() | inner
    extremes = made(x.Extreme, st.sampled_from(["highest", "lowest"]), inner)
    criteria = extremes | made(x.ByChance) | made(x.ByOrder) | made(x.ByChoice, inner)
    arguments = inner | made(x.NamedArgument, names, inner) | made(x.ThisProcedure, names)
    calls = names | made(x.Apply, names, several(arguments, 1))
    return st.one_of(
        *(made(kind, inner, inner) for kind in (x.Or, x.And, x.Range)),
        *(made(kind, inner, inner, st.booleans()) for kind in (x.Is, x.IsIn)),
        *(made(kind, inner) for kind in (x.Not, x.Negate, x.NumberOf, x.ChanceOf, x.Paren)),
        made(x.ThereIs, names, inner, maybe, st.booleans()),
        made(x.Every, names, inner, inner),
        made(x.WhenOtherwise, inner, inner, inner),
        made(x.Compare, st.sampled_from(["<", "<=", ">", ">="]), inner, inner),
        made(x.IsEmpty, inner, st.booleans()),
        made(x.Binary, st.sampled_from(["+", "-", "*", "except"]), inner, inner),
        made(x.Divide, inner, inner, st.sampled_from([None, "up", "down"])),
        made(_fold, st.sampled_from(["sum", "highest", "lowest"]), inner, names, maybe),
        made(x.ImageOf, inner, names, inner),
        made(x.Where, inner, inner),
        made(x.EachWhere, names, inner, inner),
        made(x.With, inner, several(extremes, 1)),
        made(x.Ranked, inner, several(criteria, 1)),
        calls,
        made(x.AsUsual, calls),
        made(x.Braces, several(inner)),
    )


def _fold(word: str, operand: Node, variable: Name, subject: Node | None, **span: Any) -> x.Fold:
    return x.Fold(word, operand, variable if subject else None, subject, **span)  # type: ignore[arg-type]


everything = st.recursive(leaves, _branches, max_leaves=10)


@given(everything)
@settings(max_examples=30, deadline=None)
def test_an_expression_is_read_back_as_it_was(node: Any) -> None:
    assert shape(node) == shape(_read(f"value v = {expression(node)}\n").expression)


@pytest.mark.long
@given(everything)
@settings(max_examples=2000, deadline=None, derandomize=False)
def test_many_expressions_are_read_back_as_they_were(node: Any) -> None:
    assert shape(node) == shape(_read(f"value v = {expression(node)}\n").expression)


@given(everything, everything, everything)
@settings(max_examples=50, deadline=None)
def test_a_part_of_a_line_is_read_back_as_it_was(subject: Any, target: Any, amount: Any) -> None:
    lines = (f"move {phrase(subject)} to {atom(target)}", f"add {total(amount)} to a")
    moved, added = _read("procedure q\n    {}\n    {}\n".format(*lines)).body.statements

    assert shape(subject) == shape(moved.subject)
    assert shape(target) == shape(moved.target)
    assert shape(amount) == shape(added.amount)


@given(everything)
@settings(max_examples=50, deadline=None)
def test_no_bracket_can_go(node: Any) -> None:
    """Brackets are written where they are needed: without any pair of them something changes."""
    text = expression(node)
    for opening, closing in _pairs(text):
        shorter = f"{text[:opening]} {text[opening + 1 : closing]} {text[closing + 1 :]}"
        if opening and text[opening - 1].isalnum():
            continue  # a call
        if text[opening:].startswith("(each ") or " with " in text[opening:closing]:
            continue  # as an argument it could do without, and would be hard to read
        declaration = _read(f"value v = {shorter}\n")
        unchanged = getattr(declaration, "expression", None)

        assert unchanged is None or shape(unchanged) != shape(node) or "when" in text


def _pairs(text: str) -> list[tuple[int, int]]:
    opened, pairs = [], []
    for place, letter in enumerate(text):
        if letter == "(":
            opened.append(place)
        elif letter == ")":
            pairs.append((opened.pop(), place))
    return pairs


def _read(text: str) -> Any:
    tree, _ = parse(Source("text.rules", text))
    return tree.declarations[0]
