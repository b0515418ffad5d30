"""Reports `no-result`: the start procedure can finish before anybody has won or lost."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.finishing import Finishing
from ruleslang.language.checks.subject import Subject
from ruleslang.source.diagnostic import Diagnostic, Message

no_result = Message(
    "no-result",
    "`{name}` can end without a result",
    help="end it with `p wins`, `players win` or `nobody wins`",
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    start = subject.procedures[subject.program.start]
    if Finishing(subject).procedure(start.name):
        yield no_result(subject.span(start.origin), name=start.name)
