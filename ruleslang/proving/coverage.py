"""Which definitions of a rulebook its examples and claims reach."""

from __future__ import annotations

from collections.abc import Iterator, Set

from attrs import frozen

from ruleslang.program.passes.locals import Part, parts_of
from ruleslang.program.program import Program


@frozen
class Coverage:
    """Names of definitions, as `procedure shoot`: what was reached, and what never was."""

    reached: tuple[str, ...]
    never: tuple[str, ...]
    never_at: tuple[int, ...] = ()  # the places in the text of what never was


def coverage(program: Program, reached: Set[int]) -> Coverage:
    """
    Procedures, actions, windows and plays that ran, values that were read, effects that applied.

    `reached` are the numbers of the parts that observers were told of.
    """
    parts = parts_of(program)
    names: list[str] = []
    never: list[tuple[str, int]] = []
    for name, own in _definitions(program):
        if reached.isdisjoint(map(parts.number, own)):
            never.append((name, own[0].origin))
        else:
            names.append(name)
    unreached, places = [name for name, _ in never], [place for _, place in never]
    return Coverage(tuple(names), tuple(unreached), tuple(places))


def _definitions(program: Program) -> Iterator[tuple[str, tuple[Part, ...]]]:
    """The name of each definition, and the parts of which one is at work when it is."""
    for value in program.values:
        yield f"value {value.name}", (value,)
    for procedure in program.procedures:
        yield f"{procedure.word} {procedure.name}", (procedure,)
    for action in program.actions:
        yield f"action {action.name}", (action,)
    for window in program.windows:
        yield f"window {window.name}", (window,)
    for play in program.plays:
        yield f"play {play.name}", (play,)
    for standing in (*program.standings, *program.card_standings):
        yield f"effects {standing.name}", (standing, *standing.effects)
