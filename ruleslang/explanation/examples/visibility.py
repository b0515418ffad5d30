"""
Visibility in examples: of cards in zones, single cards, numbers, states, dice and facts.

In: a match, a subject, a player. Out: for each part of the subject, whether the player sees it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeAlias, get_args

from attrs import define, field, frozen

from ruleslang.engine.match.decision import fact_name
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Begun, Match, Observer, Reader
from ruleslang.engine.match.position_queries import evaluate_all, matching, places_of_dice
from ruleslang.engine.match.runtime_values import Card, Env, Place, Player, Value, members
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.passes.parts import Part, parts_of
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import AdviceMessage, Diagnostic, advice
from ruleslang.source.span import Span


def sight(match: Reader, subject: Value, who: Player) -> tuple[bool, ...]:
    """
    Return whether a player sees each card, number, state, die or fact; empty when there is none.

    For an empty zone, whether they would see a card there.
    """
    match subject:
        case d.FactSeen():
            return tuple(
                seen for fact in facts(match, subject) for seen in _of_fact(match, fact, who)
            )
        case e.NumberOf(subject=e.ReadZone(name=name, index=index)):
            sight, zones = match.sight(who), _places(match, name, index)
            return tuple(sight.count(at) and sight.as_it_is(at.index) for at in zones)
        case e.ReadZone(name=name, index=index):
            return tuple(
                seen
                for place in _places(match, name, index)
                for seen in _of_place(match, place, who)
            )
        case e.ReadState(name=name, index=index):
            at = evaluate_all(match, index)
            return (sees_stored(match, match.population.states[name], at, who),)
        case e.ReadDice(name=name, index=index):
            places = places_of_dice(match, name, index)
            return tuple(sees_stored(match, match.population.dice[name], at, who) for at in places)
    return tuple(match.sight(who).card(card) for card in members(match.evaluate(subject)))


def asked_about(match: Reader, subject: Value) -> frozenset[Value]:
    """Return a subject's cards, state or dice with the index, or facts; none for a number."""
    match subject:
        case d.FactSeen():
            return frozenset(facts(match, subject))
        case e.NumberOf():
            return frozenset()
        case e.ReadZone(name=name, index=index):
            places = _places(match, name, index)
            return frozenset(card for place in places for card in match.position.zones[place])
        case e.ReadState(name=name, index=index):
            return frozenset([(name, evaluate_all(match, index))])
        case e.ReadDice(name=name, index=index):
            return frozenset((name, at) for at in places_of_dice(match, name, index))
    return frozenset(members(match.evaluate(subject)))


@frozen
class Known:
    """A fact about a card that is asked about, or announced; without a value, all of its name."""

    card: Card
    name: str
    value: Value = None
    is_so: bool = True
    holds: bool = field(default=True, eq=False)  # the statement is true


def facts(match: Reader, subject: d.FactSeen) -> list[Known]:
    """Return the facts that an example asks about, one for each card."""
    envs: list[Env] = [{}]
    if subject.cards is not None:
        cards = members(match.evaluate(subject.cards))
        envs = [{} if subject.variable is None else {subject.variable: card} for card in cards]
    known = []
    for env in envs:
        card = match.evaluate(subject.card, env)
        if isinstance(card, Card):
            known.append(_asked(match, subject, card, env))
    return known


def _asked(match: Reader, subject: d.FactSeen, card: Card, env: Env) -> Known:
    name, is_so = fact_name(subject.fact), not subject.negated
    if subject.value is None:
        return Known(card, name)
    value = match.evaluate(subject.value, env)
    holds = match.same(match.evaluate(subject.fact, env), value) is is_so
    return Known(card, name, value, is_so, holds)


def _known(match: Reader, card: Card, name: str, who: Player) -> Iterator[Known]:
    """Yield the facts that a player knows about a field or value of a card."""
    for fact in match.sight(who).known_facts():
        if fact.card is card and fact_name(fact.expression) == name:
            yield Known(card, name, fact.value, fact.truth)


def _of_fact(match: Reader, asked: Known, who: Player) -> tuple[bool, ...]:
    """
    Return whether the player knows a fact, and knows that it is true; nobody sees a false one.

    For a fact without its value, a player who knows only some values that it does not have knows a
    part.
    """
    if match.sight(who).card(asked.card):
        return (True,) if asked.holds else (True, False)
    known = [*_known(match, asked.card, asked.name, who)]
    if asked.value is None:
        is_known = any(known_fact.is_so for known_fact in known)
        return (is_known,) if is_known or not known else (True, False)
    is_known = any(known_fact.is_so or known_fact.value == asked.value for known_fact in known)
    return (True, False) if is_known and not asked.holds else (is_known,)


def _places(match: Reader, name: str, index: tuple[Value, ...]) -> list[Place]:
    places = match.population.places[name]
    return [places[at] for at in matching(match, index, places)]


def _of_place(match: Reader, place: Place, who: Player) -> Iterator[bool]:
    cards, sight = match.position.zones[place], match.sight(who)
    if not cards:
        yield sight.zone(place) and sight.as_it_is(place.index)
    for card in cards:
        yield sight.card(card) and sight.is_at(card, place)


def sees_stored(
    match: Reader, declared: d.State | d.Dice, at: tuple[Value, ...], who: Player
) -> bool:
    """Return whether a player sees a state or dice: by their rule, or because they were shown."""
    sight = match.sight(who)
    if any(isinstance(value, Card) and not sight.card(value) for value in at):
        return False
    if not sight.as_it_is(at):
        return False
    return sight.by_rule(declared, at) or sight.was_shown(declared.name, at)


Reveal: TypeAlias = s.RevealCards | s.RevealState | s.RevealDice | s.RevealFact


def untested_reveal(span: Span, reveal: Part) -> Diagnostic:
    """Report that no example says who sees what is shown here."""
    fact = " colour(…) is" if isinstance(reveal, s.RevealFact) else ""
    only = "" if getattr(reveal, "to", None) is None else "only "
    return advice(
        "untested-reveal",
        span,
        "no example states who sees everything revealed here",
        help=f"add to an example that reaches this line: `then {only}… sees{fact} …`",
    )


untested_together = AdviceMessage(
    "untested-together",
    "no example states that answers are hidden here",
    help="stop one at the question, below its `when`: `then players choose together`",
)


@define(eq=False)
class Shown:
    """
    What a `reveal` showed: cards with their places, states, dice, facts; whether not to all.

    `by` is the number of the `reveal`, `what` is the part of it that is still visible, `spoken` the
    part that an example mentioned; `asked` counts the questions before it.
    """

    by: int
    what: frozenset[Value]
    to_some: bool
    asked: int
    spoken: frozenset[Value] = frozenset()


@define(eq=False)
class Speech:
    """The statements of examples: `stated` has the numbers of `reveal`s and `together`s in them."""

    stated: set[int] = field(factory=set)
    _seen: Counter[int] = field(factory=Counter)  # times that a line could mention a `reveal`
    _shown: list[Shown] = field(factory=list)

    @property
    def observer(self) -> Observer:
        """The observer through which it listens to a match."""
        return Observer(statement=self._statement)

    def begin(self) -> None:
        """Begin another example."""
        self._shown.clear()

    def _statement(self, match: Match, begun: Begun) -> None:
        """Note that a `reveal` that shows nothing new needs no mention."""
        self._look_again(match)
        statement = begun.statement
        if isinstance(statement, Reveal):
            shown = _what(match, statement, begun.locals)
            if shown:
                number = _number(match, statement)
                self._seen[number] += 1
                self._shown.append(Shown(number, shown, statement.to is not None, match.asked))

    def line(self, match: Match, line: d.ExampleLine) -> None:
        """Take only lines that hold as statements."""
        self._look_again(match)
        for shown in self._shown:
            shown.asked = -1

    def holds(self, match: Match, line: d.SeesLine | d.AudienceLine) -> None:
        """
        Test a line about visibility.

        The example must mention everything that was shown and is still there. If something was
        shown to some players only, it must state who does not see it, unless all do now.
        """
        self._look_again(match)
        about = {_where_it_is(match, value) for value in asked_about(match, line.subject)}
        all_see = all(all(sight(match, line.subject, who)) for who in match.population.players)
        limits = isinstance(line, d.AudienceLine) or line.negated or all_see
        for shown in self._shown:
            if limits or not shown.to_some:
                shown.spoken |= shown.what & about
                if shown.what and shown.spoken >= shown.what:
                    self.stated.add(shown.by)

    def together(self, match: Reader) -> None:
        """Record that an example states, correctly, who is asked together."""
        if match.together is not None:
            self.stated.add(_number(match, match.together.statement))

    def _look_again(self, match: Match) -> None:
        """Forget what was shown of cards that moved, and of states and dice that changed."""
        for shown in self._shown:
            shown.what = frozenset(value for value in shown.what if _is_there(match, value))
            if not shown.what and match.asked == shown.asked:
                self._seen[shown.by] -= 1
        self._shown = [shown for shown in self._shown if shown.what]

    def unshown(self, program: Program) -> list[int]:
        """Return the numbers of the `reveal`s that nothing mentioned, though it could."""
        return self._left(program, get_args(Reveal))

    def open_answers(self, program: Program) -> list[int]:
        """Return the numbers of the `together`s that nothing mentioned."""
        return self._left(program, (s.Together, s.TogetherForEach))

    def _left(self, program: Program, kinds: tuple[type[s.Statement], ...]) -> list[int]:
        gone = {number for number, times in self._seen.items() if not times}
        parts, known = enumerate(parts_of(program).all), self.stated | gone
        return [at for at, part in parts if isinstance(part, kinds) and at not in known]


def _number(match: Reader, statement: s.Statement) -> int:
    return parts_of(match.population.program).number(statement)


def _what(match: Reader, statement: Value, local: Env) -> frozenset[Value]:
    """Return the things that a `reveal` will show to somebody who does not see them yet."""
    try:
        to = _shown_to(match, statement, local)
        match statement:
            case s.RevealCards(cards=cards):
                shown = members(match.evaluate(cards, local))
                unseen = [c for c in shown if not all(match.sight(who).card(c) for who in to)]
                return frozenset(_where_it_is(match, card) for card in unseen)
            case s.RevealState(name=name, index=index):
                places = matching(match, index, match.position.states[name], local)
                return _unseen(match, match.population.states[name], places, to)
            case s.RevealDice(name=name, index=index):
                rolled = places_of_dice(match, name, index, local)
                return _unseen(match, match.population.dice[name], rolled, to)
            case s.RevealFact():
                return _untold(match, statement, local, to)
    except Fault:  # the statement itself reports it
        pass
    return frozenset()


def _shown_to(match: Reader, statement: Reveal, local: Env) -> tuple[Player, ...]:
    """Return the players to whom a `reveal` shows something."""
    if statement.to is None:
        return match.population.players
    return members(match.evaluate(statement.to, local))


def _unseen(
    match: Reader, declared: d.State | d.Dice, places: Iterable[Value], to: tuple[Player, ...]
) -> frozenset[Value]:
    """Return the places of a state or dice that somebody does not see yet."""
    return frozenset(
        (declared.name, at)
        for at in places
        if not all(sees_stored(match, declared, at, who) for who in to)
    )


def _untold(
    match: Reader, statement: s.RevealFact, local: Env, to: tuple[Player, ...]
) -> frozenset[Value]:
    """Return the fact, if somebody does not know it yet."""
    card = match.evaluate(statement.card, local)
    if not isinstance(card, Card):
        return frozenset()
    value = match.evaluate(statement.value, local)
    name = fact_name(statement.fact)
    fact = Known(card, name, value, match.same(match.evaluate(statement.fact, local), value))
    if all(match.sight(who).card(card) or fact in _known(match, card, name, who) for who in to):
        return frozenset()
    return frozenset([_where_it_is(match, fact)])


def _where_it_is(match: Reader, seen: Value) -> Value:
    """Return a card with its place, since it may go elsewhere."""
    if isinstance(seen, Card):
        return seen, match.position.where.get(seen)
    if isinstance(seen, Known):
        return seen, match.position.where.get(seen.card)
    return seen


def _is_there(match: Reader, seen: Value) -> bool:
    """Return whether what was shown is still what it was."""
    value, where = seen
    if isinstance(value, Card | Known):
        return bool(_where_it_is(match, value) == seen)
    return any(match.sight(who).was_shown(value, where) for who in match.population.players)
