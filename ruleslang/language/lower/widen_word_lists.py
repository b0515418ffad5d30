"""Converts a word to a list that contains its list: the same word of the wider list."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ruleslang.language.lower.scope import Scope, Typed
from ruleslang.language.lower.typing import typed
from ruleslang.language.syntax import declarations as syntax
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.operation_variants_by_type import standard_order
from ruleslang.program.typing.lattice import element, plain


def in_wider_list(scope: Scope, typed_word: Typed, expected: t.Type | None) -> Typed:
    """Return a word or set of words, converted to the expected list if that contains theirs."""
    lists = scope.context.symbols.lists
    if not lists or expected is None:
        return typed_word
    narrow, wanted = _list_of(typed_word.type), _list_of(expected)
    if narrow is None or wanted is None or narrow not in lists.get(wanted, ()):
        return typed_word
    all = _written(scope, wanted)
    contained = tuple(e.WordValue(wanted, all.index(word)) for word in _written(scope, narrow))
    match plain(typed_word.type):
        case t.WordOf():
            return _word(scope, typed_word, narrow, contained)
        case t.SetOf():
            return _words(scope, typed_word, narrow, contained)
    return typed_word


def in_one_list(scope: Scope, items: Sequence[Typed]) -> list[Typed]:
    """Return words side by side, each converted to the widest of their lists."""
    widest = list(items)
    for other in items if scope.context.symbols.lists else ():
        widest = [in_wider_list(scope, item, other.type) for item in widest]
    return widest


def _list_of(type: t.Type) -> str | None:
    inner = element(plain(type)) if isinstance(plain(type), (t.SetOf, t.ListOf)) else plain(type)
    return inner.list if isinstance(inner, t.WordOf) else None


def _written(scope: Scope, list: str) -> list[str]:
    node = scope.context.symbols.declared(list, syntax.Words)
    return [] if node is None else [word.text for word in node.words]


def _word(
    scope: Scope, narrow_word: Typed, narrow: str, contained: tuple[e.WordValue, ...]
) -> Typed:
    """Return the word of the wider list with the same name."""
    wider = t.WordOf(contained[0].list)
    if isinstance(narrow_word.expr, e.WordValue):
        return Typed(contained[narrow_word.expr.place], wider)
    first = Typed(e.WordValue(narrow, 0), t.WordOf(narrow))
    word = Typed(narrow_word.expr, t.WordOf(narrow))
    before = typed(scope, e.CallBuiltIn("distance", (first.expr, word.expr), "words"), first, word)
    first_place = Typed(e.Literal(1), t.Number(1, 1))
    place = typed(scope, e.Arithmetic("+", first_place.expr, before.expr), first_place, before)
    entry = e.CallBuiltIn("item", (e.MakeList(contained), place.expr))
    if not isinstance(narrow_word.type, (t.Optional, t.Maybe)):
        return Typed(entry, t.Maybe(wider))
    missing = e.Equal(narrow_word.expr, e.Literal(None))
    entry_or_none = e.WhenOtherwise(e.Literal(None), missing, entry, made=True)
    return Typed(entry_or_none, evolve(narrow_word.type, inner=wider))


def _words(
    scope: Scope, narrow_words: Typed, narrow: str, contained: tuple[e.WordValue, ...]
) -> Typed:
    """Return a set of words, converted to the wider list."""
    type = t.SetOf(t.WordOf(contained[0].list), len(contained))
    match narrow_words.expr:
        case e.Everything("words"):
            return Typed(e.MakeSet(contained), type)
        case e.MakeSet(items) if all(isinstance(item, e.WordValue) for item in items):
            words = [contained[item.place] for item in items if isinstance(item, e.WordValue)]
            return Typed(e.MakeSet(tuple(words)), type)
    slot = scope.context.new_slot("_", t.WordOf(narrow), "member")
    word = _word(scope, Typed(e.Local(slot), t.WordOf(narrow)), narrow, contained)
    return Typed(e.Image(slot, narrow_words.expr, word.expr, standard_order(type.element)), type)
