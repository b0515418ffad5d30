"""Nodes of statements, and of the heads and clauses that they share with declarations."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ruleslang.language.syntax.expressions import Expression
from ruleslang.language.syntax.node import Marks, Name, Node, Text, form
from ruleslang.language.syntax.simple_statements import Choice, Marked, Simple

# ---------------------------------------------------------------- parts


@frozen(eq=False)
class Block(Node):
    """Indented statements, or a single statement after a colon (`inline`)."""

    statements: tuple[Statement, ...]
    inline: bool = False


@form("({entries})")
@frozen(eq=False)
class Pattern(Node):
    """One entry for each parameter of a head."""

    entries: tuple[Expression, ...]


@form("only if {condition}")
@frozen(eq=False)
class OnlyIf(Node):
    condition: Expression
    marks: Marks


@form("only under {option} is {values*:or}", rule="under_clause")
@frozen(eq=False)
class UnderClause(Node):
    """An action or play exists only under these values of an option."""

    option: Name
    values: tuple[Name, ...]
    marks: Marks


@form("{amount:sum} from {source:or_e} [to {target:postfix}]")
@form("{source:or_e}", rule="cost_of_state")
@frozen(eq=False)
class Cost(Node):
    """`amount` is None for a state that is yes or no."""

    amount: Expression | None
    source: Expression
    target: Expression | None


@form("pays {costs*}", rule="pays price")
@frozen(eq=False)
class Pays(Node):
    costs: tuple[Cost, ...]
    marks: Marks


@form("limit {number:sum} per {procedure} [for each {for_each}]", rule="limit hook_limit")
@frozen(eq=False)
class Limit(Node):
    number: Expression
    procedure: Name
    for_each: tuple[Name, ...]
    marks: Marks


Clause: TypeAlias = OnlyIf | UnderClause | Pays | Limit


@frozen(eq=False)
class Body(Node):
    """The body of a procedure, an action or a play: clauses, statements, `in any case`."""

    clauses: tuple[Clause, ...]
    statements: tuple[Statement, ...]
    in_any_case: Block | None
    in_any_case_marks: Marks | None = None


# ---------------------------------------------------------------- effects


@form("{moment} {procedure}[{pattern}] [by {by:sum}] [where {condition}]\n{block}")
@form(
    "{moment} {procedure}[{pattern}] [by {by:sum}] [where {condition}]\n{limit}{block}",
    rule="hook_limited",
)
@frozen(eq=False)
class Hook(Node):
    """`moment` is `before`, `after` or `instead of`; `limit` is the most runs."""

    moment: str
    procedure: Name
    pattern: Pattern | None
    by: Expression | None
    condition: Expression | None
    block: Block
    marks: Marks
    limit: Limit | None = None


@form("+{amount:signed_sum}", rule="change_plus", stage="+")
@form("-{amount:signed_prod}", rule="change_minus", stage="-")
@form("times {amount:prod}", rule="change_times", stage="times")
@form("at least {amount:sum}", rule="change_at_least", stage="at least")
@form("at most {amount:sum}", rule="change_at_most", stage="at most")
@form("becomes {amount}", rule="change_becomes", stage="becomes")
@form("starts from {amount}", rule="change_starts_from", stage="starts from")
@form("include {amount:sum}", rule="change_include", stage="include")
@form("exclude {amount:sum}", rule="change_exclude", stage="exclude")
@frozen(eq=False)
class Change(Node):
    """
    One change of a `modify`.

    `stage` is `+`, `-`, `times`, `at least`, `at most`, `becomes`, `starts from`, `include` or
    `exclude`.
    """

    stage: str
    amount: Expression


@form("modify {value}[{pattern}] [where {condition:before_colon}]: {changes*}")
@frozen(eq=False)
class Modify(Node):
    value: Name
    pattern: Pattern | None
    condition: Expression | None
    changes: tuple[Change, ...]
    marks: Marks


@form("whenever {condition}\n{block}")
@frozen(eq=False)
class Whenever(Node):
    condition: Expression
    block: Block
    marks: Marks


Effect: TypeAlias = Hook | Modify | Whenever

# ---------------------------------------------------------------- compound statements


@form("if {condition:before_colon}{block:suite}", rule="if_branch else_if")
@frozen(eq=False)
class Branch(Node):
    """One condition of an `if`, with its block."""

    condition: Expression
    block: Block
    marks: Marks


@frozen(eq=False)
class If(Marked):
    """`if C …`, `else if C …`, `else …`."""

    branches: tuple[Branch, ...]
    otherwise: Block | None
    otherwise_marks: Marks | None = None


@form("{values}{block:suite}")
@frozen(eq=False)
class Case(Node):
    """A case of `depending on`."""

    values: tuple[Expression, ...]
    block: Block
    marks: Marks


@form("depending on {subject}\n{cases*}{otherwise:else}")
@frozen(eq=False)
class Depending(Marked):
    subject: Expression
    cases: tuple[Case, ...]
    otherwise: Block | None
    otherwise_marks: Marks | None = None


@form("for each {variable} in {subject:setphrase} [by choice of {by:postfix}]{block:suite}")
@frozen(eq=False)
class ForEach(Marked):
    """`by` is the player who chooses the order; None: standard order."""

    variable: Name
    subject: Expression
    block: Block
    by: Expression | None = None


@form("{value:sum} times", rule="bound_times", word="times")
@form("while {value}", rule="bound_while", word="while")
@form("until {value}", rule="bound_until", word="until")
@frozen(eq=False)
class Bound(Node):
    """The bound of a loop; `word` is `times`, `while` or `until`."""

    word: str
    value: Expression


@form("repeat [{bound}]{block:suite}")
@form("repeat {bound}, at most {at_most:sum} times{block:suite}", rule="repeat_capped")
@form(
    "repeat [{bound}], safety limit {at_most:sum}{block:suite}",
    rule="repeat_with_limit",
    is_safety=True,
)
@form("repeat at most {at_most:sum} times{block:suite}", rule="repeat_at_most")
@form("repeat at least once {bound}{block:suite}", rule="repeat_at_least_once", at_least_once=True)
@form(
    "repeat at least once {bound}, at most {at_most:sum} times{block:suite}",
    rule="repeat_once_capped",
    at_least_once=True,
)
@form(
    "repeat at least once {bound}, safety limit {at_most:sum}{block:suite}",
    rule="repeat_once_with_limit",
    at_least_once=True,
    is_safety=True,
)
@frozen(eq=False)
class Repeat(Marked):
    """
    With `at_least_once`, the bound is tested after each pass; with `is_safety`, `at_most` is no
    rule, but a safety limit.
    """

    bound: Bound | None
    at_most: Expression | None
    block: Block
    at_least_once: bool = False
    is_safety: bool = False


@form(
    "take turns {variable} among {among:setphrase} [starting with {starting}] [until {until}]"
    "{block:suite}"
)
@form(
    "take turns {variable} among {among:setphrase} [starting with {starting}] until all pass"
    "{block:suite}",
    rule="turns_until_all_pass",
    all_pass=True,
)
@frozen(eq=False)
class TakeTurns(Marked):
    """`all_pass`: until all players in succession have passed."""

    variable: Name
    among: Expression
    starting: Expression | None
    until: Expression | None
    block: Block
    all_pass: bool = False


@form("together [for each {variable} in {subject:setphrase}]{block:suite}")
@frozen(eq=False)
class Together(Marked):
    """Both names are None without `for each`."""

    variable: Name | None
    subject: Expression | None
    block: Block


@form("at once\n{block}")
@frozen(eq=False)
class AtOnce(Marked):
    block: Block


@form("{player:postfix} may choose {choice}\n{block}{otherwise:else}")
@frozen(eq=False)
class MayChoose(Marked):
    player: Expression
    choice: Choice
    block: Block
    otherwise: Block | None
    otherwise_marks: Marks | None = None


@form("{player:postfix} may agree {text}\n{block}{otherwise:else}")
@frozen(eq=False)
class MayAgree(Marked):
    """A question to be answered by yes, or declined."""

    player: Expression
    text: Text
    block: Block
    otherwise: Block | None
    otherwise_marks: Marks | None = None


@form("{name} [{text}] [if {condition:before_colon}]{block:suite}")
@frozen(eq=False)
class MenuItem(Node):
    """A branch of a menu; `pays …` may be its first line."""

    name: Name
    text: Text | None
    condition: Expression | None
    block: Block
    marks: Marks
    pays: Pays | None = None


@form("choose one of [{text}]\n{items*}", rule="menu_of_you")
@form("{player:chooses} one of [{text}]\n{items*}")
@frozen(eq=False)
class Menu(Marked):
    """`player` is None for `choose one of`."""

    player: Expression | None
    text: Text | None
    items: tuple[MenuItem, ...]


@form("until {procedure}[{pattern}] ends\n{effects}", rule="until_ends", word="ends")
@form("until {procedure}[{pattern}] starts\n{effects}", rule="until_starts", word="starts")
@form("while {condition}\n{effects}", rule="while_statement", word="while")
@frozen(eq=False)
class Lasting(Marked):
    """Lasting effects; `word` is `ends`, `starts` or `while`."""

    word: str
    procedure: Name | None
    pattern: Pattern | None
    condition: Expression | None
    effects: tuple[Effect, ...]


Statement: TypeAlias = (
    Simple | If | Depending | ForEach | Repeat | TakeTurns | Together | AtOnce | MayChoose
    | MayAgree | Menu | Lasting
)  # fmt: skip
