"""A statement of one line as text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from ruleslang.format.expressions import (
    atom,
    bare,
    criteria,
    criterion,
    expression,
    listed,
    members,
    phrase,
    total,
    typed,
    where,
)
from ruleslang.format.lines import clause, label, names
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
from ruleslang.syntax.simple_statements import (
    Add,
    Answer,
    Asking,
    Assigning,
    Call,
    Cancel,
    Choose,
    Do,
    DoNothing,
    Eliminate,
    End,
    Let,
    Move,
    Note,
    Open,
    Perform,
    Pick,
    Rank,
    Reveal,
    Roll,
    Running,
    Set,
    Shuffle,
    Simple,
    Stop,
    Subtract,
    Swap,
    TakeAway,
    Wins,
)
from ruleslang.syntax.statements import Choice, Pattern, Quantity

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


def simple(node: Simple) -> str:
    """A statement without a block, without its marks."""
    if isinstance(node, Assigning):
        return _assigning(node)
    return _asking(node) if isinstance(node, Asking) else _running(node)


def _assigning(node: Assigning) -> str:
    match node:
        case Let():
            return f"let {node.name.text}{typed(node.type)} = {expression(node.value)}"
        case Set():
            return f"set {atom(node.place)} to {expression(node.value)}"
        case Add():
            return f"add {total(node.amount)} to {atom(node.place)}"
        case Subtract():
            return f"subtract {total(node.amount)} from {atom(node.place)}"
        case Move():
            position = "" if node.position is None else f" {node.position}"
            return f"move {members(node.subject)} to {atom(node.target)}{position}"
        case Swap():
            return f"swap {atom(node.left)} with {atom(node.right)}"
        case Note():
            return f"note {node.history.text}"
        case _:
            assert_never(node)


def _asking(node: Asking) -> str:
    match node:
        case Shuffle():
            return f"shuffle {atom(node.zone)}"
        case Roll():
            return _roll(node)
        case TakeAway():
            return f"take away {atom(node.dice)}"
        case Reveal():
            return f"reveal {members(node.subject)}{optional('to', node.to)}"
        case Choose():
            return f"{chooses(node.player)} {chosen(node.choice)}"
        case Do():
            return _do(node)
        case Pick():
            return f"pick {taken(node.choice)} by {criteria(node.criteria)}"
        case Rank():
            head = f"rank {members(node.subject)} as {node.name.text}"
            return f"{head} by {criteria(node.criteria)}"
        case _:
            assert_never(node)


def chooses(player: Expression | None) -> str:
    """The subject and the verb of a choice; you are not named."""
    if player is None or is_you(player):
        return "choose"
    return f"{atom(player)} {'choose' if is_plural(player) else 'chooses'}"


def is_you(player: Expression) -> bool:
    """Whether it is the player who acts."""
    return isinstance(player, Name) and player.text == "you"


def optional(word: str, node: Expression | None) -> str:
    """A keyword and an expression with a blank before them, or nothing."""
    return "" if node is None else f" {word} {atom(node)}"


def _roll(node: Roll) -> str:
    number = "" if node.number is None else f"{total(node.number)} "
    tail = optional("to", node.target) + clause("as", node.name)
    return f"roll {number}{total(node.what)}{tail}{optional('seen by', node.seen_by)}"


def _do(node: Do) -> str:
    one_of = "one of " if node.one_of else ""
    head = f"{atom(node.player)} {node.mode} do {one_of}{names(node.actions)}"
    if node.as_often:
        head += " as often as possible" if node.mode == "must" else " as often as allowed"
    if node.once is not None:
        head += f", if once only by {criterion(node.once)}"
    if node.if_impossible is None:
        return head
    return f"{head}, if impossible {simple(node.if_impossible)}"


def _running(node: Running) -> str:
    match node:
        case Open():
            return f"open {atom(node.window)}{clause('as', node.name)}"
        case Perform():
            return f"perform {atom(node.card)}{optional('as', node.guise)}{optional('by', node.by)}"
        case Answer():
            return f"answer {expression(node.value)}"
        case End():
            tail = " if under way" if node.if_under_way else ""
            return f"end {node.procedure.text}{tail}"
        case Cancel():
            return f"cancel {atom(node.what)}"
        case Stop():
            return "stop"
        case DoNothing():
            return "nothing"
        case Eliminate():
            return f"eliminate {atom(node.player)}"
        case Wins():
            return wins(node.players)
        case Call():
            return atom(node.call)
        case _:
            assert_never(node)


def wins(players: Expression) -> str:
    """`p wins`, `players win`."""
    return f"{atom(players)} {'win' if is_plural(players) else 'wins'}"
