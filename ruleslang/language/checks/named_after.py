"""
Reports `named-after`: a yes-or-no value such as `on_edge` bears the name of another value, `edge`,
and is computed without it, so that one word may mean two things.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruleslang.language.checks.subject import Subject
from ruleslang.program import types as t
from ruleslang.program.traits.reads import cells_read
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

BEFORE = ("at", "by", "has", "in", "is", "near", "of", "on")

named_after = Message(
    "named-after",
    "`{name}` does not ask `{other}`, after which it is named",
    help="one word may mean two things: ask `{other}` here, or call one of them otherwise",
    label="the other one",
    severity=Severity.ADVICE,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every such value, if neither of the two reads the other."""
    values = {value.name: value for value in subject.program.values}
    read = {
        name: {cell.name for cell in cells_read(value) if cell.kind == "value"}
        for name, value in values.items()
    }
    for name, value in values.items():
        before, _, word = name.partition("_")
        if before not in BEFORE or not isinstance(value.type, t.Truth):
            continue
        for other in (word, f"{word}s", f"{word}es", f"is_{word}"):
            if other not in values or other == name:
                continue
            if other not in _followed(name, read) and name not in _followed(other, read):
                yield named_after(
                    subject.span(value.origin),
                    at=subject.span(values[other].origin),
                    name=name,
                    other=other,
                )


def _followed(name: str, read: Mapping[str, set[str]]) -> set[str]:
    """The values that a value reads, and those that they read."""
    followed: set[str] = set()
    waiting = [name]
    while waiting:
        more = read.get(waiting.pop(), set()) - followed
        followed |= more
        waiting += more
    return followed
