"""
Reports `nothing-when-equal`: a body ends with what happens if one number is greater than another,
and if it is less; nothing is said of equal ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.queries.call_graph import graph
from ruleslang.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.traits.effects import falls_through
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import alike
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

nothing_when_equal = Message(
    "nothing-when-equal",
    "nothing happens here when the two are equal",
    help="say what then happens: `else …`, or a line below",
    label="the other case",
    severity=Severity.ADVICE,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """
    Every body whose last two lines are such tests, each of which comes to an end alike.

    A procedure that is called above another line is left out, for that line may be about it.
    """
    blocks = graph(subject).blocks
    above = {name for block in blocks.values() for name in _called_above(block, False)}
    for (what, name), block in blocks.items():
        if what == "procedure" and name in above:
            continue
        match block[-2:]:
            case (s.If(otherwise=()) as first, s.If(otherwise=()) as last) if _are_opposite(
                first.condition, last.condition
            ) and _end_alike(first.then, last.then):
                yield nothing_when_equal(subject.span(last.origin), at=subject.span(first.origin))


def _called_above(block: s.Block, followed: bool) -> Iterator[str]:
    """The procedures that are called above a line that is done next."""
    for place, node in enumerate(block, start=1):
        goes_on = followed or place < len(block)
        if isinstance(node, s.Call) and goes_on:
            yield node.procedure
        here = traits(node)
        comes_round = here.blocks_run not in ("exactly one", "at most one")
        for inner in here.blocks:
            yield from _called_above(inner, goes_on or comes_round)


def _are_opposite(first: e.Expr, last: e.Expr) -> bool:
    """Whether two tests are `a > b` and `a < b`, in whatever order."""
    match first, last:
        case e.Compare(">" | "<" as sign, a, b, "numbers"), e.Compare(
            ">" | "<" as other, c, d, "numbers"
        ):
            return alike((a, b), (c, d) if sign != other else (d, c))
        case _:
            return False


def _end_alike(first: s.Block, last: s.Block) -> bool:
    """Whether both blocks lead out of the body, or end with a call of one procedure."""
    match first[-1], last[-1]:
        case s.Call(procedure=one), s.Call(procedure=other):
            return one == other
        case _:
            return not falls_through(first) and not falls_through(last)
