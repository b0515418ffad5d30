"""The words of a program that are one of a few, each with all that it may be."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypeVar, get_args

Population: TypeAlias = Literal[
    "players",  # who are still in
    "all players",
    "winners",
    "cards",
    "titles",
    "pieces",
    "teams",
    "words",  # of a list
    "spaces",  # of a board
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
PREFERENCES_ABOUT: tuple[PreferenceAbout, ...] = get_args(PreferenceAbout)

W = TypeVar("W", bound=str)


def one_of(word: str, words: tuple[W, ...]) -> W:
    """
    A word as it is written, as the one of a few that it is; another one is a mistake of ours.

    >>> one_of("up", ROUNDINGS)
    'up'
    """
    return words[words.index(word)]
