"""Any text, bytes, numbers or command line: a message, and an end."""

from __future__ import annotations

import pytest

from ruleslang.engine.c.compiler import compilers
from tests.hostile.fuzz.__main__ import long_run
from tests.hostile.fuzz.harness import CORPUS, SEED, Part, corpus, hunt, targets

FEW = 10  # inputs of each target in the short run
MANY = 1_000_000  # of all targets in the long one
COMPILED = frozenset(("choices", "batches"))


def possible() -> list[str]:
    """The targets that can be fed here: some need a C compiler."""
    has_compiler = next(compilers(), None) is not None
    return [each for each in targets() if has_compiler or each not in COMPILED]


def test_hostile_input_is_taken_or_refused_in_words() -> None:
    parts = [Part(name, FEW, kept=[str(each) for each in corpus(name)]) for name in possible()]

    assert list(hunt(parts)) == []


def test_every_folder_of_the_corpus_is_that_of_a_target() -> None:
    assert {each.name for each in CORPUS.iterdir()} <= targets().keys()


@pytest.mark.long
def test_a_million_hostile_inputs_are_taken_or_refused_in_words() -> None:
    """Where it is broken off it goes on the next time; it says how far it is."""
    assert list(long_run(MANY, SEED, possible())) == []
