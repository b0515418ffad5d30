"""
What is tried with each generated rulebook: all that must come out the same, however it is played.

`findings(text)` checks it, formats and reads it again, saves and loads it, and plays it on all
engines in lockstep, alone, in batches, and with the outcomes of chance asked for.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import count, product
from typing import Any

from attrs import frozen

import ruleslang
from ruleslang.api.game import Game
from ruleslang.api.match import Match
from ruleslang.engine.c import compiled_game, compiler
from ruleslang.engine.compiled_in_c import CEngine
from ruleslang.engine.engine_names import INTERPRETER, PYTHON, C
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.match.engine import Engine
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match as EngineMatch
from ruleslang.engine.match.runtime_values import Value
from ruleslang.engine.python.engine import PythonEngine
from ruleslang.explanation.odds.chance_tree import Path, over_all_ways, run_procedure
from ruleslang.explanation.odds.distribution import NotCounted
from ruleslang.explanation.odds.exact_odds import distribution
from ruleslang.explanation.odds.repeat_loop import HARDLY_ANY
from ruleslang.language.format.format_source import format_source
from ruleslang.library.load import load_text
from ruleslang.program import types as t
from ruleslang.program.declarations import Procedure
from ruleslang.program.program import Compiled, Program
from ruleslang.program.serial import digest, from_json, to_json
from ruleslang.source.diagnostic import Severity
from ruleslang.source.span import Source
from tests.engine.disagreement import disagreement, mixed
from tests.support.invariants import check

MOST = 60  # decisions of a match
MOST_WAYS = 600  # of the outcomes of a check that are played one by one
QUICK = (INTERPRETER, PYTHON)
ALL = (INTERPRETER, PYTHON, C)
ENGINES: dict[str, type[Engine]] = {INTERPRETER: Interpreter, PYTHON: PythonEngine, C: CEngine}


@frozen
class Refused(Exception):
    """The checks found mistakes in the text."""

    slugs: tuple[str, ...]


def without_optimising() -> None:
    """From here on C is compiled as soon as can be."""
    compiled_game.library = partial(_soon)


def _soon(text: str, level: int = 1, *flags: Any) -> Any:
    del level
    return compiler.library(text, 0, *flags)


def findings(
    text: str, engines: Sequence[str] = QUICK, seeds: Sequence[int] = (1, 2)
) -> Iterator[str]:
    """What is wrong with a text, or with what becomes of it; raises `Refused`."""
    loaded = load_text(text)
    errors = [each.slug for each in loaded.diagnostics if each.severity is Severity.ERROR]
    if loaded.compiled is None or errors:
        raise Refused(tuple(errors))
    program = loaded.compiled.program
    yield from (f"invariant: {each}" for each in check(program))
    yield from (f"format: {each}" for each in _formatted(text, loaded.compiled))
    if from_json(to_json(loaded.compiled), Compiled) != loaded.compiled:
        yield "json: another program"
    playing = [ENGINES[name](program) for name in engines]
    for seed in seeds:
        found, _ = disagreement(playing, mixed(program, seed), MOST)
        if found is not None:
            yield f"engines: {found}"
            return
    yield from (f"odds: {each}" for each in _odds(program))
    game = ruleslang.load_text(text)
    for seed in seeds[:1]:
        yield from (f"api: {each}" for each in _in_the_api(game, engines, seed))
        yield from (f"asked: {each}" for each in _asked(game, engines, seed))
    if C in engines:
        yield from (f"batch: {each}" for each in _in_a_batch(game))
        yield from (f"bots: {each}" for each in _on_threads(game))


def _formatted(text: str, compiled: Compiled) -> Iterator[str]:
    once = format_source(Source("drawn.rules", text)).text
    if once is None:
        yield "the text is refused"
        return
    if format_source(Source("drawn.rules", once)).text != once:
        yield "twice is not once"
    again = load_text(once).compiled
    if again is None:
        yield "the result has mistakes"
    elif digest(again.program) != digest(compiled.program):
        yield "the result is another program"


# ---------------------------------------------------------------- matches of the api


def _in_the_api(game: Game, engines: Sequence[str], seed: int) -> Iterator[str]:
    """Keys, records, saves, copies and undoing, on all engines."""
    matches = [game.start(seed=seed, engine=name) for name in engines]
    chance = random.Random(seed)
    for number in range(MOST):
        first = matches[0]
        if first.decision is None:
            break
        if number % 5 == 1:
            yield from _at_a_decision(matches)
        place = chance.randrange(len(first.decision.choices))
        for match in matches:
            match.choose(place)
    if matches[0].is_over:
        yield from _alike("record", [match.record() for match in matches])
    yield from _alike("hash", [match.hash() for match in matches])
    for match in matches[1:]:
        again = game.replayed(matches[0].start, match.choices)
        if again.hash() != match.hash():
            yield f"the choices of {match.plays} make another match"


def _at_a_decision(matches: Sequence[Match]) -> Iterator[str]:
    first = matches[0]
    assert first.decision is not None
    yield from _alike("key", [match.key() for match in matches])
    yield from _alike(
        "information", [match.information(first.decision.player) for match in matches]
    )
    last = len(first.decision.choices) - 1
    after = []
    for match in matches:
        before, copied = match.hash(), match.copy()
        copied.choose(last)
        match.push(last)
        if match.hash() != copied.hash():
            yield f"a copy on {match.plays} goes on otherwise"
        after.append(match.hash())
        match.pop()
        if match.hash() != before:
            yield f"undoing on {match.plays} leads elsewhere"
    yield from _alike("hash after a copy", after)
    saved = [match.to_json() for match in matches]
    for match, text in zip(reversed(matches), saved, strict=True):
        resumed = ruleslang.resume(text, match.game)
        if resumed.hash() != match.hash():
            yield f"a save of another engine than {match.plays} is another match"


def _alike(what: str, found: Sequence[object]) -> Iterator[str]:
    if any(each != found[0] for each in found):
        yield f"{what}: {' / '.join(map(str, found))}"


def _asked(game: Game, engines: Sequence[str], seed: int) -> Iterator[str]:
    """With the outcomes of chance asked for."""
    matches = [game.start(chance="asked", engine=name) for name in engines if name != C]
    chance = random.Random(seed)
    for _ in range(MOST):
        yield from _alike("decision", [match.decision for match in matches])
        if matches[0].decision is None or any(
            match.decision is None
            or len(match.decision.choices) != len(matches[0].decision.choices)
            for match in matches
        ):
            break
        place = chance.randrange(len(matches[0].decision.choices))
        for match in matches:
            match.choose(place)
    yield from _alike("outcome", [match.outcome for match in matches])
    yield from _alike("fault", [match.fault and match.fault.slug for match in matches])


def _in_a_batch(game: Game) -> Iterator[str]:
    """Matches in lock step are the same matches as one by one."""
    seeds = (1, 2, 3)
    alone = [game.start(seed=seed, engine=PYTHON) for seed in seeds]
    chance = random.Random(7)
    with game.in_lock_step(seeds, threads=1, keep_choices=True) as batch:
        for _ in range(MOST):
            there = [0 if each.decision is None else len(each.decision.choices) for each in alone]
            if [max(0, number) for number in batch.choices] != there:  # negative: a fault
                yield f"choices: {list(batch.choices)} / {there}"
                return
            if not any(there):
                break
            picks = [chance.randrange(number) if number else -1 for number in there]
            for match, pick in zip(alone, picks, strict=True):
                if pick >= 0:
                    match.choose(pick)
            batch.step(picks)
        for seat in range(len(alone[0].seats)):
            rows = [match.observation(seat).tolist() for match in alone]
            yield from _alike("rows", [rows, batch.observations([seat] * len(seeds)).tolist()])
            features = [match.features(seat).tolist() for match in alone]
            yield from _alike("features", [features, batch.features([seat] * len(seeds)).tolist()])
        for number, match in enumerate(alone):
            if match.outcome is not None and batch.payoffs(number) != match.outcome.payoffs:
                yield f"payoffs: {batch.payoffs(number)} / {match.outcome.payoffs}"
            if batch.match(number).hash() != match.hash():
                yield "a match taken from a batch is another one"


def _on_threads(game: Game) -> Iterator[str]:
    """Bots on one thread play as on several."""
    yield from _alike("threads", [_beside_bots(game, threads) for threads in (1, 3)])


def _beside_bots(game: Game, threads: int) -> list[tuple[object, str]]:
    """What comes of matches in which the first seat takes the last choice, and bots the others."""
    seats, bot = len(game.start(seed=1).seats), "modest" if "modest" in game.bots else "random"
    with game.in_lock_step(
        range(9), threads=threads, bots=[None, *[bot] * (seats - 1)], keep_choices=True
    ) as batch:
        for _ in range(MOST):
            picks = [number - 1 if number > 0 else -1 for number in batch.choices]
            if max(picks) < 0:
                break
            batch.step(picks)
        return [(batch.payoffs(each), batch.match(each).hash()) for each in range(9)]


# ---------------------------------------------------------------- odds


class TooManyWays(Exception):
    """There are more ways than are followed."""


def _odds(program: Program) -> Iterator[str]:
    """The odds of each procedure that answers are those of all ways of play."""
    for procedure in program.procedures:
        if procedure.answers is None:
            continue
        for arguments in _arguments(procedure):
            yield from _of_play(program, procedure.name, arguments)


def _arguments(procedure: Procedure) -> Iterator[tuple[Value, ...]]:
    """Numbers, at both ends of what is declared; nothing, if something else is given."""
    given = [each.type for each in procedure.parameters]
    numbers = [type for type in given if isinstance(type, t.Number)]
    if len(numbers) == len(given):
        yield from dict.fromkeys(product(*((type.low, type.high) for type in numbers)))


def _of_play(program: Program, name: str, arguments: tuple[Value, ...]) -> Iterator[str]:
    reached: dict[int, Fraction] = {}
    try:
        counted = distribution(_opening(program), name, arguments, reached)
    except (NotCounted, Fault):
        return
    ways = count()

    def run(path: Path) -> Value:
        if next(ways) > MOST_WAYS:
            raise TooManyWays
        return run_procedure(_opening(program, path), name, arguments)

    try:
        played = over_all_ways(run)
    except TooManyWays:
        return
    except Fault as fault:
        if fault.slug == "endless":  # too many ways
            return
        yield f"{name}{arguments} was counted, and play ends with {fault.slug}"
        return
    if played != counted and all(share >= HARDLY_ANY for share in reached.values() if share):
        yield f"{name}{arguments}: {counted} / {played}"


def _opening(program: Program, path: Path | None = None) -> EngineMatch:
    return PythonEngine(program).opening(seed=1, chance=path)
