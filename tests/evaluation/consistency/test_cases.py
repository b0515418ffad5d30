"""Games in which a number comes that stands in two rows."""

from __future__ import annotations

from ruleslang.evaluation.consistency.games import begun
from ruleslang.evaluation.consistency.nearest_game import OF_ROWS, games_of_cases
from ruleslang.language.checks.subject import Subject
from ruleslang.library.load import load_text

TEXT = """rulebook rows "Rows"
    language 1
    players 2: home, away
    starts with game

die d6: 1..6
state coins(player): 0..30 = 0
value prize(n: 1..6): 0..9
    when n <= 3: 1
    when n >= 3 and n < 6: 2
    otherwise: 5

phase game
    for each p in players
        roll d6 as n
        p chooses more from 1..2
        add prize(n) to coins(p)
        if coins(p) <= 5: add 1 to coins(p)
        else if coins(p) >= 5: add 2 to coins(p)
        if n <= 2: add 1 to coins(p)
        if n >= 2: add more to coins(p)
        add (9 when n is in 2..4 otherwise 8 when n is in 4..5 otherwise 1) to coins(p)
    (players with highest coins(it)) win
"""


def test_every_case_has_a_game_that_can_be_played_again() -> None:
    loaded = load_text(TEXT, lints=True)
    assert loaded.compiled is not None
    doubtful = [told for told in loaded.diagnostics if told.slug == OF_ROWS]

    games = games_of_cases(Subject(loaded.compiled, loaded.spans), doubtful, 0.5)

    assert {span.line for span in games} == {told.span.line for told in doubtful}
    assert len(games) == 4
    for game in games.values():
        match = begun(loaded.compiled.program, game)
        for pick in game.picks:
            match.choose(pick)


def test_the_game_ends_where_the_number_comes() -> None:
    loaded = load_text(TEXT, lints=True)
    assert loaded.compiled is not None
    doubtful = [told for told in loaded.diagnostics if told.slug == OF_ROWS]

    games = games_of_cases(Subject(loaded.compiled, loaded.spans), doubtful, 0.5)

    (game,) = (game for span, game in games.items() if "n >= 3" in span.text)
    match = begun(loaded.compiled.program, game)
    for pick in game.picks[:-1]:
        match.choose(pick)
    rolled = [event.outcome for event in match.events if hasattr(event, "outcome")]
    assert rolled[-1] == ("3",)
