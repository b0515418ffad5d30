"""Which cells tell positions apart that actions lead to, one after the other."""

from __future__ import annotations

from ruleslang.engine.flow import state_layout as cells
from ruleslang.engine.flow.lower import Flow


def compared(flow: Flow) -> tuple[tuple[int, int], ...]:
    """Return the ranges of cells that distinguish positions derived from the same one."""
    program, families = flow.population.program, flow.layout.families
    names = [cells.ACTIVE, cells.PLAYERS, cells.TITLES, cells.COUNTING, cells.LASTING]
    names += [cells.state_family(state.name) for state in program.states]
    names += [cells.dice_family(die.name) for die in program.dice]
    names += [cells.ZONES, cells.SPACE, cells.LIMITS, cells.MARKS, cells.FACES]
    names += [cells.facts_family(place) for place in flow.shown_facts]
    names += [name for name in families if name.startswith("shown ")]
    some = [families[name] for name in names if name in families]
    ranges: list[tuple[int, int]] = []
    for low, high in sorted((of.base, of.base + of.cells) for of in some):
        if ranges and low <= ranges[-1][1]:
            ranges[-1] = ranges[-1][0], max(high, ranges[-1][1])
        else:
            ranges.append((low, high))
    return tuple(ranges)
