"""Reports `never-used`: a declaration without a reference."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from ruleslang.language.checks.queries.call_graph import Node, always_under_way, graph, reachable
from ruleslang.language.checks.queries.example_facts import procedures_run, references_read
from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program.program import Program
from ruleslang.program.references import Declared, Reference
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
    help="drop it, or use it somewhere",
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
        if any(entry.name not in read[sort] for sort in declared for entry in declared[sort][1]):
            for entry in named:
                read[entry.what].add(entry.name)
    for sort, (how, all) in declared.items():
        yield from _unread(subject, sort, how, all, read[sort])
    yield from _never_run(subject)


def _never_run(subject: Subject) -> Iterator[Diagnostic]:
    table, program = graph(subject), subject.program
    declared: dict[str, tuple[str, Sequence[Named]]] = {
        "procedure": ("called", program.procedures),
        "action": ("offered", program.actions),
        "window": ("opened", program.windows),
    }
    run = {*always_under_way(table)} | reachable(_imagined(program), table)
    claimed = procedures_run(subject.compiled.claims)
    shown = (name for example in subject.examples for name in example.runs)
    for names in (claimed, shown):
        if any((sort, entry.name) not in run for sort in declared for entry in declared[sort][1]):
            run |= reachable((("procedure", name) for name in names), table)
    for sort, (how, all) in declared.items():
        yield from _unread(subject, sort, how, all, {name for kind, name in run if kind == sort})


def _named(subject: Subject) -> Iterator[Iterator[Reference]]:
    """The references of the rules, then those of each sort of unplayed declaration."""
    beside = subject.compiled
    unplayed = (beside.measures, beside.choosers, beside.claims, beside.properties)
    for parts in (beside.program, *unplayed):
        yield references_read(parts)
    yield (name for example in subject.examples for name in example.names)


def _imagined(program: Program) -> Iterator[Node]:
    """The procedures of `E after P(…)`."""
    return (("procedure", node.procedure) for node in find(program, e.WhatWouldBe))


def _unread(
    subject: Subject, sort: str, how: str, declared: Iterable[Named], read: set[str]
) -> Iterator[Diagnostic]:
    for named in declared:
        if named.name not in read:
            yield never_used(subject.span(named.origin), what=sort, name=named.name, how=how)
