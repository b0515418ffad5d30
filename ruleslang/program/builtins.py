"""
The built-in names of the language; of the functions also how many arguments each takes.

Every engine implements each function; `typing.builtins` has the types of their answers. Tests hold
the sets of names equal.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

FunctionName: TypeAlias = Literal[
    "top",
    "bottom",
    "next",
    "previous",
    "clockwise",
    "opponent",
    "first",
    "item",
    "holder",
    "owner",
    "title",
    "card",
    "player",
    "space",
    "pieces",
    "piece_on",
    "row",
    "column",
    "cell",
    "adjacent",
    "neighbours",
    "distance",
    "line",
    "touched",
    "whole_line",
    "off_line",
    "crosses",
    "shifted",
    "ray",
    "reach",
    "smaller",
    "larger",
    "remainder",
    "team",
    "members",
    "allies",
    "seat",
    "zone_of",
    "index_of",
]


@frozen
class BuiltInFunction:
    """A built-in function: `least` to `most` arguments, and what it answers in words."""

    name: FunctionName
    least: int
    most: int
    meaning: str


FUNCTIONS: tuple[BuiltInFunction, ...] = (
    BuiltInFunction(
        "top",
        1,
        2,
        "the uppermost card of a zone, or none; with a number, up to so many, uppermost first",
    ),
    BuiltInFunction(
        "bottom",
        1,
        2,
        "the lowest card of a zone, or none; with a number, up to so many, lowest first",
    ),
    BuiltInFunction(
        "next",
        1,
        2,
        "the first player of a set (players, if not said) clockwise after one, or none",
    ),
    BuiltInFunction(
        "previous",
        1,
        2,
        "the first player of a set (players, if not said) counter-clockwise after one, or none",
    ),
    BuiltInFunction(
        "clockwise",
        1,
        2,
        "the players of a set (players, if not said) clockwise from one, himself first if in it",
    ),
    BuiltInFunction("opponent", 1, 1, "the other player of two"),
    BuiltInFunction("first", 1, 1, "the first member of a set or list, or none"),
    BuiltInFunction("item", 2, 2, "an entry of a list, counted from 1, or none"),
    BuiltInFunction("holder", 1, 1, "the player in whose zone a card lies, or none"),
    BuiltInFunction("owner", 1, 1, "the player a card or piece belongs to, or none"),
    BuiltInFunction("title", 1, 1, "what a card counts as at this moment"),
    BuiltInFunction("card", 1, 1, "the card of a play under way"),
    BuiltInFunction("player", 1, 1, "who does an action or plays a card that is under way"),
    BuiltInFunction("space", 1, 1, "the space a piece stands on, or none"),
    BuiltInFunction("pieces", 1, 1, "the pieces of a player"),
    BuiltInFunction("piece_on", 1, 1, "the piece on a space, or none"),
    BuiltInFunction(
        "row", 1, 2, "the row of a space, counted from 1; with a player, from his side"
    ),
    BuiltInFunction("column", 1, 1, "the column of a space, counted from 1"),
    BuiltInFunction(
        "cell",
        2,
        4,
        "the space at a column and row (rows from a player's side); a board first if several",
    ),
    BuiltInFunction("adjacent", 2, 2, "whether two spaces are neighbours"),
    BuiltInFunction("neighbours", 1, 1, "the spaces next to one"),
    BuiltInFunction("distance", 2, 2, "steps between two spaces, or places between two words"),
    BuiltInFunction("line", 2, 2, "the spaces crossed between two, ends excluded, in order"),
    BuiltInFunction(
        "touched", 2, 2, "as `line`, with the spaces that the line only touches at a corner or edge"
    ),
    BuiltInFunction(
        "whole_line", 2, 2, "the spaces crossed by the line through two, to the edges, in order"
    ),
    BuiltInFunction(
        "off_line", 3, 3, "how far the first space lies from the line through the two others"
    ),
    BuiltInFunction(
        "crosses", 4, 4, "whether the line between two spaces crosses that between two others"
    ),
    BuiltInFunction("shifted", 3, 4, "the space so many columns and rows away, or none"),
    BuiltInFunction(
        "ray", 2, 2, "the spaces from one by another and straight on to the edge, in order"
    ),
    BuiltInFunction(
        "reach", 2, 2, "the spaces of a set that are joined, within it, to those of another"
    ),
    BuiltInFunction("smaller", 2, 2, "the smaller of two; none is ignored"),
    BuiltInFunction("larger", 2, 2, "the larger of two; none is ignored"),
    BuiltInFunction("remainder", 2, 2, "what is left over when one number is divided by another"),
    BuiltInFunction("team", 1, 1, "the team of a player"),
    BuiltInFunction("members", 1, 1, "the players of a team who are still in"),
    BuiltInFunction("allies", 1, 1, "the other players of one's team"),
    BuiltInFunction("seat", 1, 1, "the seat of a player, counted from 1"),
    BuiltInFunction("zone_of", 1, 1, "the zone a card lies in, or none"),
    BuiltInFunction("index_of", 1, 1, "the index of a zone that is not a player, or none"),
)

FUNCTION_BY_NAME: dict[str, BuiltInFunction] = {each.name: each for each in FUNCTIONS}
FUNCTION_NAMES: frozenset[str] = frozenset(each.name for each in FUNCTIONS)

# Expressions with a syntax node of their own that are written like functions.
SPECIAL_FORMS: frozenset[str] = frozenset({"subsets", "playable", "payoff", "times"})

# Every built-in name that may stand before brackets.
CALLED_NAMES: frozenset[str] = FUNCTION_NAMES | SPECIAL_FORMS

# Built-in names that stand without brackets.
BUILT_IN_NAMES: frozenset[str] = frozenset(
    [
        "it",
        "you",
        "this",
        "active",
        "players",
        "all_players",
        "winners",
        "cards",
        "pieces",
        "titles",
        "teams",
        "nobody",
        "answer",
        "any",
        "none",
        "automatic",
    ]
)
