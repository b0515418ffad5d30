"""The contract of every engine, tested only through its interface."""

from __future__ import annotations

import pytest

from ruleslang.engine.choose_engine import engine_for
from ruleslang.engine.match.chance import Streams
from ruleslang.engine.match.decision import Chanced
from ruleslang.engine.match.engine import Engine
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import (
    Begun,
    Chosen,
    DoAction,
    Match,
    NotLegal,
    Observer,
    Offered,
    Read,
    RunProcedure,
    StoredRead,
)
from ruleslang.engine.match.position import LayCards, Rearrangement, Run, SetState, TurnTo
from ruleslang.engine.match.runtime_values import Player
from ruleslang.program.events import ProcedureRun, event_name
from tests.engine.interpreter.rulebooks import compiled

BODY = """
kind token
card ruby "Ruby" x4: token
card pearl "Pearl" x4: token
zone pile: token, ordered, seen by nobody
zone hand(player): token, at most 2, seen by owner
zone laid: token, seen by all
state coins(player): 0..9 = 1
state secret(player): 0..9 = 1, seen by owner

action spend by p choosing c from hand(p)
    pays 1 from coins(p)
    move c to laid

phase deal(p: player)
    move top(pile) to hand(p)

phase game
    move cards to pile
    shuffle pile
    deal(home)
    deal(home)
    deal(away)
    deal(away)
    repeat at most 3 times
        home chooses c from hand(home)
        move c to pile
        shuffle pile
        deal(home)
        away chooses n from 1..3
        set coins(away) to n + secret(away)
    nobody wins
"""


@pytest.fixture
def engine() -> Engine:
    return engine_for(compiled(BODY).program)


def played(match: Match, choices: int) -> Match:
    for _ in range(choices):
        assert match.decision is not None
        match.choose(len(match.decision.choices) - 1)
    return match


def opened(engine: Engine) -> tuple[Match, Player, Player]:
    match = engine.opening()
    home, away = match.population.players
    population = match.population
    rubies = [card for card in population.cards if card.title is population.titles["ruby"]]
    match.arrange(LayCards(population.places["hand"][home,], tuple(rubies[:2])))
    match.arrange(SetState("coins", (home,), 3))
    return match, home, away


def test_a_saved_match_goes_on_alike(engine: Engine) -> None:
    match = played(engine.start(seed=7), 3)
    again = engine.resume(match.save())
    twin = match.copy()

    for each in (again, twin):
        assert each.hash() == match.hash()
        assert each.events == match.events
        assert played(each, 2).hash() == played(match.copy(), 2).hash()
    assert match.hash() == engine.resume(match.save()).hash()


def test_an_arranged_position_is_saved_with_what_was_begun_in_it(engine: Engine) -> None:
    match, home, _ = opened(engine)
    match.arrange(TurnTo(home))
    match.begin(DoAction(home, "spend", ()))
    assert match.decision is None and match.fault is None

    again = engine.resume(match.save())

    assert again.hash() == match.hash()
    assert again.position.states["coins"] == match.position.states["coins"]


def test_other_chance_from_here_on(engine: Engine) -> None:
    match = played(engine.start(seed=7), 1)
    copies = [match.copy(Streams(seed)) for seed in range(20)]

    assert {each.decision and each.decision.choices for each in copies} == {
        match.decision and match.decision.choices
    }
    ends = {tuple(map(str, played(each, 3).events)) for each in copies}
    assert len(ends) > 1


def test_what_cannot_be_arranged_or_begun_is_refused(engine: Engine) -> None:
    match, home, away = opened(engine)
    with pytest.raises(Fault, match="out-of-range"):
        match.arrange(SetState("coins", (home,), 12))
    with pytest.raises(Fault, match="zone-full"):
        match.arrange(LayCards(match.population.places["hand"][home,], match.population.cards))
    with pytest.raises(NotLegal):
        match.begin(DoAction(away, "spend", ()))
    with pytest.raises(ValueError, match="no choice"):
        engine.start().choose(99)


def test_all_observers_hear_the_same_in_order(engine: Engine) -> None:
    heard: list[list[str]] = [[], []]

    def observer(notes: list[str]) -> Observer:
        def statement(match: Match, begun: Begun) -> None:
            assert begun.body in match.bodies()
            notes.append(type(begun.statement).__name__)

        def offered(match: Match, offer: Offered) -> None:
            assert len(offer.again()) == len(offer.offers)
            notes.append(f"offered {len(offer.offers)}")

        def begun(match: Match, run: Run) -> None:
            notes.append(f"{type(run.event).__name__} {event_name(run.event)}")

        def chosen(match: Match, made: Chosen) -> None:
            notes.append(f"{made.by.name} chose")

        def chanced(match: Match, event: Chanced) -> None:
            notes.append(event.kind)

        return Observer(None, statement, offered, begun, chosen, chanced)

    both = [observer(notes) for notes in heard]
    match = engine.start(seed=7, observers=both)
    match.ignore(both[1])
    before = len(heard[1])
    played(match, 1)

    assert heard[0][:before] == heard[1]
    assert len(heard[1]) == before < len(heard[0])
    assert heard[0][0] == "ProcedureRun game"
    assert (
        heard[0].index("shuffle")
        < heard[0].index("ProcedureRun deal")
        < heard[0].index("offered 2")
    )
    assert "home chose" in heard[0][before:]
    assert [run.event for run in match.under_way] == [ProcedureRun("game")]


def test_reads_are_heard_while_the_rules_read(engine: Engine) -> None:
    reads: list[Read] = []
    match = played(engine.start(seed=7), 1)
    match.observe(Observer(read=lambda _, read: reads.append(read)))
    played(match, 1)
    away = match.population.players[1]

    assert StoredRead("secret", (away,)) in reads
    assert StoredRead("coins", (match.population.players[0],)) not in reads


def test_a_look_at_what_is_otherwise_leaves_no_trace(engine: Engine) -> None:
    match = engine.start(seed=7)
    home, away = match.population.players
    before, view = match.hash(), match.view(0)
    hand = match.position.zones[match.population.places["hand"][away,]]
    pile = [card for card in match.population.cards if card not in hand]
    other = next(card for card in pile if card.title is not hand[0].title)
    change = Rearrangement(pairs=((hand[0], other),), states=(("secret", (away,), 5),))

    with match.rearranged(change):
        assert match.view(1) != engine.start(seed=7).view(1)
        assert match.position.states["secret"][away,] == 5

    assert (match.hash(), match.view(0)) == (before, view)
    assert match.save().hash == before
    assert home.name == "home"


def test_what_is_perturbed_lasts_until_its_end(engine: Engine) -> None:
    match = played(engine.start(seed=7), 1)
    away = match.population.players[1]
    perturbation = match.perturb(Rearrangement(states=(("secret", (away,), 5),)))
    played(match, 1)
    perturbation.end()

    assert match.position.states["coins"][away,] == 3 + 5
    assert match.position.states["secret"][away,] == 1
    with pytest.raises(ValueError, match="cannot be reproduced"):
        match.save()


def test_chance_is_diverted(engine: Engine) -> None:
    match, _, away = opened(engine)
    before = match.divert(Streams(3))

    assert isinstance(before, Streams)
    assert match.divert(before).words() == []
    match.begin(RunProcedure("deal", (away,)))
    assert match.decision is None


def test_engines_of_one_program_hand_out_the_same_values(engine: Engine) -> None:
    one, other = engine.start(seed=1), engine_for(engine.program).start(seed=2)

    assert one.population.players[0] is other.population.players[0]
    assert one.population.cards == other.population.cards
