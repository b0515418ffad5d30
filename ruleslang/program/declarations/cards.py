"""Kinds and definitions of cards, how they are played, and standing effects."""

from __future__ import annotations

from attrs import field, frozen

from ruleslang.nodes.walk import Walked
from ruleslang.program.declarations.data import BySettings, IndexPlace
from ruleslang.program.displayed_parts import Text, shown
from ruleslang.program.expressions import Expr
from ruleslang.program.find_references import names
from ruleslang.program.locals import DEFINES, LocalDecl, Slot
from ruleslang.program.patterns import Pattern
from ruleslang.program.statements import Body, Choice, Effect, WindowUse
from ruleslang.program.types import Type


@frozen
class FieldType(Walked):
    """A field that the cards of a kind have."""

    name: str
    index: tuple[IndexPlace, ...]
    type: Type


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
    Each effect runs in a frame of its own, which begins with these, and with what index and
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
