"""The engine of C, and the games compiled in C."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, TypedDict, Unpack

from attrs import frozen

from ruleslang.engine.c.compiled_game import CompiledGame as GameInC
from ruleslang.engine.cells.compiled_game import Measures
from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.code.compiled_game import CompiledGame
from ruleslang.engine.code.match import CMatch
from ruleslang.engine.code.printed_game import Choosers, NotCompiled, bugs_as_refusals
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.lowered_game import DEFINITION, lowered
from ruleslang.engine.match.chance import Streams
from ruleslang.engine.match.engine import Beginning, resumed
from ruleslang.engine.match.entities import MOST_KEPT, Settings, settle
from ruleslang.engine.match.interface import Observer, Saved, WholeMatch
from ruleslang.engine.wasm.compiled_game import IS_IN_BROWSER, soon_in_wasm
from ruleslang.engine.wasm.compiled_game import CompiledGame as GameInWasm
from ruleslang.engine.when_to_compile import NEVER, SECONDS_OF_GCC, seconds_to_compile
from ruleslang.program.program import Program


class Making(TypedDict, total=False):
    """The further uses of a compiled game."""

    learns: bool
    plays_whole: bool


IN_WASM: Final = -1  # in place of a level of C: WebAssembly

_made: dict[tuple[int | None, ...], tuple[Flow, CompiledGame]] = {}


def compiled(
    program: Program,
    settings: Settings,
    measures: Measures = (),
    level: int | None = 1,
    choosers: Choosers = (),
    **how: Unpack[Making],
) -> CompiledGame:
    """
    Return the compiled game of a program with these settings, memoised. Players of the rulebook,
    and learners if `learns`, may decide in it. `level` is the optimisation level, or `IN_WASM`;
    `None`: whatever is ready soon, and once whole games took about as long as optimising does, the
    optimised one, which one thread makes while others play on.

    A game that only `plays_whole` games may be WebAssembly. Raises `NotLowered` and `NotCompiled`.
    """
    if IS_IN_BROWSER and level != IN_WASM:
        raise NotCompiled("no C is compiled in a browser: ask for `wasm`")
    flow, learns = lowered(program, settings, measures), how.get("learns", False)
    plays_whole = how.get("plays_whole", False)
    players = (*map(id, choosers), learns, plays_whole)
    for known in (1, None) if level is None else (level,):
        kept = _made.get((id(flow), known, *players))
        if kept is not None and kept[0] is flow:
            if level is None and kept[1].level == 0 and kept[1].seconds >= SECONDS_OF_GCC:
                kept[1].seconds = -NEVER
                with suppress(NotCompiled):
                    return compiled(program, settings, measures, 1, choosers, **how)
            return kept[1]
    if len(_made) >= MOST_KEPT:
        _made.clear()
    with bugs_as_refusals():
        kind: type[CompiledGame] = GameInWasm if level == IN_WASM else GameInC
        is_late = plays_whole and not learns and seconds_to_compile() < NEVER
        soon = soon_in_wasm if is_late else None
        game = kind(flow, DEFINITION, level, choosers, learns=learns, soon=soon)
    for key in {level, game.level}:
        _made[id(flow), key, *players] = flow, game
    return game


@frozen(eq=False, slots=False)
class CEngine:
    """
    Plays a program by C printed from it.

    When a match is created, raises `NotLowered` for a program that it cannot play, `NotCompiled`
    without a compiler. `choosers` are the rulebook's players that may decide in C, and learners too
    if `learns`.
    """

    program: Program
    choosers: Choosers = ()
    learns: bool = False

    def start(self, **how: Unpack[Beginning]) -> CompiledMatch:
        match = self.opening(roll=True, **how)
        match.begin(WholeMatch())
        return match

    def opening(self, *, roll: bool = False, **how: Unpack[Beginning]) -> CompiledMatch:
        """Return a match in its opening position, before the first step."""
        chosen = how.get("options"), how.get("players"), how.get("automatic")
        chance = how.get("chance") or Streams(how.get("seed", 0))
        measures = tuple(how.get("measures", ()))
        game = self.game(settle(self.program, *chosen), measures)
        return CMatch(game, chance, measures, how.get("observers", ()), rolled=roll)

    def resume(self, saved: Saved, observers: Sequence[Observer] = ()) -> CompiledMatch:
        """Restore a saved match; raises `ValueError` if the hash differs."""
        return resumed(self.opening, self.program, saved, observers)

    def starter(self, **how: Unpack[Beginning]) -> Callable[[int], CompiledMatch]:
        """Return the start of the match of a seed, of which all but the seed is settled here."""
        unbegun = self.opening(roll=True, **how)
        assert isinstance(unbegun, CMatch)

        def start(seed: int) -> CompiledMatch:
            again: Beginning = {**how, "seed": seed}
            return unbegun.begun(seed) or self.start(**again)

        return start

    def game(self, settings: Settings, measures: Measures = ()) -> CompiledGame:
        """Return the parts that all matches with these settings share."""
        return compiled(self.program, settings, measures, None, self.choosers, learns=self.learns)


class WasmEngine(CEngine):
    """Plays a program by the same text, compiled to WebAssembly."""

    def game(self, settings: Settings, measures: Measures = ()) -> CompiledGame:
        """Return the parts that all matches with these settings share."""
        how = self.program, settings, measures, IN_WASM, self.choosers
        return compiled(*how, learns=self.learns)
