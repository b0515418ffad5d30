"""What an assignment of all choices must pass: `only if`, room, limits, costs."""

from __future__ import annotations

from ruleslang.flow.addresses import address
from ruleslang.flow.context import Body
from ruleslang.flow.layout import zone_family
from ruleslang.flow.making import apply, both, either
from ruleslang.flow.statements.writing import room_of
from ruleslang.flow.words import YES, Bind, Cell, Constant, Variable, Word
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t

COUNT = t.Number(0, 2**31 - 1)
ZERO = Constant(0, COUNT)


def accepted(b: Body, what: d.Action | d.Play, who: Variable) -> Word:
    """Whether a way to do something passes all its clauses; gives the names that they give."""
    found: Word = YES
    for clause in what.body.clauses:
        found = both(found, _passes(b, clause))
    return found


def _passes(b: Body, clause: s.Clause) -> Word:
    before, b.origin = b.origin, clause.origin
    match clause:
        case s.OnlyIf(condition=condition):
            found = b.word(condition)
        case s.HasRoom():
            found = has_room(b, clause)
        case s.Pays() | s.Limit():
            found = b.refuse(clause)
    b.origin = before
    return found


def has_room(b: Body, clause: s.HasRoom) -> Word:
    """Whether what the body surely moves finds room."""
    declared = b.whole.everyone.zones[clause.target.name]
    if declared.at_most is None:
        return YES
    cards, lying = b.fresh("cards", t.SetOf(t.Card())), b.fresh("lying", t.SetOf(t.Card()))
    most = b.fresh("most", COUNT)
    family = zone_family(declared.name)
    there = Cell(family, address(b, declared.index, clause.target.index), lying.type)
    coming = apply("number of", apply("without", cards, lying, type=cards.type), type=COUNT)
    both_numbers = apply("+", apply("number of", lying, type=COUNT), coming, type=COUNT)
    none_comes = apply("same", coming, ZERO)
    given = both(
        Bind(cards, apply("distinct", b.word(clause.cards), type=cards.type)),
        both(Bind(most, room_of(b, clause.target)), Bind(lying, there)),
    )
    return both(given, either(none_comes, apply("<=", both_numbers, most)))
