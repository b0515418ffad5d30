"""The parts that all compiled matches of one program with the same settings share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, TypeAlias

from attrs import frozen

from ruleslang.engine.cells.build_decision import Secrets
from ruleslang.engine.cells.game_cells import GameCells, Picture
from ruleslang.engine.cells.key import Keys
from ruleslang.engine.cells.machine import Frame, Play
from ruleslang.engine.cells.view import NotInCells, SeatView
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.context import raw
from ruleslang.engine.flow.ir_exprs import Raw
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.procedures import measure_name, procedure_name
from ruleslang.engine.flow.resumable_blocks import CallThen
from ruleslang.engine.match.chance import Chance, Stream, Streams
from ruleslang.engine.match.faults import Fault, check
from ruleslang.engine.match.interface import Deed, Match, PlayFrom, RunProcedure, WholeMatch
from ruleslang.engine.match.runtime_values import Value, record_name
from ruleslang.program import declarations as d
from ruleslang.program.events import PLAY
from ruleslang.source.memo_dict import MemoDict


@frozen
class Definition:
    """
    The interpreter, as functions: `opened` makes a match in its opening position, `taken` the
    compiled match in the position of one in which nothing is under way, and `picture` the opposite;
    `value_of` gives a value by name that depends on no match.
    """

    opened: Callable[..., Match]
    taken: Callable[..., Play]
    picture: Callable[[CompiledGame, Play], Picture]
    value_of: Callable[[CompiledGame, str], Callable[[tuple[int, ...]], Raw]]


class CompiledGame(GameCells):
    """A flow and the reading of its cells; a printer adds what is compiled from it."""

    def __init__(self, flow: Flow, definition: Definition) -> None:
        super().__init__(flow)
        self.definition = definition
        self.secrets = Secrets(flow, self.codec)
        self.automatic = tuple(player.automatic for player in flow.population.players)
        self._read_layout(flow)
        self.quieted = tuple(quieted(flow))
        self.landings = tuple(flow.cut.landings.get(name, -1) for name in self.frames.routines)
        self.events = tuple(
            ""
            if (routine := flow.routines[name]).run is None or routine.is_original
            else _event(routine.run)
            for name in self.frames.routines
        )
        self.stages = MemoDict(self._stage)
        self.first: list[Any] | None = None  # the cells of an opening without dice
        self.runs = tuple(event in flow.lowering.derived.recursive for event in self.events)
        self.originals = tuple(_originals(self.frames.routines))
        program = flow.population.program
        self.cap, self.most_runs = program.ending.decisions, program.procedure_depth
        self._whole = tuple(self._frame(flow.entry, ()))
        self._places: dict[tuple[int, Any], int | None] = {}
        self._informed: dict[Any, str] = {}
        self._views: dict[int | None, SeatView | None] = {}

    def _read_layout(self, flow: Flow) -> None:
        """Store the places of the cells that every match has."""
        layout = flow.layout
        self.asked, self.counted = layout[f.ASKED].base, layout[f.COUNTED].base
        self.noted, self.winners = layout[f.NOTED].base, layout[f.WINNERS].base
        self.watched = layout[f.WATCHED].base
        self.turns, self.active = layout[f.TURNS].base, layout[f.ACTIVE].base
        self.steps, self.steps_in_all = layout[f.STEPS].base, layout[f.STEPS_IN_ALL].base
        self.counters = (self.steps, self.steps_in_all, self.noted)
        self.eyes = layout[f.EYES].base

    def _stage(self, routine: int) -> int | None:
        """Return the place of a run's progress in the frame of a routine; `None` if it has none."""
        return self.frames.places[self.frames.routines[routine]].get("stage_")

    # ------------------------------------------------------------ moving

    def play_from(self, match: Match) -> Play:
        """Return a compiled match in the position of one without runs; raises a rule's `Fault`."""
        return self.definition.taken(self, match)

    def fresh(self, chance: Chance, *, rolled: bool) -> Play:
        """Return a compiled match in its opening position; shared if nothing is rolled there."""
        population = self.flow.population
        has_dice = bool(population.program.dice)
        if self.first is not None and (rolled or not has_dice):
            play = Play(self, self.first[:], 0, None)
            self.divert(play, chance)
            return play
        given = population.program, population.settings, chance
        opened = self.definition.opened(*given, roll=rolled)
        play = self.definition.taken(self, opened, is_new=True)
        if not has_dice or (rolled and not self._are_dice_present(play)):
            self.first = play.S[:]
        return play

    def opening_cells(self) -> list[Any]:
        """Return the cells of the opening position of the seed 0, for which no dice are rolled."""
        return CompiledGame.fresh(self, Streams(0), rolled=False).S

    def _are_dice_present(self, play: Play) -> bool:
        """Return whether any dice are on the table in a rolled opening position."""
        names = [f.dice_family(die.name) for die in self.flow.population.program.dice]
        families = [self.flow.layout[name] for name in names]
        return any(any(play.S[of.base : of.base + of.cells]) for of in families)

    def chance_of(self, play: Play) -> Chance:
        """Return the source of future chance of a compiled match."""
        if play.chance is not None:
            return play.chance.copy()
        layout = self.flow.layout
        base = layout[f.STREAM].base
        words = {name: play.S[base + place] for name, place in layout.streams.items()}
        return Streams(play.seed, {name: Stream(word) for name, word in words.items() if word})

    def divert(self, play: Play, to: Chance) -> None:
        """Set the source of chance; a generator's words are stored in cells."""
        layout = self.flow.layout
        base = layout[f.STREAM].base
        play.chance = None if isinstance(to, Streams) else to
        if isinstance(to, Streams):
            play.seed = to.seed
            play.S[base : base + len(layout.streams)] = [0] * len(layout.streams)
            for name, word in to.words() if to.streams else ():
                play.S[base + layout.streams[name]] = word

    def can_begin(self, deed: Deed) -> bool:
        """Return whether compiled matches can begin a deed: one in which somebody may be asked."""
        match deed:
            case WholeMatch():
                return True
            case RunProcedure(name):
                return self.flow.routines[procedure_name(name)].waits
            case PlayFrom(name):
                return self._goes_on(name) is not None
        return False

    def _goes_on(self, procedure: str) -> int | None:
        """Return the block after a whole match's procedure, if a waiting one can replace it."""
        entry = self.flow.cut.blocks[self.flow.cut.entries[self.flow.entry]].end
        is_there = self.flow.routines[procedure_name(procedure)].waits
        return entry.then if is_there and isinstance(entry, CallThen) else None

    def begin(self, play: Any, deed: Deed) -> None:
        """Begin a whole match, or a procedure in which somebody is asked."""
        if isinstance(deed, RunProcedure):
            arguments: Any = raw(deed.arguments)
            self._check(self.flow.population.procedures[deed.name], arguments)
            play.begin([self._frame(procedure_name(deed.name), arguments)])
        elif isinstance(deed, WholeMatch | PlayFrom):
            play.begin(self.frames_of_deed(deed))

    def frames_of_deed(self, deed: WholeMatch | PlayFrom) -> list[Frame]:
        """Return the frames with which a deed begins."""
        outer = list(self._whole)
        if isinstance(deed, WholeMatch):
            return [outer]
        outer[0] = self._goes_on(deed.name)
        arguments = tuple(raw(argument) for argument in deed.arguments)
        self._check(self.flow.population.procedures[deed.name], arguments)
        return [outer, self._frame(procedure_name(deed.name), arguments)]

    def _frame(self, routine: str, arguments: tuple[Any, ...]) -> Frame:
        missing = len(self.frames.places[routine]) - len(arguments)
        number = self.frames.routines.index(routine)
        return [self.flow.cut.entries[routine], number, *arguments, *[None] * missing]

    def _check(self, declared: d.Procedure, arguments: Any) -> None:
        for parameter, argument in zip(declared.parameters, arguments, strict=True):
            check(parameter.type, argument, f"{parameter.name} of {declared.name}")

    def all_measured(self, play: Play) -> dict[str, list[int]]:
        """Return the values of all measures; including those of the end if it is over."""
        base = self.flow.layout[f.MEASURED].base
        values: dict[str, list[int]] = {measure.name: [] for measure in self.flow.measures}
        if play.payoffs and play.fault is None:  # first, since it watches the conditions
            with suppress(Fault):
                for name, value in self.closing(play):
                    values[name].append(value)
        for place, measure in enumerate(self.flow.measures):
            if measure.at is not None:
                values[measure.name] += play.S[base + place]
            elif measure.watches and play.S[self.watched + place]:
                values[measure.name].append(1)
        return values

    @cached_property
    def watches(self) -> tuple[tuple[int, str], ...]:
        """The cells of the conditions that are watched for, and the routines that compute them."""
        return tuple(
            (self.watched + place, measure_name(place))
            for place, measure in enumerate(self.flow.measures)
            if measure.watches
        )

    def watch(self, play: Any) -> None:
        """Note which conditions hold now; one that cannot be evaluated counts as true."""
        for place, routine in self.watches:
            if not play.S[place]:
                try:
                    play.S[place] = int(play.called(routine))
                except Fault:
                    play.S[place] = 1

    def closing(self, play: Any) -> Iterator[tuple[str, int]]:
        """Yield the measures of the end of the match; raises `Fault`."""
        self.watch(play)
        for place, measure in enumerate(self.flow.measures):
            if measure.at is None and not measure.watches:
                value = play.called(measure_name(place))
                if value is not None:
                    yield measure.name, value

    def answer(self, play: Play, procedure: str) -> Value:
        """Return the answer of a procedure that ran alone."""
        type = self.flow.population.procedures[procedure].answers
        return None if type is None else self.codec.value(type, play.answer)

    def view_of(self, seat: int | None, match: Any) -> SeatView | None:
        """Return a seat's view, as in this match; `None`: it cannot be read from cells alone."""
        try:
            return self._views[seat]
        except KeyError:
            try:
                self._views[seat] = SeatView(self, seat, match)
            except NotInCells:
                self._views[seat] = None
            return self._views[seat]

    @cached_property
    def keys(self) -> Keys:
        """The keys of positions."""
        return Keys(self)

    def kept_information(self, play: Play, worked_out: Callable[[], str]) -> str:
        """Return the information set of the player to decide; memoised by cells and frames."""
        key = (*play.S[: self.flow.layout[f.STREAM].base], *map(tuple, play.K))
        information = self._informed.get(key)
        if information is None:
            if len(self._informed) >= MOST_INFORMED:
                self._informed.clear()
            information = self._informed[key] = worked_out()
        return information

    def place_in(self, routine: int, places: tuple[tuple[str, str], ...]) -> int | None:
        """Return the place of a local in the frame of a routine, given by routine; memoised."""
        key = routine, places
        if key not in self._places:
            name = self.frames.routines[routine].removeprefix("original ")
            local = dict(places).get(name, "")
            self._places[key] = self.frames.places[self.frames.routines[routine]].get(local)
        return self._places[key]

    def record_names(self, of: str, members: Sequence[Any]) -> list[str]:
        """Return the recorded names of the members of a pick."""
        type = self.flow.picked[of]
        return [record_name(self.codec.value(type, member)) for member in members]


def quieted(flow: Flow) -> Iterator[tuple[int, Any]]:
    """Yield the values of cells in a hypothetical position."""
    nobody_is_asked = {f.SECRET: None, f.SECRET_OF: (), f.SECRET_SINCE: -1}
    no_rule_runs = {f.SETTLING: False, f.QUIET: 0, f.QUEUE: (), f.AGAIN: (), f.IS_IMAGINED: True}
    for name, value in (nobody_is_asked | no_rule_runs).items():
        if name in flow.layout.families:
            yield flow.layout[name].base, value


def _event(declared: d.Procedure | d.Action | d.Play) -> str:
    return PLAY if isinstance(declared, d.Play) else declared.name


def _originals(routines: Sequence[str]) -> Iterator[int | None]:
    """Yield for each routine the number of its original, if separate."""
    numbers = {name: number for number, name in enumerate(routines)}
    for name in routines:
        yield numbers.get(f"original {name}")


BODY = 1  # the stage of a run whose body runs
AFTER = 3  # the stage of a run of which only the hooks after it are left
MOST_INFORMED = 20_000  # positions of which is kept what a player knows there

Measures: TypeAlias = tuple[d.Measure, ...]
