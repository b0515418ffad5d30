"""
A match of the interpreter: begin something, read its decision, choose, until it is over.

It moves a machine, and copies itself by repeating the choices since it began.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial
from typing import assert_never

from ruleslang.engine.interpreter.control_flow import call_procedure
from ruleslang.engine.interpreter.edit_position import Perturbed, arrange
from ruleslang.engine.interpreter.evaluate import evaluate
from ruleslang.engine.interpreter.example_actions import Root, action_alone, play_alone
from ruleslang.engine.interpreter.hashing import same_state
from ruleslang.engine.interpreter.machine import Capped, Leaving, Machine, ObserverFunctions, Won
from ruleslang.engine.interpreter.machine_reader import MachineReader
from ruleslang.engine.interpreter.modifiers import Gauge, value_of
from ruleslang.engine.interpreter.state import unwatched, watched
from ruleslang.engine.interpreter.whenever import take_as_tested
from ruleslang.engine.match import interface
from ruleslang.engine.match.chance import Chance, ReplayedOutcomes, generator_of
from ruleslang.engine.match.decision import Decision, Event, Outcome, View
from ruleslang.engine.match.faults import Fault, deep_calls, too_much
from ruleslang.engine.match.interface import (
    Deed,
    DoAction,
    Observer,
    PlayCard,
    PlayFrom,
    RunProcedure,
    Saved,
    Step,
    WholeMatch,
)
from ruleslang.engine.match.position import Change, Rearrangement
from ruleslang.engine.match.runtime_values import Player, Value, members
from ruleslang.program import declarations as d
from ruleslang.source.budget import unbounded
from ruleslang.source.walk import field_names


class InterpretedMatch(MachineReader):
    """One playing of a program by the interpreter; see `match.Match` for the interface."""

    play_on = interface.play_on

    def __init__(
        self,
        machine: Machine,
        measures: Sequence[d.Measure] = (),
        observers: Sequence[Observer] = (),
        *,
        rolled: bool = False,
    ) -> None:
        self.machine = machine
        self.gauge = Gauge(machine, measures)
        self.rolled = rolled
        self.decision: Decision | None = None
        self.outcome: Outcome | None = None
        self.fault: Fault | None = None
        self.answer: Value = None
        self.chosen: list[int] = []
        self.steps: list[Step] = []
        self._observers: list[Observer] = []
        self._is_perturbed = False
        self._work: Generator[Decision, int, Value] | None = None
        self._root: Root | None = None
        self._is_moving = False
        self._counts_chances: interface.ChanceCounter | None = None
        self._origin: _Origin | None = None  # as long as nothing has begun
        for observer in observers:
            self.observe(observer)

    # ------------------------------------------------------------ moving

    def begin(self, deed: Deed) -> None:
        """Run something, up to its first decision; rules that are true now do not fire."""
        root = work_of(self.machine, deed)
        if self._root is None and self.machine.tested != self.machine.state.version:
            root = tested_first(root)
        self._origin = _Origin(self.machine)
        self._root = root
        self.chosen = []
        self.steps.append(deed)
        self._work = root(self.machine)
        self._advance(None)

    def choose(self, index: int) -> None:
        """Make a choice, up to the next decision."""
        if self.decision is None:
            raise ValueError("nothing is asked")
        if not 0 <= index < len(self.decision.choices):
            raise ValueError(f"there is no choice {index}")
        if self._is_moving:
            raise ValueError("the match is under way already, in another thread or in a listener")
        self._is_moving = True
        self.chosen.append(index)
        self.steps.append(index)
        try:
            self._advance(index)
        except BaseException:
            self.chosen.pop()
            self.steps.pop()
            self._go_back()
            raise
        finally:
            self._is_moving = False

    def _advance(self, index: int | None) -> None:
        m = self.machine
        assert self._work is not None
        m.usage.rest()
        m.is_running = True
        try:
            with deep_calls(m.tables.program.procedure_depth):
                self.decision = next(self._work) if index is None else self._work.send(index)
            m.usage.rest()
            self.gauge.watch()
            return
        except StopIteration as over:
            self.answer = over.value
        except Won as won:
            self._end(won.winners, capped=False)
        except Capped:
            self._cap()
        except Fault as fault:
            self.fault = fault
        except Leaving as leaving:
            self.fault = Fault("not-under-way", f"`{leaving.target.name}` was left from outside")
        except RecursionError:
            self.fault = Fault("endless", "calls inside calls without end")
        except MemoryError:
            self.fault = too_much("there is not enough memory")
        finally:
            m.is_running = False
        self.decision = None
        m.pending = None
        self._work = None

    def _cap(self) -> None:
        winners = self.machine.tables.program.ending.winners
        try:
            chosen = () if winners is None else members(evaluate(self.machine, winners, {}))
            self._end(chosen, capped=True)
        except Fault as fault:
            self.fault = fault

    def _end(self, winners: tuple[Value, ...], *, capped: bool) -> None:
        try:
            self.outcome = outcome(self.machine, winners, capped)
            self.gauge.close()
        except Fault as fault:
            self.fault = fault

    def preferred(self, chooser: d.Chooser) -> Sequence[int] | None:
        """Return `None`: to be computed from the decision."""
        return None

    # ------------------------------------------------------------ reading

    @property
    def waits_for(self) -> tuple[int, int] | None:
        """The deciding seat and the number of choices."""
        decision = self.decision
        return None if decision is None else (decision.player, len(decision.choices))

    @property
    def events(self) -> list[Event]:
        return self.machine.events

    @property
    def measures(self) -> Mapping[str, Sequence[int]]:
        return self.gauge.values

    @property
    def times_played(self) -> Mapping[str, int]:
        """How often each definition was played, by name."""
        return self.machine.times_played

    @property
    def notes(self) -> Sequence[tuple[str, int]]:
        return self.machine.notes

    @property
    def counted(self) -> int:
        """The number counted towards the decision cap."""
        return self.machine.counted

    @property
    def asked(self) -> int:
        return self.machine.asked

    def count_chances(self, by: interface.ChanceCounter) -> None:
        """Set the function that computes `chance of`."""
        self._counts_chances = by
        self.machine.chance_of = partial(by, self)

    def looks_like(self, other: interface.Match) -> bool:
        """Return whether another match of the interpreter is in the same state."""
        return isinstance(other, InterpretedMatch) and same_state(self.machine, other.machine)

    def successive_views(self) -> Callable[[int | None], View]:
        from ruleslang.engine.interpreter.successive_views import SuccessiveViews

        views = SuccessiveViews()
        return lambda seat: views.of(self.machine, seat)

    def asks(self, decision: Decision | None) -> None:
        """Set the pending decision, in a picture of another match."""
        self.decision = self.machine.pending = decision

    # ------------------------------------------------------------ changing the position

    def arrange(self, change: Change, origin: int = -1) -> None:
        """Set up something while nothing is in progress."""
        arrange(self.machine, change, origin)
        self.steps.append(change)

    def perturb(self, change: Rearrangement) -> Perturbed:
        """Change what is hidden, until `end` of the result."""
        self._is_perturbed = True
        perturbed = Perturbed(self.machine, change)
        perturbed.begin()
        return perturbed

    @property
    def chance(self) -> Chance:
        """The source of outcomes."""
        return self.machine.chance

    def divert(self, to: Chance) -> Chance:
        before, self.machine.chance = self.machine.chance, to
        return before

    # ------------------------------------------------------------ watching

    def observe(self, observer: Observer) -> None:
        self._observers.append(observer)
        self._listen()

    def ignore(self, observer: Observer) -> None:
        self._observers.remove(observer)
        self._listen()

    def _listen(self) -> None:
        observers, m = self._observers, self.machine
        names = field_names(ObserverFunctions) or ()
        heard = {name: [f for o in observers if (f := getattr(o, name))] for name in names}
        of_parts = {name: tuple(heard.pop(name)) for name in ("reached", "ran")}
        others = {name: tuple(partial(f, self) for f in some) for name, some in heard.items()}
        m.heard = ObserverFunctions(**of_parts, **others)
        m.state = watched(m.state, m.heard.read)
        m.forget_values()

    # ------------------------------------------------------------ copying, saving

    def copy(
        self, then: Chance | None = None, observers: Sequence[Observer] = ()
    ) -> InterpretedMatch:
        """Return a match in the same state, by repeating the choices."""
        origin = self._origin or _Origin(self.machine)
        machine = origin.machine(self.machine, then)
        twin = self._twin(origin, machine, observers, silent=True)
        twin.gauge.values = {name: list(values) for name, values in self.gauge.values.items()}
        return twin

    def _twin(
        self, origin: _Origin, machine: Machine, observers: Sequence[Observer], *, silent: bool
    ) -> InterpretedMatch:
        """Return a match with the same beginning and choices; `silent`: without measures."""
        twin = InterpretedMatch(machine, self.gauge.measures, observers, rolled=self.rolled)
        twin._origin = None if self._root is None else origin
        twin._is_perturbed = self._is_perturbed
        if self._counts_chances is not None:
            twin.count_chances(self._counts_chances)
        if self._root is not None:
            twin.gauge.silent = silent
            twin._root = self._root
            twin._work = self._root(machine)
            twin._advance(None)
            for index in self.chosen:
                twin.choose(index)
            twin.gauge.silent = False
        twin.steps = list(self.steps)
        return twin

    def _go_back(self) -> None:
        """Restore the position of the choices so far, by the same chance from the beginning."""
        self.fault = Fault("interrupted", "the match was stopped in the middle of a choice")
        self.decision = self._work = None
        observers = list(self._observers)
        origin = self._origin
        assert origin is not None, "nothing has begun"
        with unbounded():  # unwinding must not run out of an exhausted budget again
            twin = self._twin(origin, origin.machine(self.machine, afresh=True), (), silent=False)
        self.__dict__.update(twin.__dict__)
        self._observers = observers
        self._listen()
        if self._counts_chances is not None:
            self.count_chances(self._counts_chances)

    def save(self) -> Saved:
        """Return the data with which any engine reaches this position."""
        m = self.machine
        generator = generator_of(m.chance)
        if generator is None or self._is_perturbed:
            raise ValueError("the position cannot be reproduced from the start and the choices")
        return Saved(
            m.tables.settings,
            self.rolled,
            tuple(self.steps),
            tuple(thrown if isinstance(thrown, int) else (*thrown,) for thrown in m.outcomes),
            generator.seed,
            tuple(generator.words()),
            self.hash(),
        )


class _Origin:
    """The position in which the current work began."""

    def __init__(self, m: Machine) -> None:
        self.state = unwatched(m.state).copy()
        self.tested = m.tested
        self.events = len(m.events)
        self.outcomes = len(m.outcomes)
        self.counts = m.asked, m.counted
        self.chance = m.chance.copy()

    def machine(self, m: Machine, then: Chance | None = None, *, afresh: bool = False) -> Machine:
        """
        Return a machine in that position, whose chance first repeats the outcomes since.

        After that it is `then`, or continues as the original's. With `afresh` outcomes are drawn
        again from the chance at that position, instead of repeated.
        """
        after = m.chance.copy() if then is None else then
        again = ReplayedOutcomes(m.outcomes[self.outcomes :], after)
        chance: Chance = self.chance.copy() if afresh else again
        twin = Machine(m.tables, self.state.copy(), chance, m.meanings)
        twin.watches, twin.tested = m.watches, self.tested
        twin.events = m.events[: self.events]
        twin.outcomes = m.outcomes[: self.outcomes]
        twin.asked, twin.counted = self.counts
        return twin


def work_of(m: Machine, deed: Deed) -> Root:
    """Return the generator that performs a deed; raises `NotLegal`."""
    match deed:
        case WholeMatch():
            return lambda machine: _up_to_a_result(machine, machine.tables.program.start, ())
        case PlayFrom(name=name, arguments=arguments):
            return lambda machine: _up_to_a_result(machine, name, arguments)
        case RunProcedure(name=name, arguments=arguments):
            return lambda machine: call_procedure(machine, name, arguments)
        case DoAction(player=player, name=name, choosing=choosing):
            return action_alone(m, player, name, choosing)
        case PlayCard(player=player, card=card, choosing=choosing):
            return play_alone(m, player, card, choosing)
        case _:
            assert_never(deed)


def tested_first(root: Root) -> Root:
    """Return the work of `root`, after all `whenever` rules were tested."""

    def work(m: Machine) -> Generator[Decision, int, Value]:
        take_as_tested(m)
        return (yield from root(m))

    return work


def _up_to_a_result(
    m: Machine, name: str, arguments: tuple[Value, ...]
) -> Generator[Decision, int, Value]:
    yield from call_procedure(m, name, arguments)
    raise Fault("no-result", f"`{name}` ended without a result")


def outcome(m: Machine, winners: tuple[Value, ...], capped: bool) -> Outcome:
    """Return the winners, and each player's payoff: as declared, or 1 for winners, 0 for others."""
    seats = tuple(sorted(player.order for player in winners))
    m.winners = tuple(m.tables.players[seat] for seat in seats)
    m.state.change("winners")
    payoff = m.tables.program.payoff
    if not payoff:
        return Outcome(seats, tuple(int(p.order in seats) for p in m.tables.players), capped)
    return Outcome(seats, tuple(_payoff(m, payoff, player) for player in m.tables.players), capped)


def _payoff(m: Machine, name: str, player: Player) -> int:
    if name in m.tables.values:
        return int(value_of(m, name, (player,)))
    return int(m.state.states[name][(player,)])
