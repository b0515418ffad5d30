"""
The machine that runs a match: its tables, state, chance, and the runs in progress.

It holds no rules. It tracks, besides the generators: the invocations from the outermost to the
innermost, the open windows, the hooks that may not apply to themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from attrs import define, field, frozen

from ruleslang.engine.interpreter.precomputed_tables import Tables
from ruleslang.engine.interpreter.state import ActiveLasting, State
from ruleslang.engine.match.chance import Chance, thrown
from ruleslang.engine.match.decision import Chanced, Decided, DecidedTogether, Decision, Event
from ruleslang.engine.match.faults import ResourceUsage
from ruleslang.engine.match.interface import Begun, Chosen, Offer, Offered, Read
from ruleslang.engine.match.position import Run, SecretPlan
from ruleslang.engine.match.runtime_values import (
    Card,
    Env,
    Place,
    Player,
    UnderWay,
    Value,
    name_of,
    record_name,
)
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.events import Event as MatchEvent
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.passes.parts import Part, parts_of
from ruleslang.source.walk import Handlers

T = TypeVar("T", bound=Iterable[Any])

UNTESTED = -1  # the version of a state that there never is

# ---------------------------------------------------------------- what is under way

DECLARED, REPLACED, BEFORE, BODY, IN_ANY_CASE, AFTER, OVER = range(7)
_UNDER_WAY = frozenset((REPLACED, BEFORE, BODY, IN_ANY_CASE))


BEGAN: Slot = -1  # in the locals of a lasting effect: when it began


@define(eq=False)
class Invocation(UnderWay):
    """
    One run of a procedure, an action (by `by`) or the play of `card` (by `by`).

    `declared` holds the parameters, or the choices and what they read; `env` those of the current
    run of the body. `places` maps the names of parameters or choices, which patterns compare and
    others read, to slots. `owed`: `in any case` is still to be done.
    """

    declaration: d.Procedure | d.Action | d.Play
    body: s.Body
    locals: tuple[LocalDecl, ...]
    places: Mapping[str, Slot]
    declared: Env
    this: Slot | None = None  # where the body of a play has its card
    by: Player | None = None
    card: Card | None = None
    env: Env = field(factory=dict)
    begun: tuple[Env, Card | None] | None = None
    stage: int = DECLARED
    owed: bool = True
    choices: tuple[s.Choice, ...] = ()
    held: tuple[bool, ...] = ()  # which choices stood in their sets after payment
    paid_at: int = -1
    paid_when: int = -1  # by the clock of the state
    number: int = -1  # for observers, once one asks

    @property
    def is_under_way(self) -> bool:
        """Whether `end`, `cancel` and `this` find it."""
        return self.stage in _UNDER_WAY


@define(eq=False)
class OpenWindow:
    """An open window, with its arguments."""

    declaration: d.Window
    env: Env
    arguments: tuple[Value, ...]


@define(eq=False)
class ReplacedCall:
    """What a hook replaces: its invocation, the inner hooks, the arguments of its call."""

    invocation: Invocation
    hooks: Sequence[Any]
    next: int
    arguments: Env
    key: tuple[Value, ...]


@define(eq=False)
class Frame:
    """
    The locals of a running body, and what `as usual` means in it (`None`: nothing).

    `at` is the innermost statement that may ask now.
    """

    env: Env
    locals: tuple[LocalDecl, ...]
    usual: ReplacedCall | None = None
    at: s.Statement | None = None
    number: int = -1  # for observers, once one asks


# ---------------------------------------------------------------- leaving


class Leaving(Exception):
    """`end` or `cancel`: leave everything down to an invocation."""

    def __init__(self, target: Invocation, cancelled: bool) -> None:
        super().__init__(target.name)
        self.target = target
        self.cancelled = cancelled


class Won(Exception):
    """The match is over with these winners."""

    def __init__(self, winners: tuple[Player, ...]) -> None:
        super().__init__("won")
        self.winners = winners


class Capped(Exception):
    """The decision cap is reached."""


class Stopped:
    """A statement left its procedure or hook: by `stop`, or without candidates to choose from."""


@define(eq=False)
class Answered(Stopped):
    """`answer`."""

    value: Value
    origin: int


@define(eq=False)
class Gone(Stopped):
    """A question to a player who is out: ends the iteration of the loop that bound that player."""

    player: Player


STOP = Stopped()

Signal: TypeAlias = Stopped | None
Work: TypeAlias = Generator[Decision, int, Signal]  # a running statement
Answering: TypeAlias = Generator[Decision, int, Value]  # a computation with a result


# ---------------------------------------------------------------- the machine


@frozen(eq=False)
class Secret:
    """A `together` in progress: the players asked in it, and its statement."""

    players: tuple[Player, ...]
    statement: s.Together | s.TogetherForEach
    decisions: list[Decided] = field(factory=list)


class ForceKey(NamedTuple):
    """What tells effects in force apart: the text, and the card or the lasting statement."""

    effect: s.EffectId
    card: Card | None
    last: ActiveLasting | None


class RuleKey(NamedTuple):
    """A rule in force, and the member for which it is tested."""

    force: ForceKey
    member: Value


@define(eq=False)
class QueuedRule:
    """A queued rule, with its card and member."""

    key: RuleKey
    looked: Mapping[Hashable, Value] | None = None  # at what its condition did as its body began


@frozen(eq=False)
class ObserverFunctions:
    """The functions of all observers, by what they listen to."""

    reached: tuple[Callable[[int], None], ...] = ()
    ran: tuple[Callable[[int], None], ...] = ()
    statement: tuple[Callable[[Begun], None], ...] = ()
    offered: tuple[Callable[[Offered], None], ...] = ()
    begun: tuple[Callable[[Run], None], ...] = ()
    chosen: tuple[Callable[[Chosen], None], ...] = ()
    in_secret: tuple[Callable[[Run | Chosen], None], ...] = ()
    chanced: tuple[Callable[[Chanced], None], ...] = ()
    read: tuple[Callable[[Read], None], ...] = ()


class Eyes(Protocol):
    """A player's limited reads of the state; reading anything else is a fault."""

    def zone(self, place: Place) -> tuple[Card, ...]:
        """Return the cards of a zone."""

    def count(self, place: Place) -> int:
        """Return the number of cards in a zone."""

    def where(self, card: Card) -> Place | None:
        """Return the zone of a card."""

    def state(self, name: str, index: tuple[Value, ...]) -> State:
        """Return the state in which a stored fact is read."""

    def dice(self, name: str, index: tuple[Value, ...]) -> tuple[int, ...]:
        """Return the face numbers of dice."""


Evaluator: TypeAlias = Callable[["Machine", Any, Env], Value]
Simple: TypeAlias = Callable[["Machine", Any, Frame], Signal]
Compound: TypeAlias = Callable[["Machine", Any, Frame], Work]


@frozen(eq=False)
class Meanings:
    """
    The function for each class of nodes; and, for `whenever` rules, whether any is due, and
    running them.

    They are passed to a machine, so that the modules of the constructs can call one another.
    """

    expressions: Mapping[type[Any], Evaluator]
    simple: Mapping[type[Any], Simple]
    compound: Mapping[type[Any], Compound]
    is_due: Callable[[Machine], bool]
    settle: Callable[[Machine], Generator[Decision, int, None]]


@define(eq=False)
class Machine:
    """A match in progress."""

    tables: Tables
    state: State
    chance: Chance
    meanings: Meanings
    evaluators: Mapping[type[Any], Evaluator] = field(init=False)
    simple: Mapping[type[Any], Simple] = field(init=False)
    compound: Mapping[type[Any], Compound] = field(init=False)
    under_way: list[Invocation] = field(factory=list)
    frames: list[Frame] = field(factory=list)  # the frames of running bodies that may ask
    windows: list[OpenWindow | None] = field(
        factory=list
    )  # None: the body of a play hides those outside
    suppressed: list[tuple[Value, ...]] = field(factory=list)
    turns: int = 0  # how many `take turns` are under way
    plays: int = 0  # how many plays are under way
    quiet: int = 0  # above 0: `whenever` is not tested
    settling: bool = False
    real: State | None = None  # the match's own state, while something runs in an imagined position
    queue: list[QueuedRule] = field(factory=list)
    again: list[QueuedRule] = field(factory=list)  # bodies that were left by `end`
    tested: int = UNTESTED
    watches: bool = False
    events: list[Event] = field(factory=list)
    secret: Secret | None = None
    outcomes: list[int | Sequence[int]] = field(factory=list)
    asked: int = 0
    times_played: Counter[str] = field(factory=Counter)  # definitions, by name
    counted: int = 0
    usage: ResourceUsage = field(factory=ResourceUsage)
    pending: Decision | None = None
    winners: tuple[Player, ...] = ()  # nobody, while the match is under way
    snapshot: State | None = None  # of `together for each`: what the others see
    on_end: dict[str, list[Callable[[], None]]] = field(factory=dict)
    chance_of: Callable[[e.ChanceOf, Env], Fraction] | None = None  # counts exact chances
    # Named values at the version `known_at`, by name and then by arguments.
    known: dict[str, dict[Value, Value]] = field(factory=dict)
    kept: int = 0  # how many these are
    by_turn: bool = False  # what is computed has asked who comes first, as the turn now stands
    by_turns: set[str] = field(factory=set)  # the named values of which this was ever so
    known_at: int = -1
    # In the evaluation of a deep value: its calls of deep values, as in `known`; their number.
    evaluation: dict[str, dict[Value, Value]] | None = None
    calls: int = 0
    # Views as one player sees them: the player, the decision, and the kept part.
    seen_at: tuple[Player, int, int] | None = None
    seen: tuple[dict[str, dict[Value, Value]], int, int] = field(factory=lambda: ({}, -1, 0))
    notes: list[tuple[str, int]] = field(factory=list)  # safety limits that were reached, and where
    eyes: Eyes | None = None  # None: everything is read, as the rules do
    heard: ObserverFunctions = field(factory=lambda: ObserverFunctions())
    numbered: int = 0  # bodies and runs that have a number
    is_running: bool = False  # what is asked meanwhile is asked as a part of it
    bodies: WeakValueDictionary[int, Frame] = field(factory=WeakValueDictionary)

    def __attrs_post_init__(self) -> None:
        """Resolve once what the evaluation of every node looks up."""
        self.evaluators = self.meanings.expressions
        self.simple, self.compound = self.meanings.simple, self.meanings.compound

    def forget_values(self) -> None:
        """Drop memoised values that may have changed without a write."""
        self.known_at, self.seen_at = -1, None

    # ------------------------------------------------------------ chance

    def roll(self, die: str, of: str) -> int:
        return self.roll_several(die, of, 1)[0]

    def roll_several(
        self, die: str, of: str, number: int, again: tuple[int, ...] | None = None
    ) -> Sequence[int]:
        """Roll dice; with `again` no rule tells them apart, see `thrown`."""
        names = [name_of(face) for face in self.tables.faces[die]]
        places: list[int] = []
        rolled: Iterable[int] = (self.chance.roll(die, names) for _ in range(number))
        for place in rolled if again is None else thrown(self.chance, die, names, number, again):
            places.append(place)
            self.outcomes.append(place)
            self.happened(Chanced("roll", of, (names[place],)))
            self.usage.note(limits.ACT_OF_CHANCE)
        return places

    def shuffle(self, zone: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        order = self.chance.shuffle(zone, [card.name for card in cards])
        self.outcomes.append(tuple(order))
        shuffled = tuple(cards[place] for place in order)
        self.happened(Chanced("shuffle", zone, tuple(card.name for card in shuffled)))
        self.usage.note(limits.ACT_OF_CHANCE + len(cards))
        return shuffled

    def pick(self, of: str, members: tuple[Value, ...]) -> Value:
        """Pick one by chance; a single one needs no draw."""
        if len(members) == 1:
            return members[0]
        names = [record_name(member) for member in members]
        place = self.chance.pick(of, names)
        self.outcomes.append(place)
        self.happened(Chanced("pick", of, (names[place],)))
        self.usage.note(limits.ACT_OF_CHANCE)
        return members[place]

    def happened(self, event: Chanced) -> None:
        """Record an act of chance."""
        self.events.append(event)
        for hear in self.heard.chanced:
            hear(event)

    # ------------------------------------------------------------ counting

    def count(self) -> None:
        """Count a decision, forced choice or silent iteration towards the cap."""
        if self.counted >= self.tables.program.ending.decisions:
            raise Capped
        self.counted += 1
        self.usage.count()

    def step(self) -> None:
        """Count an iteration or call; a million without a decision is a fault."""
        self.usage.step()

    def decided(self, decision: Decision, index: int) -> None:
        ids = tuple(choice.id for choice in decision.choices)
        decided = Decided(decision.player, decision.name, ids[index], ids)
        if self.secret is None:
            self.events.append(decided)
        else:
            self.secret.decisions.append(decided)
        self.usage.note(len(ids))

    def open_secret(
        self, players: Sequence[Player], statement: s.Together | s.TogetherForEach
    ) -> None:
        """Hide the answers of these players from now on."""
        self.secret = Secret(tuple(dict.fromkeys(players)), statement)

    def close_secret(self) -> None:
        """Record the secret answers as one event."""
        if self.secret is not None and self.secret.decisions:
            self.events.append(DecidedTogether(tuple(self.secret.decisions)))
        self.secret = None

    @property
    def together(self) -> SecretPlan | None:
        """The simultaneous question in progress."""
        if self.secret is None:
            return None
        is_block = self.snapshot is not None
        return SecretPlan(self.secret.players, self.secret.statement, freezes_views=is_block)

    # ------------------------------------------------------------ under way

    def innermost(self, event: MatchEvent) -> Invocation | None:
        """Return the innermost run of an event in progress."""
        for invocation in reversed(self.under_way):
            if invocation.event == event and invocation.is_under_way:
                return invocation
        return None

    def depth(self) -> int:
        """Return the number of open windows, including hidden ones."""
        return sum(1 for window in self.windows if window is not None)

    # ------------------------------------------------------------ observers

    def about_to_run(self, statement: s.Statement, frame: Frame) -> None:
        """Notify observers of a statement before it runs."""
        if frame.number < 0:
            frame.number = self._next_number()
            self.bodies[frame.number] = frame
        begun = Begun(statement, frame.env, frame.number)
        for hear in self.heard.statement:
            hear(begun)

    def offered(self, who: Player, compute: Callable[[], T], besides: int = 0) -> T:
        """Return a player's candidates; an observer may have them computed again."""
        candidates = compute()
        if self.heard.offered:
            offered = Offered(who, _all_offers(candidates), besides, lambda: _all_offers(compute()))
            for hear in self.heard.offered:
                hear(offered)
        return candidates

    def witnessed(self, deed: Invocation | Chosen) -> None:
        """Notify observers of a run or a choice; of forced ones too, to hide which are forced."""
        heard, is_public = self.heard, self.secret is None
        if isinstance(deed, Chosen):
            for hear in heard.chosen if is_public else heard.in_secret:
                hear(deed)
        elif listening := (heard.begun if is_public else heard.in_secret):
            run = self.run_of(deed)
            for listen in listening:
                listen(run)

    def run_of(self, of: Invocation) -> Run:
        """Return a run, as observers receive it."""
        if of.number < 0:
            of.number = self._next_number()
        return Run(of.number, of.event, of.body, of.declared, of.env, of.choices, of.by, of.card)

    def _next_number(self) -> int:
        self.numbered += 1
        return self.numbered

    def reached(self, part: Part) -> None:
        """Notify observers that a part of the program is used."""
        if hearing := self.heard.reached + self.heard.ran:
            number = parts_of(self.tables.program).number(part)
            for hear in hearing:
                hear(number)


def _all_offers(offered: Iterable[Any]) -> tuple[Offer, ...]:
    if isinstance(offered, Mapping):
        return tuple(move for moves in offered.values() for move in moves)
    return tuple(offered)


EXPRESSIONS = Handlers[Machine, [Env], Value]()
SIMPLE = Handlers[Machine, [Frame], Signal]()
COMPOUND = Handlers[Machine, [Frame], Work]()
evaluates, runs, runs_in_parts = EXPRESSIONS.of, SIMPLE.of, COMPOUND.of
"""Decorators: `@evaluates(e.Fold)`, `@runs(s.Let)`, `@runs_in_parts(s.Choose)`, if it may ask."""
