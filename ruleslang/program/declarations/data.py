"""What exists: words, options, and the places of cards, numbers, dice and pieces."""

from __future__ import annotations

from attrs import field, frozen

from ruleslang.nodes.walk import Walked
from ruleslang.program.displayed_parts import Text, shown
from ruleslang.program.enumerations import BoardShape, SeenBy
from ruleslang.program.events import Event
from ruleslang.program.expressions import Expr
from ruleslang.program.find_references import names
from ruleslang.program.locals import LocalDecl
from ruleslang.program.types import Type


@frozen
class Words(Walked):
    """A closed list of words, as written: of `words`, a die with words, an option."""

    name: str
    words: tuple[str, ...]
    origin: int = shown(default=-1)


@frozen
class Die(Walked):
    """
    A die: `faces` has one entry per face, numbers or places in the words list of the same name.
    """

    name: str
    faces: tuple[int, ...]
    words: bool
    origin: int = shown(default=-1)


@frozen
class Option(Walked):
    """
    An option or (`reading`) the answer to an open question; its values are a `Words` of its name.

    `truth` says that they are `yes` and `no`, and that it reads as a truth value; `number` that
    they are whole numbers, one after the other, and that it reads as a number and has no `Words`.
    """

    name: str
    reading: bool
    values: tuple[str, ...]
    default: int
    truth: bool
    text: Text | None = shown(default=None)
    value_texts: tuple[Text | None, ...] = shown(default=())
    origin: int = shown(default=-1)
    number: bool = False


@frozen
class BySettings(Walked):
    """
    A number that depends on settings: for each value of the `options`, and if `players` for each
    number of players, one of `numbers`; of what it depends on the last turns fastest.
    """

    options: tuple[str, ...] = field(metadata=names("option"))
    players: bool
    numbers: tuple[int, ...]


@frozen
class Ends(Walked):
    """The ends of a range of numbers in a match; its type says the widest that it can be."""

    low: BySettings
    high: BySettings


@frozen
class IndexPlace(Walked):
    """
    One place of an index: its type, and the name by which capacity and visibility may speak of
    it.
    """

    name: str
    type: Type
    ends: Ends | None = None


@frozen
class Seen(Walked):
    """
    Who sees: `all`, `owner`, `nobody`, or `set` with the players, over the index and public
    state.
    """

    by: SeenBy
    players: Expr | None = None


@frozen
class Zone(Walked):
    """A place for cards. `kind` None: any card; `at_most` None: as many as there are."""

    name: str
    index: tuple[IndexPlace, ...]
    kind: str | None = field(metadata=names("kind"))
    ordered: bool
    at_most: Expr | None
    seen: Seen
    count_seen: Seen
    locals: tuple[LocalDecl, ...] = ()
    origin: int = shown(default=-1)


@frozen
class State(Walked):
    """
    A stored fact. `start` None: none when its type is optional, else unset.

    `kept_in_mind`: nothing on the table shows it, so players are not told of it unasked.
    """

    name: str
    index: tuple[IndexPlace, ...]
    type: Type
    start: Expr | None
    reset_each: tuple[Event, ...]
    stops_at_the_ends: bool
    seen: Seen
    locals: tuple[LocalDecl, ...] = ()
    ends: Ends | None = None  # of its numbers, where they depend on settings
    kept_in_mind: bool = shown(default=False)
    origin: int = shown(default=-1)


@frozen
class History(Walked):
    """
    How states, zones, dice and values stood when it was noted, all seen by all.

    `others` are `active`, `players` or `pieces`.
    """

    name: str
    states: tuple[str, ...] = field(metadata=names("state"))
    zones: tuple[str, ...] = field(metadata=names("zone"))
    dice: tuple[str, ...] = field(metadata=names("dice"))
    values: tuple[str, ...] = field(metadata=names("value"))
    others: tuple[str, ...]
    reset_each: tuple[Event, ...]
    origin: int = shown(default=-1)


@frozen
class Dice(Walked):
    """Dice that lie on the table; `number` is the most, `start` how many lie there at the start."""

    name: str
    index: tuple[IndexPlace, ...]
    die: str = field(metadata=names("die"))
    number: int
    exact: bool
    start: Expr
    seen: Seen
    locals: tuple[LocalDecl, ...] = ()
    origin: int = shown(default=-1)


@frozen
class Board(Walked):
    """
    Spaces, and which are neighbours.

    `shape` is `grid`, `hexes`, `line`, `ring` or `map`; `sizes` its numbers (columns, rows);
    `spaces` names them in standard order (made up where the rulebook names none);
    `links` are pairs of places.
    """

    name: str
    shape: BoardShape
    sizes: tuple[int, ...]
    neighbours: int
    rows_from_each_side: bool
    one_piece_per_space: bool
    spaces: tuple[str, ...]
    links: tuple[tuple[int, int], ...]
    sizes_by: tuple[BySettings, ...] = ()  # where they depend on settings; `sizes` are the most
    origin: int = shown(default=-1)

    @property
    def is_named(self) -> bool:
        """Whether the rulebook names the spaces."""
        return self.shape == "map" or self.spaces != made_up_names(
            self.name, self.shape, self.sizes
        )


def made_up_names(board: str, shape: BoardShape, sizes: tuple[int, ...]) -> tuple[str, ...]:
    """The names of spaces that no map lists."""
    if shape in ("grid", "hexes"):
        columns, rows = sizes
        return tuple(
            f"{board}_{column}_{row}"
            for row in range(1, rows + 1)
            for column in range(1, columns + 1)
        )
    return tuple(f"{board}_{place}" for place in range(1, (sizes[0] if sizes else 0) + 1))


@frozen
class Piece(Walked):
    """Things that stand on spaces: `copies` of them, for each player if `per_player`."""

    name: str
    copies: int
    per_player: bool
    board: str | None = field(metadata=names("board"))
    text: Text | None = shown(default=None)
    origin: int = shown(default=-1)
