"""Reports `missing-example`: worked examples of the printed rulebook that no example shows."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.program.numbered_rules import missing_examples
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

MOST_NAMED = 3


missing_example = Message(
    "missing-example",
    "no example shows {numbers}",
    help="write it as an `example` that cites its number, or say with `omit` why it cannot be",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """One diagnostic for all worked examples that the header announces and nothing shows."""
    missing = missing_examples(subject.compiled)
    heads = [entry for entry in subject.compiled.cited if entry.kind == "rulebook"]
    if missing and heads:
        yield missing_example(subject.span(heads[0].origin), numbers=_named(missing))


def _named(missing: tuple[str, ...]) -> str:
    """The numbers, or if there are many the first ones and how many more there are."""
    if len(missing) > MOST_NAMED:
        missing, more = missing[: MOST_NAMED - 1], len(missing) - MOST_NAMED + 1
        return f"{', '.join(f'`{number}`' for number in missing)} and {more} more"
    *others, last = [f"`{number}`" for number in missing]
    return f"{', '.join(others)} or {last}" if others else last
