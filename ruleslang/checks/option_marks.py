"""Checks the marks `decided by` and `only under`: the option makes the difference they claim."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from ruleslang.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.events import ProcedureRun
from ruleslang.program.traits.effects import effect_traits
from ruleslang.program.traits.statements import clause_traits
from ruleslang.program.walk import children, find
from ruleslang.source.diagnostic import Diagnostic, advice, error
from ruleslang.source.span import Span


def decides_nothing(span: Span, name: str, option: d.Option) -> Diagnostic:
    """A value or procedure is said to be decided by an option whose other values leave it alone."""
    others = [each for place, each in enumerate(option.values) if place != option.default]
    return error(
        "decides-nothing",
        span,
        f"no other value of `{option.name}` changes `{name}`",
        help=f"say under `while {option.name} is {others[0]}` what is different then, or leave"
        " `decided by` out",
    )


def called_elsewhere(span: Span, name: str, option: d.Option, only: d.OnlyUnder) -> Diagnostic:
    """A procedure is called where it may not be there."""
    values = " or ".join(option.values[place] for place in only.values)
    return error(
        "called-elsewhere",
        span,
        f"`{name}` may not be there, for `{option.name}` may be otherwise here",
        help=f"it stands only under `{option.name} is {values}`: call it under that, or leave"
        " `only under` out",
    )


def decision_unsaid(span: Span, option: d.Option) -> Diagnostic:
    """A constant reads as a fact, and is otherwise under another value of a reading."""
    return advice(
        "decision-unsaid",
        span,
        f"this reads as a fact, and `{option.name}` may change it",
        help=f"write `, decided by {option.name}` behind it: then a reader knows of the question",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every `decided by`, and every call of what stands `only under` some values."""
    options = {each.name: each for each in subject.program.options}
    named: tuple[d.Value | d.Procedure, ...] = (
        *subject.program.values,
        *subject.program.procedures,
    )
    effects = _effects(subject)
    for each in named:
        for name in each.decided_by:
            if not _decides(effects, options[name], each):
                yield decides_nothing(subject.span(each.origin), each.name, options[name])
    for procedure in subject.program.procedures:
        if procedure.only_under is not None:
            option = options[procedure.only_under.option]
            yield from _calls_elsewhere(subject, option, procedure.name, procedure.only_under)


def lint(subject: Subject) -> Iterator[Diagnostic]:
    """Every constant, and every procedure that does nothing, of which a reading is not said."""
    readings = [each for each in subject.program.options if each.reading]
    plain: list[d.Value | d.Procedure] = [
        *(each for each in subject.program.values if _is_constant(each)),
        *(each for each in subject.program.procedures if each.body == s.Body()),
    ]
    effects = _effects(subject)
    for each in plain:
        for option in () if each.decided_by else readings:
            if _decides(effects, option, each):
                yield decision_unsaid(subject.span(each.origin), option)
                break


def _is_constant(value: d.Value) -> bool:
    return len(value.cases) == 1 and isinstance(value.cases[0].value, e.Literal | e.WordValue)


# ---------------------------------------------------------------- what an option decides


@frozen
class Effects:
    """The effects under standing conditions, by the value that they modify, or the procedure."""

    on_values: Mapping[str, list[tuple[d.Standing, s.Effect]]]
    on_procedures: Mapping[str, list[tuple[d.Standing, s.Effect]]]

    def on(self, decided: d.Value | d.Procedure) -> Sequence[tuple[d.Standing, s.Effect]]:
        """The effects on one of them, each with what it stands under."""
        table = self.on_values if isinstance(decided, d.Value) else self.on_procedures
        return table.get(decided.name, ())


def _effects(subject: Subject) -> Effects:
    found = Effects(defaultdict(list), defaultdict(list))
    for standing in subject.standings:
        for effect in standing.effects:
            here = effect_traits(effect)
            if here.modifies is not None:
                found.on_values[here.modifies].append((standing, effect))
            if isinstance(here.event, ProcedureRun):
                found.on_procedures[here.event.name].append((standing, effect))
    return found


def _decides(effects: Effects, option: d.Option, decided: d.Value | d.Procedure) -> bool:
    """Whether it reads the option, or a value of it that is not played brings an effect on it."""
    if _reads(decided, option):
        return True
    return any(
        _reads(effect, option)
        or (
            _reads(standing.condition, option)
            and _possible(standing.condition, option) - {option.default}
        )
        for standing, effect in effects.on(decided)
    )


def _reads(node: object, option: d.Option) -> bool:
    return any(each.name == option.name for each in find(node, e.ReadOption))


# ---------------------------------------------------------------- under which values something runs


def _possible(condition: e.Expr | None, option: d.Option) -> frozenset[int]:
    """The values of an option under which a condition may hold."""
    every = frozenset(range(len(option.values)))
    match condition:
        case e.And(left=left, right=right):
            return _possible(left, option) & _possible(right, option)
        case e.Or(left=left, right=right):
            return _possible(left, option) | _possible(right, option)
        case e.Not(operand=e.ReadOption(name)) if name == option.name:
            return frozenset({option.values.index("no")})
        case e.ReadOption(name) if name == option.name:
            return frozenset({option.values.index("yes")})
        case e.Not(operand=e.Equal(left=e.ReadOption(name), right=e.WordValue(place=place))):
            return every - {place} if name == option.name else every
        case e.Equal(left=e.ReadOption(name), right=e.WordValue(place=place)):
            return frozenset({place}) if name == option.name else every
        case e.In(member=e.ReadOption(name), set=e.MakeSet(items)) if name == option.name:
            return frozenset(each.place for each in items if isinstance(each, e.WordValue))
        case _:
            return every


def _calls_elsewhere(
    subject: Subject, option: d.Option, name: str, only: d.OnlyUnder
) -> Iterator[Diagnostic]:
    there = frozenset(only.values)
    for node, values in _roots(subject, option):
        for call in _calls(node, values, option):
            if call[0].procedure == name and not call[1] <= there:
                yield called_elsewhere(subject.span(call[0].origin), name, option, only)


def _roots(subject: Subject, option: d.Option) -> Iterator[tuple[object, frozenset[int]]]:
    """Everything that calls, and the values of the option under which it runs."""
    every = frozenset(range(len(option.values)))
    for standing in subject.standings:
        yield standing.effects, _possible(standing.condition, option)
    for procedure in subject.program.procedures:
        only = procedure.only_under
        is_here = only is not None and only.option == option.name
        yield procedure.body, frozenset(only.values) if only and is_here else every
    bodies: tuple[d.Action | d.Play, ...] = (*subject.program.actions, *subject.program.plays)
    for each in bodies:
        values = every
        for clause in each.body.clauses:
            values &= _possible(clause_traits(clause).condition, option)
        yield each.body, values


def _calls(
    node: object, values: frozenset[int], option: d.Option
) -> Iterator[tuple[s.Call, frozenset[int]]]:
    if isinstance(node, s.Call):
        yield node, values
    elif isinstance(node, s.If):
        inside = _possible(node.condition, option)
        yield from _calls(node.then, values & inside, option)
        yield from _calls(node.otherwise, values, option)
    else:
        for each in children(node):
            yield from _calls(each, values, option)
