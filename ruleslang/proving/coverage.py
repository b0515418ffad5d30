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
    never_at: tuple[int, ...] = ()  # the places in the text of what never was


def coverage(program: Program, origins: Set[int]) -> Coverage:
    """
    Procedures, actions, windows and plays that ran, values that were read, effects that applied.

    `origins` are those that the machine told its `trace`.
    """
    reached: list[str] = []
    never: list[tuple[str, int]] = []
    for name, at, own in _definitions(program):
        if origins.isdisjoint(own):
            never.append((name, at))
        else:
            reached.append(name)
    names, places = [name for name, _ in never], [place for _, place in never]
    return Coverage(tuple(reached), tuple(names), tuple(places))


def _definitions(program: Program) -> Iterator[tuple[str, int, Set[int]]]:
    for value in program.values:
        yield f"value {value.name}", value.origin, {value.origin}
    for procedure in program.procedures:
        yield f"{procedure.word} {procedure.name}", procedure.origin, {procedure.origin}
    for action in program.actions:
        yield f"action {action.name}", action.origin, {action.origin}
    for window in program.windows:
        yield f"window {window.name}", window.origin, {window.origin}
    for play in program.plays:
        yield f"play {play.name}", play.origin, {play.origin}
    for standing in (*program.standings, *program.card_standings):
        yield f"effects {standing.name}", standing.origin, _of(standing)


def _of(standing: d.Standing) -> Set[int]:
    return {standing.origin, *(effect.origin for effect in standing.effects)} - {-1}
