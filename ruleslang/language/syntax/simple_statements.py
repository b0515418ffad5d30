"""Nodes of statements without a block, and of the choices in them."""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from ruleslang.language.syntax.expressions import Apply, Criterion, Expression, Extreme, TypeNode
from ruleslang.language.syntax.node import WRITTEN, Marks, Name, Node, Text, form


@frozen(eq=False, kw_only=True)
class Marked(Node):
    """A line, with the rules it rests on."""

    marks: Marks


@form("{high:sum}", rule="exactly", form="exactly")
@form("{low:sum}..{high:sum}", rule="between", form="between")
@form("up to {high:sum}", rule="up_to", form="up to")
@frozen(eq=False)
class Quantity(Node):
    """`form` is `exactly`, `between` or `up to`; `low` is only set for `between`."""

    form: str
    low: Expression | None
    high: Expression


@form("{name} [{text}] [{in_order}] from {subject:setphrase} [so that {so_that}]", rule="chosen")
@form(
    "{quantity} of {subject:phrase} as {name} [{text}] [{in_order}] [so that {so_that}]",
    rule="several_chosen",
)
@form("{quantity} of {subject:phrase} as {name} [{text}]", rule="taken")
@form("{name} [{in_order}] from {subject:setphrase}", rule="picked")
@form("{quantity} of {subject:phrase} as {name} [{in_order}]", rule="several_picked")
@form(
    "[{changeable}] {name} [{text}] [{in_order}] from {subject:setphrase} [so that {so_that}]",
    rule="choice",
)
@form(
    "[{changeable}] {quantity} of {subject:phrase} as {name} [{text}] [{in_order}]"
    " [so that {so_that}]",
    rule="choice_of_several",
)
@form(
    "[{changeable}] independent {name} [{text}] from {subject:setphrase} [so that {so_that}]",
    rule="choice_independent",
    each_alone=True,
)
@form(
    "[{changeable}] each of {quantity} of {subject:phrase} as {name} [{text}] [so that {so_that}]",
    rule="choice_of_each",
    each_alone=True,
)
@frozen(eq=False)
class Choice(Node):
    """
    A choice of a player. In a head, `each_alone` is written `each of 1..2 of S as cs`, or
    `independent c from S`.
    """

    name: Name
    subject: Expression
    quantity: Quantity | None = None  # None: exactly one, whose name it is
    text: Text | None = None
    in_order: bool = False
    so_that: Expression | None = None
    changeable: bool = False
    each_alone: bool = False


@form("at most {most:sum} for each {key:postfix}", rule="most_for_each")
@form("at most {most:sum} where {condition}", rule="most_where")
@frozen(eq=False)
class CountedLimit(Node):
    """The most members with the same key, or satisfying the condition."""

    most: Expression
    key: Expression | None
    condition: Expression | None


@form("let {name}[: {type}] = {value:stored}[, {surely}]")
@frozen(eq=False)
class Let(Marked):
    """`surely`: the value must not be none, else it is a fault."""

    name: Name
    type: TypeNode | None
    value: Expression
    surely: bool


@form("set {place:postfix} to {value:stored}")
@frozen(eq=False)
class Set(Marked):
    place: Expression = field(metadata=WRITTEN)
    value: Expression


@form("add {amount:sum} to {place:postfix}")
@frozen(eq=False)
class Add(Marked):
    amount: Expression
    place: Expression = field(metadata=WRITTEN)


@form("subtract {amount:sum} from {place:postfix}")
@frozen(eq=False)
class Subtract(Marked):
    amount: Expression
    place: Expression = field(metadata=WRITTEN)


@form("move {subject:setphrase} to the {direction}")
@frozen(eq=False)
class MoveAround(Marked):
    """`move hand(any) to the left`; `direction` is `left` or `right`."""

    subject: Expression
    direction: str


@form("move {subject:setphrase} to {target:postfix} [{position}]")
@frozen(eq=False)
class Move(Marked):
    """`position` is `on top`, `at bottom`, `face up`, `face down` or None."""

    subject: Expression
    target: Expression
    position: str | None


@form("move {listed:setphrase} from {source:postfix} to {target:postfix} [{position}]")
@frozen(eq=False)
class MoveListed(Marked):
    """A card of the source for each title in the list."""

    listed: Expression
    source: Expression
    target: Expression
    position: str | None


@form("swap {left:postfix} with {right:postfix}")
@frozen(eq=False)
class Swap(Marked):
    left: Expression = field(metadata=WRITTEN)
    right: Expression = field(metadata=WRITTEN)


@form("shuffle {zone:postfix}")
@frozen(eq=False)
class Shuffle(Marked):
    zone: Expression


@form("roll {what:sum} [as {name}] [seen by {seen_by:postfix}]")
@form("roll {number:sum} {what} [as {name}] [seen by {seen_by:postfix}]", rule="roll_many")
@form("roll {number:sum} {what} to {target:postfix}", rule="roll_into")
@frozen(eq=False)
class Roll(Marked):
    """`what` names a die or dice, or is a choice of dice; `number` is None for a single die."""

    number: Expression | None
    what: Expression
    name: Name | None
    target: Expression | None
    seen_by: Expression | None


@form("take away {dice:postfix}")
@frozen(eq=False)
class TakeAway(Marked):
    """`take away third_die(p)`: removes the dice."""

    dice: Expression


@form("reveal {subject:setphrase} [to {to:postfix}]")
@frozen(eq=False)
class Reveal(Marked):
    subject: Expression
    to: Expression | None


@form("choose {choice}")
@form("{player:chooses} {choice}", rule="chooses")
@frozen(eq=False)
class Choose(Marked):
    """`player` is None for `choose …`, where you choose."""

    player: Expression | None
    choice: Choice


IMPOSSIBLE = "[, if impossible {if_impossible}]"
MOST = "{as_often:as often as possible}[, if once only by {once}]" + IMPOSSIBLE


@form("{name}", rule="offered_action")
@frozen(eq=False)
class OfferedAction(Marked):
    """An offered action on its own line."""

    name: Name


@form("{player:postfix} must do {actions*}" + IMPOSSIBLE, rule="must_do", mode="must")
@form(
    "{player:postfix} must do one of {actions*}" + IMPOSSIBLE,
    rule="must_do_one",
    mode="must",
    one_of=True,
)
@form("{player:postfix} must do {actions*} " + MOST, rule="must_do_most", mode="must")
@form(
    "{player:postfix} must do one of {actions} " + MOST,
    rule="must_do_most_of",
    mode="must",
    one_of=True,
)
@form(
    "{player:postfix} may do {actions*} [{as_often:as often as allowed}]", rule="may_do", mode="may"
)
@form(
    "{player:postfix} may do one of {actions} [{as_often:as often as allowed}]",
    rule="may_do_one",
    mode="may",
    one_of=True,
)
@form(
    "{player:postfix} must do one of these" + IMPOSSIBLE + "\n{listed*}",
    rule="must_do_these",
    mode="must",
    one_of=True,
)
@form(
    "{player:postfix} may do one of these [{as_often:as often as allowed}]\n{listed*}",
    rule="may_do_these",
    mode="may",
    one_of=True,
)
@frozen(eq=False)
class Do(Marked):
    """
    `mode` is `must` or `may`; `one_of` says that `one of` precedes the actions. `as_often` is as
    often as allowed or, for `must`, as possible; `once` narrows it to once. The actions are
    `listed` if each has a line.
    """

    player: Expression
    mode: str
    one_of: bool
    actions: tuple[Name, ...]
    if_impossible: Simple | None
    as_often: bool = False
    once: Extreme | None = None
    listed: tuple[OfferedAction, ...] = ()

    @property
    def offered(self) -> tuple[Name, ...]:
        """The names of the actions, in either form."""
        return self.actions or tuple(action.name for action in self.listed)


@form("note {history}")
@frozen(eq=False)
class Note(Marked):
    """Adds the present position to a history."""

    history: Name


@form("pick {choice} by {criteria:then}")
@frozen(eq=False)
class Pick(Marked):
    choice: Choice
    criteria: tuple[Criterion, ...]


@form("choose {choice}, {limits*}", rule="choose_within")
@form("{player:chooses} {choice}, {limits*}", rule="chooses_within")
@form("pick {choice}, {limits*}, by chance", rule="pick_within", by_chance=True)
@frozen(eq=False)
class TakeWithin(Marked):
    """A choice made member by member, each within the limits."""

    player: Expression | None
    choice: Choice
    limits: tuple[CountedLimit, ...]
    by_chance: bool = False


@form("rank {subject:setphrase} by {criteria:then} as {name}")
@frozen(eq=False)
class Rank(Marked):
    subject: Expression
    name: Name
    criteria: tuple[Criterion, ...]


@form("open {window} [as {name}]")
@frozen(eq=False)
class Open(Marked):
    window: Name | Apply
    name: Name | None


@form("perform {card:postfix} [as {guise:postfix}] [by {by:postfix}]")
@frozen(eq=False)
class Perform(Marked):
    card: Expression
    guise: Expression | None
    by: Expression | None


@form("answer {value}")
@frozen(eq=False)
class Answer(Marked):
    value: Expression


@form("end {procedure} [{if_under_way}]")
@frozen(eq=False)
class End(Marked):
    procedure: Name
    if_under_way: bool


@form("cancel {what:postfix}")
@frozen(eq=False)
class Cancel(Marked):
    what: Expression


@form("stop")
@frozen(eq=False)
class Stop(Marked):
    """Leaves the enclosing procedure."""


@form("nothing", rule="nothing")
@frozen(eq=False)
class DoNothing(Marked):
    """An empty block."""


@form("eliminate {player:postfix}")
@frozen(eq=False)
class Eliminate(Marked):
    player: Expression


@form("{players:wins}")
@frozen(eq=False)
class Wins(Marked):
    """`p wins`, `players win`, `nobody wins`."""

    players: Expression


@form("{call:postfix}")
@frozen(eq=False)
class Call(Marked):
    """`foul(you, booked: yes)`, `p_as_usual as usual`: a procedure, for what it does."""

    call: Expression


# Allowed in one moment and under `in any case`.
Assigning: TypeAlias = Let | Set | Add | Subtract | Move | Swap | Note
# Allowed in one moment: asks nobody, rolls nothing, does not leave the block.
InOneMoment: TypeAlias = (
    Assigning | MoveAround | Shuffle | Reveal | TakeAway | Call | Eliminate | DoNothing
)
Simple: TypeAlias = (
    InOneMoment | MoveListed | Roll | Choose | Do | Pick | TakeWithin | Rank | Open | Perform
    | Answer | End | Cancel | Stop | Wins
)  # fmt: skip
