"""What no rule decides, that shows only while a match is played."""

from __future__ import annotations

from ruleslang.checks.subject import Subject
from ruleslang.consistency.findings import findings
from ruleslang.consistency.search import search
from ruleslang.library.load import load_text

TEXT = """rulebook shares "Shares"
    language 1
    players 2
    starts with game

state folded(player): yes or no = no

phase game
    for each p in players
        p chooses one of
            fold: set folded(p) to yes
            stay: nothing
    let some = (players where folded(it))
    if some is not empty: set active to first(some)
    finish

procedure finish
    (players where not folded(it)) win
"""
SHOWN = """
example "when all have folded, nobody wins"
    given folded(p1) and folded(p2)
    when finish
    then nobody wins
"""


def told(text: str) -> set[tuple[str, str]]:
    loaded = load_text(text)
    assert loaded.compiled is not None
    searched = search(loaded.compiled.program, 0.2)
    return {
        (one.message, one.diagnostic.span.text)
        for one in findings(Subject(loaded.compiled, loaded.spans), searched)
        if one.group == "decided by the engine" and one.diagnostic is not None
    }


def test_a_set_of_winners_in_which_nobody_is_and_the_first_of_several_are_noted() -> None:
    found = told(TEXT)

    assert {line for _, line in found} == {
        "(players where not folded(it)) win",
        "set active to first(some)",
    }
    assert any("nobody wins" in message for message, _ in found)


def test_what_an_example_shows_is_decided() -> None:
    assert {line for _, line in told(TEXT + SHOWN)} == {"set active to first(some)"}
