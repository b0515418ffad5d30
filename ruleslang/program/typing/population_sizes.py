"""How many there are of everything: what bounds counts, sums and the answers of functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from ruleslang.program import declarations as d
from ruleslang.program import limits
from ruleslang.program import types as t
from ruleslang.program.declarations_by_name import Known, kinds_above, known
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.program import Program
from ruleslang.program.typing import intervals
from ruleslang.program.typing.lattice import Ancestors, element, join_members

GENEROUS = limits.SUBSETS  # where no bound is known: there are no more sub-sets than this


@frozen
class Sizes:
    """
    The sizes of one game.

    `board` is the only board there is, or None. `maps` are the boards without directions, with None
    among them when no board has any. `owned` names the pieces of which every player has his own:
    those have an owner for certain. `zone_index` is what a zone's index has beside players.
    """

    seats: int = 2
    teams: int = 1
    team_size: int = 0
    rows: int = 1
    columns: int = 1
    spaces: int = 1
    pieces: int = 1
    board: str | None = None
    maps: frozenset[str | None] = frozenset()
    words: Mapping[str, int] = field(factory=dict)
    owned: frozenset[str] = frozenset()
    zone_index: t.Type = t.Never()


def sizes_of(program: Program, kinds: Ancestors) -> Sizes:
    boards, seats = program.boards, program.seats.high
    return Sizes(
        seats=seats,
        teams=max(1, len(program.teams.names)),
        team_size=program.teams.size,
        rows=max((_rows(board) for board in boards), default=1),
        columns=max((_columns(board) for board in boards), default=1),
        spaces=max(1, sum(len(board.spaces) for board in boards)),
        pieces=max(
            1, sum(each.copies * (seats if each.per_player else 1) for each in program.pieces)
        ),
        board=boards[0].name if len(boards) == 1 else None,
        maps=_maps(boards),
        words={each.name: len(each.words) for each in program.words},
        owned=frozenset(each.name for each in program.pieces if each.per_player),
        zone_index=_zone_index(program, kinds),
    )


def _zone_index(program: Program, kinds: Ancestors) -> t.Type:
    found: t.Type = t.Never()
    for place in (place for zone in program.zones for place in zone.index):
        if place.type != t.Player():
            found = join_members(found, place.type, kinds) or found
    return found


def _copies(piece: d.Piece, seats: int) -> int:
    return piece.copies * (seats if piece.per_player else 1)


def _rows(board: d.Board) -> int:
    return board.sizes[1] if len(board.sizes) == 2 else 1


def _columns(board: d.Board) -> int:
    return board.sizes[0] if board.sizes else len(board.spaces)


def _maps(boards: tuple[d.Board, ...]) -> frozenset[str | None]:
    maps = [board.name for board in boards if board.shape == "map"]
    return frozenset([*maps, None] if maps and len(maps) == len(boards) else maps)


# ---------------------------------------------------------------- how many of a type


def how_many(type: t.Type, sizes: Sizes) -> int | None:
    """How many values a type has; None when nothing bounds them."""
    match type:
        case t.Number():
            return intervals.size(type)
        case t.Truth():
            return 2
        case t.Player():
            return sizes.seats
        case t.Team():
            return sizes.teams
        case t.WordOf(list):
            return sizes.words.get(list)
        case t.Piece():
            return sizes.pieces
        case t.Space():
            return sizes.spaces
        case t.Never():
            return 0
    return None


def most_members(type: t.Type, sizes: Sizes) -> int | None:
    """How many members a set or list can have; None when nothing bounds them."""
    if isinstance(type, (t.SetOf, t.ListOf)) and type.up_to is not None:
        return type.up_to
    inner = element(type)
    return None if inner is None else how_many(inner, sizes)


def count_of(type: t.Type, sizes: Sizes) -> t.Number:
    """What the number of members of a set or list may be."""
    most = most_members(type, sizes)
    return t.Number(0, GENEROUS if most is None else most)


@frozen
class World:
    """The declarations of a program, the ancestors of its kinds, and its sizes."""

    known: Known
    kinds: Ancestors
    sizes: Sizes


@frozen
class Scope:
    """A world, and what each local may be."""

    world: World
    locals: Mapping[Slot, t.Type] = field(factory=dict)

    def local(self, slot: Slot) -> t.Type:
        return self.locals.get(slot, t.Never())


def world_of(program: Program) -> World:
    """What the types of a program's expressions depend on, beside locals."""
    tables = known(program)
    kinds = {name: tuple(kind.name for kind in kinds_above(tables, name)) for name in tables.kinds}
    return World(tables, kinds, sizes_of(program, kinds))


def scope_of(world: World, declaration: Any) -> Scope:
    """The scope of all expressions of a declaration: its table of locals."""
    table: tuple[LocalDecl, ...] = getattr(declaration, "locals", ())
    return Scope(world, {slot: local.type for slot, local in enumerate(table)})
