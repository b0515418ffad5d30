"""The Python source of a whole flow, and what it becomes when it is run."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

from ruleslang.flow.blocks import AskThen, Block, Branch, CallThen, CancelThen, EndThen, Jump, Over
from ruleslang.flow.flow import Flow
from ruleslang.flow.parts import Routine, Table
from ruleslang.flow.steps import SetIn
from ruleslang.flow.visit import assigned, inside, read, steps_in
from ruleslang.flow.words import Bind, Find, MostOften, Through, WouldBe
from ruleslang.nodes.frozen import frozen
from ruleslang.portable.kept_values import kept_values
from ruleslang.portable.print_steps import INDENT, StepPrinter
from ruleslang.portable.print_words import Printer, identifier

HEADER = 2  # places of a frame before its variables: the block it goes on at, and its routine


@frozen(eq=False)
class Source:
    """The text; the numbers of routines in frames; the places of variables in their frames."""

    text: str
    routines: tuple[str, ...]
    frames: Mapping[str, Mapping[str, int]]


def source(flow: Flow) -> Source:
    """The source of a flow."""
    printing = _Printing(flow)
    lines = [*printing.all_lines(), ""]
    return Source("\n".join(lines), printing.order, printing.kept)


class _Printing:
    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.order = tuple(flow.cut.frames)
        self.set_from_above = _set_from_above(flow)
        self.values = kept_values(flow)
        self.changes = cache(lambda family: self.values.changes(flow, family))
        self.kept = {name: self._kept(name) for name in self.order}

    def _kept(self, routine: str) -> dict[str, int]:
        """The variables that the frame of a routine has to hold: those met in several blocks."""
        own = self.flow.routines[routine]
        met: dict[str, int] = dict.fromkeys(read(own.cleanup), 1)
        kept = [each.name for each in own.parameters]
        said = {each.name for each in own.variables.values()}
        for block in self._blocks_of(routine):
            for name in _variables(block):
                met[name] = met.get(name, 0) + 1
        for each in self.flow.cut.frames[routine]:
            told = each.name in self.set_from_above.get(routine, ())
            if each.name not in kept and (told or met.get(each.name, 0) > 1 or each.name in said):
                kept.append(each.name)
        return {name: HEADER + place for place, name in enumerate(kept)}

    def _blocks_of(self, routine: str) -> Iterator[Block]:
        return (block for block in self.flow.cut.blocks if block.routine == routine)

    # ------------------------------------------------------------ lines

    def all_lines(self) -> Iterator[str]:
        """Every line."""
        yield f'"""{self.flow.population.program.name}, as the portable engine plays it."""'
        for table in self.flow.tables.values():
            yield ""
            yield f"T_{identifier(table.name)} = {_entries(table)}"
        for routine in self.flow.routines.values():
            if not routine.waits:
                yield from ("", "")
                yield from self._plain(routine)
        for routine in self.flow.routines.values():
            if routine.cleanup:
                yield from ("", "")
                yield from self._cleanup(routine)
        for block in self.flow.cut.blocks:
            yield from ("", "")
            yield from self._block(block)
        for name in sorted(tried(self.flow) & set(self.order)):
            yield from ("", "")
            yield from self.running(name)
        yield from ("", "")
        names = ", ".join(f"b{block.number}" for block in self.flow.cut.blocks)
        yield f"BLOCKS = ({names},)"

    def more_lines(self, routines: Sequence[str], tables: Sequence[str]) -> Iterator[str]:
        """The lines of plain routines and tables that were made later."""
        for name in tables:
            yield f"T_{identifier(name)} = {_entries(self.flow.tables[name])}"
        for name in routines:
            yield from ("", "")
            if name.startswith("seen "):
                yield f"@seen_once({name!r})"
            yield from self._plain(self.flow.routines[name])

    def _comment(self, statement: int) -> str:
        return self._place(self.flow.statements[statement].origin)

    def _place(self, origin: int) -> str:
        origins = self.flow.population.program.origins
        if not 0 <= origin < len(origins):
            return ""
        found = origins[origin]
        excerpt = " ".join(found.excerpt.split())
        return f"{found.file}:{found.line}  {excerpt}"[:110]

    def _plain(self, routine: Routine) -> Iterator[str]:
        boxed = _boxed(routine.steps)
        printer = self._printer(boxed, {}, {}, waits=False)
        given = "".join(f", {each.name}" for each in routine.parameters)
        if routine.is_constant:
            yield "@kept"
        name = identifier(routine.name)
        if routine.name in self.values.routines:
            yield from self._keeping(routine)
            name = f"{name}_anew"
        yield f"def {name}(M, S{given}):"
        place = self._place(routine.origin)
        if place:
            yield f"{INDENT}# {place}"
        for name in sorted(boxed):
            yield f"{INDENT}{name} = [None]"
        yield from printer.lines(routine.steps, 1)

    def _keeping(self, routine: Routine) -> Iterator[str]:
        """The answer that is kept, or else it is worked out anew."""
        name = identifier(routine.name)
        given = ", ".join(("M", "S", *(each.name for each in routine.parameters)))
        key = f"({name!r}, {', '.join(each.name for each in routine.parameters)})"
        key = key if routine.parameters else repr(name)
        yield f"def {name}({given}):"
        yield f"{INDENT}answer = M.values.get({key}, NEVER)"
        yield f"{INDENT}if answer is NEVER:"
        yield f"{INDENT * 2}answer = M.values[{key}] = {name}_anew({given})"
        yield f"{INDENT}return answer"
        yield from ("", "")

    def _cleanup(self, routine: Routine) -> Iterator[str]:
        boxed, kept = _boxed(routine.cleanup), self.kept[routine.name]
        printer = self._printer(boxed, kept, {}, waits=False)
        yield f"def cleanup_{identifier(routine.name)}(M, S, F):"
        for name in sorted(read(routine.cleanup) & kept.keys()):
            value = f"F[{kept[name]}]"
            yield f"{INDENT}{name} = {f'[{value}]' if name in boxed else value}"
        yield from printer.lines(routine.cleanup, 1)

    def running(self, routine: str) -> Iterator[str]:
        """A function that runs a routine that waits, up to its end."""
        names = [each.name for each in self.flow.routines[routine].parameters]
        yield f"def run_{identifier(routine)}({', '.join(('M', 'S', *names))}):"
        yield f"{INDENT}run_to_its_end(M, S, {self.new_frame(routine, names)})"

    def _printer(
        self,
        boxed: frozenset[str],
        kept: Mapping[str, int],
        labels: Mapping[str, tuple[int, int]],
        *,
        waits: bool,
    ) -> StepPrinter:
        waiting = frozenset(self.order)
        words = Printer(self.flow.layout, self.flow.tables, boxed, waiting=waiting)
        return StepPrinter(
            words, self._comment, kept, labels, waits, self._place_below, self.changes
        )

    def _place_below(self, routine: str, variable: str) -> tuple[int, int]:
        return self.order.index(routine), self.kept[routine][variable]

    def _block(self, block: Block) -> Iterator[str]:
        boxed = _boxed((tuple(block.steps), block.end))
        kept = self.kept[block.routine]
        printer = self._printer(boxed, kept, block.labels, waits=True)
        yield f"def b{block.number}(M, S):"
        place = self._place(self.flow.routines[block.routine].origin)
        yield f"{INDENT}# {block.routine}{': ' + place if place else ''}"
        used = sorted(_variables(block) & kept.keys())
        takes = block.takes.name if block.takes is not None else ""
        if used or takes:
            yield f"{INDENT}F = M.F"
        for name in used:
            if name != takes:
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
        word = printer.words.word
        match block.end:
            case Jump(to):
                yield f"{INDENT}return {to}"
            case Branch(condition, yes, no):
                yield f"{INDENT}if {word(condition)}:"
                yield from printer.stored_bound(condition, 2)
                yield f"{INDENT * 2}return {yes}"
                yield f"{INDENT}return {no}"
            case CallThen(routine, arguments, then):
                given = [word(each) for each in arguments]
                yield f"{INDENT}M.F[0] = {then}"
                yield f"{INDENT}return enter(M, {self.new_frame(routine, given)})"
            case AskThen(ask, then):
                shown = "".join(f"{word(each)}, " for each in ask.shown)
                said = f"{ask.question}, {word(ask.who)}, {word(ask.options)}, ({shown})"
                yield f"{INDENT}return ask(M, S, {said}, {then})"
            case EndThen(end, then):
                said = f"{end.event!r}, {end.if_under_way}, {end.origin}, {then}"
                yield f"{INDENT}return end(M, S, {said})"
            case CancelThen(cancel):
                yield f"{INDENT}return cancel(M, S, {word(cancel.run)}, {cancel.origin})"
            case Over():
                pass

    def new_frame(self, routine: str, arguments: list[str]) -> str:
        """A frame of a routine that begins."""
        rest = len(self.kept[routine]) - len(arguments)
        number = self.order.index(routine)
        items = [str(self.flow.cut.entries[routine]), str(number), *arguments]
        return f"[{', '.join(items)}{', None' * rest}]"


def tried(flow: Flow) -> set[str]:
    """The routines that run in imagined positions, called by no other."""
    found = set()
    for each in inside(tuple(one.steps for one in flow.routines.values())):
        if isinstance(each, WouldBe):
            found.add(each.routine)
        elif isinstance(each, MostOften):
            found.add(each.doing)
    return found


def _set_from_above(flow: Flow) -> dict[str, set[str]]:
    """The variables of each routine that others set."""
    found: dict[str, set[str]] = {}
    for routine in flow.routines.values():
        for step in steps_in((*routine.steps, *routine.cleanup)):
            if isinstance(step, SetIn):
                found.setdefault(step.routine, set()).add(step.variable.name)
    return found


def _variables(block: Block) -> set[str]:
    """The names of all variables that a block reads or gives values."""
    nodes = (tuple(block.steps), block.end)
    found = read(nodes) | set(assigned(nodes))
    return found | ({block.takes.name} if block.takes is not None else set())


def _boxed(node: Any) -> frozenset[str]:
    """Variables that take values where Python allows no assignment: in what is run through."""
    return frozenset(
        variable.name
        for each in inside(node)
        if isinstance(each, Through | Find)
        for within in inside(each.over)
        if isinstance(within, Bind | Find)
        for variable in (within.variable,)
    )


class Filled(dict[tuple[int, ...], Any]):
    """The entries of a large table, each worked out when it is first read."""

    def __init__(self, entry: Callable[[tuple[int, ...]], Any]) -> None:
        super().__init__()
        self.entry = entry

    def __missing__(self, at: tuple[int, ...]) -> Any:
        found = self[at] = self.entry(at)
        return found


def _entries(table: Table) -> str:
    if table.made is None:
        return f"LARGE[{table.name!r}]"
    if len(table.sizes) == 1:
        return repr(table.entries)
    places = product(*map(range, table.sizes))
    return repr(dict(zip(places, table.entries, strict=True)))


def more_source(
    flow: Flow, routines: Sequence[str], tables: Sequence[str], known: Container[str]
) -> str:
    """
    The source of plain routines and tables that were made when the rest was printed, and of what
    they try in imagined positions that is not yet `known`.
    """
    printing = _Printing(flow)
    lines = list(printing.more_lines(routines, tables))
    for name in sorted(tried(flow) & set(printing.order)):
        if f"run_{identifier(name)}" not in known:
            lines += ["", *printing.running(name)]
    return "\n".join([*lines, ""])


def run(flow: Flow, names: Mapping[str, Any], made: Source) -> dict[str, Any]:
    """The names that the source defines, run beside these; debuggers and tracebacks show it."""
    large = {name: Filled(table.entry) for name, table in flow.tables.items() if table.entry}
    space = {**names, "LARGE": large}
    run_in(flow, made.text, space, "portable")
    return space


def run_in(flow: Flow, text: str, space: dict[str, Any], of: str) -> None:
    """Run source beside what is there; debuggers and tracebacks show it."""
    file = f"<{flow.population.program.name}, {of}, {id(flow):x}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), space)
