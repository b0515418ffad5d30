"""What a statement writes to: locals, states, zones and places of dice."""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from ruleslang.program.expressions import Expr
from ruleslang.program.find_references import names
from ruleslang.program.locals import WRITES, Slot


@frozen
class LocalPlace:
    """A local made by `let` or a choice, or a parameter."""

    slot: Slot = field(metadata=WRITES)


@frozen
class StatePlace:
    """A state at an index."""

    name: str = field(metadata=names("state"))
    index: tuple[Expr, ...] = ()


@frozen
class ActivePlace:
    """Whose turn it is."""


@frozen
class PlaceOfUnderWay:
    """A changeable place of something under way."""

    subject: Expr
    name: str


Place: TypeAlias = LocalPlace | StatePlace | ActivePlace | PlaceOfUnderWay


@frozen
class ZoneTarget:
    """Where cards go."""

    name: str = field(metadata=names("zone"))
    index: tuple[Expr, ...] = ()


@frozen
class DiceTarget:
    """One place of dice."""

    name: str = field(metadata=names("dice"))
    index: tuple[Expr, ...] = ()
