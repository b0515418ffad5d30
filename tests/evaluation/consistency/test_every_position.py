"""All positions of small games: which are one, and from which no end is reached."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.engine.match.interface import Match
from ruleslang.evaluation.consistency.endless_play import circles, whole_game
from ruleslang.evaluation.consistency.games import Game, begun
from ruleslang.library.load import load_text
from ruleslang.program.program import Program

CASES = Path(__file__).parent / "cases"
DEEPEST = 12  # decisions after which a line of play counts as without end


def program_of(case: str) -> Program:
    loaded = load_text((CASES / f"{case}.rules").read_text(encoding="utf-8"))
    assert loaded.compiled is not None, loaded.diagnostics
    return loaded.compiled.program


def cases(prefix: str) -> list[str]:
    return sorted(path.stem for path in CASES.glob(f"{prefix}_*.rules"))


def may_end(match: Match, deepest: int) -> bool:
    """Whether some choices end the match, by trying all of them up to a depth."""
    if match.decision is None:
        return True
    afters = [match.copy() for _ in match.decision.choices] if deepest else []
    for place, after in enumerate(afters):
        after.choose(place)
    return any(may_end(after, deepest - 1) for after in afters)


def must_end(match: Match, deepest: int) -> bool:
    """Whether all choices end the match within a depth."""
    if match.decision is None or not deepest:
        return match.decision is None
    afters = [match.copy() for _ in match.decision.choices]
    for place, after in enumerate(afters):
        after.choose(place)
    return all(must_end(after, deepest - 1) for after in afters)


@pytest.mark.parametrize("case", cases("ends"))
def test_a_game_that_always_ends_has_no_dead_end(case: str) -> None:
    program = program_of(case)

    searched = whole_game(program, 10.0)

    assert must_end(begun(program, Game(1, 2, (), ())), DEEPEST)
    assert searched is not None
    assert searched.stuck is None
    assert searched.positions > 2


@pytest.mark.parametrize("case", cases("stuck"))
def test_a_dead_end_is_found_with_a_game_to_it(case: str) -> None:
    program = program_of(case)

    searched = whole_game(program, 10.0)

    assert searched is not None and searched.stuck is not None
    match = begun(program, searched.stuck)
    for pick in searched.stuck.picks:
        match.choose(pick)
    assert not may_end(match, DEEPEST // 2)
    before = begun(program, searched.stuck)
    for pick in searched.stuck.picks[:-1]:
        before.choose(pick)
    assert not searched.stuck.picks or may_end(before, DEEPEST // 2)


def test_a_game_with_chance_in_its_opening_is_not_searched_whole() -> None:
    text = (CASES / "ends_bribes.rules").read_text(encoding="utf-8")
    text = text.replace("state offer", "die coin: 1..2\ndice tosses: 2 coin\nstate offer")
    loaded = load_text(text)
    assert loaded.compiled is not None, loaded.diagnostics

    assert whole_game(loaded.compiled.program, 5.0) is None


@pytest.mark.parametrize("case", [*cases("ends"), "long_but_bounded"])
def test_players_who_go_round_do_not_keep_a_bounded_game_going(case: str) -> None:
    assert circles(program_of(case), 1.0) == ()
