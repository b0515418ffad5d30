"""The parts of a game: words, options, and the places of cards, numbers, dice and pieces."""

from __future__ import annotations

from attrs import field, frozen

from ruleslang.program.events import Event
from ruleslang.program.expressions import Expr
from ruleslang.program.locals import DEFINES, LocalDecl, Slot
from ruleslang.program.patterns import Pattern
from ruleslang.program.references import BoardShape, SeenBy, Text, names, shown
from ruleslang.program.statements import Body, Choice, Effect, WindowUse
from ruleslang.program.types import Type
from ruleslang.source.walk import Walked


@frozen
class Words(Walked):
    """A closed list of words in the written order, from `words`, a die with words or an option."""

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
    A number that depends on settings.

    `numbers` has an entry for each combination of values of the `options` and, if `players`, of the
    number of players; the last of these varies fastest.
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
    """A parameter of an index: its type, and its name in capacity and visibility."""

    name: str
    type: Type
    ends: Ends | None = None


@frozen
class Seen(Walked):
    """
    Who sees: `all`, `owner`, `nobody`, or a `set` of players computed from index and public state.
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

    `kept_in_mind`: nothing on the table shows it, so it is reported only when asked for. `only_in`
    is the zone outside which its card, the first of its index, has the start value.
    """

    name: str
    index: tuple[IndexPlace, ...]
    type: Type
    start: Expr | None
    reset_each: tuple[Event, ...]
    stops_at_the_ends: bool
    seen: Seen
    locals: tuple[LocalDecl, ...] = ()
    ends: Ends | None = None  # the ends of its range, where they depend on settings
    only_in: str | None = field(default=None, metadata=names("zone"))
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
    """Dice on the table: at most `number` of them, and `start` at the start."""

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
class DrawnRegion(Walked):
    """A region that the drawing of a board names, by the places of its spaces."""

    name: str
    places: tuple[int, ...]


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
    regions: tuple[DrawnRegion, ...] = shown(default=())

    @property
    def is_named(self) -> bool:
        """Whether the rulebook names the spaces."""
        return self.shape == "map" or self.spaces != made_up_names(
            self.name, self.shape, self.sizes
        )


def made_up_names(board: str, shape: BoardShape, sizes: tuple[int, ...]) -> tuple[str, ...]:
    """Return the names of spaces that no map lists."""
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
    """Pieces of a board: `copies` of them, for each player if `per_player`."""

    name: str
    copies: int
    per_player: bool
    board: str | None = field(metadata=names("board"))
    text: Text | None = shown(default=None)
    origin: int = shown(default=-1)


@frozen
class Look(Walked):
    """
    The title and appearance of `name` on cards, at the terminal and in a browser.

    `shows` are values of a card that are printed like fields, `always` the fields that are printed
    even where they have their default, `hides` those that are not printed. `sign` represents a word
    or a piece. `art` is the path of a picture below the rulebook's folder, in which `{name}` is
    replaced by a card's name, `back` that of its back. `size` is the size of a card in millimetres,
    `fonts` the families or files of its fonts, `layout` the template of its face.
    `drawn` are words for the way in which a browser draws a zone or a state, and `says` is the
    sentence logged when a state changes. `phrase` names a value or procedure in sentences, with
    its parameters in braces.
    """

    name: str
    title: Text | None = None
    shows: tuple[str, ...] = field(default=(), metadata=names("value"))
    always: tuple[str, ...] = field(default=(), metadata=names("field"))
    hides: tuple[str, ...] = field(default=(), metadata=names("field"))
    sign: str = ""
    colour: str = ""
    art: str = ""
    back: str = ""
    size: tuple[int, int] | None = None
    is_printed: bool = True
    fonts: tuple[str, ...] = ()
    layout: str = ""
    drawn: tuple[str, ...] = ()
    says: Text | None = None
    phrase: Text | None = None
    origin: int = shown(default=-1)  # the origin of its title


@frozen
class FieldType(Walked):
    """A field that the cards of a kind have; `default` None: every card has its own."""

    name: str
    index: tuple[IndexPlace, ...]
    type: Type
    default: Expr | None = shown(default=None)


@frozen
class Kind(Walked):
    """A family of cards; `parent` None stands right under all cards."""

    name: str
    parent: str | None = field(metadata=names("kind"))
    fields: tuple[FieldType, ...]
    origin: int = shown(default=-1)


@frozen
class FieldValue(Walked):
    """The constant of a field; `index` is empty, or the constants of one place."""

    name: str = field(metadata=names("field"))
    index: tuple[Expr, ...]
    value: Expr


@frozen
class Definition(Walked):
    """
    What is printed on a card.

    `fields` are complete, defaults filled in. `plays` and `standings` name entries of the program;
    they are those that hold after its kinds: the nearest level with any play, and effects of all.
    `standings` also name those of its kinds. `deck` is the deck it was made by, or empty; such a
    card is `written` otherwise than it is declared: `french(5, hearts)`.
    """

    name: str
    kind: str = field(metadata=names("kind"))
    copies: int
    fields: tuple[FieldValue, ...]
    plays: tuple[str, ...] = field(metadata=names("play"))
    standings: tuple[str, ...] = field(metadata=names("standing"))
    deck: str = ""
    text: Text | None = shown(default=None)
    rules_text: Text | None = shown(default=None)
    origin: int = shown(default=-1)
    written: str = ""
    copies_by: BySettings | None = None  # where they depend on settings; `copies` are the most


@frozen
class Play(Walked):
    """
    One way to play a card. `windows` empty: only when no window is open.

    `you` is who plays it, `this` the card.
    """

    name: str  # unique in the program: the card's or kind's, with a number when there are several
    locals: tuple[LocalDecl, ...]
    you: Slot = field(metadata=DEFINES)
    this: Slot = field(metadata=DEFINES)
    windows: tuple[WindowUse, ...]
    window_condition: Expr | None
    choices: tuple[Choice, ...]
    body: Body
    text: Text | None = shown(default=None)
    origin: int = shown(default=-1)


@frozen
class Standing(Walked):
    """
    Effects in force while something holds.

    `zone` None: no zone is named. `this` is the card, in a card; `you` is the holder of the zone.
    Each effect runs in its own frame, which begins with these, and with what index and
    condition have bound.
    """

    name: str  # unique in the program
    locals: tuple[LocalDecl, ...]
    this: Slot | None = field(metadata=DEFINES)
    you: Slot | None = field(metadata=DEFINES)
    zone: str | None = field(metadata=names("zone"))
    index: Pattern
    condition: Expr | None
    effects: tuple[Effect, ...]
    origin: int = shown(default=-1)
