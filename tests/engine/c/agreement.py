"""The engine of C beside WebAssembly: the same cells, frames, choices, chance and ends."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.code.machine import CPlay
from ruleslang.engine.code.match import CMatch
from ruleslang.engine.compiled_in_c import CEngine, WasmEngine
from ruleslang.engine.flow.state_layout import AGAIN, FROZEN, STREAM, facts_family
from ruleslang.engine.flow.whenever_tests import LOOKED
from ruleslang.engine.match.chance import Stream, derive
from ruleslang.program.program import Program
from tests.engine.cells import agreement as of_cells

beside_the_interpreter = partial(of_cells.differences, kind=CEngine)

NAMED_BY_FLOW = re.compile(r"_x\d+$")


def differences(
    program: Program, seed: int, players: int | None = None, most: int = 10_000
) -> tuple[list[str], int]:
    """In what a match of both engines with the same choices differs, and how many there were."""
    one = WasmEngine(program).start(seed=seed, players=players)
    other = CEngine(program).start(seed=seed, players=players)
    choices, made = Stream(derive(seed, 99)), 0
    while True:
        found = at_one_decision(one, other)
        asked = one.waits_for
        if found or asked is None or made == most:
            return [f"seed {seed}, decision {made}: {each}" for each in found], made
        index = choices.below(asked[1])
        one.choose(index)
        other.choose(index)
        made += 1


def at_one_decision(one: CompiledMatch, other: CompiledMatch, *, record: bool = True) -> list[str]:
    """In what two matches differ where they stand; and, with `record`, in what led there."""
    if not isinstance(other, CMatch) or not isinstance(other.play, CPlay):
        return ["it is not C that plays"]
    if not record and one.waits_for is not None and _seem_same(one, other):
        return []
    mine, its = ({**_stand(each), **(_record(each) if record else {})} for each in (one, other))
    found = [f"{name}: {mine[name]} / {its[name]}" for name in mine if mine[name] != its[name]]
    if one.waits_for is None and not found and one.hash() != other.hash():
        return ["hash"]
    return found


def _seem_same(one: CompiledMatch, other: CompiledMatch) -> bool:
    """Whether two matches that wait are the same word by word, which most are."""
    mine, its = one.play, other.play
    assert mine is not None and its is not None
    return (
        one.waits_for == other.waits_for
        and mine.S == its.S
        and mine.K == its.K
        and _asked(mine) == _asked(its)
        and mine.fault is its.fault is None
        and (mine.is_over, mine.capped) == (its.is_over, its.capped)
    )


def _asked(play: Any) -> object:
    asked = play.pending
    return asked and (asked.question, tuple(asked.options), asked.shown, asked.block)


def _stand(match: CompiledMatch) -> dict[str, Any]:
    play = match.play
    assert play is not None
    fault = play.fault
    return {
        "waits for": match.waits_for,
        "cells": cells(match),
        "frames": None if fault else _frames(match),  # in which nothing goes on after a fault
        "pending": _asked(play),
        "fault": fault and (fault.slug, fault.origin),
        "end": (play.is_over, play.capped, play.payoffs, play.answer),
    }


def _record(match: CompiledMatch) -> dict[str, Any]:
    play = match.play
    assert play is not None
    return {"outcomes": play.all_outcomes(), "notes": play.all_notes()}


def _frames(match: CompiledMatch) -> list[Any]:
    """
    The frames. Of what a rule looked at each engine has its own number, and C does not store what a
    condition found that does not hold.
    """
    assert match.play is not None
    layout = match.game.frames
    apart = [
        {place for name, place in layout.places[routine].items() if NAMED_BY_FLOW.search(name)}
        | {layout.places[routine].get(LOOKED.name)} - {1}
        for routine in layout.routines
    ]
    return [
        [word for place, word in enumerate(frame) if place not in apart[frame[1]]]
        for frame in match.play.K
    ]


def cells(match: CompiledMatch) -> list[Any]:
    """
    The cells. What is frozen has no words of streams, which nobody sees; facts of a card have no
    order; of what rules looked at each engine has numbers of its own.
    """
    layout = match.game.flow.layout
    assert match.play is not None
    cells = list(match.play.S)
    frozen = cells[layout[FROZEN].base]
    if frozen is not None:
        cells[layout[FROZEN].base] = frozen[: layout[STREAM].base]
    for place in match.game.flow.shown_facts:
        facts = layout[facts_family(place)]
        for at in range(facts.base, facts.base + facts.cells):
            cells[at] = frozenset(cells[at])
    if AGAIN in layout.families:
        cells[layout[AGAIN].base] = [row[:3] for row in cells[layout[AGAIN].base]]
    return cells
