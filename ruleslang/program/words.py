"""
The built-in functions: their names, and how many arguments each takes.

Every engine has a body for each of them, and the types of each are in `types`; tests hold the
sets equal.
"""

from __future__ import annotations

from attrs import frozen


@frozen
class Word:
    """
    A built-in function; `least` and `most` count its arguments, `meaning` says what it answers.
    """

    name: str
    least: int
    most: int
    meaning: str


WORDS: tuple[Word, ...] = (
    Word(
        "top",
        1,
        2,
        "the uppermost card of a zone, or none; with a number, up to so many, uppermost first",
    ),
    Word(
        "bottom",
        1,
        2,
        "the lowest card of a zone, or none; with a number, up to so many, lowest first",
    ),
    Word(
        "next",
        1,
        2,
        "the first player of a set (players, if not said) clockwise after one, or none",
    ),
    Word(
        "previous",
        1,
        2,
        "the first player of a set (players, if not said) counter-clockwise after one, or none",
    ),
    Word(
        "clockwise",
        1,
        2,
        "the players of a set (players, if not said) clockwise from one, himself first if in it",
    ),
    Word("opponent", 1, 1, "the other player of two"),
    Word("first", 1, 1, "the first member of a set or list, or none"),
    Word("item", 2, 2, "an entry of a list, counted from 1, or none"),
    Word("holder", 1, 1, "the player in whose zone a card lies, or none"),
    Word("owner", 1, 1, "the player a card or piece belongs to, or none"),
    Word("title", 1, 1, "what a card counts as at this moment"),
    Word("card", 1, 1, "the card of a play under way"),
    Word("player", 1, 1, "who does an action or plays a card that is under way"),
    Word("space", 1, 1, "the space a piece stands on, or none"),
    Word("pieces", 1, 1, "the pieces of a player"),
    Word("piece_on", 1, 1, "the piece on a space, or none"),
    Word("row", 1, 2, "the row of a space, counted from 1; with a player, from his side"),
    Word("column", 1, 1, "the column of a space, counted from 1"),
    Word(
        "cell",
        2,
        4,
        "the space at a column and row (rows from a player's side); a board first if several",
    ),
    Word("adjacent", 2, 2, "whether two spaces are neighbours"),
    Word("neighbours", 1, 1, "the spaces next to one"),
    Word("distance", 2, 2, "steps between two spaces, or places between two words"),
    Word("line", 2, 2, "the spaces crossed between two, ends excluded, in order"),
    Word("crosses", 4, 4, "whether the line between two spaces crosses that between two others"),
    Word("shifted", 3, 3, "the space so many columns and rows away, or none"),
    Word("ray", 2, 2, "the spaces from one by another and straight on to the edge, in order"),
    Word("reach", 2, 2, "the spaces of a set that are joined, within it, to those of another"),
    Word("smaller", 2, 2, "the smaller of two; none is ignored"),
    Word("larger", 2, 2, "the larger of two; none is ignored"),
    Word("remainder", 2, 2, "what is left over when one number is divided by another"),
    Word("team", 1, 1, "the team of a player"),
    Word("members", 1, 1, "the players of a team who are still in"),
    Word("allies", 1, 1, "the other players of one's team"),
    Word("seat", 1, 1, "the seat of a player, counted from 1"),
    Word("zone_of", 1, 1, "the zone a card lies in, or none"),
    Word("index_of", 1, 1, "the index of a zone that is not a player, or none"),
)

WORD_NAMES: frozenset[str] = frozenset(word.name for word in WORDS)

# Forms of their own, which look like functions in the text.
SPECIAL_FORMS: frozenset[str] = frozenset({"subsets", "playable", "payoff"})

# All that may stand before brackets, in every rulebook.
FUNCTIONS: frozenset[str] = WORD_NAMES | SPECIAL_FORMS

# Words that stand for something without brackets.
BUILT_IN: frozenset[str] = frozenset(
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
