"""Events: the records of chance and players, their order and their names."""

from __future__ import annotations

from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.match.decision import Chanced, Decided, DecidedTogether
from tests.engine.interpreter.rulebooks import choose, compiled, started

TEXT = """
kind thing
card bead "Bead" x2: thing
card gem "Gem": thing
die green: ball x3, miss
zone pile: cards, ordered, seen by nobody
phase game
    move cards to pile
    shuffle pile
    roll green as f
    pick p from players by chance
    together
        home chooses a from {1, 2}
        away chooses b from {1, 2}
    if a is b: home wins
    away wins
"""


def test_secret_answers_are_one_event_after_the_block() -> None:
    match = started(TEXT)
    kinds = [(e.kind, e.of) for e in match.events if isinstance(e, Chanced)]
    assert kinds == [("shuffle", "pile"), ("roll", "green"), ("pick", "p")]
    choose(match, "2")
    assert not any(isinstance(event, Decided | DecidedTogether) for event in match.events)

    choose(match, "2")

    last = match.events[-1]
    assert isinstance(last, DecidedTogether)
    assert [(d.player, d.decision, d.choice, d.choices) for d in last.together] == [
        (0, "a", "2", ("1", "2")),
        (1, "b", "2", ("1", "2")),
    ]


def test_a_shuffle_records_the_whole_order_and_distinguishes_copies() -> None:
    match = started(TEXT)
    shuffled = next(e for e in match.events if isinstance(e, Chanced))

    assert sorted(shuffled.outcome) == ["bead", "bead #2", "gem"]


def test_what_has_one_outcome_is_not_drawn() -> None:
    match = started("phase game\n    pick p from {home} by chance\n    p wins\n")

    assert match.events == []


def test_measures_are_taken_at_every_end_of_a_procedure_and_at_the_end() -> None:
    rulebook = compiled(
        """
state n: 0..9 = 0
measure "n after a turn" at turn = n
measure "n at last" = n
phase game
    take turns p among players until n >= 3
        turn(p)
    home wins
phase turn(p: player)
    p chooses k from {1, 2}
    add k to n
    end turn
"""
    )
    match = Interpreter(rulebook.program).start(measures=rulebook.measures)
    choose(match, "1")
    twin = match.copy()
    choose(match, "2")
    choose(twin, "2")

    assert dict(match.measures) == {"n after a turn": [1, 3], "n at last": [3]}
    assert twin.measures == match.measures
