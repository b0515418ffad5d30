"""Every law holds of every rulebook, every classic, every text of the conformance suite."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ruleslang.law_harness.law import Law, Subject
from ruleslang.laws import formatting, renamed_declarations, reordered_declarations
from ruleslang.laws.all import LAWS
from ruleslang.laws.parallel_batches import LAW as CHAIN
from tests.laws.texts import SHIPPED, SMALL, shipped, small, subject
from tests.support.shipped import LARGE

ONCE = {"tries": 1, "times": 1}
SHORT = {"worldies": 4}  # where chance needs long for a match, a seed of which it is short
ONE_MATCH = {"ole": {"contest": "single_match"}}  # where a game is a tournament
SHORTLY = {"longest": 12, "most": 40}
# Where a decision costs much, fewer of them; the long run plays every game to its end.
COSTLY = {
    "backgammon": {"longest": 3, "most": 6},
    "checkers": {"longest": 8, "most": 16},
    "chess": {"longest": 2, "most": 3},
    "gin_rummy": {"longest": 3, "most": 4},
    "othello": {"longest": 5, "most": 8},
    **{name: {"longest": 6, "most": 16} for name in LARGE},
}
BY_PLAY = [law for law in LAWS if law is not CHAIN]
# These compile a rulebook again and again, which takes seconds with a large one.
COMPILING = (formatting.LAW, renamed_declarations.LAW, reordered_declarations.LAW)
SAID_OF_PLAY = [law for law in BY_PLAY if law not in COMPILING]
WRITTEN_OTHERWISE = frozenset(SMALL[::3])  # the other small texts are in the long run


def breaches(tried: Subject, laws: Sequence[Law] = BY_PLAY) -> dict[str, list[str]]:
    return {law.name: [each.found, *each.story] for law in laws for each in law.search(tried)}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_rulebook_keeps_all_laws(name: str) -> None:
    if name in LARGE:
        tried, laws = _shortly(name, with_files=False), SAID_OF_PLAY
    else:
        tried, laws = _shortly(name), BY_PLAY

    assert breaches(tried, laws) == {}


@pytest.mark.parametrize("name", ["worldies"])  # the others are tried in the long run
def test_a_large_rulebook_written_otherwise_is_played_alike(name: str) -> None:
    assert breaches(_shortly(name), COMPILING) == {}


def _shortly(name: str, *, with_files: bool = True) -> Subject:
    """The beginning of one game and of one example; for the trees of its files a text is read."""
    size = {**ONCE, **COSTLY.get(name, SHORTLY)}
    text, seed = shipped(name), SHORT.get(name, 1)
    assert text.compiled is not None
    files = text.files if with_files else None
    options = ONE_MATCH.get(name, {})
    return Subject(text.compiled, files, games=1, examples=1, seed=seed, options=options, **size)


@pytest.mark.parametrize("name", SMALL)
def test_a_text_of_the_conformance_suite_keeps_all_laws(name: str) -> None:
    loaded = small(name)
    if loaded.compiled is None:
        pytest.skip("it does not compile: its own test says so")

    laws = BY_PLAY if name in WRITTEN_OTHERWISE else SAID_OF_PLAY

    assert breaches(subject(loaded, games=1, examples=1, longest=12, **ONCE), laws) == {}


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL)
def test_a_text_of_the_conformance_suite_keeps_all_laws_in_all_examples(name: str) -> None:
    loaded = small(name)
    if loaded.compiled is not None:
        assert breaches(subject(loaded, games=3)) == {}


@pytest.mark.parametrize("name", ["nim"])
def test_games_are_the_same_on_several_processes(name: str) -> None:
    assert list(CHAIN.search(subject(shipped(name), games=4))) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", SHIPPED)
def test_a_rulebook_keeps_all_laws_over_many_games(name: str, seed: int) -> None:
    found = breaches(subject(shipped(name), games=10, seed=1000 * seed + 7, tries=6))

    assert found == {}


@pytest.mark.long
@pytest.mark.parametrize("name", SHIPPED)
def test_a_batch_is_the_same_on_several_processes(name: str) -> None:
    assert list(CHAIN.search(subject(shipped(name), games=8))) == []
