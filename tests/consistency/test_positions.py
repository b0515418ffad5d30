"""Each finding has the position that is nearest to its lines."""

from __future__ import annotations

from functools import cache

from ruleslang.checks.subject import Subject
from ruleslang.consistency.findings import Finding, findings
from ruleslang.consistency.games import begun, positions_of_examples
from ruleslang.consistency.search import search
from ruleslang.library.load import load_text
from ruleslang.match.observer import Observer
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
    searched = search(loaded.compiled.program, 0.6, positions=written)
    every = findings(Subject(loaded.compiled, loaded.spans), searched)
    return {
        one.diagnostic.span.text: one
        for one in every
        if one.diagnostic is not None and one.group == "dead"
    }


def test_a_line_that_runs_in_play_has_the_shortest_game_to_it() -> None:
    one = found()["if n < 2"]

    assert one.nearness == "the line is at work"
    assert one.game is not None
    assert one.game.position is None


def test_what_is_never_offered_has_a_position_in_which_it_could_be() -> None:
    one = found()["action sing by w in hall(p)"]

    assert one.nearness == "what names it is at work"
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
