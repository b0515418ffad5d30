"""How many members a set or a list of the rules may have, at most."""

from __future__ import annotations

from ruleslang.flow.context import Body
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import members
from ruleslang.program.typing.population_sizes import most_members


def most_values(b: Body, source: e.Expr) -> int:
    """A bound on the members of what stands somewhere, by its type and the room of its zone."""
    found = _room_of_zone(b, source)
    if found is not None:
        return found
    found = most_members(b.type_of(source), b.whole.world.sizes)
    if found is None:
        everyone = b.whole.everyone
        match members(b.type_of(source)):
            case t.Card():
                found = len(everyone.cards)
            case t.Title():
                found = len(everyone.titles)
            case t.Space():
                found = len(everyone.spaces)
            case t.Piece():
                found = len(everyone.pieces)
            case _:
                found = limits.MEMBERS
    return found


def note_built_one_by_one(b: Body, source: e.Expr) -> None:
    """
    Note how many words it takes to build up a set or a list of as many members one by one: every
    time it is made again.
    """
    b.whole.words_built = max(b.whole.words_built, most_values(b, source) ** 2 // 2)


def _room_of_zone(b: Body, source: e.Expr) -> int | None:
    """How many cards may lie in the one zone that is chosen from, if that is written."""
    match source:
        case e.Where(subject=inside) | e.Except(left=inside):
            return _room_of_zone(b, inside)
        case e.ReadZone(name, index) if not any(isinstance(each, e.AnyIndex) for each in index):
            most = b.whole.everyone.zones[name].at_most
            return most.value if isinstance(most, e.Literal) and most.value else None
    return None
