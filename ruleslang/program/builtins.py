"""
The built-in functions: for each one row with what it takes, answers and reads.

Its body is in `interpreter/builtins.py`, its lowering in `flow/expressions/`; tests name what is
missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Literal, TypeAlias

from attrs import frozen

from ruleslang.program import types as t
from ruleslang.program.events import CardPlay, Event
from ruleslang.program.operation_variants_by_type import Measured
from ruleslang.program.typing import intervals
from ruleslang.program.typing.lattice import element, optional, plain, stored
from ruleslang.program.typing.sizes import Sizes

Arguments: TypeAlias = "tuple[t.Type, ...]"
Answer: TypeAlias = Callable[[Arguments, Sizes], t.Type]


@frozen
class Takes:
    """
    The arguments that a parameter accepts, where a single type doesn't describe them.

    It accepts a value of one of some classes of types; with `one or none` also none; with `members`
    a set or list of them (no classes: of any type). `event` narrows runs under way. Messages name
    it by its `phrase`.
    """

    phrase: str
    classes: tuple[type, ...]
    how: Literal["one", "one or none", "members"] = "one"
    event: Event | None = None

    def takes(self, argument: t.Type) -> bool:
        """Return whether it accepts a value of a type; none is a fault in play."""
        if self.how == "members":
            members = element(argument) if not isinstance(argument, (t.Optional, t.Maybe)) else None
            if members is None or not self.classes:
                return members is not None
            return isinstance(plain(members), (*self.classes, t.Never, t.Unknown))
        value = plain(argument)
        if isinstance(value, t.UnderWay) and self.event is not None:
            return value.event == self.event
        return isinstance(value, (*self.classes, t.Never, t.Unknown))


Place: TypeAlias = "t.Type | Takes"
Signature: TypeAlias = "tuple[Place, ...]"  # one entry per parameter


@frozen
class BuiltIn:
    """
    A built-in function.

    - `answers`: its type, or a function of the argument types and the sizes of the game.
    - `optional`: how many of its last arguments may be left out.
    - `reads`: the kinds of cells that it reads besides its arguments.
    - `there`: a correct rulebook never gets none from it, so a text uses it without a test.
    - `of_members`: its result consists of members of its first argument.
    - `in_order`: braces as its first argument are a list.
    - `directed`: it needs a board with directions, not a map.
    - `none`: the parameters of a single value for which none is no fault either.
    - `compares`: the quantity that it measures or compares when no argument is a word, and `words`.
    """

    name: str
    takes: Signature
    answers: t.Type | Answer
    optional: int = 0
    reads: tuple[Literal["zone", "counts as", "players", "active", "pieces", "anything"], ...] = ()
    there: bool = False
    of_members: bool = False
    in_order: bool = False
    directed: bool = False
    compares: tuple[Measured, ...] = ()
    none: tuple[int, ...] = ()

    @cached_property
    def needed(self) -> tuple[bool, ...]:
        """
        Return for each parameter whether none for it is a fault.

        >>> FUNCTIONS["row"].needed
        (True, False)
        """
        values = (not isinstance(place, Takes) or place.how == "one" for place in self.takes)
        return tuple(value and at not in self.none for at, value in enumerate(values))

    @property
    def least(self) -> int:
        return len(self.takes) - self.optional

    def answer(self, arguments: Arguments, sizes: Sizes) -> t.Type:
        """
        Return the type of its answer.

        >>> FUNCTIONS["seat"].answer((t.Player(),), Sizes(seats=4))
        Number(low=1, high=4)
        """
        return self.answers(arguments, sizes) if callable(self.answers) else self.answers


# ---------------------------------------------------------------- answers


def _top(arguments: Arguments, sizes: Sizes) -> t.Type:
    card = element(arguments[0]) or t.Card()
    if len(arguments) == 1:
        return t.Optional(card)
    most = plain(arguments[1])
    return t.ListOf(card, max(0, most.high) if isinstance(most, t.Number) else 0)


def _end(arguments: Arguments, sizes: Sizes) -> t.Type:
    """Return a member at one end, or so many of them."""
    if len(arguments) == 1:
        return _member(arguments, sizes)
    most, collection = plain(arguments[1]), plain(arguments[0])
    wanted = max(0, most.high) if isinstance(most, t.Number) else 0
    size = collection.up_to if isinstance(collection, (t.SetOf, t.ListOf)) else None
    most_of_all = wanted if size is None else min(wanted, size)
    return t.ListOf(stored(element(arguments[0]) or t.Never()), most_of_all)


def _member(arguments: Arguments, sizes: Sizes) -> t.Type:
    return optional(element(arguments[0]) or t.Never())


def _team(arguments: Arguments, sizes: Sizes) -> t.Type:
    return t.SetOf(t.Player(), sizes.team_size)


def _owner(arguments: Arguments, sizes: Sizes) -> t.Type:
    piece = plain(arguments[0])
    certain = isinstance(piece, t.Piece) and piece.piece in sizes.owned
    return t.Player() if certain else t.Optional(t.Player())


def _title(arguments: Arguments, sizes: Sizes) -> t.Type:
    card = plain(arguments[0])
    return t.Title(card.kind) if isinstance(card, t.Card) else t.Title()


def _card(arguments: Arguments, sizes: Sizes) -> t.Type:
    play = plain(arguments[0])
    return t.Card(play.kind) if isinstance(play, t.UnderWay) else t.Card()


def _index(arguments: Arguments, sizes: Sizes) -> t.Type:
    return optional(sizes.zone_index)


def _cell(arguments: Arguments, sizes: Sizes) -> t.Type:
    board = element(arguments[0])
    return t.Optional(board if isinstance(board, t.Space) else t.Space(sizes.board))


def _space(arguments: Arguments, sizes: Sizes) -> t.Space:
    space = plain(arguments[0])
    return space if isinstance(space, t.Space) and space.board else t.Space(sizes.board)


def _spaces(arguments: Arguments, sizes: Sizes) -> t.Type:
    return t.ListOf(_space(arguments, sizes), sizes.spaces)


def _reached(arguments: Arguments, sizes: Sizes) -> t.Type:
    space = element(arguments[1])
    return t.SetOf(space if isinstance(space, t.Space) else t.Space(sizes.board), sizes.spaces)


def _distance(arguments: Arguments, sizes: Sizes) -> t.Type:
    word = plain(arguments[0])
    if isinstance(word, t.WordOf):
        return t.Number(0, max(0, sizes.words.get(word.list, 1) - 1))
    return t.Optional(t.Number(0, max(0, sizes.spaces - 1)))


def _extreme(choose: Callable[[int, int], int]) -> Answer:
    """Return the smaller or larger of two, of which one may be none."""

    def answer(arguments: Arguments, sizes: Sizes) -> t.Type:
        a, b = plain(arguments[0]), plain(arguments[1])
        certain = [
            type for type in arguments if not isinstance(type, (t.Optional, t.Maybe, t.Never))
        ]
        if isinstance(a, t.Number) and isinstance(b, t.Number):
            both = t.Number(choose(a.low, b.low), choose(a.high, b.high))
            wide = intervals.hull(a, b)
            return both if len(certain) == 2 else (wide if certain else t.Optional(wide))
        type = b if a == t.Never() else a
        return type if certain else optional(type)

    return answer


def _remainder(arguments: Arguments, sizes: Sizes) -> t.Type:
    divided, divisor = plain(arguments[0]), plain(arguments[1])
    if not isinstance(divided, t.Number) or not isinstance(divisor, t.Number):
        return t.Never()
    return intervals.remainder(divided, divisor)


# ---------------------------------------------------------------- rows

_PLAYER, _TRUTH, _CARD, _PIECE, _SPACE = t.Player(), t.Truth(), t.Card(), t.Piece(), t.Space()
_NUMBER = Takes("a number", (t.Number,))
_ZONE = Takes("a zone", (t.Card,), "members")
_COLLECTION = Takes("a set or list", (), "members")
_PLAYERS = Takes("a set of players", (t.Player,), "members")
_SPACES = Takes("a set of spaces", (t.Space,), "members")
_SPACE_OR_WORD = Takes("a space or a word", (t.Space, t.WordOf))
_NUMBER_OR_WORD = Takes("a number or a word", (t.Number, t.WordOf), "one or none")
_PLAY = Takes("a play under way", (t.UnderWay,), event=CardPlay())
_UNDER_WAY = Takes("a play or an action under way", (t.UnderWay,))

# `cell` as a rulebook may write it, where there are several boards.
CELL_OF_BOARD: Signature = (_SPACES, _NUMBER, _NUMBER, _PLAYER)

_MAYBE_PLAYER = t.Optional(_PLAYER)
_NUMBERS_OR_WORDS: tuple[Measured, ...] = ("numbers", "words")
_ROWS = (
    BuiltIn("top", (_ZONE, _NUMBER), _top, 1, there=True, of_members=True),
    BuiltIn("bottom", (_ZONE, _NUMBER), _top, 1, there=True, of_members=True),
    BuiltIn("first", (_COLLECTION, _NUMBER), _end, 1, there=True, of_members=True, in_order=True),
    BuiltIn("last_of", (_COLLECTION, _NUMBER), _end, 1, there=True, of_members=True, in_order=True),
    BuiltIn("item", (_COLLECTION, _NUMBER), _member, there=True, of_members=True, in_order=True),
    BuiltIn("holder", (_CARD,), _MAYBE_PLAYER, reads=("zone", "counts as"), there=True),
    BuiltIn("title", (_CARD,), _title, reads=("zone", "counts as")),
    BuiltIn(
        "zone_of", (_CARD,), t.Optional(t.ZonePlace()), reads=("zone", "counts as"), there=True
    ),
    BuiltIn("index_of", (t.ZonePlace(),), _index, there=True, none=(0,)),
    BuiltIn("card", (_PLAY,), _card, reads=("anything",)),
    BuiltIn("player", (_UNDER_WAY,), _PLAYER, reads=("anything",)),
    # players and teams
    BuiltIn("next", (_PLAYER, _PLAYERS), _MAYBE_PLAYER, 1, ("players",), there=True),
    BuiltIn("previous", (_PLAYER, _PLAYERS), _MAYBE_PLAYER, 1, ("players",), there=True),
    BuiltIn(
        "clockwise",
        (_PLAYER, _PLAYERS),
        lambda arguments, sizes: t.ListOf(_PLAYER, sizes.seats),
        1,
        ("players",),
    ),
    BuiltIn("opponent", (_PLAYER,), _PLAYER),
    BuiltIn("seat", (_PLAYER,), lambda arguments, sizes: t.Number(1, sizes.seats)),
    BuiltIn("team", (_PLAYER,), t.Team()),
    BuiltIn("members", (t.Team(),), _team, reads=("players",), none=(0,)),
    BuiltIn("allies", (_PLAYER,), _team, reads=("players", "active")),
    # pieces and spaces
    BuiltIn("owner", (_PIECE,), _owner, there=True, none=(0,)),
    BuiltIn(
        "space",
        (_PIECE,),
        lambda arguments, sizes: t.Optional(t.Space(sizes.board)),
        reads=("pieces",),
        there=True,
    ),
    BuiltIn("pieces", (_PLAYER,), lambda arguments, sizes: t.SetOf(_PIECE, sizes.pieces)),
    BuiltIn("piece_on", (_SPACE,), t.Optional(_PIECE), reads=("pieces",), none=(0,)),
    BuiltIn(
        "row", (_SPACE, _PLAYER), lambda arguments, sizes: t.Number(1, sizes.rows), 1, none=(1,)
    ),
    BuiltIn("column", (_SPACE,), lambda arguments, sizes: t.Number(1, sizes.columns)),
    BuiltIn("cell", (_NUMBER, _NUMBER, _PLAYER), _cell, 1, there=True, none=(2,)),
    BuiltIn("adjacent", (_SPACE, _SPACE), _TRUTH),
    BuiltIn(
        "neighbours",
        (_SPACE,),
        lambda arguments, sizes: t.SetOf(_space(arguments, sizes), sizes.spaces),
    ),
    BuiltIn(
        "distance",
        (_SPACE_OR_WORD, _SPACE_OR_WORD),
        _distance,
        there=True,
        compares=("spaces", "words"),
    ),
    BuiltIn("line", (_SPACE, _SPACE), _spaces),
    BuiltIn("touched", (_SPACE, _SPACE), _spaces),
    BuiltIn("whole_line", (_SPACE, _SPACE), _spaces, directed=True),
    BuiltIn(
        "off_line",
        (_SPACE, _SPACE, _SPACE),
        lambda arguments, sizes: t.Number(0, 12 * (sizes.columns + 1) * (sizes.rows + 1)),
        directed=True,
    ),
    BuiltIn("crosses", (_SPACE, _SPACE, _SPACE, _SPACE), _TRUTH, directed=True),
    BuiltIn(
        "shifted",
        (_SPACE, _NUMBER, _NUMBER, _PLAYER),
        lambda arguments, sizes: t.Optional(_space(arguments, sizes)),
        1,
        directed=True,
        none=(3,),
    ),
    BuiltIn("ray", (_SPACE, _SPACE), _spaces, directed=True),
    BuiltIn("reach", (_SPACES, _SPACES), _reached),
    # numbers and words
    BuiltIn(
        "smaller", (_NUMBER_OR_WORD, _NUMBER_OR_WORD), _extreme(min), compares=_NUMBERS_OR_WORDS
    ),
    BuiltIn(
        "larger", (_NUMBER_OR_WORD, _NUMBER_OR_WORD), _extreme(max), compares=_NUMBERS_OR_WORDS
    ),
    BuiltIn("remainder", (_NUMBER, _NUMBER), _remainder),
)

FUNCTIONS: Mapping[str, BuiltIn] = {row.name: row for row in _ROWS}
FUNCTION_NAMES: frozenset[str] = frozenset(FUNCTIONS)


def measured(function: str, arguments: Arguments) -> Measured:
    """
    Return the quantity that a built-in function compares here, if it can compare several.

    >>> measured("smaller", (t.Never(), t.WordOf("Rank")))
    'words'
    """
    sorts = FUNCTIONS[function].compares
    if not sorts:
        return ""
    return "words" if any(isinstance(plain(type), t.WordOf) for type in arguments) else sorts[0]


# Expressions that are written like functions, but have their own syntax nodes.
SPECIAL_FORMS: frozenset[str] = frozenset({"subsets", "playable", "payoff", "times"})

# Every built-in name that may come before brackets.
CALLED_NAMES: frozenset[str] = FUNCTION_NAMES | SPECIAL_FORMS

# Built-in names that stand without brackets.
BUILT_IN_NAMES: frozenset[str] = frozenset(
    [
        "it",
        "you",
        "this",
        "active",
        "players",
        "all_players",
        "winners",
        "cards",
        "pieces",
        "titles",
        "teams",
        "nobody",
        "answer",
        "any",
        "none",
        "automatic",
    ]
)
