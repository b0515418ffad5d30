"""Reports `value-in-circle`: a value depends on itself, directly or by its modifiers."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import circle_text
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.effect_order import read_for_force, written_effects
from ruleslang.program.passes.components import circles, shortest_circle
from ruleslang.program.passes.recursive_values import recursion_decreases, unmodified
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span


def value_in_circle(span: Span, path: list[str], asks_itself: bool) -> Diagnostic:
    """A value is needed to compute itself."""
    return error(
        "value-in-circle",
        span,
        f"`{path[0]}` is computed from itself",
        help=f"ask it for less: `n - 1` of at most {limits.ASKED_INSIDE} numbers, or `s except m`"
        " of a set `up to` so many, where m runs through s or its sub-sets"
        if asks_itself
        else f"{circle_text(path)}: break the circle, "
        "and name the part that both need as a value of its own",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every strongly connected group of values, once, by a shortest cycle."""
    needs = needed_values(subject)
    values = {value.name: value for value in subject.program.values}
    place = {name: number for number, name in enumerate(needs)}
    for group in circles(needs):
        path = shortest_circle(needs, min(group, key=place.__getitem__))
        asks_itself = len(path) == 1 and path[0] in _asked(values[path[0]])
        yield value_in_circle(subject.span(values[path[0]].origin), path, asks_itself)


def needed_values(subject: Subject) -> dict[str, set[str]]:
    """The dependencies between values, by modifiers too; without dependencies that surely end."""
    needs = {value.name: _asked(value) for value in subject.program.values}
    plain = unmodified(subject.program)
    for value in subject.program.values:
        if value.name in needs[value.name] and recursion_decreases(value, plain):
            needs[value.name].remove(value.name)
    for written in written_effects(subject.program):
        if isinstance(written.effect, s.Modifier) and written.effect.value in needs:
            read = (written.effect, *read_for_force(written.begun_by))
            needs[written.effect.value] |= {call.name for call in find(read, e.CallValue)}
    return needs


def _asked(value: d.Value) -> set[str]:
    """The named values that a value's own text reads."""
    return {call.name for call in find((value.lets, value.cases), e.CallValue)}
