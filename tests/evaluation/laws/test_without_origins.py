"""Places in the text are for people: programs without them behave the same."""

from __future__ import annotations

import re
from typing import Any

from attrs import evolve

from ruleslang.evaluation.laws import choice_leaks, view_leaks
from ruleslang.evaluation.laws.law import Subject
from ruleslang.explanation.examples.run_all import run_all
from ruleslang.library.load import load_text
from ruleslang.program.program import Compiled
from tests.evaluation.laws.test_planted import LEAKS, TOLD
from tests.evaluation.laws.texts import CARDS, HEADER, broken, shipped
from tests.support.every import every
from tests.support.example_results import run
from tests.support.laws.equivalent_declarations import rewritten

UNSAID = """
phase game
    move cards to pile
    nobody wins

procedure show
    reveal hand(home) to away
    reveal hand(away) to home

procedure ask
    together
        home chooses bid from {1, 2}
        away chooses call from {1, 2}
    if bid is call: nobody wins

example "one of two is spoken of"
    given hand(home) is {ace} and hand(away) is {two}
    when show
    then only {home, away} see hand(home)
"""


def with_origins(compiled: Compiled, origin: int) -> Compiled:
    """The same, all of whose parts stand at one place in the text; -1: nowhere."""

    def change(node: Any, table: object) -> Any:
        return evolve(node, origin=origin) if hasattr(node, "origin") else node

    return rewritten(compiled, change)


@every("name", ("crazy_eights", "hanabi"))
def test_coverage_needs_no_places(name: str) -> None:
    compiled = shipped(name).compiled
    assert compiled is not None
    covered = run(compiled).coverage

    for origin in (-1, 0):
        without = run(with_origins(compiled, origin)).coverage
        assert (without.reached, without.never) == (covered.reached, covered.never)


def test_laws_need_no_places_in_the_text() -> None:
    loaded = load_text(HEADER + CARDS + UNSAID)
    assert loaded.compiled is not None
    found = run_all(loaded.compiled)
    assert (len(found.unshown), len(found.open_answers)) == (1, 1)

    for origin in (-1, 0):
        without = run_all(with_origins(loaded.compiled, origin))
        assert (without.unshown, without.open_answers) == (found.unshown, found.open_answers)


@every("how", (*list(LEAKS)[:1], *list(TOLD)[:2]))
def test_laws_need_no_places(how: str) -> None:
    law = choice_leaks.OFFERS_LEAK if how in LEAKS else view_leaks.STEP_LEAK
    text = LEAKS[how] if how in LEAKS else TOLD[how][0]
    loaded = load_text(HEADER + CARDS + text)
    assert loaded.compiled is not None

    found, *without = (
        [_words(each.finding) for each in broken(law, Subject(compiled, games=4))]
        for compiled in (
            loaded.compiled,
            with_origins(loaded.compiled, -1),
            with_origins(loaded.compiled, 0),
        )
    )
    assert found and without == [found, found]


def _words(found: str) -> str:
    """What was found, without the line that is blamed."""
    return re.sub(r",? ?(?:: )?by `[^`]*` \([^)]*\)", "", found)
