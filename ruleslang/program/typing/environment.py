"""The environment of typing: a program's declarations, sizes and locals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from attrs import field, frozen
from attrs import fields as attrs_fields

from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.program import Program
from ruleslang.program.typing.lattice import Ancestors, join_members
from ruleslang.program.typing.sizes import Sizes


@frozen
class World:
    """The declarations of a program, the ancestors of its kinds, and its sizes."""

    known: Known
    kinds: Ancestors
    sizes: Sizes


@frozen
class Scope:
    """A world, and the type of each local."""

    world: World
    locals: Mapping[Slot, t.Type] = field(factory=dict)

    def local(self, slot: Slot) -> t.Type:
        return self.locals.get(slot, t.Never())


def world_of(program: Program) -> World:
    """Return the environment of a program's expressions, without locals."""
    tables = known(program)
    kinds = {name: tuple(kind.name for kind in kinds_above(tables, name)) for name in tables.kinds}
    return World(tables, kinds, sizes_of(program, kinds))


def scope_of(world: World, declaration: Any) -> Scope:
    """Return the scope of all expressions of a declaration: its table of locals."""
    table: tuple[LocalDecl, ...] = getattr(declaration, "locals", ())
    return Scope(world, {slot: local.type for slot, local in enumerate(table)})


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
            1, sum(piece.copies * (seats if piece.per_player else 1) for piece in program.pieces)
        ),
        board=boards[0].name if len(boards) == 1 else None,
        maps=_maps(boards),
        words={word.name: len(word.words) for word in program.words},
        owned=frozenset(piece.name for piece in program.pieces if piece.per_player),
        zone_index=_zone_index(program, kinds),
    )


def _zone_index(program: Program, kinds: Ancestors) -> t.Type:
    joined: t.Type = t.Never()
    for place in (place for zone in program.zones for place in zone.index):
        if place.type != t.Player():
            joined = join_members(joined, place.type, kinds) or joined
    return joined


def _rows(board: d.Board) -> int:
    return board.sizes[1] if len(board.sizes) == 2 else 1


def _columns(board: d.Board) -> int:
    return board.sizes[0] if board.sizes else len(board.spaces)


def _maps(boards: tuple[d.Board, ...]) -> frozenset[str | None]:
    maps = [board.name for board in boards if board.shape == "map"]
    return frozenset([*maps, None] if maps and len(maps) == len(boards) else maps)


Named = TypeVar("Named", bound=Any)


@frozen
class Known:
    """The declarations of a program by name; the last one where two have the same name."""

    program: Program
    words: Mapping[str, d.Words]
    dice_kinds: Mapping[str, d.Die]
    options: Mapping[str, d.Option]
    kinds: Mapping[str, d.Kind]
    definitions: Mapping[str, d.Definition]
    plays: Mapping[str, d.Play]
    card_standings: Mapping[str, d.Standing]
    zones: Mapping[str, d.Zone]
    states: Mapping[str, d.State]
    histories: Mapping[str, d.History]
    dice: Mapping[str, d.Dice]
    boards: Mapping[str, d.Board]
    pieces: Mapping[str, d.Piece]
    values: Mapping[str, d.Value]
    procedures: Mapping[str, d.Procedure]
    actions: Mapping[str, d.Action]
    windows: Mapping[str, d.Window]
    fields: Mapping[str, d.FieldType]


def known(program: Program) -> Known:
    """Return the tables of a program."""
    names = [known_field.name for known_field in attrs_fields(Known)][1:-1]
    tables: dict[str, Any] = {
        name: {named.name: named for named in getattr(program, name)} for name in names
    }
    fields = {field.name: field for kind in program.kinds for field in kind.fields}
    return Known(program, fields=fields, **tables)


def kinds_above(k: Known, kind: str) -> Iterator[d.Kind]:
    """Yield a kind and its parents, the nearest first, up to an unknown or repeated one."""
    seen: set[str] = set()
    name: str | None = kind
    while name is not None and name in k.kinds and name not in seen:
        seen.add(name)
        yield k.kinds[name]
        name = k.kinds[name].parent
