"""
`E after P`: runs P in a copy of the state, evaluates E there, and drops the copy.

Hooks, modifiers, resets and rules that act at once apply; nothing of the match changes, and nobody
hears of it (decision 0037). Steps and members that are looked at count towards the limits.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ruleslang.match.faults import Fault
from ruleslang.match.values import Env, Value
from ruleslang.meaning.control_flow import call_procedure
from ruleslang.meaning.evaluate import evaluate, evaluate_all
from ruleslang.meaning.machine import Answering, Capped, Heard, Leaving, Machine, Won
from ruleslang.program import expressions as e


def what_would_be(m: Machine, x: e.WhatWouldBe, env: Env) -> Value:
    """`E after P(a, b)`."""
    arguments = evaluate_all(m, x.arguments, env)
    with imagined(m):
        run_imagined(m, call_procedure(m, x.procedure, arguments, x.origin), x.origin)
        answer = evaluate(m, x.value, env)
    m.state.answered(answer)
    return answer


def run_imagined(m: Machine, work: Answering, origin: int) -> None:
    """Run something to its end in an imagined position; what leaves it has ended there, too."""
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
    """The machine in a copy of its state, as if nothing but that were under way."""
    kept = {name: getattr(m, name) for name in _KEPT}
    copied = {name: getattr(m, name).copy() for name in _COPIED}
    places = [(run, dict(run.declared), dict(run.env)) for run in m.under_way]
    m.real = m.real or m.state
    m.state = m.state.imagined()
    m.known = dict(m.known)
    m.queue, m.again, m.notes, m.on_end = [], [], [], {}
    m.settling, m.quiet, m.secret = False, 0, None
    m.heard = Heard(reached=m.heard.reached, read=m.heard.read)
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
