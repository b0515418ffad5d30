"""Values as a message says them: in the words of the rulebook."""

from __future__ import annotations

from ruleslang.match.values import (
    Card,
    CardDefinition,
    DieIn,
    Place,
    UnderWay,
    Value,
    name_of,
)
from ruleslang.program import declarations as d


def shown(value: Value) -> str:
    """
    A value in the rulebook's words.

    >>> shown((1, True, None))
    '{1, yes, none}'
    """
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return "{" + ", ".join(map(shown, value)) + "}"
    if isinstance(value, UnderWay):
        return f"a {value.name} under way"
    if isinstance(value, Place):
        index = ", ".join(map(shown, value.index))
        return f"{value.zone.name}({index})" if index else value.zone.name
    if isinstance(value, DieIn):
        return f"a die of {value.dice}"
    if isinstance(value, Card):
        return shown(value.title)
    if isinstance(value, CardDefinition):
        return value.name
    return name_of(value)


def in_words(what: d.Action | d.Play | d.Window) -> str:
    """What people call an action, a play or a window: its text, or its name."""
    return what.name.replace("_", " ") if what.text is None else what.text.text
