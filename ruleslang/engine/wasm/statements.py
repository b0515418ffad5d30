"""Compiles functions of C to WebAssembly."""

from __future__ import annotations

from collections.abc import Callable as Calls
from collections.abc import Sequence
from typing import Any

from attrs import frozen

from ruleslang.engine.wasm import instructions as i
from ruleslang.engine.wasm import syntax as x
from ruleslang.engine.wasm import types as t
from ruleslang.engine.wasm.calls import FunctionCalls
from ruleslang.engine.wasm.code import Local, Memory
from ruleslang.engine.wasm.kept_functions import Kept
from ruleslang.engine.wasm.module import OWN_ROOM, Body, Module, Room, type_of_call
from ruleslang.engine.wasm.program import Function, Global, Program
from ruleslang.engine.wasm.types import I32, NotInSubset, Type

DENSE = 4  # places for each case, at most, of a switch with a table
STARTS = " starts"  # a label in front of all that a list has


@frozen
class Again:
    """The label in front of a list that begins again at one of its names, as `state` tells."""

    names: tuple[str, ...]
    state: int


OUT = " out"  # a label behind the whole function


class Statements(FunctionCalls):
    """Compiles one function."""

    def body(self) -> Body:
        """Return the code of the function, behind its locals."""
        function, parsed = self.function, self.module.parse(self.function)
        if isinstance(function.type.answers, t.Struct):
            self.local_types.append(I32)
        for name, type in zip(function.parameters, function.type.takes, strict=True):
            at = len(self.local_types)
            self.local_types += t.values_of(type)
            self.scopes[0][name] = Local(at, type)
        takes = len(self.local_types)
        self.addressed = parsed.addressed
        for name in parsed.addressed & self.scopes[0].keys():
            place = self.scopes[0][name]
            self.get(place.at, place.type)  # type: ignore[union-attr]
            self.scopes[0][name] = self._kept_in_frame(place.type)
        answers = (
            b""
            if isinstance(function.type.answers, t.Struct)
            else (t.values_of(function.type.answers))
        )
        self.enter_block(i.BLOCK, OUT, answers)
        self.block(parsed.body)
        self.out += i.UNREACHABLE if answers else b""
        self.leave_block()
        if self.base >= 0:
            self.get(self.above)
            self.out += i.GLOBAL_SET + b"\x00"
        begin = i.many(b"\x01" + bytes((kind,)) for kind in self.local_types[takes:])
        begin += self._enter_frame()
        later = [(len(begin) + at, kind, name) for at, kind, name in self.later]
        return Body(begin + bytes(self.out) + i.END_OF, later)

    def _enter_frame(self) -> bytes:
        if self.base < 0:
            return b""
        base, above = i.unsigned(self.base), i.unsigned(self.above)
        size = b"\x41" + i.signed(t.rounded(self.frame, 16))
        rises = i.GLOBAL_GET + b"\x00" + i.LOCAL_TEE + above + size + i.BINARY[I32]["-", True]
        rises += i.LOCAL_TEE + base + i.GLOBAL_SET + b"\x00"
        if self.module.room.is_own:
            return rises
        full = i.LOCAL_GET + base + b"\x41" + i.signed(self.module.room.begins)
        full += i.BINARY[I32]["<", False] + b"\x04\x40" + i.UNREACHABLE + i.END_OF
        return rises + full

    # ------------------------------------------------------------ statements

    def statement(self, of: x.Statement) -> None:
        STATEMENTS[type(of)](self, of)

    def block(self, of: x.Block) -> None:
        self.open_scope()
        names = [each.name for each in of.statements if isinstance(each, x.Label)]
        if names:
            self._labelled(of.statements, names)
        else:
            for each in of.statements:
                self.statement(each)
        self.close_scope()

    def _labelled(self, statements: Sequence[x.Statement], names: Sequence[str]) -> None:
        """Compile statements with labels: a block for each, around those before it."""
        state = self.owned_local(t.INT)
        self.number(0)
        self.set(state)
        self.enter_block(i.LOOP, Again(tuple(names), state))
        for name in reversed(names):
            self.enter_block(i.BLOCK, name)
        self.enter_block(i.BLOCK, STARTS)
        self.get(state)
        depths = [self.depth(name) for name in names]
        self.out += i.BR_TABLE + i.many(i.unsigned(each) for each in [0, *depths]) + b"\x00"
        self.leave_block()
        for each in statements:
            if isinstance(each, x.Label):
                self.leave_block()
            else:
                self.statement(each)
        self.leave_block()

    def goto(self, of: x.Goto) -> None:
        if of.label in self.labels:
            self.jump(of.label)
            return
        for label in reversed(self.labels):
            if isinstance(label, Again) and of.label in label.names:
                self.number(label.names.index(of.label) + 1)
                self.set(label.state)
                self.jump(label)
                return
        raise NotInSubset(f"there is no label `{of.label}` here")

    def declare(self, of: x.Declare) -> None:
        if of.is_static:
            name = f"{self.inside[-1]} {of.name}"
            self.module.program.globals[name] = Global(of.type, of.begins)
            self.scopes[-1][of.name] = Memory(-1, 0, of.type, name)
            self.is_alone = False
        elif isinstance(of.type, t.Array | t.Struct) or of.name in self.addressed:
            offset = self.need_frame(t.size_of(of.type), 16 if of.type == t.WIDE else 8)
            place = self.scopes[-1][of.name] = Memory(self.base, offset, of.type)
            if of.begins is not None:
                self.fill(place, of.begins)
        else:
            at = self.owned_local(of.type)
            self.scopes[-1][of.name] = Local(at, of.type)
            if of.begins is not None:
                self.value_as(of.begins, of.type)
                self.set(at, of.type)

    def test_if(self, of: x.If) -> None:
        test = self.folded(of.test)
        if isinstance(test, x.Int):
            taken = of.then if test.value else of.other
            if taken is not None:
                self._scoped_statement(taken)
            return
        self.test(of.test)
        self.enter_block(i.IF, None)
        self._scoped_statement(of.then)
        if of.other is not None:
            self.out += i.ELSE
            self._scoped_statement(of.other)
        self.leave_block()

    def _scoped_statement(self, of: x.Statement) -> None:
        self.open_scope()
        self.statement(of)
        self.close_scope()

    def loop(self, of: x.Loop) -> None:
        self.open_scope()
        if of.begins is not None:
            for each in of.begins.statements if isinstance(of.begins, x.Block) else [of.begins]:
                self.statement(each)
        self.enter_block(i.BLOCK, "break")
        self.enter_block(i.LOOP, "again")
        if of.test is not None:
            self.test(of.test)
            self.out += i.EQZ_32
            self.jump("break", i.BR_IF)
        self.enter_block(i.BLOCK, "continue")
        self._scoped_statement(of.body)
        self.leave_block()
        if of.step is not None:
            self.drop(of.step)
        self.jump("again")
        self.leave_block()
        self.leave_block()
        self.close_scope()

    def loop_once(self, of: x.DoWhile) -> None:
        is_once = isinstance(of.test, x.Int) and not of.test.value
        self.enter_block(i.BLOCK, "break")
        self.enter_block(i.BLOCK if is_once else i.LOOP, "again")
        self.enter_block(i.BLOCK, "continue")
        self._scoped_statement(of.body)
        self.leave_block()
        if not is_once:
            self.test(of.test)
            self.jump("again", i.BR_IF)
        self.leave_block()
        self.leave_block()

    def leave(self, of: x.Return) -> None:
        if self.answer is not None:
            label, type = self.answer
            if of.answer is not None:
                self.value_as(of.answer, type)
            self.jump(label)
            return
        type = self.function.type.answers
        if isinstance(type, t.Struct) and of.answer is not None:
            self.get(0)
            self.value(of.answer)
            self.number(t.size_of(type))
            self.out += i.MEMORY_COPY
        elif of.answer is not None:
            self.value_as(of.answer, type)
        self.jump(OUT)

    def switch(self, of: x.Switch) -> None:
        groups: list[tuple[list[int | None], list[x.Statement]]] = []
        for each in of.body:
            if isinstance(each, x.Case):
                if not groups or groups[-1][1]:
                    groups.append(([], []))
                groups[-1][0].append(each.value)
            else:
                groups[-1][1].append(each)
        self.enter_block(i.BLOCK, "break")
        for number in reversed(range(len(groups))):
            self.enter_block(i.BLOCK, ("case", number))
        self._choose([values for values, _ in groups], of.of)
        for _, statements in groups:
            self.leave_block()
            self.open_scope()
            for each in statements:
                self.statement(each)
            self.close_scope()
        self.leave_block()

    def _choose(self, groups: Sequence[Sequence[int | None]], of: x.Expression) -> None:
        """Go to the case of a value."""
        cases = {value: at for at, values in enumerate(groups) for value in values}
        other = self.depth("break")
        if None in cases:
            other = self.depth(("case", cases.pop(None)))
        known = sorted(value for value in cases if value is not None)
        value = self.local(t.LONG)
        self.value_as(of, t.LONG)
        self.set(value, t.LONG)
        if known and known[-1] - known[0] <= DENSE * len(known) + 16:
            self._by_table(value, known[0], known[-1], cases, other)
        else:
            for number in known:
                self.get(value, t.LONG)
                self.number(number, t.LONG)
                self.out += i.BINARY[0x7E]["==", True]
                self.jump(("case", cases[number]), i.BR_IF)
            self.out += i.BR + i.unsigned(other)
        self.release(t.LONG, value)

    def _by_table(
        self, value: int, first: int, last: int, cases: dict[int | None, int], other: int
    ) -> None:
        self.get(value, t.LONG)
        self.number(first, t.LONG)
        self.out += i.BINARY[0x7E]["-", True]
        self.set(value, t.LONG)
        self.get(value, t.LONG)
        self.number(last - first, t.LONG)
        self.out += i.BINARY[0x7E][">", False] + i.BR_IF + i.unsigned(other)
        self.get(value, t.LONG)
        depths = [
            self.depth(("case", cases[number])) if number in cases else other
            for number in range(first, last + 1)
        ]
        self.out += i.WRAP + i.BR_TABLE + i.many(map(i.unsigned, depths)) + i.unsigned(other)

    # ------------------------------------------------------------ functions in others

    def inlined(self, function: Function, arguments: Sequence[x.Expression]) -> Type:
        """Return the body of a function where it is called."""
        parsed, type = self.module.parse(function), function.type.answers
        self.open_scope()
        bound = self.bound(function, arguments)
        kept = self.scopes, self.owned, self.addressed, self.answer
        self.scopes, self.owned, self.addressed = [bound], [[]], parsed.addressed
        self.inside.append(function.name)
        statements = parsed.body.statements
        if len(statements) == 1 and isinstance(only := statements[0], x.Return):
            if only.answer is not None:
                self.value_as(only.answer, type)
        else:
            label = ("return", len(self.inside), len(self.out))
            self.answer = label, type
            self.enter_block(i.BLOCK, label, t.values_of(type))
            self.block(parsed.body)
            if t.values_of(type):
                self.out += i.UNREACHABLE
            self.leave_block()
        self.inside.pop()
        for kinds, at in self.owned.pop():
            self.free.setdefault(kinds, []).append(at)
        self.scopes, self.owned, self.addressed, self.answer = kept
        self.close_scope()
        return type


STATEMENTS: dict[type, Calls[[Statements, Any], None]] = {
    x.Block: Statements.block,
    x.Do: lambda of, each: of.drop(each.what),
    x.Declare: Statements.declare,
    x.If: Statements.test_if,
    x.Loop: Statements.loop,
    x.DoWhile: Statements.loop_once,
    x.Return: Statements.leave,
    x.Break: lambda of, each: of.jump("break"),
    x.Continue: lambda of, each: of.jump("continue"),
    x.Goto: Statements.goto,
    x.Switch: Statements.switch,
}


def _why_left(module: Module) -> bytes:
    """Return `why_left(s, part, given)`, whose answer is what the part throws, else 0."""
    part = module.program.types["Part"]
    assert isinstance(part, t.Pointer) and isinstance(part.to, t.Callable)
    kind = module.number("type", type_of_call(part.to))
    stack = i.GLOBAL_GET + b"\x00" + i.LOCAL_SET + b"\x03"
    runs = i.SMALL[0] + i.SMALL[2] + i.SMALL[1] + i.CALL_INDIRECT + kind + b"\x00"
    if module.room.is_own:
        tried = b"\x02\x7f\x1f\x40\x01\x00\x00\x00" + runs + i.END_OF + b"\x41\x00" + i.END_OF
    else:  # browsers that run Pyodide know the older instructions
        tried = b"\x06\x7f" + runs + b"\x41\x00\x07\x00" + i.END_OF
    after = i.SMALL[3] + i.GLOBAL_SET + b"\x00" + i.END_OF
    return b"\x01\x01\x7f" + stack + tried + after


def _leave_by(module: Module) -> bytes:
    """Return `leave_by(s, why)`, which throws why."""
    return b"\x00" + i.SMALL[1] + b"\x08\x00" + i.END_OF


def _more_memory(module: Module) -> bytes:
    """Return `more_memory(pages)`: the first of these new pages; below 0: there are none."""
    return b"\x00" + i.SMALL[0] + i.MEMORY_GROW + i.END_OF


OWN: dict[str, Calls[[Module], bytes]] = {  # the functions that C leaves to the platform
    "why_left": _why_left,
    "leave_by": _leave_by,
    "more_memory": _more_memory,
}


def compiled(
    program: Program, exports: Sequence[str], room: Room = OWN_ROOM, kept: Kept | None = None
) -> bytes:
    """
    Return a module of WebAssembly with these functions, and all that they call; functions that are
    kept aren't compiled, and those compiled are kept.
    """
    module, bodies = Module(program, room), dict[str, bytes]()
    known = [name for name in exports if name in program.functions]
    for name in known:
        module.index(name)
    while module.wanted:
        name = module.wanted.pop()
        own = OWN.get(name)
        if own is not None:
            bodies[name] = own(module)
        else:
            try:
                bodies[name] = module.linked(_body(module, name, kept))
            except NotInSubset as problem:
                raise NotInSubset(f"{name}: {problem}") from None
    return module.written(bodies, known)


def _body(module: Module, name: str, kept: Kept | None) -> Body:
    """Return the code of a function, compiled if it isn't kept."""
    compiling = Statements(module, module.function(name))
    if kept is None or not module.room.is_own:
        return compiling.body()
    found = kept.get(name) or compiling.body()
    if compiling.is_alone:
        kept.put(name, found)
    return found
