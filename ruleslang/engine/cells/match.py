"""
A match that compiled code plays.

Questions that cells don't answer are answered by a picture, created on demand. It cannot be
observed or perturbed: a match of the interpreter in the same state then takes over.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Self

from ruleslang.engine.cells.build_decision import named
from ruleslang.engine.cells.compiled_game import CompiledGame
from ruleslang.engine.cells.game_cells import Picture
from ruleslang.engine.cells.machine import Play
from ruleslang.engine.flow.state_layout import TIMES_PLAYED, state_family
from ruleslang.engine.match.chance import Chance, ReplayedOutcomes, generator_of
from ruleslang.engine.match.decision import Decision, Event, Outcome, View
from ruleslang.engine.match.engine import EnginesDiffer, take_steps
from ruleslang.engine.match.entities import Population
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import (
    MOST_DECISIONS,
    ChanceCounter,
    Deed,
    Match,
    Observer,
    Perturbation,
    RunProcedure,
    Saved,
    Step,
    play_on,
)
from ruleslang.engine.match.position import Change, Rearrangement
from ruleslang.engine.match.runtime_values import Value
from ruleslang.program import declarations as d


class _Read:
    """A question about the position, which the interpreter's match in the same state answers."""

    def __set_name__(self, owner: type[object], name: str) -> None:
        self.name = name

    def __get__(self, match: CompiledMatch | None, owner: type[object]) -> Any:
        return self if match is None else getattr(match.reader(), self.name)


class CompiledMatch:
    """See `match.Match` for the interface."""

    position, version, together = _Read(), _Read(), _Read()
    under_way, unfinished, ids_under_way, bodies = _Read(), _Read(), _Read(), _Read()
    locals_of_effects, evaluate, fits, same, alike = _Read(), _Read(), _Read(), _Read(), _Read()
    word_for, text_for, may, sight, inquiry = _Read(), _Read(), _Read(), _Read(), _Read()
    rearranged, hash, looks_like = _Read(), _Read(), _Read()
    play_on = play_on

    # Set only in the matches that need them, so that a copy of any other is quick.
    play: Any = None  # as `code/machine.py`; None: the interpreter plays, or nothing has begun
    _interpreted: Match | None = None
    _broken_off: Play | None = None  # from which the interpreter continues
    _counter: ChanceCounter | None = None
    _again: tuple[int, Match] | None = None  # steps, replay
    _picture: Picture | None = None
    _decision: Decision | None = None  # with its words
    _slug: Fault | None = None
    _has_begun = False  # something from which only the interpreter can go on
    _is_dealt = False  # hidden cards were dealt again: the choices don't lead to this position
    _choices_among_them = 0  # how many of `chosen` are earlier

    def __init__(
        self,
        game: CompiledGame,
        chance: Chance,
        measures: Sequence[d.Measure] = (),
        observers: Sequence[Observer] = (),
        *,
        rolled: bool,
    ) -> None:
        self.game, self._chance, self._rolled = game, chance, rolled
        self._measures, self._observers = tuple(measures), tuple(observers)
        self._earlier: list[Step] = []  # the steps, without the last choices
        self.chosen: list[int] = []

    @property
    def steps(self) -> list[Step]:
        """The record that leads any engine to this position."""
        return [*self._earlier, *self.chosen[self._choices_among_them :]]

    # ------------------------------------------------------------ moving

    def begin(self, deed: Deed) -> None:
        """Run something, up to its first decision."""
        play, can_begin = self.play, self.game.can_begin(deed)
        if can_begin and not self._observers:
            if play is None and self._interpreted is None and not self._has_begun:
                play = self.game.fresh(self._chance, rolled=self._rolled)
            elif play is None and not self._has_begun:
                with suppress(Fault):  # which the interpreter meets when it begins
                    play = self.game.play_from(self._fallback())
        if play is None or not can_begin:
            self._has_begun, self.chosen = True, []
            self._fallback().begin(deed)
            return
        self._earlier, self._choices_among_them, self.chosen = [*self.steps, deed], 0, []
        self.play, self._interpreted = play, None
        self._moved()
        self.game.begin(play, deed)

    def choose(self, index: int) -> None:
        """Make a choice of the decision, up to the next."""
        play = self.play
        if play is None:
            self._has_begun = True
            self._fallback().choose(index)
            self.chosen.append(index)
            return
        pending = play.pending
        if pending is None:
            raise ValueError("nothing is asked")
        if not 0 <= index < len(pending.options):
            raise ValueError(f"there is no choice {index}")
        before = play.copy() if self._is_dealt else None  # no steps lead there
        try:
            play.choose(index)
        except BaseException:  # interrupted: the interpreter continues from before the choice
            if before is None:
                self._broken_off, self._has_begun = play, True
            self.play, self._again = before, None
            self._forget()
            raise
        self.chosen.append(index)
        self._forget()

    def preferred(self, chooser: d.Chooser) -> Sequence[int] | None:
        """Return the indices of the choices that a player prefers, if the player is compiled."""
        raise NotImplementedError

    def finish(
        self, seed: int, players: Sequence[d.Chooser | None], decisions: int = MOST_DECISIONS
    ) -> tuple[int, ...] | None:
        """Play to the end with the rulebook's players and at random; returns the payoffs."""
        raise NotImplementedError

    def counters(self, state: str) -> tuple[int, ...]:
        """Return the numbers of a state indexed by player, by seat."""
        family, play = self.game.flow.layout[state_family(state)], self.play
        if play is None:
            raise ValueError("the interpreter plays this match")
        return tuple(play.part(family.base, family.cells))

    def _moved(self) -> None:
        self._forget()

    def _forget(self) -> None:
        """Forget what was read of an earlier position."""
        self._picture = self._decision = None

    def _fallback(self) -> Match:
        """Return the interpreter's match in the same state, which takes over."""
        if self._interpreted is None:
            if self.play is not None:
                self._interpreted = self._played_again()
            elif self._broken_off is not None:
                self._interpreted = self._play_again(broken_off=self._broken_off)
            else:
                self._interpreted = self._opened(self._chance, self._observers)
            if self.play is not None and self.play.chance is not None:
                # A source that was given goes on itself: its owner may still add to it.
                self._interpreted.divert(self.play.chance)
            self.play = self._again = None
            self._forget()
        return self._interpreted

    def _played_again(self) -> Match:
        """Return a match of the interpreter replayed to the same state."""
        number = len(self._earlier) + len(self.chosen)
        if self._again is None or self._again[0] != number:
            self._again = number, self._play_again()
        return self._again[1]

    def _play_again(
        self, observers: Sequence[Observer] = (), *, broken_off: Play | None = None
    ) -> Match:
        play = broken_off or self.play
        assert play is not None
        if self._is_dealt:
            raise ValueError("hidden cards were dealt again, so no steps lead to this position")
        chance = ReplayedOutcomes(play.all_outcomes(), self.game.chance_of(play))
        match = self._opened(chance, observers)
        take_steps(match, self.steps)
        return match

    def _opened(self, chance: Chance, observers: Sequence[Observer]) -> Match:
        """Return a match of the interpreter in its opening position."""
        program, settings = self.population.program, self.population.settings
        opening = settings, chance, self._measures, observers
        match = self.game.definition.opened(program, *opening, roll=self._rolled)
        if self._counter is not None:
            match.count_chances(self._counter)
        return match

    # ------------------------------------------------------------ its position

    @property
    def waits_for(self) -> tuple[int, int] | None:
        """The player who is asked, and the number of choices, without their names."""
        if self.play is None:
            decision = self._fallback().decision
            return None if decision is None else (decision.player, len(decision.choices))
        pending = self.play.pending
        return None if pending is None else (pending.who, len(pending.options))

    @property
    def decision(self) -> Decision | None:
        if self.play is None:
            return self._fallback().decision
        if self.waits_for is None:
            return None
        if self._decision is None:
            self._decision = named(self.game, self.play, self._picture_without_words)
        return self._decision

    def choice_keys(self) -> Sequence[Hashable]:
        """Return a key for each choice: the raw options."""
        if self.play is None:
            decision = self._fallback().decision
            return [] if decision is None else [choice.id for choice in decision.choices]
        pending = self.play.pending
        return [] if pending is None else [(pending.question, option) for option in pending.options]

    def key(self) -> str | None:
        """Return the key of the position, by `key.py`; `None` if the interpreter plays."""
        return None if self.play is None else self.game.keys.key(self.play)

    def information(self) -> str:
        """Return the information set of the player to decide; memoised by position."""
        if self.play is None:
            return self._known_to_asked()
        return self.game.kept_information(self.play, self._known_to_asked)

    def _known_to_asked(self) -> str:
        """Return the information set of the player to decide, with that player's choices."""
        decision = self.decision
        assert decision is not None
        offered = [choice.id for choice in decision.choices]
        return f"{decision.player} {self.view(decision.player)} {offered}"

    @property
    def outcome(self) -> Outcome | None:
        play = self.play
        if play is None:
            return self._fallback().outcome
        if not play.payoffs or play.fault is not None:
            return None
        return Outcome(play.part(self.game.winners, 1)[0], play.payoffs, play.capped)

    @property
    def fault(self) -> Fault | None:
        """Why the rules could not continue, in the interpreter's words."""
        play = self.play
        if play is None:
            return self._fallback().fault
        fault: Fault | None = play.fault
        if self._is_dealt:
            return fault
        if fault is None:
            return self._fault_of_measures(play)
        if self._slug is None:
            replayed = None
            with suppress(EnginesDiffer):
                replayed = self._played_again().fault
            same = replayed is not None and replayed.slug == fault.slug
            self._slug = replayed if same else fault
        return self._slug

    def _fault_of_measures(self, play: Play) -> Fault | None:
        """Return the fault of a measure at the end of the match, if any."""
        if not play.payoffs or not self._measures:
            return None
        if self.game.flow.measures == self._measures:
            try:
                list(self.game.closing(play))
                return None
            except Fault:
                pass
        return self._played_again().fault

    @property
    def answer(self) -> Value:
        play = self.play
        if play is None:
            return self._fallback().answer
        deed = next((step for step in reversed(self.steps) if isinstance(step, RunProcedure)), None)
        return None if deed is None else self.game.answer(play, deed.name)

    @property
    def events(self) -> Sequence[Event]:
        return (self._fallback() if self.play is None else self._played_again()).events

    @property
    def measures(self) -> Mapping[str, Sequence[int]]:
        if self.play is not None and not self._measures:
            return {}
        if self.play is not None and self.game.flow.measures == self._measures:
            return self.game.all_measured(self.play)
        return (self._fallback() if self.play is None else self._played_again()).measures

    @property
    def times_played(self) -> Mapping[str, int]:
        """How often each definition was played, by name."""
        if self.play is None:
            return self._fallback().times_played
        family = self.game.flow.layout.families.get(TIMES_PLAYED)
        if family is None:
            return {}
        counts = self.play.S[family.base : family.base + family.cells]
        names = (title.definition.name for title in self.population.titles.values())
        return dict(zip(names, counts, strict=True))

    @property
    def notes(self) -> Sequence[tuple[str, int]]:
        return self._fallback().notes if self.play is None else self.play.all_notes()

    @property
    def counted(self) -> int:
        """How much was counted towards the cap on decisions."""
        play = self.play
        return self._fallback().counted if play is None else int(play.S[self.game.counted])

    @property
    def asked(self) -> int:
        play = self.play
        return self._fallback().asked if play is None else int(play.S[self.game.asked])

    # ------------------------------------------------------------ reading

    def reader(self) -> Match:
        """Return the interpreter's match in the same state."""
        return self._fallback() if self.play is None else self._asked_picture()

    def _asked_picture(self) -> Picture:
        read = self._picture_without_words()
        if read.decision is None:
            read.asks(self.decision)
        return read

    def _picture_without_words(self) -> Picture:
        if self._picture is None:
            assert self.play is not None
            self._picture = self.game.definition.picture(self.game, self.play)
            if self._counter is not None:
                self._picture.count_chances(self._counter)
        return self._picture

    def view(self, seat: int | None, decision: Decision | None = None) -> View:
        """Return a seat's view, read from cells; `decision` is the pending one, if known."""
        play = self.play
        if play is None:
            return self._fallback().view(seat)
        seen = self.game.view_of(seat, play)
        if seen is None:
            return self.reader().view(seat)
        waits = self.waits_for
        is_asked = waits is not None and waits[0] == seat
        return seen.view(play, (decision or self.decision) if is_asked else None)

    @property
    def population(self) -> Population:
        return self.game.flow.population

    def successive_views(self) -> Callable[[int | None], View]:
        return self.view

    # ------------------------------------------------------------ changing the position

    def arrange(self, change: Change, origin: int = -1) -> None:
        """Set something up while nothing is in progress."""
        self._has_begun |= self.play is not None  # uses of limits, marks and effects stay there
        self._fallback().arrange(change, origin)
        self._earlier, self._choices_among_them = [*self.steps, change], len(self.chosen)

    def perturb(self, change: Rearrangement) -> Perturbation:
        """Change what is hidden; the interpreter takes over."""
        self._has_begun = True
        return self._fallback().perturb(change)

    def dealt(self, change: Rearrangement) -> Self | None:
        """Return a permanently changed copy; `None` if the cells do not suffice."""
        play = None if self.play is None else self.game.rearranging.rearranged(self.play, change)
        return None if play is None else self._twin(play, is_dealt=True)

    def with_play(self, play: Play) -> Self:
        """Return a match like this one, with another play that the same steps lead to."""
        return self._twin(play, is_dealt=False)

    @property
    def chance(self) -> Chance:
        return self._fallback().chance if self.play is None else self.game.chance_of(self.play)

    def divert(self, to: Chance) -> Chance:
        if self.play is None:
            return self._fallback().divert(to)
        before = self.chance
        self.game.divert(self.play, to)
        self._moved()
        return before

    # ------------------------------------------------------------ watching, copying

    def count_chances(self, by: ChanceCounter) -> None:
        """Set how `chance of` is counted in expressions from here on."""
        self._counter = by
        if self.play is not None or self._interpreted is not None:
            self.reader().count_chances(by)

    def observe(self, observer: Observer) -> None:
        """Add an observer; the interpreter takes over."""
        self._fallback().observe(observer)
        self._observers = (*self._observers, observer)  # it also observes later runs

    def ignore(self, observer: Observer) -> None:
        self._fallback().ignore(observer)
        self._observers = tuple(known for known in self._observers if known is not observer)

    def copy(self, then: Chance | None = None, observers: Sequence[Observer] = ()) -> Match:
        """Return a match in the same state; one with observers is the interpreter's."""
        if self.play is None:
            return self._fallback().copy(then, observers)
        if observers:
            match = self._play_again(observers)
            if then is not None:
                match.divert(then)
            return match
        twin = self._twin(self.play.copy(), is_dealt=self._is_dealt)
        if then is not None:
            assert twin.play is not None
            self.game.divert(twin.play, then)
            twin._moved()
        return twin

    def _twin(self, play: Play, *, is_dealt: bool) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self._shared())
        twin.play, twin._is_dealt, twin.chosen = play, is_dealt, self.chosen[:]
        twin._again = None  # a copy that the interpreter goes on with has a separate match
        if is_dealt:
            twin._forget()
        return twin

    def _shared(self) -> dict[str, Any]:
        """Return the parts that a copy takes from this match, besides those that change."""
        return self.__dict__

    def save(self) -> Saved:
        """Return the record that leads any engine to the position of this match."""
        if self.play is None:
            return self._fallback().save()
        if self._is_dealt:
            raise ValueError("hidden cards were dealt again, so no steps lead to this position")
        generator = generator_of(self.chance)
        if generator is None:
            raise ValueError("the position cannot be reproduced from the start and the choices")
        return Saved(
            self.population.settings,
            self._rolled,
            tuple(self.steps),
            tuple(self.play.all_outcomes()),
            generator.seed,
            tuple(generator.words()),
            self.hash(),
        )
