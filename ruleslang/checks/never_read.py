"""Reports `never-read`: a state is only written, or a field of cards only filled."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.checks.queries.reads_and_writes import state_uses
from ruleslang.checks.subject import Subject
from ruleslang.program import declarations as d
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
COUNTER = re.compile(r"^state (\w+)\((?:\w+: )?player\): -?\d", re.MULTILINE)
PRICES = frozenset({"cost", "costs", "price", "mana"})


def _counts(type: t.Type) -> bool:
    """Whether rules are expected to read it: a word or a card may be there to be seen."""
    return isinstance(type, (t.Number, t.Truth))


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every number and truth that is only written, then those that are only printed on cards."""
    uses = state_uses(subject)
    for state in subject.program.states:
        if state.name in uses.written and state.name not in uses.read and _counts(state.type):
            yield never_read(subject.span(state.origin), name=state.name)
    yield from _fields(subject)


def _fields(subject: Subject) -> Iterator[Diagnostic]:
    """Those that nothing reads, in play or beside it; the axes of a deck are in its titles."""
    beside = subject.compiled
    parts = (beside.program, beside.measures, beside.choosers, beside.claims, beside.examples)
    read = {node.name for node in find(parts, e.ReadField)}
    for kind in subject.program.kinds:
        for field in kind.fields:
            if field.name not in read and _counts(field.type):
                place = _place(subject.spans[kind.origin], field)
                if place is None:
                    continue
                counter = COUNTER.search(f"{place.source.text}\n{place.source.beside}")
                if counter and field.name in PRICES:
                    yield price_never_read(
                        place, name=field.name, kind=kind.name, counter=counter[1]
                    )
                else:
                    yield field_never_read(place, name=field.name, kind=kind.name)


def _place(kind: Span, field: d.FieldType) -> Span | None:
    """The line of a kind that declares a field; None: another level does, or a deck shows it."""
    text = f"{kind.source.text}\n{kind.source.beside}"
    if re.search(rf"^deck [^\n]*:[^\n]*\b{field.name} in ", text, re.MULTILINE):
        return None
    found = re.search(rf"^[ \t]+(has {field.name}\b[^\n#]*?)[ \t]*(#[^\n]*)?$", kind.text, re.M)
    return found and kind.source.span(kind.start + found.start(1), kind.start + found.end(1))
