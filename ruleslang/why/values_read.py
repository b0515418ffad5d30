"""What a condition reads, and what that is now."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ruleslang.match.faults import Fault
from ruleslang.match.match import Reader
from ruleslang.match.values import Value
from ruleslang.program import expressions as e
from ruleslang.program.locals import LocalDecl
from ruleslang.program.walk import children, find
from ruleslang.why.explain_value import text_of

_READS = (e.CallValue, e.ReadState, e.ReadZone, e.ReadField, e.NumberOf)


@frozen
class ReadValue:
    """A value that is read, as the rulebook calls it."""

    text: str
    value: Value


def values_read(
    match: Reader, condition: e.Expr, names: tuple[LocalDecl, ...]
) -> tuple[ReadValue, ...]:
    """
    The named values, states, zones and fields that a condition reads, each once.

    Left out is what hangs on the members that it goes through, and what has no value now.
    """
    found: dict[str, ReadValue] = {}
    for x in _outermost(condition):
        try:
            text = text_of(match, x, {}, names)
            found.setdefault(text, ReadValue(text, match.evaluate(x)))
        except Fault:
            continue
    return tuple(found.values())


def _outermost(node: object) -> Iterator[e.Expr]:
    """The reads that stand in no other read, without locals."""
    if isinstance(node, _READS) and next(find(node, e.Local), None) is None:
        yield node
    else:
        for child in children(node):
            yield from _outermost(child)
