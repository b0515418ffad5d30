"""
Prints a flow as readable text: each routine with its steps, one that waits block by block.

value gain (p_0) return (stake[p_0] if p_0 is in winners otherwise ...)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from ruleslang.flow.lower import Flow
from ruleslang.flow.resumable_blocks import (
    AskThen,
    Block,
    Branch,
    CallThen,
    CancelThen,
    EndThen,
    Jump,
    Over,
)
from ruleslang.flow.steps import (
    NOWHERE,
    Ask,
    At,
    Call,
    Do,
    Each,
    If,
    Loop,
    Return,
    Set,
    Step,
    Steps,
    Stretch,
    Win,
    Write,
)
from ruleslang.flow.tables_and_routines import Routine
from ruleslang.flow.words import (
    Apply,
    Bind,
    Both,
    Cell,
    Constant,
    Either,
    Find,
    Invoke,
    Known,
    Lookup,
    MostOften,
    Present,
    Standing,
    Through,
    Variable,
    When,
    Within,
    Word,
    WouldBe,
)
from ruleslang.nodes.walk import field_names
from ruleslang.program.program import origin_of

INDENT = "    "
SIGNS = ("+", "-", "*", "<", "<=", ">", ">=", "same", "is in", "joined", "without")


def routines_of(flow: Flow, name: str) -> list[str]:
    """The routines made of a rulebook's name: `procedure game` for `game`, …"""
    return [
        routine for routine in flow.routines if routine == name or name in routine.split(" ")[1:]
    ]


def dump(flow: Flow, names: list[str]) -> str:
    return "\n\n".join("\n".join(_routine(flow, flow.routines[name])) for name in names) + "\n"


def dump_state(flow: Flow) -> str:
    """The families of cells, each with its address, sizes and type; empty ones are left out."""
    lines = [f"{flow.layout.size} cells, {8 * flow.layout.size} bytes in C beside their heap", ""]
    for family in flow.layout.families.values():
        if family.cells:
            sizes = " by ".join(map(str, family.sizes)) or "one"
            lines.append(f"{family.base:>6}  {family.name}  ({sizes})  {family.type}")
    return "\n".join(lines) + "\n"


def _routine(flow: Flow, routine: Routine) -> Iterator[str]:
    given = ", ".join(parameter.name for parameter in routine.parameters)
    yield f"{routine.name} ({given}){' waits' if routine.waits else ''}"
    if not routine.waits:
        yield from _steps(flow, routine.steps, 1)
        return
    held = ", ".join(each.name for each in flow.cut.frames[routine.name])
    yield f"{INDENT}frame: {held or 'nothing'}"
    for block in flow.cut.blocks:
        if block.routine == routine.name:
            yield from _block(flow, block)


def _block(flow: Flow, block: Block) -> Iterator[str]:
    takes = "" if block.takes is None else f", {block.takes.name} := what it waited for"
    yield f"{INDENT}block {block.number}{takes}"
    yield from _steps(flow, tuple(block.steps), 2)
    match block.end:
        case Jump(to):
            yield f"{INDENT * 2}go to {to}"
        case Branch(condition, yes, no):
            yield f"{INDENT * 2}if {said(condition)} go to {yes} else {no}"
        case CallThen(routine, arguments, then):
            yield f"{INDENT * 2}{routine}({_all(arguments)}), then {then}"
        case AskThen(ask, then):
            yield f"{INDENT * 2}ask {said(ask.who)} one of {said(ask.options)}, then {then}"
        case EndThen(end, then):
            yield f"{INDENT * 2}end {end.event}, or {then}"
        case CancelThen(cancel):
            yield f"{INDENT * 2}cancel {said(cancel.run)}"
        case Over():
            pass


def _steps(flow: Flow, steps: Steps, depth: int) -> Iterator[str]:
    for step in steps:
        yield from _step(flow, step, depth)


def _step(flow: Flow, step: Step, depth: int) -> Iterator[str]:
    start = INDENT * depth
    match step:
        case At(statement) if statement != NOWHERE:
            origin = origin_of(flow.population.program, flow.statements[statement].origin)
            if origin is not None:
                yield f"{start}# {' '.join(origin.excerpt.split())}"[:100]
        case If(condition, then, otherwise):
            yield f"{start}if {said(condition)}"
            yield from _steps(flow, then, depth + 1)
            if otherwise:
                yield f"{start}else"
                yield from _steps(flow, otherwise, depth + 1)
        case Each(label, variable, over, body):
            yield f"{start}for {variable.name} in {said(over)}  [{label}]"
            yield from _steps(flow, body, depth + 1)
        case Loop(label, body, tail):
            yield f"{start}loop [{label}]"
            yield from _steps(flow, (*body, *tail), depth + 1)
        case Stretch(label, body):
            yield f"{start}stretch [{label}]"
            yield from _steps(flow, body, depth + 1)
        case _:
            yield start + _simple(step)


def _simple(step: Step) -> str:
    match step:
        case Set(variable, value):
            return f"{variable.name} := {said(value)}"
        case Write(family, at, value):
            return f"{_cell(family, at)} := {said(value)}"
        case Do(effect, given, operands, into):
            taking = "" if into is None else f"{into.name} := "
            parts = [*map(str, given), *map(said, operands)]
            return f"{taking}{effect} {', '.join(parts)}"
        case Call(routine, arguments, into):
            return f"{'' if into is None else into.name + ' := '}{routine}({_all(arguments)})"
        case Return(value):
            return "return" if value is None else f"return {said(value)}"
        case Win(winners):
            return f"won by {said(winners)}"
        case Ask(who=who, options=options, into=into):
            return f"{into.name} := ask {said(who)} one of {said(options)}"
    words = [str(getattr(step, name)) for name in field_names(type(step)) or ()]
    return " ".join([type(step).__name__, *words])


def _all(words: tuple[Word, ...]) -> str:
    return ", ".join(map(said, words))


def _cell(family: str, at: tuple[Word, ...]) -> str:
    return f"{family}[{_all(at)}]" if at else family


def said(word: Word) -> str:
    match word:
        case Constant(value):
            return str(value)
        case Variable(name):
            return name
        case Cell(family, at):
            return _cell(family, at)
        case Lookup(table, at):
            return f"{table}({_all(at)})"
        case Apply(operation, operands):
            if operation in SIGNS:
                return f"({said(operands[0])} {operation} {said(operands[1])})"
            return f"{operation}({_all(operands)})"
        case Both(left, right):
            return f"({said(left)} and {said(right)})"
        case Either(left, right):
            return f"({said(left)} or {said(right)})"
        case When(condition, value, otherwise):
            return f"({said(value)} when {said(condition)} otherwise {said(otherwise)})"
        case Invoke(function, arguments):
            return f"{function}({_all(arguments)})"
        case Bind(variable, value):
            return f"({variable.name} := {said(value)})"
        case Known(value) | Present(value):
            return f"known({said(value)})"
        case Within(value, low, high):
            return f"within({said(value)}, {low}..{high})"
    return _phrase(word)


def _phrase(word: Word) -> str:
    match word:
        case Through(what, variable, over, condition, value):
            of = "" if value is None else f"{said(value)} of "
            if_ = "" if condition is None else f" where {said(condition)}"
            return f"({what} {of}{variable.name} in {said(over)}{if_})"
        case Find(variable, over, condition):
            if_ = "" if condition is None else f" where {said(condition)}"
            return f"(there is {variable.name} in {said(over)}{if_})"
        case WouldBe(routine, arguments, seen):
            return f"({said(seen)} after {routine}({_all(arguments)}))"
        case MostOften(ways, doing, who):
            return f"(most often in all {doing} one of {ways}({said(who)}))"
        case Standing(history, values):
            return f"(how {history} stands{''.join(f', {said(each)}' for each in values)})"
    names = [name for name in field_names(type(word)) or () if name != "type"]
    return f"{type(word).__name__}({', '.join(_part(getattr(word, name)) for name in names)})"


def _part(part: object) -> str:
    return said(part) if isinstance(part, get_args(Word)) else str(part)
