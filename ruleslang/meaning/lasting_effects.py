"""
Starts and ends lasting effects (docs/reference/effects.md).

`until P ends` lasts until the current run of P ends, `until P(…) ends` or `starts` until the next
matching run does, `while` until its condition is first false.
"""

from __future__ import annotations

from collections.abc import Callable

from ruleslang.match.faults import Fault
from ruleslang.match.resource_usage import too_much
from ruleslang.match.values import Player, Value
from ruleslang.meaning.evaluate import evaluate
from ruleslang.meaning.hooks import arguments_of
from ruleslang.meaning.machine import Frame, Invocation, Machine, Signal
from ruleslang.meaning.patterns import fits_fixed, fixed, speaks_of
from ruleslang.meaning.state import ActiveLasting
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.events import event_name


def begin_lasting(m: Machine, x: s.Lasting, frame: Frame) -> Signal:
    """Effects begin now, and keep what they capture as it is now."""
    lifetime = x.lifetime
    if isinstance(lifetime, s.WhileHolds) and not evaluate(m, lifetime.condition, dict(frame.env)):
        return None
    last = ActiveLasting(
        statement=x,
        locals=frame.locals,
        env={slot: frame.env[slot] for slot in x.captures},
        age=m.state.tick(),
        holder=None if x.you is None else frame.env[x.you],
        card=None if x.this is None else frame.env[x.this],
    )
    _fix_end(m, last, frame)
    if len(m.state.lasting) >= limits.LASTING:
        raise too_much(f"more than {limits.LASTING:,} effects that last", x.origin)
    m.state.set_lasting((*m.state.lasting, last))
    return None


def _fix_end(m: Machine, last: ActiveLasting, frame: Frame) -> None:
    """Store what will end the effects: the current run of the procedure, or the values of the
    pattern as they are now.
    """
    match last.statement.lifetime:
        case s.UntilRunEnds(event):
            last.ends_with = m.innermost(event)
            if last.ends_with is None:
                said = f"`{event_name(event)}` is not under way"
                raise Fault("not-under-way", said, last.statement.origin)
        case s.UntilNextEnd(pattern=pattern) | s.UntilNextStart(pattern=pattern):
            last.places = fixed(m, pattern, dict(frame.env))


def start_spans(m: Machine, name: str, values: tuple[Value, ...]) -> None:
    """Effects `until P(…) starts` end, just before step 1 of P."""
    if m.state.lasting:
        _end(
            m,
            lambda last: (
                isinstance(last.statement.lifetime, s.UntilNextStart)
                and event_name(last.statement.lifetime.event) == name
                and fits_fixed(m, last.places, values)
            ),
        )


def end_spans(m: Machine, run: Invocation) -> None:
    """Ends the effects `until P ends` and `until P(…) ends` that match this run; called after the
    `after` hooks of P.
    """
    if m.state.lasting:
        values = arguments_of(run)
        _end(
            m,
            lambda last: (
                last.ends_with is run
                or (
                    isinstance(last.statement.lifetime, s.UntilNextEnd)
                    and event_name(last.statement.lifetime.event) == run.name
                    and fits_fixed(m, last.places, values)
                )
            ),
        )


def end_spans_of(m: Machine, player: Player) -> None:
    """Effects with an eliminated player in their pattern end."""
    if m.state.lasting:
        _end(m, lambda last: speaks_of(last.places, player))


def end_false_spans(m: Machine) -> None:
    """Effects `while` end for good when their condition is first false."""
    _end(
        m,
        lambda last: (
            isinstance(last.statement.lifetime, s.WhileHolds)
            and not evaluate(m, last.statement.lifetime.condition, dict(last.env))
        ),
    )


def _end(m: Machine, is_over: Callable[[ActiveLasting], bool]) -> None:
    kept = tuple(last for last in m.state.lasting if not is_over(last))
    if len(kept) != len(m.state.lasting):
        m.state.set_lasting(kept)
