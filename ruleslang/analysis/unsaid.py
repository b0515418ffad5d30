"""
Which `reveal`s no example says anything of: who sees what is shown there, and who does not.

In: the examples as they run. Out: the origins of `reveal`s that none of them speaks about.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from attrs import define, field, frozen

from ruleslang.meaning.blocks import SIMPLE
from ruleslang.meaning.evaluate import evaluate
from ruleslang.meaning.faults import Fault
from ruleslang.meaning.machine import Frame, Machine
from ruleslang.meaning.sight import asked_about, sight
from ruleslang.meaning.values import Card, members
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.program import Program
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.span import Span

Reveal: TypeAlias = s.RevealCards | s.RevealState | s.RevealDice | s.RevealFact


def reveal_unsaid(span: Span) -> Diagnostic:
    """No example says who sees what is shown here."""
    return advice(
        "reveal-unsaid",
        span,
        "no example says who then sees what is revealed here",
        help="add a line to one that comes by here: `then only … sees …`",
    )


@frozen
class Shown:
    """
    What a `reveal` showed: cards where they lay, or the name of a state or of dice; whether not to
    all.
    """

    origin: int
    what: frozenset[Any]
    to_some: bool


@define(eq=False)
class Speech:
    """What examples say of what was shown; `said` are the origins of the `reveal`s."""

    said: set[int] = field(factory=set)
    _shown: list[Shown] = field(factory=list)

    def begin(self) -> None:
        """Another example begins."""
        self._shown.clear()

    def before(self, m: Machine, statement: Any, frame: Frame) -> None:
        """A statement comes."""
        if isinstance(statement, Reveal):
            what = frozenset(_what(m, statement, frame))
            self._shown.append(Shown(statement.origin, what, statement.to is not None))
        elif type(statement) in SIMPLE:  # a state that is written anew is hidden again
            names = {place.name for place in find(statement, s.StatePlace) if not place.index}
            self._shown = [each for each in self._shown if names.isdisjoint(each.what)]

    def holds(self, m: Machine, line: d.SeesLine | d.AudienceLine) -> None:
        """
        What an example says of who sees something is so.

        Of what was shown to some, it has to say who does not see it, unless now all do.
        """
        about = {
            (each, m.state.where.get(each)) if isinstance(each, Card) else each
            for each in asked_about(m, line.subject)
        }
        all_see = all(all(sight(m, line.subject, who)) for who in m.tables.players)
        limits = isinstance(line, d.AudienceLine) or line.negated or all_see
        for shown in self._shown:
            if not shown.what.isdisjoint(about) and (limits or not shown.to_some):
                self.said.add(shown.origin)

    def unsaid(self, program: Program) -> list[int]:
        """The `reveal`s of which nothing was said, in the order of the text."""
        reveals: tuple[Reveal, ...] = (
            *find(program, s.RevealCards),
            *find(program, s.RevealState),
            *find(program, s.RevealDice),
            *find(program, s.RevealFact),
        )
        origins = {each.origin for each in reveals}
        return sorted(each for each in origins - self.said if each >= 0)


def _what(m: Machine, statement: Any, frame: Frame) -> Iterator[Any]:
    try:
        match statement:
            case s.RevealCards(cards=cards) | s.RevealFact(card=cards):
                shown = members(evaluate(m, cards, frame.env))
                yield from ((card, m.state.where.get(card)) for card in shown)
            case s.RevealState(name=name) | s.RevealDice(name=name):
                yield name
    except Fault:  # the statement itself will say so
        return
