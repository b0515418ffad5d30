"""Reports `empty-kind`: a kind without cards."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.set_bounds import cards_of
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

empty_kind = Message(
    "empty-kind",
    "no card is of the kind `{name}`",
    help='declare one, `card my_card "My card" x2: {name}`, or drop the kind',
    severity=Severity.WARNING,
)


def _has_title(definitions: tuple[d.Definition, ...], kind: str) -> bool:
    return any(definition.kind == kind for definition in definitions)


def check(subject: Subject) -> Iterator[Diagnostic]:
    program = subject.program
    for kind in program.kinds:
        if cards_of(subject, kind.name) == 0 and not _has_title(program.definitions, kind.name):
            yield empty_kind(subject.span(kind.origin), name=kind.name)
