"""
The implied condition of an action or a play: what its body surely moves must find room.

Only moves count that are made before any chance, choice, window or call, and of which cards and
zone are known when the choice is made. A zone that the body empties before is not asked for room.
"""

from __future__ import annotations

from attrs import define, field

from ruleslang.lower.scope import Scope
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.slot_uses import defined_in, used_in
from ruleslang.program.traits.blocks import may_leave, own_statements
from ruleslang.program.traits.member_sources import taken_from
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import find
from ruleslang.syntax import declarations as syntax


@define
class _Touched:
    """What the statements so far may have changed; `any_zone`: a card came from who knows where."""

    zones: set[str] = field(factory=set)
    states: set[str] = field(factory=set)
    any_zone: bool = False

    def take(self, statement: s.Statement) -> None:
        """Take note of the zones from which a statement takes cards, and of the states it sets."""
        for one in own_statements((statement,)):
            cells = taken_from(one.cards) if isinstance(one, s.MoveCards) else traits(one).writes
            self.zones |= {cell.name for cell in cells if cell.kind == "zone"}
            self.states |= {cell.name for cell in cells if cell.kind == "state"}
        self.any_zone |= "" in self.zones

    def concerns(self, move: s.MoveCards) -> bool:
        """Whether a move may be another one now than when the choice was made."""
        read = {each.name for each in find((move.cards, move.target), e.ReadState)}
        computed = any(True for _ in find((move.cards, move.target), e.CallValue))
        return (
            self.any_zone
            or move.target.name in self.zones
            or bool(read & self.states)
            or (computed and bool(self.states or self.zones))
        )


def room(scope: Scope, statements: s.Block) -> tuple[s.HasRoom, ...]:
    """The conditions that a body's surest moves imply; `scope` is that of its head and clauses."""
    found: list[s.HasRoom] = []
    touched = _Touched()
    for statement in statements:
        if any(_is_open(each) for each in own_statements((statement,))):
            break
        if (
            isinstance(statement, s.MoveCards)
            and _is_bounded(scope, statement.target.name)
            and _is_readable(scope, statement)
            and not touched.concerns(statement)
        ):
            found.append(s.HasRoom(statement.cards, statement.target, statement.origin))
        touched.take(statement)
    return tuple(found)


def _is_open(statement: s.Statement) -> bool:
    """Whether what comes after a statement is not yet sure when the choice is made."""
    here = traits(statement)
    decided = here.chance or bool(here.asks) or bool(here.effects)
    return decided or may_leave(statement, acts_at_once=False)


def _is_bounded(scope: Scope, zone: str) -> bool:
    symbol = scope.context.symbols.globals.get(zone)
    return (
        symbol is not None
        and isinstance(symbol.node, syntax.Zone)
        and symbol.node.at_most is not None
    )


def _is_readable(scope: Scope, move: s.MoveCards) -> bool:
    """Whether cards and zone can be read when the choice is made."""
    parts = (move.cards, move.target)
    known = {local.slot for local in scope.locals.values()} | {*defined_in(parts)}
    return all(slot in known for slot in used_in(parts))
