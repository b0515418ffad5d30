"""Every answer to an open question can be played, alone and mixed, and is shown by an example."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from attrs import evolve

from ruleslang.program.declarations import Claim, Example, GivenOption
from ruleslang.proving.examples import run_claim, run_example
from tests.grangol.table import alternatives, grangol, play, readings
from tests.support.every import every

GENERIC = {"generic_cards": "interchangeable"}
WITHOUT_DIFFERENCE = {("rain_covers", "all_section_changes")}  # moves back are worth one anyway


def mixture(chance: Random) -> dict[str, str]:
    """Any answer to every question."""
    return {option.name: chance.choice(option.values) for option in readings()}


@every("alternative", alternatives, ids=" ".join, parts=4)
def test_the_beginning_of_a_match_under_an_alternative(alternative: tuple[str, str]) -> None:
    play(dict([alternative]), seed=1, most=30)


def test_the_variant_is_played_without_a_fault() -> None:
    for seed in range(3):
        play(GENERIC, seed)


@pytest.mark.parametrize("seed", range(4))
def test_alternatives_mixed_at_random_are_played_without_a_fault(seed: int) -> None:
    play(mixture(Random(seed)), seed)


@pytest.mark.long
@every("alternative", alternatives, ids=" ".join, parts=16)
def test_many_matches_of_an_alternative(alternative: tuple[str, str]) -> None:
    for seed in range(20):
        play(dict([alternative]), seed)


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(10))
def test_many_mixtures(hundred: int) -> None:
    for seed in range(hundred * 100, hundred * 100 + 100):
        play({**mixture(Random(seed)), **(GENERIC if seed % 2 else {})}, seed)


# ---------------------------------------------------------------- shown by examples


def given(shown: Example | Claim) -> set[tuple[str, str]]:
    """The answers, other than the starred ones, that an example or claim is about."""
    options = {option.name: option for option in grangol().program.options}
    lines = shown.lines if isinstance(shown, Example) else shown.given
    return {
        (line.name, options[line.name].values[line.value])
        for line in lines
        if isinstance(line, GivenOption) and line.value != options[line.name].default
    }


@cache
def shown_by() -> dict[str, Example | Claim]:
    """The examples and claims that are about other answers than the starred ones, by title."""
    both = (*grangol().examples, *grangol().claims)
    return {shown.title: shown for shown in both if given(shown)}


def holds_without(shown: Example | Claim) -> bool:
    """Whether it would also hold under the starred answers."""
    if isinstance(shown, Example):
        lines = tuple(line for line in shown.lines if not isinstance(line, GivenOption))
        return run_example(grangol(), evolve(shown, lines=lines)).passed
    facts = tuple(line for line in shown.given if not isinstance(line, GivenOption))
    return run_claim(grangol(), evolve(shown, given=facts)).passed


@every("alternative", alternatives, ids=" ".join)
def test_an_alternative_is_shown_by_what_the_starred_answer_would_fail(
    alternative: tuple[str, str],
) -> None:
    shown = [each for each in shown_by().values() if alternative in given(each)]

    assert shown
    assert all(map(holds_without, shown)) is (alternative in WITHOUT_DIFFERENCE)
