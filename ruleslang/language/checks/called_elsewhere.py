"""
Reports `called-elsewhere`: a procedure that exists `only under` some values of an option is called
under others.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.option_effects import possible_values
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.traits.statements import clause_traits
from ruleslang.program.walk import children
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span


def called_elsewhere(span: Span, name: str, option: d.Option, only: d.OnlyUnder) -> Diagnostic:
    values = " or ".join(option.values[place] for place in only.values)
    return error(
        "called-elsewhere",
        span,
        f"`{name}` may not be there: `{option.name}` can have another value here",
        help=f"it stands only under `{option.name} is {values}`: call it under that, or leave"
        " `only under` out",
    )


def _calls_outside(
    subject: Subject, option: d.Option, name: str, only: d.OnlyUnder
) -> Iterator[Diagnostic]:
    allowed = frozenset(only.values)
    for node, values in _roots(subject, option):
        for call in _calls(node, values, option):
            if call[0].procedure == name and not call[1] <= allowed:
                yield called_elsewhere(subject.span(call[0].origin), name, option, only)


def _roots(subject: Subject, option: d.Option) -> Iterator[tuple[object, frozenset[int]]]:
    """Every caller, with the values of the option under which it runs."""
    every = frozenset(range(len(option.values)))
    for standing in subject.standings:
        yield standing.effects, possible_values(standing.condition, option)
    for procedure in subject.program.procedures:
        only = procedure.only_under
        is_here = only is not None and only.option == option.name
        yield procedure.body, frozenset(only.values) if only and is_here else every
    bodies: tuple[d.Action | d.Play, ...] = (*subject.program.actions, *subject.program.plays)
    for offered in bodies:
        values = every
        for clause in offered.body.clauses:
            values &= possible_values(clause_traits(clause).condition, option)
        yield offered.body, values


def _calls(
    node: object, values: frozenset[int], option: d.Option
) -> Iterator[tuple[s.Call, frozenset[int]]]:
    if isinstance(node, s.Call):
        yield node, values
    elif isinstance(node, s.If):
        inside = possible_values(node.condition, option)
        yield from _calls(node.then, values & inside, option)
        yield from _calls(node.otherwise, values, option)
    else:
        for child in children(node):
            yield from _calls(child, values, option)


def check(subject: Subject) -> Iterator[Diagnostic]:
    options = {option.name: option for option in subject.program.options}
    for procedure in subject.program.procedures:
        if procedure.only_under is not None:
            option = options[procedure.only_under.option]
            yield from _calls_outside(subject, option, procedure.name, procedure.only_under)
