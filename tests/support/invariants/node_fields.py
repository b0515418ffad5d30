"""Invariants about single nodes: that their words are among those an engine knows, and so on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import references
from ruleslang.program import statements as s
from ruleslang.program.typing.environment import Known
from ruleslang.program.walk import find, walk
from tests.support.invariants.broken import Broken
from tests.support.invariants.declared import declarations

WORDS_OF: dict[tuple[type[Any], str], tuple[str, ...]] = {
    (e.Everything, "what"): references.POPULATIONS,
    (e.Arithmetic, "operator"): references.OPERATORS,
    (e.Divide, "rounding"): references.ROUNDINGS,
    (e.Compare, "operator"): references.COMPARISONS,
    (e.Key, "word"): references.EXTREMES,
    (e.Fold, "word"): references.FOLDINGS,
    (s.Hook, "moment"): references.MOMENTS,
    (s.Change, "stage"): references.STAGES,
    (s.MoveCards, "position"): references.POSITIONS,
    (s.MoveCards, "face"): references.FACINGS,
    (s.Offer, "mode"): references.OFFER_MODES,
    (s.Pick, "last"): references.TIE_BREAKS,
    (s.Rank, "last"): references.TIE_BREAKS,
    (d.Seen, "by"): references.SEEN_BY,
    (d.Board, "shape"): references.BOARD_SHAPES,
    (d.Procedure, "word"): references.PROCEDURE_WORDS,
    (d.Window, "closes"): references.CLOSINGS,
}


def words_are_known(k: Known) -> Iterator[Broken]:
    """Every node says its kind with a word that engines know."""
    for where, declaration in declarations(k.program):
        for node in walk(declaration):
            for (cls, name), allowed in WORDS_OF.items():
                if isinstance(node, cls) and getattr(node, name) not in allowed:
                    yield Broken(
                        "words-are-known",
                        where,
                        f"{cls.__name__}.{name} is {getattr(node, name)!r}",
                    )


def quantities_whole(k: Known) -> Iterator[Broken]:
    """A choice of several has both ends, ties settled by a player name him, and so on."""
    for where, declaration in declarations(k.program):
        for node in walk(declaration):
            if not _whole(node):
                yield Broken("quantities-whole", where, f"{type(node).__name__} lacks a part")


def _whole(node: Any) -> bool:
    match node:
        case s.Choice():
            single = node.low is None and node.high is None
            several = node.low is not None and node.high is not None
            return several or (single and not node.in_order)
        case s.Pick() | s.Rank():
            return (node.last == "choice") == (node.by is not None)
        case d.Seen():
            return (node.by == "set") == (node.players is not None)
    return True


def any_in_place(k: Known) -> Iterator[Broken]:
    """`any` as an index stands only where a union can: in what reads zones and dice, in costs."""
    unions = (e.ReadZone, e.ReadDice, e.DiceAt, s.RollDice, s.RevealState, s.RevealDice)
    allowed = (*unions, s.SharedCost)
    for where, declaration in declarations(k.program):
        for node in walk(declaration):
            index = getattr(node, "index", None) or ()
            union = any(isinstance(each, e.AnyIndex) for each in index)
            if union and not isinstance(node, allowed):
                yield Broken("any-in-place", where, f"{type(node).__name__} with any")


def claims_only(k: Known) -> Iterator[Broken]:
    """What only claims and examples may say does not stand in the program."""
    for where, declaration in declarations(k.program):
        for node in find(declaration, e.Divide):
            if node.rounding == "exact":
                yield Broken("claims-only", where, "a fraction")
        for cls in (e.ChanceOf, e.NumberOfChoices, e.CopyInZone):
            if next(find(declaration, cls), None) is not None:
                yield Broken("claims-only", where, cls.__name__)
