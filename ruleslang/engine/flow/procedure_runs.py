"""
Lowers a run of a procedure or an action, with everything that hooks it (docs/reference/effects.md).

Without replacing hooks it is one routine: resets, hooks before, the body, `in any case`, hooks
after. With replacing hooks the routine of the event only lists them; `instead` runs them from the
outermost inwards, and `original` is the rest.
"""

from __future__ import annotations

from attrs import evolve, frozen

from ruleslang.engine.flow import steps as p
from ruleslang.engine.flow.build_words import apply, either, entry_of
from ruleslang.engine.flow.cells import resets
from ruleslang.engine.flow.context import Body, Lowering
from ruleslang.engine.flow.effects_in_force import ended_by_start, ended_with_run, kept_for_hooks
from ruleslang.engine.flow.expressions.operators import forgotten
from ruleslang.engine.flow.hooks import (
    Case,
    Hooked,
    Inner,
    hook_routine,
    in_any_case,
    latest,
    listed,
    of_number,
    run_all,
    standing_on,
    test_of,
)
from ruleslang.engine.flow.legal_moves import Standing, forget_uses
from ruleslang.engine.flow.reaction_windows import STACK, hidden_windows
from ruleslang.engine.flow.state_layout import LATE, PLAYS, QUIET, SUPPRESSED, WINDOWS
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.engine.flow.whenever import after_quiet, late, settle_all, settled
from ruleslang.engine.flow.words import NO, NONE, YES, Apply, Cell, Constant, Variable, Word
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.events import CardPlay, Event, event_name
from ruleslang.program.references import Moment

COUNT = t.Number(-1, 2**31 - 1)
ROWS = t.ListOf(t.ListOf(COUNT, 4), 1000)
REPLACED, BEFORE, BODY, IN_ANY_CASE, AFTER = (Constant(n, COUNT) for n in range(-1, 4))


@frozen(eq=False)
class Run:
    """
    An event and its body: `parameters` are those of its routine, `compared` those that patterns
    match, `by` the acting player. `first` are steps before all others. `held` is what was
    noted of its choices after payment.
    """

    event: Event
    declared: d.Procedure | d.Action | d.Play
    body: Body
    parameters: tuple[Variable, ...]
    compared: tuple[Variable, ...]
    by: Variable | None = None
    first: p.Steps = ()
    held: tuple[Standing, ...] = ()

    @property
    def name(self) -> str:
        return event_name(self.event)

    @property
    def answers(self) -> t.Type | None:
        return self.declared.answers if isinstance(self.declared, d.Procedure) else None


@frozen(eq=False)
class Text:
    """
    The parts of a run: resets and hooks before it, its body, `in any case`, the test of rules,
    hooks after it, which may read its answer.
    """

    first: p.Steps
    body: p.Steps
    last: p.Steps
    closing: p.Steps
    behind: p.Steps
    answer: Variable

    def left_in_frame(self, run: Run) -> list[Variable]:
        """Return the locals read by `in any case`, and by hooks after a run that was ended."""
        needed = p.read((self.last, self.behind))
        return [variable for variable in run.body.variables.values() if variable.name in needed]


def run_routines(lowering: Lowering, name: str, run: Run) -> None:
    """Create the routine of an event, and those that it needs."""
    instead = standing_on(lowering, "instead of", run.event)
    starts = ended_by_start(lowering, run.event, () if run.by is not None else run.compared)
    if not isinstance(run.event, CardPlay):
        run = evolve(run, first=(*starts, *run.first))
    run = evolve(run, first=(*run.first, *late(lowering, run.first)))
    if instead:
        _replaceable(lowering, name, run, instead)
        return
    text = _text_of(lowering, run)
    steps = (*run.first, p.CountStep(), *_whole_text(lowering, run, text))
    lowering.routines[name] = None
    routine = _with_ends(lowering, run, _routine(name, run, run.parameters, steps))
    ends = ended_with_run(lowering, run.event, run.compared)
    lowering.routines[name] = evolve(routine, cleanup=(*_cleanup(lowering, run, text), *ends))


def _with_ends(lowering: Lowering, run: Run, routine: Routine) -> Routine:
    """The routine of a run at whose end lasting effects end; a run used as a value has a frame."""
    ends = ended_with_run(lowering, run.event, run.compared)
    with_frames = lowering.as_values | lowering.derived.recursive  # whose depth is counted
    is_value = routine.waits or run.name in with_frames
    if not ends:
        return evolve(routine, waits=is_value)
    answered = Variable("answered_", _any(run.answers))

    def left(step: p.Return) -> p.Steps:
        value = NONE if step.value is None else step.value
        return (p.Set(answered, value), *ends, p.Return(answered))

    steps = routine.steps if _leaves(routine.steps) else (*routine.steps, p.Return())
    return evolve(routine, waits=is_value, steps=p.with_returns(steps, left))


def _leaves(steps: p.Steps) -> bool:
    return bool(steps) and isinstance(steps[-1], p.Return)


def may_fizzle(lowering: Lowering, event: Event) -> bool:
    """Return whether anything may happen between the payment and the body."""
    moments: tuple[Moment, ...] = ("before", "instead of")
    restarts = event_name(event) in lowering.derived.resets
    return restarts or any(standing_on(lowering, moment, event) for moment in moments)


def _replaceable(lowering: Lowering, name: str, run: Run, instead: tuple[Hooked, ...]) -> None:
    """Create the routines of an event with replacing hooks."""
    original, inner = f"original {name}", f"instead {name}"
    lowering.routines[original] = lowering.routines[inner] = None
    outer = Outer(name) if is_left(lowering, run) else None
    parts = _text_of(lowering, run)
    text = (
        _whole_text(lowering, run, parts)
        if outer is None
        else _text_inside(lowering, run, parts, outer)
    )
    parameters = (*run.parameters, *_carried(run, text))
    left = _cleanup(lowering, run, parts) if outer is None else _passed_outwards(run, parts, outer)
    lowering.routines[original] = evolve(
        _routine(original, run, parameters, text), is_original=True, cleanup=left
    )
    lowering.routines[inner] = _inner(lowering, inner, original, run, parameters, instead)
    steps = [
        *run.first,
        p.CountStep(),
        *_instead_or_text(lowering, original, inner, parameters, instead),
    ]
    routine = _routine(name, run, run.parameters, (*steps, p.Return(ANSWER)))
    if outer is not None:
        routine = _outside(lowering, name, run, parts, tuple(steps))
    ends = ended_with_run(lowering, run.event, run.compared)
    lowering.routines[name] = evolve(
        _with_ends(lowering, run, routine), cleanup=(*routine.cleanup, *ends)
    )


def _instead_or_text(
    lowering: Lowering,
    original: str,
    inner: str,
    arguments: tuple[Variable, ...],
    instead: tuple[Hooked, ...],
) -> p.Steps:
    """Steps that call the outermost hook, or the original if there is none."""
    rows = Variable("rows_", ROWS)
    return (
        p.Set(rows, listed(lowering, instead, in_begun_order=True)),
        p.If(
            apply("is empty", rows),
            (p.Call(original, arguments, ANSWER),),
            (p.Call(inner, (*arguments, rows, _last(rows)), ANSWER),),
        ),
    )


def _carried(run: Run, text: p.Steps) -> tuple[Variable, ...]:
    """Return the variables that the first steps bind and the rest reads."""
    needed = p.read(text)
    parameters = {parameter.name for parameter in run.parameters}
    known = p.assigned(run.first).items()
    return tuple(variable for name, variable in known if name in needed and name not in parameters)


def _routine(name: str, run: Run, parameters: tuple[Variable, ...], steps: p.Steps) -> Routine:
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


ANSWER = Variable("answer_", t.Never())
OWED = Variable("owed_", t.Truth())  # whether `in any case` has still to be done
STAGE = Variable("stage_", COUNT)  # how far a run has come


def _last(rows: Variable) -> Word:
    number = apply("number of", rows, type=COUNT)
    return apply("-", number, Constant(1, COUNT), type=COUNT)


# ---------------------------------------------------------------- a run in several frames


@frozen
class Outer:
    """
    The routine whose frame records the progress of a replaceable run: the original runs in an inner
    frame, once for each `as usual`, or never.
    """

    routine: str

    def stored(self, variable: Variable, value: Word) -> p.Steps:
        """Steps that store a value in that frame."""
        return (p.SetIn(self.routine, variable, value),)


def is_left(lowering: Lowering, run: Run) -> bool:
    """Return whether there is something to do however a run is left, or whether it may be ended."""
    return run.name in lowering.ended or run.declared.body.in_any_case is not None


def _outside(lowering: Lowering, name: str, run: Run, text: Text, steps: p.Steps) -> Routine:
    """Return the routine of a run that may be left, and whose original has its own frame."""
    known = {**p.assigned(run.first), **{parameter.name: parameter for parameter in run.parameters}}
    left = [variable for variable in text.left_in_frame(run) if variable.name not in known]
    place = len(run.first)
    begun: list[p.Step] = [*_marked(lowering, run), p.Set(OWED, YES), p.Set(STAGE, REPLACED)]
    begun += [p.Set(variable, NONE) for variable in left]
    begun += [p.Set(latest(parameter), parameter) for parameter in run.parameters]
    swapped, back = _as_given_last(run)
    all_steps = [*steps[:place], *begun, *steps[place:]]
    all_steps += [*_owed(text, is_late=lowering.is_late), p.Return(ANSWER)]
    if run.name in lowering.ended:
        was = Variable("was_", COUNT)
        behind = (p.Set(text.answer, NONE), *text.behind)
        all_steps += [
            p.Landing(),
            *_restored(lowering, run),
            *swapped,
            p.Set(was, STAGE),
            *_owed(text),
        ]
        all_steps += [*back, p.Set(STAGE, AFTER), *settle_all(lowering)]
        all_steps += [p.If(apply("same", was, BODY), behind), p.Return()]
    routine = _routine(name, run, run.parameters, tuple(all_steps))
    return evolve(routine, cleanup=(*_restored(lowering, run), *swapped, *_owed(text), *back))


def _as_given_last(run: Run) -> tuple[p.Steps, p.Steps]:
    """Steps that set the parameters to the latest arguments, and steps that restore them."""
    saved = [Variable(f"own__{parameter.name}", parameter.type) for parameter in run.parameters]
    pairs = list(zip(saved, run.parameters, strict=True))
    kept = tuple(p.Set(saved_one, own_parameter) for saved_one, own_parameter in pairs)
    back = tuple(p.Set(own_parameter, saved_one) for saved_one, own_parameter in pairs)
    return (*kept, *(p.Set(parameter, latest(parameter)) for parameter in run.parameters)), back


def _owed(text: Text, *, is_late: bool = False) -> list[p.Step]:
    """Steps for `in any case`, if it is still due; the next statement may test what it changed."""
    if not text.last:
        return []
    doing: p.Steps = (p.Set(OWED, NO), p.Set(STAGE, IN_ANY_CASE), *text.last)
    doing = (*doing, p.Write(LATE, (), YES)) if is_late else doing
    return [p.If(apply("same", OWED, YES), doing)]


def _stage(outer: Outer, stage: Constant) -> p.Steps:
    """Steps that record the progress of a run, and whether `in any case` is still due."""
    owed = Constant(stage == BEFORE, t.Truth())
    steps = (p.Set(STAGE, stage), *outer.stored(STAGE, stage))
    return steps if stage in (BODY, AFTER) else (*steps, *outer.stored(OWED, owed))


# ---------------------------------------------------------------- the text


def _text_of(lowering: Lowering, run: Run) -> Text:
    before = standing_on(lowering, "before", run.event)
    after = standing_on(lowering, "after", run.event)
    answer = Variable(ANSWER.name, _any(run.answers))
    set_again: p.Steps = (
        *resets(lowering, run.name),
        *forget_uses(lowering, run.name),
        *forgotten(lowering, run.name),
    )
    set_again = (*set_again, *settled(lowering, set_again)) if set_again else ()
    first = (*set_again, *run_all(lowering, run.compared, run.by, before, None))
    body = _unless_fizzled(run, run.body.steps(run.declared.body.statements))
    block = run.declared.body.in_any_case
    last = () if block is None else in_any_case(run.body, block, run.parameters, run.first)
    closing = tuple(after_quiet(lowering, last))
    behind = run_all(lowering, run.compared, run.by, after, answer)
    return Text(first, body, last, closing, behind, answer)


def _whole_text(lowering: Lowering, run: Run, text: Text) -> p.Steps:
    """Resets, hooks before, the body, `in any case`, hooks after."""
    answer, is_ended, marked = text.answer, run.name in lowering.ended, _marked(lowering, run)
    opens, closes = _windows_hidden(lowering, run)
    is_simple = not (text.last or text.behind or text.closing or opens)
    if is_simple and not (is_ended and lowering.rules):
        landing = (
            (p.Return(), p.Landing(), *_restored(lowering, run), p.Return()) if is_ended else ()
        )
        return (*marked, *text.first, *text.body, *landing)
    steps: list[p.Step] = [*marked, p.Set(STAGE, BEFORE), *text.first, p.Set(STAGE, BODY)]
    steps += [*opens, p.Set(answer, NONE), *_stretch(lowering, text.body, answer)]
    steps += [p.At(p.NOWHERE), *closes, p.Set(STAGE, IN_ANY_CASE), *text.last]
    over = (p.Set(STAGE, AFTER), *kept_for_hooks(lowering, run.event))
    steps += [*over, *text.closing, *text.behind, p.Return(answer)]
    if is_ended:
        was = Variable("was_", COUNT)
        steps += [p.Landing(), *_restored(lowering, run), p.Set(was, STAGE), p.Set(answer, NONE)]
        steps += [p.If(apply("<=", was, BODY), (p.Set(STAGE, IN_ANY_CASE), *text.last))]
        steps += [*over, *settle_all(lowering)]
        steps += [p.If(apply("same", was, BODY), text.behind), p.Return()]
    return tuple(steps)


def _text_inside(lowering: Lowering, run: Run, text: Text, outer: Outer) -> p.Steps:
    """Return a run in its own frame; its progress is recorded in the outer one."""
    answer = text.answer
    opens, closes = _windows_hidden(lowering, run)
    return (
        *_stage(outer, BEFORE),
        *text.first,
        *_stage(outer, BODY),
        *opens,
        p.Set(answer, NONE),
        *_stretch(lowering, text.body, answer),
        p.At(p.NOWHERE),
        *closes,
        *_stage(outer, IN_ANY_CASE),
        *text.last,
        *_stage(outer, AFTER),
        *text.closing,
        *text.behind,
        *outer.stored(STAGE, REPLACED),
        p.Return(answer),
    )


def _windows_hidden(lowering: Lowering, run: Run) -> tuple[p.Steps, p.Steps]:
    if not isinstance(run.event, CardPlay):
        return (), ()
    opens, closes = hidden_windows()
    return (*opens, *late(lowering, opens)), (*closes, *late(lowering, closes))


def _unless_fizzled(run: Run, text: p.Steps) -> p.Steps:
    """Return the body, unless a choice that was in its set no longer is."""
    fizzled: Word = NO
    for held in run.held:
        if not held.choice.each_alone:
            fizzled = either(fizzled, held.is_gone)
    return text if fizzled == NO else (p.If(fizzled, (), text),)


def _cleanup(lowering: Lowering, run: Run, text: Text) -> p.Steps:
    """Steps for when a run is dropped: `in any case`, if not done yet."""
    closes = _closes(run)
    if not text.last:
        return closes
    return (*closes, p.If(apply("<=", STAGE, BODY), (*_restored(lowering, run), *text.last)))


def _passed_outwards(run: Run, text: Text, outer: Outer) -> p.Steps:
    """Steps for when the original is dropped: the outer frame gets the values that it reads."""
    left = text.left_in_frame(run)
    parameters = set(run.parameters)
    reports = tuple(
        step
        for variable in left
        for step in outer.stored(latest(variable) if variable in parameters else variable, variable)
    )
    return (*_closes(run), p.If(apply("<=", STAGE, BODY), reports)) if reports else _closes(run)


def _closes(run: Run) -> p.Steps:
    closes: p.Steps = tuple(run.body.left)
    if isinstance(run.event, CardPlay):
        closes = (*closes, p.If(apply("same", STAGE, BODY), hidden_windows()[1]))
    return closes


def _stretch(lowering: Lowering, text: p.Steps, answer: Variable) -> p.Steps:
    """Return the body, with its answer stored for what follows."""
    if not any(isinstance(step, p.Return) for step in p.steps_in(text)):
        return text
    label = lowering.fresh("body")

    def left(step: p.Return) -> p.Steps:
        stored = () if step.value is None else (p.Set(answer, step.value),)
        return (*stored, p.Leave(label))

    return (p.Stretch(label, p.with_returns(text, left)),)


def _kept_of(lowering: Lowering, run: Run) -> list[tuple[Variable, str]]:
    """Return the variables that save what a run restores if it is left midway, with their cells."""
    if not is_left(lowering, run):
        return []
    program = lowering.population.program
    saved = [(Variable("suppressed_before_", ROWS), SUPPRESSED)] if lowering.suppresses else []
    if program.windows:
        saved.append((Variable("windows_before_", STACK), WINDOWS))
    if program.windows and program.plays:
        saved.append((Variable("plays_before_", COUNT), PLAYS))
    if lowering.rules:
        saved.append((Variable("quiet_before_", COUNT), QUIET))
    return saved


def _marked(lowering: Lowering, run: Run) -> list[p.Step]:
    """Steps that save what is suppressed and open when such a run begins."""
    return [p.Set(kept, Cell(family, (), kept.type)) for kept, family in _kept_of(lowering, run)]


def _restored(lowering: Lowering, run: Run) -> list[p.Step]:
    """Steps that restore the state after a run was left midway."""
    left = [] if standing_on(lowering, "instead of", run.event) else run.body.left
    return [*left, *(p.Write(family, (), kept) for kept, family in _kept_of(lowering, run))]


# ---------------------------------------------------------------- in its place


def _inner(
    lowering: Lowering,
    name: str,
    original: str,
    run: Run,
    passed: tuple[Variable, ...],
    hooks: tuple[Hooked, ...],
) -> Routine:
    """Return the routine that runs the next applicable hook further in, or the original."""
    parameters = tuple(Variable(f"given__{variable.name}", variable.type) for variable in passed)
    compared = tuple(parameters[run.parameters.index(variable)] for variable in run.compared)
    by = None if run.by is None else parameters[run.parameters.index(run.by)]
    rows, at, row = Variable("rows_", ROWS), Variable("at_", COUNT), Variable("row_", ROWS.element)
    answer, label = Variable("answer_", _any(run.answers)), lowering.fresh("inwards")
    keeper = None
    if run.declared.body.in_any_case is not None:
        keeper = original.removeprefix("original "), run.parameters
    one_less = apply("-", at, Constant(1, COUNT), type=COUNT)
    entry = Apply("entry", (rows, apply("+", at, Constant(1, COUNT), type=COUNT)), row.type)
    steps: list[p.Step] = [
        p.If(
            apply("<", at, Constant(0, COUNT)),
            (p.Call(original, parameters, answer), p.Return(answer)),
        ),
        p.Set(row, entry),
        p.Set(at, one_less),
    ]
    cases: list[Case] = []
    for hooked in hooks:
        test = test_of(hooked, compared, by, None)
        routine, arguments = hook_routine(
            lowering, hooked, Inner(name, parameters, rows, at, keeper, run.answers)
        )
        doing: p.Steps = (p.Call(routine, arguments, answer), p.Return(answer))
        cases.append((hooked.force.written.place, (*hooked.of_row(row), p.If(test, doing))))
    steps += of_number(entry_of(row, 3, COUNT), cases)
    return Routine(name, (*parameters, rows, at), (p.Loop(label, tuple(steps)),))
