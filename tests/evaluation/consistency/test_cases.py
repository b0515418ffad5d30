"""Games that reach a number covered by two rows."""

from __future__ import annotations

from ruleslang.evaluation.consistency.census import lines_of
from ruleslang.evaluation.consistency.findings import findings
from ruleslang.evaluation.consistency.games import Game, begun
from ruleslang.language.checks.queries.chains_of_range_tests import overlaps
from ruleslang.language.checks.subject import Subject
from ruleslang.library.load import load_text
from ruleslang.program.program import Program
from ruleslang.source.span import Span
from tests.evaluation.consistency.played import played

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


def games_of_rows() -> tuple[Program, dict[Span, Game | None]]:
    """The games of the findings about rows, by their places."""
    loaded = load_text(TEXT, lints=True)
    assert loaded.compiled is not None
    subject = Subject(loaded.compiled, loaded.spans)
    lines = lines_of(subject.program, overlaps(subject))
    found = findings(subject, played(subject.program, lines=lines), warnings=loaded.diagnostics)
    return subject.program, {
        one.diagnostic.span: one.game
        for one in found
        if one.diagnostic is not None and one.diagnostic.slug == "overlapping-rows"
    }


def test_every_case_has_a_game_that_can_be_played_again() -> None:
    program, games = games_of_rows()

    assert len(games) == 4
    for game in games.values():
        assert game is not None
        match = begun(program, game)
        for pick in game.picks:
            match.choose(pick)


def test_the_game_ends_where_the_number_comes() -> None:
    program, games = games_of_rows()

    (game,) = (game for span, game in games.items() if "n >= 3" in span.text)
    assert game is not None
    match = begun(program, game)
    for pick in game.picks[:-1]:
        match.choose(pick)
    rolled = [event.outcome for event in match.events if hasattr(event, "outcome")]
    assert "3" in {face for outcome in rolled for face in outcome}
