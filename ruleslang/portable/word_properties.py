"""Properties of a word that are known before it is printed."""

from __future__ import annotations

from ruleslang.flow.context import may_be_none
from ruleslang.flow.state_layout import ZONES
from ruleslang.flow.walk import inside
from ruleslang.flow.words import Apply, Cell, Find, Through, Word
from ruleslang.program import types as t


def has_members(several: Word) -> bool:
    """Whether nothing in a tuple is none."""
    match several.type:
        case t.SetOf(element) | t.ListOf(element):
            return not may_be_none(element)
    return False


def lies_once(several: Word) -> bool:
    """Whether nothing is twice in a tuple: what lies in a zone, or the first of that."""
    match several:
        case Apply("first so many", (zone, _)):
            return lies_once(zone)
        case Cell(family):
            return family == ZONES or family.startswith("zone ")
    return False


def is_boxed_in(word: Word) -> bool:
    """Whether something inside of it is run through, where Python cannot assign."""
    return any(isinstance(each, Through | Find) for each in inside(word))
