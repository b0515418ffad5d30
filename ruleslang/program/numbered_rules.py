"""The numbers of a printed rulebook: those of the header, or of the table of rules."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ruleslang.program.program import Compiled, NumberedRule, Numbering, origin_of

EVIDENCE = frozenset({"example", "claim", "property"})
RULE, QUESTION, GAP, EXAMPLE = "", "AMB-", "MIS-", "EX-"
"""The prefix of the numbers in each series: `MILL-012`, `MILL-AMB-03`."""
IN_SERIES = re.compile(r"-(AMB-|MIS-|EX-|)[0-9]+[A-Z]?")
PART = re.compile(r"-EX-([0-9]{1,6})[A-Z]?")


def announced_numbers(numbering: Numbering, series: str) -> tuple[str, ...]:
    """Return the numbers of a series that the header announces."""
    last = {
        RULE: numbering.rules,
        QUESTION: numbering.questions,
        GAP: numbering.gaps,
        EXAMPLE: numbering.examples,
    }[series]
    width = 2 if series else 3
    prefix = numbering.prefix
    if not prefix:
        return ()
    return tuple(f"{prefix}-{series}{number:0{width}}" for number in range(1, last + 1))


def all_numbers(compiled: Compiled, series: str) -> tuple[str, ...]:
    """Return a series' numbers that the header announces, else those of the table of rules."""
    numbering = compiled.numbering
    listed = (rule.id for rule in compiled.rules if series_of(rule.id, numbering.prefix) == series)
    return announced_numbers(numbering, series) or tuple(listed)


def series_of(id: str, prefix: str) -> str | None:
    """Return the series of a number of the rulebook with this prefix; `None`: it is of another."""
    match = IN_SERIES.fullmatch(id.removeprefix(prefix))
    return match[1] if match and id.startswith(prefix) else None


def rules_by_number(compiled: Compiled) -> dict[str, NumberedRule]:
    """Return the rows of the table of rules by their numbers."""
    return {rule.id: rule for rule in compiled.rules}


def missing_examples(compiled: Compiled) -> tuple[str, ...]:
    """
    Return the announced worked examples that no example or claim cites, and that no `omit` names.

    A citation of a part, `MILL-EX-05B`, counts for its worked example.
    """
    numbering = compiled.numbering
    cited = {number_of_example(numbering, cite) for cite in _cited_by_proofs(compiled)}
    numbers = all_numbers(compiled, EXAMPLE)
    return tuple(id for id in numbers if number_of_example(numbering, id) not in cited)


def number_of_example(numbering: Numbering, cite: str) -> str | None:
    """Return the number of the worked example that a citation names, without a part's letter."""
    part = PART.fullmatch(cite.removeprefix(numbering.prefix))
    return f"{numbering.prefix}-EX-{int(part[1]):02}" if part else None


def _cited_by_proofs(compiled: Compiled) -> Iterable[str]:
    """Return the rules that examples and claims cite, and those omitted."""
    for cited in compiled.cited:
        origin = origin_of(compiled.program, cited.origin)
        if cited.kind in EVIDENCE and origin is not None:
            yield from origin.cites
    for omission in compiled.omissions:
        yield from omission.cites
