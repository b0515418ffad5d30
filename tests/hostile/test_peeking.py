"""A player that a rulebook declares knows no more than a person in that seat."""

from __future__ import annotations

import pytest

from ruleslang.api import Game, RulesError, load
from ruleslang.engine.interpreter.view import with_eyes_of
from ruleslang.engine.match.faults import Fault
from ruleslang.players.preference_bot import ChooserBot

TEXT = """
rulebook peeking "Peeking"
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins

kind number_card
    has strength: 1..9
deck numbers of number_card: strength in 1..9

zone pile: number_card, ordered, seen by nobody
zone hand(player): number_card, seen by owner
zone heap: number_card, seen by all
state secret(p: player): 0..9 = 3, seen by owner

value best(p: player): 0..9 = sum of strength(c) over c in (hand(p) with highest strength(it))
value of_rival(p: player): 0..9 = 0 when number of heap > 9 otherwise best(opponent(p))
value of_other(p: player): 0..9 = 0 when number of heap > 9 otherwise secret(opponent(p))
value theirs: 0..9 = larger(best(home), best(away))
value lying: 0..18 = number of hand(home) + number of hand(away)

phase game
    move cards to pile
    shuffle pile
    for each p in players
        move top(pile, 3) to hand(p)
    home must do lay, if impossible give_up
    home wins

procedure give_up
    nobody wins

action lay by p choosing c "card" from hand(p)
    move c to heap

player sly "Would know the other's cards"
    prefer lay(c) where PEEKS
    otherwise order

player honest "Takes the first"
    otherwise order
"""
PEEKS = [
    "strength(c) < of_rival(you)",
    "strength(c) < theirs",
    "there is k in cards where holder(k) is opponent(you) and strength(k) > strength(c)",
    "of_other(you) < strength(c)",
]
KNOWN = ["strength(c) is best(you)", "lying is 6 and strength(c) is best(you)"]


def game(peeks: str) -> Game:
    return load(TEXT.replace("PEEKS", peeks))


def choice(game: Game, name: str, seed: int) -> str:
    match = game.start(seed=seed)
    chooser = next(each for each in game.compiled.choosers if each.name == name)
    index = ChooserBot(chooser, game.program, seed, 0).choose(match.engine)
    assert match.decision is not None
    return match.decision.choices[index].id


@pytest.mark.parametrize("peeks", PEEKS)
def test_a_line_that_reads_what_is_hidden_is_passed_over(peeks: str) -> None:
    played = game(peeks)

    assert all(choice(played, "sly", n) == choice(played, "honest", n) for n in range(20))


@pytest.mark.parametrize(
    "peeks", ["strength(c) < best(opponent(you))", "secret(opponent(you)) < strength(c)"]
)
def test_a_line_that_can_never_count_is_refused(peeks: str) -> None:
    with pytest.raises(RulesError, match="preference-peeks"):
        game(peeks)


@pytest.mark.parametrize("known", KNOWN)
def test_what_a_player_sees_he_may_prefer_by(known: str) -> None:
    played = game(known)

    assert any(choice(played, "sly", n) != choice(played, "honest", n) for n in range(20))


def test_what_was_worked_out_for_the_rules_is_not_handed_on() -> None:
    engine = game("strength(c) > 1").start(seed=1).engine
    asked = engine.decision
    assert asked is not None
    theirs = engine.machine.tables.values["theirs"].cases[0].value
    engine.evaluate(theirs)

    with pytest.raises(Fault, match="unseen"), with_eyes_of(engine.machine, asked.asked):
        engine.evaluate(theirs)
    assert isinstance(engine.evaluate(theirs), int)
