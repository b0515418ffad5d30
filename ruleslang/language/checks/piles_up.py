"""Reports `piles-up`: a loop moves each player's zone to the next, so that contents accumulate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslang.language.syntax.declarations import Tree
from ruleslang.language.syntax.expressions import Apply, Expression
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.simple_statements import Move
from ruleslang.language.syntax.statements import ForEach
from ruleslang.language.syntax.walk import find
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

piles_up = Message(
    "piles-up",
    "what comes to `{zone}` here moves on with it in the next pass",
    help="to move all at once, write `move {zone}(any) to the left`, or `to the right`",
    severity=Severity.WARNING,
)


def check(trees: Sequence[Tree], _: Program) -> Iterator[Diagnostic]:
    """Every `for each p in …: move Z(p) to Z(…)` with another index of the same zone."""
    for tree in trees:
        for top in tree.declarations:
            for loop in find(top, ForEach):
                for move in find(loop.block, Move):
                    if _hands_on(loop.variable, move.subject, move.target):
                        assert isinstance(move.target, Apply)
                        yield piles_up(move.span, zone=move.target.function.text)


def _hands_on(member: Name, subject: Expression, target: Expression) -> bool:
    """Whether the member's whole zone goes to the same zone of another."""
    if not isinstance(subject, Apply) or not isinstance(target, Apply):
        return False
    if subject.function.text != target.function.text:
        return False
    mine = _names(member, subject)
    theirs = _names(member, target)
    stays = any(is_mine and is_theirs for is_mine, is_theirs in zip(mine, theirs, strict=False))
    return any(mine) and not stays


def _names(member: Name, zone: Apply) -> list[bool]:
    """For each argument, whether it is the loop's variable."""
    return [
        isinstance(argument, Name) and argument.text == member.text for argument in zone.arguments
    ]
