"""
Lowers players of the rulebook: for each question a plain routine that returns the indices of the
options that all lines prefer.

A line narrows the remaining options; one that would leave none is skipped. A line does not apply to
an option for which it faults; a key that faults does not rank the option.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from ruleslang.engine.flow import asked_questions as q
from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow.build_exprs import (
    apply,
    both,
    either,
    entry_of,
    negated,
    when,
    with_entry,
)
from ruleslang.engine.flow.cards import fits
from ruleslang.engine.flow.context import Body, Lowering, NotLowered, body_of
from ruleslang.engine.flow.ir_stmts import If, Return, Set, Stmt
from ruleslang.engine.flow.legal_moves import WAY
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.runs_under_way import invoked
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.program.typing.lattice import members, plain

COUNT = t.Number(0, 2**31 - 1)
PLACES = t.ListOf(COUNT, 100_000)
ANY = t.Number(-(2**62), 2**62)
OPTIONS = t.ListOf(ANY, 100_000)
ANYTHING = t.ListOf(ANY, 100)
ROWS = t.ListOf(t.ListOf(t.Optional(ANY), 2), 100_000)  # a rate, which may be none, and a place
ANY_FAULT = ""
CHOSEN, SHOWN = v.Variable("options_", OPTIONS), v.Variable("shown_", ANYTHING)
WHO = v.Variable("who_", t.Player())


def lowered_player(flow: Flow, chooser: d.Chooser) -> Mapping[int, str] | None:
    """Return a player's routines by question, added to the flow; `None`: it cannot be lowered."""
    lowering = flow.lowering
    if id(chooser) not in lowering.players:
        before = dict(lowering.routines)
        try:
            by_question = _player_routines(lowering, chooser)
        except NotLowered:
            lowering.routines.clear()
            lowering.routines.update(before)
            return None
        added = {name: routine for name, routine in lowering.routines.items() if name not in before}
        assert isinstance(flow.routines, dict)
        flow.routines.update(added)
        lowering.players[id(chooser)] = chooser, by_question
    return lowering.players[id(chooser)][1]


def _player_routines(lowering: Lowering, chooser: d.Chooser) -> dict[int, str]:
    """Return the routine for every question that some line of a player is about, by number."""
    routines = {}
    for number, question in enumerate(tuple(lowering.questions)):
        lines = [
            about
            for line in chooser.preferences
            if line.about != "otherwise" and (about := _apply(lowering, line, question)) is not None
        ]
        if lines:
            name = f"player {len(lowering.players)} {chooser.name} at {number}"
            stmts = [stmt for line in lines for stmt in _narrow(line)]
            routines[number] = name
            lowering.routines[name] = Routine(
                name, (WHO, CHOSEN, SHOWN), (*_begin(), *stmts, Return(LEFT)), origin=chooser.origin
            )
    return routines


LEFT, MEANT = v.Variable("left_", PLACES), v.Variable("meant_", PLACES)
PLACE, BEST = v.Variable("place_", COUNT), v.Variable("best_", t.Optional(ANY))
RATED, RATE_ROW = v.Variable("rated_", ROWS), v.Variable("row_", ROWS.element)


def _begin() -> list[Stmt]:
    number = apply("number of", CHOSEN, type=COUNT)
    last = apply("-", number, v.Constant(1, COUNT), type=COUNT)
    return [Set(LEFT, apply("range", v.Constant(0, COUNT), last, type=PLACES))]


@frozen(eq=False)
class _About:
    """A line at a question: its body, and whether it applies to the option at `PLACE`."""

    line: d.Preference
    body: Body
    is_one: v.Expr


def _narrow(about: _About) -> list[Stmt]:
    named = v.Through("members", PLACE, LEFT, _attempted(about, about.is_one, v.NO), None, PLACES)
    stmts: list[Stmt] = [Set(MEANT, named)]
    for key in about.line.keys:
        stmts += _best(about, key)
    if about.line.avoids:
        stmts.append(Set(MEANT, apply("without", LEFT, MEANT, type=PLACES)))
    stmts.append(If(negated(apply("is empty", MEANT)), (Set(LEFT, MEANT),)))
    several = apply(">", apply("number of", LEFT, type=COUNT), v.Constant(1, COUNT))
    return [If(several, tuple(stmts))]


def _best(about: _About, key: e.Key) -> list[Stmt]:
    b = about.body
    value = b.expr(key.value)
    if isinstance(plain(value.type), t.SetOf | t.ListOf):
        b.refuse("a player of the language who compares sets")
    rate = _attempted(about, about.is_one, v.NONE, value)
    row = apply("tuple", rate, PLACE, type=ROWS.element)
    first = v.Apply("first", (RATE_ROW,), t.Optional(ANY))
    best = v.Through(key.word, RATE_ROW, RATED, None, first, BEST.type)
    is_best = both(negated(apply("is none", first)), apply("same", first, BEST))
    last = v.Apply("last", (RATE_ROW,), COUNT)
    return [
        Set(RATED, v.Through("members", PLACE, MEANT, None, row, ROWS)),
        Set(BEST, best),
        Set(MEANT, v.Through("members", RATE_ROW, RATED, is_best, last, PLACES)),
    ]


def _attempted(
    about: _About, expr: v.Expr, otherwise: v.Expr, value: v.Expr | None = None
) -> v.Expr:
    """Return an expression, or a value if it is true; `otherwise` if its evaluation faults."""
    b = about.body
    if value is not None:
        expr = when(expr, value, v.NONE, t.Optional(plain(value.type)))
    if isinstance(expr, v.Constant):
        return expr
    return v.Attempt(invoked(b, "preference", expr), ANY_FAULT, otherwise, expr.type)


# ---------------------------------------------------------------- what a line is about


def _apply(lowering: Lowering, line: d.Preference, question: q.Question) -> _About | None:
    """Return a line at a question; `None` if it applies to none of its options."""
    b = body_of(lowering, f"preference {line.name}", line.locals, line.origin)
    b.has_eyes = True
    option = v.Apply("entry", (CHOSEN, _next(PLACE)), ANY)
    values = dict(_values(b, question, option))
    if line.about == "choice":
        match = _of_choice(b, line, values, option)
    elif line.about == "branch":
        match = _of_branch(line, question, option)
    else:
        match = _of_action(b, line, question, option)
    if match is None:
        return None
    is_one, b.unknown = match
    is_one = both(v.Bind(b.variable(line.you), WHO), is_one)
    if line.condition is not None:
        is_one = both(is_one, b.expr(line.condition))
    return _About(line, b, is_one)


def _next(place: v.Expr) -> v.Expr:
    return apply("+", place, v.Constant(1, COUNT), type=COUNT)


def _typed(expr: v.Expr, type: t.Type) -> v.Expr:
    assert isinstance(expr, v.Apply)
    return v.Apply(expr.operation, expr.operands, type)


Found = tuple[v.Expr, frozenset[Slot]]


def _of_choice(
    b: Body,
    line: d.Preference,
    values: dict[tuple[str, int], tuple[v.Expr, v.Expr]],
    option: v.Expr,
) -> Found | None:
    """Return whether an option has a value of this name; binds the member to it."""
    applies: v.Expr = v.NO
    for (name, _), (is_there, value) in values.items():
        if name == line.name:
            bound: v.Expr = v.YES
            if line.member is not None:
                member = b.variable(line.member)
                bound = v.Bind(member, _as_chosen(value, member.type))
            applies = either(applies, both(is_there, bound))
    return None if applies == v.NO else (applies, frozenset())


def _as_chosen(value: v.Expr, type: t.Type) -> v.Expr:
    """Return the value as the choice's type; one member of a collection becomes a collection."""
    several = isinstance(plain(type), t.SetOf | t.ListOf)
    if several and not isinstance(plain(value.type), t.SetOf | t.ListOf):
        return apply("tuple", value, type=plain(type))
    return value


def _of_branch(line: d.Preference, question: q.Question, option: v.Expr) -> Found | None:
    if not isinstance(question, q.MenuQuestion):
        return None
    names = [branch.name for branch in question.about.branches]
    if line.name not in names:
        return None
    return apply("same", option, v.Constant(names.index(line.name), COUNT)), frozenset()


def _of_action(b: Body, line: d.Preference, question: q.Question, option: v.Expr) -> Found | None:
    """Return whether an option is a way to do an action that matches the pattern so far."""
    if not isinstance(question, q.WaysQuestion | q.WhichQuestion):
        return None
    names = [candidate.name for candidate in question.of.what]
    if line.name not in names:
        return None
    at = names.index(line.name)
    number = v.Constant(at, COUNT)
    if isinstance(question, q.WhichQuestion):
        slots = {
            candidate.slot
            for candidate in line.pattern or ()
            if isinstance(candidate, patterns.BindEntry)
        }
        return apply("same", option, number), frozenset(slots)
    if question.only is not None and question.only != at:
        return None
    way = v.Apply("entry", option.operands, WAY) if isinstance(option, v.Apply) else option
    is_it = apply("same", v.Apply("first", (way,), COUNT), number)
    matches = both(negated(apply("is none", option)), is_it)
    for place, entry in enumerate(line.pattern or ()):
        value = entry_of(way, place + 2, q.types_of(question.of.what[at])[place])
        matches = both(matches, fits(b, entry, value))
    return matches, frozenset()


def _values(
    b: Body, question: q.Question, option: v.Expr
) -> Iterator[tuple[tuple[str, int], tuple[v.Expr, v.Expr]]]:
    """Yield the values that an option chooses, by name: whether it does, and the value."""
    some = negated(apply("is none", option))
    match question:
        case q.ChoiceQuestion(about=choice, type=type):
            yield (choice.name, 0), (some, _typed(option, type))
        case q.PickQuestion(name=name, type=type):
            yield (name, 0), (some, _typed(option, type))
        case q.MemberQuestion(about=choice, type=type):
            yield (choice.name, 0), _chosen_so_far(question, option)
        case q.OrderQuestion(about=choice, type=type, at_once=True):
            yield (choice.name, 0), (v.YES, _typed(option, type))
        case q.OrderQuestion(about=choice, type=type):
            yield (choice.name, 0), (v.YES, _typed(option, members(plain(type))))
        case q.WaysQuestion(of=of):
            for at, declared in enumerate(of.what):
                if question.only not in (None, at):
                    continue
                way = _typed(option, WAY)
                is_it = apply("same", v.Apply("first", (way,), COUNT), v.Constant(at, COUNT))
                for place, (choice, type) in enumerate(
                    zip(declared.choices, q.types_of(declared), strict=True)
                ):
                    value = entry_of(way, place + 2, type)
                    yield (choice.name, at), (both(some, is_it), value)
        case q.PaymentQuestion() | q.DivisionQuestion() | q.MenuQuestion() | q.WhichQuestion():
            return


def _chosen_so_far(question: q.MemberQuestion, option: v.Expr) -> tuple[v.Expr, v.Expr]:
    """Return a set with one more member: those chosen before, and this one."""
    type = plain(question.type)
    is_one = apply(">=", option, v.Constant(0, ANY))
    if not question.by_place:
        chosen = v.Apply("last", (SHOWN,), type)
        return is_one, with_entry(chosen, option)
    candidates, places = entry_of(SHOWN, 1, type), entry_of(SHOWN, 2, PLACES)
    before = apply("at places", candidates, places, type=type)
    this = v.Apply("entry", (candidates, _next(option)), members(type))
    return is_one, with_entry(before, this)
