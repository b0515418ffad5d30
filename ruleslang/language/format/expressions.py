"""Prints a node on one line, by its form, with exactly the brackets that the grammar needs.

A written bracket (`Paren`) is skipped, and printed again where a node binds more loosely than its
place allows, so redundant brackets disappear. Two are never redundant: that of `x from (S where it
is …)`, since without it a member is called `x` and not `it`, and that of an `and` beside an `or`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, get_args

from attrs import evolve

from ruleslang.language.syntax import expressions as e
from ruleslang.language.syntax.node import Group, Level, Name, Node, Piece, Slot, Text, form_of

EXPRESSIONS = frozenset(get_args(e.Expression))
CONDITIONS = (e.And, e.Or, e.Compare, e.Is, e.IsIn, e.IsEmpty, e.ThereIs, e.Every)
PLURAL_NAMES = ("players", "all_players")
PLURAL_FUNCTIONS = ("members", "allies")


def written(node: Node, ends: bool = True) -> str:
    """
    Return a node in its form, without brackets around it.

    `ends` says that nothing follows it, so that a quantifier, which extends to the end, may be
    last.
    """
    if isinstance(node, Name):
        return node.text
    if isinstance(node, Text):
        return f'"{node.text}"'
    if isinstance(node, e.Number):
        return str(node.value)
    if isinstance(node, e.Not):
        node = positive(node)
    return "".join(_piece(node, piece, ends) for piece in form_of(node).head).lstrip()


def _piece(node: Node, piece: Piece, ends: bool) -> str:
    match piece:
        case Group():
            if piece.is_empty(node):
                return ""
            return "".join(_piece(node, inner, ends) for inner in piece.pieces)
        case Slot():
            value = getattr(node, piece.field)
            if isinstance(node, e.Or) and isinstance(bare(value), e.And):
                return f"({written(bare(value))})"
            if piece.style in STYLES:
                return STYLES[piece.style](value)
            if piece.style in LAST:
                return _last_operand(value, LAST[piece.style], ends)
            return _value(value, piece)
        case _:
            return piece


def _value(value: Any, slot: Slot) -> str:
    """Return the text of a field without its own style."""
    if value is None or slot.style == "suite":
        return ""
    if isinstance(value, bool):
        return slot.style or slot.field.replace("_", " ")
    if isinstance(value, tuple):
        return ", ".join(_value(item, slot) for item in value)
    if type(value) in EXPRESSIONS:
        return expression(value)
    return written(value) if isinstance(value, Node) else str(value)


# ---------------------------------------------------------------- brackets


def held(node: e.Expression, level: Level, *, ends: bool = False) -> str:
    """Return an expression in a place that requires a level; `ends` says that nothing follows."""
    inner = bare(node)
    binds = level_of(inner)
    if ends if binds is Level.QUANTIFIED else binds >= level:
        return written(inner, ends)
    return f"({written(inner)})"


def bare(node: e.Expression) -> e.Expression:
    """Return the expression without its written brackets."""
    return bare(node.inner) if isinstance(node, e.Paren) else positive(node)


def level_of(node: e.Expression) -> Level:
    """Return the precedence of a node."""
    if isinstance(node, Name | e.Number):
        return Level.POSTFIX
    if isinstance(node, e.With) and len(node.keys) > 1:
        return Level.BRACKETED
    return form_of(node).level


def _last_operand(node: e.Expression, level: Level, ends: bool) -> str:
    """Print the last operand of `and` or `or`; brackets around an `after` stay."""
    if isinstance(node, e.Paren) and isinstance(bare(node), e.WhatWouldBe):
        return f"({written(bare(node))})"
    return held(node, level, ends=ends)


LAST = {"and_q": Level.AND_E, "not_q": Level.NOT_E}


def expression(node: e.Expression) -> str:
    """Return an expression that has a whole line or clause."""
    return held(node, Level.SEXPR, ends=True)


def stored(node: e.Expression) -> str:
    """Return the value of a `let`; a condition is put in brackets, apart from the line's own."""
    is_condition = isinstance(bare(node), CONDITIONS)
    return held(node, Level.POSTFIX) if is_condition else expression(node)


def positive(node: e.Expression) -> e.Expression:
    """Return an expression with `is not` in place of `not` before a comparison."""
    if isinstance(node, e.Not):
        comparison = bare(node.operand)
        if isinstance(comparison, e.Is | e.IsIn | e.IsEmpty) and not comparison.negated:
            return evolve(comparison, negated=True)
    return node


def before_colon(node: e.Expression | None) -> str:
    """Return a condition before a colon; `for every` has its own colon, and so gets brackets."""
    if node is None:
        return ""
    last = bare(node)
    last = bare(last.right) if isinstance(last, e.And | e.Or) else last
    return held(node, Level.POSTFIX) if isinstance(last, e.Every) else expression(node)


def phrase(node: e.Expression) -> str:
    """Return a set phrase, as after `from`; a `when … otherwise` gets brackets."""
    is_conditional = isinstance(bare(node), e.WhenOtherwise)
    return held(node, Level.OR_E if is_conditional else Level.SETPHRASE)


def members(node: e.Expression) -> str:
    """Return a set phrase; brackets around a `where` show its scope, and stay."""
    return f"({phrase(node)})" if has_its_own_members(node) else phrase(node)


def has_its_own_members(node: e.Expression) -> bool:
    """Return whether a phrase is in brackets, so that a member inside is always `it`."""
    return isinstance(node, e.Paren) and isinstance(bare(node), e.Where)


def total(node: e.Expression) -> str:
    """Return a sum, as in a cost."""
    return held(node, Level.SUM)


def atom(node: e.Expression) -> str:
    """Return an expression that never needs brackets, or has them."""
    return held(node, Level.POSTFIX)


# ---------------------------------------------------------------- how fields are printed


def _at_level(level: Level) -> Callable[[e.Expression | None], str]:
    return lambda node: "" if node is None else held(node, level)


def _joined(between: str) -> Callable[[Iterable[Any]], str]:
    def join(nodes: Iterable[Any]) -> str:
        return between.join(map(_printed_alone, nodes))

    return join


def _printed_alone(node: Node) -> str:
    return expression(node) if isinstance(node, e.Expression) else written(node)


def _signed(level: Level) -> Callable[[e.Expression], str]:
    """Return a printer of a sign's operand: adjacent to a number, else after a blank (`- f(p)`)."""

    def after_sign(node: e.Expression) -> str:
        blank = "" if isinstance(bare(node), e.Number) else " "
        return f"{blank}{held(node, level)}"

    return after_sign


def _arguments(nodes: tuple[e.Expression | e.NamedArgument, ...]) -> str:
    return ", ".join(_argument(node, alone=len(nodes) == 1) for node in nodes)


def _argument(node: e.Expression | e.NamedArgument, *, alone: bool) -> str:
    """Print an argument; among several, a phrase of several words gets brackets."""
    if isinstance(node, e.NamedArgument):
        return written(node)
    inner = bare(node)
    unnamed = isinstance(inner, e.AsFarAs | e.UpToAndWith | e.SpreadBy) and inner.variable is None
    is_free = unnamed or isinstance(inner, e.Where)
    is_free = is_free or (alone and isinstance(inner, e.EachWhere | e.With))
    return held(node, Level.SETPHRASE if is_free else Level.SEXPR, ends=True)


def wins(players: e.Expression) -> str:
    """Print `p wins`, `players win`."""
    return f"{atom(players)} {'win' if is_plural(players) else 'wins'}"


def chooses(player: e.Expression) -> str:
    """Return the subject and verb of a choice; `you` is omitted."""
    if is_you(player):
        return "choose"
    return f"{atom(player)} {'choose' if is_plural(player) else 'chooses'}"


def is_you(player: e.Expression) -> bool:
    """Return whether it is `you`."""
    return isinstance(player, Name) and player.text == "you"


def is_plural(players: e.Expression) -> bool:
    """Return whether the verb after these players is plural: `players win`, but `p wins`."""
    match bare(players):
        case Name(text=text):
            return text in PLURAL_NAMES
        case e.Apply(function=function):
            return function.text in PLURAL_FUNCTIONS
        case e.Where() | e.EachWhere() | e.With() | e.Ranked() | e.Braces():
            return True
        case e.AsFarAs() | e.UpToAndWith() | e.SpreadBy():
            return True
        case _:
            return False


STYLES: dict[str, Callable[[Any], str]] = {
    **{level.name.lower(): _at_level(level) for level in Level},
    "setphrase": members,
    "before_colon": before_colon,
    "stored": stored,
    "phrase": phrase,
    "test": lambda node: held(node, Level.OR_E, ends=True),
    "signed_sum": _signed(Level.SUM),
    "signed_prod": _signed(Level.PROD),
    "signed_unary": _signed(Level.UNARY),
    "arguments": _arguments,
    "wins": wins,
    "chooses": chooses,
    "then": _joined(", then "),
    "or": _joined(" or "),
    "blanks": _joined(" "),
    "by": lambda nodes: " by ".join(map(total, nodes)),
    "copies": lambda number: f"x{number}",
    "reset_each": lambda names: ", ".join(f"reset each {name.text}" for name in names),
}
"""The meaning of the words behind the colon of a field; a level is named as in the grammar."""
