"""How what a program declares is called and shown, where its looks say so."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ruleslang.program.declarations import Look
from ruleslang.program.program import Program

HEX = re.compile(r"#?[0-9a-fA-F]{6}")
COLOURS = {
    "red": "#b3261e",
    "orange": "#b85c00",
    "yellow": "#9a7b00",
    "green": "#2e7d32",
    "teal": "#00796b",
    "blue": "#1f5fae",
    "purple": "#7b3fa0",
    "pink": "#b03060",
    "brown": "#795548",
    "grey": "#5f6368",
    "black": "#202124",
}
"""Colours that a rulebook may name, dark enough for white letters."""


def looks_of(program: Program) -> dict[str, Look]:
    """The looks by the names that have some."""
    return {each.name: each for each in program.looks}


def titles_of(program: Program) -> dict[str, str]:
    """What people call what has another title than its name."""
    return {each.name: each.title.text for each in program.looks if each.title is not None}


def called(titles: Mapping[str, str], name: str) -> str:
    """
    What people call something, its index behind it as it is.

    >>> called({"worn": "terrain"}, "worn(anna, left_hand)"), called({}, "spell_pile")
    ('terrain(anna, left hand)', 'spell pile')
    """
    stem, bracket, index = name.partition("(")
    return titles.get(stem, stem.replace("_", " ")) + bracket + index.replace("_", " ")
