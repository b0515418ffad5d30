"""
What a generated rulebook's matches say in the API: the same on all engines, alone and in batches.

`differences(game, engines, seats, seed)` plays with these settings of a match.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import isclose
from typing import Any

import ruleslang
from ruleslang.api.game import Game
from ruleslang.api.match import Match
from ruleslang.engine.engine_names import WASM, C

MOST = 60  # decisions of a match
MOST_SEQUENCES = 40  # of two choices that are counted
Settings = Mapping[str, Any]


def differences(game: Game, engines: Sequence[str], settings: Settings, seed: int) -> Iterator[str]:
    """All that is found in matches of a seed."""
    yield from (f"api: {each}" for each in _alone(game, engines, settings, seed))
    yield from (f"asked: {each}" for each in _asked(game, engines, settings, seed))
    if C in engines:
        yield from (f"batch: {each}" for each in _in_a_batch(game, settings))
        yield from (f"bots: {each}" for each in _on_threads(game, settings))


def _alike(what: str, found: Sequence[object]) -> Iterator[str]:
    if any(each != found[0] for each in found):
        yield f"{what}: {' / '.join(map(str, found))}"


def _told(question: Callable[[], object]) -> object:
    """An answer, or why there is none."""
    try:
        return question()
    except ValueError as problem:
        return str(problem)


# ---------------------------------------------------------------- matches one by one


def _alone(game: Game, engines: Sequence[str], settings: Settings, seed: int) -> Iterator[str]:
    """Keys, records, saves, copies and undoing, on all engines."""
    matches = [game.start(seed=seed, engine=name, **settings) for name in engines]
    chance, hashes = random.Random(seed), list[str]()
    for number in range(MOST):
        first = matches[0]
        if first.decision is None:
            break
        if number % 9 == 1:
            yield from _at_a_decision(matches)
        hashes.append(matches[-1].hash())
        place = chance.randrange(len(first.decision.choices))
        for match in matches:
            match.choose(place)
    if matches[0].is_over:
        yield from _alike("record", [match.record() for match in matches])
    yield from _alike("hash", [match.hash() for match in matches])
    yield from _seen(matches)
    yield from _alike("boards", [match.boards(None) for match in matches])
    yield from _in_the_past(matches, hashes, chance)
    for match in matches[1:]:
        again = game.replayed(matches[0].start, match.choices)
        if again.hash() != match.hash():
            yield f"the choices of {match.plays} make another match"


def _at_a_decision(matches: Sequence[Match]) -> Iterator[str]:
    decision = matches[0].decision
    assert decision is not None
    yield from _alike("key", [_told(match.key) for match in matches])
    yield from _alike("information", [match.information(decision.player) for match in matches])
    yield from _alike("actions", [_told(match.actions) for match in matches])
    yield from _seen(matches)
    ids = [choice.id for choice in decision.choices]
    for match in matches:
        yield from _alike("parse", [ids, [match.parse(id).id for id in ids]])
    if len(ids) < MOST_SEQUENCES // 5:
        yield from _alike("perft", [match.perft(2) for match in matches])
    yield from _copied(matches, len(ids) - 1)
    saved = [match.to_json() for match in matches]
    for match, text in zip(reversed(matches), saved, strict=True):
        resumed = ruleslang.resume(text, match.game)
        if resumed.hash() != match.hash():
            yield f"a save of another engine than {match.plays} is another match"
    code = matches[-1].position()
    if matches[0].game.from_position(code).hash() != matches[0].hash():
        yield "a position that was written is another one"


def _seen(matches: Sequence[Match]) -> Iterator[str]:
    """Whatever a seat or a spectator may know."""
    for seat in (None, *range(len(matches[0].seats))):
        for asked in ("view", "observation", "features", "given"):
            told = [_told(partial(getattr(match, asked), seat)) for match in matches]
            yield from _alike(f"{asked} of {seat}", told)


def _copied(matches: Sequence[Match], place: int) -> Iterator[str]:
    after = []
    for match in matches:
        before, copied = match.hash(), match.copy()
        copied.choose(place)
        match.push(place)
        if match.hash() != copied.hash():
            yield f"a copy on {match.plays} goes on otherwise"
        after.append(match.hash())
        if match.decision is not None:
            match.push(0)
            match.pop()
        if match.hash() != after[-1]:
            yield f"undoing twice on {match.plays} leads elsewhere"
        match.pop()
        if match.hash() != before:
            yield f"undoing on {match.plays} leads elsewhere"
    yield from _alike("hash after a copy", after)


def _in_the_past(
    matches: Sequence[Match], hashes: Sequence[str], chance: random.Random
) -> Iterator[str]:
    """The match as it was before some choice."""
    if not hashes:
        return
    number = chance.randrange(len(hashes))
    for match in matches:
        if match.before(number).hash() != hashes[number]:
            yield f"before choice {number} it was another one on {match.plays}"


# ---------------------------------------------------------------- chance that is asked for


def _asked(game: Game, engines: Sequence[str], settings: Settings, seed: int) -> Iterator[str]:
    """With the outcomes of chance asked for."""
    quick = [name for name in engines if name != C]
    matches = [game.start(chance="asked", engine=name, **settings) for name in quick]
    chance = random.Random(seed)
    for number in range(MOST):
        decisions = [match.decision for match in matches]
        yield from _alike("decision", decisions)
        decision = decisions[0]
        if decision is None or any(
            other is None or len(other.choices) != len(decision.choices) for other in decisions
        ):
            break
        if decision.probabilities and not isclose(sum(decision.probabilities), 1):
            yield f"probabilities of {decision.probabilities}"
        if number % 9 == 4:
            yield from _asked_at_a_decision(matches)
        place = chance.randrange(len(decision.choices))
        for match in matches:
            match.choose(place)
    yield from _alike("outcome", [match.outcome for match in matches])
    yield from _alike("fault", [match.fault and match.fault.slug for match in matches])


def _asked_at_a_decision(matches: Sequence[Match]) -> Iterator[str]:
    yield from _alike("hash", [match.hash() for match in matches])
    for asked in ("information", "view"):
        told = [_told(partial(getattr(match, asked), 0)) for match in matches]
        yield from _alike(asked, told)
    yield from _copied(matches, 0)
    for match in matches:
        resumed = ruleslang.resume(match.to_json(), match.game)
        if resumed.hash() != match.hash() or resumed.decision != match.decision:
            yield f"a save of {match.plays} is another match"


# ---------------------------------------------------------------- batches


def _in_a_batch(game: Game, settings: Settings) -> Iterator[str]:
    """Matches in lock step are the same matches as one by one."""
    seeds = (1, 2, 3)
    alone = [game.start(seed=seed, engine=WASM, **settings) for seed in seeds]
    chance = random.Random(7)
    with game.in_lock_step(seeds, threads=1, keep_choices=True, **settings) as batch:
        for number in range(MOST):
            there = [0 if each.decision is None else len(each.decision.choices) for each in alone]
            if [max(0, number) for number in batch.choices] != there:  # negative: a fault
                yield f"choices: {list(batch.choices)} / {there}"
                return
            if not any(there):
                break
            if number % 5 == 2:
                yield from _rows(batch, alone)
                yield from _exchanged(game, batch, alone)
            picks = [chance.randrange(number) if number else -1 for number in there]
            for match, pick in zip(alone, picks, strict=True):
                if pick >= 0:
                    match.choose(pick)
            _step(batch, picks, by_actions=number % 2 == 1)
        for number, match in enumerate(alone):
            if match.outcome is not None and batch.payoffs(number) != match.outcome.payoffs:
                yield f"payoffs: {batch.payoffs(number)} / {match.outcome.payoffs}"
            if batch.match(number).hash() != match.hash():
                yield "a match taken from a batch is another one"


def _step(batch: Any, picks: Sequence[int], *, by_actions: bool) -> None:
    """Makes a choice in each match, by its number or by that of its action."""
    numbers = [_numbers(partial(batch.actions_of, at)) for at in range(len(picks))]
    made = [each if isinstance(each, list) else [] for each in numbers]
    if by_actions and all(
        len({*each}) == len(each) > pick for each, pick in zip(made, picks, strict=True)
    ):
        batch.step_actions([each[p] if p >= 0 else -1 for each, p in zip(made, picks, strict=True)])
    else:
        batch.step(picks)


def _numbers(asked: Callable[[], Sequence[int]]) -> list[int] | str:
    """The numbers of actions, or why there are none."""
    try:
        return [*asked()]
    except ValueError as problem:
        return str(problem)


def _rows(batch: Any, alone: Sequence[Match]) -> Iterator[str]:
    """Who decides, what they may do, and what each seat sees."""
    for at, match in enumerate(alone):
        if match.decision is not None:
            told = _told(partial(batch.actions_of, at)), _told(match.actions)
            yield from _alike(
                "actions", [each if isinstance(each, str) else [*each] for each in told]
            )
            yield from _alike("who decides", [batch.players[at], match.decision.player])
    for seat in range(len(alone[0].seats)):
        seats = [seat] * len(alone)
        there = [[*match.observation(seat)] for match in alone]
        yield from _alike(f"observations of {seat}", [batch.observations(seats).tolist(), there])
        encoded = [[*match.features(seat)] for match in alone]
        yield from _alike(f"features of {seat}", [batch.features(seats).tolist(), encoded])


def _exchanged(game: Game, batch: Any, alone: Sequence[Match]) -> Iterator[str]:
    """Copies, saves, and matches that are put over others."""
    hashes = [match.hash() for match in alone]
    with game.resume_in_lock_step(batch.save(), threads=1) as again:
        yield from _alike("saved", [hashes, [again.match(at).hash() for at in range(3)]])
        with batch.copy([2, 0]) as some:
            again.put([0, 1], some)
            mixed = [again.match(at).hash() for at in range(3)]
            yield from _alike("put", [[hashes[2], hashes[0], hashes[2]], mixed])
            if some.choices[0] > 0:
                some.play(0, 0)
        yield from _alike("begun", [batch.choices[2], again.choices[0]])
        again.begin_anew([1], [3])
        again.begin_anew([2], [3])
        yield from _alike("begun anew", [again.match(at).hash() for at in (1, 2)])
        again.put(1, again.match(0))
        yield from _alike("one put", [again.match(at).hash() for at in (0, 1)])


def _on_threads(game: Game, settings: Settings) -> Iterator[str]:
    """Bots on one thread play as on several."""
    yield from _alike("threads", [_beside_bots(game, settings, threads) for threads in (1, 3)])


def _beside_bots(game: Game, settings: Settings, threads: int) -> list[tuple[object, str]]:
    """What comes of matches in which the first seat takes the last choice, and bots the others."""
    seats = len(game.start(seed=1, **settings).seats)
    bot = "modest" if "modest" in game.bots else "random"
    bots = [None, *[bot] * (seats - 1)]
    with game.in_lock_step(
        range(9), threads=threads, bots=bots, keep_choices=True, **settings
    ) as batch:
        for _ in range(MOST):
            picks = [number - 1 if number > 0 else -1 for number in batch.choices]
            if max(picks) < 0:
                break
            batch.step(picks)
        return [(batch.payoffs(each), batch.match(each).hash()) for each in range(9)]
