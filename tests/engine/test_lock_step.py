"""Matches in lock step are the same matches as one by one."""

from __future__ import annotations

import copy
import os
import pickle
import weakref
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import ruleslang
from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.code.compiled_game import CompiledGame
from ruleslang.engine.code.in_threads import FEWEST, Threads
from ruleslang.engine.code.lock_step import LockStep
from ruleslang.engine.code.machine import in_memory
from ruleslang.engine.compiled_in_c import CEngine, WasmEngine
from ruleslang.engine.engine_names import EngineName
from ruleslang.engine.match.chance import Stream
from ruleslang.engine.match.entities import settle
from ruleslang.engine.match.observations import UNSEEN
from ruleslang.engine.quick_engines import quick_game
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.program.program import Program
from tests.engine.shares import MIXED, program_of
from tests.support.engines import batches_on as batches_on
from tests.support.every import every
from tests.support.shipped import compiled as rulebook

HERE = Path(__file__).parent / "c"
pytestmark = pytest.mark.usefixtures("batches_on")


def game_of(program: Program) -> CompiledGame:
    """The compiled game on the engine of batches."""
    return quick_game(program, settle(program, None, None, None))[0]


def test_matches_in_lock_step_are_those_of_their_seeds() -> None:
    program = rulebook("crazy_eights").program
    batch = LockStep(game_of(program), range(8))
    alone = [WasmEngine(program).start(seed=seed) for seed in range(8)]
    chance = Stream(7)
    while any(each > 0 for each in batch.choices):
        asked = [match.waits_for or (-1, 0) for match in alone]
        assert list(zip(batch.players, batch.choices, strict=True)) == asked
        assert [sum(row) for row in batch.mask(9).tolist()] == [min(9, of) for _, of in asked]
        picks = array("q", [chance.below(of) if of else -1 for _, of in asked])
        for match, pick in zip(alone, picks, strict=True):
            if pick >= 0:
                match.choose(pick)
        batch.step(picks)

    ends = [match.outcome and match.outcome.payoffs for match in alone]
    assert [batch.payoffs(match) for match in range(8)] == ends
    assert batch.choices[0] == 0  # its match is over
    batch.begin_anew(0, 0)
    first = WasmEngine(batch._game.flow.population.program).start(seed=0).waits_for
    assert (batch.players[0], batch.choices[0]) == first
    batch.step(array("q", [0, *[-1] * 7]))
    with pytest.raises(ValueError, match="has no choice 900"):
        batch.step(array("q", [900, *[-1] * 7]))


@pytest.mark.parametrize("seats", [2, 3])
def test_thousands_of_ways_have_room_in_one_match_and_in_many(seats: int) -> None:
    played = ruleslang.load(str(HERE / "many_ways.rules"))
    batch = played.in_lock_step(range(4), players=seats)
    alone = [played.start(seed=seed, engine="c", players=seats) for seed in range(4)]
    chance = Stream(5)
    for _ in range(24):
        there = [len(match.decision.choices) if match.decision else 0 for match in alone]
        assert list(batch.choices) == there and max(there) > 1
        picks = [chance.below(number) if number else -1 for number in there]
        for match, pick in zip(alone, picks, strict=True):
            if pick >= 0:
                match.choose(pick)
        batch.step(picks)


def in_step(program: Program, matches: int) -> tuple[LockStep, list[CompiledMatch]]:
    """Matches in lock step, and the same ones one by one."""
    batch = LockStep(game_of(program), range(matches))
    return batch, [WasmEngine(program).start(seed=seed) for seed in range(matches)]


def names_by_number(name: str, decisions: int) -> dict[tuple[str, int], set[str]]:
    """For the numbers of actions what is chosen by them, in some matches."""
    batch, alone = in_step(rulebook(name).program, 6)
    found: dict[tuple[str, int], set[str]] = {}
    chance = Stream(3)
    for _ in range(decisions):
        actions = []
        mask = batch.action_mask().tolist()
        for match, one in enumerate(alone):
            numbers, asked = batch.actions_of(match), one.decision
            assert sorted(numbers) == [at for at, allowed in enumerate(mask[match]) if allowed]
            if asked is None:
                actions.append(-1)
                continue
            for number, choice in zip(numbers, asked.choices, strict=True):
                found.setdefault((asked.kind, number), set()).add(choice.id)
            place = chance.below(len(numbers))
            actions.append(numbers[place])
            one.choose(place)
        batch.step_actions(actions)
    return found


def test_an_action_has_one_number_in_all_matches() -> None:
    for name in ("crazy_eights", "leduc_poker", "liars_dice", "tic_tac_toe"):
        found = names_by_number(name, 20)
        assert len(found) >= 3
        assert [each for each in found.items() if len(each[1]) > 1] == [], name


def test_masks_and_payoffs_are_written_where_one_wants_them() -> None:
    batch, _ = in_step(rulebook("crazy_eights").program, 3)
    width, seats = batch.actions.size, 2
    masks, ends = bytearray(3 * width), array("q", bytes(8 * 3 * seats))
    into = memoryview(masks).cast("B", (3, width))
    rows = memoryview(ends).cast("B").cast("q", (3, seats))
    while any(each > 0 for each in batch.choices):
        batch.action_mask(into)
        assert into.tolist() == batch.action_mask().tolist()
        numbers = [batch.actions_of(match) for match in range(3)]
        assert [sum(row) for row in into.tolist()] == list(map(len, numbers))
        batch.step_actions([each[0] if each else -1 for each in numbers])
    batch.all_payoffs(rows)
    assert rows.tolist() == batch.all_payoffs().tolist()
    assert rows.tolist() == [list(batch.payoffs(match)) for match in range(3)]
    assert any(ends)


def test_unwritable_rows_are_refused_in_words() -> None:
    batch, _ = in_step(rulebook("leduc_poker").program, 2)
    shape = (2, batch.actions.size)
    with pytest.raises(TypeError, match="`into` is an array that can be written to, not int 3"):
        batch.action_mask(3)
    with pytest.raises(TypeError, match="can be written to"):
        batch.action_mask(bytes(shape[0] * shape[1]))
    with pytest.raises(ValueError, match=r"is an array of bytes in the shape \(2, 5\)"):
        batch.action_mask(bytearray(shape[0] * shape[1]))
    words = memoryview(bytearray(8 * shape[0] * shape[1])).cast("q", shape)
    with pytest.raises(ValueError, match="this one has 64-bit whole numbers in the shape"):
        batch.action_mask(words)
    with pytest.raises(ValueError, match="64-bit whole numbers"):
        batch.all_payoffs(memoryview(bytearray(4)).cast("B", (2, 2)))
    with pytest.raises(ValueError, match="match 1 has no action 99 now"):
        batch.step_actions([-1, 99])
    with pytest.raises(ValueError, match="match 0 has no choice"):
        batch.step([1 << 80, 0])


def test_observations_contain_what_a_seat_sees() -> None:
    batch, alone = in_step(rulebook("leduc_poker").program, 4)
    for seat in (0, 1):
        rows = batch.observations([seat] * 4).tolist()
        for row, match in zip(rows, alone, strict=True):
            assert len(row) == batch.observed.width
            own = f"hand({match.population.players[seat].name})"
            at = list(batch.observed.parts).index(f"zone {own}")
            begin = sum(list(batch.observed.parts.values())[:at])
            hand = match.view(seat).zones[own]
            assert row[begin] == hand.count == sum(row[begin + 2 :][: len(hand.cards) and 6])
            assert UNSEEN in row

    with pytest.raises(ValueError, match="match 0 has no action 4000 now"):
        batch.step_actions([4000, -1, -1, -1])


OBSERVED = ("crazy_eights", "hanabi", "leduc_poker", "phantom_ttt", "sealed_bids")


def rows_differ(program: Program, steps: int) -> list[str]:
    """Where rows differ from what the views of the same matches say, of all seats."""
    found = []
    batch = LockStep(game_of(program), range(3))
    alone = [CEngine(program).start(seed=seed) for seed in range(3)]
    chance = Stream(11)
    for step in range(steps):
        for seat in range(len(alone[0].population.players)):
            if seat == 0 or (step + seat) % 2:  # not each at every step
                rows = batch.observations([seat] * 3).tolist()
                log = [batch.observed.row(match.view(seat)).tolist() for match in alone]
                found += [f"{program.name}, step {step}, seat {seat}"] if rows != log else []
        picks = [chance.below(of) if of > 0 else -1 for of in batch.choices]
        for match, pick in zip(alone, picks, strict=True):
            if pick >= 0:
                match.choose(pick)
        batch.step(picks)
    return found


@pytest.mark.parametrize("name", OBSERVED)
def test_rows_of_observations_contain_what_views_show(name: str) -> None:
    assert rows_differ(rulebook(name).program, 25) == []


@pytest.mark.parametrize("name", OBSERVED)
def test_rows_are_made_in_c_where_rules_of_seeing_are_settled(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = rulebook(name).program
    batch = LockStep(game_of(program), range(3))
    assert all(batch._rows.rows.by_seat(lambda: batch._memory(0)))
    monkeypatch.setattr(batch._rows.rows, "row", None)  # which Python would ask
    into = array("i", bytes(12 * batch.observed.width))
    rows = memoryview(into).cast("B").cast("i", (3, batch.observed.width))
    batch.observations([0, 1, 0], into=rows)
    assert rows.tolist() == batch.observations([0, 1, 0]).tolist() and any(into)
    with pytest.raises(ValueError, match="`into` is an array of 32-bit whole numbers in the shape"):
        batch.observations([0, 1, 0], into=into)


def test_places_of_copies_of_a_card_have_one_part() -> None:
    program = program_of(str(MIXED / "copies_of_cards.rules"))
    assert program is not None

    assert rows_differ(program, 25) == []


def test_rows_in_c_have_all_sorts_of_values() -> None:
    program = program_of(str(HERE.parent / "match" / "told_apart.rules"))
    assert program is not None

    assert rows_differ(program, 25) == []


@pytest.mark.long
@every("name", shipped_rulebooks)
def test_rows_of_all_rulebooks_contain_what_views_show(name: str) -> None:
    assert rows_differ(rulebook(name).program, 400) == []


def test_attributes_that_no_match_has_are_reported() -> None:
    batch, _ = in_step(rulebook("leduc_poker").program, 3)
    once: Any = iter  # what can be gone through once
    for ask, message in (
        (lambda: batch.observations([0, 1]), "3 seats are needed, 2 were given"),
        (lambda: batch.observations([0, -1, 1]), "match 1 has no seat -1: there are 2, from 0"),
        (lambda: batch.observations(once((0, 9, 1))), "match 1 has no seat 9: there are 2"),
        (lambda: batch.observations(once((0, 1, -1))), "match 2 has no seat -1: there are 2"),
        (lambda: batch.begin_anew(0, -1), "each of `seeds` is 0 to 2\\*\\*64 - 1, not -1"),
        (lambda: LockStep(batch._game, (1, 2**64)), "each of `seeds` is .*, not beyond 64 bits"),
        (
            lambda: LockStep(batch._game, once(count())),
            "`seeds` is a list of 1,000,000 numbers at most",
        ),
        (lambda: batch.begin_anew(3, 1), "there is no match 3: they are numbered 0 to 2"),
        (lambda: batch.actions_of(-1), "there is no match -1"),
        (lambda: batch.payoffs(7), "there is no match 7"),
        (lambda: LockStep(batch._game, []), "no seed was given"),
    ):
        with pytest.raises(ValueError, match=message):
            ask()


def test_invalid_and_excessive_numbers_are_refused() -> None:
    batch, _ = in_step(rulebook("leduc_poker").program, 3)
    wrong: Any = 1.5
    for ask, kind, message in (
        (lambda: LockStep(batch._game, "123"), TypeError, "`seeds` is a list of whole numbers"),
        (lambda: LockStep(batch._game, [1, wrong]), TypeError, "each of `seeds` .* float 1.5"),
        (lambda: batch.begin_anew(wrong, 1), TypeError, "`match` is a whole number, not float"),
        (lambda: batch.begin_anew(0, wrong), TypeError, "`seed` is a whole number, not float"),
        (lambda: batch.step(wrong), TypeError, "`choices` is a list of whole numbers"),
        (lambda: batch.step([0, None, 0]), TypeError, "each of `choices` .* NoneType None"),
        (lambda: batch.step([0, 2**70, 0]), ValueError, "match 1 has no choice"),
        (lambda: batch.actions_of(wrong), TypeError, "`match` is a whole number"),
        (lambda: batch.step_actions([0, 0]), ValueError, "3 actions are needed, 2 were given"),
        (lambda: batch.mask(0), ValueError, "`width` is 1 to .*, not 0"),
    ):
        with pytest.raises(kind, match=message):
            ask()
    before = list(batch.choices)
    batch.step([-5, -(2**70), -1])
    assert list(batch.choices) == before


def test_more_memory_than_available_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    batch, _ = in_step(rulebook("leduc_poker").program, 3)
    monkeypatch.setattr(batch._game.compiled, "fewest", (64, 1 << 57))
    with pytest.raises(MemoryError, match=r"3 matches take .* MB of addresses.* fewer may go"):
        LockStep(batch._game, range(3))


def test_a_batch_believes_nobody() -> None:
    batch, _ = in_step(rulebook("leduc_poker").program, 3)
    with pytest.raises(TypeError, match="read-only"):
        batch.choices[0] = 9
    batch._choices[1] = 9_000  # what is forged makes no choice
    before = list(batch.choices)[::2]
    batch.step([-1, 8_000, -1])

    assert list(batch.choices)[::2] == before and batch.choices[1] < 10
    rows = memoryview(array("i", bytes(12 * batch.observed.width))).cast("B")
    shaped = rows.cast("i", (3, batch.observed.width))
    batch._players[0] = 1 << 40  # nor is it a seat
    batch.step_actions([-1] * 3, observations=shaped)
    assert shaped.tolist()[0] == batch.observations([0, 0, 0]).tolist()[0]
    for given in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="are not pickled, and copied by"):
            given(batch)
    with pytest.raises(ValueError, match="match 0 has no seat beyond 64 bits: there are 2, from 0"):
        batch.observations([2**70, 0, 0])


def test_a_second_thread_gets_an_error() -> None:
    batch, _ = in_step(rulebook("leduc_poker").program, 3)
    for ask in (lambda: batch.step([0] * 3), lambda: batch.begin_anew(0, 1), batch.action_mask):
        with batch._moving, ThreadPoolExecutor(1) as pool:
            problem = pool.submit(ask).exception()

        assert isinstance(problem, RuntimeError) and "one at a time" in str(problem)


def test_several_matches_restart_and_the_others_continue() -> None:
    batch, _ = in_step(rulebook("crazy_eights").program, 4)
    batch.step([0] * 4)
    cells = [cells_of(batch, match) for match in range(4)]
    batch.begin_anew([1, 3], [1, 8])

    assert [cells_of(batch, match) for match in (0, 2)] == cells[::2]
    whole, _ = in_step(rulebook("crazy_eights").program, 9)
    assert [cells_of(batch, match) for match in (1, 3)] == [cells_of(whole, 1), cells_of(whole, 8)]
    with pytest.raises(ValueError, match="2 seeds are needed, 1 were given"):
        batch.begin_anew([0, 1], [5])
    with pytest.raises(ValueError, match="there is no match 4"):
        batch.begin_anew([0, 4], [5, 6])
    assert cells_of(batch, 0) == cells[0]


def cells_of(batch: LockStep, match: int) -> list[object]:
    return in_memory(batch._game, batch._memory(match)).S


HOLDS_MUCH = """rulebook much "Much"
    language 1
    players 2: one, two
    starts with game

state held(1..25): set of 0..999

phase game
    for each n in 1..25
        one chooses k from 1..2
        set held(n) to (0..900 where it > k)
    one wins
"""


def test_matches_in_lock_step_have_the_room_of_others() -> None:
    program = ruleslang.load_text(HOLDS_MUCH).program
    batch, (alone, *_) = in_step(program, 2)
    while alone.waits_for is not None:
        assert batch.choices[0] == alone.waits_for[1]
        alone.choose(0)
        batch.step([0, 0])

    assert (list(batch.choices), alone.fault) == ([0, 0], None)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no process is forked here")
def test_a_forked_process_has_matches_of_its_own() -> None:
    batch, _ = in_step(rulebook("leduc_poker").program, 2)
    before = cells_of(batch, 0)
    child = os.fork()
    if child == 0:
        batch.step([0, 0])
        os._exit(0 if cells_of(batch, 0) != before else 1)

    assert os.waitpid(child, 0)[1] == 0
    assert cells_of(batch, 0) == before


def test_a_closed_batch_frees_its_memory_and_reports_that_it_is_closed() -> None:
    batch, _ = in_step(rulebook("leduc_poker").program, 3)
    with batch as same:
        assert same is batch
        batch.step([0, 0, -1])
        memory_of_all = weakref.ref(batch._matches)
        choices = list(batch.choices)
    batch.close()  # again: nothing happens

    assert memory_of_all() is None and list(batch.choices) == choices
    for ask in (
        lambda: batch.step([0, 0, 0]),
        lambda: batch.step_actions([0, 0, 0]),
        lambda: batch.begin_anew(0, 1),
        lambda: batch.mask(3),
        lambda: batch.action_mask(),
        lambda: batch.masks,
        lambda: batch.actions_of(0),
        lambda: batch.observations([0, 0, 0]),
        lambda: batch.payoffs(0),
        lambda: batch.__enter__(),
    ):
        with pytest.raises(ValueError, match="were closed: begin others"):
            ask()


class Closes:
    """A number that closes a batch as soon as it is read."""

    def __init__(self, batch: LockStep) -> None:
        self.batch = batch

    def __index__(self) -> int:
        self.batch.close()
        return 0


HOSTILE: tuple[Callable[[LockStep, Closes], object], ...] = (
    lambda batch, zero: batch.step([zero, zero, zero]),
    lambda batch, zero: batch.step_actions([zero, -1, -1]),
    lambda batch, zero: batch.step_actions([-1, -1, -1], seeds=[zero, 1, 2]),
    lambda batch, zero: batch.play(0, zero),
    lambda batch, zero: batch.play(0, zero, 0),
    lambda batch, zero: batch.play(zero, 0),  # type: ignore[arg-type]
    lambda batch, zero: batch.copy([zero]),
    lambda batch, zero: batch[[zero]],
    lambda batch, zero: batch.begin_anew([zero], [1]),
    lambda batch, zero: batch.begin_anew(0, zero),  # type: ignore[arg-type]
    lambda batch, zero: batch.put(zero, batch.copy([0])),  # type: ignore[arg-type]
    lambda batch, zero: batch.mask(zero),  # type: ignore[arg-type]
    lambda batch, zero: batch.actions_of(zero),  # type: ignore[arg-type]
    lambda batch, zero: batch.observations([zero, zero, zero]),
    lambda batch, zero: batch.features([zero, zero, zero]),
    lambda batch, zero: batch.payoffs(zero),  # type: ignore[arg-type]
    lambda batch, zero: batch.is_capped(zero),  # type: ignore[arg-type]
    lambda batch, zero: batch.match(zero),  # type: ignore[arg-type]
    lambda batch, zero: batch.let_choose([zero], lambda *_: 0),
    lambda batch, zero: batch.let_choose([0], lambda *_: zero.__index__()),
)


def test_a_batch_that_an_argument_closes_reports_that_it_is_closed() -> None:
    game = ruleslang.load("leduc_poker")
    for ask in HOSTILE:
        batch = game.in_lock_step(range(3), keep_choices=True)
        _ = batch.masks, batch.observations([0, 0, 0])
        memory_of_all = weakref.ref(batch._matches)
        with pytest.raises(ValueError, match="were closed: begin others"), batch:
            ask(batch, Closes(batch))

        assert memory_of_all() is None


def test_a_closed_batch_or_one_that_another_thread_moves_is_not_copied_from(
    batches_on: EngineName,
) -> None:
    game = ruleslang.load("leduc_poker")
    batch, other = game.in_lock_step([1]), game.in_lock_step([2])
    with ThreadPoolExecutor(1) as pool:
        pool.submit(other._moving.acquire).result()
        with pytest.raises(RuntimeError, match="another thread"):
            batch.put(0, other)
        pool.submit(other._moving.release).result()
        match: Any = game.start(seed=3, engine=batches_on)
        pool.submit(match._moving.acquire).result()
        with pytest.raises(RuntimeError, match="another thread"):
            batch.put(0, match)
        pool.submit(match._moving.release).result()
    batch.put(0, match)
    match.choose(0)
    assert batch.choices[0] == 2, "the batch has a copy"
    other.close()
    with pytest.raises(ValueError, match="were closed: begin others"):
        batch.put(0, other)


def test_arrays_of_numpy_of_any_form_are_taken_or_refused_in_words() -> None:
    numpy = pytest.importorskip("numpy")
    batch, _ = in_step(rulebook("leduc_poker").program, 3)
    stays = numpy.full(3, -1)
    wide = numpy.full((3, 4), -1, order="F")
    for taken in (
        stays,
        stays.astype(">i8"),
        stays.astype("i1"),
        numpy.full(6, -1)[::2],
        stays[::-1],
        wide[:, 2],
        wide[1, :3],
        stays.astype(object),
        numpy.asfortranarray(stays),
    ):
        before = list(batch.choices)
        batch.step(taken)
        batch.step_actions(taken)
        assert list(batch.choices) == before
    unsigned = numpy.array([0, 2**64 - 1, 0], dtype="u8")
    for refused, kind, message in (
        (stays.astype("f8"), TypeError, "each of `choices` is a whole number"),
        (stays.astype("c16"), TypeError, "each of `choices` is a whole number"),
        (stays.astype(str), TypeError, "each of `choices` is a whole number"),
        (wide, TypeError, "each of `choices` is a whole number"),
        (stays.reshape(3, 1), TypeError, "each of `choices` is a whole number"),
        (numpy.array(0), TypeError, "`choices` is a list of whole numbers"),
        (numpy.array(None), TypeError, "`choices` is a list of whole numbers"),
        (numpy.empty(0, dtype=int), ValueError, "3 choices are needed, 0 were given"),
        (stays[:2], ValueError, "3 choices are needed, 2 were given"),
        (unsigned, ValueError, "match 1 has no choice"),
    ):
        with pytest.raises(kind, match=message):
            batch.step(refused)
    batch.begin_anew(numpy.array([2, 0], dtype="u1"), numpy.array([7, 8], dtype="u8")[::-1])
    assert batch.observations(numpy.array([0, 1, 0], dtype=">u2")).shape[0] == 3
    with pytest.raises(ValueError, match="match 1 has no seat 255"):
        batch.observations(numpy.array([0, -1, 0]).astype("u1"))


def random_actions(batch: LockStep, masks: Any, chance: Any) -> Any:
    """An action of each match that goes on."""
    numpy = pytest.importorskip("numpy")
    drawn = (chance.random(masks.shape) * masks).argmax(axis=1)
    return numpy.where(numpy.asarray(batch.choices) > 0, drawn, -1)


@pytest.mark.parametrize("name", ["crazy_eights", "connect_four"])
def test_threads_and_arrays_that_are_filled_at_once_change_nothing(name: str) -> None:
    numpy = pytest.importorskip("numpy")
    game, number = ruleslang.load(name), 3 * FEWEST + 7
    one, several = (game.in_lock_step(range(number), threads=threads) for threads in (1, 3))
    chance = numpy.random.default_rng(1)
    masks = numpy.asarray(one.action_mask()).copy()
    filled = numpy.empty((number, one.observed.width), numpy.int32)
    for _ in range(12):
        given = random_actions(one, masks, chance)
        several.step_actions(given, masks=masks, observations=filled)
        one.step_actions(given)
        seats = numpy.maximum(numpy.asarray(one.players), 0)

        assert list(one.choices) == list(several.choices)
        assert list(one.players) == list(several.players)
        for batch in (one, several):
            assert (numpy.asarray(batch.action_mask()) == masks).all()
            assert (numpy.asarray(batch.observations(seats)) == filled).all()
    over = [match for match in range(number) if match % 2]
    for batch in (one, several):
        batch.begin_anew(over, over)
    assert list(one.choices) == list(several.choices)
    assert (numpy.asarray(one.action_mask()) == numpy.asarray(several.action_mask())).all()
    several.close()
    assert several._threads._pool is None


@pytest.mark.parametrize("name", ["leduc_poker", "tic_tac_toe"])
def test_masks_are_current_and_finished_matches_restart(name: str) -> None:
    numpy = pytest.importorskip("numpy")
    game, number = ruleslang.load(name), 40
    one, other = (game.in_lock_step(range(number)) for _ in range(2))
    chance, masks = numpy.random.default_rng(1), numpy.asarray(one.masks)
    begun = 0
    for step in range(30):
        seeds = numpy.arange(number, dtype=numpy.uint64) + step
        over = numpy.flatnonzero(numpy.asarray(one.choices) <= 0)
        given = random_actions(one, masks, chance)
        one.step_actions(given, seeds=seeds)
        other.step_actions(given)
        other.begin_anew(over, seeds[over])
        begun += len(over)

        assert (masks == numpy.asarray(other.action_mask())).all()
        assert list(one.choices) == list(other.choices)
        one.step(numpy.zeros(number, int) - 1)
        assert (masks == numpy.asarray(other.masks)).all()
    assert begun and not masks.flags.writeable
    with pytest.raises(ValueError, match="40 seeds are needed, 3 were given"):
        one.step_actions([-1] * number, seeds=[1, 2, 3])


def test_steps_by_places_keep_masks_current() -> None:
    numpy = pytest.importorskip("numpy")
    batch = ruleslang.load("crazy_eights").in_lock_step(range(5))
    masks = numpy.asarray(batch.masks)
    for _ in range(40):
        batch.step([0 if there > 0 else -1 for there in batch.choices])
        batch.begin_anew(2, 7)
        for match in range(5):
            assert numpy.flatnonzero(masks[match]).tolist() == sorted(batch.actions_of(match))


def test_frames_that_find_no_room_beside_their_match_are_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = rulebook("ollapion").program
    game = game_of(program)
    roomy = LockStep(game, range(4))
    monkeypatch.setattr(game.compiled, "fewest", (4, game.compiled.fewest[1]))
    narrow = LockStep(game, range(4))
    chance = Stream(3)
    for step in range(150):
        picks = [chance.below(of) if of > 0 else -1 for of in roomy.choices]
        for batch in (roomy, narrow):
            batch.step(picks)
            batch.begin_anew(step % 4, step)
        assert list(roomy.choices) == list(narrow.choices)
    assert [cells_of(roomy, match) for match in range(4)] == [
        cells_of(narrow, match) for match in range(4)
    ]


def test_an_array_that_is_refused_moves_no_match() -> None:
    numpy = pytest.importorskip("numpy")
    batch, _ = in_step(rulebook("leduc_poker").program, 3)
    cells = [cells_of(batch, match) for match in range(3)]
    allowed = [batch.actions_of(match)[0] for match in range(3)]
    for wrong in (
        {"masks": numpy.zeros((3, 99), numpy.uint8)},
        {"observations": numpy.zeros((3, batch.observed.width), numpy.float32)},
    ):
        with pytest.raises(ValueError, match=r"is an array of .*, without gaps; this one has"):
            batch.step_actions(allowed, **wrong)
    with pytest.raises(ValueError, match="match 1 has no action 999 now"):
        batch.step_actions([allowed[0], 999, allowed[2]])

    assert [cells_of(batch, match) for match in range(3)] == cells


def test_threads_are_restarted_in_a_forked_process() -> None:
    game = rulebook("leduc_poker").program
    threads = Threads(2, game_of(game).compiled)
    assert threads.run(2 * FEWEST, len) == [FEWEST, FEWEST]
    threads._process = -1  # as it is after a fork, where the threads are gone
    before = threads._pool
    assert threads.run(2 * FEWEST, len) == [FEWEST, FEWEST]
    assert threads._pool is not before
    threads.close()


def test_a_match_that_is_named_twice_begins_with_the_last_seed() -> None:
    batch, _ = in_step(rulebook("crazy_eights").program, 2)
    batch.begin_anew([1] * 600, range(600))
    whole, _ = in_step(rulebook("crazy_eights").program, 600)
    assert cells_of(batch, 1) == cells_of(whole, 599)
