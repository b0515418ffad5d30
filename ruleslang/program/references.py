"""The words of a program: enumerations, events, patterns, references by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeAlias, TypeVar, get_args

from attrs import field, frozen

from ruleslang.source.walk import own_fields

Declared: TypeAlias = Literal[
    "words",
    "die",
    "option",
    "kind",
    "field",
    "definition",
    "play",
    "standing",  # a standing effect of a card
    "zone",
    "state",
    "history",
    "dice",
    "board",
    "piece",
    "kind or piece",
    "value",
    "built-in function",
    "procedure",
    "action",
    "window",
]


@frozen
class Reference:
    """The name of one declaration."""

    what: Declared
    name: str


def names(declared: Declared) -> dict[str, Declared]:
    """Return the metadata of a field that holds the name of such a declaration, or several."""
    return {"names": declared}


_FIELDS: dict[type[object], tuple[tuple[str, Declared], ...]] = {}  # by class of nodes


def reference_fields(kind: type[object]) -> tuple[tuple[str, Declared], ...]:
    """Return the fields of a class of nodes that hold names of declarations."""
    fields = _FIELDS.get(kind)
    if fields is None:
        fields = _FIELDS[kind] = tuple(
            (field.name, field.metadata["names"])
            for field in own_fields(kind)
            if "names" in field.metadata
        )
    return fields


def references(node: object) -> Iterator[Reference]:
    """Yield the declarations that one node names itself."""
    for attribute, declared in reference_fields(type(node)):
        value: str | tuple[str, ...] | None = getattr(node, attribute)
        for name in (value,) if isinstance(value, str) else value or ():
            yield Reference(declared, name)


DISPLAY = {"display": True}


def shown(**options: Any) -> Any:
    """Return an attrs field that no rule reads."""
    return field(metadata=DISPLAY, **options)


@frozen
class Text:
    """
    Display text, as it is shown, and in other languages: pairs of language and text.

    It is shown in the rulebook's own language, unless `in_language` made it otherwise.
    """

    text: str
    translations: tuple[tuple[str, str], ...] = ()


@frozen
class Origin:
    """
    A place in the text: one-based line and column, an excerpt, the rules cited there.

    `designed` marks an invention that is not in a printed rulebook.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    excerpt: str
    cites: tuple[str, ...] = ()
    designed: bool = False


_NAME = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def names_in(text: str) -> Iterator[str]:
    """
    Return the names that a text shows the values of.

    >>> list(names_in("{seller} sells {w}"))
    ['seller', 'w']
    """
    return (match[1] for match in _NAME.finditer(text))


def filled(text: str, value: Callable[[str], str]) -> str:
    """
    Return a text with the values of its names.

    >>> filled("{seller} sells", {"seller": "west"}.get)
    'west sells'
    """
    return _NAME.sub(lambda match: value(match[1]), text)


Population: TypeAlias = Literal[
    "players",  # who are still in
    "all players",
    "winners",
    "cards",
    "titles",
    "pieces",
    "teams",
    "words",  # the words of a list
    "spaces",  # the spaces of a board
    "definitions of",  # a kind
    "pieces of",  # a declaration of pieces
]
Operator: TypeAlias = Literal["+", "-", "*"]
Comparison: TypeAlias = Literal["<", "<=", ">", ">="]
Rounding: TypeAlias = Literal["up", "down", "exact"]  # exact: in claims only
Extreme: TypeAlias = Literal["highest", "lowest"]
Folding: TypeAlias = Literal["sum", "highest", "lowest"]

Moment: TypeAlias = Literal["before", "after", "instead of"]
Stage: TypeAlias = Literal[
    "+", "-", "times", "at least", "at most", "becomes", "starts from", "include", "exclude"
]

Position: TypeAlias = Literal["top", "bottom"]
Facing: TypeAlias = Literal["", "up", "down"]  # empty: as the zone shows its cards
OfferMode: TypeAlias = Literal["must", "may", "any", "most"]
TieBreak: TypeAlias = Literal["", "chance", "order", "choice"]  # empty: nothing settles ties

SeenBy: TypeAlias = Literal["all", "owner", "nobody", "set"]
BoardShape: TypeAlias = Literal["grid", "hexes", "line", "ring", "map"]
ProcedureWord: TypeAlias = Literal["procedure", "phase", "check"]
Closing: TypeAlias = Literal["after one use", "when all were asked", "when all pass"]
PreferenceAbout: TypeAlias = Literal["action", "branch", "choice", "otherwise"]

POPULATIONS: tuple[Population, ...] = get_args(Population)
OPERATORS: tuple[Operator, ...] = get_args(Operator)
COMPARISONS: tuple[Comparison, ...] = get_args(Comparison)
ROUNDINGS: tuple[Rounding, ...] = get_args(Rounding)
EXTREMES: tuple[Extreme, ...] = get_args(Extreme)
FOLDINGS: tuple[Folding, ...] = get_args(Folding)
MOMENTS: tuple[Moment, ...] = get_args(Moment)
STAGES: tuple[Stage, ...] = get_args(Stage)
POSITIONS: tuple[Position, ...] = get_args(Position)
FACINGS: tuple[Facing, ...] = get_args(Facing)
OFFER_MODES: tuple[OfferMode, ...] = get_args(OfferMode)
TIE_BREAKS: tuple[TieBreak, ...] = get_args(TieBreak)
SEEN_BY: tuple[SeenBy, ...] = get_args(SeenBy)
BOARD_SHAPES: tuple[BoardShape, ...] = get_args(BoardShape)
PROCEDURE_WORDS: tuple[ProcedureWord, ...] = get_args(ProcedureWord)
CLOSINGS: tuple[Closing, ...] = get_args(Closing)

W = TypeVar("W", bound=str)


def one_of(word: str, words: tuple[W, ...]) -> W:
    """
    Return a word as it is written, as the one of a few that it is; another one is a mistake of
    ours.

    >>> one_of("up", ROUNDINGS)
    'up'
    """
    return words[words.index(word)]
