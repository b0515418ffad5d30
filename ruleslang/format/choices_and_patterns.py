"""Parts that statements, cards and actions share: what is chosen, what a head matches."""

from __future__ import annotations

from collections.abc import Iterable

from ruleslang.format.expressions import (
    bare,
    expression,
    listed,
    members,
    phrase,
    total,
    where,
)
from ruleslang.format.lines import label
from ruleslang.syntax.declarations import OnlyUnder, Windows, WindowUse
from ruleslang.syntax.expressions import (
    Apply,
    AsFarAs,
    Braces,
    EachWhere,
    Expression,
    Ranked,
    SpreadBy,
    UpToAndWith,
    Where,
    With,
)
from ruleslang.syntax.node import Name
from ruleslang.syntax.statements import (
    Choice,
    Pattern,
    Quantity,
)

PLURAL_NAMES = ("players", "all_players")
PLURAL_FUNCTIONS = ("members", "allies")


def is_plural(players: Expression) -> bool:
    """Whether the verb after these players has no final s: `players win`, but `p wins`."""
    match bare(players):
        case Name(text=text):
            return text in PLURAL_NAMES
        case Apply(function=function):
            return function.text in PLURAL_FUNCTIONS
        case Where() | EachWhere() | With() | Ranked() | Braces():
            return True
        case AsFarAs() | UpToAndWith() | SpreadBy():
            return True
        case _:
            return False


def pattern(node: Pattern | None) -> str:
    """`(you, any)`, or nothing."""
    return "" if node is None else f"({listed(node.entries)})"


def windows(node: Windows | None) -> str:
    """`in W(…) or V where C` with a blank before it, or nothing."""
    if node is None:
        return ""
    return f" in {' or '.join(map(_use, node.uses))}{where(node.condition)}"


def _use(node: WindowUse) -> str:
    return node.window.text + pattern(node.pattern)


def choosing(choices: Iterable[Choice]) -> str:
    """`choosing x from S, y from T` with a blank before it, or nothing."""
    texts = [chosen(choice) for choice in choices]
    return f" choosing {', '.join(texts)}" if texts else ""


def chosen(node: Choice) -> str:
    """`changeable c "label" from S`, `2..5 of S as cs "label" in order so that E`."""
    word = f"{'changeable ' * node.changeable}{'each of ' * node.each_alone}"
    so_that = "" if node.so_that is None else f" so that {expression(node.so_that)}"
    return f"{word}{taken(node)}{so_that}"


def taken(node: Choice) -> str:
    """What is chosen from and by which name: there one is called so, several are called `it`."""
    order = " in order" if node.in_order else ""
    name = f"{node.name.text}{label(node.text)}{order}"
    if node.quantity is None:
        return f"{name} from {members(node.subject)}"
    return f"{_quantity(node.quantity)} of {phrase(node.subject)} as {name}"


def _quantity(node: Quantity) -> str:
    high = total(node.high)
    if node.form == "between" and node.low is not None:
        return f"{total(node.low)}..{high}"
    return f"up to {high}" if node.form == "up to" else high


def only_under(node: OnlyUnder | None) -> str:
    """`only under R is V or W` with a blank before it, or nothing."""
    if node is None:
        return ""
    return f" only under {node.option.text} is {' or '.join(each.text for each in node.values)}"


def decided_by(options: tuple[Name, ...]) -> str:
    """`, decided by R`, or nothing."""
    return f", decided by {', '.join(each.text for each in options)}" if options else ""
