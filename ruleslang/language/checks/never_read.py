"""Reports `never-read`: a state is only written, or a card field only filled."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.language.checks.queries.reads_and_writes import state_uses
from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, Severity
from ruleslang.source.span import Span

never_read = Message(
    "never-read",
    "the state `{name}` is set, and no rule reads it",
    help="drop it, or let something depend on it; what only players look at may stay",
    severity=Severity.ADVICE,
)
field_never_read = Message(
    "never-read",
    "no rule reads the field `{name}` of `{kind}`",
    help="drop it, or let something depend on it, as `{name}(c)`; what only players look at may"
    " stay",
    severity=Severity.ADVICE,
)
price_never_read = Message(
    "never-read",
    "no rule reads the field `{name}` of `{kind}`, so nobody pays it",
    help="say in the kind from what it is paid: `pays {name}(this) from {counter}(you)`",
    severity=Severity.ADVICE,
)
DECK = re.compile(r"^deck [^\n]*?:([^\n]*)", re.MULTILINE)
AXIS = re.compile(r"\b(\w+) in ")
DECLARED = re.compile(r"^[ \t]+(has (\w+)\b[^\n#]*?)[ \t]*(?:#[^\n]*)?$", re.MULTILINE)
COUNTER = re.compile(r"^state (\w+)\((?:\w+: )?player\): -?\d", re.MULTILINE)
PRICES = frozenset({"cost", "costs", "price", "mana"})


def _counts(type: t.Type) -> bool:
    """Whether rules are expected to read it: words and cards may be there for players to see."""
    return isinstance(type, (t.Number, t.Truth))


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every number or truth that is only written, then fields that are only printed on cards."""
    uses = state_uses(subject)
    for state in subject.program.states:
        if state.name in uses.written and state.name not in uses.read and _counts(state.type):
            yield never_read(subject.span(state.origin), name=state.name)
    yield from _fields(subject)


def _fields(subject: Subject) -> Iterator[Diagnostic]:
    """Fields that neither rules nor examples read; axes of a deck appear in its titles."""
    beside = subject.compiled
    unplayed = (beside.measures, beside.choosers, beside.properties, beside.claims, beside.examples)
    parts = (beside.program, *unplayed)
    read = {node.name for node in find(parts, e.ReadField)}
    for kind in subject.program.kinds:
        unread = [
            candidate
            for candidate in kind.fields
            if candidate.name not in read and _counts(candidate.type)
        ]
        places = _places(subject.spans[kind.origin]) if unread else {}
        for field in unread:
            place = places.get(field.name)
            if place is None:
                continue
            counter = field.name in PRICES and COUNTER.search(
                f"{place.source.text}\n{place.source.beside}"
            )
            if counter:
                yield price_never_read(place, name=field.name, kind=kind.name, counter=counter[1])
            else:
                yield field_never_read(place, name=field.name, kind=kind.name)


def _places(kind: Span) -> dict[str, Span]:
    """The field declarations of a kind, without those that a deck shows."""
    text = f"{kind.source.text}\n{kind.source.beside}"
    axes = {axis for deck in DECK.findall(text) for axis in AXIS.findall(deck)}
    return {
        match[2]: kind.source.span(kind.start + match.start(1), kind.start + match.end(1))
        for match in DECLARED.finditer(kind.text)
        if match[2] not in axes
    }
