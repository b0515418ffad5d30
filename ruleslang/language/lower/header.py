"""Lowers the header: the players, the start procedure, the end of the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, TypeVar

from attrs import frozen

from ruleslang.language.lower.constant_values import integer
from ruleslang.language.lower.context import Context
from ruleslang.language.lower.control_flow import who_win
from ruleslang.language.lower.diagnostics import declarations as errors
from ruleslang.language.lower.diagnostics import setup
from ruleslang.language.lower.expressions import condition
from ruleslang.language.lower.scope import Scope, with_locals
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.declarations import CONDITIONS, HEADER_LINES, REPEATED_HEADER_LINES
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.simple_statements import Marked
from ruleslang.program import declarations as d
from ruleslang.program import limits
from ruleslang.program import types as t
from ruleslang.program.apply_settings import broken_test, value_of_option
from ruleslang.program.constant_folding import Folding, NotConstant
from ruleslang.program.program import (
    LANGUAGE_VERSION,
    Ending,
    Numbering,
    Program,
    Seats,
    SettingsTest,
    Teams,
)

Item = TypeVar("Item", bound=Marked)


@frozen
class Heading:
    """The values of the header, with defaults for absent lines."""

    seats: Seats
    teams: Teams
    start: str
    payoff: str
    ending: Ending
    reaction_depth: int
    procedure_depth: int
    firings: int
    numbering: Numbering


def lower_header(context: Context, header: syntax.Header) -> Heading:
    """Lower the header; reports missing and wrong lines."""
    _check_repeats(context, header)
    language = item(header, syntax.Language)
    if language is not None and language.version != LANGUAGE_VERSION:
        context.report(
            errors.unknown_language(language.span, found=language.version, latest=LANGUAGE_VERSION)
        )
    seats = _seats(context, header)
    return Heading(
        seats,
        _teams(context, header, seats),
        _start(context, header),
        _payoff(context, header),
        _ending(context, header),
        _cap(context, header, syntax.ReactionDepth),
        _cap(context, header, syntax.ProcedureDepth),
        _cap(context, header, syntax.Firings),
        numbering(context, header),
    )


def item(header: syntax.Header, kind: type[Item]) -> Item | None:
    """Return the header's line of a class, or None."""
    return next((line for line in header.items if isinstance(line, kind)), None)


def _check_repeats(context: Context, header: syntax.Header) -> None:
    seen: dict[type[Marked], Marked] = {}
    for line in header.items:
        if isinstance(line, (*REPEATED_HEADER_LINES, *CONDITIONS)):
            continue
        if type(line) in seen:
            context.report(
                errors.repeated_line(
                    line.span, at=seen[type(line)].span, line=HEADER_LINES[type(line)]
                )
            )
        seen.setdefault(type(line), line)
    for kind in REPEATED_HEADER_LINES:
        named: dict[str, Name] = {}
        lines = [line for line in header.items if isinstance(line, kind)]
        for name in (name for line in lines for name in line.names):
            if name.text in named:
                repeated = f"{HEADER_LINES[kind]} {name.text}"
                context.report(
                    errors.repeated_line(name.span, at=named[name.text].span, line=repeated)
                )
            named.setdefault(name.text, name)


def ends(context: Context, node: x.Expression) -> tuple[int, int] | None:
    """Return the ends of `2..5`, or of `2` twice; None if they are not constant."""
    if isinstance(node, x.Range):
        low, high = integer(context, node.low), integer(context, node.high)
    else:
        low = high = integer(context, node)
    return None if low is None or high is None else (low, high)


def _seats(context: Context, header: syntax.Header) -> Seats:
    players = item(header, syntax.Players)
    if players is None and not context.symbols.header_is_whole:
        return Seats(1, limits.SEATS, tuple(f"p{seat + 1}" for seat in range(limits.SEATS)))
    if players is None:
        context.report(
            errors.missing_line(header.name.span, line="players", example="players 2: home, away")
        )
        return Seats(2, 2, ("p1", "p2"))
    bounds = ends(context, players.count) or (2, 2)
    if not 1 <= bounds[0] <= bounds[1] <= limits.SEATS:
        context.report(errors.bad_seats(players.count.span))
        bounds = (2, 2)
    for name in players.names[bounds[1] :]:
        context.report(errors.more_names_than_seats(name.span, seats=bounds[1]))
    names = tuple(symbol.name for symbol in context.symbols.of("player"))[: bounds[1]]
    automatic = item(header, syntax.AutomaticSeats)
    automatic_seats = ends(context, automatic.count) if automatic else (0, 0)
    if automatic is not None and (
        automatic_seats is None or not 0 <= automatic_seats[0] <= automatic_seats[1] <= bounds[1]
    ):
        seats = bounds[1]
        context.report(
            errors.bad_automatic_seats(automatic.count.span, seats=seats, last=seats - 1)
        )
        automatic_seats = (0, 0)
    return Seats(*bounds, names, *(automatic_seats or (0, 0)))


def _teams(context: Context, header: syntax.Header, seats: Seats) -> Teams:
    teams = item(header, syntax.Teams)
    if teams is None:
        return Teams()
    is_known = item(header, syntax.Players) is not None
    if is_known and not seats.low <= teams.count * teams.size <= seats.high:
        context.report(
            errors.wrong_team_size(teams.span, teams=teams.count, size=teams.size, seats=seats.high)
        )
    if teams.count > limits.SEATS:
        return Teams()
    names = tuple(name.text for name in teams.names)
    missing = tuple(f"team_{place + 1}" for place in range(len(names), teams.count))
    return Teams((names + missing)[: teams.count], teams.size)


def _start(context: Context, header: syntax.Header) -> str:
    start = item(header, syntax.StartsWith)
    if start is None and not context.symbols.header_is_whole:
        return ""
    if start is None:
        context.report(
            errors.missing_line(header.text.span, line="starts with", example="starts with game")
        )
        return ""
    symbol = context.symbols.get(start.procedure.text)
    if symbol is None or not isinstance(symbol.node, syntax.Procedure):
        known = context.symbols.names_of("procedure", "phase", "check")
        context.report(errors.not_a_start(start.procedure, symbol.what if symbol else None, known))
    elif symbol.node.parameters:
        context.report(
            errors.start_with_parameters(start.procedure.span, name=start.procedure.text)
        )
    return start.procedure.text


def _payoff(context: Context, header: syntax.Header) -> str:
    payoff = item(header, syntax.Payoff)
    if payoff is None:
        return ""
    return payoff.name.text


def check_payoff(
    context: Context, header: syntax.Header, declared: Sequence[d.State | d.Value]
) -> None:
    """Check that the payoff names a state or value that is a number of one player."""
    payoff = item(header, syntax.Payoff)
    if payoff is None:
        return
    name = payoff.name.text
    if not any(candidate.name == name and _is_of_each_player(candidate) for candidate in declared):
        fitting = [candidate.name for candidate in declared if _is_of_each_player(candidate)]
        is_there = any(candidate.name == name for candidate in declared)
        context.report(errors.not_a_payoff(payoff.name, fitting, is_there=is_there))


def _is_of_each_player(declared: d.State | d.Value) -> bool:
    """Return whether it is a number of one player; a declaration with an error passes."""
    places = declared.index if isinstance(declared, d.State) else declared.parameters
    types = [place.type for place in places]
    return (
        len(types) == 1
        and isinstance(types[0], t.Player | t.Never)
        and isinstance(declared.type, t.Number | t.Never)
    )


def _ending(context: Context, header: syntax.Header) -> Ending:
    cap = item(header, syntax.DecisionCap)
    if cap is None:
        return Ending()
    if not 1 <= cap.number <= limits.DECISIONS:
        bounds = f"a match has 1 to {limits.DECISIONS:,} decisions"
        context.report(errors.bad_cap(cap.span, bounds=bounds))
    if isinstance(cap.winners, Name) and cap.winners.text == "nobody":
        return Ending(cap.number, None)
    return with_locals(context, Ending(cap.number, who_win(Scope(context), cap.winners)))


Cap: TypeAlias = syntax.ReactionDepth | syntax.ProcedureDepth | syntax.Firings


def _cap(context: Context, header: syntax.Header, kind: type[Cap]) -> int:
    """Return the number of a line, or what holds without it; reports one that is out of bounds."""
    line, usual, most, bounds = item(header, kind), *_bounds(kind)
    if line is None:
        return usual
    if not 1 <= line.number <= most:
        context.report(errors.bad_cap(line.span, bounds=bounds.format(f"1 to {most:,}")))
    return line.number


def _bounds(kind: type[Cap]) -> tuple[int, int, str]:
    """Return the usual number, the highest, and the bounds in words."""
    if kind is syntax.ReactionDepth:
        return limits.REACTIONS_BY_DEFAULT, limits.REACTIONS, "reactions are {} deep"
    if kind is syntax.ProcedureDepth:
        return limits.UNDER_WAY_BY_DEFAULT, limits.UNDER_WAY, "procedures are {} deep"
    return limits.FIRINGS_BY_DEFAULT, limits.FIRINGS, "firings for one statement are {}"


def numbering(context: Context, header: syntax.Header) -> Numbering:
    """Return the numbers of the printed rulebook that the `rules` line announces."""
    rules = item(header, syntax.NumberedRules)
    if rules is None:
        return Numbering()
    last: dict[str, int] = {}
    for series in rules.series:
        if series.word in last:
            context.report(errors.repeated_line(series.span, at=rules.span, line=series.word))
        last[series.word] = _last_number(context, series.numbers)
    last_rule = _last_number(context, rules.numbers) if rules.numbers is not None else 0
    return Numbering(
        rules.prefix.text,
        last_rule,
        questions=last.get("open questions", 0),
        gaps=last.get("gaps", 0),
        examples=last.get("worked examples", 0),
    )


def _last_number(context: Context, numbers: x.Expression) -> int:
    """Return the last number of a series that starts at 1."""
    limits_found = ends(context, numbers)
    if limits_found is None:
        return 0
    if not isinstance(numbers, x.Range) or limits_found[0] != 1:
        context.report(errors.bad_series(numbers.span, last=limits_found[1]))
    elif limits_found[1] > limits.NUMBERED:
        bounds = f"a series has 1 to {limits.NUMBERED:,} numbers"
        context.report(errors.bad_cap(numbers.span, bounds=bounds))
    return min(limits_found[1], limits.NUMBERED)


def settings_tests(context: Context, header: syntax.Header) -> tuple[SettingsTest, ...]:
    """Return the conditions on settings for a match to begin."""
    return tuple(
        with_locals(context, _test(context, line))
        for line in header.items
        if isinstance(line, syntax.BeginsOnlyIf)
    )


def _test(context: Context, line: syntax.BeginsOnlyIf) -> SettingsTest:
    test, _ = condition(Scope(context).pure("a condition of the header"), line.condition)
    return SettingsTest(test, origin=context.origin(line.condition.span, line.marks))


def check_settings(context: Context, header: syntax.Header, program: Program) -> None:
    """Check that the conditions read only settings, and hold by default for some players."""
    lines = [line for line in header.items if isinstance(line, syntax.BeginsOnlyIf)]
    if any(context.is_wrong(line.condition.span) for line in lines):
        return
    chosen = tuple((option.name, option.default) for option in program.options)
    settings = {
        option.name: value_of_option(option, option.default)
        for option in program.options
        if option.values
    }
    values = {value.name: value for value in program.values}
    words = {word.name: len(word.words) for word in program.words}
    for line, test in zip(lines, program.begins_only_if, strict=True):
        try:
            Folding(values.get, words, settings, program.seats.low).fold(test.condition, {})
        except NotConstant:
            context.report(setup.not_a_setting(line.condition.span))
            return
    numbers = range(program.seats.low, program.seats.high + 1)
    broken = [broken_test(program, chosen, number) for number in numbers]
    if broken and None not in broken:
        place = max(
            program.begins_only_if.index(broken_one)
            for broken_one in broken
            if broken_one is not None
        )
        context.report(setup.never_begins(lines[place].condition.span))
