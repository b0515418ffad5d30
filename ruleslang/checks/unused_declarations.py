"""Reports `never-used`: a declaration that nothing else in the rulebook names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Protocol, get_args

from ruleslang.checks.queries.always_under_way import always_under_way
from ruleslang.checks.queries.call_graph import Graph, Node, graph
from ruleslang.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.program import Program
from ruleslang.program.references import Declared, reference_fields, references
from ruleslang.program.walk import by_class, find, walk
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
    program, beside = subject.program, subject.compiled
    declared: dict[Declared, tuple[str, Sequence[Named]]] = {
        "value": ("read", program.values),
        "state": ("read or written", program.states),
        "zone": ("used", program.zones),
        "dice": ("used", program.dice),
        "option": ("asked", program.options),
    }
    read: dict[Declared, set[str]] = defaultdict(set)
    read["value"] |= {program.payoff, *beside.in_decks}
    read["state"].add(program.payoff)
    # Most is read by the rules: the many examples are only asked about what is left.
    for parts in (program, beside.measures, beside.choosers, beside.claims, beside.examples):
        if any(each.name not in read[what] for what in declared for each in declared[what][1]):
            _add_names(parts, read)
    for what, (how, all) in declared.items():
        yield from _unread(subject, what, how, all, read[what])
    yield from _never_run(subject)


def _never_run(subject: Subject) -> Iterator[Diagnostic]:
    table, program = graph(subject), subject.program
    declared: dict[str, tuple[str, Sequence[Named]]] = {
        "procedure": ("called", program.procedures),
        "action": ("offered", program.actions),
        "window": ("opened", program.windows),
    }
    run = {*always_under_way(table)} | _with_run(_imagined(program), table)
    for parts in (subject.compiled.claims, subject.compiled.examples):
        if any((what, each.name) not in run for what in declared for each in declared[what][1]):
            run |= _with_run(_proved(parts), table)
    for what, (how, all) in declared.items():
        yield from _unread(subject, what, how, all, {name for kind, name in run if kind == what})


def _proved(parts: tuple[d.Claim, ...] | tuple[d.Example, ...]) -> Iterator[Node]:
    """What examples run, and the checks whose chances a claim states."""
    for each in walk(parts):
        if isinstance(each, (e.ProcedureCall, e.WhatWouldBe, d.RunLine)):
            yield "procedure", each.procedure


def _imagined(program: Program) -> Iterator[Node]:
    """The procedures of `E after P(…)`, which are run in a position that is only thought of."""
    return (("procedure", each.procedure) for each in find(program, e.WhatWouldBe))


def _with_run(nodes: Iterable[Node], table: Graph) -> set[Node]:
    """These, and what they run."""
    found: set[Node] = set()
    waiting = [*nodes]
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


def _add_names(parts: Any, found: dict[Declared, set[str]]) -> None:
    """
    Add the names that the rules, or what examples and claims test, speak of.

    What an example only sets up is not used by that.
    """
    for part in _parts(parts):
        for kind, nodes in by_class(part).items():
            if not issubclass(kind, (s.Modifier, *_GIVEN)) and reference_fields(kind):
                for each in chain.from_iterable(map(references, nodes)):
                    found[each.what].add(each.name)


def _parts(parts: Any) -> Iterator[Any]:
    if isinstance(parts, (tuple, list)):
        for part in parts:
            yield from _parts(part)
    else:
        yield parts
