"""
Tells what no game met: what never ran, what nobody chose or could choose, and ways never taken.

What needs an answer to an option that no game was played with is left out, since nothing speaks for
or against it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.queries.call_graph import in_play
from ruleslang.checks.subject import Subject
from ruleslang.consistency.search import SearchResult
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.apply_settings import value_of_option
from ruleslang.program.constant_folding import Folder, NotConstant
from ruleslang.program.passes.parts import Part, parts_of
from ruleslang.program.walk import find
from ruleslang.proving.coverage import coverage, ways_on
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.span import Span

NEVER_OPEN = "never open: {:,} times players were asked what to do, and could not do this"
NEVER_TAKEN = "play came past this {:,} times, and it never was so"
ENOUGH = 5  # games that came to their end, without which what was not so may be yet to come
OFTEN = 100  # times that play came past what it never took


def not_met(span: Span, name: str, fate: str) -> Diagnostic:
    """No game reached something, or nobody chose it."""
    return advice("not-met", span, f"`{name}` was {fate}")


def never_taken(span: Span, times: int) -> Diagnostic:
    """No game took a way that it often might have."""
    return advice("not-met", span, NEVER_TAKEN.format(times))


def check(subject: Subject, searched: SearchResult) -> Iterator[Diagnostic]:
    """What was open to nobody, what was never taken, and what never ran or was never chosen."""
    actions = {action.origin: action.name for action in subject.program.actions}
    branches = {branch.origin: branch.name for branch in find(subject.program, s.Branch)}
    for origin, times in searched.never_open.items():
        name = actions.get(origin) or branches[origin]
        yield not_met(subject.span(origin), name, NEVER_OPEN.format(times))
    if searched.ended >= ENOUGH:
        yield from _never_taken(subject, searched)
    yield from _never_run(subject, searched)


def _never_taken(subject: Subject, searched: SearchResult) -> Iterator[Diagnostic]:
    """Rows, branches and loops that no game took, of what games often came past."""
    number, asked = parts_of(subject.program).number, _Asked(subject, searched)
    for where, first in ways_on(subject.program):
        times = searched.times.get(number(where), 0)
        if (
            times >= OFTEN
            and number(first) not in searched.reached
            and first.origin not in searched.never_open
            and first.origin >= 0
            and asked.may_be(_condition(where, first))
        ):
            yield never_taken(subject.span(first.origin), times)


def _condition(where: Part, first: Part) -> e.Expr | None:
    """What must hold on a way, as far as it matters here; the last row stands for all the rest."""
    match where, first:
        case d.Value(), d.ValueCase(condition=condition):
            return e.Literal(False) if condition is None else condition
        case s.If(condition, then), _ if then and then[0] is first:
            return condition
        case s.Depending(subject), _:
            return subject
    return None


def _never_run(subject: Subject, searched: SearchResult) -> Iterator[Diagnostic]:
    """Definitions that no game reached, and actions that were offered and that nobody chose."""
    program, run, asked = subject.program, in_play(subject), _Asked(subject, searched)
    apart = {
        procedure.origin
        for procedure in program.procedures
        if ("procedure", procedure.name) not in run or not asked.has(procedure)
    }
    apart |= {
        standing.origin for standing in subject.standings if not asked.may_be(standing.condition)
    }
    never_open = {
        f"action {action.name}"
        for action in program.actions
        if action.origin in searched.never_open
    }
    covered = coverage(program, searched.reached)
    for name, origin in zip(covered.never, covered.never_at, strict=True):
        read_elsewhere = name.startswith("value ")  # by reports and views
        if origin >= 0 and origin not in apart and name not in never_open and not read_elsewhere:
            yield not_met(subject.span(origin), name, "never at work")
    reached = set(covered.reached)
    for action in program.actions:
        offered, chosen = action.name in searched.offered, action.name in searched.chosen
        if offered and not chosen and f"action {action.name}" in reached:
            yield not_met(subject.span(action.origin), action.name, "never chosen")


class _Asked:
    """The answers to options with which games were played."""

    def __init__(self, subject: Subject, searched: SearchResult) -> None:
        options = subject.program.options
        values = {value.name: value for value in subject.program.values}
        words = {word.name: len(word.words) for word in subject.program.words}
        self._places = [
            {
                option.name: option.values.index(
                    answers.get(option.name, option.values[option.default])
                )
                for option in options
            }
            for answers in map(dict, searched.answers)
        ]
        settings = (
            {option.name: value_of_option(option, places[option.name]) for option in options}
            for places in self._places
        )
        self._folders = [Folder(values.get, words, answered) for answered in settings]

    def has(self, procedure: d.Procedure) -> bool:
        """Whether there was such a procedure in a game."""
        under = procedure.only_under
        return under is None or any(places[under.option] in under.values for places in self._places)

    def may_be(self, condition: e.Expr | None) -> bool:
        """Whether the answers of some game leave it open that a condition holds."""
        return condition is None or any(_may_be(folder, condition) for folder in self._folders)


def _may_be(folder: Folder, condition: e.Expr) -> bool:
    if isinstance(condition, e.And):
        return _may_be(folder, condition.left) and _may_be(folder, condition.right)
    try:
        return folder.fold(condition, {}) is not False
    except NotConstant:
        return True
