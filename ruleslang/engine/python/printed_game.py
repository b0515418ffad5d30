"""A game printed as Python: the functions that its matches call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from ruleslang.engine.cells import imagined, machine
from ruleslang.engine.cells.alike import functions_of
from ruleslang.engine.cells.compiled_game import CompiledGame, Definition, Prefers
from ruleslang.engine.cells.machine import Play
from ruleslang.engine.cells.standing import standing
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.lower import WINNERS_AT_THE_END, Flow
from ruleslang.engine.flow.player_programs import lowered_player
from ruleslang.engine.flow.printed_names import routine_name
from ruleslang.engine.match import alike_choices
from ruleslang.engine.python import choice_runtime_functions, pure_runtime_functions
from ruleslang.engine.python.compile_on_first_call import Functions
from ruleslang.engine.python.effect_runtime_functions import Counting, effects
from ruleslang.engine.python.source import Source
from ruleslang.program import declarations as d

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


class Printed(CompiledGame):
    """A flow, its source in Python, and the functions compiled from it."""

    def __init__(self, flow: Flow, definition: Definition) -> None:
        super().__init__(flow, definition)
        population = flow.population
        is_value = population.program.payoff in population.values
        self._payoff = routine_name(f"value {population.program.payoff}") if is_value else ""
        self.source = Source(flow, self.frames)
        self.end_all = Counting(flow).end_all
        self.functions = Functions(flow, self.source, self._names())
        self.space, self.blocks = self.functions.space, self.functions.blocks
        self.cleanups = self.functions.cleanups
        self._players: dict[int, tuple[d.Chooser, Mapping[int, Prefers] | None]] = {}

    def _names(self) -> dict[str, Any]:
        names = {
            name: function
            for module in (alike_choices, choice_runtime_functions, pure_runtime_functions)
            for name, function in vars(module).items()
            if not name.startswith("_")
        }
        names |= {name: getattr(machine, name) for name in CALLED}
        names |= {name: getattr(imagined, name) for name in IMAGINED}
        names |= machine.asking(
            counted=self.flow.layout[f.COUNTED].base,
            steps=self.flow.layout[f.STEPS].base,
            steps_in_all=self.flow.layout[f.STEPS_IN_ALL].base,
            cap=self.flow.population.program.ending.decisions,
            automatic=self.automatic,
        )
        names |= {"most_often": imagined.searching(self.flow), "standing": standing(self.flow)}
        names.update(effects(self.flow))
        names.update(self.secrets.effects())
        names.update(functions_of(self.flow, self.frames))
        return names

    def player(self, chooser: d.Chooser) -> Mapping[int, Prefers] | None:
        """For each question the function that returns the indices a player prefers."""
        known = self._players.get(id(chooser))
        if known is None:
            routines, functions = lowered_player(self.flow, chooser), None
            if routines is not None:
                self.compile_more()
                functions = {at: self.space[routine_name(name)] for at, name in routines.items()}
            known = self._players[id(chooser)] = chooser, functions
        return known[1]

    def compile_more(self) -> None:
        """Compile what was added to the flow."""
        self.functions.add(Source(self.flow, self.frames))

    def preferred(self, play: Play, chooser: d.Chooser) -> Sequence[int] | None:
        """Return the indices of the options that a player of the rulebook prefers."""
        pending, player = play.pending, self.player(chooser)
        if pending is None or player is None:
            return None
        prefers = player.get(pending.question)
        if prefers is None:
            return range(len(pending.options))
        play.S[self.eyes], play.seen = pending.who, {}
        indices = prefers(play, play.S, pending.who, tuple(pending.options), pending.shown)
        play.S[self.eyes] = 0
        return indices

    @cached_property
    def winners_at_the_end(self) -> Callable[..., Any]:
        """The function that names the winners when no rule has ended the match."""
        function: Callable[..., Any] = self.space[routine_name(WINNERS_AT_THE_END)]
        return function

    def leave_all(self, play: Play) -> None:
        """Leave everything: restore the outer active player, and end plays."""
        self.end_all(play)
        if play.S[self.turns] > 1:
            play.S[self.active] = play.S[self.outer_turn]

    def payoffs_of(self, play: Play) -> tuple[int, ...]:
        payoff, seats = self.flow.population.program.payoff, range(len(self.automatic))
        if self._payoff:
            function, cells = self.space[self._payoff], play.S
            return tuple([int(function(play, cells, seat)) for seat in seats])
        if not payoff:
            winners = play.S[self.winners]
            return tuple(int(seat in winners) for seat in seats)
        base = self.flow.layout[f.state_family(payoff)].base
        return tuple(int(play.S[base + seat]) for seat in seats)
