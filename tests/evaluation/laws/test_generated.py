"""Generated rulebooks compile, are valid, end, and keep every law."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, find, given, settings
from hypothesis.strategies import integers

from ruleslang.evaluation.laws.view_leaks import STEP_LEAK as TELLING
from ruleslang.library.load import load_text
from ruleslang.source.diagnostic import Severity
from tests.evaluation.laws.texts import subject
from tests.support.generate import rulebook, rulebooks
from tests.support.invariants import check
from tests.support.laws.all import LAWS
from tests.support.laws.matches import PARALLEL_BATCHES as CHAIN

FEW = settings(
    max_examples=2, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True
)
MANY = settings(FEW, max_examples=50, derandomize=False)  # other ones each time
SHORTLY = {"games": 1, "examples": 1, "longest": 16, "times": 1}

# What a rulebook may tell, and that it has an end, is its author's business: a machine writes
# anything.
NOT_OF_THE_ENGINE = (CHAIN, TELLING)
HAS_NO_END = "ended by the decision cap"


def keeps_all_laws(text: str, **size: int) -> None:
    loaded = load_text(text)
    errors = [each.message for each in loaded.diagnostics if each.severity is Severity.ERROR]
    assert errors == []
    assert loaded.compiled is not None
    assert check(loaded.compiled.program) == ()

    tried = subject(loaded, **size)
    found = {
        law.name: [each.finding, *each.story]
        for law in LAWS
        if law not in NOT_OF_THE_ENGINE
        for each in law.search(tried)
        if HAS_NO_END not in each.finding
    }

    assert found == {}


@FEW
@given(rulebooks())
def test_a_made_rulebook_keeps_all_laws(text: str) -> None:
    keeps_all_laws(text, **SHORTLY)


@pytest.mark.parametrize("seed", [0, 1022])
def test_a_rulebook_of_a_seed_keeps_all_laws(seed: int) -> None:
    keeps_all_laws(rulebook(seed), **SHORTLY)


@pytest.mark.long
@MANY
@given(rulebooks())
def test_many_made_rulebooks_keep_all_laws(text: str) -> None:
    keeps_all_laws(text, games=2)


@pytest.mark.long
@MANY
@given(integers(0, 10**9))
@example(0)
@example(1)
@example(2)
@example(1022)
def test_rulebooks_of_many_seeds_keep_all_laws(seed: int) -> None:
    keeps_all_laws(rulebook(seed), games=2)


@pytest.mark.long
def test_the_simplest_rulebook_is_short() -> None:
    text = find(rulebooks(), lambda _: True, settings=FEW)

    assert len(text.splitlines()) < 60


@pytest.mark.long
@pytest.mark.parametrize("word", ["whenever", "together", "menu", "cancel", "eliminate"])
def test_what_is_found_shrinks_to_a_text_that_a_person_would_write(word: str) -> None:
    sign = {"menu": "chooses one of"}.get(word, word)
    text = find(rulebooks(), lambda text: sign in text, settings=settings(FEW, max_examples=400))

    assert len(text.splitlines()) < 80


def test_a_seed_means_the_same_text_for_ever() -> None:
    assert rulebook(1) == rulebook(1)
    assert rulebook(1) != rulebook(2)
