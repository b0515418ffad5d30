"""Places in the text are for the eye: what is told apart by them is told apart without them too."""

from __future__ import annotations

import re
from typing import Any

from attrs import evolve

from ruleslang.law_harness.law import Subject
from ruleslang.law_harness.rewrite_program import rewritten
from ruleslang.laws import offers_leak, step_leak
from ruleslang.library.load import load_text
from ruleslang.program.program import Compiled
from ruleslang.proving.examples import run
from tests.laws.test_planted import LEAKS, TOLD
from tests.laws.texts import CARDS, HEADER, broken, shipped
from tests.support.every import every


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


@every("how", (*list(LEAKS)[:1], *list(TOLD)[:2]))
def test_laws_need_no_places(how: str) -> None:
    law = offers_leak.LAW if how in LEAKS else step_leak.LAW
    text = LEAKS[how] if how in LEAKS else TOLD[how][0]
    loaded = load_text(HEADER + CARDS + text)
    assert loaded.compiled is not None

    found, *without = (
        [_words(each.found) for each in broken(law, Subject(compiled, loaded.files, games=4))]
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
