"""Nodes of values, procedures, actions and windows, and of the heads of plays."""

from __future__ import annotations

from attrs import frozen

from ruleslang.language.syntax.expressions import Criterion, Expression, TypeNode
from ruleslang.language.syntax.node import Name, Node, Text, form
from ruleslang.language.syntax.simple_statements import Choice, Marked
from ruleslang.language.syntax.statements import Body, Pattern


@form("let {name}[: {type}] = {value:stored}")
@frozen(eq=False)
class ValueLet(Marked):
    """A `let` in a value's block."""

    name: Name
    type: TypeNode | None
    value: Expression


@form("otherwise: {value}", rule="value_otherwise")
@form("answer {value}", rule="value_answer", alone=True)
@form("when {condition:before_colon}: {value}", rule="value_when")
@frozen(eq=False)
class ValueCase(Marked):
    """
    A case in a value's block; `condition` is None in its last line.

    That is `otherwise: E`, or `answer E` without a `when` above it (`alone`).
    """

    condition: Expression | None
    value: Expression
    alone: bool = False


@form("{values}: {value}")
@frozen(eq=False)
class ValueRow(Marked):
    """A row of a value's table: the result for some values of the subject."""

    values: tuple[Expression, ...]
    value: Expression


@form("otherwise: {value}", rule="value_rest")
@frozen(eq=False)
class ValueRest(Marked):
    """The last row of a value's table: the result for all other values."""

    value: Expression


@form("depending on {subject}\n{rows*}{otherwise}")
@frozen(eq=False)
class ValueTable(Marked):
    subject: Expression
    rows: tuple[ValueRow, ...]
    otherwise: ValueRest | None


@form("[{changeable}] {name}: {type}")
@frozen(eq=False)
class Parameter(Node):
    name: Name
    type: TypeNode
    changeable: bool


@form("value {name}[({parameters})][: {type}] = {expression}[, decided by {decided_by}]")
@form(
    "value {name}[({parameters})][: {type}][, decided by {decided_by}]\n{lets?}{cases?}",
    rule="value_block",
)
@form(
    "value {name}[({parameters})][: {type}][, decided by {decided_by}]\n{lets?}{table?}",
    rule="value_of_table",
)
@frozen(eq=False)
class Value(Marked):
    """`expression` is None if it has a block."""

    name: Name
    parameters: tuple[Parameter, ...]
    type: TypeNode | None
    expression: Expression | None
    lets: tuple[ValueLet, ...] = ()
    cases: tuple[ValueCase, ...] = ()
    decided_by: tuple[Name, ...] = ()
    table: ValueTable | None = None


@form("{window}[{pattern}]")
@frozen(eq=False)
class WindowUse(Node):
    """A window after `in`."""

    window: Name
    pattern: Pattern | None


@form("in {uses*:or} [where {condition}]")
@frozen(eq=False)
class Windows(Node):
    uses: tuple[WindowUse, ...]
    condition: Expression | None


@form("only under {option} is {values*:or}")
@frozen(eq=False)
class OnlyUnder(Node):
    """The declaration exists only under these values of an option."""

    option: Name
    values: tuple[Name, ...]


@form(
    "{word} {name}[({parameters})] [answers {answers}] [{only_under}][, decided by {decided_by}]"
    "\n{body}"
)
@frozen(eq=False)
class Procedure(Marked):
    """`word` is `procedure`, `phase` or `check`."""

    word: str
    name: Name
    parameters: tuple[Parameter, ...]
    answers: TypeNode | None
    only_under: OnlyUnder | None
    decided_by: tuple[Name, ...]
    body: Body


@form("action {name} [{text}] by {by} [{windows}] [choosing {choices}]\n{body}")
@frozen(eq=False)
class Action(Marked):
    name: Name
    text: Text | None
    by: Name
    windows: Windows | None
    choices: tuple[Choice, ...]
    body: Body


@form("asks {players:setphrase}")
@frozen(eq=False)
class Asks(Marked):
    players: Expression


@form("offers {actions}")
@frozen(eq=False)
class Offers(Marked):
    actions: tuple[Name, ...]


@form("closes {when}")
@frozen(eq=False)
class Closes(Marked):
    """`when` is the text from the second word on."""

    when: str


@form("window {name}[({parameters})] [{text}]\n{asks?}{offers?}{closes?}")
@frozen(eq=False)
class Window(Marked):
    name: Name
    parameters: tuple[Parameter, ...]
    text: Text | None
    asks: Asks | None
    offers: Offers | None
    closes: Closes | None


@form("measure {text} [at {at}] = {value}")
@frozen(eq=False)
class Measure(Marked):
    """`at` is None for the end of the match."""

    text: Text
    at: Name | None
    value: Expression


@form("prefer {name}[{pattern}] [where {condition}]")
@form("prefer {name}[{pattern}] by {criteria:then}", rule="prefer_by")
@frozen(eq=False)
class Prefer(Marked):
    """Either `condition` or `criteria` is empty."""

    name: Name
    pattern: Pattern | None
    condition: Expression | None
    criteria: tuple[Criterion, ...]


@form("avoid {name}[{pattern}] [where {condition}]")
@frozen(eq=False)
class Avoid(Marked):
    name: Name
    pattern: Pattern | None
    condition: Expression | None


@form("otherwise {criterion}")
@frozen(eq=False)
class PreferOtherwise(Marked):
    criterion: Criterion


@form("player {name} [{text}]\n{preferences*}")
@frozen(eq=False)
class Chooser(Marked):
    """A player written in the language."""

    name: Name
    text: Text | None
    preferences: tuple[Prefer | Avoid | PreferOtherwise, ...]
