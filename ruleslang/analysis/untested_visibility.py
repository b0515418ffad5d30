"""
Which `reveal`s no example says anything of: who sees what is shown there, and who does not; and of
which `together` none says that it is asked so.

In: the examples as they run. Out: the origins that none of them speaks about.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from attrs import define, field

from ruleslang.match.faults import Fault
from ruleslang.match.values import Card, Player, members
from ruleslang.match.view import fact_name
from ruleslang.meaning.comparison import same
from ruleslang.meaning.evaluate import evaluate
from ruleslang.meaning.machine import Frame, Machine
from ruleslang.meaning.reading import dice_places, matching
from ruleslang.meaning.revealed import shown_to
from ruleslang.meaning.view import sees_card
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.program import Program
from ruleslang.program.walk import find
from ruleslang.proving.visibility import Known, asked_about, sees_stored, sight, told
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.span import Span

Reveal: TypeAlias = s.RevealCards | s.RevealState | s.RevealDice | s.RevealFact


def reveal_unsaid(span: Span, of_a_fact: bool) -> Diagnostic:
    """No example says who sees what is shown here."""
    line = "then only … sees colour(…) is …" if of_a_fact else "then only … sees …"
    return advice(
        "reveal-unsaid",
        span,
        "no example says who then sees all that is revealed here",
        help=f"add a line to one that comes by here: `{line}`",
    )


def together_unsaid(span: Span) -> Diagnostic:
    """No example says that these are asked in secret."""
    return advice(
        "together-unsaid",
        span,
        "no example says that nobody sees another's answer here",
        help="stop one at the question, below its `when`: `then players choose together`",
    )


def of_facts(program: Program) -> frozenset[int]:
    """The origins of `reveal`s that tell a fact."""
    return frozenset(each.origin for each in find(program, s.RevealFact))


@define(eq=False)
class Shown:
    """
    What a `reveal` showed: cards where they lay, states, dice, facts; whether not to all.

    `what` is as much of it as is still there to be seen, `spoken` what an example spoke of.
    """

    origin: int
    what: frozenset[Any]
    to_some: bool
    spoken: frozenset[Any] = frozenset()


@define(eq=False)
class Speech:
    """What examples say: `said` are the origins of `reveal`s and `together`s spoken of."""

    said: set[int] = field(factory=set)
    _shown: list[Shown] = field(factory=list)

    def begin(self) -> None:
        """Another example begins."""
        self._shown.clear()

    def before(self, m: Machine, statement: Any, frame: Frame) -> None:
        """A statement comes; a `reveal` that shows nothing new says nothing."""
        self._look_again(m)
        if isinstance(statement, Reveal):
            what = _what(m, statement, frame)
            if what:
                self._shown.append(Shown(statement.origin, what, statement.to is not None))

    def holds(self, m: Machine, line: d.SeesLine | d.AudienceLine) -> None:
        """
        What an example says of who sees something is so.

        It has to speak of all that was shown and is still there. Of what was shown to some, it has
        to say who does not see it, unless now all do.
        """
        self._look_again(m)
        about = {_where_it_is(m, each) for each in asked_about(m, line.subject)}
        all_see = all(all(sight(m, line.subject, who)) for who in m.tables.players)
        limits = isinstance(line, d.AudienceLine) or line.negated or all_see
        for shown in self._shown:
            if limits or not shown.to_some:
                shown.spoken |= shown.what & about
                if shown.what and shown.spoken >= shown.what:
                    self.said.add(shown.origin)

    def together(self, m: Machine) -> None:
        """What an example says of who is asked together is so."""
        if m.secret is not None:
            self.said.add(m.secret.origin)

    def _look_again(self, m: Machine) -> None:
        """Cards that moved, and states and dice that changed, are no longer what was shown."""
        for shown in self._shown:
            shown.what = frozenset(each for each in shown.what if _is_there(m, each))
        self._shown = [shown for shown in self._shown if shown.what]

    def unsaid(self, program: Program) -> list[int]:
        """The `reveal`s of which nothing was said, in the order of the text."""
        reveals: tuple[Reveal, ...] = (
            *find(program, s.RevealCards),
            *find(program, s.RevealState),
            *find(program, s.RevealDice),
            *find(program, s.RevealFact),
        )
        return self._left(reveals)

    def open_answers(self, program: Program) -> list[int]:
        """The `together`s of which nothing was said, in the order of the text."""
        return self._left((*find(program, s.Together), *find(program, s.TogetherForEach)))

    def _left(self, statements: Iterable[Reveal | s.Together | s.TogetherForEach]) -> list[int]:
        origins = {each.origin for each in statements}
        return sorted(each for each in origins - self.said if each >= 0)


def _what(m: Machine, statement: Any, frame: Frame) -> frozenset[Any]:
    """What a `reveal` will show to somebody who does not see it yet."""
    try:
        to = shown_to(m, statement, frame.env)
        match statement:
            case s.RevealCards(cards=cards):
                shown = members(evaluate(m, cards, frame.env))
                unseen = [c for c in shown if not all(sees_card(m, c, who) for who in to)]
                return frozenset(_where_it_is(m, card) for card in unseen)
            case s.RevealState(name=name, index=index):
                places = matching(m, index, m.state.states[name], frame.env)
                return _unseen(m, m.tables.states[name], places, to)
            case s.RevealDice(name=name, index=index):
                return _unseen(m, m.tables.dice[name], dice_places(m, name, index, frame.env), to)
            case s.RevealFact():
                return _untold(m, statement, frame, to)
    except Fault:  # the statement itself will say so
        pass
    return frozenset()


def _unseen(
    m: Machine, declared: d.State | d.Dice, places: Iterable[Any], to: tuple[Player, ...]
) -> frozenset[Any]:
    """The places of a state or dice that somebody does not see yet."""
    return frozenset(
        (declared.name, at)
        for at in places
        if not all(sees_stored(m, declared, at, who) for who in to)
    )


def _untold(
    m: Machine, statement: s.RevealFact, frame: Frame, to: tuple[Player, ...]
) -> frozenset[Any]:
    """The fact, if somebody is not told of it yet."""
    card = evaluate(m, statement.card, frame.env)
    if not isinstance(card, Card):
        return frozenset()
    value = evaluate(m, statement.value, frame.env)
    name = fact_name(statement.fact)
    fact = Known(
        card,
        name,
        value,
        same(m, evaluate(m, statement.fact, frame.env), value, statement.comparing),
    )
    if all(sees_card(m, card, who) or fact in told(m, card, name, who) for who in to):
        return frozenset()
    return frozenset([_where_it_is(m, fact)])


def _where_it_is(m: Machine, each: Any) -> Any:
    """With the place of the card, since it may go elsewhere."""
    if isinstance(each, Card):
        return each, m.state.where.get(each)
    if isinstance(each, Known):
        return each, m.state.where.get(each.card)
    return each


def _is_there(m: Machine, each: Any) -> bool:
    """Whether what was shown is still what it was."""
    what, where = each
    if isinstance(what, Card | Known):
        return bool(_where_it_is(m, what) == each)
    return bool(m.state.shown.get((what, where)))
