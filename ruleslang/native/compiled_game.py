"""What all native matches of one program with the same settings share: the compiled text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeGuard

from ruleslang.flow.flow import Flow
from ruleslang.flow.refuse import refuse
from ruleslang.match.chance import Chance, Streams
from ruleslang.match.entities import Settings
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.match import InterpretedMatch
from ruleslang.native.compile_library import NoCompiler, is_known, library
from ruleslang.native.debug_lines import FLAGS, LEVEL, sources_to_debug
from ruleslang.native.machine import NativePlay
from ruleslang.native.memory import MOST_WORDS_BUILT, Compiled, heap_for
from ruleslang.native.source import Text, source
from ruleslang.portable.machine import Play
from ruleslang.portable.player_programs import added_routines
from ruleslang.portable.printed_game import Measures, Printed, printed
from ruleslang.program import declarations as d
from ruleslang.program.program import Program

MOST_KEPT = 64  # compiled games
LONG = 350_000  # letters of a C text that takes seconds to optimise


class NotCompiled(Exception):
    """There is no compiler, or it failed; the message is a line for the user."""


class CompiledGame(Printed):
    """A flow that the portable engine has printed, and C too."""

    def __init__(self, flow: Flow, level: int | None = 1, choosers: Choosers = ()) -> None:
        super().__init__(flow)
        self.choosers = choosers
        found_players = [self._lowered(each) for each in choosers]
        self.text: Text = source(self, [*zip(choosers, found_players, strict=True)])
        debugged = sources_to_debug() is not None
        self.level = _soon(self.text.text) if level is None else level
        found = library(self.text.text, *((LEVEL, FLAGS) if debugged else (self.level,)))
        if isinstance(found, NoCompiler):
            raise NotCompiled(found.message)
        self.compiled = Compiled(found.functions, self.text.constants, self._heap())

    def _heap(self) -> int:
        """The words that the heap of a match needs, in whichever way it is played."""
        whole = self.flow.whole
        listed = max(sum(whole.words_listed.values()), min(whole.words_built, MOST_WORDS_BUILT))
        needed = max(listed, self.flow.layout.size)  # all cells are copied for secret choices
        return heap_for(needed, in_part=bool(whole.listed_in_part))

    def _lowered(self, chooser: d.Chooser) -> Mapping[int, str]:
        found = added_routines(self, chooser)
        if found is None:
            refuse(self.flow.population.program, f"the player `{chooser.name}`", chooser.origin)
        return found

    def number_of_player(self, chooser: d.Chooser | None) -> int:
        """The number of a player of the language, from 1; 0: chance decides."""
        found = [at for at, each in enumerate(self.choosers, start=1) if each is chooser]
        return found[0] if found else 0

    def native(self, play: Any) -> Any:
        """The same match in C, if it draws from streams and has room there."""
        if isinstance(play, NativePlay) or play.chance is not None:
            return play
        found = NativePlay(self, self.compiled)
        try:
            found.take(play)
        except MemoryError:
            return play
        return found

    def play_from(self, machine: Machine) -> Any:
        """A match that stands where a machine does with nothing under way."""
        return self.native(super().play_from(machine))

    def fresh(
        self, chance: Chance, opened: Callable[[], InterpretedMatch], *, rolled: bool
    ) -> Any:
        """A match in its opening position."""
        if not self._opens_alone(chance):
            return self.native(super().fresh(chance, opened, rolled=rolled))
        play = NativePlay(self, self.compiled)
        play.open(chance.seed)
        return play

    def started(self, chance: Chance) -> NativePlay | None:
        """A match at its first decision; none if C does not make its opening position alone."""
        if not self._opens_alone(chance):
            return None
        play = NativePlay(self, self.compiled)
        play.start(chance.seed)
        return play

    def _opens_alone(self, chance: Chance) -> TypeGuard[Streams]:
        """Whether the opening position hangs on a seed alone, and no dice are rolled for it."""
        dice = self.flow.population.program.dice
        return isinstance(chance, Streams) and not chance.streams and not dice

    def divert(self, play: Play | NativePlay, to: Chance) -> None:
        """Chance comes from here from now on."""
        if isinstance(play, Play):
            super().divert(play, to)
            return
        assert isinstance(to, Streams)
        play.divert(to.seed, to.words())


def _soon(text: str) -> int:
    """The level at which a library is there soon: a long text is optimised only once it was."""
    return 1 if len(text) < LONG or is_known(text, 1) else 0


Choosers: TypeAlias = tuple[d.Chooser, ...]

_made: dict[tuple[int | None, ...], tuple[Printed, CompiledGame]] = {}


def compiled(
    program: Program,
    settings: Settings,
    measures: Measures = (),
    level: int | None = 1,
    choosers: Choosers = (),
) -> CompiledGame:
    """
    The compiled game of a program with these settings, in which some players of the language may
    decide; made once; raises `NotLowered`, and `NotCompiled`. `level` is how much it is optimised;
    None: as much as is done soon.
    """
    game = printed(program, settings, measures)
    players = tuple(map(id, choosers))
    for known in (1, None) if level is None else (level,):
        found = _made.get((id(game), known, *players))
        if found is not None and found[0] is game:
            return found[1]
    if len(_made) >= MOST_KEPT:
        _made.clear()
    made = CompiledGame(game.flow, level, choosers)
    for key in {level, made.level}:
        _made[id(game), key, *players] = game, made
    return made
