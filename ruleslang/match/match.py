"""
A match of some engine: read its decision, choose, until it is over; and what may be asked of it.

`Reader` answers questions about the present position. `Match` moves, is copied, saved and watched.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager
from fractions import Fraction
from typing import Protocol, TypeAlias

from attrs import field, frozen

from ruleslang.match.chance import Chance
from ruleslang.match.decision import Decision, Event, Outcome, Sight, View
from ruleslang.match.entities import Population, Settings
from ruleslang.match.faults import Fault
from ruleslang.match.inquiry import Inquiry
from ruleslang.match.observer import Observer
from ruleslang.match.position import Change, Position, Rearrangement, Run, Together
from ruleslang.match.values import Card, CardDefinition, Env, Player, Value
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns

MOST_DECISIONS = (1 << 63) - 1  # more than any match has


class NotLegal(Exception):
    """A player may not do this now."""


class Reader(Protocol):
    """What may be asked of the position that a match stands at."""

    @property
    def population(self) -> Population:
        """Everyone and everything there is."""

    @property
    def position(self) -> Position:
        """What lies where, what is stored, who is in."""

    @property
    def under_way(self) -> Sequence[Run]:
        """The procedures, actions and plays that are under way, the outermost first."""

    @property
    def locals_of_effects(self) -> Sequence[Env]:
        """What hooks and rules that run hold in locals, without what was chosen in them."""

    @property
    def together(self) -> Together | None:
        """The question to several players at once that the match is in."""

    def evaluate(
        self,
        expression: e.Expr,
        local: Env | None = None,
        *,
        seen_by: Player | None = None,
    ) -> Value:
        """
        What an expression is now, with these locals; those that it gives are added to them.

        With `seen_by`, what that player does not see is the fault `unseen`. Raises `Fault`.
        """

    def fits(
        self,
        pattern: patterns.Pattern,
        values: tuple[Value, ...],
        local: Env,
        *,
        seen_by: Player | None = None,
    ) -> bool:
        """Whether values fit a pattern; those that it gives are added to the locals."""

    def same(self, one: Value, other: Value) -> bool:
        """Whether two values are the same in the sense of the language's `is`."""

    def alike(self, player: Player, one: Value, other: Value) -> bool:
        """Whether two values are one choice for a player: equal cards that nothing tells apart."""

    def word_for(self, value: Value) -> str:
        """The stable word of a value in choices: of a die the face that it shows."""

    def text_for(self, value: Value) -> str:
        """What a person reads of a value in a choice."""

    def may(self, player: Player, what: str | Value, choosing: Sequence[Value] = ()) -> bool:
        """
        Whether a player may do the action of a name, or play a card or a definition, now.

        `choosing` are the first of its choices: values, or their words.
        """

    def view(self, seat: int | None) -> View:
        """What the player at a seat may know, by names; None: what is public."""

    def sight(self, player: Player) -> Sight:
        """What a player sees, of entities."""

    def inquiry(self) -> Inquiry:
        """The reasons: why something is legal or not, and how a value comes about."""


ChanceCounter: TypeAlias = Callable[[Reader, e.ChanceOf, Env], Fraction]


# ---------------------------------------------------------------- saving


@frozen
class WholeMatch:
    """The start procedure, which must end with a result."""


@frozen
class RunProcedure:
    """One procedure."""

    name: str
    arguments: tuple[Value, ...]


@frozen
class DoAction:
    """One action of one player; choices that are left open are asked."""

    player: Player
    name: str
    choosing: tuple[Value, ...]


@frozen
class PlayCard:
    """One play of a card, or of a definition that the player holds."""

    player: Player
    card: Card | CardDefinition
    choosing: tuple[Value, ...]


@frozen
class PlayFrom:
    """A procedure that goes on with a whole match from a position, up to a result."""

    name: str
    arguments: tuple[Value, ...]


Deed: TypeAlias = WholeMatch | PlayFrom | RunProcedure | DoAction | PlayCard


Step: TypeAlias = Change | Deed | int


@frozen
class Saved:
    """
    A match as what led to it; any engine that makes it again stands at the same place.

    `steps` are what was set up, begun and chosen since the opening, in order; a number is the place
    of a choice. `rolled` says that dice were rolled at the opening. `outcomes` are all that chance
    did, as the places that it took; after them it goes on by the streams of `seed`, each with the
    word that it stands at.
    """

    settings: Settings
    rolled: bool
    steps: tuple[Step, ...]
    outcomes: tuple[int | tuple[int, ...], ...] = field(repr=False)
    seed: int = field(repr=False)
    streams: tuple[tuple[str, int], ...] = field(repr=False)
    hash: str = field(repr=False)


# ---------------------------------------------------------------- the match


class Perturbation(Protocol):
    """A change of what is hidden in a match, until it ends."""

    def end(self) -> None:
        """Undo the change; what was written meanwhile stays."""


class Decides(Protocol):
    """Answers the decisions of one seat in one match."""

    def choose(self, match: Match) -> int:
        """The index of a choice of the match's decision."""


class Match(Reader, Protocol):
    """
    One playing of a program: it waits for a decision, or is over.

    It is over when `decision` is None: then there is an `outcome`, or a `fault` that stopped it, or
    what was begun is done and `answer` is what it answered.
    """

    @property
    def decision(self) -> Decision | None:
        """What is asked, and of whom."""

    @property
    def waits_for(self) -> tuple[int, int] | None:
        """Who is asked, and how many choices there are: quicker to ask than the decision."""

    @property
    def outcome(self) -> Outcome | None:
        """Who won, and what everyone has."""

    @property
    def fault(self) -> Fault | None:
        """Why the rules could not go on."""

    @property
    def answer(self) -> Value:
        """What the procedure that was begun answered."""

    @property
    def events(self) -> Sequence[Event]:
        """What chance and the players did, in order; secret answers only once they are shown."""

    @property
    def chosen(self) -> Sequence[int]:
        """The places of the choices made since the match began."""

    @property
    def measures(self) -> Mapping[str, Sequence[int]]:
        """The values that each measure took so far."""

    @property
    def times_played(self) -> Mapping[str, int]:
        """How often each definition was played, by name; those that never were may be left out."""

    @property
    def notes(self) -> Sequence[tuple[str, int]]:
        """Safety limits that were reached, and where."""

    @property
    def counted(self) -> int:
        """How much was counted towards the cap on decisions: also forced choices, and passes."""

    @property
    def asked(self) -> int:
        """How often a player was really asked."""

    # ------------------------------------------------------------ moving

    def choose(self, index: int) -> None:
        """
        Make a choice of the decision, up to the next.

        Whatever breaks in from outside, Ctrl-C or a time limit, leaves the match as it was. Raises
        `ValueError` for what is no choice.
        """

    def preferred(self, chooser: d.Chooser) -> Sequence[int] | None:
        """
        The places of the choices that a player of the language prefers, where the engine can tell
        without the decision; else none.
        """

    def play_on(self, deciding: Sequence[Decides]) -> int:
        """
        Let these decide, each at his seat, until nothing is asked any more; how often they did.

        Quicker than `choose`: what breaks in from outside leaves a match that cannot go on.
        """

    def measure(self, measures: Sequence[d.Measure]) -> None:
        """Gather these from here on, where nothing has begun yet."""

    def begin(self, deed: Deed) -> None:
        """
        Run something, up to its first decision; what is true now fires no rule.

        Raises `NotLegal` for an action or a play that the player may not do.
        """

    # ------------------------------------------------------------ changing the position

    def arrange(self, change: Change, origin: int = -1) -> None:
        """Set something up where nothing is under way; raises `Fault` for what cannot be."""

    def rearranged(
        self, change: Rearrangement, *, keeps_order: bool = False
    ) -> AbstractContextManager[None]:
        """
        The match with this change, for a look: nothing may move meanwhile, and all is put back.

        With `keeps_order` cards keep their places in the standard order.
        """

    def perturb(self, change: Rearrangement) -> Perturbation:
        """
        Change what is hidden, and go on with it: at a decision, or while an observer hears.

        Cards keep their places in the standard order, so that chance takes the same ones; what is
        true now fires no rule.
        """

    @property
    def chance(self) -> Chance:
        """Where outcomes come from; not to be drawn from."""

    def divert(self, to: Chance) -> Chance:
        """Chance comes from elsewhere from here on; where it came from."""

    # ------------------------------------------------------------ watching, copying

    def count_chances(self, by: ChanceCounter) -> None:
        """How `chance of` is counted in expressions from here on; until then it is a fault."""

    def observe(self, observer: Observer) -> None:
        """One more observer hears what happens from here on."""

    def ignore(self, observer: Observer) -> None:
        """An observer hears nothing more."""

    def bodies(self) -> frozenset[int]:
        """The numbers of the bodies at work, as `Begun` names them; only while one observes."""

    def copy(self, then: Chance | None = None, observers: Sequence[Observer] = ()) -> Match:
        """
        A match that stands where this one does.

        From here on its chance is `then`, if that is given, else as it would be here. `observers`
        hear all that led here too. An engine that cannot copy plays the same choices again.
        """

    def hash(self) -> str:
        """The hash of the position, 16 hexadecimal digits, alike in every engine."""

    def stands_like(self, other: Match) -> bool:
        """
        Whether another match of this engine stands at the same point and will go on alike.

        Quicker than two hashes, and stricter: what is under way is compared too. In doubt: no.
        """

    def save(self) -> Saved:
        """
        What leads any engine to where this match stands.

        Raises `ValueError` where chance is no generator's any more, or something was perturbed.
        """


class QuickMatch(Match, Protocol):
    """A match of an engine that is quick enough for thousands of playouts."""

    def choice_keys(self) -> Sequence[Hashable]:
        """What tells the choices of the decision apart; quicker to ask than their names."""

    def information(self) -> str:
        """What the player who is asked may know, and from what he chooses."""

    def dealt(self, change: Rearrangement) -> QuickMatch | None:
        """
        A copy with this change, for good, that can be asked and moved; none where it cannot be made
        from the cells alone. It has no events, and cannot be saved or watched.
        """

    def counters(self, state: str) -> tuple[int, ...]:
        """
        What a state of one number for each player holds, by seat.

        Raises `ValueError` where the interpreter has taken the match over.
        """

    def finish(
        self, seed: int, players: Sequence[d.Chooser | None], decisions: int = MOST_DECISIONS
    ) -> tuple[int, ...] | None:
        """
        Play on by players of the language at their seats, where there is none by chance, to the end
        or until so many decisions are made; what everyone has at the end, nothing before it or
        after a fault.

        They draw as the bots of a seed do. None where one of them has no lowering. Afterwards the
        match can only be dropped.
        """
