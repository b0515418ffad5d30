"""
Reports `half-a-pair`: a set names several pairs, such as a left and a right one of each, and one
word without its partner.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from ruleslang.language.checks.queries.parts_with_lines import parts_with_lines
from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

LEAST_PAIRS = 2  # of a set in which a missing partner is no coincidence

Sides: TypeAlias = frozenset[str]  # in which partners differ: `left` and `right`

half_a_pair = Message(
    "half-a-pair",
    "`{name}` stands here without `{partner}`",
    help="{pairs} such pairs stand here whole: add `{partner}`, or say why it is left out",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every set of words or titles in which one lacks the partner that the others have."""
    words = {declared.name: declared.words for declared in subject.program.words}
    titles = tuple(card.name for card in subject.program.definitions)
    for _, line, node in parts_with_lines(subject.program):
        if not isinstance(node, e.MakeSet) or len(node.items) <= 2 * LEAST_PAIRS:
            continue
        match node.items[0]:
            case e.WordValue(list):
                known: Sequence[str] = words.get(list, ())
            case e.TitleValue():
                known = titles
            case _:
                continue
        names = {name for item in node.items if (name := _name(item, known)) is not None}
        for name, partner, pairs in _singles(names, known):
            yield half_a_pair(subject.span(line), name=name, partner=partner, pairs=pairs)


def _name(item: e.Expr, known: Sequence[str]) -> str | None:
    match item:
        case e.WordValue(_, place) if place < len(known):
            return known[place]
        case e.TitleValue(name):
            return name
    return None


def _singles(names: set[str], known: Sequence[str]) -> Iterator[tuple[str, str, int]]:
    """The one name without its partner, where all others that have one stand beside theirs."""
    pairs: dict[Sides, int] = defaultdict(int)
    single: dict[Sides, list[tuple[str, str]]] = defaultdict(list)
    for name in sorted(names):
        for other in known:
            sides = _sides(name, other)
            if sides is not None and other not in names:
                single[sides].append((name, other))
            elif sides is not None and name < other:
                pairs[sides] += 1
    for sides, alone in single.items():
        if len(alone) == 1 and pairs[sides] >= LEAST_PAIRS:
            yield *alone[0], pairs[sides]


def _sides(name: str, other: str) -> Sides | None:
    """The one part in which two names of several parts differ."""
    parts, others = name.split("_"), other.split("_")
    differing = [pair for pair in zip(parts, others, strict=False) if pair[0] != pair[1]]
    if 1 < len(parts) == len(others) and len(differing) == 1:
        return frozenset(differing[0])
    return None
