"""Input of clients and files about matches: choices, numbers of actions, saves, records."""

from __future__ import annotations

import contextlib
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import ruleslang
from ruleslang.api import Game
from ruleslang.engine.match.entities import settle
from ruleslang.players.learned_bot import seat_learned
from ruleslang.players.learning.learn import LearningBudget, learn
from ruleslang.players.learning.saved import Learned, NotLearned, read_learned
from ruleslang.players.learning.saved import text_of as text_of_learned
from ruleslang.simulation.play_games import play_games
from ruleslang.simulation.records.game_record import from_line
from ruleslang.simulation.replay import replay
from ruleslang.source.checksum import Refused, seal, unseal
from tests.hostile.fuzz import mutators
from tests.hostile.fuzz.harness import Target, in_words
from tests.hostile.fuzz.mutators import raw, text_of
from tests.players.learning.reference.learner import in_python

GAMES = ("kuhn_poker", "crazy_eights", "hanabi")
ENGINES = ("interpreter", "wasm", "c")
MATCHES = 4


@cache
def game_of(name: str) -> Game:
    """A shipped game."""
    return ruleslang.load(name)


def _moved(game: Game, seed: int, choices: int, engine: str = "wasm") -> ruleslang.api.Match:
    match = game.start(seed=seed, engine=engine)
    for place in range(choices):
        if match.decision is None:
            break
        match.choose(place % len(match.decision.choices))
    return match


# ---------------------------------------------------------------- saves


@cache
def saves() -> list[dict[str, Any]]:
    """Good saves, without their checksums."""
    return [unseal(_moved(game_of(name), 7, 6).to_json()) for name in GAMES]


def save_in(data: bytes) -> None:
    """A save: resumed, or refused with a reason."""
    text = text_of(data)
    game = game_of(GAMES[len(data) % len(GAMES)])
    for resume in (game.resume, lambda text: ruleslang.resume(text, game)):
        try:
            match = resume(text)
            match.view(0)
            match.to_json()
        except Refused as problem:
            in_words(problem)
    if crc32(data) % 50 == 0:  # it is loaded each time, which is dear
        try:
            ruleslang.resume(text)
        except (Refused, ruleslang.UnknownRulebook) as problem:
            in_words(problem)


def some_save(chance: Random) -> bytes:
    """A save with other values, sealed as if nothing had happened, or damaged bytes."""
    save = chance.choice(saves())
    if chance.random() < 0.15:
        return mutators.bent(raw(seal(save)), chance)
    return _sealed(mutators.bent_json(save, chance, saves()))


def _sealed(whole: Any) -> bytes:
    """With a checksum that fits, where one can be made."""
    if not isinstance(whole, dict):
        return mutators.jsonable(whole)
    try:
        return raw(seal(whole))
    except (ValueError, TypeError):
        return mutators.jsonable({**whole, "checksum": "0" * 16})


# ---------------------------------------------------------------- positions as short strings


@cache
def codes() -> list[str]:
    """Good ones."""
    return [_moved(game_of(name), 7, 6).position() for name in GAMES]


def code_in(data: bytes) -> None:
    """A position as a string: gone to, or refused with a reason."""
    text = text_of(data)
    for name in GAMES:
        try:
            match = game_of(name).from_position(text, engine="wasm")
            assert game_of(name).from_position(match.position()).hash() == match.hash()
        except Refused as problem:
            in_words(problem)


def some_code(chance: Random) -> bytes:
    """A good one with other letters, or one that is longer or shorter."""
    if chance.random() < 0.2:
        return mutators.bent(raw(chance.choice(codes())), chance)
    letters = list(chance.choice(codes()))
    for _ in range(chance.randrange(1, 5)):
        letters[chance.randrange(len(letters))] = chance.choice("AZaz09-_")
    return raw("".join(letters) + chance.choice(("", "", "A" * chance.randrange(1000))))


# ---------------------------------------------------------------- records


@cache
def records() -> list[dict[str, Any]]:
    """Good records, without their checksums."""
    found = []
    for name in GAMES:
        batch = game_of(name).batch(games=1, seed=5, records=True, engine="interpreter")
        (played,) = play_games(batch, range(1))
        found.append(unseal(played.record))
    return found


def record_in(data: bytes) -> None:
    """A line of records: played again, told where it differs, or refused."""
    try:
        record = from_line(text_of(data))
        for name in GAMES:
            if record.rulebook == name:
                replay(game_of(name).program, record)
    except Refused as problem:
        in_words(problem)


def some_record(chance: Random) -> bytes:
    """A record with other values, sealed as if nothing had happened, or damaged bytes."""
    record = chance.choice(records())
    if chance.random() < 0.15:
        return mutators.bent(raw(seal(record)), chance)
    return _sealed(mutators.bent_json(record, chance, records()))


# ---------------------------------------------------------------- learned players


@cache
def learned_players() -> list[dict[str, Any]]:
    """A good file of a learned player of each game."""
    files = []
    for name in GAMES:
        game = game_of(name)
        settings = settle(game.program, {}, None, None)
        advisers = game.compiled.choosers[:1]
        learner = in_python(game.program, settings, advisers)
        taught = learn(learner, LearningBudget(7, learners=1, games=2)).learners
        digest, names = learner.numbering.digest, _advisers(game)
        learned = Learned(name, digest, settings.players, {}, names, 7, tuple(taught))
        files.append(json.loads(text_of_learned(learned)))
    return files


def learned_in(data: bytes) -> None:
    """A learned player: it plays alike on two engines, or is refused in words."""
    path = Path("fuzz.learned")
    path.unlink(missing_ok=True)
    path.write_bytes(data)
    try:
        learned = read_learned(str(path))[0]
        game = game_of(learned.rulebook if learned.rulebook in GAMES else GAMES[0])
        seat_learned([str(path)], game.compiled)
        # C was compiled with the players who advise the good ones, and compiles nothing here
        is_compiled = learned.advisers == _advisers(game)
        games = [
            play_games(game.batch(games=2, seed=5, players=[str(path)], engine=engine), range(2))
            for engine in (("wasm", "c") if is_compiled else ("wasm",))
        ]
    except NotLearned as problem:
        in_words(problem)
    else:
        payoffs = {tuple(played.payoffs for played in of_engine) for of_engine in games}
        assert len(payoffs) == 1, f"engines part: {payoffs}"


def _advisers(game: Game) -> tuple[str, ...]:
    return tuple(adviser.name for adviser in game.compiled.choosers[:1])


def _good_players_play() -> None:
    for good in learned_players():
        learned_in(mutators.jsonable(good))


def some_learned(chance: Random) -> bytes:
    """A file with other entries or weights, or damaged bytes."""
    whole = chance.choice(learned_players())
    if chance.random() < 0.15:
        return mutators.bent(mutators.jsonable(whole), chance)
    return mutators.jsonable(mutators.bent_json(whole, chance, learned_players()))


# ---------------------------------------------------------------- choices


def choices_in(data: bytes) -> None:
    """Choices of strangers, on each engine: made alike, or refused and nothing changed."""
    asked = json.loads(data)
    game = game_of(asked["game"])
    ends = []
    for engine in ENGINES:
        match = game.start(seed=3, engine=engine)
        for choice, by, at in asked["choices"]:
            before = match.hash()
            try:
                match.choose(choice, **{"by": by} if by != "" else {}, **{"at": at} if at else {})
            except (ruleslang.IllegalChoice, TypeError, ValueError) as problem:
                in_words(problem)
                assert match.hash() == before, "a refused choice changed the match"
        ends.append(match.hash())
    assert len(set(ends)) == 1, f"engines part: {ends}"


def _begun() -> None:
    for name in GAMES:
        choices_in(mutators.jsonable({"game": name, "choices": [[0, "", 0]]}))


def some_choices(chance: Random) -> bytes:
    """Choices by place, id, or anything, some by somebody and at some decision."""
    ids = ["pass_on", "bet", "0", "1", "french(2, clubs)", "draw", "done", "decline", "[", "lay"]
    made = []
    for _ in range(chance.randrange(1, 6)):
        choice: object = chance.choice((0, 1, 0, 1, 2))
        if chance.random() < 0.5:
            choice = chance.choice((chance.choice(ids), mutators.value(chance)))
        by = chance.choice(("", "", "", 0, 1, "opener", mutators.value(chance)))
        at = chance.choice((0, 0, 0, 1, mutators.value(chance)))
        made.append([choice, by, at])
    return mutators.jsonable({"game": chance.choice(GAMES), "choices": made})


# ---------------------------------------------------------------- lock step


@cache
def _batches() -> dict[str, Any]:
    return {name: game_of(name).in_lock_step(range(MATCHES)) for name in GAMES}


def batch_in(data: bytes) -> None:
    """What a program does with matches in lock step: done, or refused and nothing changed."""
    asked = json.loads(data)
    batch = _batches()[asked["game"]]
    for match in range(MATCHES):
        batch.begin_anew(match, match)
    for name, given in asked["calls"]:
        before = _state(batch)
        if name == "forge":
            _forge(batch, *given)
            assert _state(batch) == before, "what is handed out can be written to"
            continue
        try:
            getattr(batch, name)(*given)
        except (TypeError, ValueError) as problem:
            in_words(problem)
            assert _state(batch) == before, f"a refused `{name}` changed the matches"
    assert all(len(row) == batch.actions.size for row in batch.action_mask().tolist())


def _state(batch: Any) -> tuple[list[int], list[int], list[list[int]]]:
    mask = [batch.actions_of(match) for match in range(MATCHES)]
    return list(batch.choices), list(batch.players), mask


def _forge(batch: Any, what: str, at: int, to: int) -> None:
    """Write to what is handed out; Python refuses, or it is a copy that nobody believes."""
    with contextlib.suppress(TypeError, ValueError, LookupError, OverflowError, AttributeError):
        getattr(batch, what)[at] = to


def some_calls(chance: Random) -> bytes:
    """Calls with numbers at edges, too many and too few of them, and things that are no numbers."""
    calls: list[list[object]] = []
    for _ in range(chance.randrange(1, 6)):
        name = chance.choice(CALLS)
        match name:
            case "step" | "step_actions" | "observations":
                calls.append([name, [_row(chance)]])
            case "begin_anew":
                calls.append([name, [_number(chance), mutators.number(chance)]])
            case "mask":
                calls.append([name, [chance.choice((0, 1, 5, -1, 1000, "x", None, 2.0))]])
            case "forge":
                what = chance.choice(("choices", "players"))
                calls.append([name, [what, chance.randrange(-1, 5), mutators.number(chance)]])
            case _:
                calls.append([name, [_number(chance)]])
    return mutators.jsonable({"game": chance.choice(GAMES), "calls": calls})


CALLS = ["step", "step", "step_actions", "step_actions", "observations", "begin_anew", "mask",
         "actions_of", "payoffs", "forge"]  # fmt: skip


def _row(chance: Random) -> object:
    if chance.random() < 0.1:
        return mutators.value(chance)
    many = MATCHES if chance.random() < 0.9 else chance.choice((0, 1, 3, 5, 100))
    return [_number(chance) for _ in range(many)]


def _number(chance: Random) -> object:
    if chance.random() < 0.75:
        return chance.choice((-1, 0, 0, 1, 2, 3))
    return mutators.value(chance, 1) if chance.random() < 0.3 else mutators.number(chance)


TARGETS = (
    Target("saves", 260_000, some_save, save_in, saves),
    Target("records", 130_000, some_record, record_in, records),
    Target("learned", 2_000, some_learned, learned_in, _good_players_play),
    Target("choices", 40_000, some_choices, choices_in, _begun),
    Target("codes", 10_000, some_code, code_in, codes),
    Target("batches", 500_000, some_calls, batch_in, _batches),
)
