"""
The interface of matches: read the decision, choose, until it is over; and what may be asked.

`Reader` answers questions about the current position. `Match` is also moved, copied, saved and
observed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager
from fractions import Fraction
from typing import Protocol, TypeAlias

from attrs import field, frozen

from ruleslang.engine.match.chance import Chance
from ruleslang.engine.match.decision import (
    Chanced,
    Decision,
    Event,
    LegalMove,
    Option,
    Outcome,
    Sight,
    View,
)
from ruleslang.engine.match.entities import Population, Settings
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.inquiry import Inquiry
from ruleslang.engine.match.position import Change, Index, Position, Rearrangement, Run, SecretPlan
from ruleslang.engine.match.runtime_values import Card, CardDefinition, Env, Place, Player, Value
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s

MOST_DECISIONS = (1 << 63) - 1  # more than any match has


class NotLegal(Exception):
    """A player may not do this now."""


class Reader(Protocol):
    """The queries about the current position of a match."""

    @property
    def population(self) -> Population:
        """All entities and declarations."""

    @property
    def position(self) -> Position: ...

    @property
    def under_way(self) -> Sequence[Run]:
        """The procedures, actions and plays in progress, the outermost first."""

    @property
    def unfinished(self) -> Sequence[Run]:
        """Those in progress, with those of which only the hooks `after` them are left."""

    @property
    def locals_of_effects(self) -> Sequence[Env]:
        """The locals of hooks and rules in progress, without those set by choices."""

    @property
    def together(self) -> SecretPlan | None:
        """The simultaneous question in progress, if any."""

    def evaluate(
        self, expression: e.Expr, local: Env | None = None, *, seen_by: Player | None = None
    ) -> Value:
        """
        Evaluate an expression with these locals, to which its definitions are added.

        With `seen_by`, reading what that player does not see is the fault `unseen`. Raises `Fault`.
        """

    def fits(
        self,
        pattern: patterns.Pattern,
        values: tuple[Value, ...],
        local: Env,
        *,
        seen_by: Player | None = None,
    ) -> bool:
        """Return whether values match a pattern; its bindings are added to the locals."""

    def same(self, left: Value, right: Value) -> bool:
        """Return whether two values are equal in the sense of the language's `is`."""

    def alike(self, player: Player, left: Value, right: Value) -> bool:
        """Return whether two values are the same choice for a player, as identical cards are."""

    def word_for(self, value: Value) -> str:
        """Return the stable word of a value in choices: for a die its current face."""

    def text_for(self, value: Value) -> str:
        """Return the displayed text of a value in a choice."""

    def may(self, player: Player, what: str | Value, choosing: Sequence[Value] = ()) -> bool:
        """
        Return whether a player may do the named action, or play a card or a definition, now.

        `choosing` are the first of its choices: values, or their words.
        """

    def view(self, seat: int | None) -> View:
        """Return the view of a seat; `None`: the public view."""

    @property
    def version(self) -> object:
        """Equal at two moments only if no value, zone, dice or piece has changed between them."""

    @property
    def ids_under_way(self) -> Sequence[int]:
        """The numbers of the runs that `under_way` has."""

    def successive_views(self) -> Callable[[int | None], View]:
        """Return `view` for many moments of a match that is moved but never perturbed; quicker."""

    def sight(self, player: Player) -> Sight:
        """Return the things a player sees, as queries on entities."""

    def inquiry(self) -> Inquiry:
        """Return the query for reasons: why something is legal, and how a value is computed."""


ChanceCounter: TypeAlias = Callable[[Reader, e.ChanceOf, Env], Fraction]


# ---------------------------------------------------------------- saving


@frozen
class WholeMatch:
    """The start procedure, which must end with a result."""


@frozen
class RunProcedure:
    """A call of one procedure."""

    name: str
    arguments: tuple[Value, ...]


@frozen
class DoAction:
    """An action of a player; its open choices are asked."""

    player: Player
    name: str
    choosing: tuple[Value, ...]


@frozen
class PlayCard:
    """A play of a card, or of a definition that the player holds."""

    player: Player
    card: Card | CardDefinition
    choosing: tuple[Value, ...]


@frozen
class PlayFrom:
    """A procedure that continues a whole match from a position, up to a result."""

    name: str
    arguments: tuple[Value, ...]


Deed: TypeAlias = WholeMatch | PlayFrom | RunProcedure | DoAction | PlayCard


Step: TypeAlias = Change | Deed | int


@frozen
class Saved:
    """
    A match as the steps that led to it; any engine that repeats them reaches the same state.

    `steps` are the set-up, beginnings and choices since the opening, in order; a number is the
    index of a choice. `rolled`: dice were rolled at the opening. `outcomes` are all outcomes of
    chance, as indices; after them the streams of `seed` continue, each with its current word.
    """

    settings: Settings
    rolled: bool
    steps: tuple[Step, ...]
    outcomes: tuple[int | tuple[int, ...], ...] = field(repr=False)
    seed: int = field(repr=False)
    streams: tuple[tuple[str, int], ...] = field(repr=False)
    hash: str = field(repr=False)


# ---------------------------------------------------------------- the match


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
    Callbacks for a running match, which are called in the order of registration.

    One that is `None` lets an engine choose a faster path. A callback may query the match, and
    perturb what is hidden; it may not move it.

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


class Perturbation(Protocol):
    """A temporary change of the hidden part of a match."""

    def end(self) -> None:
        """Undo the change; writes since then are kept."""


class Decides(Protocol):
    """Decides for one seat in one match."""

    def choose(self, match: Match) -> int:
        """Return the index of a choice of the match's decision."""


class Match(Reader, Protocol):
    """
    One playing of a program: it waits for a decision, or is over.

    It is over if `decision` is `None`: then there is an `outcome`, or a `fault` that stopped it, or
    the procedure that was begun has finished with `answer`.
    """

    @property
    def decision(self) -> Decision | None:
        """The pending decision."""

    @property
    def waits_for(self) -> tuple[int, int] | None:
        """The seat to decide and the number of choices; cheaper than `decision`."""

    @property
    def outcome(self) -> Outcome | None:
        """Winners and payoffs."""

    @property
    def fault(self) -> Fault | None:
        """Why the rules could not continue."""

    @property
    def answer(self) -> Value:
        """The answer of the procedure that was begun."""

    @property
    def events(self) -> Sequence[Event]:
        """The outcomes of chance and the choices, in order; secret ones only once revealed."""

    @property
    def chosen(self) -> Sequence[int]:
        """The indices of the choices made since the start."""

    @property
    def measures(self) -> Mapping[str, Sequence[int]]:
        """The values of each measure so far."""

    @property
    def times_played(self) -> Mapping[str, int]:
        """How often each definition was played, by name; zeros may be missing."""

    @property
    def notes(self) -> Sequence[tuple[str, int]]:
        """The safety limits that were reached, and where."""

    @property
    def counted(self) -> int:
        """The count towards the decision cap: includes forced choices, and passes."""

    @property
    def asked(self) -> int:
        """How often a player was actually asked."""

    # ------------------------------------------------------------ moving

    def choose(self, index: int) -> None:
        """
        Make a choice, up to the next decision.

        An exception from outside, such as Ctrl-C or a time limit, leaves the match as it was.
        Raises `ValueError` for an invalid index.
        """

    def preferred(self, chooser: d.Chooser) -> Sequence[int] | None:
        """
        Return the indices of the choices that a player of the rulebook prefers, if the engine can
        compute them without the decision; else `None`.
        """

    def play_on(self, deciding: Sequence[Decides]) -> int:
        """
        Let these decide for their seats until the match is over; returns the number of decisions.

        Faster than `choose`: an exception from outside leaves a match that cannot continue.
        """

    def begin(self, deed: Deed) -> None:
        """
        Run something, up to its first decision; rules do not react to what is true already.

        Raises `NotLegal` for an action or a play that the player may not do.
        """

    # ------------------------------------------------------------ changing the position

    def arrange(self, change: Change, origin: int = -1) -> None:
        """Set something up while nothing is in progress; raises `Fault` if it is impossible."""

    def rearranged(
        self, change: Rearrangement, *, keeps_order: bool = False
    ) -> AbstractContextManager[None]:
        """
        Return a context with this change, for reading only; it is undone at the end.

        With `keeps_order` cards keep their ranks in the standard order.
        """

    def perturb(self, change: Rearrangement) -> Perturbation:
        """
        Change what is hidden, and continue with it: at a decision, or from within an observer.

        Cards keep their ranks in the standard order, so that chance picks the same ones; rules do
        not react to what is true already.
        """

    @property
    def chance(self) -> Chance:
        """The source of outcomes; not to be drawn from."""

    def divert(self, to: Chance) -> Chance:
        """Replace the source of outcomes; returns the old one."""

    # ------------------------------------------------------------ watching, copying

    def count_chances(self, by: ChanceCounter) -> None:
        """Set how `chance of` is computed in expressions; without it, it is a fault."""

    def observe(self, observer: Observer) -> None:
        """Add an observer."""

    def ignore(self, observer: Observer) -> None:
        """Remove an observer."""

    def bodies(self) -> frozenset[int]:
        """Return the numbers of the running bodies, as in `Begun`; only while observed."""

    def copy(self, then: Chance | None = None, observers: Sequence[Observer] = ()) -> Match:
        """
        Return a match in the same state.

        Its future chance is `then`, if given, else the same as here. `observers` are called for
        everything that led here, too. An engine that cannot copy replays the choices.
        """

    def hash(self) -> str:
        """Return the hash of the position, 16 hexadecimal digits, equal in every engine."""

    def looks_like(self, other: Match) -> bool:
        """
        Return whether another match of this engine is in the same state and will continue alike.

        Stricter than equal hashes: what is in progress is compared too. In doubt it is false.
        """

    def save(self) -> Saved:
        """
        Return the steps that bring any engine to this state.

        Raises `ValueError` if chance is no longer a generator's, or something was perturbed.
        """


def play_on(match: Match, deciding: Sequence[Decides]) -> int:
    """Let these play their seats until the end; returns the number of decisions."""
    decisions = 0
    while (waits := match.waits_for) is not None:
        match.choose(deciding[waits[0]].choose(match))
        decisions += 1
    return decisions


class QuickMatch(Match, Protocol):
    """A match of an engine that is fast enough for thousands of playouts."""

    def choice_keys(self) -> Sequence[Hashable]:
        """Return a key for each choice of the decision; cheaper than ids."""

    def information(self) -> str:
        """Return the information set of the player to decide, including the choices."""

    def view(self, seat: int | None, decision: Decision | None = None) -> View:
        """Return the view of a seat; `decision` is the pending one, if it was made already."""

    def dealt(self, change: Rearrangement) -> QuickMatch | None:
        """
        Return a permanently changed copy that can be read and moved; `None` if it cannot be made
        from the cells alone. It has no events, and cannot be saved or observed.
        """

    def counters(self, state: str) -> tuple[int, ...]:
        """
        Return the numbers of a state indexed by player, by seat.

        Raises `ValueError` if the interpreter has taken the match over.
        """

    def finish(
        self, seed: int, players: Sequence[d.Chooser | None], decisions: int = MOST_DECISIONS
    ) -> tuple[int, ...] | None:
        """
        Play with the rulebook's players at their seats (`None`: at random) to the end, or for
        this many decisions; returns the payoffs, or an empty tuple if the match has not ended
        normally.

        They draw as the bots of a seed do. Returns `None` if one of them cannot be lowered.
        Afterwards the match must be dropped.
        """
