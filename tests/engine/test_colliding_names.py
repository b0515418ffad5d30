"""Names that might collide in printed code: all engines still play the same game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from ruleslang.engine.code.c_function import names_of_runtime
from ruleslang.engine.compiled_in_c import CEngine, WasmEngine
from ruleslang.engine.flow.context import NotLowered
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.library.load import load, load_text
from ruleslang.program.program import Program
from tests.engine.c.conftest import compiler as compiler
from tests.engine.disagreement import disagreement, mixed
from tests.support.colliding import OF_C, colliding
from tests.support.drawn.rulebook import rulebook

COLLIDING = Path(__file__).parent / "colliding_names.rules"
PLACES = 40  # kinds of places where a name can stand
MOST_DECISIONS = 40


def _compared(seeds: Iterable[int], rules: str = "") -> tuple[list[str], int, Counter[str]]:
    """What differs in rulebooks with other names; how many were played; where the names stood."""
    found, played, places = list[str](), 0, Counter[str]()
    for seed in seeds:
        text = rules or rulebook(seed)
        made = colliding(text, seed)
        if made is None and load_text(text).compiled is None:
            continue
        assert made is not None, f"with the names of seed {seed} it does not compile"
        try:
            found += _differing(made.program, seed)
        except NotLowered:
            continue
        played += 1
        places.update(made.places)
    return found, played, places


def _differing(program: Program, seed: int) -> list[str]:
    engines = [kind(program) for kind in (Interpreter, WasmEngine, CEngine)]
    differs, _ = disagreement(engines, mixed(program, seed), MOST_DECISIONS)
    return [] if differs is None else [f"seed {seed}: {differs}"]


def test_names_that_were_printed_alike_are_distinguished() -> None:
    loaded = load(str(COLLIDING))
    assert loaded.compiled is not None

    assert _differing(loaded.compiled.program, 1) == []


def test_rulebooks_with_colliding_names_are_played_alike() -> None:
    found, played, places = _compared((0, 2))

    assert found == []
    assert played == 2
    assert len(places) >= PLACES


@pytest.mark.long
def test_many_rulebooks_with_colliding_names_are_played_alike() -> None:
    found, played, places = _compared(range(400))
    more, again, _ = _compared(range(60), COLLIDING.read_text("utf-8"))

    assert [*found, *more] == []
    assert played >= 300
    assert again == 60
    assert sum(1 for number in places.values() if number >= 10) >= 2 * PLACES


def test_no_name_of_a_runtime_looks_like_a_printed_one() -> None:
    looks_printed = re.compile(r"[A-Z][A-Z0-9]*_[a-z0-9_ZY]+|\w+_L\d+")

    assert [each for each in (*names_of_runtime(), *OF_C) if looks_printed.fullmatch(each)] == []


def test_very_long_names_are_distinguished() -> None:
    long = "A" * 59
    text = COLLIDING.read_text("utf-8").replace("odd_answers", f"{long}B")
    text = text.replace("odd(", f"{long}(")
    loaded = load_text(text)
    assert loaded.compiled is not None

    assert _differing(loaded.compiled.program, 2) == []
