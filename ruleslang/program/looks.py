"""The names and appearance of declarations, where the looks define them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import frozen

from ruleslang.program.declarations import Definition, Look
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


@frozen
class Looks:
    """The looks of a program by the names that have some, and the kind above each kind."""

    by_name: Mapping[str, Look]
    parents: Mapping[str, str | None]

    @staticmethod
    def of(program: Program) -> Looks:
        """Return the looks that a program has."""
        parents = {kind.name: kind.parent for kind in program.kinds}
        return Looks({look.name: look for look in program.looks}, parents)

    def named(self, name: str) -> Look:
        """Return the look of a name; an empty one where there is none."""
        return self.by_name.get(name) or Look(name)

    def chain(self, kind: str | None) -> list[str]:
        """Return a kind and those above it."""
        ancestors = []
        while kind is not None:
            ancestors.append(kind)
            kind = self.parents.get(kind)
        return ancestors

    def of_card(self, card: Definition) -> Look:
        """Return the look of a card: its own, then that of its kind, then of the kinds above."""
        names = [card.deck or card.name, *self.chain(card.kind)]
        looks = [self.by_name[name] for name in names if name in self.by_name]
        return Look(
            card.name,
            shows=tuple(field for look in looks for field in look.shows),
            always=tuple(field for look in looks for field in look.always),
            hides=tuple(hide for look in looks for hide in look.hides),
            colour=next((look.colour for look in looks if look.colour), ""),
            art=next((look.art for look in looks if look.art), ""),
            back=next((look.back for look in looks if look.back), ""),
            size=next((look.size for look in looks if look.size), None),
            is_printed=all(look.is_printed for look in looks),
            fonts=next((look.fonts for look in looks if look.fonts), ()),
            layout=next((look.layout for look in looks if look.layout), ""),
        )


def hues_of(program: Program) -> dict[str, float]:
    """Return a hue, 0 to 1, for each kind that has cards: evenly spread in the text's order."""
    used = {definition.kind for definition in program.definitions}
    kinds = [kind.name for kind in program.kinds if kind.name in used]
    return {kind: place / len(kinds) for place, kind in enumerate(kinds)}


def six_digits(colour: str) -> str:
    """
    Return the colour that looks name, as `#` and six digits; empty where they name none.

    >>> six_digits("red"), six_digits("a04030"), six_digits("")
    ('#b3261e', '#a04030', '')
    """
    return COLOURS.get(colour, f"#{colour.removeprefix('#')}" if colour else "")


def titles_of(program: Program) -> dict[str, str]:
    """Return the titles of the names whose title differs from the name."""
    return {look.name: look.title.text for look in program.looks if look.title is not None}


def called(titles: Mapping[str, str], name: str) -> str:
    """
    Return the title of a name, followed by its index as written.

    >>> called({"worn": "terrain"}, "worn(anna, left_hand)"), called({}, "spell_pile")
    ('terrain(anna, left hand)', 'spell pile')
    """
    stem, bracket, index = name.partition("(")
    return titles.get(stem, stem.replace("_", " ")) + bracket + index.replace("_", " ")
