"""What is declared, and what can be read at a place."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field, frozen

from ruleslang.program import types as t
from tests.support.drawn.pick import Pick

Seen = str  # `all`, `owner` or `nobody`


@frozen
class Thing:
    """
    Something that is read by its name and places: a state, a zone, a value, a field, a region.

    `sort` says which; `seen` by whom; `settable` whether a line may write it.
    """

    name: str
    places: tuple[t.Type, ...]
    gives: t.Type
    sort: str
    seen: Seen = "all"
    settable: bool = False


@frozen
class Named:
    """A procedure, an action, a window, a play: what it takes, and what it does."""

    name: str
    places: tuple[t.Type, ...] = ()
    names: tuple[str, ...] = ()
    answers: t.Type | None = None
    word: str = "procedure"
    quiet: bool = False  # asks nobody, rolls nothing
    plain: bool = True  # has no zone among its places
    offers: bool = False  # may offer actions, so that no action calls it


@frozen
class Local:
    """A name of a body; `is_open` if everybody may know it."""

    name: str
    type: t.Type
    is_open: bool = True
    settable: bool = False


@define
class Scope:
    """
    The names and permissions at a place.

    `eyes` is the player who must not learn anything from what is written; None: nobody minds.
    """

    locals: list[Local] = field(factory=list)
    eyes: str | None = None
    depth: int = 0
    asks: bool = True
    rolls: bool = True
    writes: bool = True
    leaves: bool = True  # may stop, end, win
    it: bool = True  # whether a phrase with `it` may begin here
    calls_from: int = 0  # only procedures from this one on may be called
    values_before: int = 10**6  # only things declared before this one may be read
    this: str | None = None  # the kind of the card whose text it is
    under_way: tuple[str, ...] = ()
    answers: t.Type | None = None
    imagines: bool = True
    together: bool = True
    opens: bool = True
    moment: bool = False  # inside `at once`
    offers: bool = False  # whether actions may be offered
    fields: bool = True  # whether fields may be read

    @property
    def several_moments(self) -> bool:
        """Whether a line may take more than a moment."""
        return not self.moment

    def inner(self, *more: Local, **changes: object) -> Scope:
        """The scope of a block or a phrase inside."""
        made = Scope(
            [*self.locals, *more], self.eyes, self.depth + 1, self.asks, self.rolls, self.writes,
            self.leaves, self.it, self.calls_from, self.values_before, self.this, self.under_way,
            self.answers, self.imagines, self.together, self.opens, self.moment,
            self.offers, self.fields,
        )  # fmt: skip
        for name, value in changes.items():
            setattr(made, name, value)
        return made

    def named(self, wanted: Callable[[t.Type], bool]) -> list[Local]:
        """The names of a sort that may be read here."""
        return [
            each
            for each in self.locals
            if wanted(each.type) and (self.eyes is None or each.is_open or each.name == self.eyes)
        ]


@define
class World:
    """Everything that is declared; the numbers of names that are used up."""

    pick: Pick
    seats: tuple[str, ...] = ()
    fewest: int = 2
    teams: tuple[str, ...] = ()
    automatic: bool = False
    words: dict[str, tuple[str, ...]] = field(factory=dict)
    dice: dict[str, t.Type] = field(factory=dict)  # what a face is
    cups: list[Thing] = field(factory=list)
    kinds: dict[str, str | None] = field(factory=dict)  # its parent
    titles: list[tuple[str, str, int]] = field(factory=list)  # name, kind, copies
    deck: tuple[t.Type, ...] = ()  # the axes of the deck of tokens
    things: list[Thing] = field(factory=list)
    options: dict[str, tuple[str, ...]] = field(factory=dict)
    numbers: list[str] = field(factory=list)  # options that are numbers
    boards: dict[str, str] = field(factory=dict)  # its shape
    large: set[str] = field(factory=set)  # boards of hundreds of spaces
    spaces: dict[str, tuple[str, ...]] = field(factory=dict)  # names of a board's spaces
    pieces: dict[str, tuple[str, bool]] = field(factory=dict)  # its board; per player
    histories: list[str] = field(factory=list)
    procedures: list[Named] = field(factory=list)
    actions: list[Named] = field(factory=list)
    windows: list[Named] = field(factory=list)
    lists: list[tuple[str, str]] = field(factory=list)  # of cards: name, kind
    plays: list[str] = field(factory=list)  # titles with a play
    made: int = 0
    imagines: bool = False  # whether something is asked of hypothetical positions
    deeper: int = 0  # levels by which blocks and phrases are deeper than usual
    favoured: frozenset[Callable[..., object]] = frozenset()  # drawn more often than others

    def fresh(self, stem: str) -> str:
        """A name that nothing has yet."""
        self.made += 1
        return f"{stem}{self.made}"

    def of_sort(self, *sorts: str) -> list[Thing]:
        """The declared things of some sorts."""
        return [each for each in self.things if each.sort in sorts]


def is_kind(world: World, kind: str | None, wanted: str | None) -> bool:
    """Whether cards of a kind are of another one."""
    while kind is not None:
        if kind == wanted:
            return True
        kind = world.kinds.get(kind)
    return wanted is None


def fits(world: World, given: t.Type, wanted: t.Type) -> bool:
    """Whether what is given can stand where something is wanted, whatever its range."""
    match given, wanted:
        case t.Number(), t.Number():
            return True
        case t.Card(), t.Card():
            return is_kind(world, given.kind, wanted.kind)
        case t.Title(), t.Title():
            return is_kind(world, given.kind, wanted.kind)
        case t.Piece(), t.Piece():
            return wanted.piece is None or given.piece == wanted.piece
        case t.Space(), t.Space():
            return wanted.board is None or given.board == wanted.board
        case t.SetOf(), t.SetOf():
            return fits(world, given.element, wanted.element)
        case t.ListOf(), t.ListOf():
            return fits(world, given.element, wanted.element)
        case _:
            return given == wanted
