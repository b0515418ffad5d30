"""
Reports `preference-peeks`: a preference of a rulebook's player reads what its seat does not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from attrs import evolve

from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.walk import children, find
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span

Read: TypeAlias = "e.ReadZone | e.ReadState"
Bound: TypeAlias = Mapping[int, Any]  # arguments, by slot


def preference_peeks(span: Span, zone: str) -> Diagnostic:
    """A preference reads cards that its player never sees, so the line never has an effect."""
    return error(
        "preference-peeks",
        span,
        f"whoever prefers this does not see the cards of `{zone}`",
        help=f"read what `you` can see; how many lie there is `number of {zone}`",
    )


def preference_reads_secret(span: Span, state: str) -> Diagnostic:
    """A preference reads a state that its player never sees."""
    return error(
        "preference-peeks",
        span,
        f"whoever prefers this does not see `{state}`",
        help="read what `you` can see; such a line would never count",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every preference that reads what its player surely does not see."""
    shown = _shown(subject)
    values = {value.name: value for value in subject.program.values}
    for chooser in subject.compiled.choosers:
        for line in chooser.preferences:
            for read in _reads(line, values, {}):
                if read.name not in shown and not _may_see(subject, read):
                    zone = isinstance(read, e.ReadZone)
                    say = preference_peeks if zone else preference_reads_secret
                    yield say(subject.span(line.origin), read.name)
                    break


def _shown(subject: Subject) -> set[str]:
    """The zones and states that a `reveal` names."""
    cards = {
        read.name
        for reveal in find(subject.program, s.RevealCards)
        for read in find(reveal, e.ReadZone)
    }
    return cards | {reveal.name for reveal in find(subject.program, s.RevealState)}


def _reads(node: Any, values: Mapping[str, d.Value], bound: Bound) -> Iterator[Read]:
    """
    The states that are read, and the zones whose cards are read, not only counted.

    `bound` has the arguments of the value whose body `node` is in; of several cases only the first
    condition is surely read.
    """
    match node:
        case e.ReadZone() | e.ReadState():
            yield evolve(node, index=tuple(_argument(part, bound) for part in node.index))
        case e.NumberOf(e.ReadZone() as zone) | e.IsEmpty(e.ReadZone() as zone):
            for index in zone.index:
                yield from _reads(index, values, bound)
        case e.WhenOtherwise():
            yield from _reads(node.condition, values, bound)
        case e.CallValue():
            for argument in node.arguments:
                yield from _reads(argument, values, bound)
            value = values.get(node.name)
            if value is not None:
                inside = {at: _argument(arg, bound) for at, arg in enumerate(node.arguments)}
                others = {name: part for name, part in values.items() if name != node.name}
                first = value.cases[0]
                surely = first.value if first.condition is None else first.condition
                yield from _reads(surely, others, inside)
        case _:
            for child in children(node):
                yield from _reads(child, values, bound)


def _argument(index: Any, bound: Bound) -> Any:
    """The value of a parameter; anything else is itself."""
    return bound.get(index.slot, index) if isinstance(index, e.Local) else index


def _may_see(subject: Subject, read: Read) -> bool:
    place = (subject.zones if isinstance(read, e.ReadZone) else subject.states)[read.name]
    if place.seen.by != "owner":
        return place.seen.by != "nobody"
    owners = [
        index for at, index in zip(place.index, read.index, strict=True) if at.type == t.Player()
    ]
    return not owners or isinstance(owners[0], e.Local | e.SeatValue)
