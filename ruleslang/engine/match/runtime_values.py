"""
Runtime values.

Numbers are `int`, `yes` and `no` are `bool`, none is `None`; everything else is an `Entity`, which
exists once per population, so equality is identity. A set is a tuple of distinct members; a list is
a `ListValue`, and only lists are compared in order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from attrs import define, field, frozen

from ruleslang.engine.match.wording import worded, wording_of
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.events import Event, event_name
from ruleslang.program.locals import Slot
from ruleslang.program.operation_variants_by_type import Ordering, StandardOrder
from ruleslang.program.program import Program

Value: TypeAlias = Any  # a number, a truth, None, an Entity, a tuple, a ListValue, or an Invocation
Env: TypeAlias = dict[Slot, Value]  # the locals of one frame, as far as they have a value


class ListValue(tuple[Any, ...]):
    """A list: ordered, with repetitions."""

    __slots__ = ()


@frozen(eq=False)
class Entity:
    """
    A member of a population.

    `order` is its rank in the standard order of its type, `name` the stable word used in records
    and choices, `text` what a person reads.
    """

    order: int
    name: str
    text: str


@frozen(eq=False)
class Team(Entity):
    """A team."""


@frozen(eq=False)
class Player(Entity):
    """A player who started; `order` is the seat, from 0."""

    automatic: bool
    team: Team | None


SPECTATOR = Player(-1, "spectator", "spectator", automatic=True, team=None)  # sits nowhere


@frozen(eq=False)
class Word(Entity):
    """A word of a list."""

    list: str


@frozen(eq=False)
class CardDefinition(Entity):
    """A card definition; `kinds` includes all ancestors."""

    definition: d.Definition = field(repr=False)
    kinds: frozenset[str]
    fields: dict[str, dict[tuple[Value, ...], Value]] = field(factory=dict, repr=False)


@frozen(eq=False)
class Card(Entity):
    """A copy of a card; `title` is what is printed on it, whatever it counts as."""

    title: CardDefinition
    copy: int


@frozen(eq=False)
class Piece(Entity):
    """A piece on spaces."""

    declaration: d.Piece = field(repr=False)
    owner: Player | None


@frozen(eq=False)
class Space(Entity):
    """
    A space; column and row count from 1 (a map, line or ring has one row).

    Its name is the rulebook's: `cell(2, 1)`, or on a map its own.
    """

    board: str
    column: int
    row: int


@frozen(eq=False)
class Place(Entity):
    """A zone at an index; `holder` is the first player in the index, if any."""

    zone: d.Zone = field(repr=False)
    index: tuple[Value, ...]
    holder: Player | None


@frozen(eq=False)
class DieIn(Entity):
    """The die at a position of the dice at an index."""

    dice: str
    index: tuple[Value, ...]
    position: int


@define(eq=False)
class UnderWay:
    """
    A run of a procedure, an action or a play as a value: of a window's parameter, or `this`.

    Each engine has a subclass; two values are equal if they are the same run.
    """

    event: Event

    @property
    def name(self) -> str:
        """Its name in the rulebook."""
        return event_name(self.event)


def sort_key(value: Value) -> Any:
    """Return the key of standard order within a type; lists are compared lexicographically."""
    if isinstance(value, Entity):
        return value.order
    if isinstance(value, tuple):
        return tuple(sort_key(item) for item in value)
    return value


def place_in_order(value: Value, how: Ordering) -> Any:
    """Return the key for comparing two values; lists compare by their first differing entries."""
    match how:
        case "numbers" | "lists of numbers":
            return value
        case "words":
            return value.order
        case "lists of words":
            return tuple(item.order for item in value)


def distinct(values: Iterable[Value]) -> tuple[Value, ...]:
    """Return the set of these values, in the order of their first occurrence."""
    return tuple(dict.fromkeys(values))


def members(value: Value) -> tuple[Value, ...]:
    """Return what a set phrase iterates over: an optional counts as a set of at most one."""
    if isinstance(value, tuple):
        return value
    if value is None:
        return ()
    return (value,)


def in_order(values: Iterable[Value], order: StandardOrder) -> tuple[Value, ...]:
    """Return the distinct members in standard order; players by seat."""
    distinct_values = list(dict.fromkeys(values))
    if order in ("numbers", "sets of numbers"):
        distinct_values.sort()
    elif order.startswith("sets"):
        distinct_values.sort(key=lambda several: [member.order for member in several])
    else:
        distinct_values.sort(key=lambda member: member.order)
    return tuple(distinct_values)


def name_of(value: Value) -> str:
    """
    Return the stable word for records and choices.

    A set is its members joined by spaces; the empty set is `nothing`.
    """
    if value is None:
        return "none"
    if value is True:
        return "yes"
    if value is False:
        return "no"
    if isinstance(value, tuple):
        return " ".join(name_of(item) for item in value) or "nothing"
    if isinstance(value, Card):
        return value.title.name
    if isinstance(value, Entity):
        return value.name
    if isinstance(value, UnderWay):
        return value.name
    return str(value)


def record_name(value: Value) -> str:
    """Return a name for records, which distinguishes copies of a card."""
    return value.name if isinstance(value, Card) else name_of(value)


UNSET = object()  # the value of a state that has none


def word_of(value: Value) -> str:
    """Return a value as a word, unique within its type."""
    if value is UNSET:
        return "?"
    if value is None:
        return "-"
    if isinstance(value, ListValue):
        return f"{len(value)}:" + ",".join(map(word_of, value))
    if isinstance(value, tuple):
        return f"{len(value)}:" + ",".join(map(word_of, sorted(value, key=sort_key)))
    if isinstance(value, Entity):
        return str(value.order)
    return str(int(value)) if isinstance(value, bool) else str(value)


def text_of(value: Value) -> str:
    """Return the displayed text."""
    if isinstance(value, tuple):
        return enumerated([text_of(item) for item in value]) or "nothing"
    if isinstance(value, Card):
        return value.title.text
    if isinstance(value, Entity):
        return value.text
    return name_of(value)


def enumerated(texts: Sequence[str]) -> str:
    """
    Join texts with commas; in a list, a text with a comma is quoted.

    >>> enumerated(["Garnet", "A grail, perhaps"])
    'Garnet, "A grail, perhaps"'
    """
    if len(texts) == 1:
        return texts[0]
    return ", ".join(quoted(text) for text in texts)


def quoted(text: str) -> str:
    """Return a text for use in a list: quoted if it contains a comma."""
    return f'"{text}"' if "," in text else text


def either(texts: Sequence[str], program: Program) -> str:
    """Join alternatives in the language of a program: `load, sell or use favour`."""
    *most, last = texts
    if not most:
        return last
    return worded(wording_of(program), "{first} or {second}", first=", ".join(most), second=last)


def shown(value: Value) -> str:
    """
    Return a value in the rulebook's words.

    >>> shown((1, True, None))
    '{1, yes, none}'
    """
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return "{" + ", ".join(map(shown, value)) + "}"
    if isinstance(value, UnderWay):
        return f"a {value.name} under way"
    if isinstance(value, Place):
        index = ", ".join(map(shown, value.index))
        return f"{value.zone.name}({index})" if index else value.zone.name
    if isinstance(value, DieIn):
        return f"a die of {value.dice}"
    if isinstance(value, Card):
        return shown(value.title)
    if isinstance(value, CardDefinition):
        return value.name
    return name_of(value)


MOST_ALIKE = 3  # cards of one title in a row that are listed one by one
MOST_LISTED = 24


def shown_shortly(value: Value) -> str:
    """Return a value in the rulebook's words; many equal cards in a row by number, `fox x32`."""
    if not isinstance(value, tuple):
        return shown(value)
    parts: list[str] = []
    for name, group in groupby(value, shown_shortly):
        alike = list(group)
        is_many = len(alike) > MOST_ALIKE and isinstance(alike[0], Card)
        parts += [f"{name} x{len(alike)}"] if is_many else [name] * len(alike)
    return "{" + ", ".join(listed(parts)) + "}"


def listed(words: list[str]) -> list[str]:
    """Return the words to list: of many, the first, and how many there are besides."""
    more = len(words) - MOST_LISTED
    return words if more <= 0 else [*words[:MOST_LISTED], f"and {more} more"]


def in_words(declaration: d.Action | d.Play | d.Window | s.Branch) -> str:
    """Return the displayed name of an action, a play, a window or a branch."""
    return declaration.name.replace("_", " ") if declaration.text is None else declaration.text.text
