"""Finds the cards that a choice is about."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.engine.match.decision import LegalMove, Option
from ruleslang.engine.match.runtime_values import Card, CardDefinition


def cards_of(option: Option) -> Iterator[str]:
    """The names of the cards that a choice is about, given as copies or as definitions."""
    values = [*option.values.values(), option.what]
    if isinstance(option.what, LegalMove):
        values += [option.what.card, option.what.title]
    for value in values:
        for member in value if isinstance(value, tuple) else (value,):
            if isinstance(member, Card):
                yield member.title.name
            elif isinstance(member, CardDefinition):
                yield member.name
