"""Nodes of examples, claims and properties."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ruleslang.language.syntax.expressions import Apply, Expression
from ruleslang.language.syntax.node import Name, Text, form
from ruleslang.language.syntax.simple_statements import Marked


@form("given {fact}")
@frozen(eq=False)
class Given(Marked):
    fact: Expression


@form("rolling {faces}")
@frozen(eq=False)
class Rolling(Marked):
    """The faces, in the order of the rolls."""

    faces: tuple[Expression, ...]


@form("picking {values}")
@frozen(eq=False)
class Picking(Marked):
    """The outcomes of picks, in order."""

    values: tuple[Expression, ...]


@form("{player:postfix} declines", rule="declines", declines=True)
@form("{player:postfix} chooses {values}")
@frozen(eq=False)
class Scripted(Marked):
    """`declines`: the player chooses nothing."""

    player: Expression
    values: tuple[Expression, ...]
    declines: bool


@form("when {player:postfix} plays {card:postfix} [choosing {choosing}]")
@frozen(eq=False)
class WhenPlays(Marked):
    player: Expression
    card: Expression
    choosing: tuple[Expression, ...]


@form("when {player:postfix} does {action} [choosing {choosing}]")
@frozen(eq=False)
class WhenDoes(Marked):
    player: Expression
    action: Name
    choosing: tuple[Expression, ...]


@form("when {call}")
@frozen(eq=False)
class WhenCalled(Marked):
    call: Name | Apply


@form("then {condition}")
@frozen(eq=False)
class Then(Marked):
    condition: Expression


@form("then {player:postfix} sees {subject}")
@form("then {player:postfix} cannot see {subject}", rule="then_cannot_see", negated=True)
@frozen(eq=False)
class ThenSees(Marked):
    player: Expression
    subject: Expression
    negated: bool


@form("then only {players:postfix} sees {subject}", rule="then_only_sees")
@form("then only {players:postfix} see {subject}", rule="then_only_see", several=True)
@frozen(eq=False)
class ThenOnly(Marked):
    """`several`: the plural form."""

    players: Expression
    subject: Expression
    several: bool


@form("then {player:postfix} may do {action} [choosing {choosing}]")
@form(
    "then {player:postfix} may not do {action} [choosing {choosing}]",
    rule="then_may_not",
    negated=True,
)
@frozen(eq=False)
class ThenMay(Marked):
    player: Expression
    action: Name
    choosing: tuple[Expression, ...]
    negated: bool


@form("then {player:postfix} may play {card:postfix} [choosing {choosing}]")
@form(
    "then {player:postfix} may not play {card:postfix} [choosing {choosing}]",
    rule="then_may_not_play",
    negated=True,
)
@frozen(eq=False)
class ThenMayPlay(Marked):
    player: Expression
    card: Expression
    choosing: tuple[Expression, ...]
    negated: bool


@form("then {player:postfix} may choose {values}")
@form("then {player:postfix} may not choose {values}", rule="then_may_not_choose", negated=True)
@form("then {player:postfix} may decline", rule="then_may_decline", declines=True)
@form(
    "then {player:postfix} may not decline",
    rule="then_may_not_decline",
    declines=True,
    negated=True,
)
@frozen(eq=False)
class ThenMayChoose(Marked):
    player: Expression
    values: tuple[Expression, ...]
    declines: bool
    negated: bool


@form("then {players:postfix} choose together")
@frozen(eq=False)
class ThenTogether(Marked):
    players: Expression


@form("then {players:wins}")
@frozen(eq=False)
class ThenWins(Marked):
    """The match is over with these winners."""

    players: Expression


ExampleLine: TypeAlias = (
    Given | Rolling | Picking | Scripted | WhenPlays | WhenDoes | WhenCalled | Then | ThenSees
    | ThenOnly | ThenMay | ThenMayPlay | ThenMayChoose | ThenTogether | ThenWins
)  # fmt: skip


@form("example {text}\n{lines*}")
@frozen(eq=False)
class Example(Marked):
    text: Text
    lines: tuple[ExampleLine, ...]


@form("claim [{text}]\n{given?}{then?}", rule="claim_block")
@frozen(eq=False)
class Claim(Marked):
    """`claim "title" [X-1]: E`, or a block of `given` and `then`."""

    text: Text | None
    expression: Expression | None
    given: tuple[Given, ...] = ()
    then: tuple[Then, ...] = ()


@form("never {text}: {condition}", rule="never", negated=True)
@form("always {text}: {condition}")
@frozen(eq=False)
class Property(Marked):
    """A condition that holds in every position of every match; `negated`: in none."""

    text: Text
    condition: Expression
    negated: bool
