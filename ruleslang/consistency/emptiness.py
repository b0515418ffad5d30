"""Finds the sets that may be empty where a statement chooses or draws from them."""

from __future__ import annotations

from attrs import define, field

from ruleslang.checks.subject import Subject
from ruleslang.consistency.moments import Moment, rules_of
from ruleslang.consistency.never_happens import walk_through
from ruleslang.consistency.solve import solve
from ruleslang.consistency.terms import at_most, number
from ruleslang.consistency.translate import Translation
from ruleslang.consistency.walk import Walk
from ruleslang.program import expressions as e
from ruleslang.program import statements as s


def may_be_empty(subject: Subject) -> frozenset[int]:
    """The origins of the statements whose set is not proved non-empty."""
    walk = _Recorder(rules_of(subject.program, subject.world))
    walk_through(walk, subject)
    return frozenset(walk.empty)


def source_of(node: s.Statement) -> e.Expr | None:
    """The set that a statement chooses or draws from; `None` if it does neither."""
    match node:
        case s.Choose(_, choice) | s.MayChoose(_, choice) | s.Pick(choice):
            if choice.low is not None or choice.where is None or choice.member is None:
                return choice.source
            return e.Where(choice.member, choice.source, choice.where)
        case s.MoveCards(cards):
            drawn = cards.operand if isinstance(cards, e.OptionalAsSet) else cards
            if isinstance(drawn, e.CallBuiltIn) and drawn.function in ("top", "bottom"):
                return drawn.arguments[0]
    return None


@define
class _Recorder(Walk):
    """A walk that records possibly empty sets."""

    empty: set[int] = field(factory=set)

    def statement(self, node: s.Statement, moment: Moment) -> Moment | None:
        source = source_of(node)
        if source is not None and not _has_members(source):
            translation = Translation(moment)
            none = at_most(translation.count(source), number(0))
            if solve((*moment.terms, *translation.known, none)) != "impossible":
                self.empty.add(node.origin)
        return Walk.statement(self, node, moment)


def _has_members(source: e.Expr) -> bool:
    """Whether a set is non-empty in every position by its form."""
    match source:
        case e.Everything("players" | "all players" | "words" | "spaces" | "teams"):
            return True
        case e.MakeSet(items) | e.MakeList(items):
            return bool(items)
        case e.ListAsSet(operand):
            return _has_members(operand)
    return False
