"""
Prints and compiles each function of a flow when it is first called.

A match uses few of the rules of a large rulebook before its first decision, and printing all of
them takes longer than lowering them. A stub replaces itself by the function at its first call, so
later calls cost nothing extra.
"""

from __future__ import annotations

import ast
import builtins
import linecache
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from keyword import kwlist
from threading import RLock
from typing import Any, TypeAlias

from ruleslang.engine.cells.machine import Play
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.printed_names import routine_name
from ruleslang.engine.flow.tables_and_routines import Routine, Table
from ruleslang.engine.match.made_when_asked import MadeWhenAsked
from ruleslang.engine.python.pure_runtime_functions import Answers, computed_once, kept
from ruleslang.engine.python.source import Source, recomputing

Function: TypeAlias = "Callable[..., Any]"
Lines: TypeAlias = "Callable[[], Iterator[str]]"

BLOCKS = (ast.FunctionDef, ast.If, ast.For, ast.While)
SIMPLE = (ast.Assign, ast.Return, ast.Expr, ast.Raise, ast.Pass, ast.Break, ast.Continue)
_printing = RLock()  # a source prints one function at a time


class Functions:
    """
    The functions of a flow.

    `space` has those called by name, with the tables and runtime; `blocks` those of blocks by
    number, `cleanups` those of routines that drop frames.
    """

    def __init__(self, flow: Flow, source: Source, names: Mapping[str, Any]) -> None:
        self._flow = flow
        self.space: dict[str, Any] = {**names}
        self._owners = flow.lowering.owners
        self._owners.reserve((*names, *dir(builtins), *kwlist))
        self.blocks = [self._block(source, number) for number in range(len(flow.cut.blocks))]
        self.cleanups = [
            self._cleanup(source, flow.routines[name]) for name in source.frames.routines
        ]
        self.add(source)

    def add(self, source: Source) -> None:
        """Add what the flow has and the namespace lacks."""
        space, flow = self.space, self._flow
        for name, table in flow.tables.items():
            called = self._owners.name("T", name)
            if called not in space:
                space[called] = _entries(table)
        for routine in flow.routines.values():
            if not routine.waits and self._owners.name("R", routine.name) not in space:
                self._add_plain(source, routine)
        for name in source.frames.routines:
            called = self._owners.name("RUN", name)
            if called not in space:
                space[called] = self._later(source, called, partial(source.running, name))

    def _add_plain(self, source: Source, routine: Routine) -> None:
        space, name = self.space, routine_name(routine.name)
        lines = partial(source.plain, routine)

        def put(function: Function) -> None:
            is_seen = routine.name.startswith("seen ")
            space[name] = seen_once(routine.name, function) if is_seen else function

        def work_out_by(function: Function) -> None:
            answers.function = function

        if routine.is_deep:
            later = self._later(source, recomputing(routine.name), lines)
            put(computed_once(routine.name, later, routine.origin, keeps=routine.is_constant))
        elif routine.is_constant:
            work_out = self._later(source, recomputing(routine.name), lines, work_out_by)
            answers = Answers(work_out, len(routine.parameters))
            space[self._owners.name("ANSWERS", routine.name)] = answers
            put(kept(answers))
        else:
            put(self._later(source, name, lines, put))

    def _block(self, source: Source, number: int) -> Function:
        block = self._flow.cut.blocks[number]

        def put(function: Function) -> None:
            self.blocks[number] = function

        return self._later(source, f"b{number}", partial(source.block, block), put)

    def _cleanup(self, source: Source, routine: Routine) -> Function | None:
        name = self._owners.name("CLEANUP", routine.name)
        lines = partial(source.cleanup, routine)
        return self._later(source, name, lines) if routine.cleanup else None

    def _later(
        self, source: Source, name: str, lines: Lines, put: Callable[[Function], None] | None = None
    ) -> Function:
        """Return a stub for a function until its first call."""
        functions: list[Function] = []

        def first_called(*arguments: Any) -> Any:
            if not functions:
                functions.append(self.defined(source, lines()))
                if put is not None:
                    put(functions[0])
            return functions[0](*arguments)

        return first_called

    def defined(self, source: Source, lines: Iterator[str]) -> Function:
        """Print, compile and run the definition of a function and its constants."""
        with _printing:
            printed, read = source.function(lines)
            new = [line for name, line in read.items() if self._is_new(name, line)]
            name = printed[0].partition("(")[0].removeprefix("def ")
            file = f"<{self._flow.population.program.name}, {name}, {id(self._flow):x}>"
            text, tree = parsed([*new, *printed], file)
            linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
            exec(compile(tree, file, "exec"), self.space)
            function: Function = self.space[name]
            return function

    def _is_new(self, name: str, line: str) -> bool:
        """Return whether a constant is new; raises `NameTaken` if the name has another value."""
        self._owners.take(name, line)
        return name not in self.space


class NotAsPrinted(Exception):
    """Printed source parses differently: something in it was read as code."""


def parsed(lines: Sequence[str], file: str) -> tuple[str, ast.Module]:
    """
    Return the text of printed lines, and its syntax tree; raises `NotAsPrinted`.

    Always: each line starts exactly one of the printed statements, except comments, `else` and
    blank lines, which start none. So no name, comment or literal of a rulebook can break out into
    code.
    """
    text = "\n".join([*lines, ""])
    tree = ast.parse(text, file)
    begun, left = list[int](), list[ast.stmt](tree.body)
    while left:
        statement = left.pop()
        begun.append(statement.lineno)
        if isinstance(statement, BLOCKS):
            left += statement.body
            left += getattr(statement, "orelse", ())
        elif not isinstance(statement, SIMPLE):
            raise NotAsPrinted(f"{file} has a statement that nothing prints: {statement}")
    printed = [at for at, line in enumerate(lines, 1) if not _is_no_statement(line.lstrip())]
    if sorted(begun) != printed or text.count("\n") != len(lines):
        raise NotAsPrinted(f"{file} has other statements than were printed")
    return text, tree


def _is_no_statement(line: str) -> bool:
    """Return whether no statement starts on a printed line."""
    return not line or line.startswith("#") or line == "else:"


def _entries(table: Table) -> Any:
    if table.listed is None:
        assert table.entry is not None
        return MadeWhenAsked(table.entry)
    if len(table.sizes) == 1:
        return table.listed
    places = product(*map(range, table.sizes))
    return dict(zip(places, table.listed, strict=True))


def seen_once(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function memoised while a player is asked."""

    def seen(M: Play, S: Any, *arguments: Any) -> Any:
        key = name, arguments
        try:
            return M.seen[key]
        except KeyError:
            result = M.seen[key] = function(M, S, *arguments)
            return result

    return seen
