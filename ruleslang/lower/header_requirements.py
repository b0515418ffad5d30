"""Lowers what the header demands of options and the number of players: `only if C`."""

from __future__ import annotations

from ruleslang.lower.context import Context
from ruleslang.lower.diagnostics import settings as say
from ruleslang.lower.expressions import condition
from ruleslang.lower.scope import Scope
from ruleslang.lower.slot_allocation import with_locals
from ruleslang.program.apply_settings import broken_test, value_of_option
from ruleslang.program.constant_folding import Folder, NotConstant
from ruleslang.program.program import Program, SettingsTest
from ruleslang.syntax import declarations as syntax


def settings_tests(context: Context, header: syntax.Header) -> tuple[SettingsTest, ...]:
    """The conditions without which no match begins."""
    return tuple(
        with_locals(context, _test(context, line))
        for line in header.items
        if isinstance(line, syntax.BeginsOnlyIf)
    )


def _test(context: Context, line: syntax.BeginsOnlyIf) -> SettingsTest:
    found, _ = condition(Scope(context).pure("a condition of the header"), line.condition)
    return SettingsTest(found, origin=context.origin(line.condition.span, line.marks))


def check_settings(context: Context, header: syntax.Header, program: Program) -> None:
    """The conditions read settings alone, and some number of players meets them by default."""
    lines = [line for line in header.items if isinstance(line, syntax.BeginsOnlyIf)]
    if any(context.is_wrong(line.condition.span) for line in lines):
        return
    chosen = tuple((each.name, each.default) for each in program.options)
    settings = {
        each.name: value_of_option(each, each.default) for each in program.options if each.values
    }
    values = {each.name: each for each in program.values}
    words = {each.name: len(each.words) for each in program.words}
    for line, test in zip(lines, program.begins_only_if, strict=True):
        try:
            Folder(values.get, words, settings, program.seats.low).fold(test.condition, {})
        except NotConstant:
            context.report(say.not_a_setting(line.condition.span))
            return
    numbers = range(program.seats.low, program.seats.high + 1)
    broken = [broken_test(program, chosen, number) for number in numbers]
    if broken and None not in broken:
        place = max(program.begins_only_if.index(each) for each in broken if each is not None)
        context.report(say.never_begins(lines[place].condition.span))
