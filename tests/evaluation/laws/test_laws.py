"""Every law holds of every rulebook, every classic, every text of the conformance suite."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ruleslang.engine.choose_engine import AUTO, INTERPRETER
from ruleslang.evaluation.laws import play_lines, view_leaks
from ruleslang.evaluation.laws.all import LAWS as EVALUATED
from ruleslang.evaluation.laws.law import Law, Subject
from ruleslang.evaluation.laws.play_lines import games
from tests.evaluation.laws.texts import SHIPPED, SMALL, shipped, small, subject
from tests.support.every import every
from tests.support.laws import texts
from tests.support.laws.all import LAWS
from tests.support.laws.matches import PARALLEL_BATCHES as CHAIN
from tests.support.laws.other_programs import WithFiles
from tests.support.shipped import LARGE
from tests.support.waiting import some_wait

ONCE = {"tries": 1, "times": 1}
SHORT = {"worldies": 4}  # where chance needs long for a match, a seed of which it is short
ONE_MATCH = {"ole": {"contest": "single_match"}}  # where a game is a tournament
SHORTLY = {"longest": 8, "most": 24}
# Where a decision costs much, fewer of them; the long run plays every game to its end.
COSTLY = {
    "backgammon": {"longest": 3, "most": 6},
    "checkers": {"longest": 6, "most": 12},
    "chess": {"longest": 1, "most": 2},
    "gin_rummy": {"longest": 2, "most": 3},
    "othello": {"longest": 4, "most": 6},
    **{name: {"longest": 3, "most": 8} for name in LARGE},
}
BY_PLAY = [law for law in LAWS if law is not CHAIN]
# These compile a rulebook again and again, which takes seconds with a large one.
COMPILING = (texts.FORMATTING, texts.RENAMED_DECLARATIONS, texts.REORDERED_DECLARATIONS)
SAID_OF_PLAY = [
    law
    for law in BY_PLAY
    if law not in COMPILING
    # tests/program and tests/engine/conformance ask of each text what this law asks
    and law is not texts.PROGRAM_JSON_ROUND_TRIP
]
# By default some texts keep them all, and the others what is said of play.
WRITTEN_OTHERWISE = frozenset([*SMALL[::8], *sorted({*SHIPPED} - {*LARGE, "chess"})[::4]])
REWRITTEN = frozenset(["worldies", *(name for name in SHIPPED if name not in LARGE)])


@pytest.fixture
def few_beginnings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer starts are played in lockstep than of a command: the long run plays them all."""
    monkeypatch.setattr(view_leaks, "BEGINNINGS", 8)


def breaches(tried: Subject, laws: Sequence[Law] = BY_PLAY) -> dict[str, list[str]]:
    return {law.name: [each.finding, *each.story] for law in laws for each in law.search(tried)}


@pytest.mark.usefixtures("few_beginnings")
@pytest.mark.parametrize("name", some_wait(SHIPPED, 3))
def test_a_rulebook_keeps_all_laws(name: str) -> None:
    laws = BY_PLAY if name in WRITTEN_OTHERWISE else SAID_OF_PLAY
    rewritten = [law for law in laws if law is not texts.EQUIVALENT_PROGRAMS or name in REWRITTEN]

    assert breaches(_shortly(name, with_files=name in WRITTEN_OTHERWISE), rewritten) == {}


@pytest.mark.long
@pytest.mark.parametrize("name", sorted({*SHIPPED} - WRITTEN_OTHERWISE))
def test_a_rulebook_written_otherwise_is_played_alike(name: str) -> None:
    laws = [texts.PROGRAM_JSON_ROUND_TRIP, texts.EQUIVALENT_PROGRAMS, *COMPILING]

    assert breaches(_shortly(name), laws) == {}


def _shortly(name: str, *, with_files: bool = True) -> Subject:
    """The beginning of one game and of one example; for the trees of its files a text is read."""
    size = {**ONCE, **COSTLY.get(name, SHORTLY)}
    text, seed = shipped(name), SHORT.get(name, 1)
    assert text.compiled is not None
    files = text.files if with_files else None
    options = ONE_MATCH.get(name, {})
    return WithFiles(
        text.compiled, files=files, games=1, examples=1, seed=seed, options=options, **size
    )


@pytest.mark.usefixtures("few_beginnings")
@every("name", SMALL[::8], parts=2)
def test_every_eighth_text_of_the_conformance_suite_keeps_all_laws(name: str) -> None:
    loaded = small(name)
    laws = BY_PLAY if name in WRITTEN_OTHERWISE else SAID_OF_PLAY
    if loaded.compiled is not None:
        size = {"games": 1, "examples": 1, "longest": 8, "most": 60, **ONCE}

        assert breaches(subject(loaded, **size), laws) == {}


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


def test_slow_games_are_played_on_by_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    usual, slow = (subject(shipped("kuhn_poker"), games=4) for _ in range(2))
    lines = [*games(usual)]
    monkeypatch.setattr(play_lines, "SLOW", 0.0)

    assert [*games(slow)] == lines
    assert (usual.engines, slow.engines) == ([INTERPRETER], [INTERPRETER, AUTO])
    assert breaches(slow, EVALUATED) == breaches(usual, EVALUATED) == {}
