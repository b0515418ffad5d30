"""Statements that ask one player: `chooses`, `may choose`, `one of`."""

from __future__ import annotations

from ruleslang.flow.context import Body
from ruleslang.flow.layout import PLAYERS
from ruleslang.flow.making import apply, known, negated
from ruleslang.flow.parts import Question
from ruleslang.flow.statements.pool import one_of_each, pool
from ruleslang.flow.steps import Ask, If, Next, Return, Set, Step
from ruleslang.flow.words import NONE, YES, Cell, Constant, Variable, When, Word
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t

OPTION = t.Number(-1, 2**31 - 1)


def who_is_asked(b: Body, player: e.Expr, origin: int) -> tuple[Variable, list[Step]]:
    """Who is asked; a question to one who is out ends the pass of the loop that bound him."""
    who = b.fresh("who", t.Player())
    steps: list[Step] = [Set(who, known(b.word(player), "asked-nobody", origin))]
    if b.whole.eliminates:
        gone: list[Step] = [Return()]
        for label, variable in b.loops:
            gone = [If(apply("same", who, variable), (Next(label),), tuple(gone))]
        is_in = apply("is in", who, Cell(PLAYERS, (), t.SetOf(t.Player())))
        steps.append(If(negated(is_in), tuple(gone)))
    return who, steps


def candidates(b: Body, choice: s.Choice) -> Word:
    """All values that a choice may take; of those that are alike the first."""
    if choice.high is not None:
        return b.refuse("a choice of several members")  # type: ignore[no-any-return]
    return one_of_each(b, choice, pool(b, choice))


def chooses(x: s.Choose, b: Body) -> list[Step]:
    """A player chooses; with nothing to choose the procedure stops here."""
    who, steps = who_is_asked(b, x.player, x.origin)
    several = candidates(b, x.choice)
    options, into = b.fresh("options", several.type), b.variable(x.choice.slot)
    question = b.whole.number_of_question(Question("choose", x.choice, into.type, x.origin))
    return [
        *steps,
        Set(options, several),
        If(apply("is empty", options), (Return(),)),
        Ask(question, who, options, into),
    ]


def may_choose(x: s.MayChoose, b: Body) -> list[Step]:
    """A player chooses and one block runs, or declines, or has nothing to choose: the other."""
    who, steps = who_is_asked(b, x.player, x.origin)
    several = candidates(b, x.choice)
    options, taken = b.fresh("options", several.type), b.fresh("taken", t.Optional(OPTION))
    into = b.variable(x.choice.slot)
    question = b.whole.number_of_question(Question("may", x.choice, into.type, x.origin))
    declining = apply("joined", options, Constant((None,), options.type), type=options.type)
    then = (Set(into, Variable(taken.name, into.type)), *b.steps(x.then))
    return [
        *steps,
        Set(options, several),
        Set(taken, NONE),
        If(negated(apply("is empty", options)), (Ask(question, who, declining, taken),)),
        If(apply("is none", taken), b.steps(x.otherwise), then),
    ]


def menu(x: s.Menu, b: Body) -> list[Step]:
    """A player chooses one of several branches; without any the procedure stops here."""
    who, steps = who_is_asked(b, x.player, x.origin)
    question = b.whole.number_of_question(Question("menu", x, OPTION, x.origin))
    type = t.ListOf(OPTION, len(x.branches))
    options, taken = b.fresh("options", type), b.fresh("taken", OPTION)
    conditions = [YES if each.condition is None else b.word(each.condition) for each in x.branches]
    open_ones = [
        When(condition, Constant(place, OPTION), NONE, t.Optional(OPTION))
        if condition != YES
        else Constant(place, OPTION)
        for place, condition in enumerate(conditions)
    ]
    chosen: tuple[Step, ...] = ()
    for place, branch in reversed(list(enumerate(x.branches))):
        block = _branch(b, branch)
        here = apply("same", taken, Constant(place, OPTION))
        chosen = block if place == len(x.branches) - 1 else (If(here, block, chosen),)
    return [
        *steps,
        Set(options, apply("tuple of known", *open_ones, type=type)),
        If(apply("is empty", options), (Return(),)),
        Ask(question, who, options, taken),
        *chosen,
    ]


def _branch(b: Body, branch: s.Branch) -> tuple[Step, ...]:
    """A branch, and the names that its condition gives."""
    if branch.condition is None:
        return b.steps(branch.block)
    again = b.fresh("holds", t.Truth())
    return (Set(again, b.word(branch.condition)), *b.steps(branch.block))
