"""Nodes of statements, and of the heads and clauses that they share with declarations."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ruleslang.syntax.expressions import Expression
from ruleslang.syntax.node import Marks, Name, Node, Text
from ruleslang.syntax.simple_statements import Marked, Simple

# ---------------------------------------------------------------- parts


@frozen(eq=False)
class Block(Node):
    """Indented statements, or the one statement after a colon (`inline`)."""

    statements: tuple[Statement, ...]
    inline: bool = False


@frozen(eq=False)
class Quantity(Node):
    """
    How many a choice takes: `2`, `n`, `2..5`, `up to 3`.

    `form` is `exactly`, `between` or `up to`; `low` is only there for `between`.
    """

    form: str
    low: Expression | None
    high: Expression


@frozen(eq=False)
class Choice(Node):
    """
    What a player picks: `changeable c "label" from S so that E`, or
    `changeable 2..5 of S as cs "label" in order so that E`; in a head `each of 1..2 of S as cs`.
    """

    name: Name
    subject: Expression
    quantity: Quantity | None = None  # None: exactly one, and the name is the member
    text: Text | None = None
    in_order: bool = False
    so_that: Expression | None = None
    changeable: bool = False
    each_alone: bool = False


@frozen(eq=False)
class Pattern(Node):
    """`(you, knight, any)` in a head: one entry per place."""

    entries: tuple[Expression, ...]


@frozen(eq=False)
class OnlyIf(Node):
    """`only if E`."""

    condition: Expression
    marks: Marks


@frozen(eq=False)
class Cost(Node):
    """
    `2 from points(p)`, `1 from hand(p) to discards`, `ready(c)`.

    `amount` is None for a state that is yes or no.
    """

    amount: Expression | None
    source: Expression
    target: Expression | None


@frozen(eq=False)
class Pays(Node):
    """`pays COST, COST`."""

    costs: tuple[Cost, ...]
    marks: Marks


@frozen(eq=False)
class Limit(Node):
    """`limit 1 per turn for each target`."""

    number: Expression
    procedure: Name
    for_each: tuple[Name, ...]
    marks: Marks


Clause: TypeAlias = OnlyIf | Pays | Limit


@frozen(eq=False)
class Body(Node):
    """What a procedure, an action or a play does: clauses, statements, `in any case`."""

    clauses: tuple[Clause, ...]
    statements: tuple[Statement, ...]
    in_any_case: Block | None
    in_any_case_marks: Marks | None = None


# ---------------------------------------------------------------- effects


@frozen(eq=False)
class Hook(Node):
    """
    `instead of throw(you, knight) by p where C` and its block; `moment` is `before`, `after`
    or `instead of`.
    """

    moment: str
    procedure: Name
    pattern: Pattern | None
    by: Expression | None
    condition: Expression | None
    block: Block
    marks: Marks


@frozen(eq=False)
class Change(Node):
    """
    One change of a `modify`.

    `stage` is `+`, `-`, `times`, `at least`, `at most`, `becomes`, `starts from`, `include` or
    `exclude`.
    """

    stage: str
    amount: Expression


@frozen(eq=False)
class Modify(Node):
    """`modify strength(you, any) where C: +2, at least 1`."""

    value: Name
    pattern: Pattern | None
    condition: Expression | None
    changes: tuple[Change, ...]
    marks: Marks


@frozen(eq=False)
class Whenever(Node):
    """`whenever C` and its block."""

    condition: Expression
    block: Block
    marks: Marks


Effect: TypeAlias = Hook | Modify | Whenever

# ---------------------------------------------------------------- compound statements


@frozen(eq=False)
class Branch(Node):
    """One condition of an `if`, and what then happens."""

    condition: Expression
    block: Block
    marks: Marks


@frozen(eq=False)
class If(Marked):
    """`if C …`, `else if C …`, `else …`."""

    branches: tuple[Branch, ...]
    otherwise: Block | None
    otherwise_marks: Marks | None = None


@frozen(eq=False)
class Case(Node):
    """`a, b: …` under `depending on`."""

    values: tuple[Expression, ...]
    block: Block
    marks: Marks


@frozen(eq=False)
class Depending(Marked):
    """`depending on e` and its cases."""

    subject: Expression
    cases: tuple[Case, ...]
    otherwise: Block | None
    otherwise_marks: Marks | None = None


@frozen(eq=False)
class ForEach(Marked):
    """`for each x in S`."""

    variable: Name
    subject: Expression
    block: Block


@frozen(eq=False)
class Repeat(Marked):
    """
    `repeat 3 times`, `repeat while C, at most n times`, `repeat at least once until C`, `repeat`.

    `bound_word` is `times`, `while`, `until` or None; `at_most` is the safety limit or None.
    With `at_least_once` it is tested after each pass.
    """

    bound_word: str | None
    bound: Expression | None
    at_most: Expression | None
    block: Block
    at_least_once: bool = False


@frozen(eq=False)
class TakeTurns(Marked):
    """`take turns p among S starting with E until C`."""

    variable: Name
    among: Expression
    starting: Expression | None
    until: Expression | None
    block: Block


@frozen(eq=False)
class Together(Marked):
    """`together`, `together for each p in S`; both names are None in the first form."""

    variable: Name | None
    subject: Expression | None
    block: Block


@frozen(eq=False)
class AtOnce(Marked):
    """`at once` and its block."""

    block: Block


@frozen(eq=False)
class MayChoose(Marked):
    """`p may choose x from S`, its block, and `else`."""

    player: Expression
    choice: Choice
    block: Block
    otherwise: Block | None
    otherwise_marks: Marks | None = None


@frozen(eq=False)
class MenuItem(Node):
    """`name "text" if C: …` under `chooses one of`, perhaps with `pays …` as its first line."""

    name: Name
    text: Text | None
    condition: Expression | None
    block: Block
    marks: Marks
    pays: Pays | None = None


@frozen(eq=False)
class Menu(Marked):
    """`p chooses one of "label"` and its named branches; `player` is None for `choose one of`."""

    player: Expression | None
    text: Text | None
    items: tuple[MenuItem, ...]


@frozen(eq=False)
class Lasting(Marked):
    """
    `until P ends`, `until P(…) starts`, `while C` as a statement, with effects.

    `word` is `ends`, `starts` or `while`; `procedure` is None and `condition` is there only for
    `while`.
    """

    word: str
    procedure: Name | None
    pattern: Pattern | None
    condition: Expression | None
    effects: tuple[Effect, ...]


Statement: TypeAlias = (
    Simple
    | If
    | Depending
    | ForEach
    | Repeat
    | TakeTurns
    | Together
    | AtOnce
    | MayChoose
    | Menu
    | Lasting
)
