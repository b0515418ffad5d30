"""`together`: questions, or whole blocks, whose answers nobody sees before all are given."""

from __future__ import annotations

from attrs import frozen

from ruleslang.flow.constant_folding import apply, known, negated
from ruleslang.flow.context import Body
from ruleslang.flow.questions import ChoiceQuestion
from ruleslang.flow.state_layout import ACTIVE, PLAYERS
from ruleslang.flow.statements.asking import gone_if_out
from ruleslang.flow.statements.candidates import one_of_each, pool, stand_at
from ruleslang.flow.statements.set_choices import choose_set, no_set
from ruleslang.flow.steps import (
    Ask,
    CountStep,
    Do,
    Each,
    If,
    Leave,
    Next,
    Return,
    Set,
    Step,
    Stretch,
)
from ruleslang.flow.walk import with_returns
from ruleslang.flow.whenever import after_quiet, quietly
from ruleslang.flow.words import NONE, YES, Cell, Constant, Through, Variable, Word
from ruleslang.program import statements as s
from ruleslang.program import types as t

PLAYER, EVERYONE = t.Player(), t.SetOf(t.Player())


@frozen(eq=False)
class _Asked:
    """A question on its way: who is asked (none: nobody), and what takes his answer."""

    question: s.Question
    who: Variable
    answer: Variable


def together(x: s.Together, b: Body) -> list[Step]:
    """
    All are tested before anyone is asked, then they are asked in standard order.

    The answers stand in variables of their own until all are given, so that none of them can tell
    the others' candidates apart.
    """
    asked = [_asked(b, each) for each in x.questions]
    whom = apply("tuple of known", *[each.who for each in asked], type=EVERYONE)
    seat = b.fresh("seat", PLAYER)
    questions = [If(apply("same", each.who, seat), tuple(_ask(b, x, each, seat))) for each in asked]
    seats = Constant(tuple(range(len(b.whole.everyone.players))), EVERYONE)
    around = apply("around", seats, Cell(ACTIVE, (), PLAYER), type=EVERYONE)
    return [
        *[step for each in asked for step in _whom(b, each)],
        *[step for each in asked for step in _test(b, x, each)],
        Do("open secret", (b.whole.number_of_statement(x),), (whom,)),
        Each(b.whole.fresh("together"), seat, around, tuple(questions)),
        Do("close secret", (), ()),
        *[Set(b.variable(each.question.into), each.answer) for each in asked],
    ]


def _asked(b: Body, question: s.Question) -> _Asked:
    who = b.fresh("who", t.Optional(PLAYER))
    return _Asked(question, who, b.fresh("answer", b.variable(question.into).type))


def _whom(b: Body, asked: _Asked) -> list[Step]:
    """Who is asked, if anyone is; the answer of nobody."""
    question = asked.question
    unanswered = NONE if question.choice.high is None else Constant((), asked.answer.type)
    who: Step = Set(asked.who, known(b.word(question.player), "asked-nobody", question.origin))
    condition = YES if question.condition is None else b.word(question.condition)
    if condition != YES:
        who = If(condition, (who,), (Set(asked.who, NONE),))
    return [who, Set(asked.answer, unanswered)]


def _test(b: Body, x: s.Together, asked: _Asked) -> list[Step]:
    """One who is out, or has nothing to choose, ends it before anyone is asked."""
    who, choice = Variable(asked.who.name, PLAYER), asked.question.choice
    if choice.high is None:
        empty: list[Step] = [If(apply("is empty", pool(b, choice)), (Return(),))]
    else:
        steps, nothing = no_set(b, choice, who)
        empty = [*steps, If(nothing, (Return(),))]
    tests = (*gone_if_out(b, who), *stand_at(b, x), *empty)
    return [If(negated(apply("is none", asked.who)), tests)]


def _ask(b: Body, x: s.Together, asked: _Asked, who: Variable) -> list[Step]:
    choice, origin = asked.question.choice, asked.question.origin
    if choice.high is not None:
        steps, taken = choose_set(b, choice, who, "together", origin)
        return [*stand_at(b, x), *steps, Set(asked.answer, Variable(taken.name, asked.answer.type))]
    several = one_of_each(b, pool(b, choice), who)
    type = b.variable(choice.slot).type
    question = b.whole.number_of_question(ChoiceQuestion("together", choice, type, origin))
    return [*stand_at(b, x), Ask(question, who, several, asked.answer)]


# ---------------------------------------------------------------- whole blocks


def together_for_each(x: s.TogetherForEach, b: Body) -> list[Step]:
    """
    A block for each player of a set, in standard order; the others see his things as they were.

    Whatever leaves the block ends the run of one player only.
    """
    whom, who = b.fresh("whom", EVERYONE), b.variable(x.variable)
    label, run = b.whole.fresh("together"), b.whole.fresh("run")
    loops, b.loops = b.loops, []
    block = with_returns(b.quietly(x.block), lambda _: (Leave(run),))
    b.loops = loops
    around: Word = apply("sorted around", whom, Cell(ACTIVE, (), PLAYER), type=EVERYONE)
    turn = (*_skipped(b, who, label), CountStep(), Stretch(run, block))
    return [
        Set(whom, b.word(x.subject)),
        Do("open secret", (b.whole.number_of_statement(x),), (_still_in(b, whom),)),
        Do("freeze views", (), ()),
        *quietly(b.whole, (Each(label, who, around, turn),)),
        Do("unfreeze views", (), ()),
        Do("close secret", (), ()),
        *_settled(b, block),
    ]


def at_once(x: s.AtOnce, b: Body) -> list[Step]:
    """A block after which, and not in which, the rules that act at once are tested."""
    block = b.quietly(x.block)
    return [*quietly(b.whole, block), *_settled(b, block)]


def _settled(b: Body, block: tuple[Step, ...]) -> list[Step]:
    """The test of rules, if one stands here, of what a quiet block did."""
    return [] if b.is_quiet else after_quiet(b.whole, block)


def _still_in(b: Body, whom: Variable) -> Word:
    """Those of several players who are not out."""
    if not b.whole.eliminates:
        return whom
    each = b.fresh("each", PLAYER)
    is_in = apply("is in", each, Cell(PLAYERS, (), EVERYONE))
    return Through("members", each, whom, is_in, None, EVERYONE)


def _skipped(b: Body, who: Variable, label: str) -> tuple[Step, ...]:
    """One who is out by his turn is passed over."""
    if not b.whole.eliminates:
        return ()
    return (If(negated(apply("is in", who, Cell(PLAYERS, (), EVERYONE))), (Next(label),)),)
