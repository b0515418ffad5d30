"""What the hash of a position is made of in C, for games whose positions C can hash."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.flow import layout as cells
from ruleslang.flow.flow import Flow
from ruleslang.native.constants import array
from ruleslang.portable.counting import Counting
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import find

PARTS = ("facts", "shown", "lasting", "began", "true", "queued")  # of which there are none


def can_hash(flow: Flow) -> bool:
    """
    Whether a position is made of what C hashes: no counts of uses, no facts, nothing that acts by
    itself or lasts, and no state that holds tuples of tuples.
    """
    program = flow.population.program
    families = flow.layout.families
    acts = (
        *program.standings,
        *(each for each in program.definitions if each.standings),
        *program.card_standings,
    )
    return (
        not acts
        and not flow.told
        and not Counting(flow).any
        and not any(name.startswith("shown ") for name in families)
        and not any(True for kind in (s.Limit,) for _ in find(program, kind))
        and all(_is_flat(state.type) for state in program.states)
    )


def _is_flat(type: t.Type) -> bool:
    of = plain(type)
    if not isinstance(of, t.SetOf | t.ListOf):
        return True
    return not isinstance(plain(of.element), t.SetOf | t.ListOf)


def hashing(flow: Flow) -> Iterator[str]:
    """The cells that are hashed, in their order, and the names that stand between."""
    layout, program = flow.layout, flow.population.program
    yield f"#define CARDS {len(flow.population.cards)}"
    yield f"#define PLAYERS {layout[cells.PLAYERS].base}"
    parts = ", ".join(f'"{each}"' for each in PARTS)
    yield f"static const char *const hash_parts[] = {{{parts}, NULL}};"
    names = list(layout.streams)
    yield "static const char *const stream_names[] = {"
    yield from (f"    {_text(each)}," for each in names)
    yield "    NULL"
    yield "};"
    order = sorted(range(len(names)), key=lambda at: names[at])
    yield from array("streams_by_name", list(map(str, order)), "int64_t")
    yield "#define PUT_STORED \\"
    for state in program.states:
        of = layout[cells.state_family(state.name)]
        is_set = int(isinstance(plain(state.type), t.SetOf))
        yield f"    put_cells(s, b, {of.base}, {of.cells}, {is_set}); \\"
    zones = layout[cells.ZONES]
    yield f"    put_cells(s, b, {zones.base}, {zones.cells}, 0); \\"
    for dice in program.dice:
        of = layout[cells.dice_family(dice.name)]
        yield f"    put_dice(s, b, {of.base}, {of.cells}); \\"
    space = layout[cells.SPACE]
    yield f"    put_cells(s, b, {space.base}, {space.cells}, 0);"


def _text(name: str) -> str:
    """A text as C has it."""
    return '"' + "".join(f"\\{byte:03o}" for byte in name.encode()) + '"'
