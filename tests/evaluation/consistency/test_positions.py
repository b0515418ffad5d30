"""Each finding has the position that is nearest to its lines."""

from __future__ import annotations

from functools import cache

from attrs import evolve

from ruleslang.engine.match.interface import Observer
from ruleslang.evaluation.consistency.findings import Finding, findings
from ruleslang.evaluation.consistency.games import begun, positions_of_examples
from ruleslang.evaluation.consistency.search import search
from ruleslang.language.checks.subject import Subject
from ruleslang.library.load import load_text
from ruleslang.program.passes.parts import parts_of

GAME = """rulebook places "Places"
    language 1
    players 2: home, away
    starts with game

state n: 0..9 = 0, stops at the ends
state lever: yes or no = no

phase game
    take turns p among players until n > 4
        turn(p)
    nobody wins

procedure turn(p: player)
    open hall(p)
    add 1 to n
    if n > 3
        if n < 2
            set n to 0

window hall(p: player)
    asks {p}
    offers sing
    closes when all pass

action sing by w in hall(p)
    only if w is not p
    set n to 9

procedure shut(p: player)
    if p is home
        if p is away: set n to 3
    set lever to yes

example "it is shut"
    given n is 2
    when shut(home)
    then lever
"""


@cache
def found() -> dict[str, Finding]:
    """What can never happen, by the first line of its text."""
    loaded = load_text(GAME)
    assert loaded.compiled is not None
    written = tuple(positions_of_examples(loaded.compiled, loaded.spans))
    searched = search(loaded.compiled.program, 4.0, positions=written)
    every = findings(Subject(loaded.compiled, loaded.spans), searched)
    return {
        one.diagnostic.span.text: one
        for one in every
        if one.diagnostic is not None and one.group == "dead"
    }


def test_a_line_that_runs_in_play_has_the_shortest_game_to_it() -> None:
    one = found()["if n < 2"]

    assert one.nearness == "the line applies"
    assert one.game is not None
    assert one.game.position is None


def test_what_is_never_offered_has_a_position_in_which_it_could_be() -> None:
    one = found()["action sing by w in hall(p)"]

    assert one.nearness == "a rule that mentions it applies"
    assert one.game is not None


def test_what_play_does_not_reach_has_the_position_of_an_example() -> None:
    loaded = load_text(GAME)
    assert loaded.compiled is not None
    program = loaded.compiled.program
    one = found()["if p is away: set n to 3"]

    assert one.game is not None
    assert one.game.position is not None
    assert one.game.position.text == "given n is 2\nwhen shut(home)"
    reached = set[int]()
    begun(program, one.game, [Observer(reached=reached.add)])
    shut = next(each for each in program.procedures if each.name == "shut")
    assert parts_of(program).number(shut) in reached


HAND = """rulebook cards "Cards"
    language 1
    players 2: home, away
    starts with game

kind favour
card plain "Plain" x4: favour
    play
        nothing

card rare "Rare" x4: favour
    play
        only if n > 3
        you wins

state n: 0..9 = 0
zone pile: favour, ordered, seen by nobody
zone hand(player): favour, seen by owner
zone gone: favour, seen by all

action use by p choosing c from hand(p) where c is plain
    move c to gone
    perform c

action wait by p
    add 1 to n
    subtract 1 from n

phase game
    move cards to pile
    shuffle pile
    for each p in players: move top(pile, 3) to hand(p)
    repeat 3 times
        for each p in players
            p must do one of use, wait
    home wins
"""


def test_a_card_that_is_never_played_is_shown_in_a_hand() -> None:
    loaded = load_text(HAND)
    assert loaded.compiled is not None
    subject = Subject(loaded.compiled, loaded.spans)
    games = search(subject.program, 0.5).in_hand

    match = begun(subject.program, evolve(games["rare"], picks=()))
    for pick in games["rare"].picks[:-1]:
        match.choose(pick)

    assert match.decision is not None
    seat = match.decision.player
    name = f"hand({match.population.players[seat].name})"
    assert "rare" in {str(c).partition("#")[0] for c in match.view(seat).zones[name].cards}
