"""Converts a word to a list that contains its list: the same word of the wider list."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ruleslang.lower.scope import Scope, Typed
from ruleslang.lower.typing import typed
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.operation_variants_by_type import standard_order
from ruleslang.program.typing.lattice import element, plain
from ruleslang.syntax import declarations as syntax


def in_wider_list(scope: Scope, given: Typed, expected: t.Type | None) -> Typed:
    """A word or set of words, converted to the expected list if that contains theirs."""
    lists = scope.context.symbols.lists
    if not lists or expected is None:
        return given
    own, wanted = _list_of(given.type), _list_of(expected)
    if own is None or wanted is None or own not in lists.get(wanted, ()):
        return given
    all = _written(scope, wanted)
    there = tuple(e.WordValue(wanted, all.index(word)) for word in _written(scope, own))
    match plain(given.type):
        case t.WordOf():
            return _word(scope, given, own, there)
        case t.SetOf():
            return _words(scope, given, own, there)
    return given


def in_one_list(scope: Scope, items: Sequence[Typed]) -> list[Typed]:
    """Words side by side, each converted to the widest of their lists."""
    widest = list(items)
    for other in items if scope.context.symbols.lists else ():
        widest = [in_wider_list(scope, each, other.type) for each in widest]
    return widest


def _list_of(type: t.Type) -> str | None:
    inner = element(plain(type)) if isinstance(plain(type), (t.SetOf, t.ListOf)) else plain(type)
    return inner.list if isinstance(inner, t.WordOf) else None


def _written(scope: Scope, list: str) -> list[str]:
    node = scope.context.symbols.declared(list, syntax.Words)
    return [] if node is None else [word.text for word in node.words]


def _word(scope: Scope, given: Typed, own: str, there: tuple[e.WordValue, ...]) -> Typed:
    """The word of the wider list with the same name."""
    wider = t.WordOf(there[0].list)
    if isinstance(given.expr, e.WordValue):
        return Typed(there[given.expr.place], wider)
    first = Typed(e.WordValue(own, 0), t.WordOf(own))
    word = Typed(given.expr, t.WordOf(own))
    before = typed(scope, e.CallBuiltIn("distance", (first.expr, word.expr), "words"), first, word)
    one = Typed(e.Literal(1), t.Number(1, 1))
    place = typed(scope, e.Arithmetic("+", one.expr, before.expr), one, before)
    entry = e.CallBuiltIn("item", (e.MakeList(there), place.expr))
    if not isinstance(given.type, (t.Optional, t.Maybe)):
        return Typed(entry, t.Maybe(wider))
    missing = e.Equal(given.expr, e.Literal(None))
    found = e.WhenOtherwise(e.Literal(None), missing, entry)
    return Typed(found, evolve(given.type, inner=wider))


def _words(scope: Scope, given: Typed, own: str, there: tuple[e.WordValue, ...]) -> Typed:
    """A set of words, converted to the wider list."""
    type = t.SetOf(t.WordOf(there[0].list), len(there))
    match given.expr:
        case e.Everything("words"):
            return Typed(e.MakeSet(there), type)
        case e.MakeSet(items) if all(isinstance(item, e.WordValue) for item in items):
            words = [there[item.place] for item in items if isinstance(item, e.WordValue)]
            return Typed(e.MakeSet(tuple(words)), type)
    slot = scope.context.new_slot("_", t.WordOf(own), "member")
    word = _word(scope, Typed(e.Local(slot), t.WordOf(own)), own, there)
    return Typed(e.Image(slot, given.expr, word.expr, standard_order(type.element)), type)
