"""The list of all laws, the quick ones first."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.laws import (
    answers,
    asking,
    cards,
    chain,
    copying,
    ending,
    layout,
    offering,
    preferring,
    renaming,
    reordering,
    replaying,
    saving,
    seeing,
    serial,
    telling,
    undoing,
)
from ruleslang.laws.law import Broken, Law, Subject

LAWS: tuple[Law, ...] = (
    layout.LAW,
    serial.LAW,
    ending.LAW,
    cards.LAW,
    offering.LAW,
    replaying.LAW,
    saving.LAW,
    copying.LAW,
    seeing.LAW,
    asking.LAW,
    telling.LAW,
    undoing.LAW,
    answers.LAW,
    preferring.LAW,
    renaming.LAW,
    reordering.LAW,
    chain.LAW,
)


def tried(subject: Subject) -> Iterator[tuple[Law, tuple[Broken, ...]]]:
    """Each law with the breaches that were found; none: it holds."""
    for law in LAWS:
        yield law, tuple(law.search(subject))
