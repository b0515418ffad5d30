"""
Finds flows from hidden information to anything that all players can observe.

A condition, a set or an amount that reads a hidden zone, state or die may decide who is asked, what
a public state becomes, how many cards are in a public zone, or who wins. Anything that was shown
before, or moved into sight of all, is no longer hidden; a player may reveal anything by their
choices. The analysis follows the locals of a body and the named values that it reads. It finds
possible leaks, and cannot decide whether the printed rulebook intends them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import define, field, frozen

from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot
from ruleslang.program.program import Program
from ruleslang.program.traits.effects import own_parts
from ruleslang.program.traits.reads import is_expression, reads
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import Cell
from ruleslang.program.walk import children, find

Names: TypeAlias = frozenset[str]
NONE: Names = frozenset()


@frozen
class Flow:
    """
    The line at `origin` reads `hidden` zones, states and dice, and so decides something public.

    `decides` has each public consequence, with the origin of the line where it happens.
    """

    hidden: tuple[str, ...]
    origin: int
    decides: tuple[tuple[str, int], ...]


class Secrets:
    """The zones, states and dice whose contents, or number of cards, some player does not see."""

    def __init__(self, program: Program) -> None:
        seen = {
            **{zone.name: zone.seen.by for zone in program.zones},
            **{state.name: state.seen.by for state in program.states},
            **{dice.name: dice.seen.by for dice in program.dice},
        }
        self.contents = frozenset(name for name, by in seen.items() if by != "all")
        self.counts = frozenset(z.name for z in program.zones if z.count_seen.by != "all")
        self.shown_at = frozenset(zone.name for zone in program.zones if zone.seen.by == "all")
        self._declared = {value.name: value for value in program.values}
        self._of_values: dict[str, Names] = {}

    def read(self, part: object, locals: dict[Slot, Names]) -> Names:
        """Return the secrets that a part reads, also through named values or locals."""
        match part:
            case e.IsEmpty(e.ReadZone(name)) | e.NumberOf(e.ReadZone(name)):
                return frozenset((name,)) & self.counts
            case e.Local(slot):
                return locals.get(slot, NONE)
            case e.CallValue(name):
                secrets = self._of_value(name)
            case _ if is_expression(part):
                secrets = frozenset(cell.name for cell in reads(part)) & self.contents
            case _:
                secrets = NONE
        return secrets.union(*(self.read(child, locals) for child in children(part)))

    def _of_value(self, name: str) -> Names:
        if name not in self._of_values:
            self._of_values[name] = NONE  # ends a circle of values
            self._of_values[name] = self.read(self._declared[name], {})
        return self._of_values[name]


def flows(secrets: Secrets, block: s.Block) -> tuple[Flow, ...]:
    """Return the flows in a block, in the order of the lines that read."""
    if not secrets.contents:
        return ()
    body = _Body(secrets)
    body.block(block, NONE, -1)
    return tuple(
        Flow(tuple(sorted(hidden)), origin, tuple(dict.fromkeys(decides)))
        for (hidden, origin), decides in body.flows.items()
    )


@define
class _Body:
    """A walk through a body: the secrets in its locals, those shown by now, and what was found."""

    secrets: Secrets
    locals: dict[Slot, Names] = field(factory=dict)
    shown: Names = NONE
    flows: dict[tuple[Names, int], list[tuple[str, int]]] = field(factory=dict)

    def block(self, block: s.Block, under: Names, reading: int) -> None:
        """Follow a block that runs if the secrets `under` it hold, read by line `reading`."""
        for node in block:
            self._statement(node, under, reading)

    def _statement(self, node: s.Statement, under: Names, reading: int) -> None:
        here, read = traits(node), self._read_by(node)
        hidden = under | read
        line = node.origin if read else reading
        if hidden:
            consequences = [(effect, node.origin) for effect in self._public_consequences(node)]
            if consequences:
                self.flows.setdefault((hidden, line), []).extend(consequences)
        for slot in here.defines:
            self.locals[slot] = read
        for cell in here.writes:
            if cell.kind == "local" and cell.slot is not None:
                self.locals[cell.slot] = self.locals.get(cell.slot, NONE) | hidden
        self._show(node)
        for inner in here.blocks:
            self.block(inner, hidden, line)

    def _read_by(self, node: s.Statement) -> Names:
        """Return the secrets that decide what a statement does, except which cards it moves."""
        match node:
            case s.MoveCards():
                return NONE
            case s.Choose(player) | s.MayChoose(player):
                parts: tuple[object, ...] = (player,)
            case s.Together(questions):
                parts = tuple((question.player, question.condition) for question in questions)
            case _:
                parts = tuple(own_parts(node))
        return NONE.union(*(self.secrets.read(part, self.locals) for part in parts)) - self.shown

    def _show(self, node: s.Statement) -> None:
        """Note what is public from here on."""
        match node:
            case s.MoveCards(cards, target) if target.name in self.secrets.shown_at:
                for local in find(cards, e.Local):
                    self.locals.pop(local.slot, None)
            case s.RevealCards(cards, None):
                self.shown |= self.secrets.read(cards, self.locals)
            case s.RevealState(name, _, None) | s.RevealDice(name, _, None):
                self.shown |= {name}
            case _:
                pass

    def _public_consequences(self, node: s.Statement) -> Iterator[str]:
        """Yield the public consequences of a statement."""
        here = traits(node)
        if here.asks:
            yield "who is asked"
        elif here.runs:
            yield f"whether `{node.procedure}` runs" if isinstance(node, s.Call) else "what runs"
        for cell in here.writes:
            yield from self._seen_write(cell)

    def _seen_write(self, cell: Cell) -> Iterator[str]:
        match cell.kind:
            case "state" if cell.name not in self.secrets.contents:
                yield f"`{cell.name}`"
            case "zone" if cell.name and cell.name not in self.secrets.counts:
                yield f"the number of cards in `{cell.name}`"
            case "result":
                yield "who wins"
            case "players":
                yield "who is out"
            case "active":
                yield "whose turn it is"
            case _:
                pass
