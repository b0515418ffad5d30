"""Claims about dice that were thrown: counted over positions as by following every throw."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.runtime_values import Env
from ruleslang.explanation.examples.run_examples import run_claim
from ruleslang.explanation.odds import exact_odds
from ruleslang.explanation.odds.exact_odds import Reopening
from ruleslang.program import expressions as e
from tests.engine.interpreter.rulebooks import compiled

BODY = """
die bone: 1 x2, 2, 3 x3
dice cup(player): up to 3 bone
dice pot: up to 2 bone
state bonus: 0..9 = 1
words Verdict: won, tied, lost
value force(p: player): 0..99 = sum of cup(p) + bonus
modify force(home): + number of pot
value first_of(p: player): 0..9 = item(cup(p), 1)
check duel(a: 0..99, b: 0..99) answers Verdict
    if a + sum of pot > b: answer won
    if a is b: answer tied
    roll bone as f
    if f > 2: answer tied
    answer lost
check points answers 0..9
    roll bone as f
    answer f + item(pot, 1)
procedure spend(n: 0..9) answers 0..9
    set bonus to n
    roll bone as f
    answer larger(f, bonus)
phase game
    nobody wins
"""
GIVEN = {
    "all": "given number of cup(home) is 2 and number of cup(away) is 1 and number of pot is 1",
    "some lie": "given number of cup(home) is 2 and cup(away) is {3, 1} and number of pot is 2",
}
CHANCES = (
    "duel(force(home), force(away)) is won",
    "duel(first_of(home) * 2, force(away) + bonus) is tied",
    "duel(3, force(away)) is in {won, lost}",
    "points is 4",
    "spend(first_of(home)) is 3",
)


@pytest.mark.parametrize("given", GIVEN.values(), ids=GIVEN.keys())
def test_thrown_dice_are_counted_as_by_following_every_throw(
    given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[tuple[Fraction, Fraction]] = []

    def both(reopening: Reopening | None, match: Match, x: e.ChanceOf, env: Env) -> Fraction:
        assert reopening is not None
        counted = chance_of(reopening, match, x, env)
        found.append((counted, exact_odds._followed(reopening, x, env)))
        return counted

    chance_of: Callable[..., Fraction] = exact_odds._chance_of
    monkeypatch.setattr(exact_odds, "_chance_of", both)
    claims = "".join(
        f'claim "c{place}"\n    {given}\n    then chance of ({each}) < 2\n'
        for place, each in enumerate(CHANCES)
    )
    book = compiled(BODY + claims)

    results = [run_claim(book, each) for each in book.claims]

    assert [each.message for each in results] == [""] * len(CHANCES)
    assert len(found) == len(CHANCES)
    assert all(counted == followed for counted, followed in found)
    assert any(0 < counted < 1 for counted, _ in found)


def test_what_reads_two_dice_of_five_is_computed_nine_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    learned: list[object] = []
    learn: Callable[..., object] = exact_odds.ThrownDice._learn

    def counting(*parts: object) -> object:
        learned.append(parts)
        return learn(*parts)

    monkeypatch.setattr(exact_odds.ThrownDice, "_learn", counting)
    book = compiled(f"""{BODY}
claim "c"
    given number of cup(away) is 2 and number of cup(home) is 3
    then chance of (duel(sum of cup(away), 3) is won) < 2
""")

    assert run_claim(book, book.claims[0]).message == ""
    # Nine sums of two dice, the three, four or five duels with one of these sums, and each verdict.
    assert len(learned) <= 9 + 1 + 5 + 3
