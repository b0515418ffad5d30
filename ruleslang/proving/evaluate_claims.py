"""What a claim means: its conditions hold in the opening state, as `given` makes it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ruleslang.engines.default_engine import engine_for
from ruleslang.match.chance import Chance
from ruleslang.match.match import Match
from ruleslang.match.observer import Observer
from ruleslang.match.position import Change, RollDice, ShowFaces
from ruleslang.odds.exact_odds import Reopening, counter_of_chances
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program.program import Program
from ruleslang.program.walk import find
from ruleslang.proving.given_state import give, settings_given


def tested(
    program: Program, claim: d.Claim, condition: e.Expr, observers: Sequence[Observer] = ()
) -> tuple[Match, bool]:
    """The match that a condition of a claim is read in, and whether it holds there."""
    match = _set_up(program, claim, condition)
    for observer in observers:
        match.observe(observer)
    return match, match.evaluate(condition) is True


def _set_up(program: Program, claim: d.Claim, condition: e.Expr) -> Match:
    """One that counts choices is read at the first decision of a match."""
    given = settings_given(program, claim.given)
    engine = engine_for(program)
    options, players, automatic = given.options, given.players, given.automatic
    if next(find(condition, e.NumberOfChoices), None) is not None:
        match = engine.start(options=options, players=players, automatic=automatic)
        match.count_chances(counter_of_chances())
        return match
    changes: list[Change] = []

    def reopen(chance: Chance) -> Match:
        if not match.events:  # chance had no part in it
            return match.copy(then=chance)
        if opened is not None:
            again = opened.copy(then=chance)
        else:
            again = engine.opening(
                options=options, players=players, automatic=automatic, chance=chance, roll=True
            )
        for change in changes:
            again.arrange(change)
        return again

    match = engine.opening(options=options, players=players, automatic=automatic, roll=True)
    opened = None if match.events else match.copy()  # chance has no part in the opening
    match.count_chances(counter_of_chances(Reopening(reopen, thrown=())))
    for line in claim.given:
        changes.extend(give(match, line))
    thrown = _thrown(changes)
    if thrown:
        known = None if opened is None else thrown
        match.count_chances(counter_of_chances(Reopening(reopen, known)))
    return match


def _thrown(changes: Sequence[Change]) -> tuple[RollDice, ...]:
    """The dice that lie in a position as they were thrown, those of a place together."""
    last: dict[Hashable, Change] = {
        (each.name, each.index): each
        for each in changes
        if isinstance(each, RollDice | ShowFaces)
    }
    return tuple(each for each in last.values() if isinstance(each, RollDice))
