"""Which definitions of a rulebook its examples and claims reach."""

from __future__ import annotations

from collections.abc import Iterator, Set

from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program.program import Program


@frozen
class Coverage:
    """Names of definitions, as `procedure shoot`: what was reached, and what never was."""

    reached: tuple[str, ...]
    never: tuple[str, ...]


def coverage(program: Program, origins: Set[int]) -> Coverage:
    """
    Procedures, actions, windows and plays that ran, values that were read, effects that applied.

    `origins` are those that the machine told its `trace`.
    """
    reached: list[str] = []
    never: list[str] = []
    for name, own in _definitions(program):
        (never if origins.isdisjoint(own) else reached).append(name)
    return Coverage(tuple(reached), tuple(never))


def _definitions(program: Program) -> Iterator[tuple[str, Set[int]]]:
    for value in program.values:
        yield f"value {value.name}", {value.origin}
    for procedure in program.procedures:
        yield f"{procedure.word} {procedure.name}", {procedure.origin}
    for action in program.actions:
        yield f"action {action.name}", {action.origin}
    for window in program.windows:
        yield f"window {window.name}", {window.origin}
    for play in program.plays:
        yield f"play {play.name}", {play.origin}
    for standing in (*program.standings, *program.card_standings):
        yield f"effects {standing.name}", _of(standing)


def _of(standing: d.Standing) -> Set[int]:
    return {standing.origin, *(effect.origin for effect in standing.effects)} - {-1}
