"""Whether procedures can finish while the match is under way."""

from __future__ import annotations

from functools import cached_property

from attrs import frozen

from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.traits.effects import ways_out
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import Leaving
from ruleslang.program.walk import find


@frozen
class Ends:
    """How a block can finish while the match is under way: by its last line, or by leaving."""

    falls_through: bool
    leaves: bool


class Finishing:
    """Whether procedures can finish; recursion is assumed to finish."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._eliminates = any(find(subject.program, s.Eliminate))
        self._known: dict[str, bool] = {}
        self._done: dict[str, Ends] = {}
        self._here = ""

    def procedure(self, name: str) -> bool:
        """Return whether a procedure can finish while the match is under way."""
        if name not in self._known:
            self._known[name] = True
            around, self._here = self._here, name
            ends = self._block(self._subject.procedures[name].body.statements)
            self._here = around
            self._known[name] = ends.falls_through or ends.leaves
        return self._known[name]

    def _block(self, block: tuple[s.Statement, ...]) -> Ends:
        leaves = False
        for node in block:
            ends = self._statement(node)
            leaves = leaves or ends.leaves
            if not ends.falls_through:
                return Ends(False, leaves)
        return Ends(True, leaves)

    def _statement(self, node: s.Statement) -> Ends:
        here = traits(node)
        match node:
            case s.Offer(mode="must") if node.impossible is not None:
                return self._offer(node)
            case s.Call():
                return Ends(self.procedure(node.procedure), False)
            case s.TakeTurns():
                return Ends(self._can_be_over(node), self._block(node.block).leaves)
        if here.leaves is not None:
            return Ends(not here.leaves.always, self._leaves(here.leaves))
        inside = self._either(here.blocks)
        falls_through = here.blocks_run not in ("exactly one", "for ever") or (
            here.blocks_run == "exactly one" and inside.falls_through
        )
        if here.own_run:
            ways = (way for block in here.blocks for way in ways_out(block))
            return Ends(True, any(self._leaves(way) for way in ways if way.what != "body"))
        return Ends(falls_through, inside.leaves)

    def _leaves(self, way: Leaving) -> bool:
        """Return whether a statement leaves the procedure while the match is under way."""
        in_start = self._here == self._subject.program.start
        return way.what == "body" or (way.what == "run" and not in_start)

    def _offer(self, node: s.Offer) -> Ends:
        """Return how an offer can finish: an action is done, or `if impossible` runs."""
        done = [self._action(name) for name in node.actions]
        finishes = any(ends.falls_through or ends.leaves for ends in done)
        impossible = self._block(node.impossible or ())
        return Ends(finishes or impossible.falls_through, impossible.leaves)

    def _action(self, name: str) -> Ends:
        if name not in self._done:
            self._done[name] = Ends(True, False)
            self._done[name] = self._block(self._subject.actions[name].body.statements)
        return self._done[name]

    def _either(self, blocks: tuple[s.Block, ...]) -> Ends:
        all_ends = [self._block(block) for block in blocks]
        return Ends(
            any(ends.falls_through for ends in all_ends), any(ends.leaves for ends in all_ends)
        )

    def _can_be_over(self, node: s.TakeTurns) -> bool:
        if node.until is not None:
            return True
        if node.among == e.Everything("players"):
            return self._eliminates and not self._last_one_wins
        return node.among != e.Everything("all players")

    @cached_property
    def _last_one_wins(self) -> bool:
        """Whether a standing rule ends the match before everybody is eliminated."""
        return any(
            isinstance(effect, s.Whenever)
            and _holds_of_nobody(effect.condition)
            and self._block(effect.block) == Ends(False, False)
            for standing in self._subject.program.standings
            if standing.zone is None and standing.condition is None
            for effect in standing.effects
        )


def _holds_of_nobody(condition: e.Expr) -> bool:
    """Return whether a condition surely holds when no player is left."""
    number = e.NumberOf(e.Everything("players"))
    match condition:
        case e.Compare("<=", left, e.Literal(int(most))) if left == number:
            return most >= 0
        case e.Compare("<", left, e.Literal(int(most))) if left == number:
            return most > 0
        case e.Equal(left, e.Literal(0)):
            return left == number
        case e.IsEmpty(players):
            return players == e.Everything("players")
        case _:
            return False
