"""
One run of a procedure, an action or a play: the steps of docs/reference/effects.md.

    1  declared       choices made, `only if` tested, costs paid: by the caller
    2  replaced       `instead of`, outermost first; each `as usual` goes through steps 3 to 5;
                      without any, straight to 4a
    3  before         `reset each`; hooks `before`
    4  body           the text
    4a in any case    once per run of the body, once if it never ran
    5  after          hooks `after`, with `answer`

`end` and `cancel` find it under way in steps 2 to 4. Left from the body by `end`, it still goes
through 4a and 5; left from step 2 or 3, or cancelled, through 4a only.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ruleslang.engine.interpreter.candidates import is_candidate, is_gone
from ruleslang.engine.interpreter.effects_in_force import (
    Force,
    answer_of,
    applies,
    end_spans,
    listed_instead,
    run_all,
    run_hook,
)
from ruleslang.engine.interpreter.evaluate import run_atomic, run_block
from ruleslang.engine.interpreter.machine import (
    AFTER,
    BEFORE,
    BODY,
    IN_ANY_CASE,
    OVER,
    REPLACED,
    Answered,
    Answering,
    Frame,
    Invocation,
    Leaving,
    Machine,
    ReplacedCall,
    Signal,
    Won,
    Work,
)
from ruleslang.engine.interpreter.state_changes import reset_each
from ruleslang.engine.match.faults import Fault, check, or_empty
from ruleslang.engine.match.runtime_values import Env, Value
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.events import CardPlay
from ruleslang.program.locals import LocalDecl, Slot


def note_what_holds(m: Machine, run: Invocation) -> None:
    """Record, after payment, which choices are in their sets."""
    run.held = tuple(is_candidate(m, choice, run.declared) for choice in run.choices)
    run.paid_at, run.paid_when = m.state.version, m.state.clock


def has_fizzled(m: Machine, run: Invocation) -> bool:
    """Return whether a choice has left the set that it was in."""
    if not run.choices or m.state.version == run.paid_at:
        return False
    return any(
        not choice.each_alone and is_gone(m, run, place) for place, choice in enumerate(run.choices)
    )


def invoke(m: Machine, run: Invocation) -> Answering:
    """Run all steps; returns the answer of the run, or of the outermost hook in its place."""
    m.step()
    if len(m.under_way) >= m.tables.program.procedure_depth:
        _test_depth(m, run)
    m.reached(run.declaration)
    marks = _Marks(len(m.windows), len(m.suppressed), len(m.frames), m.plays, m.quiet)
    m.under_way.append(run)
    run.env = dict(run.declared)
    run.stage = REPLACED
    try:
        answer = yield from _steps(m, run, marks)
    except (Leaving, Won):  # also by a rule that acts once the run has been left
        if run.owed:
            _in_any_case(m, run)
        _end_run(m, run)
        raise
    _end_run(m, run)
    return answer


def _test_depth(m: Machine, run: Invocation) -> None:
    """Raise a fault if as many runs that can be inside themselves are under way as may be."""
    recursive, most = m.tables.derived.recursive, m.tables.program.procedure_depth
    if run.name in recursive and sum(r.name in recursive for r in m.under_way) >= most:
        raise Fault(
            "endless",
            f"a depth of {most:,} runs inside each other is reached at `{run.name}`; "
            "`procedures at most … deep` in the header allows another",
            run.declaration.origin,
        )


def _steps(m: Machine, run: Invocation, marks: _Marks) -> Answering:
    """Run steps 2 to 5, also when the run is left by `end` or `cancel`."""
    try:
        answer = yield from _replaced(m, run)
        if run.owed:
            _in_any_case(m, run)
    except Leaving as leaving:
        marks.restore(m)
        stage = run.stage
        if run.owed:
            _in_any_case(m, run)
        if leaving.target is not run:
            raise
        _as_begun(run)
        answer = None
        run.stage = OVER
        if m.watches and not m.quiet:
            yield from m.meanings.settle(m)
        if stage == BODY and not leaving.cancelled:
            yield from _run_hooks_after(m, run, None)
    return answer


@frozen
class _Marks:
    """The heights of the machine's stacks when a run began."""

    windows: int
    suppressed: int
    frames: int
    plays: int
    quiet: int

    def restore(self, m: Machine) -> None:
        if len(m.windows) > self.windows:
            m.state.change("windows")
        del m.windows[self.windows :], m.suppressed[self.suppressed :], m.frames[self.frames :]
        m.plays, m.quiet = self.plays, self.quiet


class _Unmade(dict[Slot, Value]):
    """The locals of a run that may not have begun its body: missing ones are none, or empty."""

    def __init__(self, env: Env, locals: Sequence[LocalDecl]) -> None:
        super().__init__(env)
        self.locals = locals

    def __missing__(self, slot: Slot) -> Value:
        return or_empty(None, self.locals[slot].type)


def _end_run(m: Machine, run: Invocation) -> None:
    """End a run's spans, in whatever way it was left; take measures."""
    run.stage = OVER
    _as_begun(run)
    while m.under_way.pop() is not run:
        pass
    end_spans(m, run)
    for listener in m.on_end.get(run.name, ()):
        listener()


def _as_begun(run: Invocation) -> None:
    """Restore the arguments with which a run was begun, before any `as usual`."""
    if run.begun is not None:
        run.env, run.card = run.begun
        run.begun = None


def _in_any_case(m: Machine, run: Invocation) -> None:
    """Run `in any case` once."""
    run.owed = False
    run.stage = IN_ANY_CASE
    if run.body.in_any_case:
        run_atomic(m, run.body.in_any_case, Frame(_Unmade(run.env, run.locals), run.locals))


def _replaced(m: Machine, run: Invocation) -> Answering:
    """Run step 2: the outermost hook in its place, or the text."""
    hooks = listed_instead(m, run.name)
    return inner(m, run, hooks, len(hooks) - 1) if hooks else original(m, run)


def inner(m: Machine, run: Invocation, hooks: Sequence[Force], place: int) -> Answering:
    """Return the next inner hook that applies, or the text."""
    while place >= 0:
        force = hooks[place]
        place -= 1
        env = applies(m, force, run)
        if env is not None:
            usual = ReplacedCall(run, hooks, place, dict(run.env), force.key)
            signal = yield from run_hook(m, force, env, usual)
            return _answer(run, signal)
    return (yield from original(m, run))


def as_usual(m: Machine, usual: ReplacedCall, arguments: tuple[Value, ...] | None) -> Answering:
    """
    Run what a hook replaces, with other arguments or those it was called with.

    The hook does not apply to anything that starts in there.
    """
    run = usual.invocation
    before = run.env, run.card, run.begun
    run.env = dict(usual.arguments)
    if arguments is not None:
        run.begun = run.begun or (before[0], run.card)
        _replace_arguments(run, arguments)
    m.suppressed.append(usual.key)
    answer = yield from inner(m, run, usual.hooks, usual.next)
    m.suppressed.pop()
    run.stage = REPLACED
    run.env, run.card, run.begun = before
    return answer


def _replace_arguments(run: Invocation, arguments: tuple[Value, ...]) -> None:
    if isinstance(run.event, CardPlay):
        (run.card,) = arguments
        check(t.Card(), run.card, "the card that is played")
        if run.this is not None:
            run.env[run.this] = run.card
    else:
        for (name, slot), argument in zip(run.places.items(), arguments, strict=True):
            check(run.locals[slot].type, argument, f"{name} of {run.name}")
            run.env[slot] = argument


def original(m: Machine, run: Invocation) -> Answering:
    """Run steps 3 to 5."""
    run.owed = True
    run.env = dict(run.env)
    run.stage = BEFORE
    if reset_each(m, run.name) and m.watches and not m.quiet:
        yield from m.meanings.settle(m)
    yield from run_all(m, "before", run)
    run.stage = BODY
    answer = None
    if not has_fizzled(m, run):
        answer = _answer(run, (yield from _body(m, run)))
    _in_any_case(m, run)
    run.stage = AFTER
    if m.state.version != m.tested and m.watches and not m.quiet:
        yield from m.meanings.settle(m)
    yield from _run_hooks_after(m, run, answer)
    return answer


def _body(m: Machine, run: Invocation) -> Work:
    """Run step 4. Windows are hidden inside the body of a play until one is opened."""
    frame = Frame(run.env, run.locals)
    m.frames.append(frame)
    is_play = isinstance(run.event, CardPlay)
    if is_play:
        m.windows.append(None)
        m.plays += 1
        m.state.change("windows")
    signal = yield from run_block(m, run.body.statements, frame)
    if is_play:
        m.plays -= 1
        m.windows.pop()
        m.state.change("windows")
    m.frames.pop()
    return signal


def _answer(run: Invocation, signal: Signal) -> Value:
    """Return the answer, if any; none is a fault unless the procedure may answer it."""
    declared = run.declaration
    if isinstance(signal, Answered) and isinstance(declared, d.Procedure) and declared.answers:
        check(declared.answers, signal.value, f"answer of {declared.name}", signal.origin)
    return answer_of(signal)


def _run_hooks_after(m: Machine, run: Invocation, answer: Value) -> Answering:
    """Run step 5."""
    run.stage = AFTER
    yield from run_all(m, "after", run, answer)
    return answer
