"""Saves of the engines' own that were forged: each engine refuses them with a `ValueError`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve

from ruleslang.engine.choose_engine import INTERPRETER, WASM, engine_named
from ruleslang.engine.match.engine import Engine
from ruleslang.engine.match.interface import DoAction, PlayCard, RunProcedure, Saved, WholeMatch
from tests.support.every import every
from tests.support.shipped import compiled

GAMES = ("crazy_eights", "hanabi")
FAR = 10**40


def forged(saved: Saved, somebody: Any, card: Any) -> Iterator[tuple[str, Saved]]:
    """The save with one thing that cannot be."""
    steps, played = saved.steps, saved.settings
    for name, strange in {
        "a place before the first choice": -1,
        "a place beyond the last choice": 10**6,
        "a place of forty digits": FAR,
        "no step": None,
        "a word for a step": "x",
        "a list for a step": [],
        "a procedure that is not declared": RunProcedure("none_such", ()),
        "a procedure with too many values": RunProcedure("deal", (1, 2, 3)),
        "an action that is not declared": DoAction(somebody, "none_such", ()),
        "a play of what is no card": PlayCard(somebody, card, ()),
        "a whole match within it": WholeMatch(),
    }.items():
        yield name, evolve(saved, steps=(*steps, strange))  # type: ignore[arg-type]
    yield "nothing of its steps", evolve(saved, steps=())
    yield "its steps twice", evolve(saved, steps=(*steps, *steps))
    yield "its steps the other way round", evolve(saved, steps=steps[::-1])
    for name, outcome in {
        "an outcome before the first": -1,
        "an outcome of forty digits": FAR,
        "an order of one card": (0,),
        "an order beyond all cards": (FAR,) * 60,
        "a word for an outcome": "x",
    }.items():
        if saved.outcomes:
            yield name, evolve(saved, outcomes=(outcome,) * len(saved.outcomes))  # type: ignore[arg-type]
    yield "another hash", evolve(saved, hash="0" * 16)
    yield "no hash", evolve(saved, hash=None)  # type: ignore[arg-type]
    yield "a stream that is none", evolve(saved, streams=(("none such", FAR),))
    yield "streams that are none", evolve(saved, streams=None)  # type: ignore[arg-type]
    yield "too many players", evolve(saved, settings=evolve(played, players=99))
    yield "fewer than no players", evolve(saved, settings=evolve(played, players=-1))
    yield "a word for players", evolve(saved, settings=evolve(played, players="x"))
    yield "an option that is none", evolve(saved, settings=evolve(played, options=(("x", "y"),)))


def refusals(engine: Engine) -> Iterator[str]:
    """What is wrong with how an engine takes forged saves."""
    match = engine.start(seed=3)
    for _ in range(4):
        assert match.decision is not None
        match.choose(0)
    population = match.population
    for name, save in forged(match.save(), population.players[0], population.players[0]):
        try:
            engine.resume(save)
        except ValueError:
            continue
        except Exception as problem:
            yield f"{name}: {type(problem).__name__} {problem}"
        else:
            yield f"{name}: it is taken"


@every("case", lambda: [(game, name) for game in GAMES for name in (INTERPRETER, WASM)])
def test_a_forged_save_of_an_engine_is_refused(case: tuple[str, str]) -> None:
    game, name = case

    assert list(refusals(engine_named(name, compiled(game).program))) == []
