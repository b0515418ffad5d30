"""How a message names a type, and how a rulebook writes it."""

from __future__ import annotations

from ruleslang.program import types as t
from ruleslang.program.events import event_name

FAR = 1_000_000  # a range of this size is not informative

PLAIN = {
    t.Truth(): "`yes` or `no`",
    t.Player(): "a player",
    t.Team(): "a team",
    t.ZonePlace(): "a zone",
    t.Never(): "`none`",
}


def describe(type: t.Type) -> str:
    """
    Return a noun phrase for a type.

    >>> describe(t.SetOf(t.Card("spell")))
    'a set of cards of `spell`'
    """
    match type:
        case t.Number(low, high) if low <= -FAR or high >= FAR:
            return "a number"
        case t.Number(low, high):
            return f"the number {low}" if low == high else f"a number from {low} to {high}"
        case t.WordOf(list):
            return f"a word of `{list}`"
        case t.Card(kind):
            return "a card" if kind is None else f"a card of `{kind}`"
        case t.Title(kind):
            return "a title" if kind is None else f"a title of `{kind}`"
        case t.Piece(piece):
            return "a piece" if piece is None else f"a piece of `{piece}`"
        case t.Space(board):
            return "a space" if board is None else f"a space of `{board}`"
        case t.DieIn(dice):
            return f"a die of `{dice}`"
        case t.UnderWay(event, kind):
            return f"`{event_name(event)}{f' of {kind}' if kind else ''} under way`"
        case t.Optional(inner):
            return f"{describe(inner)} or `none`"
        case t.Maybe(inner):
            return describe(inner)
        case t.SetOf(inner, _):
            return f"a set of {plural(inner)}"
        case t.ListOf(inner, _):
            return f"a list of {plural(inner)}"
        case t.Fraction():
            return "a chance"
        case t.Unknown():
            return "something unknown"
        case _:
            return PLAIN[type]


def plural(type: t.Type) -> str:
    """
    Return the noun phrase for several of a type.

    >>> plural(t.Number(0, 5))
    'numbers from 0 to 5'
    """
    if type == t.Never():
        return "nothing"
    if isinstance(type, t.Truth):
        return "`yes` and `no`"
    if isinstance(type, t.DieIn):
        return f"dice of `{type.dice}`"
    singular = describe(type)
    head, _, words = singular.partition(" ")
    if head != "a":
        return singular
    noun, _, tail = words.partition(" ")
    return f"{noun}s {tail}".strip()


def written(type: t.Type) -> str:
    """
    Return a type as a rulebook has it; empty when it is rarely written.

    >>> written(t.SetOf(t.Number(1, 6)))
    'set of 1..6'
    """
    match type:
        case t.Truth():
            return "yes or no"
        case t.Number(low, high):
            return f"{low}..{high}"
        case t.Player():
            return "player"
        case t.Team():
            return "team"
        case t.Piece(piece):
            return piece or "piece"
        case t.Title(None):
            return "title"
        case t.WordOf(list):
            return list
        case t.Card(kind):
            return kind or "card"
        case t.Space(board):
            return board or ""
        case t.SetOf(inner):
            return f"set of {written(inner)}" if written(inner) else ""
    return ""
