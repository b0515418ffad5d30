"""The texts with which the language was designed: all compile, and all can be played.

Seats that never decide are left out: the fragments do not say what becomes of a question to them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.language.format.format_source import format_source
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.load import load
from ruleslang.source.diagnostic import Severity
from ruleslang.source.span import Source

HERE = Path(__file__).parent
RULEBOOKS = sorted(path.stem for path in HERE.glob("*.rules"))
TEXTS = sorted(HERE.glob("*.[rc]*s"))
LAID_OVER = {"prototype": "grangol", "sixty": "grangol"}  # cards that join another rulebook
MATCHES = 1
MOST = 100  # decisions of a match
SEATS = {"ollapion": (2, 5), "worldies": (4, 8), "eights": (2, 4)}


@cache
def loaded(name: str) -> Loaded:
    if name in LAID_OVER:
        cards = str(HERE / f"{name}.cards")
        return load(str(HERE / f"{LAID_OVER[name]}.rules"), cards=[cards], lints=True)
    return load(str(HERE / f"{name}.rules"), lints=True)


def played(name: str, seed: int, players: int | None, most: int) -> InterpretedMatch:
    """A match in which every choice is made by a plain rule that looks random, or its beginning."""
    compiled = loaded(name).compiled
    assert compiled is not None
    match = Interpreter(compiled.program).start(seed=seed, players=players)
    number = seed
    while match.decision is not None and len(match.chosen) < most:
        number = (number * 48271 + 11) % 2147483647
        match.choose(number // 7 % len(match.decision.choices))
    return match


@pytest.mark.parametrize("name", [*RULEBOOKS, *LAID_OVER])
def test_a_text_is_without_mistakes(name: str) -> None:
    found = [each for each in loaded(name).diagnostics if each.severity is Severity.ERROR]

    assert [f"{each.slug}: {each.message}" for each in found] == []


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_a_text_is_in_form(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert format_source(Source(path.name, text)).text == text


@pytest.mark.parametrize("name", [*RULEBOOKS, *LAID_OVER])
def test_random_matches_go_on_without_a_fault(name: str) -> None:
    for seed in range(MATCHES):
        for players in SEATS.get(name, (None,)):
            match = played(name, seed, players, MOST)

            assert match.fault is None
            assert match.outcome is not None or match.decision is not None


@pytest.mark.long
@pytest.mark.parametrize("name", [*RULEBOOKS, *LAID_OVER])
def test_random_matches_end_without_a_fault(name: str) -> None:
    for seed in range(10):
        for players in SEATS.get(name, (None,)):
            match = played(name, seed, players, 1_000_000)

            assert match.fault is None
            assert match.outcome is not None
