"""Names that no scope explains alone: axes of decks, preferences of players, zones of states."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import ruleslang
from ruleslang.library.workspace.rename import rename
from ruleslang.library.workspace.workspace import Workspace

RULES = """\
rulebook names "Names"
    players 2
    starts with game

words Suit: red, black
kind plain_card
    has suit: Suit
    has rank: 1..3
deck plain "{suit} {rank}" of plain_card: suit in Suit, rank in 1..3
zone stock: cards, seen by nobody
zone hand(whose: player): cards, seen by ({whose})
state marked(plain_card): yes or no = no, only in hand

phase game
    move cards to stock
    move top(stock, 3) to hand(p1)
    p1 must do lay as often as possible, if once only by highest fee, if impossible nothing
    p1 chooses c "one" from hand(p1)
    set marked(c) to yes
    mark_another
    p1 wins

procedure mark_another
    if hand(p1) is not empty
        p1 chooses c "another" from hand(p1)
        set marked(c) to yes

action lay by p choosing fee "fee" from 1..2, d "card" from hand(p) where not marked(d)
    set marked(d) to yes

player keen "Lays high cards"
    prefer lay(f, e) where f > 1 and rank(e) > 2
    prefer c by highest rank(c), then order

words Call: Suit, grand
state called: Call = red

table looks
    | what       | title   | hides |
    | red        | crimson |       |
    | plain_card | plain   | rank  |
    | rank       | height  |       |
"""
NEW = "other_name"
LINES = {  # of each name: the lines in which it stands, from 1
    "suit": [7, 9, 9],
    "rank": [8, 9, 9, 32, 33, 41, 42],
    "Suit": [5, 7, 9, 35],
    "red": [5, 36, 40],
    "whose": [11, 11],
    "hand": [11, 12, 16, 18, 24, 25, 28],
    "fee": [17, 28],
    "c": [18, 19, 25, 26, 33, 33],  # who prefers one means both
    "f": [32, 32],
}


@pytest.mark.parametrize("name", LINES)
def test_a_name_is_renamed_in_all_places(name: str, tmp_path: Path) -> None:
    path = (tmp_path / "names.rules").resolve()
    path.write_text(RULES, encoding="utf-8")
    workspace = Workspace(str(path))
    (tree,) = workspace.snapshot().trees
    first = next(
        use for use in workspace.snapshot().names.within(tree.source) if use.span.text == name
    )

    edits = rename(workspace, path, first.span.start, NEW)[path]

    assert sorted(edit.span.line for edit in edits) == LINES[name]
    assert {edit.span.text for edit in edits} == {name}


def test_the_text_of_these_tests_is_a_rulebook(tmp_path: Path) -> None:
    path = tmp_path / "names.rules"
    path.write_text(RULES, encoding="utf-8")

    assert Counter(each.severity.value for each in ruleslang.check(path))["error"] == 0


def test_names_in_braces_are_renamed_in_all_languages(tmp_path: Path) -> None:
    path = (tmp_path / "names.rules").resolve()
    rules = """\
rulebook asked "Asked"
    players 2
    starts with game
    texts in en, fr

phase game
    open reply(p1)
    p1 wins

window reply(whom: player) "in reply to {whom}"
    asks players
    offers answer_it
    closes when all pass

action answer_it by p
    stop

table texts
    | what  | original         | fr                |
    | reply | in reply to {whom} | en réponse à {whom} |
"""
    path.write_text(rules, encoding="utf-8")
    workspace = Workspace(str(path))
    assert workspace.snapshot().compiled is not None

    edits = rename(workspace, path, rules.index("whom: player"), NEW)[path]

    assert sorted(edit.span.line for edit in edits) == [10, 10, 20, 20]


PLAYS = """\
rulebook plays "Plays"
    players 2
    starts with game

kind spell
zone hand(player): cards, seen by owner
zone gone: cards, seen by all

card bolt "Bolt" x3: spell
    play choosing target from players
        move this to gone
card storm "Storm" x3: spell
    play choosing target from players
        move this to gone
        if target is p1: p1 wins

phase game
    move cards to hand(p1)
    p1 chooses c from hand(p1)
    perform c by p1
    p1 wins

before play(spell)
    notice(this play)

procedure notice(pending: play of spell under way)
    if target(pending) is p2: p2 wins
"""


def test_what_is_chosen_for_any_play_is_renamed_in_all(tmp_path: Path) -> None:
    path = (tmp_path / "plays.rules").resolve()
    path.write_text(PLAYS, encoding="utf-8")
    assert not [each for each in ruleslang.check(path) if each.is_error]
    workspace = Workspace(str(path))

    edits = rename(workspace, path, PLAYS.index("target"), NEW)[path]

    assert sorted(edit.span.line for edit in edits) == [10, 13, 15, 27]
