"""
After a fault a match is over, and all that may be asked of it is answered, whatever the fault is,
whichever engine played, and also where chance is asked for.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from copy import deepcopy

import pytest

import ruleslang
from ruleslang.api import Game, Match
from ruleslang.engine.choose_engine import EngineName
from ruleslang.language.lower.rulebook import compile_trees
from ruleslang.language.syntax.parse import parse
from ruleslang.program import limits
from ruleslang.simulation.records.game_record import from_line
from ruleslang.simulation.replay import replay
from ruleslang.source.span import Source
from tests.engine.c.conftest import compiler as compiler
from tests.support.engines import ENGINES

BEGINNING = """\
rulebook breaking "Breaking"
    players 2..3: ann, bob, eve
    automatic seats 0..1
    at most 300 decisions, then nobody wins
    starts with game
die d6: 1..6
board field: grid 2 by 1, neighbours 4, one piece per space
piece man "Man" x2 on field
kind token
    has worth: 0..9 = 1
    has size(1..3): 0..9 = 6
kind coin
card bead "Bead" x6: token
card cent "Cent": coin
kind toy: token
card spinner "Spinner": toy
    play
        set n to unset
card ball "Ball": toy
    play
        only if playable(ball, next(you))
        set n to 1
zone pile: cards, ordered, seen by nobody
zone bag: cards, seen by all
zone shelf: toy, seen by all
zone box: token, at most 2, seen by all
state n: 0..9 = 0
state leader: player or none
state unset: 0..9
state faces: list of 0..9 up to 2 = {}
phase game
    move cards to pile
    move (pile where it is toy) to shelf
    shuffle pile
    ann chooses first_number from 1..3
    roll d6 as first_face
    set n to first_face
    bob chooses second_number from 1..2
    roll d6 as second_face
    set n to second_face
    break_off
    ann wins
"""
# The slug of the fault, then what happens when it comes to it.
FAULTS = {
    "asked-automatic": "    eve chooses m from 1..2",
    "asked-nobody": "    first(players where n > 9) chooses m from 1..2",
    "endless, passes": "    repeat 9000 times: idle",
    "endless, calls": "    again",
    "endless, values": "    if playable(ball, bob): nothing",
    "never-settles": "    set unset to 7",
    "no-such-field": "    move (pile where it is coin) to bag\n    measured(top(bag))",
    "none-in-arithmetic": "    set n to n + worth(top(box))",
    "not-a-member": "    set n to 9\n    set n to size(bead, n)",
    "not-under-way": "    end idle",
    "out-of-range": "    add 9 to n",
    "out-of-range, in a phase": "    pause",
    "out-of-range, after a phase": "    rest",
    "space-taken": "    for each m in pieces: move m to cell(1, 1)",
    "too-few-seats": "    opponent(bob) wins",
    "too-much, dice": "    roll (n + 1000) d6 as thrown",
    "too-much, effects": "    repeat 99 times: strengthen",
    "unset-state": "    set n to unset",
    "wrong-kind-in-zone": "    move (pile where it is coin) to bag\n    put_away(top(bag))",
    "zone-full": "    move (pile where it is token) to box",
}
DECLARED = """
value strength: 0..9 = 3
value owed(p: player): 0..9 = unset
procedure measured(c: card)
    set n to worth(c)
procedure put_away(c: card)
    move c to box
procedure strengthen
    until game ends
        modify strength: +0
procedure idle
    nothing
phase pause
    add 9 to n
phase rest
    nothing
after rest
    add 9 to n
procedure stop_resting
    end rest if under way
procedure again
    nothing
after again
    again
whenever unset is 7
    set unset to 8
whenever unset is 8
    set unset to 7
"""


# A fault in other places: at the start, at the end, in what all decide together, in a play.
ELSEWHERE = {
    "unset-state, at the start": ("    shuffle pile\n", "    set n to unset\n"),
    "unset-state, in payoffs": (
        "    starts with game\n",
        "    starts with game\n    payoff owed\n",
    ),
    "unset-state, at the cap": (
        "    at most 300 decisions, then nobody wins\n",
        "    at most 1 decisions, then (players where unset > 3) win\n",
    ),
    "unset-state, together": (
        "    break_off\n    ann wins\n",
        "    together for each p in {ann, bob}\n        p chooses guess from 1..2\n"
        "        if guess > unset: nothing\n    ann wins\n",
    ),
    "no-result": ("    ann wins\n", ""),
    "unset-state, in a play": ("    break_off\n", "    perform spinner by bob\n"),
}


def game_of(title: str, beginning: str = BEGINNING) -> Game:
    """The game that ends in a fault, without the checks, which see some of them coming."""
    body = FAULTS.get(title, "    nothing")
    text = f"{beginning}procedure break_off\n{body}\n{DECLARED}"
    before, after = ELSEWHERE.get(title, ("", ""))
    assert before in text
    tree, mistakes = parse(Source(title, text.replace(before, after) if before else text))
    assert not mistakes
    compiled = compile_trees([tree]).compiled
    assert compiled is not None
    return Game(compiled)


@pytest.fixture(autouse=True)
def _few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match ends soon where it would not end."""
    for limit, most in (("STEPS", 1_000), ("FIRINGS", 40), ("LASTING", 40)):
        monkeypatch.setattr(limits, limit, most)


def begun(game: Game, engine: EngineName, chance: str) -> Match:
    if chance == "asked":
        return game.start(players=3, automatic=1, engine=engine, chance="asked")
    return game.start(seed=3, players=3, automatic=1, engine=engine)


def play(match: Match) -> Match:
    """Take the last choice each time, up to the fault."""
    while match.decision is not None:
        match.choose(match.decision.choices[-1])
    return match


def answers(match: Match) -> Iterator[object]:
    """What a match that is over answers, alike on all engines."""
    assert match.fault is not None
    yield str(match.fault), match.fault.origin
    yield match.is_over, match.decision, match.outcome, match.choices, match.parts, match.actions()
    yield str(match), match.hash(), tuple(match.events)
    for seat in (None, 0, 1, 2):
        yield match.view(seat), match.story(seat), match.under_way(seat), match.information(seat)
        yield match.given(seat), match.boards(seat), match.observation(seat)
    yield match.why(1, "shelf", 0).reasons
    yield from_line(match.record()).events, from_line(match.record()).fault


def check_ways_back(match: Match) -> None:
    """Copies, saves and records lead to the same fault; before it the match goes on."""
    fault, hash = str(match.fault), match.hash()
    others = [match.copy(), deepcopy(match), pickle.loads(pickle.dumps(match))]
    others += [match.game.resume(match.to_json(), engine=engine) for engine in ENGINES]
    assert {(str(other.fault), other.hash()) for other in others} == {(fault, hash)}
    assert replay(match.game.program, from_line(match.record())) is None
    for number in range(len(match.choices)):
        before = match.before(number)
        assert (before.fault, before.outcome) == (None, None)
        assert before.decision is not None
        before.story(0)
        assert str(play(before).fault) == fault
    if match.choices:
        made = match.pop()
        assert match.fault is None
        assert match.decision is not None
        match.push(made.choice)
        assert (str(match.fault), match.hash()) == (fault, hash)
        match.pop()
        match.make_again(made)
        assert (str(match.fault), match.hash()) == (fault, hash)
    with pytest.raises(ruleslang.IllegalChoice, match="the match is over"):
        match.choose(0)


def compare(game: Game, chance: str, fault: str) -> None:
    """Whether all engines meet this fault, and answer alike after it."""
    engines = ENGINES if chance == "drawn" else ENGINES[:2]
    matches = [play(begun(game, engine, chance)) for engine in engines]

    first, *others = [list(answers(match)) for match in matches]

    assert str(matches[0].fault).startswith(fault)
    assert all(other == first for other in others)
    for match in matches:
        check_ways_back(match)


@pytest.mark.parametrize("chance", ["drawn", "asked"])
@pytest.mark.parametrize("title", [*FAULTS, *ELSEWHERE])
def test_after_a_fault_all_engines_answer_alike(title: str, chance: str, compiler: object) -> None:
    compare(game_of(title), chance, f"{title.partition(',')[0]}: ")


BEFORE_ALL_STEPS = """
dice cup: 2 d6
value much: 0..9 = 4 + 2 * (number of (players where n is 0))
whenever much > 8
    nothing
state faces:"""


@pytest.mark.parametrize("chance", ["drawn", "asked"])
def test_dice_that_were_rolled_before_a_fault_at_the_start_are_kept(
    chance: str, compiler: object
) -> None:
    """The condition is tested first when the dice lie on the table."""
    game = game_of("n", BEGINNING.replace("\nstate faces:", BEFORE_ALL_STEPS))
    matches = [play(begun(game, engine, chance)) for engine in ENGINES]

    assert len({(str(match.fault), match.hash(), str(match.story(0))) for match in matches}) == 1
    assert str(matches[0].fault).startswith("out-of-range: `much` would be 10")
    for match in matches if chance == "drawn" else ():  # no choice was made to go back to
        check_ways_back(match)


@pytest.mark.parametrize("chance", ["drawn", "asked"])
@pytest.mark.parametrize("most", [12, 14, 17])
def test_a_record_that_is_full_ends_a_match_alike(
    most: int, chance: str, compiler: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is full at a choice, or at what chance does after it."""
    monkeypatch.setattr(limits, "NOTED", most)
    compare(game_of("full"), chance, "too-much: more than ")
