"""
Lasting effects: how they begin and end (LANGUAGE B3).

`until P ends` is tied to the very run of P; `until P(…) ends` and `starts` to the next that fits,
with what stood in the pattern when the effect began; `while` ends for good when it is first
false.
"""

from __future__ import annotations

from collections.abc import Callable

from ruleslang.match.faults import Fault
from ruleslang.match.values import Player, Value
from ruleslang.meaning.evaluate import evaluate
from ruleslang.meaning.hooks import arguments_of
from ruleslang.meaning.limits import too_much
from ruleslang.meaning.machine import Frame, Invocation, Machine, Signal
from ruleslang.meaning.patterns import fits_fixed, fixed, speaks_of
from ruleslang.meaning.state import ActiveLasting
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.events import event_name


def begin_lasting(m: Machine, x: s.Lasting, frame: Frame) -> Signal:
    """Effects begin now, and keep what they capture as it is now."""
    if x.span == "while" and not evaluate(m, x.condition, dict(frame.env)):
        return None
    last = ActiveLasting(
        statement=x,
        locals=frame.locals,
        env={slot: frame.env[slot] for slot in x.captures},
        age=m.state.tick(),
        holder=None if x.you is None else frame.env[x.you],
        card=None if x.this is None else frame.env[x.this],
    )
    if x.span == "ends here" and x.event is not None:
        last.ends_with = m.innermost(event_name(x.event))
        if last.ends_with is None:
            raise Fault("not-under-way", f"`{event_name(x.event)}` is not under way", x.origin)
    elif x.span != "while":
        last.places = fixed(m, x.pattern, dict(frame.env))
    if len(m.state.lasting) >= limits.LASTING:
        raise too_much(f"more than {limits.LASTING:,} effects that last", x.origin)
    m.state.set_lasting((*m.state.lasting, last))
    return None


def start_spans(m: Machine, name: str, values: tuple[Value, ...]) -> None:
    """Effects `until P(…) starts` end, just before step 1 of P."""
    if m.state.lasting:
        _end(
            m,
            lambda last: (
                last.statement.span == "starts"
                and _is_about(last.statement, name)
                and fits_fixed(m, last.places, values)
            ),
        )


def end_spans(m: Machine, run: Invocation) -> None:
    """Effects `until P ends` and `until P(…) ends` end, after its `after` hooks."""
    if m.state.lasting:
        values = arguments_of(run)
        _end(
            m,
            lambda last: (
                last.ends_with is run
                or (
                    last.statement.span == "ends"
                    and _is_about(last.statement, run.name)
                    and fits_fixed(m, last.places, values)
                )
            ),
        )


def _is_about(lasting: s.Lasting, name: str) -> bool:
    return lasting.event is not None and event_name(lasting.event) == name


def end_spans_of(m: Machine, player: Player) -> None:
    """Effects with an eliminated player in their pattern end."""
    if m.state.lasting:
        _end(m, lambda last: speaks_of(last.places, player))


def end_false_spans(m: Machine) -> None:
    """Effects `while` end for good when their condition is first false."""
    _end(
        m,
        lambda last: (
            last.statement.span == "while"
            and not evaluate(m, last.statement.condition, dict(last.env))
        ),
    )


def _end(m: Machine, is_over: Callable[[ActiveLasting], bool]) -> None:
    kept = tuple(last for last in m.state.lasting if not is_over(last))
    if len(kept) != len(m.state.lasting):
        m.state.set_lasting(kept)
