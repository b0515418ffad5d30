"""Which definitions of a rulebook its examples and claims reach, and which of their branches."""

from __future__ import annotations

from collections.abc import Iterator, Set

from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.passes.parts import Part, parts_of
from ruleslang.program.program import Program


@frozen
class Coverage:
    """Names of definitions, such as `procedure shoot`: those reached, and those never reached."""

    reached: tuple[str, ...]
    never: tuple[str, ...]
    never_at: tuple[int, ...] = ()  # the places in the text of what never was


def coverage(program: Program, reached: Set[int]) -> Coverage:
    """
    Return the procedures, actions, windows and plays that ran, the values that were read, and the
    effects that applied. `reached` are the numbers of the parts reported to observers.
    """
    parts = parts_of(program)
    names: list[str] = []
    never: list[tuple[str, int]] = []
    for name, own_parts in _definitions(program):
        if reached.isdisjoint(map(parts.number, own_parts)):
            never.append((name, own_parts[0].origin))
        else:
            names.append(name)
    unreached, places = [name for name, _ in never], [place for _, place in never]
    return Coverage(tuple(names), tuple(unreached), tuple(places))


def _definitions(program: Program) -> Iterator[tuple[str, tuple[Part, ...]]]:
    """Yield the name of each definition, and the parts that show that it is used."""
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


@frozen
class Branch:
    """A way on in the text: where it begins, and whether it was taken."""

    origin: int
    taken: bool


def branches(program: Program, reached: Set[int]) -> tuple[Branch, ...]:
    """
    Return the branches of `if`, cases, options of a menu, rows of values and bodies of loops that
    could be taken, in definitions that ran.

    `reached` are the numbers of the parts reported to observers. Parts inside a branch that was not
    taken are not listed, and a branch without a line looks like no branch.
    """
    numbers = parts_of(program).number
    ways = [
        Branch(first.origin, numbers(first) in reached)
        for part, first in ways_on(program)
        if numbers(part) in reached
    ]
    return tuple({way.origin: way for way in ways if way.origin >= 0}.values())


def ways_on(program: Program) -> Iterator[tuple[Part, Part]]:
    """Return each part from which several ways lead on, with the first part of each way."""
    return ((part, first) for part in parts_of(program).all for first in _ways_on(part))


def _ways_on(part: Part) -> Iterator[Part]:
    """Yield the first part of each way on from a part, unless the text has no line for it."""
    blocks: tuple[s.Block | None, ...] = ()
    match part:
        case d.Value(cases=cases) if len(cases) > 1:
            yield from cases
        case s.Menu(branches=menu):
            yield from menu
        case s.If(_, then, otherwise):
            blocks = then, otherwise
        case s.Depending(_, cases, otherwise):
            blocks = (*(case.block for case in cases), otherwise)
        case s.MayChoose(_, _, then, otherwise):
            blocks = then, otherwise
        case s.Repeat(block=body) | s.ForEach(block=body):
            blocks = (body,)
    yield from (block[0] for block in blocks if block and block[0].origin != part.origin)
