"""`replay --show` describes a game in the words of `play`."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.simulation.records.match_start import Refused, refuse_other_form
from ruleslang.source.checksum import seal, unseal
from tests.apps.cli.conftest import Run

OWLS = """\
rulebook owls "Owls"
    players 2: ann, bob
    starts with game
die coin: heads, tails
kind owl
card clock_owl "Owl, of the clock" x2: owl
card barn_owl "Barn owl": owl
zone nest: owl, ordered, seen by nobody
zone tree: owl, seen by all
phase game
    move cards to nest
    shuffle nest
    roll coin as face
    ann chooses one of
        wait_here: nothing
        fly_on: nothing
    move nest to tree
    together
        ann chooses hers "owls to call" from 1..2
        bob chooses his "owls to feed" from 1..2
    if face is heads and hers is his: bob wins
    ann must do one of hoot
    ann wins
action hoot "hoot at" by p choosing q "whom to hoot at" from players
    nothing
"""

DICE = """\
rulebook dice "Dice"
    players 2: ann, bob
    starts with game
die d6: 1..6
phase game
    ann chooses guess from 1..6
    roll d6 as pips
    if pips is guess: ann wins
    bob wins
"""


def test_events_are_logged_in_the_words_of_the_rulebook(run: Run) -> None:
    Path("owls.rules").write_text(OWLS)
    run("simulate", "owls.rules", "--games", "1", "--records", "owls.jsonl")

    shown = run("replay", "owls.jsonl", "--rulebook", "owls.rules", "--show").out

    assert '  shuffled nest: "Owl, of the clock' in shown
    assert "  rolled coin: " in shown
    assert "  ann: wait here or fly on: " in shown
    assert "  in secret: ann: owls to call: " in shown
    assert "; bob: owls to feed: " in shown
    assert "player 0" not in shown
    assert shown.endswith(" wins\n1 game played again, each as recorded\n")


def test_the_same_choice_from_another_offer_is_reported_with_both_offers(run: Run) -> None:
    Path("owls.rules").write_text(OWLS)
    run("simulate", "owls.rules", "--games", "1", "--records", "owls.jsonl")
    record = unseal(Path("owls.jsonl").read_text())
    menu = next(event for event in record["events"] if "fly_on" in event.get("choices", ()))
    menu["choices"] = [menu["choice"]]
    Path("owls.jsonl").write_text(seal(record))

    told = run("replay", "owls.jsonl", "--rulebook", "owls.rules").out

    chosen = f"ann, wait_here or fly_on: {menu['choice']}"
    assert f"recorded: {chosen} (offered: {menu['choice']})\n" in told
    assert f"now:      {chosen} (offered: wait_here, fly_on)\n" in told


def test_a_record_that_ends_too_soon_is_continued_by_what_happens_now(run: Run) -> None:
    Path("dice.rules").write_text(DICE)
    run("simulate", "dice.rules", "--games", "1", "--records", "dice.jsonl", "--jobs", "1")
    record = unseal(Path("dice.jsonl").read_text())
    last = record["events"].pop()
    Path("dice.jsonl").write_text(seal(record))
    told = run("replay", "dice.jsonl", "--rulebook", "dice.rules").out
    assert f"recorded: the game is over\n  now:      roll of d6: {last['outcome'][0]}\n" in told

    Path("dice.jsonl").write_text(seal({**record, "automatic": 1}))
    told = run("replay", "dice.jsonl", "--rulebook", "dice.rules").err
    assert told.endswith("the number of automatic seats is 1, and must be 0\n")


def test_a_line_without_a_form_is_not_called_an_older_record() -> None:
    with pytest.raises(Refused, match="it is not a record of this kind"):
        refuse_other_form({"record": "unfinished"}, 1)
