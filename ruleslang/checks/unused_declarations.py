"""Reports `never-used`: a declaration that nothing else in the rulebook names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Protocol, get_args

from ruleslang.checks.queries.always_under_way import always_under_way
from ruleslang.checks.queries.call_graph import Graph, Node, graph
from ruleslang.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.references import Declared, references
from ruleslang.program.walk import walk
from ruleslang.source.diagnostic import Diagnostic, warning
from ruleslang.source.span import Span

_GIVEN = get_args(d.GivenLine)


class Named(Protocol):
    """Anything with a name and an origin."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def origin(self) -> int:
        """Where it stands."""


def never_used(span: Span, what: str, name: str, how: str) -> Diagnostic:
    """A declaration that nothing else in the rulebook speaks of."""
    return warning(
        "never-used",
        span,
        f"the {what} `{name}` is never {how}",
        help="drop it, or say where it plays a part",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Procedures never run, actions never offered, states, values, zones and options never read."""
    program = subject.program
    beside: list[Any] = [
        subject.compiled.measures,
        subject.compiled.choosers,
        subject.compiled.claims,
        subject.compiled.examples,
    ]
    read = _names((program, beside))
    read["value"] |= {program.payoff, *subject.compiled.in_decks}
    read["state"].add(program.payoff)
    yield from _unread(subject, "value", "read", program.values, read["value"])
    yield from _unread(subject, "state", "read or written", program.states, read["state"])
    yield from _unread(subject, "zone", "used", program.zones, read["zone"])
    yield from _unread(subject, "dice", "used", program.dice, read["dice"])
    yield from _unread(subject, "option", "asked", program.options, read["option"])
    yield from _never_run(subject)


def _never_run(subject: Subject) -> Iterator[Diagnostic]:
    table = graph(subject)
    run = {*always_under_way(table), *_proved(subject, table)}
    reached = {name for kind, name in run if kind in ("procedure", "action", "window")}
    program = subject.program
    yield from _unread(subject, "procedure", "called", program.procedures, reached)
    yield from _unread(subject, "action", "offered", program.actions, reached)
    yield from _unread(subject, "window", "opened", program.windows, reached)


def _proved(subject: Subject, table: Graph) -> set[Node]:
    """What examples run, and the checks whose chances a claim states; and what these call."""
    beside = (*subject.compiled.claims, *subject.compiled.examples)
    found: set[Node] = set()
    waiting: list[Node] = [
        ("procedure", each.procedure)
        for each in walk(beside)
        if isinstance(each, (e.ProcedureCall, d.RunLine))
    ]
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += [edge.target for edge in table.edges.get(node, ())]
    return found


def _unread(
    subject: Subject, what: str, how: str, declared: Iterable[Named], read: set[str]
) -> Iterator[Diagnostic]:
    for each in declared:
        if each.name not in read:
            yield never_used(subject.span(each.origin), what, each.name, how)


def _names(parts: Any) -> dict[Declared, set[str]]:
    """
    The names that the rules, and what examples and claims test, speak of.

    What an example only sets up is not used by that.
    """
    found: dict[Declared, set[str]] = defaultdict(set)
    for part in _parts(parts):
        for node in walk(part):
            if not isinstance(node, (s.Modifier, *_GIVEN)):
                for each in references(node):
                    found[each.what].add(each.name)
    return found


def _parts(parts: Any) -> Iterator[Any]:
    if isinstance(parts, (tuple, list)):
        for part in parts:
            yield from _parts(part)
    else:
        yield parts
