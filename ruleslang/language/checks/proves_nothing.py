"""Reports `proves-nothing`: an example without an expected result."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

proves_nothing = Message(
    "proves-nothing",
    "this example has no `then`, so it proves nothing",
    help="say what holds at its end: `then score(home) is 1`",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    for example in subject.examples:
        if not example.expects:
            yield proves_nothing(subject.span(example.origin))
