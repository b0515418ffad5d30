"""Reports `too-large`: a state, zone, piece or die is larger than any engine can hold."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import limits
from ruleslang.program import types as t
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span


def too_large(span: Span, counted: str, met: int, most: int, help: str) -> Diagnostic:
    shown = f"{met:,}" if met < 10**18 else "far too many"
    return error("too-large", span, f"{shown} {counted}, where at most {most:,} can be", help=help)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Cells of states, zones and dice; members in states; pieces; dice; places of fields."""
    yield from _places(subject)
    yield from _members(subject)
    yield from _pieces(subject)
    for dice in subject.program.dice:
        if dice.number > limits.DICE:
            span, help = subject.span(dice.origin), "let fewer lie there"
            yield too_large(span, "dice at one place", dice.number, limits.DICE, help)
    for kind in subject.program.kinds:
        for field in kind.fields:
            met = places(subject.program, field.index)
            if met > limits.FIELD_PLACES:
                span = subject.span(kind.origin)
                counted = f"places of the field `{field.name}`"
                yield too_large(span, counted, met, limits.FIELD_PLACES, "give it a smaller index")


def _places(subject: Subject) -> Iterator[Diagnostic]:
    """The first declaration that exceeds the limit of cells."""
    program, total = subject.program, 0
    declared: list[d.State | d.Zone | d.Dice] = [*program.states, *program.zones, *program.dice]
    for declaration in declared:
        total += places(program, declaration.index) * (
            declaration.number if isinstance(declaration, d.Dice) else 1
        )
        if total > limits.PLACES:
            span = subject.span(declaration.origin)
            help = "a smaller index, or a set of those that have it"
            yield too_large(span, f"places with `{declaration.name}`", total, limits.PLACES, help)
            return


def _members(subject: Subject) -> Iterator[Diagnostic]:
    """
    The first state with which sets and lists can have too many members.

    All places may share one set in memory, but a hash, a view or a save runs through each.
    """
    total = 0
    for state in subject.program.states:
        total += places(subject.program, state.index) * _most_members(subject.program, state.type)
        if total > limits.KEPT_MEMBERS:
            counted = f"members of sets and lists with `{state.name}`"
            help = "a smaller index, or a type of fewer members"
            yield too_large(subject.span(state.origin), counted, total, limits.KEPT_MEMBERS, help)
            return


def _most_members(program: Program, type: t.Type) -> int:
    match type:
        case t.ListOf(_, up_to):
            return up_to
        case t.SetOf(element, up_to):
            most = limits.MEMBERS if up_to is None else up_to
            return min(_size(program, element), most)
        case t.Optional(inner):
            return _most_members(program, inner)
    return 0


def _pieces(subject: Subject) -> Iterator[Diagnostic]:
    total = 0
    for piece in subject.program.pieces:
        total += piece.copies * (subject.program.seats.high if piece.per_player else 1)
        if total > limits.PIECES:
            help = "what is only counted is better kept as a state"
            yield too_large(subject.span(piece.origin), "pieces", total, limits.PIECES, help)
            return


def places(program: Program, index: tuple[d.IndexPlace, ...]) -> int:
    """The number of index combinations, with the most players."""
    return prod(_size(program, place.type) for place in index)


def _size(program: Program, type: t.Type) -> int:
    match type:
        case t.Number(low, high):
            return high - low + 1
        case t.Truth():
            return 2
        case t.Player():
            return program.seats.high
        case t.Team():
            return len(program.teams.names)
        case t.WordOf(name):
            return next((len(word.words) for word in program.words if word.name == name), 1)
        case t.Card():
            return sum(definition.copies for definition in program.definitions)
        case t.Title():
            return len(program.definitions)
        case t.Piece():
            return sum(piece.copies for piece in program.pieces) * program.seats.high
        case t.Space(board):
            return sum(
                len(declared.spaces)
                for declared in program.boards
                if board in (None, declared.name)
            )
        case t.Optional(inner):
            return 1 + _size(program, inner)
    return 1
