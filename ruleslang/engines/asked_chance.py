"""
A match whose chance is asked for: a roll, a pick, each card that is drawn is a decision of nobody.

A choice is made in a copy, with the outcomes that were chosen for it so far. Where the rules want
one more, the copy is given up and the outcome is asked for; then the choice is made once more, up
to the next. So any engine that takes its chance from elsewhere can be asked, and nothing is undone.

A pile that nobody sees is shuffled without asking: its cards are undrawn until the rules look at
one or move it (`python/undrawn.py`). Whoever looks at such a match sees the undrawn cards in the
order in which they lay before, as if that had been drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from hashlib import blake2b
from typing import Any, NoReturn, TypeAlias

from attrs import define, evolve, field, frozen

from ruleslang.engines.choose_engine import INTERPRETER, PYTHON, chosen_engine, engine_named
from ruleslang.match.chance import Chance
from ruleslang.match.decision import Decision, Option
from ruleslang.match.engine import Beginning
from ruleslang.match.entities import Population, settle
from ruleslang.match.faults import Fault
from ruleslang.match.match import Match, Saved
from ruleslang.match.observer import Observer
from ruleslang.match.values import SPECTATOR
from ruleslang.program.program import Program
from ruleslang.python.match import PythonMatch
from ruleslang.python.undrawn import Undrawn, draw, draw_all, has_undrawn

NOBODY = SPECTATOR.order  # the player of a decision that chance makes
Outcome: TypeAlias = int | tuple[int, ...]
UNDRAWN = -1  # in the order of a shuffle: nothing has looked at that card


class OutcomeNeeded(Fault):
    """
    The rules want an outcome that was not chosen yet: the one with this number, counted from the
    beginning of the match; of a shuffle the card at a place from the top, `order` being what is
    drawn of it.
    """

    def __init__(
        self,
        kind: str,
        of: str,
        names: tuple[str, ...],
        number: int,
        at: int = 0,
        order: tuple[int, ...] = (),
    ) -> None:
        super().__init__("interrupted", f"a {kind} of `{of}` is asked for")
        self.kind, self.of, self.names = kind, of, names
        self.number, self.at, self.order = number, at, order


class ChosenOutcomes:
    """
    A source of the outcomes that were chosen, from a number on; what can be one thing only is not
    asked for. `known` are all outcomes so far, `hidden` the piles that nobody sees.
    """

    def __init__(self, known: Sequence[Outcome], first: int, hidden: frozenset[str]) -> None:
        self.known, self.first, self.hidden = known, first, hidden
        self.given: list[Outcome] = []

    def _next(self, kind: str, of: str, names: Sequence[str]) -> int:
        number = self.first + len(self.given)
        if len(set(names)) == 1:
            outcome: Outcome = 0
        elif number < len(self.known):
            outcome = self.known[number]
        else:
            raise OutcomeNeeded(kind, of, tuple(names), number)
        assert isinstance(outcome, int)
        self.given.append(outcome)
        return outcome

    def roll(self, die: str, faces: Sequence[str]) -> int:
        """The place of a face."""
        return self._next("roll", die, faces)

    def pick(self, of: str, members: Sequence[str]) -> int:
        """The place of a member."""
        return self._next("pick", of, members)

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[Any]:
        """A permutation; in a pile that nobody sees a card can be undrawn."""
        number, names = self.first + len(self.given), tuple(cards)
        nothing: Outcome = (UNDRAWN,) * len(names)
        order = self.known[number] if number < len(self.known) else nothing
        assert not isinstance(order, int)
        order = _filled(order)

        def raising(undrawn: Undrawn) -> OutcomeNeeded:
            return OutcomeNeeded("shuffle", zone, names, number, undrawn.at, order)

        if UNDRAWN in order and zone not in self.hidden:
            at = order.index(UNDRAWN)
            raise OutcomeNeeded("shuffle", zone, names, number, at, order)
        self.given.append(order)
        return [
            Undrawn(number, at, names, raising) if place == UNDRAWN else place
            for at, place in enumerate(order)
        ]

    def copy(self) -> ChosenOutcomes:
        """The same outcomes still to come."""
        return ChosenOutcomes(self.known, self.first + len(self.given), self.hidden)

    def words(self) -> list[tuple[str, int]]:
        """None: what is chosen is no part of the state."""
        return []


def _left(order: tuple[int, ...]) -> list[int]:
    """The places that are not drawn yet."""
    drawn = frozenset(order)
    return [place for place in range(len(order)) if place not in drawn]


def _filled(order: tuple[int, ...]) -> tuple[int, ...]:
    """The last card of a shuffle is drawn with the one before it."""
    left = _left(order)
    return _as_they_lay(order) if len(left) == 1 else order


def _as_they_lay(order: tuple[int, ...]) -> tuple[int, ...]:
    """Undrawn cards in the order in which they lay before."""
    left = iter(_left(order))
    return tuple([next(left) if place == UNDRAWN else place for place in order])


@frozen
class Wanted:
    """
    The outcome that is asked for; of a shuffle the card at a place from the top, `order` being what
    is drawn of it. `places` are what the choices stand for, with their probabilities.
    """

    kind: str
    of: str
    names: tuple[str, ...]
    number: int
    at: int = 0
    order: tuple[int, ...] = ()

    @property
    def places(self) -> list[tuple[int, Fraction]]:
        if self.kind == "shuffle":
            left = _left(self.order)
            return [(place, Fraction(1, len(left))) for place in left]
        times = Counter(self.names)
        firsts = {name: self.names.index(name) for name in times}
        return [(firsts[name], Fraction(times[name], len(self.names))) for name in times]

    def with_card(self, place: int) -> tuple[int, ...]:
        """The order with the card that is asked for."""
        return _filled((*self.order[: self.at], place, *self.order[self.at + 1 :]))

    def decision(self) -> Decision:
        """As a question to nobody."""
        prompt = f"{self.kind} of {self.of.replace('_', ' ')}"
        if self.kind == "shuffle":
            prompt += f": card {self.at + 1} of {len(self.names)} from the top"
        places = self.places
        names = [self.names[place] for place, _ in places]
        choices = tuple(Option(name, name.replace("_", " ")) for name in names)
        probabilities = tuple(probability for _, probability in places)
        return Decision(
            NOBODY, "chance", self.of, prompt, choices, SPECTATOR, probabilities=probabilities
        )


@define(eq=False)
class Standing:
    """
    Where such a match stands: at `settled`, or `wanted` is asked for after the choice `step` there
    (None: at the beginning). `outcomes` are all that were chosen, `known` of which led to what is
    settled. `_at` is what one looks at, made when it is first wanted.
    """

    settled: Match | None
    known: int
    choices: tuple[int, ...]  # of players, that led to what is settled
    outcomes: tuple[Outcome, ...]
    step: int | None = None
    wanted: Wanted | None = None
    at: Match | None = field(default=None, repr=False)

    @property
    def of_settled(self) -> tuple[Outcome, ...]:
        """The outcomes that led to what is settled, the undrawn cards as they lay."""
        return tuple(
            [each if isinstance(each, int) else _as_they_lay(each) for each in self._known()]
        )

    def _known(self) -> tuple[Outcome, ...]:
        return self.outcomes[: self.known]


@frozen
class Engines:
    """
    How such matches are played: `begin` makes one with a source of chance, `blank` one before
    anything happened; `resume` makes that of the engine asked for, where another one plays.
    """

    begin: Callable[[Chance], Match]
    blank: Callable[[], Match]
    resume: Callable[[Saved], Match] | None = None


def _engines(name: str, program: Program, how: Beginning) -> Engines:
    """The Python engine plays whatever it can; the interpreter is looked at, if it is asked for."""
    settings = settle(program, how.get("options"), how.get("players"), how.get("automatic"))
    plays = chosen_engine(PYTHON, program, settings).name
    playing = engine_named(plays, program)
    is_looked_at = name == INTERPRETER != plays

    def begin(chance: Chance) -> Match:
        asked: Beginning = {**how, "chance": chance}
        return playing.start(**asked)

    resume = engine_named(INTERPRETER, program).resume if is_looked_at else None
    return Engines(begin, lambda: playing.opening(**how), resume)


def hidden_piles(everyone: Population) -> frozenset[str]:
    """The zones that nobody ever sees by their rule."""
    return frozenset(
        place.name for place in everyone.all_places() if place.zone.seen.by == "nobody"
    )


class AskedMatch:
    """A match of some engine; all but what is here is answered by that engine's match."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines
        self._blank: Match = engines.blank()
        is_quick = isinstance(self._blank, PythonMatch)
        self._hidden = hidden_piles(self._blank.population) if is_quick else frozenset()
        self._cards = {card.name: at for at, card in enumerate(self._blank.population.cards)}
        self.chosen: list[int] = []
        self._stands = self._go_on(Standing(None, 0, (), ()), None)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_stands":  # while it is being made
            raise AttributeError(name)
        return getattr(self._at, name)

    @property
    def _at(self) -> Match:
        """The match that one looks at, without undrawn cards."""
        now = self._stands
        if now.at is None:
            now.at = self._looked_at(now)
        return now.at

    def _looked_at(self, now: Standing) -> Match:
        if now.settled is None:
            return self._blank
        match = now.settled
        if isinstance(match, PythonMatch) and match.play is not None:
            play = match.play.copy()
            draw_all(play, now.of_settled, self._cards)
            match = match.standing(play)
        if self._engines.resume is None:
            return match
        return self._engines.resume(_saved(now, match))

    def _go_on(self, before: Standing, step: int | None) -> Standing:
        """Make a choice with the outcomes that are chosen, up to the next question."""
        source = ChosenOutcomes(before.outcomes, before.known, self._hidden)
        match: Match | None = None
        try:
            if before.settled is None:
                match = self._engines.begin(source)
            else:
                match = before.settled.copy(source)
                assert step is not None
                match.choose(step)
            needed = _needed(match)
        except OutcomeNeeded as problem:
            needed = problem
        if needed is not None:
            given = (needed.kind, needed.of, needed.names, needed.number, needed.at, needed.order)
            return evolve(before, step=step, wanted=Wanted(*given))
        assert match is not None
        made = before.choices if step is None else (*before.choices, step)
        outcomes = (*before.outcomes[: before.known], *source.given)
        return Standing(match, len(outcomes), made, outcomes)

    # ------------------------------------------------------------ moving

    @property
    def decision(self) -> Decision | None:
        """What is asked: of a player, or of nobody (`NOBODY`) what chance does."""
        wanted = self._stands.wanted
        return self._at.decision if wanted is None else wanted.decision()

    @property
    def waits_for(self) -> tuple[int, int] | None:
        """Who is asked, and how many choices there are."""
        now = self._stands
        if now.wanted is not None:
            return NOBODY, len(now.wanted.places)
        return None if now.settled is None else now.settled.waits_for

    @property
    def outcome(self) -> Any:
        return None if self._stands.wanted else self._at.outcome

    @property
    def fault(self) -> Fault | None:
        return None if self._stands.wanted else self._at.fault

    def choose(self, index: int) -> None:
        """Make a choice of the decision, up to the next."""
        waits, now = self.waits_for, self._stands
        if waits is None:
            raise ValueError("nothing is asked")
        if not 0 <= index < waits[1]:
            raise ValueError(f"there is no choice {index}")
        if now.wanted is None:
            stands = self._go_on(now, index)
        else:
            stands = self._drawn(now, now.wanted, now.wanted.places[index][0])
        self._stands = stands
        self.chosen.append(index)

    def _drawn(self, now: Standing, wanted: Wanted, place: int) -> Standing:
        """An outcome was chosen; of a shuffle that is seen all cards are asked for at once."""
        outcome: Outcome = place
        if wanted.kind == "shuffle":
            outcome = wanted.with_card(place)
            if UNDRAWN in outcome and wanted.of not in self._hidden:
                return evolve(now, wanted=evolve(wanted, order=outcome, at=outcome.index(UNDRAWN)))
        number = wanted.number
        outcomes = (*now.outcomes[:number], outcome, *now.outcomes[number + 1 :])
        settled = now.settled
        if number < now.known:
            assert isinstance(settled, PythonMatch) and settled.play is not None
            assert not isinstance(outcome, int)
            play = settled.play.copy()
            draw(play, number, outcome, self._cards)
            settled = settled.standing(play)
        before = Standing(settled, now.known, now.choices, outcomes)
        return self._go_on(before, now.step)

    def play_on(self, deciding: object) -> NoReturn:
        """Nobody decides for chance."""
        raise ValueError("chance is asked for in this match, and no bot answers for it")

    # ------------------------------------------------------------ copying, saving

    @property
    def settled(self) -> Match | None:
        """The match where a player is asked, or that is over; none where chance is asked."""
        return None if self._stands.wanted else self._at

    @property
    def chosen_by_players(self) -> tuple[int, ...]:
        """The places of the choices that lead to where the match last stood at no chance."""
        return self._stands.choices

    def copy(self, then: Chance | None = None, observers: Sequence[Observer] = ()) -> AskedMatch:
        """A match that stands where this one does; it costs nothing."""
        if then is not None or observers:
            raise ValueError("chance is asked for in this match, it is not drawn from a seed")
        twin = object.__new__(AskedMatch)
        twin.__dict__.update(self.__dict__)
        twin.chosen = list(self.chosen)
        return twin

    def hash(self) -> str:
        """The hash of the position, and of what was chosen since."""
        now = self._stands
        if now.wanted is None:
            return self._at.hash()
        before = "" if now.settled is None else self._at.hash()
        said = repr((before, now.step, now.outcomes, now.wanted))
        return blake2b(said.encode(), digest_size=8).hexdigest()

    def save(self) -> Saved:
        """What leads an engine to where the match last stood at no chance; `ValueError`."""
        if self._stands.settled is None:
            raise ValueError("nothing has happened yet: chance is asked for first")
        return _saved(self._stands, self._at)


def _saved(now: Standing, match: Any) -> Saved:
    """A match with these outcomes; its steps are those of any engine."""
    settings, steps = match.population.settings, tuple(match.steps)
    return Saved(settings, True, steps, now.of_settled, 0, (), match.hash())


def asked_match(engine: str, program: Program, how: Beginning) -> Match:
    """The match of an engine whose outcomes of chance are chosen from the beginning on."""
    match: Any = AskedMatch(_engines(engine, program, how))
    found: Match = match
    return found


def _needed(match: Match) -> OutcomeNeeded | None:
    """What a match came to a stop for, or the first undrawn card that is offered as a choice."""
    fault: BaseException | None
    if isinstance(match, PythonMatch) and match.play is not None:
        pending = match.play.pending
        undrawn = None if pending is None else has_undrawn([pending.options, pending.shown])
        # The fault as it is: for its words the interpreter would play the match again.
        fault = match.play.fault if undrawn is None else undrawn.raising(undrawn)
    else:
        fault = match.fault
    return fault if isinstance(fault, OutcomeNeeded) else None
