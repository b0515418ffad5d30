"""
Reports `nothing-when-equal`: a body ends with what happens if one number is greater than another,
and if it is less; nothing is said of equal ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ruleslang.language.checks.queries.call_graph import graph
from ruleslang.language.checks.subject import Subject
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
    Every body that ends with such tests, each of which comes to an end alike.

    A procedure that is called above another line is left out, for that line may be about it.
    """
    blocks = graph(subject).blocks
    ending = {name for (_, name), block in blocks.items() if _ends_the_match(block)}
    above = {name for block in blocks.values() for name in _called_above(block, False)}
    for (what, name), block in blocks.items():
        if what == "procedure" and name in above:
            continue
        tests = _last_tests(block, ending)
        for place, first in enumerate(tests):
            for last in tests[place + 1 :]:
                if _are_opposite(first.condition, last.condition) and not any(
                    _is_equal(test.condition, last.condition) for test in tests
                ):
                    yield nothing_when_equal(
                        subject.span(last.origin), at=subject.span(first.origin)
                    )


def _last_tests(block: s.Block, ending: Collection[str]) -> tuple[s.If, ...]:
    """The `if`s without `else` that a body ends with, if each comes to an end alike."""
    tests: list[s.If] = []
    for node in reversed(block):
        if not isinstance(node, s.If) or node.otherwise:
            break
        if tests and not _end_alike(node.then, tests[-1].then, ending):
            break
        tests.append(node)
    return tuple(reversed(tests))


def _ends_the_match(block: s.Block) -> bool:
    leaves = traits(block[-1]).leaves if block else None
    return leaves is not None and leaves.what == "match" and leaves.surely


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


def _is_equal(test: e.Expr, opposite: e.Expr) -> bool:
    """Whether a test holds wherever the two that another compares are equal."""
    assert isinstance(opposite, e.Compare)
    pair = opposite.left, opposite.right
    match test:
        case e.Equal(a, b) | e.Compare(">=" | "<=", a, b):
            return alike((a, b), pair) or alike((b, a), pair)
        case _:
            return False


def _end_alike(first: s.Block, last: s.Block, ending: Collection[str]) -> bool:
    """Whether both blocks lead out of the body, or call one procedure."""
    match first[-1], last[-1]:
        case s.Call(procedure=one), s.Call(procedure=other) if one == other:
            return True
        case _:
            return _leads_out(first, ending) and _leads_out(last, ending)


def _leads_out(block: s.Block, ending: Collection[str]) -> bool:
    last = block[-1]
    return not falls_through(block) or (isinstance(last, s.Call) and last.procedure in ending)
