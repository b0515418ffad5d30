"""The syntax of the C that the engine prints."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from ruleslang.engine.wasm.types import Type


class Int(NamedTuple):
    value: int
    type: Type


class Real(NamedTuple):
    value: float


class Text(NamedTuple):
    value: bytes


class Name(NamedTuple):
    name: str


class Binary(NamedTuple):
    op: str
    left: Expression
    right: Expression


class Unary(NamedTuple):
    op: str
    of: Expression


class Either(NamedTuple):
    test: Expression
    then: Expression
    other: Expression


class Call(NamedTuple):
    function: Expression
    arguments: list[Expression]


class Index(NamedTuple):
    of: Expression
    at: Expression


class Field(NamedTuple):
    """A member of what an expression is, or of what it points to."""

    of: Expression
    name: str


class Cast(NamedTuple):
    type: Type
    of: Expression


class Assign(NamedTuple):
    """With an operator: the old value is its left side."""

    op: str
    to: Expression
    value: Expression


class Step(NamedTuple):
    """`++` or `--`; one that `is_late` has the value before."""

    op: str
    to: Expression
    is_late: bool


class Comma(NamedTuple):
    first: Expression
    then: Expression


class Listed(NamedTuple):
    """The list that an array or a struct begins with; of each member its name, if it is written."""

    entries: list[tuple[str, Expression]]


class Made(NamedTuple):
    """A struct made of its members."""

    type: Type
    of: Listed


class Size(NamedTuple):
    of: Expression


Expression: TypeAlias = (
    "Int | Real | Text | Name | Binary | Unary | Either | Call | Index | Field | Cast | Assign"
    " | Step | Comma | Listed | Made | Size"
)


class Block(NamedTuple):
    statements: list[Statement]


class Do(NamedTuple):
    what: Expression


class Declare(NamedTuple):
    name: str
    type: Type
    begins: Expression | None
    is_static: bool


class If(NamedTuple):
    test: Expression
    then: Statement
    other: Statement | None


class Loop(NamedTuple):
    begins: Statement | None
    test: Expression | None
    step: Expression | None
    body: Statement


class DoWhile(NamedTuple):
    body: Statement
    test: Expression


class Return(NamedTuple):
    answer: Expression | None


class Break(NamedTuple):
    pass


class Continue(NamedTuple):
    pass


class Goto(NamedTuple):
    label: str


class Label(NamedTuple):
    name: str


class Switch(NamedTuple):
    of: Expression
    body: list[Statement]


class Case(NamedTuple):
    """Without a value: the default."""

    value: int | None


Statement: TypeAlias = (
    "Block | Do | Declare | If | Loop | DoWhile | Return | Break | Continue | Goto | Label | Switch"
    " | Case"
)
