"""What all matches of one program with the same settings share: the printed engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, TypeAlias

from ruleslang.flow.context import NotLowered, raw
from ruleslang.flow.lower import WINNERS_AT_THE_END, Flow, lower
from ruleslang.flow.printed_names import routine_name
from ruleslang.flow.procedures import measure_name, procedure_name
from ruleslang.flow.resumable_blocks import CallThen
from ruleslang.flow.state_layout import (
    ACTIVE,
    AGAIN,
    ASKED,
    COUNTED,
    EYES,
    IS_IMAGINED,
    MEASURED,
    NOTED,
    OUTER_TURN,
    QUEUE,
    QUIET,
    SECRET,
    SECRET_OF,
    SECRET_SINCE,
    SETTLING,
    STEPS,
    STEPS_IN_ALL,
    STREAM,
    TURNS,
    WINNERS,
    dice_family,
    state_family,
)
from ruleslang.interpreter.machine import Machine, record_name
from ruleslang.interpreter.match import InterpretedMatch
from ruleslang.interpreter.whenever import take_as_tested_if_changed
from ruleslang.match import alike_choices
from ruleslang.match.chance import Chance, Streams
from ruleslang.match.entities import Population, Settings, population_of
from ruleslang.match.faults import Fault, check
from ruleslang.match.match import Deed, PlayFrom, RunProcedure, WholeMatch
from ruleslang.match.values import Value
from ruleslang.program import declarations as d
from ruleslang.program.events import PLAY
from ruleslang.program.program import Program
from ruleslang.python import choice_runtime_functions, imagined, machine, pure_runtime_functions
from ruleslang.python.alike import functions_of
from ruleslang.python.build_decision import Secrets
from ruleslang.python.cells_to_state import Codec, standing
from ruleslang.python.compile_on_first_call import Functions, Prefers, added_player
from ruleslang.python.effect_runtime_functions import Counting, effects
from ruleslang.python.kept_values import MadeWhenAsked
from ruleslang.python.machine import Frame, Play
from ruleslang.python.rearranged_cells import Rearranging
from ruleslang.python.source import Source
from ruleslang.python.state_to_cells import cells_of

CALLED = (
    "below",
    "cancel",
    "end",
    "endless",
    "enter",
    "leave",
    "noted",
    "place_of",
    "run_under_way",
    "Won",
)
IMAGINED = ("run_to_its_end", "would_be")


class Printed:
    """A flow, its source, and the functions that its source becomes."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.codec = Codec(flow)
        self.source = Source(flow)
        self.counting = Counting(flow)
        self.secrets = Secrets(flow, self.codec)
        self.automatic = tuple(player.automatic for player in flow.population.players)
        self.functions = Functions(flow, self.source, self._names())
        self.space = self.functions.space
        self.blocks: Sequence[Callable[..., Any]] = self.functions.blocks
        self.winners_at_the_end = self.space[routine_name(WINNERS_AT_THE_END)]
        layout = flow.layout
        self.asked, self.counted = layout[ASKED].base, layout[COUNTED].base
        self.noted, self.winners = layout[NOTED].base, layout[WINNERS].base
        self.turns, self.outer_turn = layout[TURNS].base, layout[OUTER_TURN].base
        self.active = layout[ACTIVE].base
        self.steps, self.steps_in_all = layout[STEPS].base, layout[STEPS_IN_ALL].base
        self.counters = (self.steps, self.steps_in_all, self.noted)
        self.quieted = tuple(quieted(flow))
        self.landings = tuple(flow.cut.landings.get(name, -1) for name in self.source.routines)
        self.events = tuple(
            "" if (one := flow.routines[name]).run is None or one.is_original else _event(one.run)
            for name in self.source.routines
        )
        self.cleanups = self.functions.cleanups
        self.stages = MadeWhenAsked(self._stage)
        self.first: list[Any] | None = None  # the cells of an opening without dice
        self.runs = tuple(bool(event) for event in self.events)
        self.originals = tuple(_originals(self.source.routines))
        self.eyes = layout[EYES].base
        payoff = flow.population.program.payoff
        is_value = payoff in flow.population.values
        self.cap = flow.population.program.ending.decisions
        self._payoff = routine_name(f"value {payoff}") if is_value else ""
        self._whole = tuple(self._frame(flow.entry, ()))
        self._players: dict[int, tuple[d.Chooser, Mapping[int, Prefers] | None]] = {}
        self._places: dict[tuple[int, Any], int | None] = {}
        self._informed: dict[Any, str] = {}

    def _names(self) -> dict[str, Any]:
        names = {
            name: each
            for module in (alike_choices, choice_runtime_functions, pure_runtime_functions)
            for name, each in vars(module).items()
            if not name.startswith("_")
        }
        names |= {name: getattr(machine, name) for name in CALLED}
        names |= {name: getattr(imagined, name) for name in IMAGINED}
        names |= machine.asking(
            counted=self.flow.layout[COUNTED].base,
            steps=self.flow.layout[STEPS].base,
            steps_in_all=self.flow.layout[STEPS_IN_ALL].base,
            cap=self.flow.population.program.ending.decisions,
            automatic=self.automatic,
        )
        names |= {"most_often": imagined.searching(self.flow), "standing": standing(self.flow)}
        names.update(effects(self.flow))
        names.update(self.secrets.effects())
        names.update(functions_of(self.flow, self.source))
        return names

    def _stage(self, routine: int) -> int | None:
        """Where the frame of a routine has how far its run has come, if it has."""
        return self.source.frames[self.source.routines[routine]].get("stage_")

    # ------------------------------------------------------------ moving

    def play_from(self, machine: Machine) -> Play:
        """
        A quick match that stands where a machine does with nothing under way; raises `Fault` of a
        rule that acts at once.
        """
        take_as_tested_if_changed(machine)
        return self._copied(machine)

    def _copied(self, machine: Machine) -> Play:
        play = Play(self, cells_of(self.flow, machine.state), 0, None)
        self.divert(play, machine.chance)
        for outcome in machine.outcomes:
            play.outcomes = play.outcomes, outcome if isinstance(outcome, int) else tuple(outcome)
        play.S[self.noted] = machine.usage.noted
        return play

    def fresh(
        self, chance: Chance, opened: Callable[[], InterpretedMatch], *, rolled: bool
    ) -> Play:
        """A quick match in its opening position; where nothing is rolled there, all are alike."""
        has_dice = bool(self.flow.population.program.dice)
        if self.first is not None and (rolled or not has_dice):
            play = Play(self, self.first[:], 0, None)
            self.divert(play, chance)
            return play
        play = self._copied(opened().machine)
        if not has_dice or (rolled and not self._dice_lie_there(play)):
            self.first = play.S[:]
        return play

    def _dice_lie_there(self, play: Play) -> bool:
        """Whether any lie on the table in an opening position, where they have been rolled."""
        names = [dice_family(each.name) for each in self.flow.population.program.dice]
        families = [self.flow.layout[name] for name in names]
        return any(any(play.S[of.base : of.base + of.cells]) for of in families)

    def divert(self, play: Play, to: Chance) -> None:
        """Chance comes from here from now on; what a generator draws is kept in cells."""
        layout = self.flow.layout
        base = layout[STREAM].base
        play.chance = None if isinstance(to, Streams) else to
        if isinstance(to, Streams):
            play.seed = to.seed
            play.S[base : base + len(layout.streams)] = [0] * len(layout.streams)
            for name, word in to.words() if to.streams else ():
                play.S[base + layout.streams[name]] = word

    def can_begin(self, deed: Deed) -> bool:
        """Whether quick matches can begin a deed."""
        match deed:
            case WholeMatch() | RunProcedure():
                return True
            case PlayFrom(name):
                return self._goes_on(name) is not None
        return False

    def _goes_on(self, procedure: str) -> int | None:
        """
        The block behind the procedure of a whole match, where another that waits may take its
        place.
        """
        entry = self.flow.cut.blocks[self.flow.cut.entries[self.flow.entry]].end
        is_there = self.flow.routines[procedure_name(procedure)].waits
        return entry.then if is_there and isinstance(entry, CallThen) else None

    def begin(self, play: Play, deed: Deed) -> None:
        """A whole match, or a procedure, begins."""
        match deed:
            case WholeMatch() | PlayFrom():
                play.begin(self._frames(deed))
            case RunProcedure(name, arguments):
                self._begin_procedure(play, self.flow.population.procedures[name], raw(arguments))

    def about_to_begin(self, deed: WholeMatch | PlayFrom, machine: Machine) -> Play | None:
        """
        A quick match that stands where a machine does with nothing under way, and has run nothing
        yet of a deed; none if quick matches cannot begin it.
        """
        if not self.can_begin(deed):
            return None
        try:
            take_as_tested_if_changed(machine)
        except Fault:
            return None
        play = self._copied(machine)
        play.K = self._frames(deed)
        return play

    def _frames(self, deed: WholeMatch | PlayFrom) -> list[Frame]:
        whole = list(self._whole)
        if isinstance(deed, WholeMatch):
            return [whole]
        whole[0] = self._goes_on(deed.name)
        given = tuple(raw(each) for each in deed.arguments)
        self._check(self.flow.population.procedures[deed.name], given)
        return [whole, self._frame(procedure_name(deed.name), given)]

    def _frame(self, routine: str, arguments: tuple[Any, ...]) -> Frame:
        rest = len(self.source.frames[routine]) - len(arguments)
        number = self.source.routines.index(routine)
        return [self.flow.cut.entries[routine], number, *arguments, *[None] * rest]

    def _begin_procedure(self, play: Play, declared: d.Procedure, arguments: Any) -> None:
        routine = self.flow.routines[procedure_name(declared.name)]
        self._check(declared, arguments)
        if routine.waits:
            play.begin([self._frame(routine.name, arguments)])
        else:
            play.call(self.space[routine_name(routine.name)], arguments)

    def _check(self, declared: d.Procedure, arguments: Any) -> None:
        for parameter, given in zip(declared.parameters, arguments, strict=True):
            check(parameter.type, given, f"{parameter.name} of {declared.name}")

    def all_measured(self, play: Play) -> dict[str, list[int]]:
        """The values of all measures; those of the end of the match if it is over."""
        base = self.flow.layout[MEASURED].base
        found: dict[str, list[int]] = {each.name: [] for each in self.flow.measures}
        for place, each in enumerate(self.flow.measures):
            if each.at is not None:
                found[each.name] += play.S[base + place]
        if play.payoffs and play.fault is None:
            with suppress(Fault):
                for name, value in self.closing(play):
                    found[name].append(value)
        return found

    def closing(self, play: Play) -> Iterator[tuple[str, int]]:
        """What measures of the end of the match are now; raises `Fault`."""
        for place, each in enumerate(self.flow.measures):
            if each.at is None:
                value = self.space[routine_name(measure_name(place))](play, play.S)
                if value is not None:
                    yield each.name, value

    def answer(self, play: Play, procedure: str) -> Value:
        """What a procedure answered, that has run by itself."""
        type = self.flow.population.procedures[procedure].answers
        return None if type is None else self.codec.value(type, play.answer)

    # ------------------------------------------------------------ players of the language

    def player(self, chooser: d.Chooser) -> Mapping[int, Prefers] | None:
        """
        By question the function that answers the places that a player prefers; none if he has no
        lowering.
        """
        found = self._players.get(id(chooser))
        if found is None:
            found = self._players[id(chooser)] = chooser, added_player(self, chooser)
        return found[1]

    @cached_property
    def rearranging(self) -> Rearranging:
        """What rearranges quick matches."""
        return Rearranging(self.flow, self.source)

    def kept_information(self, play: Play, worked_out: Callable[[], str]) -> str:
        """What the player who is asked may know, which follows from cells and frames."""
        key = (*play.S[: self.flow.layout[STREAM].base], *map(tuple, play.K))
        found = self._informed.get(key)
        if found is None:
            if len(self._informed) >= MOST_INFORMED:
                self._informed.clear()
            found = self._informed[key] = worked_out()
        return found

    def preferred(self, play: Play, chooser: d.Chooser) -> Sequence[int] | None:
        """The places of the options that a player of the language prefers."""
        asked, player = play.pending, self.player(chooser)
        if asked is None or player is None:
            return None
        prefers = player.get(asked.question)
        if prefers is None:
            return range(len(asked.options))
        play.S[self.eyes], play.seen = asked.who, {}
        found = prefers(play, play.S, asked.who, tuple(asked.options), asked.shown)
        play.S[self.eyes] = 0
        return found

    # ------------------------------------------------------------ what blocks ask

    def imagined(self, S: list[Any]) -> list[Any]:
        """The cells of a position in which something is tried: nothing is secret, no rule waits."""
        copied = S[:]
        for at, value in self.quieted:
            copied[at] = value
        return copied

    def leave_all(self, play: Play) -> None:
        """
        All is left at once, and no frame is asked: whose turn it is, is as it was before turns
        inside of turns, and no card is being played.
        """
        self.counting.end_all(play)
        if play.S[self.turns] > 1:
            play.S[self.active] = play.S[self.outer_turn]

    def is_under_way(self, frame: Frame) -> bool:
        """Whether what a frame is a run of has not come to the hooks after it."""
        stage = self.stages[frame[1]]
        return stage is None or frame[stage] is None or frame[stage] < AFTER

    def skip_what_is_behind(self, frame: Frame) -> None:
        """A run that is left in its body goes on as if its body had never run."""
        stage = self.stages[frame[1]]
        if stage is not None and frame[stage] == BODY:
            frame[stage] = BODY - 1

    def frames_of(self, frames: list[Frame], run: int) -> list[Frame]:
        """The frames of a run, the one of its text first, if it has one of its own."""
        outer = frames[run]
        original = self.originals[outer[1]]
        if original is not None:
            for frame in frames[run + 1 :]:
                if frame[1] == outer[1]:
                    break
                if frame[1] == original:
                    return [frame, outer]
        return [outer]

    def place_in(self, routine: int, places: tuple[tuple[str, str], ...]) -> int | None:
        """Where the frame of a routine has a local, of those that are named by their routines."""
        key = routine, places
        if key not in self._places:
            name = self.source.routines[routine].removeprefix("original ")
            local = dict(places).get(name, "")
            self._places[key] = self.source.frames[self.source.routines[routine]].get(local)
        return self._places[key]

    def limits_reached(self, play: Play, what: str, origin: int) -> None:
        """A safety limit was reached."""
        play.notes = play.notes, (what, origin)

    def record_names(self, of: str, members: Sequence[Any]) -> list[str]:
        """What members are called that chance picks."""
        type = self.flow.picked[of]
        return [record_name(self.codec.value(type, each)) for each in members]

    def payoffs_of(self, play: Play) -> tuple[int, ...]:
        """What everyone has at the end."""
        payoff, seats = self.flow.population.program.payoff, range(len(self.automatic))
        if self._payoff:
            function, cells = self.space[self._payoff], play.S
            return tuple([int(function(play, cells, seat)) for seat in seats])
        if not payoff:
            winners = play.S[self.winners]
            return tuple(int(seat in winners) for seat in seats)
        base = self.flow.layout[state_family(payoff)].base
        return tuple(int(play.S[base + seat]) for seat in seats)


def quieted(flow: Flow) -> Iterator[tuple[int, Any]]:
    """What the cells of what is under way hold where something is imagined."""
    nobody_is_asked = {SECRET: None, SECRET_OF: (), SECRET_SINCE: -1}
    no_rule_runs = {SETTLING: False, QUIET: 0, QUEUE: (), AGAIN: (), IS_IMAGINED: True}
    for name, value in (nobody_is_asked | no_rule_runs).items():
        if name in flow.layout.families:
            yield flow.layout[name].base, value


def _event(declared: d.Procedure | d.Action | d.Play) -> str:
    return PLAY if isinstance(declared, d.Play) else declared.name


def _originals(routines: Sequence[str]) -> Iterator[int | None]:
    """For each routine the number of that of its text, if it has one."""
    numbers = {name: number for number, name in enumerate(routines)}
    for name in routines:
        yield numbers.get(f"original {name}")


BODY = 1  # the stage of a run whose body runs
AFTER = 3  # the stage of a run of which only the hooks after it are left
MOST_KEPT = 64  # printed engines
MOST_INFORMED = 20_000  # positions of which is kept what a player knows there

Measures: TypeAlias = tuple[d.Measure, ...]

_made: dict[
    tuple[int, Settings, tuple[int, ...]], tuple[Population, Measures, Printed | NotLowered]
] = {}


def printed(program: Program, settings: Settings, measures: Measures = ()) -> Printed:
    """The printed engine of a program with these settings, made once; raises `NotLowered`."""
    everyone = population_of(program, settings)
    key = (id(everyone.program), settings, tuple(map(id, measures)))
    found = _made.get(key)
    if found is None or found[0] is not everyone:
        if len(_made) >= MOST_KEPT:
            _made.clear()
        found = _made[key] = everyone, measures, _printed(everyone, measures)
    engine = found[-1]
    if isinstance(engine, NotLowered):
        raise engine
    return engine


def _printed(everyone: Population, measures: Measures) -> Printed | NotLowered:
    """What has measures that have no lowering is printed without them."""
    try:
        return Printed(lower(everyone, measures))
    except NotLowered as refused:
        if not measures:
            return refused.with_traceback(None)
    try:
        return printed(everyone.program, everyone.settings)
    except NotLowered as refused:
        return refused
