"""Reports `all-together`: somebody wins when the places of all players together are empty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslang.language.syntax.declarations import Tree
from ruleslang.language.syntax.expressions import AnyPlace, Apply, IsEmpty
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.simple_statements import Wins
from ruleslang.language.syntax.statements import If
from ruleslang.language.syntax.walk import find
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

all_together = Message(
    "all-together",
    "`{here}` is empty only when those of all players are",
    help="for the player who wins, write `{own}`",
    severity=Severity.ADVICE,
)


def check(trees: Sequence[Tree], _: Program) -> Iterator[Diagnostic]:
    """Every `if ZONE(any) is empty: p wins`."""
    for tree in trees:
        for top in tree.declarations:
            for node in find(top, If):
                yield from _in_branches(node)


def _in_branches(node: If) -> Iterator[Diagnostic]:
    for branch in node.branches:
        match branch.condition:
            case IsEmpty(operand=Apply(zone, (AnyPlace(),)) as all_zones, negated=False):
                for line in branch.block.statements:
                    if isinstance(line, Wins) and isinstance(line.players, Name):
                        own = f"{zone.text}({line.players.text}) is empty"
                        yield all_together(all_zones.span, own=own)
