"""Reports `value-in-circle`: a value is computed from itself, directly or through what modifies
it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.effects import read_for_force, written_effects
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span


def value_in_circle(span: Span, path: list[str]) -> Diagnostic:
    """A value is needed to compute itself."""
    way = " → ".join(f"`{step}`" for step in [*path, path[0]])
    return error(
        "value-in-circle",
        span,
        f"`{path[0]}` is computed from itself",
        help=f"{way}: break the circle, and name the part that both need as a value of its own",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every cycle of values, once."""
    needs = _needs(subject)
    origins = {value.name: value.origin for value in subject.program.values}
    blamed: set[str] = set()
    for name in needs:
        if name not in blamed:
            path = _circle(needs, name)
            if path is not None:
                blamed.update(path)
                yield value_in_circle(subject.span(origins[name]), path)


def _needs(subject: Subject) -> dict[str, set[str]]:
    needs = {
        value.name: {
            call.name for part in (value.lets, value.cases) for call in find(part, e.CallValue)
        }
        for value in subject.program.values
    }
    for one in written_effects(subject.program):
        if isinstance(one.effect, s.Modifier) and one.effect.value in needs:
            read = (one.effect, *read_for_force(one.begun_by))
            needs[one.effect.value] |= {call.name for call in find(read, e.CallValue)}
    return needs


def _circle(needs: dict[str, set[str]], start: str) -> list[str] | None:
    waiting = [[start]]
    seen = {start}
    while waiting:
        path = waiting.pop(0)
        for name in sorted(needs.get(path[-1], ())):
            if name == start:
                return path
            if name not in seen:
                seen.add(name)
                waiting.append([*path, name])
    return None
