"""Lowers statements that ask players: `chooses`, `may choose`, `one of`, `together`."""

from __future__ import annotations

from attrs import frozen

from ruleslang.engine.flow import ir_stmts as p
from ruleslang.engine.flow.asked_questions import ChoiceQuestion, MenuQuestion
from ruleslang.engine.flow.build_exprs import apply, both, known, negated, with_entry
from ruleslang.engine.flow.context import Body, lowers_statement
from ruleslang.engine.flow.costs import pay, payable
from ruleslang.engine.flow.ir_exprs import NONE, YES, Cell, Constant, Expr, Through, Variable, When
from ruleslang.engine.flow.state_layout import ACTIVE, PLAYERS
from ruleslang.engine.flow.statements.set_choices import (
    choose_set,
    no_set,
    one_of_each,
    point_at,
    pool,
)
from ruleslang.engine.flow.whenever import after_quiet, quietly, tests_after
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t

OPTION = t.Number(-1, 2**31 - 1)


def who_is_asked(
    b: Body, player: e.Expr, origin: int, *, checks_out: bool = True
) -> tuple[Variable, list[p.Stmt]]:
    """Evaluate who is asked; if they are out, the iteration of the loop that bound them ends."""
    who = b.fresh("who", t.Player())
    stmts: list[p.Stmt] = [p.Set(who, known(b.expr(player), origin, "asked-nobody"))]
    return who, [*stmts, *gone_if_out(b, who)] if checks_out else stmts


def gone_if_out(b: Body, who: Variable) -> list[p.Stmt]:
    """Leave if a player is out."""
    if not b.lowering.eliminates:
        return []
    gone: list[p.Stmt] = [p.Return()]
    for label, variable in b.loops:
        gone = [p.If(apply("same", who, variable), (p.Next(label),), tuple(gone))]
    is_in = apply("is in", who, Cell(PLAYERS, (), t.SetOf(t.Player())))
    return [p.If(negated(is_in), tuple(gone))]


@lowers_statement(s.Choose)
def chooses(x: s.Choose, b: Body) -> list[p.Stmt]:
    """Let a player choose; with nothing to choose the procedure ends."""
    who, stmts = who_is_asked(b, x.player, x.origin)
    stmts += point_at(b, x)
    into = b.variable(x.choice.slot)
    if x.choice.high is not None:
        more, taken = choose_set(b, x.choice, who, "choose", x.origin)
        chosen = p.Set(into, Variable(taken.name, into.type))
        return [*stmts, *more, p.If(apply("is none", taken), (p.Return(),)), chosen]
    several = one_of_each(b, pool(b, x.choice), who)
    options = b.fresh("options", several.type)
    question = b.lowering.number_of_question(
        ChoiceQuestion("choose", x.choice, into.type, x.origin)
    )
    return [
        *stmts,
        p.Set(options, several),
        p.If(apply("is empty", options), (p.Return(),)),
        p.Ask(question, who, options, into),
    ]


@lowers_statement(s.MayChoose)
def may_choose(x: s.MayChoose, b: Body) -> list[p.Stmt]:
    """Let a player choose and run one block; if they decline or cannot choose, the other."""
    who, stmts = who_is_asked(b, x.player, x.origin)
    stmts += point_at(b, x)
    into = b.variable(x.choice.slot)
    if x.choice.high is not None:
        more, taken = choose_set(b, x.choice, who, "may", x.origin, may_decline=True)
    else:
        more, taken = _may_choose_one(b, x, who)
    then = (p.Set(into, Variable(taken.name, into.type)), *b.stmts(x.then))
    return [*stmts, *more, p.If(apply("is none", taken), b.stmts(x.otherwise), then)]


def _may_choose_one(b: Body, x: s.MayChoose, who: Variable) -> tuple[list[p.Stmt], Variable]:
    several = one_of_each(b, pool(b, x.choice), who)
    options, taken = b.fresh("options", several.type), b.fresh("taken", t.Optional(OPTION))
    type = b.variable(x.choice.slot).type
    question = b.lowering.number_of_question(ChoiceQuestion("may", x.choice, type, x.origin))
    ask = p.Ask(question, who, with_entry(options, NONE), taken)
    ask_any = p.If(negated(apply("is empty", options)), (ask,))
    return [p.Set(options, several), p.Set(taken, NONE), ask_any], taken


@lowers_statement(s.Menu)
def menu(x: s.Menu, b: Body) -> list[p.Stmt]:
    """Let a player choose one of several branches; without any the procedure ends."""
    who, stmts = who_is_asked(b, x.player, x.origin)
    question = b.lowering.number_of_question(MenuQuestion(x, x.origin))
    type = t.ListOf(OPTION, len(x.branches))
    options, taken = b.fresh("options", type), b.fresh("taken", OPTION)
    conditions = [_is_open(b, branch_in_text) for branch_in_text in x.branches]
    open_ones = [
        When(condition, Constant(place, OPTION), NONE, t.Optional(OPTION))
        if condition != YES
        else Constant(place, OPTION)
        for place, condition in enumerate(conditions)
    ]
    chosen: tuple[p.Stmt, ...] = ()
    for place, branch in reversed(list(enumerate(x.branches))):
        block = _branch(b, x, branch, who)
        here = apply("same", taken, Constant(place, OPTION))
        chosen = block if place == len(x.branches) - 1 else (p.If(here, block, chosen),)
    return [
        *stmts,
        p.Set(options, apply("tuple of known", *open_ones, type=type)),
        p.If(apply("is empty", options), (p.Return(),)),
        p.Ask(question, who, options, taken),
        *chosen,
    ]


def _is_open(b: Body, branch: s.Branch) -> Expr:
    """Return whether a branch's condition holds, and it can be paid."""
    is_open = YES if branch.condition is None else b.expr(branch.condition)
    return is_open if branch.pays is None else both(is_open, payable(b, (branch.pays,)))


def _branch(b: Body, x: s.Menu, branch: s.Branch, who: Variable) -> tuple[p.Stmt, ...]:
    """Return a branch, with the variables that its condition binds, and its payment."""
    stmts: list[p.Stmt] = []
    if branch.condition is not None:
        stmts.append(p.Set(b.fresh("holds", t.Truth()), b.expr(branch.condition)))
    if branch.pays is not None:
        stmts += point_at(b, x)
        paid = pay(b, (branch.pays,), who)
        stmts += paid if b.is_quiet else [*paid, *tests_after(b.lowering, paid)]
    return (*stmts, *b.stmts(branch.block))


PLAYER, EVERYONE = t.Player(), t.SetOf(t.Player())


@frozen(eq=False)
class _Asked:
    """A question in progress: the player (none: nobody), and the variable for the answer."""

    question: s.Question
    who: Variable
    answer: Variable


@lowers_statement(s.Together)
def together(x: s.Together, b: Body) -> list[p.Stmt]:
    """
    Test all questions before anyone is asked, then ask in standard order. The answers are in
    separate variables until all are given, so that none can affect the others' candidates.
    """
    all_asked = [_with_variables(b, question) for question in x.questions]
    whom = apply("tuple of known", *[one_asked.who for one_asked in all_asked], type=EVERYONE)
    seat = b.fresh("seat", PLAYER)
    questions = [
        p.If(apply("same", one_asked.who, seat), tuple(_ask(b, x, one_asked, seat)))
        for one_asked in all_asked
    ]
    seats = Constant(tuple(range(len(b.lowering.population.players))), EVERYONE)
    around = apply("around", seats, Cell(ACTIVE, (), PLAYER), type=EVERYONE)
    return [
        *[stmt for one_asked in all_asked for stmt in _asked_player(b, one_asked)],
        *[stmt for one_asked in all_asked for stmt in _test(b, x, one_asked)],
        p.Do("open secret", (b.lowering.number_of_statement(x),), (whom,)),
        p.Each(b.lowering.fresh("together"), seat, around, tuple(questions)),
        p.Do("close secret", (), ()),
        *[p.Set(b.variable(one_asked.question.into), one_asked.answer) for one_asked in all_asked],
    ]


def _with_variables(b: Body, question: s.Question) -> _Asked:
    who = b.fresh("who", t.Optional(PLAYER))
    return _Asked(question, who, b.fresh("answer", b.variable(question.into).type))


def _asked_player(b: Body, asked: _Asked) -> list[p.Stmt]:
    """Compute who is asked, if anyone, and the default answer."""
    question = asked.question
    unanswered = NONE if question.choice.high is None else Constant((), asked.answer.type)
    who: p.Stmt = p.Set(asked.who, known(b.expr(question.player), question.origin, "asked-nobody"))
    condition = YES if question.condition is None else b.expr(question.condition)
    if condition != YES:
        who = p.If(condition, (who,), (p.Set(asked.who, NONE),))
    return [who, p.Set(asked.answer, unanswered)]


def _test(b: Body, x: s.Together, asked: _Asked) -> list[p.Stmt]:
    """End everything before anyone is asked, if a player is out, or has nothing to choose."""
    who, choice = Variable(asked.who.name, PLAYER), asked.question.choice
    if choice.high is None:
        empty: list[p.Stmt] = [p.If(apply("is empty", pool(b, choice)), (p.Return(),))]
    else:
        stmts, nothing = no_set(b, choice, who)
        empty = [*stmts, p.If(nothing, (p.Return(),))]
    tests = (*gone_if_out(b, who), *point_at(b, x), *empty)
    return [p.If(negated(apply("is none", asked.who)), tests)]


def _ask(b: Body, x: s.Together, asked: _Asked, who: Variable) -> list[p.Stmt]:
    choice, origin = asked.question.choice, asked.question.origin
    if choice.high is not None:
        stmts, taken = choose_set(b, choice, who, "together", origin)
        return [
            *point_at(b, x),
            *stmts,
            p.Set(asked.answer, Variable(taken.name, asked.answer.type)),
        ]
    several = one_of_each(b, pool(b, choice), who)
    type = b.variable(choice.slot).type
    question = b.lowering.number_of_question(ChoiceQuestion("together", choice, type, origin))
    return [*point_at(b, x), p.Ask(question, who, several, asked.answer)]


# ---------------------------------------------------------------- whole blocks


@lowers_statement(s.TogetherForEach)
def together_for_each(x: s.TogetherForEach, b: Body) -> list[p.Stmt]:
    """
    Return a block for each player of a set, in standard order; the others see that part as it was
    before.

    Leaving the block ends the run of one player only.
    """
    whom, who = b.fresh("whom", EVERYONE), b.variable(x.variable)
    label, run = b.lowering.fresh("together"), b.lowering.fresh("run")
    loops, b.loops = b.loops, []
    block = p.with_returns(b.quietly(x.block), lambda _: (p.Leave(run),))
    b.loops = loops
    around: Expr = apply("sorted around", whom, Cell(ACTIVE, (), PLAYER), type=EVERYONE)
    turn = (*_skipped(b, who, label), p.CountStep(), p.Stretch(run, block))
    return [
        p.Set(whom, b.expr(x.subject)),
        p.Do("open secret", (b.lowering.number_of_statement(x),), (_still_in(b, whom),)),
        p.Do("freeze views", (), ()),
        *quietly(b.lowering, (p.Each(label, who, around, turn),)),
        p.Do("unfreeze views", (), ()),
        p.Do("close secret", (), ()),
        *_tests_after(b, block),
    ]


@lowers_statement(s.AtOnce)
def at_once(x: s.AtOnce, b: Body) -> list[p.Stmt]:
    """Return a block without tests of rules inside, followed by a test."""
    block = b.quietly(x.block)
    return [*quietly(b.lowering, block), *_tests_after(b, block)]


def _tests_after(b: Body, block: tuple[p.Stmt, ...]) -> list[p.Stmt]:
    """Return the test of rules after a quiet block, unless an outer block is quiet."""
    return [] if b.is_quiet else after_quiet(b.lowering, block)


def _still_in(b: Body, whom: Variable) -> Expr:
    if not b.lowering.eliminates:
        return whom
    player = b.fresh("each", PLAYER)
    is_in = apply("is in", player, Cell(PLAYERS, (), EVERYONE))
    return Through("members", player, whom, is_in, None, EVERYONE)


def _skipped(b: Body, who: Variable, label: str) -> tuple[p.Stmt, ...]:
    if not b.lowering.eliminates:
        return ()
    return (p.If(negated(apply("is in", who, Cell(PLAYERS, (), EVERYONE))), (p.Next(label),)),)
