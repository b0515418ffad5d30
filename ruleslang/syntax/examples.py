"""Nodes of examples and claims: what they start from, what happens, what then holds."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ruleslang.syntax.expressions import Apply, Expression
from ruleslang.syntax.node import Name, Text
from ruleslang.syntax.simple_statements import (
    Marked,
)


@frozen(eq=False)
class Given(Marked):
    """`given E`."""

    fact: Expression


@frozen(eq=False)
class Rolling(Marked):
    """`rolling ball, miss`: the faces, in the order they are thrown."""

    faces: tuple[Expression, ...]


@frozen(eq=False)
class Picking(Marked):
    """`picking knight, home`: what chance picks, in order."""

    values: tuple[Expression, ...]


@frozen(eq=False)
class Scripted(Marked):
    """`away chooses a, b`, `home declines` (no values)."""

    player: Expression
    values: tuple[Expression, ...]
    declines: bool


@frozen(eq=False)
class WhenPlays(Marked):
    """`when home plays knight choosing 2`."""

    player: Expression
    card: Expression
    choosing: tuple[Expression, ...]


@frozen(eq=False)
class WhenDoes(Marked):
    """`when home does shift choosing a, left`."""

    player: Expression
    action: Name
    choosing: tuple[Expression, ...]


@frozen(eq=False)
class WhenCalled(Marked):
    """`when fight(home, away)`."""

    call: Name | Apply


@frozen(eq=False)
class Then(Marked):
    """`then E`."""

    condition: Expression


@frozen(eq=False)
class ThenSees(Marked):
    """`then home sees S`, `then home cannot see S`."""

    player: Expression
    subject: Expression
    negated: bool


@frozen(eq=False)
class ThenOnly(Marked):
    """`then only home sees S`; of several players, `then only {home, away} see S`."""

    players: Expression
    subject: Expression
    several: bool


@frozen(eq=False)
class ThenMay(Marked):
    """`then home may do A choosing v`, `then home may not do A`."""

    player: Expression
    action: Name
    choosing: tuple[Expression, ...]
    negated: bool


@frozen(eq=False)
class ThenMayPlay(Marked):
    """`then home may play C choosing v`, `then home may not play C`."""

    player: Expression
    card: Expression
    choosing: tuple[Expression, ...]
    negated: bool


@frozen(eq=False)
class ThenMayChoose(Marked):
    """`then home may choose v`, `then home may not choose v`, `then home may not decline`."""

    player: Expression
    values: tuple[Expression, ...]
    declines: bool
    negated: bool


@frozen(eq=False)
class ThenTogether(Marked):
    """`then {home, away} choose together`."""

    players: Expression


@frozen(eq=False)
class ThenWins(Marked):
    """`then home wins`, `then {home, away} win`, `then nobody wins`: the match is over."""

    players: Expression


ExampleLine: TypeAlias = (
    Given
    | Rolling
    | Picking
    | Scripted
    | WhenPlays
    | WhenDoes
    | WhenCalled
    | Then
    | ThenSees
    | ThenOnly
    | ThenMay
    | ThenMayPlay
    | ThenMayChoose
    | ThenTogether
    | ThenWins
)


@frozen(eq=False)
class Example(Marked):
    """`example "title"` and its lines."""

    text: Text
    lines: tuple[ExampleLine, ...]


@frozen(eq=False)
class Claim(Marked):
    """`claim "title" [X-1]: E`, or a block of `given` and `then`."""

    text: Text | None
    expression: Expression | None
    given: tuple[Given, ...] = ()
    then: tuple[Then, ...] = ()
