"""
A match whose chance is asked for: a roll, a pick, each card of a shuffle is a decision of nobody.

A choice is made in a copy, with the outcomes that were chosen for it so far. Where the rules want
one more, the copy is given up and the outcome is asked for; then the choice is made once more, up
to the next. So any engine that takes its chance from elsewhere can be asked, and nothing is undone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from hashlib import blake2b
from typing import Any, NoReturn, TypeAlias

from attrs import evolve, frozen

from ruleslang.match.chance import Chance
from ruleslang.match.decision import Decision, Option
from ruleslang.match.faults import Fault
from ruleslang.match.match import Match, Saved
from ruleslang.match.observer import Observer
from ruleslang.match.values import SPECTATOR
from ruleslang.python.match import PythonMatch

NOBODY = SPECTATOR.order  # the player of a decision that chance makes
Outcome: TypeAlias = int | tuple[int, ...]


class OutcomeNeeded(Fault):
    """The rules want an outcome that was not chosen yet."""

    def __init__(self, kind: str, of: str, names: tuple[str, ...]) -> None:
        super().__init__("interrupted", f"a {kind} of `{of}` is asked for")
        self.kind, self.of, self.names = kind, of, names


class ChosenOutcomes:
    """A source of the outcomes that were chosen; what can be one thing only is not asked for."""

    def __init__(self, chosen: Sequence[Outcome]) -> None:
        self.left = list(reversed(chosen))
        self.given: list[Outcome] = []

    def _next(self, kind: str, of: str, names: Sequence[str]) -> Any:
        if len(set(names)) == 1 and (kind != "shuffle" or len(names) == 1):
            outcome: Outcome = (0,) if kind == "shuffle" else 0
        elif self.left:
            outcome = self.left.pop()
        else:
            raise OutcomeNeeded(kind, of, tuple(names))
        self.given.append(outcome)
        return outcome

    def roll(self, die: str, faces: Sequence[str]) -> int:
        """The place of a face."""
        place: int = self._next("roll", die, faces)
        return place

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[int]:
        """A permutation."""
        order: tuple[int, ...] = self._next("shuffle", zone, cards)
        return order

    def pick(self, of: str, members: Sequence[str]) -> int:
        """The place of a member."""
        place: int = self._next("pick", of, members)
        return place

    def copy(self) -> ChosenOutcomes:
        """The same outcomes still to come."""
        return ChosenOutcomes(self.left[::-1])

    def words(self) -> list[tuple[str, int]]:
        """None: what is chosen is no part of the state."""
        return []


@frozen
class Wanted:
    """
    The outcome that is asked for; of a shuffle the next card from the top, `order` being the places
    of those above it. `places` are what the choices stand for, with their probabilities.
    """

    kind: str
    of: str
    names: tuple[str, ...]
    order: tuple[int, ...] = ()

    @property
    def places(self) -> list[tuple[int, Fraction]]:
        if self.kind == "shuffle":
            left = [place for place in range(len(self.names)) if place not in self.order]
            return [(place, Fraction(1, len(left))) for place in left]
        times = Counter(self.names)
        firsts = {name: self.names.index(name) for name in times}
        return [(firsts[name], Fraction(times[name], len(self.names))) for name in times]

    def decision(self) -> Decision:
        """As a question to nobody."""
        prompt = f"{self.kind} of {self.of.replace('_', ' ')}"
        if self.kind == "shuffle":
            prompt += f": card {len(self.order) + 1} of {len(self.names)} from the top"
        places = self.places
        names = [self.names[place] for place, _ in places]
        choices = tuple(Option(name, name.replace("_", " ")) for name in names)
        probabilities = tuple(probability for _, probability in places)
        return Decision(
            NOBODY, "chance", self.of, prompt, choices, SPECTATOR, probabilities=probabilities
        )


@frozen
class Standing:
    """
    Where such a match stands: at `settled`, or `wanted` is asked for after the choice `step` there
    (None: at the beginning), `drawn` being the outcomes chosen since; `at` is what one looks at.
    """

    at: Match
    settled: Match | None
    outcomes: tuple[Outcome, ...]  # that led to what is settled
    choices: tuple[int, ...]  # of players, that led there
    step: int | None = None
    drawn: tuple[Outcome, ...] = ()
    wanted: Wanted | None = None


Begin: TypeAlias = Callable[[Chance], Match]


class AskedMatch:
    """A match of some engine; all but what is here is answered by that engine's match."""

    def __init__(self, begin: Begin, blank: Callable[[], Match]) -> None:
        """`begin` makes the match with a source of chance, `blank` one before anything happened."""
        self._begin, self._blank = begin, blank
        self.chosen: list[int] = []
        self._stands = self._go_on(None, None, ())

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_stands":  # while it is being made
            raise AttributeError(name)
        return getattr(self._stands.at, name)

    def _go_on(
        self, before: Standing | None, step: int | None, drawn: tuple[Outcome, ...]
    ) -> Standing:
        """Make a choice with these outcomes, up to the next question."""
        source = ChosenOutcomes(drawn)
        settled = None if before is None else before.settled
        known, choices = ((), ()) if before is None else (before.outcomes, before.choices)
        at = settled
        try:
            if settled is None:
                at = self._begin(source)
            else:
                at = settled.copy(source)
                assert step is not None
                at.choose(step)
            needed = _fault_of(at)
        except OutcomeNeeded as problem:
            needed = problem
        if isinstance(needed, OutcomeNeeded):
            wanted = Wanted(needed.kind, needed.of, needed.names)
            seen = self._blank() if at is None else at
            return Standing(seen, settled, known, choices, step, drawn, wanted)
        assert at is not None
        made = choices if step is None else (*choices, step)
        return Standing(at, at, (*known, *source.given), made)

    # ------------------------------------------------------------ moving

    @property
    def decision(self) -> Decision | None:
        """What is asked: of a player, or of nobody (`NOBODY`) what chance does."""
        wanted = self._stands.wanted
        return self._stands.at.decision if wanted is None else wanted.decision()

    @property
    def waits_for(self) -> tuple[int, int] | None:
        """Who is asked, and how many choices there are."""
        wanted = self._stands.wanted
        return self._stands.at.waits_for if wanted is None else (NOBODY, len(wanted.places))

    @property
    def outcome(self) -> Any:
        """Who won, and what everyone has."""
        return None if self._stands.wanted else self._stands.at.outcome

    @property
    def fault(self) -> Fault | None:
        """Why the rules could not go on."""
        return None if self._stands.wanted else self._stands.at.fault

    def choose(self, index: int) -> None:
        """Make a choice of the decision, up to the next."""
        waits, now = self.waits_for, self._stands
        if waits is None:
            raise ValueError("nothing is asked")
        if not 0 <= index < waits[1]:
            raise ValueError(f"there is no choice {index}")
        if now.wanted is None:
            stands = self._go_on(now, index, ())
        else:
            stands = self._drawn(now, now.wanted, now.wanted.places[index][0])
        self._stands = stands
        self.chosen.append(index)

    def _drawn(self, now: Standing, wanted: Wanted, place: int) -> Standing:
        """An outcome was chosen; of a shuffle the last card needs no choice."""
        outcome: Outcome = place
        if wanted.kind == "shuffle":
            order = (*wanted.order, place)
            left = [each for each in range(len(wanted.names)) if each not in order]
            if len(left) > 1:
                return evolve(now, wanted=evolve(wanted, order=order))
            outcome = (*order, *left)
        before = None if now.settled is None else now
        return self._go_on(before, now.step, (*now.drawn, outcome))

    def play_on(self, deciding: object) -> NoReturn:
        """Nobody decides for chance."""
        raise ValueError("chance is asked for in this match, and no bot answers for it")

    # ------------------------------------------------------------ copying, saving

    @property
    def settled(self) -> Match | None:
        """The match where a player is asked, or that is over; none where chance is asked."""
        return None if self._stands.wanted else self._stands.settled

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
            return now.at.hash()
        before = "" if now.settled is None else now.settled.hash()
        said = repr((before, now.step, now.drawn, now.wanted))
        return blake2b(said.encode(), digest_size=8).hexdigest()

    def save(self) -> Saved:
        """What leads an engine to where the match last stood at no chance; `ValueError`."""
        now = self._stands
        if now.settled is None:
            raise ValueError("nothing has happened yet: chance is asked for first")
        played: Any = now.settled
        settings = now.settled.population.settings
        steps, outcomes = tuple(played.steps), now.outcomes
        return Saved(settings, True, steps, outcomes, 0, (), now.settled.hash())


def asked_match(begin: Begin, blank: Callable[[], Match]) -> Match:
    """The match of an engine whose outcomes of chance are chosen from the beginning on."""
    match: Any = AskedMatch(begin, blank)
    found: Match = match
    return found


def _fault_of(match: Match) -> Fault | None:
    """Without the words of the interpreter, which would have to play the match again."""
    if isinstance(match, PythonMatch) and match.play is not None:
        return match.play.fault
    return match.fault
