"""Faults of rules: the same fault at the same decision on every engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.engine.compiled_in_c import CEngine, WasmEngine
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.language.lower.rulebook import compile_trees
from ruleslang.language.syntax.parse import parse
from ruleslang.program import limits
from ruleslang.program.program import Program
from ruleslang.source.span import Source
from tests.engine.c.conftest import compiler as compiler
from tests.engine.disagreement import Game, disagreement
from tests.engine.shares import QUICK, Part, compare
from tests.support.waiting import some_wait

BEGINNING = """\
rulebook breaking "Breaking"
    players 2
    at most 300 decisions, then nobody wins
    starts with game
kind token
card bead "Bead" x6: token
zone pile: token, ordered, seen by nobody
zone box: token, at most 3, seen by all
state n: 0..4 = 0
state m: 0..9 = 0
phase game
    move cards to pile
    take turns p among players
        p must do more, if impossible p wins
action more by p choosing k from 1..2
"""
TO_THE_PLAY = "    if n < 3: add 1 to n\n    if n is 3 and playable(ball, p): set n to 0"
BODIES = {
    "zone-full": "    move top(pile) to box\n    if pile is not empty: move top(pile) to box",
    "out-of-range": "    add k to n",
    "between-two-rules": "    if n < 4: add 1 to n",
    "unset-state": "    set m to unset + k",
    "endless": "    if n < 3: add 1 to n\n    if n is 3: for_ever",
    "none-in-arithmetic": "    let taker = p\n    set taker to last\n    add 1 to score(taker)",
    "what-was-not-made": "    if n < 4: add 1 to n\n    let taker = counted(p)",
    "dice-of-nobody": "    if n < 3: add 1 to n\n    roll cup(next(p, (players where n < 3)))",
    "asks-itself": "    if n < 3: add 1 to n\n    if n is 3 and playable(ball, p): set n to 0",
    "capped": "    if n < 3: add 1 to n\n    if n is 3: without_asking",
    "never-ends": "    if n < 3: add 1 to n\n    if n is 3: deeper(p)",
    "all-before-a-check": "    laid(top(box), 6 / n rounded down)",
    "all-of-a-value": "    if is_low(top(box), 6 / n rounded down): add k to m",
    "place-in-a-value": "    if twice(k) > 3: add k to m",
    **dict.fromkeys(("cost-of-nobody", "choice-of-nobody", "only-if-of-nobody"), TO_THE_PLAY),
    "action-of-nobody": "    if n < 3: add 1 to n\n    if n is 3: p may do give",
    "place-in-a-whenever": "    if n < 3: add 1 to n",
    "place-in-a-whenever-at-once": "    add 1 to m",
}
PLAY = """
zone held(player): token, seen by all
state score(player): 0..9 = 3
card ball "Ball": token
    play{}
        {}
        set m to 2
"""
WHENEVER = """
card ball "Ball": token
zone held(player): token, seen by all
while n is {}
    whenever (there is c in held(holder(ball)) where c is bead)
        set m to 2
"""
MORE = {
    "cost-of-nobody": PLAY.format("", "pays 1 from score(holder(this))"),
    "choice-of-nobody": PLAY.format(" choosing c from held(holder(ball))", "only if c is bead"),
    "only-if-of-nobody": PLAY.format("", "only if held(holder(this)) is empty"),
    "action-of-nobody": PLAY.format("", "only if no")
    + "action give by p choosing c from held(holder(ball))\n    set m to 3\n",
    "place-in-a-whenever": WHENEVER.format(3),
    "place-in-a-whenever-at-once": WHENEVER.format(0),
    "unset-state": "state unset: 0..9\n",
    "between-two-rules": """
value left_over(a: 0..4): 1..4 = 4 - a
whenever n is 4
    set m to 9
whenever left_over(n) is 2
    set m to 2
""",
    "endless": """
procedure for_ever
    for each a in 1..9
        for each b in 1..9
            for each c in 1..9: idle
procedure idle
    set m to 1
""",
    "none-in-arithmetic": """
state score(player): 0..9 = 0
procedure last answers player
    pick c from box by order
    answer p1 when c is in pile otherwise p2
""",
    "what-was-not-made": """
procedure counted(p: player) answers 1..9
    let higher = n + 1
    p chooses k from 1..2
    if k is 2: end counted
    answer higher
    in any case
        set m to higher
before counted(any) where n is 3
    end counted
after counted(any) where answer > 1
    set m to answer
""",
    "dice-of-nobody": """
die d6: 1..6
dice cup(player): 2 d6
""",
    "asks-itself": """
kind toy: token
card ball "Ball": toy
    play
        only if playable(ball, next(you))
        set n to 1
""",
    "capped": """
procedure without_asking
    repeat until m is 9
        if n is 0: add 1 to m
""",
    "all-before-a-check": """
procedure laid(c: card, a: 1..6)
    if c is bead: set m to a
""",
    "all-of-a-value": """
value is_low(c: card, a: 1..6): yes or no = a > 2 and c is bead
""",
    "place-in-a-value": """
state score(player): 0..9 = 0
card ball "Ball": token
value twice(a: 0..2): 0..13 = 2 * a + score(holder(ball))
""",
    "never-ends": """
procedure deeper(p: player)
    if n > 0: still_deeper(p)
procedure still_deeper(p: player)
    if n > 0: deeper(p)
""",
}
SLUGS = {
    "all-before-a-check": "out-of-range",
    "all-of-a-value": "out-of-range",
    "place-in-a-value": "none-in-arithmetic",
    "cost-of-nobody": "none-in-arithmetic",
    "choice-of-nobody": "none-in-arithmetic",
    "only-if-of-nobody": "none-in-arithmetic",
    "action-of-nobody": "none-in-arithmetic",
    "place-in-a-whenever": "none-in-arithmetic",
    "place-in-a-whenever-at-once": "none-in-arithmetic",
    "never-ends": "endless",
    "between-two-rules": "out-of-range",
    "asks-itself": "endless",
    "dice-of-nobody": "none-in-arithmetic",
    "what-was-not-made": "none-in-arithmetic",
}


def program(name: str) -> Program:
    """Without the checks, which refuse what surely never ends."""
    tree, mistakes = parse(Source(name, f"{BEGINNING}{BODIES[name]}\n{MORE.get(name, '')}"))
    assert not mistakes
    found = compile_trees([tree]).compiled
    assert found is not None
    return found.program


@pytest.mark.parametrize("kind", some_wait([WasmEngine, CEngine], 2))
@pytest.mark.parametrize("name", sorted(BODIES))
def test_a_fault_is_the_same_in_all_engines(
    name: str, kind: type[WasmEngine], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = 100_000 if name == "capped" else 500  # so that none of them plays long
    monkeypatch.setattr(limits, "STEPS", few)
    of = program(name)
    engines = [Interpreter(of), kind(of)]
    found, reached = [], set[str]()
    for seed in range(4):
        differs, played = disagreement(engines, Game(seed, 2, {}), 50)
        found += [f"{name}: {differs}"] if differs else []
        fault, outcome = played.matches[-1].fault, played.matches[-1].outcome
        reached |= {fault.slug} if fault else set()
        reached |= {"capped"} if outcome and outcome.capped else set()

    assert found == []
    assert reached == {SLUGS.get(name, name)}


def test_a_fault_of_one_of_several_like_statements_is_at_its_own_place() -> None:
    """Several cards set a place of a play that has none; C, which plays whole games, says which."""
    text = str(Path(__file__).parent / "place_of_no_play.rules")

    assert compare(Part(text, QUICK, 0, 0, 12)).differ == ()
