"""Reports `never-played`: a play names no window, and cards are played only in windows.

A play without a window in its head is legal only while none is open.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.program import statements as s
from ruleslang.program.declarations import Action
from ruleslang.program.program import Program
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

never_played = Message(
    "never-played",
    "cards are played in windows only, and this play names none",
    help="it is never possible; name its window: `play in {window}`",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    program = subject.program
    performing = _performing_in_windows(program)
    played = {id(node) for action in performing for node in find(action, s.Perform)}
    if not played or played != {id(node) for node in find(program, s.Perform)}:
        return
    offers = (window.name for window in program.windows if _offers(window.offers, performing))
    window = next(offers, "W")
    for play in program.plays:
        if not play.windows:
            yield never_played(subject.span(play.origin), window=window)


def _performing_in_windows(program: Program) -> list[Action]:
    """The actions that play cards and name a window in their heads."""
    return [action for action in program.actions if action.windows and find(action, s.Perform)]


def _offers(offered: tuple[str, ...], actions: list[Action]) -> bool:
    return any(action.name in offered for action in actions)
