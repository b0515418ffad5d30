"""Generated rulebooks compile, are valid, end, and keep every law."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis.strategies import integers

from ruleslang.evaluation.laws.view_leaks import STEP_LEAK as TELLING
from ruleslang.library.load import load_text
from tests.evaluation.laws.texts import subject
from tests.support.drawn.rulebook import rulebook, rulebooks
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
HAS_A_GAP = "the match stops with a fault"


def keeps_all_laws(text: str, **size: int) -> None:
    loaded = load_text(text)
    if loaded.compiled is None:  # the checks found a mistake of the machine
        return
    assert check(loaded.compiled.program) == ()

    tried = subject(loaded, **size)
    found = {
        law.name: [each.finding, *each.story]
        for law in LAWS
        if law not in NOT_OF_THE_ENGINE
        for each in law.search(tried)
        if HAS_NO_END not in each.finding and HAS_A_GAP not in each.finding
    }

    assert found == {}


@FEW
@given(rulebooks())
def test_a_made_rulebook_keeps_all_laws(text: str) -> None:
    keeps_all_laws(text, **SHORTLY)


@pytest.mark.parametrize("seed", [0, 3])
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
@example(3)
def test_rulebooks_of_many_seeds_keep_all_laws(seed: int) -> None:
    keeps_all_laws(rulebook(seed), games=2)


def test_a_seed_means_the_same_text_for_ever() -> None:
    assert rulebook(1) == rulebook(1)
    assert rulebook(1) != rulebook(2)
