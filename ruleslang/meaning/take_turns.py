"""`take turns` (docs/reference/procedures.md)."""

from __future__ import annotations

from ruleslang.match.values import Player
from ruleslang.meaning.builtins import around
from ruleslang.meaning.control_flow import passing
from ruleslang.meaning.evaluate import evaluate, player
from ruleslang.meaning.machine import Frame, Gone, Machine, Signal, Work
from ruleslang.program import statements as s


def take_turns(m: Machine, x: s.TakeTurns, frame: Frame) -> Work:
    """
    Players of a set take turns, clockwise.

    Before each turn `until`, then the set are read: true, or empty, ends the loop. Next is the
    first of the set after `active`, from his seat. When a nested one is left, in whatever way,
    `active` is again what it was.
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
        if not _is_pass_over(signal, who):
            return signal


def _next(m: Machine, x: s.TakeTurns, frame: Frame, start: Player | None) -> Player | None:
    """Whose turn comes, or None when the loop is over."""
    if x.until is not None and evaluate(m, x.until, frame.env):
        return None
    among = evaluate(m, x.among, frame.env)
    if start is not None and start in among:
        return start
    found = around(m, start if start is not None else m.state.active, 1, among)
    return found[0] if found else None


def _is_pass_over(signal: Signal, who: Player) -> bool:
    """Whether only this turn is over: nothing left it, or a question to him once he was out."""
    return signal is None or (isinstance(signal, Gone) and signal.player is who)
