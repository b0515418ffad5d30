"""A compiled engine beside the interpreter: the same choices, hashes, views and ends."""

from __future__ import annotations

from collections.abc import Mapping

from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.compiled_in_c import CEngine, WasmEngine
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.match.chance import Stream, derive
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match
from ruleslang.program.program import Program

Settings = Mapping[str, str]


def differences(
    program: Program,
    seed: int,
    players: int | None = None,
    options: Settings | None = None,
    most: int = 100_000,
    kind: type[CEngine] = WasmEngine,
) -> tuple[list[str], int]:
    """In what a match of both engines with the same choices differs, and how many there were."""
    one = Interpreter(program).start(seed=seed, players=players, options=options)
    other = kind(program).start(seed=seed, players=players, options=options)
    choices, made = Stream(derive(seed, 99)), 0
    while True:
        found = at_one_decision(one, other)
        if one.decision is None or found or made == most:
            return [f"seed {seed}, decision {made}: {each}" for each in found], made
        assert other.waits_for == (one.decision.player, len(one.decision.choices))
        index = choices.below(len(one.decision.choices))
        one.choose(index)
        other.choose(index)
        made += 1


def at_one_decision(one: Match, other: CompiledMatch, hash: str | None = None) -> list[str]:
    """In what two matches differ where they stand; the first one's hash may be known."""
    if other.play is None:
        return ["it is the interpreter that plays"]
    seats = (None, *range(len(one.population.players)))
    pairs = {
        "who is asked what": (asked(one), asked(other)),
        "hash": (hash or one.hash(), other.hash()),
        "views": ([one.view(seat) for seat in seats], [other.view(seat) for seat in seats]),
        "outcome": (one.outcome, other.outcome),
        "fault": (log(one), log(other)),
        "own fault": (
            named(one.fault, other.play.fault),
            named(other.play.fault, other.play.fault),
        ),
        "counts": ((one.asked, one.counted), (other.asked, other.counted)),
        "notes": (list(one.notes), list(other.notes)),
        "answer": (one.answer, other.answer),
    }
    return [f"{name}: {mine} / {its}" for name, (mine, its) in pairs.items() if mine != its]


def asked(match: Match) -> object:
    """All that a decision says."""
    decision = match.decision
    return decision and (decision, decision.origin, [each.text for each in decision.choices])


def named(fault: Fault | None, by: Fault | None) -> object:
    """
    What a fault says, as far as another engine says it by itself: of division by 0 and of what is
    counted, only the interpreter says where it happened.
    """
    return fault and (fault.slug, -1 if by is None or by.origin < 0 else fault.origin)


def log(match: Match) -> object:
    """All that a fault says."""
    fault = match.fault
    return fault and (fault.slug, fault.message, fault.origin)
