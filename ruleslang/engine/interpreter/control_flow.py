"""Statements that run blocks (`if`, `for each`, `repeat` …), call procedures, or leave them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ruleslang.engine.interpreter.builtins import around
from ruleslang.engine.interpreter.effects_in_force import end_spans_of, start_spans
from ruleslang.engine.interpreter.evaluate import (
    evaluate,
    evaluate_all,
    fits,
    holds,
    number,
    player,
    run_block,
)
from ruleslang.engine.interpreter.invoke import as_usual, invoke
from ruleslang.engine.interpreter.machine import (
    STOP,
    Answered,
    Answering,
    Capped,
    Frame,
    Gone,
    Invocation,
    Leaving,
    Machine,
    ObserverFunctions,
    Signal,
    Won,
    Work,
    evaluates,
    runs,
    runs_in_parts,
)
from ruleslang.engine.match.faults import Fault, check, or_empty
from ruleslang.engine.match.runtime_values import Env, Player, Value
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.events import ProcedureRun, event_name

# ---------------------------------------------------------------- blocks


@runs_in_parts(s.If)
def if_(m: Machine, x: s.If, frame: Frame) -> Work:
    block = x.then if evaluate(m, x.condition, frame.env) else x.otherwise
    return run_block(m, block, frame)


@runs_in_parts(s.Depending)
def depending(m: Machine, x: s.Depending, frame: Frame) -> Work:
    """Run the block of the first case that fits, else the last."""
    value = evaluate(m, x.subject, frame.env)
    for case in x.cases:
        if any(fits(m, entry, value, frame.env) for entry in case.entries):
            return run_block(m, case.block, frame)
    if x.otherwise is None:
        raise Fault("none-in-arithmetic", "none is used to select a case", x.origin)
    return run_block(m, x.otherwise, frame)


@runs_in_parts(s.ForEach)
def for_each(m: Machine, x: s.ForEach, frame: Frame) -> Work:
    """
    Run a block for each member of the set as it is now.

    Players who are out before their turn are skipped; asking one who is out ends that iteration.
    """
    still_in = m.state.players
    for member in evaluate(m, x.subject, frame.env):
        if member in still_in and member not in m.state.players:
            continue
        m.step()
        frame.env[x.variable] = member
        signal = yield from run_block(m, x.block, frame)
        if isinstance(signal, Gone) and signal.player is member:
            continue
        if signal is not None:
            return signal
    frame.env.pop(x.variable, None)  # a value that can't be read again must not keep a card alive
    return None


@runs_in_parts(s.Repeat)
def repeat(m: Machine, x: s.Repeat, frame: Frame) -> Work:
    """
    Repeat a block, testing `while` or `until` before each iteration.

    For a bare `repeat`, an iteration in which nobody was asked counts towards the decision cap.
    """
    times = None if x.times is None else number(m, x.times, frame.env, x.origin)
    most = None if x.at_most is None else number(m, x.at_most, frame.env, x.origin)
    bare = times is None and most is None
    runs = 0
    while times is None or runs < times:
        if not holds(m, x.while_, frame.env):
            return None
        if x.until is not None and evaluate(m, x.until, frame.env):
            return None
        if most is not None and runs >= most:
            m.notes.append(("repeat-limit", x.origin))
            return None
        runs += 1
        signal = yield from passing(m, x.block, frame, counts=bare)
        if signal is not None:
            return signal
    return None


def passing(m: Machine, block: s.Block, frame: Frame, *, counts: bool) -> Work:
    """Return one iteration of a loop; `counts`: towards the decision cap if nobody was asked."""
    m.step()
    before = m.counted
    signal = yield from run_block(m, block, frame)
    if counts and m.counted == before:
        m.count()
    return signal


# ---------------------------------------------------------------- calls


@runs_in_parts(s.Call)
def call(m: Machine, x: s.Call, frame: Frame) -> Work:
    """Call a procedure; `into` takes its answer."""
    arguments = evaluate_all(m, x.arguments, frame.env)
    answer = yield from call_procedure(m, x.procedure, arguments, x.origin)
    if x.into is not None:
        frame.env[x.into] = or_empty(answer, frame.locals[x.into].type)
    return None


def call_procedure(
    m: Machine, name: str, arguments: tuple[Value, ...], origin: int = -1
) -> Answering:
    declared = m.tables.procedures[name]
    for parameter, argument in zip(declared.parameters, arguments, strict=True):
        check(parameter.type, argument, f"{parameter.name} of {name}", origin)
    start_spans(m, name, arguments)
    run = run_of(declared, arguments)
    m.witnessed(run)
    return (yield from invoke(m, run))


def run_of(declared: d.Procedure, arguments: tuple[Value, ...]) -> Invocation:
    """Return a run of a procedure, before it begins."""
    return Invocation(
        ProcedureRun(declared.name),
        declared,
        declared.body,
        declared.locals,
        {parameter.name: slot for slot, parameter in enumerate(declared.parameters)},
        dict(enumerate(arguments)),
    )


@runs_in_parts(s.AsUsual)
def usual(m: Machine, x: s.AsUsual, frame: Frame) -> Work:
    """Run what this hook replaces."""
    if frame.usual is None:
        raise Fault("not-under-way", "`as usual` is used outside a replacement", x.origin)
    arguments = None if x.arguments is None else evaluate_all(m, x.arguments, frame.env)
    answer = yield from as_usual(m, frame.usual, arguments)
    if x.into is not None:
        frame.env[x.into] = or_empty(answer, frame.locals[x.into].type)
    return None


# ---------------------------------------------------------------- leaving


@runs(s.Answer)
def answer(m: Machine, x: s.Answer, frame: Frame) -> Signal:
    """Leave the procedure, or the hook, with this answer."""
    return Answered(evaluate(m, x.value, frame.env), x.origin)


@runs(s.Stop)
def stop(m: Machine, x: s.Stop, frame: Frame) -> Signal:
    return STOP


@runs(s.End)
def end(m: Machine, x: s.End, frame: Frame) -> Signal:
    """End the innermost run of an event."""
    run = m.innermost(x.event)
    if run is not None:
        raise Leaving(run, cancelled=False)
    if x.if_under_way:
        return None
    raise Fault("not-under-way", f"`{event_name(x.event)}` is not under way", x.origin)


@runs(s.Cancel)
def cancel(m: Machine, x: s.Cancel, frame: Frame) -> Signal:
    """End a given run, without its `after` hooks."""
    run = evaluate(m, x.what, frame.env)
    if run is not None and run.is_under_way:
        raise Leaving(run, cancelled=True)
    raise Fault("not-under-way", "what is cancelled is over", x.origin)


@runs(s.Eliminate)
def eliminate(m: Machine, x: s.Eliminate, frame: Frame) -> Signal:
    """Remove a player; effects with that player in their pattern end."""
    who = evaluate(m, x.player, frame.env)
    if who in m.state.players:
        m.state.drop_out(who)
        end_spans_of(m, who)
    return None


@runs(s.Wins)
def wins(m: Machine, x: s.Wins, frame: Frame) -> Signal:
    """End the match; the set of winners may be empty."""
    raise Won(evaluate(m, x.players, frame.env))


@runs_in_parts(s.TakeTurns)
def take_turns(m: Machine, x: s.TakeTurns, frame: Frame) -> Work:
    """
    Let players of a set take turns, clockwise.

    Before each turn `until` and then the set are evaluated: true, or empty, ends the loop. Next is
    the first of the set clockwise from the seat of `active`. When a nested loop is left in any way,
    `active` is restored.
    """
    before = m.state.active
    m.turns += 1
    try:
        return (yield from _turns(m, x, frame))
    finally:
        m.turns -= 1
        if m.turns:
            m.state.turn_to(before)


def _turns(m: Machine, x: s.TakeTurns, frame: Frame) -> Work:
    start = (
        m.tables.players[0] if x.starting is None else player(m, x.starting, frame.env, x.origin)
    )
    is_first = True
    while True:
        who = _next(m, x, frame, start if is_first else None)
        if who is None:
            return None
        is_first = False
        m.state.turn_to(who)
        frame.env[x.variable] = who
        if m.watches and not m.quiet and m.state.version != m.tested:
            yield from m.meanings.settle(m)
        signal = yield from passing(m, x.block, frame, counts=True)
        if signal is not None and not (isinstance(signal, Gone) and signal.player is who):
            return signal  # else only this turn is over


def _next(m: Machine, x: s.TakeTurns, frame: Frame, start: Player | None) -> Player | None:
    """Return the player whose turn is next, or `None` if the loop is over."""
    if x.until is not None and evaluate(m, x.until, frame.env):
        return None
    among = evaluate(m, x.among, frame.env)
    if start is not None and start in among:
        return start
    players = around(m, start if start is not None else m.state.active, 1, among)
    return players[0] if players else None


@evaluates(e.WhatWouldBe)
def what_would_be(m: Machine, x: e.WhatWouldBe, env: Env) -> Value:
    """Evaluate `E after P(a, b)`."""
    arguments = evaluate_all(m, x.arguments, env)
    with imagined(m):
        run_imagined(m, call_procedure(m, x.procedure, arguments, x.origin), x.origin)
        answer = evaluate(m, x.value, env)
    m.state.answered(answer)
    return answer


def run_imagined(m: Machine, work: Answering, origin: int) -> None:
    """Run work to its end in a hypothetical position; leaving it ends there too."""
    under_way = len(m.under_way)
    try:
        for _ in work:
            raise Fault("asked-nobody", "a question is asked in an imagined position", origin)
    except Won as won:
        m.winners = won.winners
        m.state.change("winners")
    except (Leaving, Capped):
        pass
    finally:
        del m.under_way[under_way:]


@contextmanager
def imagined(m: Machine) -> Iterator[None]:
    """Switch the machine to a copy of its state, as if nothing but that were in progress."""
    kept = {name: getattr(m, name) for name in _KEPT}
    copied = {name: getattr(m, name).copy() for name in _COPIED}
    places = [(run, dict(run.declared), dict(run.env)) for run in m.under_way]
    m.real = m.real or m.state
    m.state = m.state.imagined()
    m.known, m.evaluation = dict(m.known), None
    m.queue, m.again, m.notes, m.on_end = [], [], [], {}
    m.settling, m.quiet, m.secret = False, 0, None
    m.heard = ObserverFunctions(m.heard.reached, m.heard.ran, read=m.heard.read)
    try:
        yield
    finally:
        for name, value in (kept | copied).items():
            setattr(m, name, value)
        for run, declared, env in places:
            _put_back(run.declared, declared)
            _put_back(run.env, env)


_KEPT = (
    "state",
    "known",
    "known_at",
    "kept",
    "evaluation",
    "calls",
    "queue",
    "again",
    "notes",
    "on_end",
    "settling",
    "quiet",
    "secret",
    "snapshot",
    "heard",
    "real",
    "tested",
    "winners",
    "turns",
    "plays",
    "counted",
)
_COPIED = ("frames", "windows", "suppressed")


def _put_back(now: Env, before: Env) -> None:
    if now != before:
        now.clear()
        now.update(before)
