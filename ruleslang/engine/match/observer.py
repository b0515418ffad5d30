"""
Observers of a running match.

An observer is a record of callbacks, one for each sort of event; a callback that is `None` lets an
engine choose a faster path. Observers are called in the order of registration. A callback may query
the match, and perturb what is hidden; it may not move it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from ruleslang.engine.match.decision import Chanced, LegalMove, Option
from ruleslang.engine.match.position import Index, Run
from ruleslang.engine.match.runtime_values import Card, Env, Place, Player, Value
from ruleslang.program import statements as s

if TYPE_CHECKING:
    from ruleslang.engine.match.interface import Match


@frozen(eq=False)
class Chosen:
    """
    A choice of a player, asked or forced.

    `what` is the choice, or the branch of a menu (whose `value` is `None`).
    """

    by: Player
    what: s.Choice | s.Branch
    value: Value = None


Offer: TypeAlias = LegalMove | s.Branch | Option | Value


@frozen(eq=False)
class Offered:
    """
    The possible choices of a player, before it is known whether a question is needed.

    `besides` counts the choices to decline or to be done. `again` recomputes the offers at the then
    current position.
    """

    player: Player
    offers: tuple[Offer, ...]
    besides: int
    again: Callable[[], tuple[Offer, ...]]


@frozen(eq=False)
class Begun:
    """
    A statement that is about to run.

    `locals` are those of its body, `body` the number of that run of a body in this match.
    """

    statement: s.Statement
    locals: Env
    body: int


@frozen
class StoredRead:
    """A read of a state or dice at an index."""

    name: str
    index: Index


Read: TypeAlias = StoredRead | Place | Card


@frozen(eq=False)
class Observer:
    """
    Callbacks for a running match.

    `reached`: a declaration, an effect, a statement or a branch takes effect; its number is that of
    `program.passes.parts`. `ran`: the same, but for named values. `statement`: one is about to run.
    `offered`: the choices of a player. `begun`: a procedure, an action or a play, before anything
    of it is done. `chosen`: a choice, including forced ones. `in_secret`: a run or a choice inside
    a simultaneous question, where `begun` and `chosen` report none. `chanced`: an outcome of
    chance. `read`: the rules read a state, dice, a zone, or the title of a card.
    """

    reached: Callable[[int], None] | None = None
    statement: Callable[[Match, Begun], None] | None = None
    offered: Callable[[Match, Offered], None] | None = None
    begun: Callable[[Match, Run], None] | None = None
    chosen: Callable[[Match, Chosen], None] | None = None
    chanced: Callable[[Match, Chanced], None] | None = None
    read: Callable[[Match, Read], None] | None = None
    in_secret: Callable[[Match, Run | Chosen], None] | None = None
    ran: Callable[[int], None] | None = None
