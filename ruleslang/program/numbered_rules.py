"""The numbers of a printed rulebook, as the header announces them and citations use them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ruleslang.program.program import Compiled, Numbering, origin_of

PROOFS = frozenset({"example", "claim"})
PART = re.compile(r"-EX-([0-9]{1,6})[A-Z]?")


def rule_numbers(numbering: Numbering) -> tuple[str, ...]:
    return _series(numbering.prefix, "", numbering.rules, 3)


def question_numbers(numbering: Numbering) -> tuple[str, ...]:
    return _series(numbering.prefix, "AMB-", numbering.questions, 2)


def gap_numbers(numbering: Numbering) -> tuple[str, ...]:
    return _series(numbering.prefix, "MIS-", numbering.gaps, 2)


def example_numbers(numbering: Numbering) -> tuple[str, ...]:
    return _series(numbering.prefix, "EX-", numbering.examples, 2)


def _series(prefix: str, letters: str, last: int, width: int) -> tuple[str, ...]:
    if not prefix:
        return ()
    return tuple(f"{prefix}-{letters}{number:0{width}}" for number in range(1, last + 1))


def missing_examples(compiled: Compiled) -> tuple[str, ...]:
    """
    The announced worked examples that no example or claim cites, and that no `omit` sets aside.

    A citation of a part, `MILL-EX-05B`, counts for its worked example.
    """
    cited = {number_of_example(compiled.numbering, cite) for cite in _cited_by_proofs(compiled)}
    return tuple(id for id in example_numbers(compiled.numbering) if id not in cited)


def number_of_example(numbering: Numbering, cite: str) -> str | None:
    """The number of the worked example that a citation names, without the letter of a part."""
    part = PART.fullmatch(cite.removeprefix(numbering.prefix))
    return f"{numbering.prefix}-EX-{int(part[1]):02}" if part else None


def _cited_by_proofs(compiled: Compiled) -> Iterable[str]:
    """What examples and claims cite, and what is set aside."""
    for cited in compiled.cited:
        origin = origin_of(compiled.program, cited.origin)
        if cited.kind in PROOFS and origin is not None:
            yield from origin.cites
    for omission in compiled.omissions:
        yield from omission.cites
