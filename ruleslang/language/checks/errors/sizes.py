"""Numbers of cells, members and sets that no engine can hold, and values outside their range."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import comb, prod

from ruleslang.language.checks.queries.set_bounds import (
    Declared,
    Lets,
    domain,
    lets_of,
    most_members,
)
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.apply_settings import broken_test, value_of_option, with_settings
from ruleslang.program.constant_folding import Folding, NotConstant
from ruleslang.program.program import Program
from ruleslang.program.typing.environment import Scope, scope_of
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.lattice import members, plain
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, error
from ruleslang.source.span import Span


def too_large(span: Span, counted: str, found: int, most: int, help: str) -> Diagnostic:
    shown = f"{found:,}" if found < 10**18 else "far too many"
    return error("too-large", span, f"{shown} {counted}; the maximum is {most:,}", help=help)


def find_too_large(subject: Subject) -> Iterator[Diagnostic]:
    """Report that a state, zone, piece or die is larger than any engine can hold."""
    yield from _too_many_cells(subject)
    yield from _too_many_members(subject)
    yield from _too_many_pieces(subject)
    for dice in subject.program.dice:
        if dice.number > limits.DICE:
            span, help = subject.span(dice.origin), "use fewer dice"
            yield too_large(span, "dice at one place", dice.number, limits.DICE, help)
    for kind in subject.program.kinds:
        for field in kind.fields:
            found = _cells(subject, field.index)
            if found > limits.FIELD_PLACES:
                span = subject.span(kind.origin)
                counted = f"places of the field `{field.name}`"
                yield too_large(span, counted, found, limits.FIELD_PLACES, "give a smaller index")


def _too_many_cells(subject: Subject) -> Iterator[Diagnostic]:
    """Yield the first declaration that exceeds the limit of cells."""
    program, total = subject.program, 0
    declared: list[d.State | d.Zone | d.Dice] = [*program.states, *program.zones, *program.dice]
    for declaration in declared:
        total += _cells(subject, declaration.index) * (
            declaration.number if isinstance(declaration, d.Dice) else 1
        )
        if total > limits.PLACES:
            span = subject.span(declaration.origin)
            help = "use a smaller index, or a set of those that have it"
            yield too_large(span, f"places with `{declaration.name}`", total, limits.PLACES, help)
            return


def _too_many_members(subject: Subject) -> Iterator[Diagnostic]:
    """
    Yield the first state with which sets and lists can have too many members.

    All places may share one set in memory, but a hash, a view or a save runs through each.
    """
    total = 0
    for state in subject.program.states:
        total += _cells(subject, state.index) * _most_members(subject, state.type)
        if total > limits.KEPT_MEMBERS:
            counted = f"members of sets and lists with `{state.name}`"
            help = "use a smaller index, or a type with fewer members"
            yield too_large(subject.span(state.origin), counted, total, limits.KEPT_MEMBERS, help)
            return


def _most_members(subject: Subject, type: t.Type) -> int:
    match type:
        case t.ListOf(_, up_to):
            return up_to
        case t.SetOf(element, up_to):
            most = limits.MEMBERS if up_to is None else up_to
            return min(domain(subject, element) or 1, most)
        case t.Optional(inner):
            return _most_members(subject, inner)
    return 0


def _too_many_pieces(subject: Subject) -> Iterator[Diagnostic]:
    total = 0
    for piece in subject.program.pieces:
        total += piece.copies * (subject.program.seats.high if piece.per_player else 1)
        if total > limits.PIECES:
            help = "if something is only counted, use a state"
            yield too_large(subject.span(piece.origin), "pieces", total, limits.PIECES, help)
            return


def _cells(subject: Subject, index: tuple[d.IndexPlace, ...]) -> int:
    """Return the number of index combinations, with the most players."""
    return prod(domain(subject, place.type) or 1 for place in index)


ALLOW_FEWER = "allow fewer members, or a smaller set: a zone `at most 10`, `set of card up to 10`"
LIMITS_ARE_COUNTED = (
    f"{ALLOW_FEWER}; limits are counted: `p chooses 9 of S as s, at most 2 for each title(it)`"
)


def too_many_sets(span: Span, found: int, help: str) -> Diagnostic:
    return error(
        "too-many-sets",
        span,
        f"there can be {found:,} such sets; the maximum is {limits.SUBSETS:,}",
        help=help,
    )


def find_too_many_sets(subject: Subject) -> Iterator[Diagnostic]:
    """Report every `so that` and every `subsets` over too many sets."""
    program = subject.program
    bodies = (program.actions, program.plays, program.procedures, subject.standings)
    declared: list[Declared] = [declaration for part in bodies for declaration in part]
    for declaration in declared:
        every = find(declaration, s.Choice)
        choices = [choice for choice in every if choice.so_that and choice.high is not None]
        lets, scope = lets_of(declaration) if choices else {}, scope_of(subject.world, declaration)
        for choice in choices:
            found = _number_of_sets(subject, scope, choice.source, choice.low, choice.high, lets)
            if found > limits.SUBSETS:
                yield too_many_sets(subject.span(choice.origin), found, LIMITS_ARE_COUNTED)
    for declaration in (*program.values, *declared):
        all_subsets = list(find(declaration, e.Subsets))
        lets, scope = (
            lets_of(declaration) if all_subsets else {},
            scope_of(subject.world, declaration),
        )
        for subsets in all_subsets:
            most = subsets.high
            found = _number_of_sets(subject, scope, subsets.subject, subsets.low, most, lets)
            if found > limits.SUBSETS:
                yield too_many_sets(subject.span(declaration.origin), found, ALLOW_FEWER)


def _number_of_sets(
    subject: Subject, scope: Scope, of: e.Expr, low: e.Expr | None, high: e.Expr | None, lets: Lets
) -> int:
    """Return how many sets of the allowed sizes there can be; 0 if unknown."""
    members = most_members(subject, of, lets)
    if members is None:
        return 0
    least, most = _range_of_number(low, scope)[0], _range_of_number(high, scope)[1]
    most = members if most is None else min(most, members)
    return sum(comb(members, size) for size in range(max(least or 0, 0), most + 1))


def _range_of_number(number: e.Expr | None, scope: Scope) -> tuple[int | None, int | None]:
    type = None if number is None else type_of(number, scope)
    return (type.low, type.high) if isinstance(type, t.Number) else (None, None)


Chosen = Sequence[tuple[str, int]]


start_outside = Message(
    "out-of-range",
    "begins with {number}, outside {low}..{high} {settings}",
    help="choose a start value in the range for all settings, or limit them in the header:"
    " `only if …`",
)


def find_out_of_range(subject: Subject) -> Iterator[Diagnostic]:
    """Report a start value outside the range that some settings give its state."""
    program = subject.program
    for place, state in enumerate(program.states):
        if state.ends is None or state.start is None:
            continue
        outside = next(_starts_outside(program, place, state.ends), None)
        if outside is not None:
            number, range, settings = outside
            yield start_outside(
                subject.span(state.origin),
                number=number,
                low=range.low,
                high=range.high,
                settings=settings,
            )


def _starts_outside(
    program: Program, place: int, ends: d.Ends
) -> Iterator[tuple[int, t.Number, str]]:
    for chosen, players in _settings_read(program, ends):
        range = _range_stored(with_settings(program, chosen, players).states[place].type)
        for number in _start_values(program, program.states[place], chosen, players):
            if range is not None and not range.low <= number <= range.high:
                yield number, range, _setting_text(program, ends, chosen, players)


def _settings_read(program: Program, ends: d.Ends) -> Iterator[tuple[Chosen, int]]:
    """Yield the settings of matches, with each value of the options that are read."""
    read = {*ends.low.options, *ends.high.options}
    places = [
        range(len(option.values)) if option.name in read else (option.default,)
        for option in program.options
    ]
    for values in product(*places):
        chosen = [(declared.name, at) for declared, at in zip(program.options, values, strict=True)]
        for players in range(program.seats.low, program.seats.high + 1):
            if broken_test(program, chosen, players) is None:
                yield chosen, players


def _range_stored(type: t.Type) -> t.Number | None:
    stored = plain(type)
    inner = members(stored) if isinstance(stored, t.SetOf | t.ListOf) else stored
    return inner if isinstance(inner, t.Number) else None


def _start_values(program: Program, state: d.State, chosen: Chosen, players: int) -> Sequence[int]:
    assert state.start is not None
    places = dict(chosen)
    settings = {
        option.name: value_of_option(option, places[option.name]) for option in program.options
    }
    words = {word.name: len(word.words) for word in program.words}
    values = {value.name: value for value in program.values}
    try:
        start = Folding(values.get, words, settings, players).fold(state.start, {})
    except NotConstant:
        return ()
    several = start if isinstance(start, tuple) else (start,)
    return [number for number in several if isinstance(number, int)]


def _setting_text(program: Program, ends: d.Ends, chosen: Chosen, players: int) -> str:
    read = {*ends.low.options, *ends.high.options}
    values = {option.name: option.values for option in program.options}
    parts = [f"`{name}` is {values[name][at]}" for name, at in chosen if name in read]
    if ends.low.players or ends.high.players:
        parts.append(f"there are {players} players")
    return f"where {' and '.join(parts)}"
