"""Prints the Python source of a flow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve

from ruleslang.engine.flow.frames import FrameLayout
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.printed_names import (
    comment,
    literal,
    printed_name,
    routine_name,
    safe_letters,
)
from ruleslang.engine.flow.resumable_blocks import (
    AskThen,
    Block,
    Branch,
    CallThen,
    CancelThen,
    EndThen,
    Jump,
    Over,
    variables_of,
)
from ruleslang.engine.flow.simplify_words import Simplifier, Totality
from ruleslang.engine.flow.steps import Call, Do, Set, inside, read
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.engine.flow.words import Bind, Find, Through, Variable
from ruleslang.engine.python.print_steps import INDENT, StepPrinter, bare
from ruleslang.engine.python.print_words import Printer
from ruleslang.program.program import origin_of


def recomputing(routine: str) -> str:
    """Return the name of the function that recomputes a memoised answer."""
    return printed_name("ANEW", routine)


class Source:
    """The source of a flow, printed function by function."""

    def __init__(self, flow: Flow, frames: FrameLayout) -> None:
        self.flow = flow
        self.frames = frames
        self._waiting = frozenset(self.frames.routines)
        self.totality = Totality(flow.routines)
        self.simplifier = Simplifier(self.totality, binds_one=True)
        self.constant = frozenset(
            name
            for name, routine in flow.routines.items()
            if routine.is_constant and not (routine.waits or routine.is_deep)
        )
        self.constants: dict[str, str] = {}  # lines of what the function that is printed reads

    # ------------------------------------------------------------ lines

    def function(self, lines: Iterator[str]) -> tuple[list[str], dict[str, str]]:
        """Return the lines of a function, and the constants that it reads, by name."""
        self.constants = {}
        return list(lines), self.constants

    def _comment(self, statement: int) -> str:
        return self._place(self.flow.statements[statement].origin)

    def _place(self, origin: int) -> str:
        written_at = origin_of(self.flow.population.program, origin)
        return "" if written_at is None else comment(written_at)

    def plain(self, routine: Routine) -> Iterator[str]:
        """Yield the function of a routine that does not wait."""
        steps = self.simplifier.simplified(routine.steps)
        boxed = _boxed(steps)
        printer = self._printer(boxed, {}, {}, waits=False)
        parameters = "".join(f", {parameter.name}" for parameter in routine.parameters)
        name = routine_name(routine.name)
        if routine.is_constant or routine.is_deep:
            name = recomputing(routine.name)
        yield f"def {name}(M, S{parameters}):"
        place = self._place(routine.origin)
        if place:
            yield f"{INDENT}# {place}"
        for name in sorted(boxed):
            yield f"{INDENT}{name} = [None]"
        yield from printer.lines(steps, 1)

    def cleanup(self, routine: Routine) -> Iterator[str]:
        """Yield the function that runs when a frame of a routine is dropped."""
        kept = self.frames.places[routine.name]
        steps = self.simplifier.simplified(routine.cleanup, kept)
        boxed = _boxed(steps)
        printer = self._printer(boxed, kept, {}, waits=False)
        yield f"def {printed_name('CLEANUP', routine.name)}(M, S, F):"
        for name in sorted(read(steps) & kept.keys()):
            value = f"F[{kept[name]}]"
            yield f"{INDENT}{name} = {f'[{value}]' if name in boxed else value}"
        yield from printer.lines(steps, 1)

    def running(self, routine: str) -> Iterator[str]:
        """Yield the function that runs a routine that waits to its end."""
        names = [parameter.name for parameter in self.flow.routines[routine].parameters]
        yield f"def {printed_name('RUN', routine)}({', '.join(('M', 'S', *names))}):"
        yield f"{INDENT}run_to_its_end(M, S, {self.new_frame(routine, names)})"

    def _printer(
        self,
        boxed: frozenset[str],
        kept: Mapping[str, int],
        labels: Mapping[str, tuple[int, int]],
        *,
        waits: bool,
    ) -> StepPrinter:
        words = Printer(
            self.flow.layout,
            self.flow.tables,
            boxed,
            waiting=self._waiting,
            constant=self.constant,
            constants=self.constants,
            is_total=self.totality.is_total,
        )
        return StepPrinter(words, self._comment, kept, labels, waits, self._place_below)

    def _place_below(self, routine: str, variable: str) -> tuple[int, int]:
        return self.frames.numbers[routine], self.frames.places[routine][variable]

    def block(self, block: Block) -> Iterator[str]:
        kept = self.frames.places[block.routine]
        steps = self.simplifier.simplified(tuple(block.steps), kept)
        block = evolve(block, steps=list(steps), end=self.simplifier.simplified(block.end, kept))
        boxed = _boxed((steps, block.end))
        printer = self._printer(boxed, kept, block.labels, waits=True)
        takes = block.takes.name if block.takes is not None else ""
        yield f"def b{block.number}(M, S):"
        place = self._place(self.flow.routines[block.routine].origin)
        yield f"{INDENT}# {safe_letters(block.routine)}{': ' + place if place else ''}"
        if takes or variables_of(block) & kept.keys():
            yield f"{INDENT}F = M.F"
        for name in sorted((_read_first(block) | boxed) & kept.keys() - {takes}):
            value = f"F[{kept[name]}]"
            yield f"{INDENT}{name} = {f'[{value}]' if name in boxed else value}"
        for name in sorted(boxed - kept.keys()):
            yield f"{INDENT}{name} = [None]"
        if block.takes is not None:
            if takes in boxed:
                yield f"{INDENT}{takes} = [None]"
            yield f"{INDENT}{printer.taking(block.takes)}M.taken"
        if block.steps:
            yield from printer.lines(block.steps, 1)
        yield from self._end(block, printer)

    def _end(self, block: Block, printer: StepPrinter) -> Iterator[str]:
        word, start = printer.words.word, INDENT
        match block.end:
            case Jump(to):
                yield f"{start}return {to}"
            case Branch(condition, yes, no):
                yield f"{start}if {bare(word(condition))}:"
                yield from printer.stored_bound(condition, 2)
                yield f"{start * 2}return {yes}"
                yield f"{start}return {no}"
            case CallThen(routine, arguments, then):
                arguments_text = [word(argument) for argument in arguments]
                yield f"{start}M.F[0] = {then}"
                yield f"{start}return enter(M, {self.new_frame(routine, arguments_text)})"
            case AskThen(ask, then):
                shown = "".join(f"{word(word_shown)}, " for word_shown in ask.shown)
                arguments_in_call = (
                    f"{ask.question}, {word(ask.who)}, {word(ask.options)}, ({shown})"
                )
                yield f"{start}return ask(M, S, {arguments_in_call}, {then})"
            case EndThen(end, then):
                arguments_in_call = (
                    f"{literal(end.event)}, {end.if_under_way}, {end.origin}, {then}"
                )
                yield f"{start}return end(M, S, {arguments_in_call})"
            case CancelThen(cancel):
                yield f"{start}return cancel(M, S, {word(cancel.run)}, {cancel.origin})"
            case Over():
                pass

    def new_frame(self, routine: str, arguments: list[str]) -> str:
        missing = len(self.frames.places[routine]) - len(arguments)
        number = self.frames.numbers[routine]
        items = [str(self.flow.cut.entries[routine]), str(number), *arguments]
        return f"[{', '.join(items)}{', None' * missing}]"


def _read_first(block: Block) -> set[str]:
    """Return the variables that a block may read before they are assigned."""
    nodes = inside((tuple(block.steps), block.end))
    first_read: set[str] = {node.variable.name for node in nodes if isinstance(node, Bind | Find)}
    assigned_so_far = {block.takes.name} if block.takes is not None else set()
    for step in block.steps:
        first_read |= read(step) - assigned_so_far
        match step:
            case Set(variable=Variable(name)):
                assigned_so_far.add(name)
            case Do(into=Variable(name)) | Call(into=Variable(name)):
                assigned_so_far.add(name)
    return first_read | (read(block.end) - assigned_so_far)


def _boxed(node: Any) -> frozenset[str]:
    """Variables assigned where Python allows no assignment: inside iterables."""
    return frozenset(
        variable.name
        for loop in inside(node)
        if isinstance(loop, Through | Find)
        for within in inside(loop.over)
        if isinstance(within, Bind | Find)
        for variable in (within.variable,)
    )
