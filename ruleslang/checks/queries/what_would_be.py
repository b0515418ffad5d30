"""The questions `what would be` of a rulebook, and what runs to answer them."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.queries.example_facts import ImaginedRun
from ruleslang.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program.walk import find


def what_would_be_questions(subject: Subject) -> Iterator[e.WhatWouldBe | ImaginedRun]:
    """Every question what would be, of the rules and of what is not played."""
    beside = subject.compiled
    yield from find((beside.program, beside.choosers, beside.measures), e.WhatWouldBe)
    yield from (each for example in subject.examples for each in example.imagined)
    yield from find(beside.claims, e.WhatWouldBe)
