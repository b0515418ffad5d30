"""Statements that ask one player: `chooses`, `may choose`, `one of`."""

from __future__ import annotations

from ruleslang.flow.constant_folding import apply, both, known, negated
from ruleslang.flow.context import Body
from ruleslang.flow.costs import pay, payable
from ruleslang.flow.questions import ChoiceQuestion, MenuQuestion
from ruleslang.flow.state_layout import PLAYERS
from ruleslang.flow.statements.candidates import one_of_each, pool, stand_at
from ruleslang.flow.statements.set_choices import choose_set
from ruleslang.flow.steps import Ask, If, Next, Return, Set, Step
from ruleslang.flow.whenever import settled
from ruleslang.flow.words import NONE, YES, Cell, Constant, Variable, When, Word
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t

OPTION = t.Number(-1, 2**31 - 1)


def who_is_asked(
    b: Body, player: e.Expr, origin: int, *, checks_out: bool = True
) -> tuple[Variable, list[Step]]:
    """Who is asked; a question to one who is out ends the pass of the loop that bound him."""
    who = b.fresh("who", t.Player())
    steps: list[Step] = [Set(who, known(b.word(player), "asked-nobody", origin))]
    return who, [*steps, *gone_if_out(b, who)] if checks_out else steps


def gone_if_out(b: Body, who: Variable) -> list[Step]:
    """What a question to one who is out does."""
    if not b.whole.eliminates:
        return []
    gone: list[Step] = [Return()]
    for label, variable in b.loops:
        gone = [If(apply("same", who, variable), (Next(label),), tuple(gone))]
    is_in = apply("is in", who, Cell(PLAYERS, (), t.SetOf(t.Player())))
    return [If(negated(is_in), tuple(gone))]


def chooses(x: s.Choose, b: Body) -> list[Step]:
    """A player chooses; with nothing to choose the procedure stops here."""
    who, steps = who_is_asked(b, x.player, x.origin)
    steps += stand_at(b, x)
    into = b.variable(x.choice.slot)
    if x.choice.high is not None:
        more, taken = choose_set(b, x.choice, who, "choose", x.origin)
        chosen = Set(into, Variable(taken.name, into.type))
        return [*steps, *more, If(apply("is none", taken), (Return(),)), chosen]
    several = one_of_each(b, pool(b, x.choice), who)
    options = b.fresh("options", several.type)
    question = b.whole.number_of_question(ChoiceQuestion("choose", x.choice, into.type, x.origin))
    return [
        *steps,
        Set(options, several),
        If(apply("is empty", options), (Return(),)),
        Ask(question, who, options, into),
    ]


def may_choose(x: s.MayChoose, b: Body) -> list[Step]:
    """A player chooses and one block runs, or declines, or has nothing to choose: the other."""
    who, steps = who_is_asked(b, x.player, x.origin)
    steps += stand_at(b, x)
    into = b.variable(x.choice.slot)
    if x.choice.high is not None:
        more, taken = choose_set(b, x.choice, who, "may", x.origin, may_decline=True)
    else:
        more, taken = _may_choose_one(b, x, who)
    then = (Set(into, Variable(taken.name, into.type)), *b.steps(x.then))
    return [*steps, *more, If(apply("is none", taken), b.steps(x.otherwise), then)]


def _may_choose_one(b: Body, x: s.MayChoose, who: Variable) -> tuple[list[Step], Variable]:
    several = one_of_each(b, pool(b, x.choice), who)
    options, taken = b.fresh("options", several.type), b.fresh("taken", t.Optional(OPTION))
    type = b.variable(x.choice.slot).type
    question = b.whole.number_of_question(ChoiceQuestion("may", x.choice, type, x.origin))
    declining = apply("joined", options, Constant((None,), options.type), type=options.type)
    asked = If(negated(apply("is empty", options)), (Ask(question, who, declining, taken),))
    return [Set(options, several), Set(taken, NONE), asked], taken


def menu(x: s.Menu, b: Body) -> list[Step]:
    """A player chooses one of several branches; without any the procedure stops here."""
    who, steps = who_is_asked(b, x.player, x.origin)
    question = b.whole.number_of_question(MenuQuestion(x, x.origin))
    type = t.ListOf(OPTION, len(x.branches))
    options, taken = b.fresh("options", type), b.fresh("taken", OPTION)
    conditions = [_is_open(b, each) for each in x.branches]
    open_ones = [
        When(condition, Constant(place, OPTION), NONE, t.Optional(OPTION))
        if condition != YES
        else Constant(place, OPTION)
        for place, condition in enumerate(conditions)
    ]
    chosen: tuple[Step, ...] = ()
    for place, branch in reversed(list(enumerate(x.branches))):
        block = _branch(b, x, branch, who)
        here = apply("same", taken, Constant(place, OPTION))
        chosen = block if place == len(x.branches) - 1 else (If(here, block, chosen),)
    return [
        *steps,
        Set(options, apply("tuple of known", *open_ones, type=type)),
        If(apply("is empty", options), (Return(),)),
        Ask(question, who, options, taken),
        *chosen,
    ]


def _is_open(b: Body, branch: s.Branch) -> Word:
    """Whether the condition of a branch holds, and it can be paid."""
    found = YES if branch.condition is None else b.word(branch.condition)
    return found if branch.pays is None else both(found, payable(b, (branch.pays,)))


def _branch(b: Body, x: s.Menu, branch: s.Branch, who: Variable) -> tuple[Step, ...]:
    """A branch, the names that its condition gives, and what it costs."""
    steps: list[Step] = []
    if branch.condition is not None:
        steps.append(Set(b.fresh("holds", t.Truth()), b.word(branch.condition)))
    if branch.pays is not None:
        steps += stand_at(b, x)
        paid = pay(b, (branch.pays,), who)
        steps += paid if b.is_quiet else [*paid, *settled(b.whole, paid)]
    return (*steps, *b.steps(branch.block))
