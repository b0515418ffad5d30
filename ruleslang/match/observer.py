"""
What somebody may hear of a match while it goes on.

An observer is a record of functions, one for each thing that can be heard; what is None is not
listened to, so that an engine can choose a quicker way to run. Observers hear in the order in which
they came. A function may ask the match, and perturb what is hidden; it may not move it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from ruleslang.match.decision import Chanced, LegalMove, Option
from ruleslang.match.position import Index, Run
from ruleslang.match.values import Card, Env, Place, Player, Value
from ruleslang.program import statements as s

if TYPE_CHECKING:
    from ruleslang.match.match import Match


@frozen(eq=False)
class Chosen:
    """
    What a player chose, whether he was asked or there was only one thing.

    `what` is the choice, or the branch of a menu (whose `value` is None).
    """

    by: Player
    what: s.Choice | s.Branch
    value: Value = None


Offer: TypeAlias = LegalMove | s.Branch | Option | Value


@frozen(eq=False)
class Offered:
    """
    What a player may choose from, before it is known whether he has to be asked.

    `besides` counts the choices to decline or to have done. `again` works the offers out once more
    at the position as it then is.
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
    """A state or dice were read at an index."""

    name: str
    index: Index


Read: TypeAlias = StoredRead | Place | Card


@frozen(eq=False)
class Observer:
    """
    Functions that are called while a match goes on.

    `reached`: a declaration, an effect, a statement or a branch is at work; its number is that of
    `program.passes.parts`.
    `statement`: one is about to run. `offered`: what a player may choose from. `begun`: a
    procedure, an action or a play, before anything of it is done. `chosen`: what was chosen, forced
    choices too. `chanced`: chance acted. `read`: a state, dice, a zone, or what a card is, was
    looked at by the rules. What is done inside of a question to several at once is not told.
    """

    reached: Callable[[int], None] | None = None
    statement: Callable[[Match, Begun], None] | None = None
    offered: Callable[[Match, Offered], None] | None = None
    begun: Callable[[Match, Run], None] | None = None
    chosen: Callable[[Match, Chosen], None] | None = None
    chanced: Callable[[Match, Chanced], None] | None = None
    read: Callable[[Match, Read], None] | None = None
