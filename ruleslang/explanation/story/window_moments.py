"""
Names the moment at which a player is asked: the window, and the words that it was opened with.

A word is used only if every `open` of that window has it as a literal: then it depends on nothing
that might be hidden from a player except that the window was opened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from attrs import frozen

from ruleslang.engine.match.decision import Decision
from ruleslang.engine.match.interface import Reader
from ruleslang.engine.match.runtime_values import shown
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import ProcedureRun
from ruleslang.program.locals import WRITES, slots_in
from ruleslang.program.looks import called, titles_of
from ruleslang.program.program import Program
from ruleslang.program.walk import find, walk

T = TypeVar("T", s.OpenWindow, s.Call)


@frozen
class Moment:
    """A window with its words; `own`: it is the turn of the player who is asked."""

    window: str
    words: tuple[str, ...]
    own: bool

    @property
    def name(self) -> str:
        """The displayed name."""
        return ", ".join(self.words).replace("_", " ") or self.window.replace("_", " ")


@frozen
class Moments:
    """For each window, the indices of the parameters that may be shown; `looks` has titles."""

    reported: Mapping[str, tuple[int, ...]]
    names: tuple[str, ...]
    looks: Mapping[str, str]

    def of(self, match: Reader, decision: Decision) -> Moment | None:
        """Return the moment of a decision; `None` if it is not asked in a window."""
        if decision.kind != "window":
            return None
        arguments = match.inquiry().opened_with
        reported = (shown(arguments[place]) for place in self.reported[decision.name])
        words = tuple(called(self.looks, word) for word in reported)
        return Moment(decision.name, words, match.position.active is decision.asked)


def moments_of(program: Program) -> Moments:
    """Return the parameters that may be shown, for the windows of a program."""
    parameters = {window.name: tuple(_public(program, window)) for window in program.windows}
    looks = titles_of(program)
    return Moments(parameters, tuple(_names(program, parameters, looks)), looks)


def _names(
    program: Program, parameters: Mapping[str, tuple[int, ...]], looks: Mapping[str, str]
) -> Iterator[str]:
    """Yield the names of all moments named by a single word, and of the other windows."""
    words = {each.name: each.words for each in program.words}
    types = [[w.parameters[place].type for place in parameters[w.name]] for w in program.windows]
    alone = (shown[0] for shown in types if len(shown) == 1)
    lists = dict.fromkeys(type.list for type in alone if isinstance(type, t.WordOf))
    yield from (called(looks, word) for name in lists for word in words[name])
    for window in program.windows:
        if not parameters[window.name]:
            yield window.name.replace("_", " ")


def _public(program: Program, window: d.Window) -> Iterator[int]:
    for place, parameter in enumerate(window.parameters):
        if isinstance(parameter.type, t.WordOf) and _is_written(program, window.name, place):
            yield place


def _is_written(program: Program, window: str, place: int) -> bool:
    """Return whether the argument is a literal at every `open` of the window, or call around it."""
    return all(
        _comes_from_the_text(program, opener, opened.arguments[place], set())
        for opener, opened in _in_procedures(program, s.OpenWindow)
        if opened.window == window
    )


def _comes_from_the_text(
    program: Program, procedure: d.Procedure | None, value: e.Expr, seen: set[tuple[str, int]]
) -> bool:
    """Return whether it is a word, or a parameter for which every call of the procedure has one."""
    if isinstance(value, e.WordValue):
        return True
    if not (procedure and isinstance(value, e.Local) and value.slot < len(procedure.parameters)):
        return False
    key = (procedure.name, value.slot)
    if key in seen:
        return True
    seen.add(key)
    is_set = any(value.slot in slots_in(node, (WRITES,)) for node in walk(procedure.body))
    return not (is_set or _gives_others(program, procedure.name)) and all(
        _comes_from_the_text(program, caller, call.arguments[value.slot], seen)
        for caller, call in _in_procedures(program, s.Call)
        if call.procedure == procedure.name
    )


def _in_procedures(program: Program, sort: type[T]) -> Iterator[tuple[d.Procedure | None, T]]:
    """Yield every statement of a sort, with the procedure that contains it, if one does."""
    owners = {id(part): each for each in program.procedures for part in find(each.body, sort)}
    yield from ((owners.get(id(part)), part) for part in find(program, sort))


def _gives_others(program: Program, name: str) -> bool:
    """Return whether a hook that replaces a procedure calls it with other arguments."""
    return any(
        usual.arguments is not None
        for hook in find(program, s.Hook)
        if isinstance(hook.event, ProcedureRun) and hook.event.name == name
        for usual in find(hook.block, s.AsUsual)
    )
