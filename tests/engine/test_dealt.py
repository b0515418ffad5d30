"""Copies of compiled matches with hidden information dealt again, and their playouts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ruleslang import load_text
from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.choose_engine import C, chosen_engine
from ruleslang.engine.compiled_in_c import WasmEngine
from ruleslang.engine.lowered_game import lowered
from ruleslang.engine.match.chance import Stream, Streams
from ruleslang.engine.match.entities import settle
from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.runtime_values import name_of
from ruleslang.engine.quick_engines import quick_engine, those_able
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.players.preference_bot import ChooserBot
from ruleslang.players.random_bot import RandomBot
from ruleslang.players.secrecy.deal_again import dealt_again
from ruleslang.program.program import Compiled
from tests.support.shipped import LARGE, compiled

SMALL = sorted({*shipped_rulebooks()} - LARGE)


def positions(of: Compiled, most: int) -> Iterator[CompiledMatch]:
    """A match by chance, at some of the decisions at which what is hidden can be dealt anew."""
    able = those_able(lowered(of.program, settle(of.program, None, None, None)), of.choosers[:1])
    match = WasmEngine(of.program, able).start(seed=4)
    bots = [RandomBot(4, seat) for seat in range(len(match.population.players))]
    for number in range(most):
        if (waits := match.waits_for) is None:
            return
        if number % 4 == 3:
            yield match
        match.choose(bots[waits[0]].choose(match))


def lasting(match: Match) -> tuple[list[str], list[str]]:
    """What lies where, and what is stored."""
    position = match.position
    there = [
        f"{place.order}: {[card.name for card in cards]}" for place, cards in position.zones.items()
    ]
    stored = [
        f"{name} {[*map(name_of, at)]} {value if value is None else name_of(value)}"
        for name, values in position.states.items()
        for at, value in values.items()
    ]
    return there, sorted(stored)


def unlike(of: Compiled, most: int) -> str:
    """What is wrong with the copies of one match; nothing, if they are right."""
    for number, match in enumerate(positions(of, most)):
        assert match.decision is not None
        change = dealt_again(match, match.decision.player, Stream(number + 1))
        before, copy = match.hash(), match.dealt(change)
        if copy is None:
            return "cannot be dealt"
        with match.rearranged(change):
            intended = lasting(match)
        if lasting(copy) != intended:
            return f"decision {number}: other cards lie there than the interpreter says"
        if copy.information() != match.information() or match.hash() != before:
            return f"decision {number}: the player can tell, or the match has changed"
    return ""


def test_a_dealt_copy_has_the_position_of_the_interpreter_and_looks_the_same() -> None:
    wrong = {name: message for name in SMALL if (message := unlike(compiled(name), 24))}

    assert wrong == {}


LARGE_STATE = """\
rulebook vault "Vault"
    players 2
    starts with game
    at most 20 decisions, then nobody wins
state gold(player): 0..299999999999999 = 7, seen by owner
phase game
    repeat
        p1 chooses n from 0..3
        add n to gold(p1)
        p2 chooses k from 0..3
        add k to gold(p2)
        if gold(p1) > gold(p2) + 9: p1 wins
"""


def test_a_secret_of_very_many_values_is_dealt_again() -> None:
    assert unlike(load_text(LARGE_STATE).compiled, 24) == ""


@pytest.mark.long
@pytest.mark.parametrize("name", shipped_rulebooks())
def test_a_dealt_copy_of_any_game_has_the_position_of_the_interpreter(name: str) -> None:
    assert unlike(compiled(name), 200) == ""


def ends(of: Compiled, seeds: int) -> set[tuple[str, ...]]:
    """By engine, how playouts of the same dealt copies end: by bots, by Python, by C."""
    settings = settle(of.program, None, None, None)
    choosers = of.choosers[:1]
    assert chosen_engine(C, of.program, settings, choosers=choosers).name == C
    engine = quick_engine(of.program, settings, choosers)
    assert engine is not None
    found: dict[str, list[str]] = {"bots": [], "wasm": [], "c": []}
    for match in positions(of, 24):
        twin = engine.resume(match.save())
        assert match.decision is not None
        seats = range(len(match.population.players))
        for seed in range(seeds):
            for policy in (None, choosers[0]):
                change = dealt_again(match, match.decision.player, Stream(seed + 1))
                slow, quick = match.dealt(change), twin.dealt(change)
                assert slow is not None and quick is not None
                played = slow.copy(Streams(seed))
                played.play_on(
                    [
                        ChooserBot(policy, of.program, seed, seat)
                        if policy
                        else RandomBot(seed, seat)
                        for seat in seats
                    ]
                )
                payoffs = played.outcome.payoffs if played.outcome else ()
                found["bots"].append(f"{payoffs} {played.hash()}")
                for name, dealt in (("wasm", slow), ("c", quick)):
                    copy = dealt.copy(Streams(seed))
                    assert isinstance(copy, CompiledMatch)
                    gained = copy.finish(seed, [policy for _ in seats])
                    found[name].append(f"{gained} {copy.hash()}")
    assert all(found.values())
    return {tuple(each) for each in found.values()}


def test_playouts_end_alike_on_every_engine() -> None:
    for name in ("leduc_poker", "gin_rummy", "hanabi"):
        assert len(ends(compiled(name), 2)) == 1


def test_a_playout_stops_after_so_many_decisions_alike_on_every_engine() -> None:
    of = compiled("spell_duel")
    engine = quick_engine(of.program, settle(of.program, None, None, None), of.choosers[:1])
    assert engine is not None
    differ, policy = [], of.choosers[0] if of.choosers else None
    for match in positions(of, 24):
        copies = [match.copy(Streams(7)), engine.resume(match.save()).copy(Streams(7))]
        log = []
        for copy in copies:
            assert isinstance(copy, CompiledMatch)
            gained = copy.finish(3, [policy, policy], 5)
            more = copy.asked - match.asked
            log.append((gained, more, copy.waits_for, copy.hash(), copy.counters("life")))
        if log[0] != log[1] or (log[0][2] is not None and log[0][1] != 5):
            differ.append(log)

    assert differ == []
