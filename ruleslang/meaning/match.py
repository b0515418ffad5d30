"""
A match: start it, read its decision, choose, until it is over.

`start` runs the program's start procedure. `opening` stops before it, so that an example may give
a state and then run one procedure, one action or one play.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, TypeAlias

from ruleslang.match.chance import Again, Chance, Streams
from ruleslang.match.decision import Decision, Event, Outcome
from ruleslang.match.faults import Fault
from ruleslang.match.population import settle
from ruleslang.match.values import Player, Value, members
from ruleslang.meaning.control_flow import call_procedure
from ruleslang.meaning.evaluate import evaluate
from ruleslang.meaning.hashing import position_hash
from ruleslang.meaning.limits import too_much
from ruleslang.meaning.machine import Capped, Leaving, Listener, Machine, Won
from ruleslang.meaning.measures import Gauge
from ruleslang.meaning.modifiers import value_of
from ruleslang.meaning.run_one import action_alone, play_alone
from ruleslang.meaning.setup import opening
from ruleslang.meaning.whenever import take_as_tested
from ruleslang.program import declarations as d
from ruleslang.program.program import Program

Root: TypeAlias = Callable[[Machine], Generator[Decision, int, Value]]

# A reaction to a reaction is a call inside a call.
sys.setrecursionlimit(max(sys.getrecursionlimit(), 8000))


class Match:
    """One playing of a program."""

    def __init__(self, machine: Machine, measures: Sequence[d.Measure] = ()) -> None:
        self.machine = machine
        self.gauge = Gauge(machine, measures)
        self.decision: Decision | None = None
        self.outcome: Outcome | None = None
        self.fault: Fault | None = None
        self.answer: Value = None
        self.chosen: list[int] = []
        self._work: Generator[Decision, int, Value] | None = None
        self._root: Root | None = None
        self._is_moving = False
        self._origin = _Origin(machine)

    # ------------------------------------------------------------ beginning

    @staticmethod
    def start(
        program: Program,
        *,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
        players: int | None = None,
        automatic: int | None = None,
        chance: Chance | None = None,
        measures: Sequence[d.Measure] = (),
        trace: Callable[[int], None] | None = None,
        offering: Listener | None = None,
    ) -> Match:
        """
        A match that stands at its first decision.

        Raises `ValueError` for settings that the program does not have.
        """
        chosen = settle(program, options, players, automatic)
        given = Streams(seed) if chance is None else chance
        match = Match(opening(program, chosen, given, roll=True), measures)
        match.machine.trace, match.machine.offering = trace, offering
        match.begin(_whole_match)
        return match

    @staticmethod
    def opening(
        program: Program,
        *,
        options: Mapping[str, str] | None = None,
        players: int | None = None,
        automatic: int | None = None,
        chance: Chance | None = None,
        roll: bool = False,
        trace: Callable[[int], None] | None = None,
    ) -> Match:
        """
        A match in its opening state, with nothing under way.

        Dice that start on the table show their first face unless `roll` says to roll them.
        """
        chosen = settle(program, options, players, automatic)
        machine = opening(program, chosen, Streams(0) if chance is None else chance, roll=roll)
        machine.trace = trace
        return Match(machine)

    def begin(self, root: Root) -> None:
        """Run something, up to its first decision; what is true now fires no rule."""
        if self._root is None:
            take_as_tested(self.machine)
        self._origin = _Origin(self.machine)
        self._root = root
        self.chosen = []
        self._work = root(self.machine)
        self._advance(None)

    def begin_procedure(self, name: str, arguments: Sequence[Value] = ()) -> None:
        """Run one procedure, as `when …` in an example does; `answer` is what it answers."""
        self.begin(lambda m: call_procedure(m, name, tuple(arguments)))

    def begin_action(self, player: Player, name: str, choosing: Sequence[Value] = ()) -> None:
        """
        Let a player do one action with these choices: values, or their names.

        Raises `NotLegal` when he may not.
        """
        self.begin(action_alone(self.machine, player, name, choosing))

    def begin_play(self, player: Player, card: Value, choosing: Sequence[Value] = ()) -> None:
        """Let a player play a card, or one of a definition that he holds; raises `NotLegal`."""
        self.begin(play_alone(self.machine, player, card, choosing))

    # ------------------------------------------------------------ playing

    def choose(self, index: int) -> None:
        """
        Make a choice of the decision, up to the next.

        Whatever breaks in from outside, Ctrl-C or a time limit, leaves the match as it was.
        """
        if self.decision is None:
            raise ValueError("nothing is asked")
        if not 0 <= index < len(self.decision.choices):
            raise ValueError(f"there is no choice {index}")
        if self._is_moving:
            raise ValueError("the match is under way already, in another thread or in a listener")
        self._is_moving = True
        self.chosen.append(index)
        try:
            self._advance(index)
        except BaseException:
            self.chosen.pop()
            self._go_back()
            raise
        finally:
            self._is_moving = False

    def _advance(self, index: int | None) -> None:
        m = self.machine
        assert self._work is not None
        m.budget.rest()
        try:
            self.decision = self._work.send(index)  # type: ignore[arg-type]
            m.budget.rest()
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
        self.decision = None
        m.pending = None
        self._work = None

    def _cap(self) -> None:
        winners = self.machine.tables.program.ending.winners
        try:
            self._end(
                () if winners is None else members(evaluate(self.machine, winners, {})), capped=True
            )
        except Fault as fault:
            self.fault = fault

    def _end(self, winners: tuple[Value, ...], *, capped: bool) -> None:
        try:
            self.outcome = outcome(self.machine, winners, capped)
            self.gauge.close()
        except Fault as fault:
            self.fault = fault

    # ------------------------------------------------------------ reading

    @property
    def events(self) -> list[Event]:
        """What chance and the players did, in order; secret answers only once they are shown."""
        return self.machine.events

    @property
    def measures(self) -> Mapping[str, Sequence[int]]:
        """The values that each measure took so far."""
        return self.gauge.values

    @property
    def is_over(self) -> bool:
        """Whether nothing is asked any more."""
        return self.decision is None

    def hash(self) -> str:
        """The hash of the position, 16 hexadecimal digits."""
        return position_hash(self.machine)

    def evaluate(self, expression: Any) -> Value:
        """An expression without locals, in the state as it is."""
        self.machine.budget.rest()
        return evaluate(self.machine, expression, {})

    def copy(
        self, then: Chance | None = None, ready: Callable[[Machine], None] | None = None
    ) -> Match:
        """
        A match that stands where this one does: the same beginning, with the same choices again.

        From here on its chance is `then`, if that is given, else as it would be here. `ready` is
        given its machine before it begins.
        """
        origin = _Origin(self.machine) if self._root is None else self._origin
        machine = origin.machine(self.machine, then)
        if ready is not None:
            ready(machine)
        twin = self._twin(origin, machine, silent=True)
        twin.gauge.values = {name: list(values) for name, values in self.gauge.values.items()}
        twin.machine.trace = self.machine.trace
        return twin

    def _twin(self, origin: _Origin, machine: Machine, *, silent: bool) -> Match:
        """The same beginning with the same choices; `silent` gathers no measures."""
        twin = Match(machine, self.gauge.measures)
        twin._origin = origin
        if self._root is not None:
            twin.gauge.silent = silent
            twin._root = self._root
            twin._work = self._root(machine)
            twin._advance(None)
            for index in self.chosen:
                twin.choose(index)
            twin.gauge.silent = False
        return twin

    def _go_back(self) -> None:
        """Stand where the choices made so far lead to, by the same chance from the beginning."""
        self.fault = Fault("interrupted", "the match was stopped in the middle of a choice")
        self.decision = self._work = None
        machine = self._origin.machine(self.machine, afresh=True)
        twin = self._twin(self._origin, machine, silent=False)
        machine.trace, machine.offering = self.machine.trace, self.machine.offering
        self.__dict__.update(twin.__dict__)


class _Origin:
    """Where a match stood when its present work began."""

    def __init__(self, m: Machine) -> None:
        self.state = m.state.copy()
        self.tested = m.tested
        self.events = len(m.events)
        self.outcomes = len(m.outcomes)
        self.counts = m.asked, m.counted
        self.chance = m.chance.copy()

    def machine(self, m: Machine, then: Chance | None = None, *, afresh: bool = False) -> Machine:
        """
        A machine that stands there, and whose chance will go as it went in another since.

        After that it is `then`, or as it will go in the other. With `afresh` its chance is drawn
        anew, from what it was there, instead of being noted.
        """
        again = Again(m.outcomes[self.outcomes :], m.chance.copy() if then is None else then)
        chance: Chance = self.chance.copy() if afresh else again
        twin = Machine(m.tables, self.state.copy(), chance, m.is_due, m.settle)
        twin.watches, twin.tested, twin.fresh = m.watches, self.tested, m.fresh
        twin.events = m.events[: self.events]
        twin.outcomes = m.outcomes[: self.outcomes]
        twin.asked, twin.counted = self.counts
        return twin


def _whole_match(m: Machine) -> Generator[Decision, int, Value]:
    """The start procedure, which must end with a result."""
    yield from call_procedure(m, m.tables.program.start, ())
    raise Fault("no-result", f"`{m.tables.program.start}` ended without a result")


def outcome(m: Machine, winners: tuple[Value, ...], capped: bool) -> Outcome:
    """Who won, and what everyone who started has: the payoff, or 1 for winners and 0 for others."""
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
