"""Where a cell is: the numbers of an index along the dimensions of a family."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.flow.constant_folding import apply, known, when, within
from ruleslang.flow.context import Body, may_be_none
from ruleslang.flow.state_layout import has_specimens
from ruleslang.flow.words import ABSENT, Absent, Constant, Lookup, Present, Variable, Word
from ruleslang.match.values import CardDefinition
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

_PLACE = t.Number(0, 2**31 - 1)


def address(
    b: Body,
    places: Sequence[d.IndexPlace],
    index: Sequence[e.Expr | e.AnyIndex],
) -> tuple[Word, ...]:
    """The numbers of an index; one that there is not is a fault."""
    return tuple(
        ordinal(b, place.type, b.word(each)) for place, each in zip(places, index, strict=True)
    )


def ordinal(b: Body, domain: t.Type, word: Word) -> Word:
    """The number of a value among all of a type, from 0."""
    if isinstance(domain, t.Optional):
        if not may_be_none(word.type):
            inside = ordinal(b, domain.inner, word)
            return apply("+", inside, Constant(1, _PLACE), type=_PLACE)
        held = b.fresh("index", word.type)
        return b.bound(held, word, _of_optional(b, domain, held))
    word = known(word, "none-in-arithmetic", b.origin)
    match domain:
        case t.Number(low, high):
            inside = within(word, low, high, "not-a-member", b.origin)
            return apply("-", inside, Constant(low, _PLACE), type=t.Number(0, high - low))
        case t.Player() | t.Team() | t.WordOf() | t.Truth():
            return word
    members = [each.order for each in b.whole.everyone.domain(domain)]
    first = members[0] if members else 0
    if _all_lie_in(b, word.type, domain) and members == list(range(first, first + len(members))):
        return apply("-", word, Constant(first, _PLACE), type=_PLACE)
    return Present(_among(b, domain, members, word), "not-a-member", b.origin, _PLACE)


def _of_optional(b: Body, domain: t.Optional, held: Variable) -> Word:
    inside = ordinal(b, domain.inner, Variable(held.name, domain.inner))
    one_more = apply("+", inside, Constant(1, _PLACE), type=_PLACE)
    return when(apply("is none", held), Constant(0, _PLACE), one_more, _PLACE)


def surely_lies_in(b: Body, given: t.Type, domain: t.Type) -> bool:
    """Whether every value of a type is one of a domain."""
    if isinstance(domain, t.Optional):
        return surely_lies_in(b, plain(given), domain.inner)
    if isinstance(given, t.Optional):
        return False
    if isinstance(given, t.Number) and isinstance(domain, t.Number):
        return domain.low <= given.low and given.high <= domain.high
    return _all_lie_in(b, given, domain)


def _all_lie_in(b: Body, given: t.Type, domain: t.Type) -> bool:
    """Whether every value of a type is a member of a domain."""
    everyone = b.whole.everyone
    if isinstance(given, t.Never):
        return True
    if isinstance(given, t.Card) and has_specimens(everyone):
        return False
    return {*everyone.domain(given)} <= {*everyone.domain(domain)}


def _specimens(b: Body) -> tuple[CardDefinition, ...]:
    """What stands behind the cards: one of each definition that lies nowhere."""
    everyone = b.whole.everyone
    return tuple(everyone.titles.values()) if has_specimens(everyone) else ()


def _among(b: Body, domain: t.Type, members: list[int], word: Word) -> Lookup:
    number = {member: place for place, member in enumerate(members)}
    population = {
        t.Card: (*b.whole.everyone.cards, *_specimens(b)),
        t.Title: tuple(b.whole.everyone.titles.values()),
        t.Piece: b.whole.everyone.pieces,
        t.Space: b.whole.everyone.spaces,
    }[type(domain)]

    def entries() -> list[int | Absent]:
        return [number.get(place, ABSENT) for place in range(len(population))]

    name = b.whole.table(f"place in {domain}", (len(population),), _PLACE, entries)
    return Lookup(name, (word,), _PLACE)
