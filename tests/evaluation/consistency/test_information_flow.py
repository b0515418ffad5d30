"""Hidden information that affects public events."""

from __future__ import annotations

import pytest

from ruleslang.evaluation.consistency.information_flow import Secrets, flows
from ruleslang.language.checks.subject import Subject
from ruleslang.library.load import load_text

GAME = """rulebook telling "Telling"
    language 1
    players 2
    starts with game

kind token
    has rank: 0..9
card chip x9: token
    rank: 3
zone pile: token, ordered, seen by nobody
zone hand(player): token, seen by owner
zone box(player): token, seen by owner, count seen by owner
zone shown: token, seen by all
state score: 0..9 = 0
state memory(player): 0..9 = 0, seen by owner

value strong(p: player) = there is c in hand(p) where rank(c) > 4

phase game
    move cards to pile
    take turns p among players
        turn(p)
    nobody wins

procedure turn(p: player)
    move top(pile) to hand(p)
"""

CASES = {
    "if strong(p): add 1 to score": [("hand", "`score`")],
    "if hand(p) is not empty: add 1 to score": [],
    "if number of hand(p) > 2: add 1 to score": [],
    "if box(p) is not empty: add 1 to score": [("box", "`score`")],
    "if strong(p): add 1 to memory(p)": [],
    "set score to memory(p)": [("memory", "`score`")],
    "let n = memory(p)\n    set score to n": [("memory", "`score`")],
    "if memory(p) is 1: p chooses c from hand(p)": [("memory", "who is asked")],
    "let q = opponent(p)\n    together\n        p chooses a from hand(p)\n"
    "        q chooses b from hand(q)": [],
    "p chooses c from hand(p)\n    if rank(c) is 3: add 1 to score": [],
    "if top(pile) is chip: move top(pile) to shown": [
        ("pile", "the number of cards in `shown`"),
        ("pile", "the number of cards in `pile`"),
    ],
    "let c = top(pile), surely\n    move c to shown\n    if rank(c) is 3: add 1 to score": [],
    "let c = top(pile), surely\n    if rank(c) is 3: add 1 to score": [("pile", "`score`")],
    "reveal hand(p)\n    if strong(p): add 1 to score": [],
    "if strong(p): p wins": [("hand", "who wins")],
    "for each q in players where strong(q)\n        add 1 to score": [("hand", "`score`")],
}


@pytest.mark.parametrize("lines", CASES)
def test_what_a_secret_decides(lines: str) -> None:
    loaded = load_text(f"{GAME}    {lines}\n")
    assert loaded.compiled is not None, loaded.diagnostics
    program = loaded.compiled.program
    turn = next(each for each in program.procedures if each.name == "turn")

    found = flows(Secrets(program), turn.body.statements)
    assert [(each.hidden[0], what) for each in found for what, _ in each.decides] == CASES[lines]


def test_both_lines_are_named() -> None:
    loaded = load_text(f"{GAME}    let n = memory(p)\n    if n > 3\n        add 1 to score\n")
    assert loaded.compiled is not None, loaded.diagnostics
    subject = Subject(loaded.compiled, loaded.spans)
    (flow,) = flows(Secrets(subject.program), subject.procedures["turn"].body.statements)

    assert subject.span(flow.origin).text.startswith("if n > 3")
    ((_, written),) = flow.decides
    assert subject.span(written).text == "add 1 to score"
