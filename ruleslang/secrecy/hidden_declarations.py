"""The zones, states and dice of a rulebook that some player cannot see or count."""

from __future__ import annotations

from ruleslang.program import statements as s
from ruleslang.program.program import Program
from ruleslang.program.walk import find


def secret_names(program: Program) -> frozenset[str]:
    """The zones, states and dice that some player does not see or may not count."""
    return frozenset(
        (
            *(
                zone.name
                for zone in program.zones
                if not zone.seen.by == zone.count_seen.by == "all"
            ),
            *(state.name for state in program.states if state.seen.by != "all"),
            *(dice.name for dice in program.dice if dice.seen.by != "all"),
        )
    )


def has_secrets(program: Program) -> bool:
    """Whether some player may not see something."""
    return bool(secret_names(program)) or any(
        roll.seen_by is not None for roll in find(program, s.RollDie)
    )
