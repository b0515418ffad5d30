"""
A match with explicit chance nodes: each roll, pick and drawn card is a decision of seat -1.

A choice is made in a copy, with the outcomes chosen for it so far. Where the rules need one more,
the copy is dropped and the outcome is asked for; then the choice is made again, up to the next. So
any engine that takes an external chance source can be used, and nothing is undone.

A pile that nobody sees is shuffled without asking if a compiled engine plays: its cards are undrawn
until the rules look at one or move it (`cells/chance.py`). A reader of such a match sees the
undrawn cards in their previous order, as if that had been drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from hashlib import blake2b
from itertools import combinations_with_replacement
from math import comb, factorial
from typing import Any, NoReturn, TypeAlias, cast

from attrs import define, evolve, field, frozen

from ruleslang.engine.cells.chance import hidden_piles, shuffle_of, undrawn
from ruleslang.engine.cells.dice_in_order import are_rolled_again, in_order
from ruleslang.engine.cells.machine import Play
from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.choose_engine import chosen_engine, engine_named
from ruleslang.engine.code.machine import CPlay
from ruleslang.engine.code.match import CMatch
from ruleslang.engine.engine_names import AUTO, INTERPRETER, PRINTED_IN_C
from ruleslang.engine.match.chance import Chance
from ruleslang.engine.match.decision import Decision, Option
from ruleslang.engine.match.engine import Engine
from ruleslang.engine.match.entities import Settings
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match, Observer, Saved
from ruleslang.engine.match.runtime_values import SPECTATOR
from ruleslang.program.program import Program

NOBODY = SPECTATOR.order  # the player of a decision that chance makes
Outcome: TypeAlias = int | tuple[int, ...]
MOST_TOGETHER = 4_096  # outcomes of dice; with more each die is asked for
UNDRAWN = -1  # in the order of a shuffle: nothing has read that card


@frozen
class AskedOutcome:
    """
    The outcome that is asked for; for a shuffle the card `at` a place from the top, `order` being
    the part already drawn. The faces of `together` dice, which no rule tells apart, have no order;
    `again` has the numbers of these dice if they are rolled again. `places` are the outcomes that
    the choices stand for, with their probabilities.
    """

    kind: str
    of: str
    names: tuple[str, ...]
    number: int
    at: int = 0
    order: tuple[int, ...] = ()
    together: int = 1
    again: tuple[int, ...] = ()

    @property
    def places(self) -> Sequence[tuple[tuple[int, ...], Fraction]]:
        if self.kind == "shuffle":
            left = _undrawn_indices(self.order)
            return [((place,), Fraction(1, len(left))) for place in left]
        return _throws(self.names, self.together)

    def with_card(self, place: int) -> tuple[int, ...]:
        """Return the order with this card drawn."""
        return _filled((*self.order[: self.at], place, *self.order[self.at + 1 :]))

    def decision(self) -> Decision:
        """Return the chance node as a decision of nobody."""
        of = self.of.replace("_", " ")
        prompt = f"{self.kind} of {of if self.together == 1 else f'{self.together} {of}'}"
        if self.kind == "shuffle":
            prompt += f": card {self.at + 1} of {len(self.names)} from the top"
        places = self.places
        names = [", ".join(self.names[place] for place in outcome) for outcome, _ in places]
        ids = names if self.together == 1 else [f"{{{name}}}" for name in names]
        choices = tuple(map(Option, ids, [name.replace("_", " ") for name in names]))
        probabilities = tuple(probability for _, probability in places)
        return Decision(
            NOBODY, "chance", self.of, prompt, choices, SPECTATOR, probabilities=probabilities
        )


@lru_cache(maxsize=64)
def _throws(names: tuple[str, ...], number: int) -> Sequence[tuple[tuple[int, ...], Fraction]]:
    """Return all faces of several dice, without an order, with their probabilities."""
    times = Counter(names)
    firsts = {name: names.index(name) for name in times}
    throws = []
    for faces in combinations_with_replacement(times, number):
        ways = factorial(number)
        for face, dice in Counter(faces).items():
            ways = ways // factorial(dice) * times[face] ** dice
        throws.append(
            (tuple([firsts[face] for face in faces]), Fraction(ways, len(names) ** number))
        )
    return throws


class OutcomeNeeded(Fault):
    """The rules need an outcome that has not been chosen yet."""

    def __init__(self, wanted: AskedOutcome) -> None:
        super().__init__("interrupted", f"a {wanted.kind} of `{wanted.of}` is asked for")
        self.wanted = wanted


class ChosenOutcomes:
    """
    A chance source that returns the outcomes chosen so far, from a number on; an outcome with one
    possibility is not asked for. `known` are all chosen outcomes, `hidden` the piles that nobody
    sees; `shuffles` names the pile and the cards of each shuffle that left cards undrawn.
    """

    def __init__(
        self,
        known: Sequence[Outcome],
        first: int,
        hidden: frozenset[str],
        shuffles: Mapping[int, tuple[str, tuple[str, ...]]],
    ) -> None:
        self.known, self.first, self.hidden = known, first, hidden
        self.given: list[Outcome] = []
        self.shuffles = dict(shuffles)

    def _next(self, kind: str, of: str, names: Sequence[str]) -> int:
        number = self.first + len(self.given)
        if len(set(names)) == 1:
            outcome: Outcome = 0
        elif number < len(self.known):
            outcome = self.known[number]
        else:
            raise OutcomeNeeded(AskedOutcome(kind, of, tuple(names), number))
        assert isinstance(outcome, int)
        self.given.append(outcome)
        return outcome

    def roll(self, die: str, faces: Sequence[str]) -> int:
        """Return the index of a face."""
        return self._next("roll", die, faces)

    def throw(
        self, die: str, faces: Sequence[str], number: int, again: tuple[int, ...]
    ) -> Sequence[int]:
        """Return indices of faces, of dice that no rule tells apart together if possible."""
        at, sides = self.first + len(self.given), len(set(faces))
        if sides == 1 or number == 0 or comb(number + sides - 1, number) > MOST_TOGETHER:
            return [self.roll(die, faces) for _ in range(number)]
        if at >= len(self.known):
            asked = AskedOutcome("roll", die, tuple(faces), at, together=number, again=again)
            raise OutcomeNeeded(asked)
        known = cast(Sequence[int], self.known[at : at + number])
        self.given += known
        return known

    def pick(self, of: str, members: Sequence[str]) -> int:
        """Return the index of a member."""
        return self._next("pick", of, members)

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[Any]:
        """Return a permutation; in a pile that nobody sees cards can stay undrawn."""
        number, names = self.first + len(self.given), tuple(cards)
        order = self._order(number, len(names))
        if UNDRAWN in order:
            if zone not in self.hidden:
                at = order.index(UNDRAWN)
                raise OutcomeNeeded(AskedOutcome("shuffle", zone, names, number, at, order))
            self.shuffles[number] = zone, names
        self.given.append(order)
        return _with_undrawn(number, order)

    def _order(self, number: int, cards: int) -> tuple[int, ...]:
        """Return what is known of the order of a shuffle."""
        nothing: Outcome = (UNDRAWN,) * cards
        order = self.known[number] if number < len(self.known) else nothing
        assert not isinstance(order, int)
        return _filled(order)

    def ahead(self) -> list[Outcome]:
        """Return the chosen outcomes that come next, up to a shuffle whose cards are not named."""
        following = list[Outcome]()
        for number in range(self.first + len(self.given), len(self.known)):
            outcome = self.known[number]
            if not isinstance(outcome, int):
                outcome = _filled(outcome)
                if UNDRAWN in outcome and number not in self.shuffles:
                    break
                outcome = _with_undrawn(number, outcome)
            following.append(outcome)
        return following

    def take(self, number: int) -> None:
        """Count the next of the chosen outcomes as given."""
        at = self.first + len(self.given)
        taken = self.known[at : at + number]
        self.given += [each if isinstance(each, int) else _filled(each) for each in taken]

    def look(self, card: int) -> NoReturn:
        """Ask for an undrawn card, which the rules are about to read."""
        number, at = shuffle_of(card)
        zone, names = self.shuffles[number]
        order = self._order(number, len(names))
        raise OutcomeNeeded(AskedOutcome("shuffle", zone, names, number, at, order))

    def copy(self) -> ChosenOutcomes:
        """Return a source with the same outcomes still to come."""
        first = self.first + len(self.given)
        return ChosenOutcomes(self.known, first, self.hidden, self.shuffles)

    def words(self) -> list[tuple[str, int]]:
        """Return nothing: the chosen outcomes are not part of the state."""
        return []


def _with_undrawn(number: int, order: tuple[int, ...]) -> tuple[int, ...]:
    """Return the order of a shuffle with a number for each undrawn card, which engines lay."""
    return tuple(
        [undrawn(number, at) if place == UNDRAWN else place for at, place in enumerate(order)]
    )


def _undrawn_indices(order: tuple[int, ...]) -> list[int]:
    """Return the cards not drawn yet, by index."""
    drawn = frozenset(order)
    return [place for place in range(len(order)) if place not in drawn]


def _filled(order: tuple[int, ...]) -> tuple[int, ...]:
    """Draw the last card of a shuffle with the one before it."""
    left = _undrawn_indices(order)
    return _in_old_order(order) if len(left) == 1 else order


def _in_old_order(order: tuple[int, ...]) -> tuple[int, ...]:
    """Fill in the undrawn cards in their previous order."""
    left = iter(_undrawn_indices(order))
    return tuple([next(left) if place == UNDRAWN else place for place in order])


@define(eq=False)
class AskedState:
    """
    The state of such a match: at `underlying`, or asking for `wanted` after the choice `step`
    (`None`: at the start). `outcomes` are all chosen, of which `known` led to `underlying`. `at` is
    the match shown to readers, created on demand.
    """

    underlying: Match | None
    known: int
    choices: tuple[int, ...]  # the players' choices that led to the outcome
    outcomes: tuple[Outcome, ...]
    step: int | None = None
    wanted: AskedOutcome | None = None
    at: Match | None = field(default=None, repr=False)
    shuffles: Mapping[int, tuple[str, tuple[str, ...]]] = field(factory=dict)

    @property
    def of_underlying(self) -> tuple[Outcome, ...]:
        """The outcomes that led to `underlying`, with undrawn cards in their previous order."""
        return tuple(
            [
                outcome if isinstance(outcome, int) else _in_old_order(outcome)
                for outcome in self.outcomes[: self.known]
            ]
        )


@frozen
class Engines:
    """
    How to create the matches: `begin` with a chance source, `blank` before anything happened;
    `resume` converts to the requested engine if another one plays.
    """

    begin: Callable[[Chance], Match]
    blank: Callable[[], Match]
    resume: Callable[[Saved], Match] | None = None


class AskedMatch:
    """A match with asked chance; everything not defined here is delegated to the engine's match."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines
        self._blank: Match = engines.blank()
        is_quick = isinstance(self._blank, CMatch)
        self._hidden = hidden_piles(self._blank.population) if is_quick else frozenset()
        self._cards = {card.name: at for at, card in enumerate(self._blank.population.cards)}
        self.chosen: list[int] = []
        self._asked = self._go_on(AskedState(None, 0, (), ()), None)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_asked":  # while it is being made
            raise AttributeError(name)
        return getattr(self._shown_match, name)

    @property
    def _shown_match(self) -> Match:
        """The match shown to readers, without undrawn cards."""
        now = self._asked
        if now.at is None:
            now.at = self._looked_at(now)
        return now.at

    def _looked_at(self, now: AskedState) -> Match:
        if now.underlying is None:
            return self._blank
        match = now.underlying
        if isinstance(match, CMatch) and match.play is not None and now.shuffles:
            play = match.play.copy()
            for number, order in enumerate(now.of_underlying):
                if number in now.shuffles and not isinstance(order, int):
                    self._draw(play, now.shuffles[number][1], number, order)
            play.record(now.of_underlying)
            match = match.with_play(play)
        if self._engines.resume is None:
            return match
        try:
            return self._engines.resume(_saved(now, match))
        except ValueError:  # a limit of the interpreter: the playing engine reports it
            return match

    def _go_on(self, before: AskedState, step: int | None) -> AskedState:
        """Make a choice with the chosen outcomes, up to the next decision or chance node."""
        source = ChosenOutcomes(before.outcomes, before.known, self._hidden, before.shuffles)
        match: Match | None = None
        try:
            if before.underlying is None:
                match = self._engines.begin(source)
            else:
                match = before.underlying.copy(source)
                assert step is not None
                match.choose(step)
            needed = _needed(match)
        except OutcomeNeeded as problem:
            needed = problem
        known = (*before.outcomes[: before.known], *source.given)
        if needed is not None:
            outcomes = (*known, *before.outcomes[len(known) :])
            return evolve(
                before, step=step, wanted=needed.wanted, outcomes=outcomes, shuffles=source.shuffles
            )
        assert match is not None
        choices = before.choices if step is None else (*before.choices, step)
        return AskedState(match, len(known), choices, known, shuffles=source.shuffles)

    # ------------------------------------------------------------ moving

    @property
    def decision(self) -> Decision | None:
        """The pending decision: of a player, or of nobody (`NOBODY`) at a chance node."""
        wanted = self._asked.wanted
        return self._shown_match.decision if wanted is None else wanted.decision()

    @property
    def waits_for(self) -> tuple[int, int] | None:
        """The seat to decide, and the number of choices."""
        now = self._asked
        if now.wanted is not None:
            return NOBODY, len(now.wanted.places)
        return None if now.underlying is None else now.underlying.waits_for

    @property
    def outcome(self) -> Any:
        return None if self._asked.wanted else self._shown_match.outcome

    @property
    def fault(self) -> Fault | None:
        return None if self._asked.wanted else self._shown_match.fault

    def choose(self, index: int) -> None:
        """Make a choice of the decision, up to the next."""
        waits, now = self.waits_for, self._asked
        if waits is None:
            raise ValueError("nothing is asked")
        if not 0 <= index < waits[1]:
            raise ValueError(f"there is no choice {index}")
        if now.wanted is None:
            asked = self._go_on(now, index)
        else:
            asked = self._drawn(now, now.wanted, *now.wanted.places[index][0])
        self._asked = asked
        self.chosen.append(index)

    def _drawn(self, now: AskedState, wanted: AskedOutcome, place: int, *more: int) -> AskedState:
        """Return the state after an outcome; shuffling a visible pile asks for all at once."""
        outcome: Outcome = place
        if wanted.kind == "shuffle":
            outcome = wanted.with_card(place)
            if UNDRAWN in outcome and wanted.of not in self._hidden:
                return evolve(now, wanted=evolve(wanted, order=outcome, at=outcome.index(UNDRAWN)))
        number = wanted.number
        outcomes = (*now.outcomes[:number], outcome, *more, *now.outcomes[number + 1 :])
        underlying = now.underlying
        if number < now.known:
            assert isinstance(underlying, CMatch) and not isinstance(outcome, int)
            play = underlying.play.copy()
            self._draw(play, wanted.names, number, outcome)
            underlying = underlying.with_play(play)
        before = AskedState(underlying, now.known, now.choices, outcomes, shuffles=now.shuffles)
        return self._go_on(before, now.step)

    def _draw(self, play: CPlay, names: Sequence[str], number: int, order: Sequence[int]) -> None:
        """Put the cards of a shuffle that are drawn in place of their numbers."""
        for at, place in enumerate(order):
            if place != UNDRAWN:
                play.draw(undrawn(number, at), self._cards[names[place]])

    def play_on(self, deciding: object) -> NoReturn:
        """Raise `ValueError`: no bot decides for chance."""
        raise ValueError("chance is asked for in this match, and no bot answers for it")

    # ------------------------------------------------------------ copying, saving

    @property
    def underlying(self) -> Match | None:
        """The match if a player decides or it is over; `None` at a chance node."""
        return None if self._asked.wanted else self._shown_match

    @property
    def chosen_by_players(self) -> tuple[int, ...]:
        """The players' choices that lead to the last position without a pending outcome."""
        return self._asked.choices

    def copy(self, then: Chance | None = None, observers: Sequence[Observer] = ()) -> AskedMatch:
        """Return a match in the same state; cheap, since nothing is copied yet."""
        if then is not None or observers:
            raise ValueError("chance is asked for in this match, it is not drawn from a seed")
        twin = object.__new__(AskedMatch)
        twin.__dict__.update(self.__dict__)
        twin.chosen = list(self.chosen)
        return twin

    def hash(self) -> str:
        """Return the hash of the position, and of the outcomes chosen since."""
        now = self._asked
        if now.wanted is None:
            return self._shown_match.hash()
        before = "" if now.underlying is None else self._shown_match.hash()
        text = repr((before, now.step, now.outcomes, now.wanted))
        return blake2b(text.encode(), digest_size=8).hexdigest()

    def key(self) -> str | None:
        """Return the position's key; at a chance node, the key before it and what is asked for."""
        now, underlying = self._asked, self._asked.underlying
        if underlying is None:
            return blake2b(repr((now.outcomes, now.wanted)).encode(), digest_size=16).hexdigest()
        if not isinstance(underlying, CompiledMatch) or underlying.play is None:
            return None
        game, play = underlying.game, underlying.play
        play = play if isinstance(play, Play) else play.without_record()
        if now.wanted is None:
            return game.keys.key(in_order(game, play))
        wanted = evolve(now.wanted, number=now.wanted.number - now.known, again=())
        since, step, again = now.outcomes[now.known :], now.step, now.wanted.again
        if step is not None and not since and are_rolled_again(game, play, step, again):
            play, step = in_order(game, play, again), -1
        text = repr((game.keys.exact(play), step, since, wanted))
        return blake2b(text.encode(), digest_size=16).hexdigest()

    def save(self) -> Saved:
        """
        Return the data from which an engine can restore the last position without a pending
        outcome; before the first, the opening position, in which nothing has begun.
        """
        return _saved(self._asked, self._shown_match)


def _saved(now: AskedState, match: Any) -> Saved:
    """Return a match with these outcomes in saved form; its steps are the same for any engine."""
    settings, steps = match.population.settings, tuple(match.steps)
    return Saved(settings, True, steps, now.of_underlying, 0, (), match.hash())


def asked_match(
    name: str,
    program: Program,
    settings: Settings,
    begin: Callable[[Engine, Chance], Match],
    opened: Callable[[Engine], Match],
) -> Match:
    """
    Return a match with asked chance; `begin` begins one, `opened` has no event yet. The named
    engine plays if it is compiled, else what is soon ready and can play the program here.
    """
    plays = chosen_engine(name if name in PRINTED_IN_C else AUTO, program, settings).name
    playing = engine_named(plays, program)
    resume = engine_named(name, program).resume if name == INTERPRETER != plays else None
    of = Engines(partial(begin, playing), partial(opened, playing), resume)
    return cast(Match, AskedMatch(of))


def _needed(match: Match) -> OutcomeNeeded | None:
    """Return the outcome that a match stopped for."""
    # The fault as it is: for its words the interpreter would play the match again.
    play = match.play if isinstance(match, CompiledMatch) else None
    fault: BaseException | None = match.fault if play is None else play.fault
    return fault if isinstance(fault, OutcomeNeeded) else None
