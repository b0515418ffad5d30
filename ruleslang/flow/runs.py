"""
A run of a procedure or an action, with all that stands on it (docs/reference/effects.md).

Without hooks in its place it is one routine: what is reset, hooks before, the body, `in any case`,
hooks after. With such hooks the routine of the event only finds out which stand on it; `instead`
goes through them from the outermost inwards, and `original` is all the rest.
"""

from __future__ import annotations

from attrs import evolve, frozen

from ruleslang.flow.checks import checked
from ruleslang.flow.clauses import forget_uses
from ruleslang.flow.context import Body, Lowering
from ruleslang.flow.hooks import Hooked, hook_routine, listed, run_all, standing_on, test_of
from ruleslang.flow.layout import SUPPRESSED
from ruleslang.flow.making import apply, both, either, negated
from ruleslang.flow.parts import Routine
from ruleslang.flow.resets import resets
from ruleslang.flow.steps import (
    Call,
    CountStep,
    If,
    Landing,
    Leave,
    Loop,
    Return,
    Set,
    Step,
    Steps,
    Stretch,
    Write,
)
from ruleslang.flow.visit import steps_in, with_returns
from ruleslang.flow.windows import hidden_windows
from ruleslang.flow.words import NO, NONE, Apply, Cell, Constant, Variable, Word
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import CardPlay, Event, event_name

COUNT = t.Number(-1, 2**31 - 1)
ROWS = t.ListOf(t.ListOf(COUNT, 4), 1000)
BEFORE, BODY, IN_ANY_CASE, AFTER = (Constant(n, COUNT) for n in range(4))


@frozen(eq=False)
class Run:
    """
    An event and its text: `parameters` are what its routine takes, `compared` what patterns see of
    it, `by` who does it. `first` are steps that come before all others. `held` says for each choice
    whether it stood in its set after payment, and whether it does now.
    """

    event: Event
    declared: d.Procedure | d.Action | d.Play
    body: Body
    parameters: tuple[Variable, ...]
    compared: tuple[Variable, ...]
    by: Variable | None = None
    first: Steps = ()
    held: tuple[tuple[Variable, Word], ...] = ()

    @property
    def name(self) -> str:
        """The name of the event."""
        return event_name(self.event)

    @property
    def answers(self) -> t.Type | None:
        """What it answers."""
        return self.declared.answers if isinstance(self.declared, d.Procedure) else None


def run_routines(whole: Lowering, name: str, run: Run) -> None:
    """The routine of an event, and those that it needs."""
    instead = standing_on(whole, "instead of", run.event)
    if instead and not isinstance(run.declared, d.Procedure) and run.declared.choices:
        whole.refuse("choices that a hook may make void before the body", run.declared.origin)
    if not instead:
        steps = (*run.first, CountStep(), *_whole_text(whole, run))
        made = _routine(name, run, run.parameters, steps)
        whole.routines[name] = evolve(made, cleanup=_cleanup(run))
        return
    if run.name in whole.ended:
        whole.refuse("an event that is ended and has hooks in its place", run.declared.origin)
    if run.declared.body.in_any_case is not None:
        whole.refuse("`in any case` beside hooks in its place", run.declared.origin)
    original, inner = f"original {name}", f"instead {name}"
    whole.routines[original] = whole.routines[inner] = None
    rows, answer = Variable("rows_", ROWS), Variable("answer_", _any(run.answers))
    begin = (
        *run.first,
        CountStep(),
        Set(rows, listed(whole, instead, in_begun_order=True)),
        If(
            apply("is empty", rows),
            (Call(original, run.parameters, answer),),
            (Call(inner, (*run.parameters, rows, _last(rows)), answer),),
        ),
        Return(answer),
    )
    whole.routines[name] = _routine(name, run, run.parameters, begin)
    text = _whole_text(whole, run)
    whole.routines[original] = evolve(
        _routine(original, run, run.parameters, text), is_original=True, cleanup=_cleanup(run)
    )
    whole.routines[inner] = _inner(whole, inner, original, run, instead)


def _routine(name: str, run: Run, parameters: tuple[Variable, ...], steps: Steps) -> Routine:
    return Routine(
        name,
        parameters,
        steps,
        origin=run.declared.origin,
        locals=run.declared.locals,
        variables=run.body.variables,
        run=run.declared,
    )


def _any(type: t.Type | None) -> t.Type:
    return t.Optional(t.Number(0, 0) if type is None else type)


def _last(rows: Variable) -> Word:
    there = apply("number of", rows, type=COUNT)
    return apply("-", there, Constant(1, COUNT), type=COUNT)


# ---------------------------------------------------------------- the text


def _whole_text(whole: Lowering, run: Run) -> Steps:
    """What is reset, hooks before, the body, `in any case`, hooks after."""
    before = standing_on(whole, "before", run.event)
    after = standing_on(whole, "after", run.event)
    b, body = run.body, run.declared.body
    is_ended = run.name in whole.ended
    answer = Variable("answer_", _any(run.answers))
    anew = (*resets(whole, run.name), *forget_uses(whole, run.name))
    first = (*anew, *run_all(whole, run.compared, run.by, before, None))
    text = b.steps(body.statements)
    if before:
        text = _unless_fizzled(run, text)
    opens, closes = hidden_windows() if isinstance(run.event, CardPlay) else ((), ())
    last = () if body.in_any_case is None else b.steps(body.in_any_case)
    behind = run_all(whole, run.compared, run.by, after, answer)
    if not last and not behind and not opens:
        landing = (Return(), Landing(), *_restored(whole, run), Return()) if is_ended else ()
        return (*_marked(whole, run), *first, *text, *landing)
    stage = Variable("stage_", COUNT)
    steps: list[Step] = [*_marked(whole, run), Set(stage, BEFORE), *first, Set(stage, BODY)]
    steps += [*opens, Set(answer, NONE), *_stretch(whole, text, answer), *closes]
    steps += [Set(stage, IN_ANY_CASE), *last, Set(stage, AFTER), *behind, Return(answer)]
    if is_ended:
        was = Variable("was_", COUNT)
        steps += [Landing(), *closes, *_restored(whole, run), Set(was, stage), Set(answer, NONE)]
        steps += [If(apply("<=", was, BODY), (Set(stage, IN_ANY_CASE), *last))]
        steps += [Set(stage, AFTER), If(apply("same", was, BODY), tuple(behind)), Return()]
    return tuple(steps)


def _unless_fizzled(run: Run, text: Steps) -> Steps:
    """The body, unless a choice that stood in its set does so no more."""
    fizzled: Word = NO
    for held, stands in run.held:
        fizzled = either(fizzled, both(held, negated(stands)))
    return text if fizzled == NO else (If(fizzled, (), text),)


def _cleanup(run: Run) -> Steps:
    """`in any case`, where a run is dropped before it has come to that."""
    block = run.declared.body.in_any_case
    closes: Steps = tuple(run.body.left)
    if isinstance(run.event, CardPlay):
        in_body = apply("same", Variable("stage_", COUNT), BODY)
        closes = (*closes, If(in_body, hidden_windows()[1]))
    if block is None:
        return closes
    owed = apply("<=", Variable("stage_", COUNT), BODY)
    return (*closes, If(owed, run.body.steps(block)))


def _stretch(whole: Lowering, text: Steps, answer: Variable) -> Steps:
    """The body, whose answer is kept for what comes behind it."""
    if not any(isinstance(step, Return) for step in steps_in(text)):
        return text
    label = whole.fresh("body")

    def left(step: Return) -> Steps:
        given = () if step.value is None else (Set(answer, step.value),)
        return (*given, Leave(label))

    return (Stretch(label, with_returns(text, left)),)


def _marked(whole: Lowering, run: Run) -> Steps:
    """What was suppressed when a run began that may be ended."""
    if run.name not in whole.ended or not whole.suppresses:
        return ()
    return (Set(_MARK, Cell(SUPPRESSED, (), ROWS)),)


def _restored(whole: Lowering, run: Run) -> Steps:
    """What an ended run leaves behind is put right."""
    left = tuple(run.body.left)
    if run.name not in whole.ended or not whole.suppresses:
        return left
    return (*left, Write(SUPPRESSED, (), _MARK))


_MARK = Variable("mark_", ROWS)

# ---------------------------------------------------------------- in its place


def _inner(
    whole: Lowering, name: str, original: str, run: Run, hooks: tuple[Hooked, ...]
) -> Routine:
    """The next hook further in that applies, or the text."""
    given = tuple(Variable(f"given_{each.name}", each.type) for each in run.parameters)
    compared = tuple(given[run.parameters.index(each)] for each in run.compared)
    by = None if run.by is None else given[run.parameters.index(run.by)]
    rows, at, row = Variable("rows_", ROWS), Variable("at_", COUNT), Variable("row_", ROWS.element)
    answer, label = Variable("answer_", _any(run.answers)), whole.fresh("inwards")
    one_less = apply("-", at, Constant(1, COUNT), type=COUNT)
    entry = Apply("entry", (rows, apply("+", at, Constant(1, COUNT), type=COUNT)), row.type)
    steps: list[Step] = [
        If(
            apply("<", at, Constant(0, COUNT)),
            (Call(original, given, answer), Return(answer)),
        ),
        Set(row, entry),
        Set(at, one_less),
    ]
    for hooked in hooks:
        here = apply("same", Apply("entry", (row, Constant(3, COUNT)), COUNT), hooked.place)
        test = test_of(hooked, compared, by, None)
        routine, arguments = hook_routine(whole, hooked, (name, given, rows, at))
        doing: Steps = (Call(routine, arguments, answer), Return(answer))
        steps.append(If(here, (*hooked.of_row(row), If(test, doing))))
    return Routine(name, (*given, rows, at), (Loop(label, tuple(steps)),))


def as_usual(x: s.AsUsual, b: Body) -> list[Step]:
    """What this hook stands in for runs, with its own arguments or those it was called with."""
    usual = b.usual
    if usual is None:
        b.refuse("`as usual` outside of a hook in the place of something")
    assert usual is not None
    arguments: tuple[Word, ...] = usual.given
    if x.arguments is not None:
        own = zip(x.arguments, usual.given[usual.skipped :], strict=True)
        changed = (checked(b.word(each), variable.type, -1) for each, variable in own)
        arguments = (*usual.given[: usual.skipped], *changed)
    into = None if x.into is None else b.variable(x.into)
    kept = Variable("suppressed_", ROWS)
    key = apply("tuple", usual.key, type=ROWS)
    return [
        Set(kept, Cell(SUPPRESSED, (), ROWS)),
        Write(SUPPRESSED, (), apply("joined", Cell(SUPPRESSED, (), ROWS), key, type=ROWS)),
        Call(usual.routine, (*arguments, usual.rows, usual.at), into),
        Write(SUPPRESSED, (), kept),
    ]
