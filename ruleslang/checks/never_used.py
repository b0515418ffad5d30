"""Reports `never-used`: a declaration without a reference."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from ruleslang.checks.queries.call_graph import Graph, Node, always_under_way, graph
from ruleslang.checks.queries.example_facts import procedures_run, references_read
from ruleslang.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program.names import Declared, Reference
from ruleslang.program.program import Program
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, Severity


class Named(Protocol):
    """Anything with a name and an origin."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def origin(self) -> int:
        """Where it stands."""


never_used = Message(
    "never-used",
    "the {what} `{name}` is never {how}",
    help="drop it, or say where it plays a part",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Unused procedures, actions, states, values, zones and options."""
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
    # Rules read most of them: examples are searched only for the rest.
    for named in _named(subject):
        if any(each.name not in read[what] for what in declared for each in declared[what][1]):
            for each in named:
                read[each.what].add(each.name)
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
    claimed = procedures_run(subject.compiled.claims)
    shown = (name for example in subject.examples for name in example.runs)
    for names in (claimed, shown):
        if any((what, each.name) not in run for what in declared for each in declared[what][1]):
            run |= _with_run((("procedure", name) for name in names), table)
    for what, (how, all) in declared.items():
        yield from _unread(subject, what, how, all, {name for kind, name in run if kind == what})


def _named(subject: Subject) -> Iterator[Iterator[Reference]]:
    """The references of the rules, then those of each sort of unplayed declaration."""
    beside = subject.compiled
    for parts in (beside.program, beside.measures, beside.choosers, beside.claims):
        yield references_read(parts)
    yield (name for example in subject.examples for name in example.names)


def _imagined(program: Program) -> Iterator[Node]:
    """The procedures of `E after P(…)`."""
    return (("procedure", node.procedure) for node in find(program, e.WhatWouldBe))


def _with_run(nodes: Iterable[Node], table: Graph) -> set[Node]:
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
    for named in declared:
        if named.name not in read:
            yield never_used(subject.span(named.origin), what=what, name=named.name, how=how)
