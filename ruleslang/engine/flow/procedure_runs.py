"""
Lowers a run of a procedure or an action, with everything that hooks it (docs/reference/effects.md).

Without replacing hooks it is one routine: resets, hooks before, the body, `in any case`, hooks
after. With replacing hooks the routine of the event only lists them; `instead` runs them from the
outermost inwards, and `original` is the rest.
An example: docs/dev/flow-examples.md.
"""

from __future__ import annotations

from attrs import evolve, frozen

from ruleslang.engine.flow import ir_stmts as p
from ruleslang.engine.flow.build_exprs import apply, either, entry_of
from ruleslang.engine.flow.cell_access import resets
from ruleslang.engine.flow.context import Body, Lowering
from ruleslang.engine.flow.effects_in_force import ended_by_start, ended_with_run, kept_for_hooks
from ruleslang.engine.flow.expressions.operators import forgotten
from ruleslang.engine.flow.hooks import (
    Case,
    Hooked,
    Inner,
    hook_routine,
    hooks_on,
    in_any_case,
    latest,
    listed,
    of_number,
    run_all,
    test_of,
)
from ruleslang.engine.flow.ir_exprs import NO, NONE, YES, Apply, Cell, Constant, Expr, Variable
from ruleslang.engine.flow.legal_moves import ChoiceStatus, forget_uses
from ruleslang.engine.flow.reaction_windows import STACK, hidden_windows
from ruleslang.engine.flow.state_layout import LATE, PLAYS, QUIET, SUPPRESSED, WINDOWS
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.engine.flow.whenever import after_quiet, late, test_all, tests_after
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
    match, `by` the acting player. `first` are statements before all others. `held` is what was
    noted of its choices after payment.
    """

    event: Event
    declared: d.Procedure | d.Action | d.Play
    body: Body
    parameters: tuple[Variable, ...]
    compared: tuple[Variable, ...]
    by: Variable | None = None
    first: p.Stmts = ()
    held: tuple[ChoiceStatus, ...] = ()

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

    first: p.Stmts
    body: p.Stmts
    last: p.Stmts
    closing: p.Stmts
    behind: p.Stmts
    answer: Variable

    def left_in_frame(self, run: Run) -> list[Variable]:
        """Return the locals read by `in any case`, and by hooks after a run that was ended."""
        needed = p.read((self.last, self.behind))
        return [variable for variable in run.body.variables.values() if variable.name in needed]


def run_routines(lowering: Lowering, name: str, run: Run) -> None:
    """Create the routine of an event, and those that it needs."""
    instead = hooks_on(lowering, "instead of", run.event)
    starts = ended_by_start(lowering, run.event, () if run.by is not None else run.compared)
    if not isinstance(run.event, CardPlay):
        run = evolve(run, first=(*starts, *run.first))
    run = evolve(run, first=(*run.first, *late(lowering, run.first)))
    if instead:
        _replaceable(lowering, name, run, instead)
        return
    text = _text_of(lowering, run)
    stmts = (*run.first, p.CountStep(), *_whole_text(lowering, run, text))
    lowering.routines[name] = None
    routine = _with_ends(lowering, run, _routine(name, run, run.parameters, stmts))
    ends = ended_with_run(lowering, run.event, run.compared)
    lowering.routines[name] = evolve(routine, cleanup=(*_cleanup(lowering, run, text), *ends))


def _with_ends(lowering: Lowering, run: Run, routine: Routine) -> Routine:
    """Return a routine that ends lasting effects; a run used as a value has a frame."""
    ends = ended_with_run(lowering, run.event, run.compared)
    with_frames = lowering.as_values | lowering.derived.recursive  # whose depth is counted
    is_value = routine.waits or run.name in with_frames
    if not ends:
        return evolve(routine, waits=is_value)
    answered = Variable("answered_", _optional_answer(run.answers))

    def left(stmt: p.Return) -> p.Stmts:
        value = NONE if stmt.value is None else stmt.value
        return (p.Set(answered, value), *ends, p.Return(answered))

    stmts = routine.stmts if _leaves(routine.stmts) else (*routine.stmts, p.Return())
    return evolve(routine, waits=is_value, stmts=p.with_returns(stmts, left))


def _leaves(stmts: p.Stmts) -> bool:
    return bool(stmts) and isinstance(stmts[-1], p.Return)


def may_fizzle(lowering: Lowering, event: Event) -> bool:
    """Return whether anything may happen between the payment and the body."""
    moments: tuple[Moment, ...] = ("before", "instead of")
    restarts = event_name(event) in lowering.derived.resets
    return restarts or any(hooks_on(lowering, moment, event) for moment in moments)


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
    lowering.routines[inner] = _inner_routine(lowering, inner, original, run, parameters, instead)
    stmts = [
        *run.first,
        p.CountStep(),
        *_instead_or_text(lowering, original, inner, parameters, instead),
    ]
    routine = _routine(name, run, run.parameters, (*stmts, p.Return(ANSWER)))
    if outer is not None:
        routine = _outside(lowering, name, run, parts, tuple(stmts))
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
) -> p.Stmts:
    """Call the outermost hook, or the original if there is none."""
    rows = Variable("rows_", ROWS)
    return (
        p.Set(rows, listed(lowering, instead, in_begun_order=True)),
        p.If(
            apply("is empty", rows),
            (p.Call(original, arguments, ANSWER),),
            (p.Call(inner, (*arguments, rows, _last_index(rows)), ANSWER),),
        ),
    )


def _carried(run: Run, text: p.Stmts) -> tuple[Variable, ...]:
    """Return the variables that the first statements bind and the rest reads."""
    needed = p.read(text)
    parameters = {parameter.name for parameter in run.parameters}
    known = p.assigned(run.first).items()
    return tuple(variable for name, variable in known if name in needed and name not in parameters)


def _routine(name: str, run: Run, parameters: tuple[Variable, ...], stmts: p.Stmts) -> Routine:
    return Routine(
        name,
        parameters,
        stmts,
        origin=run.declared.origin,
        locals=run.declared.locals,
        variables=run.body.variables,
        run=run.declared,
    )


def _optional_answer(type: t.Type | None) -> t.Type:
    return t.Optional(t.Number(0, 0) if type is None else type)


ANSWER = Variable("answer_", t.Never())
OWED = Variable("owed_", t.Truth())  # whether `in any case` has still to be done
STAGE = Variable("stage_", COUNT)  # how far a run has come


def _last_index(rows: Variable) -> Expr:
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

    def stored(self, variable: Variable, value: Expr) -> p.Stmts:
        """Store a value in the outer frame."""
        return (p.SetIn(self.routine, variable, value),)


def is_left(lowering: Lowering, run: Run) -> bool:
    """Return whether there is something to do however a run is left, or whether it may be ended."""
    return run.name in lowering.ended or run.declared.body.in_any_case is not None


def _outside(lowering: Lowering, name: str, run: Run, text: Text, stmts: p.Stmts) -> Routine:
    """Return the routine of a run that may be left, and whose original has its own frame."""
    known = {**p.assigned(run.first), **{parameter.name: parameter for parameter in run.parameters}}
    left = [variable for variable in text.left_in_frame(run) if variable.name not in known]
    place = len(run.first)
    begun: list[p.Stmt] = [*_marked(lowering, run), p.Set(OWED, YES), p.Set(STAGE, REPLACED)]
    begun += [p.Set(variable, NONE) for variable in left]
    begun += [p.Set(latest(parameter), parameter) for parameter in run.parameters]
    swapped, back = _as_given_last(run)
    all_stmts = [*stmts[:place], *begun, *stmts[place:]]
    all_stmts += [*_owed(text, is_late=lowering.is_late), p.Return(ANSWER)]
    if run.name in lowering.ended:
        was = Variable("was_", COUNT)
        behind = (p.Set(text.answer, NONE), *text.behind)
        all_stmts += [
            p.Landing(),
            *_restored(lowering, run),
            *swapped,
            p.Set(was, STAGE),
            *_owed(text),
        ]
        all_stmts += [*back, p.Set(STAGE, AFTER), *test_all(lowering)]
        all_stmts += [p.If(apply("same", was, BODY), behind), p.Return()]
    routine = _routine(name, run, run.parameters, tuple(all_stmts))
    return evolve(routine, cleanup=(*_restored(lowering, run), *swapped, *_owed(text), *back))


def _as_given_last(run: Run) -> tuple[p.Stmts, p.Stmts]:
    """Set the parameters to the latest arguments; the second statements restore them."""
    saved = [Variable(f"own__{parameter.name}", parameter.type) for parameter in run.parameters]
    pairs = list(zip(saved, run.parameters, strict=True))
    kept = tuple(p.Set(saved_one, own_parameter) for saved_one, own_parameter in pairs)
    back = tuple(p.Set(own_parameter, saved_one) for saved_one, own_parameter in pairs)
    return (*kept, *(p.Set(parameter, latest(parameter)) for parameter in run.parameters)), back


def _owed(text: Text, *, is_late: bool = False) -> list[p.Stmt]:
    """Run `in any case`, if it is still due; the next statement may test what it changed."""
    if not text.last:
        return []
    doing: p.Stmts = (p.Set(OWED, NO), p.Set(STAGE, IN_ANY_CASE), *text.last)
    doing = (*doing, p.Write(LATE, (), YES)) if is_late else doing
    return [p.If(apply("same", OWED, YES), doing)]


def _stage(outer: Outer, stage: Constant) -> p.Stmts:
    """Record the progress of a run, and whether `in any case` is still due."""
    owed = Constant(stage == BEFORE, t.Truth())
    stmts = (p.Set(STAGE, stage), *outer.stored(STAGE, stage))
    return stmts if stage in (BODY, AFTER) else (*stmts, *outer.stored(OWED, owed))


# ---------------------------------------------------------------- the text


def _text_of(lowering: Lowering, run: Run) -> Text:
    before = hooks_on(lowering, "before", run.event)
    after = hooks_on(lowering, "after", run.event)
    answer = Variable(ANSWER.name, _optional_answer(run.answers))
    set_again: p.Stmts = (
        *resets(lowering, run.name),
        *forget_uses(lowering, run.name),
        *forgotten(lowering, run.name),
    )
    set_again = (*set_again, *tests_after(lowering, set_again)) if set_again else ()
    first = (*set_again, *run_all(lowering, run.compared, run.by, before, None))
    body = _unless_fizzled(run, run.body.stmts(run.declared.body.statements))
    block = run.declared.body.in_any_case
    last = () if block is None else in_any_case(run.body, block, run.parameters, run.first)
    closing = tuple(after_quiet(lowering, last))
    behind = run_all(lowering, run.compared, run.by, after, answer)
    return Text(first, body, last, closing, behind, answer)


def _whole_text(lowering: Lowering, run: Run, text: Text) -> p.Stmts:
    """Return resets, hooks before, the body, `in any case` and hooks after."""
    answer, is_ended, marked = text.answer, run.name in lowering.ended, _marked(lowering, run)
    opens, closes = _windows_hidden(lowering, run)
    is_simple = not (text.last or text.behind or text.closing or opens)
    if is_simple and not (is_ended and lowering.rules):
        landing = (
            (p.Return(), p.Landing(), *_restored(lowering, run), p.Return()) if is_ended else ()
        )
        return (*marked, *text.first, *text.body, *landing)
    stmts: list[p.Stmt] = [*marked, p.Set(STAGE, BEFORE), *text.first, p.Set(STAGE, BODY)]
    stmts += [*opens, p.Set(answer, NONE), *_stretch(lowering, text.body, answer)]
    stmts += [p.At(p.NOWHERE), *closes, p.Set(STAGE, IN_ANY_CASE), *text.last]
    over = (p.Set(STAGE, AFTER), *kept_for_hooks(lowering, run.event))
    stmts += [*over, *text.closing, *text.behind, p.Return(answer)]
    if is_ended:
        was = Variable("was_", COUNT)
        stmts += [p.Landing(), *_restored(lowering, run), p.Set(was, STAGE), p.Set(answer, NONE)]
        stmts += [p.If(apply("<=", was, BODY), (p.Set(STAGE, IN_ANY_CASE), *text.last))]
        stmts += [*over, *test_all(lowering)]
        stmts += [p.If(apply("same", was, BODY), text.behind), p.Return()]
    return tuple(stmts)


def _text_inside(lowering: Lowering, run: Run, text: Text, outer: Outer) -> p.Stmts:
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


def _windows_hidden(lowering: Lowering, run: Run) -> tuple[p.Stmts, p.Stmts]:
    if not isinstance(run.event, CardPlay):
        return (), ()
    opens, closes = hidden_windows()
    return (*opens, *late(lowering, opens)), (*closes, *late(lowering, closes))


def _unless_fizzled(run: Run, text: p.Stmts) -> p.Stmts:
    """Return the body, unless a choice that was in its set no longer is."""
    fizzled: Expr = NO
    for held in run.held:
        if not held.choice.each_alone:
            fizzled = either(fizzled, held.is_gone)
    return text if fizzled == NO else (p.If(fizzled, (), text),)


def _cleanup(lowering: Lowering, run: Run, text: Text) -> p.Stmts:
    """Run `in any case` for a run that is dropped, if not done yet."""
    closes = _closes(run)
    if not text.last:
        return closes
    return (*closes, p.If(apply("<=", STAGE, BODY), (*_restored(lowering, run), *text.last)))


def _passed_outwards(run: Run, text: Text, outer: Outer) -> p.Stmts:
    """Give the outer frame the values that it reads when the original is dropped."""
    left = text.left_in_frame(run)
    parameters = set(run.parameters)
    reports = tuple(
        stmt
        for variable in left
        for stmt in outer.stored(latest(variable) if variable in parameters else variable, variable)
    )
    return (*_closes(run), p.If(apply("<=", STAGE, BODY), reports)) if reports else _closes(run)


def _closes(run: Run) -> p.Stmts:
    closes: p.Stmts = tuple(run.body.left)
    if isinstance(run.event, CardPlay):
        closes = (*closes, p.If(apply("same", STAGE, BODY), hidden_windows()[1]))
    return closes


def _stretch(lowering: Lowering, text: p.Stmts, answer: Variable) -> p.Stmts:
    """Return the body, with its answer stored for what follows."""
    if not any(isinstance(stmt, p.Return) for stmt in p.stmts_in(text)):
        return text
    label = lowering.fresh("body")

    def left(stmt: p.Return) -> p.Stmts:
        stored = () if stmt.value is None else (p.Set(answer, stmt.value),)
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


def _marked(lowering: Lowering, run: Run) -> list[p.Stmt]:
    """Save what is suppressed and open when such a run begins."""
    return [p.Set(kept, Cell(family, (), kept.type)) for kept, family in _kept_of(lowering, run)]


def _restored(lowering: Lowering, run: Run) -> list[p.Stmt]:
    """Restore the state after a run was left midway."""
    left = [] if hooks_on(lowering, "instead of", run.event) else run.body.left
    return [*left, *(p.Write(family, (), kept) for kept, family in _kept_of(lowering, run))]


# ---------------------------------------------------------------- in its place


def _inner_routine(
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
    answer, label = Variable("answer_", _optional_answer(run.answers)), lowering.fresh("inwards")
    keeper = None
    if run.declared.body.in_any_case is not None:
        keeper = original.removeprefix("original "), run.parameters
    one_less = apply("-", at, Constant(1, COUNT), type=COUNT)
    entry = Apply("entry", (rows, apply("+", at, Constant(1, COUNT), type=COUNT)), row.type)
    stmts: list[p.Stmt] = [
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
        doing: p.Stmts = (p.Call(routine, arguments, answer), p.Return(answer))
        cases.append((hooked.force.written.place, (*hooked.of_row(row), p.If(test, doing))))
    stmts += of_number(entry_of(row, 3, COUNT), cases)
    return Routine(name, (*parameters, rows, at), (p.Loop(label, tuple(stmts)),))
