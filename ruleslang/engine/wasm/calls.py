"""Compiles calls: of functions, of addresses of functions, and of what compilers know."""

from __future__ import annotations

from collections.abc import Callable as Calls
from collections.abc import Sequence
from typing import Any

from ruleslang.engine.wasm import instructions as i
from ruleslang.engine.wasm import syntax as x
from ruleslang.engine.wasm import types as t
from ruleslang.engine.wasm.code import Local, Memory, Place, is_address
from ruleslang.engine.wasm.expressions import Expressions
from ruleslang.engine.wasm.module import names_changed, type_of_call
from ruleslang.engine.wasm.program import Function, converted
from ruleslang.engine.wasm.types import I32, NotInSubset, Type

DEEPEST = 6  # functions inlined into each other
LARGE = 60_000  # bytes of a function, from which compiling it takes more than its length in time
LONGEST = 260  # tokens of an inlined function
FRAME = 512  # bytes at least of a function that looks how deep it is
CALLED = {"__builtin_bswap64": "bytes_turned", "__builtin_mul_overflow": "is_too_large"}


class FunctionCalls(Expressions):
    """Compiles all expressions."""

    def type_of(self, of: x.Expression) -> Type:
        """Return the type of an expression, without code."""
        return TYPES[type(of)](self, of)

    def value(self, of: x.Expression) -> Type:
        """Leave the value of an expression on the stack."""
        return VALUES[type(of)](self, of)

    def type_of_call(self, of: x.Call) -> Type:
        if isinstance(of.function, x.Name):
            name = of.function.name
            if name == "__builtin_expect":
                return self.type_of(of.arguments[0])
            if name in BUILT_IN:
                return BUILT_IN[name][1]
            name = CALLED.get(name, name)
            if self.find(name) is None:
                return self.module.function(name).type.answers
        called = t.decayed(self.type_of(of.function))
        if isinstance(called, t.Pointer) and isinstance(called.to, t.Callable):
            return called.to.answers
        raise NotInSubset(f"{of.function} is called")

    # ------------------------------------------------------------ calls

    def value_of_call(self, of: x.Call) -> Type:
        if isinstance(of.function, x.Name) and not self._is_variable(of.function.name):
            name = of.function.name
            if name == "__builtin_expect":
                return self.value(of.arguments[0])
            if name in BUILT_IN:
                does, answers = BUILT_IN[name]
                does(self, of.arguments)
                return answers
            return self._call(self.module.function(CALLED.get(name, name)), of.arguments)
        called = t.decayed(self.type_of(of.function))
        if not (isinstance(called, t.Pointer) and isinstance(called.to, t.Callable)):
            raise NotInSubset(f"{of.function} is called")
        place = self._arguments(called.to, of.arguments)
        self.value(of.function)
        self.out += i.CALL_INDIRECT
        self.number_later("type", type_of_call(called.to))
        self.out += b"\x00"
        return self._answered(called.to.answers, place)

    def _is_variable(self, name: str) -> bool:
        return name not in BUILT_IN and self.find(name) is not None

    def _arguments(self, type: t.Callable, arguments: Sequence[x.Expression]) -> int:
        """Leave arguments on the stack; the place in the frame of a struct that is answered."""
        place = -1
        if isinstance(type.answers, t.Struct):
            place = self.need_frame(t.size_of(type.answers))
            self.get(self.base)
            self.number(place)
            self.out += i.BINARY[I32]["+", True]
        for argument, takes in zip(arguments, type.takes, strict=True):
            self.value_as(argument, takes)
        return place

    def _answered(self, type: Type, place: int) -> Type:
        if isinstance(type, t.Struct):
            self.get(self.base)
            self.load(type, place)
        return type

    def _call(self, function: Function, arguments: Sequence[x.Expression]) -> Type:
        if self._is_inlined(function):
            return self.inlined(function, arguments)
        place = self._arguments(function.type, arguments)
        self.out += i.CALL
        self.number_later("call", function.name)
        if function.never_returns:
            self.out += i.UNREACHABLE
        return self._answered(function.type.answers, place)

    def _is_inlined(self, function: Function) -> bool:
        """Return whether the body of a function is inlined."""
        if not function.is_inline or not function.body or len(self.inside) > DEEPEST:
            return False
        if function.name in self.inside or isinstance(function.type.answers, t.Struct):
            return False
        if function.end - function.body > LONGEST or len(self.out) > LARGE:
            return False
        return self.module.parse(function).is_plain

    def inlined(self, function: Function, arguments: Sequence[x.Expression]) -> Type:
        raise NotImplementedError

    def bound(self, function: Function, arguments: Sequence[x.Expression]) -> dict[str, Place]:
        """Return the parameters of a function that stands here, bound to its arguments."""
        parsed = self.module.parse(function)
        kept = parsed.addressed | parsed.changed
        found: dict[str, Place] = {}
        for at, (name, type) in enumerate(
            zip(function.parameters, function.type.takes, strict=True)
        ):
            argument = self.folded(arguments[at])
            if name not in kept:
                if isinstance(argument, x.Int) and isinstance(type, t.Number) and not type.is_real:
                    known = converted(argument, type)
                    assert isinstance(known, x.Int)
                    found[name] = known
                    continue
                if isinstance(argument, x.Name) and isinstance(
                    place := self.find(argument.name), Local
                ):
                    same = place.type == type or (is_address(place.type) and is_address(type))
                    if same and argument.name not in names_changed(arguments[at + 1 :]):
                        found[name] = Local(place.at, type)
                        continue
            self.value_as(argument, type)
            if name in parsed.addressed:
                found[name] = self._kept_in_frame(type)
            else:
                local = self.owned_local(type)
                self.set(local, type)
                found[name] = Local(local, type)
        return found

    def _kept_in_frame(self, type: Type) -> Memory:
        """Put the value on the stack into the frame."""
        at = self.local(type)
        self.set(at, type)
        offset = self.need_frame(t.size_of(type))
        self.get(self.base)
        self.get(at, type)
        self.store(type, offset)
        self.release(type, at)
        return Memory(self.base, offset, type)

    # ------------------------------------------------------------ what compilers know

    def count_zeros(self, given: Sequence[x.Expression]) -> None:
        self.value_as(given[0], t.WHOLE)
        self.out += i.CTZ + i.WRAP

    def count_ones(self, given: Sequence[x.Expression]) -> None:
        self.value_as(given[0], t.WHOLE)
        self.out += i.POPCNT + i.WRAP

    def frame_address(self, given: Sequence[x.Expression]) -> None:
        self.need_frame(FRAME)
        self.get(self.base)

    def fetch(self, given: Sequence[x.Expression]) -> None:
        """Fetch nothing ahead."""

    def copy_bytes(self, given: Sequence[x.Expression]) -> None:
        for each in given:
            self.value_as(each, t.UNSIGNED)
        self.out += i.MEMORY_COPY

    def fill_bytes(self, given: Sequence[x.Expression]) -> None:
        for each in given:
            self.value_as(each, t.UNSIGNED)
        self.out += i.MEMORY_FILL


BUILT_IN: dict[str, tuple[Calls[[FunctionCalls, Sequence[x.Expression]], None], Type]] = {
    "__builtin_ctzll": (FunctionCalls.count_zeros, t.INT),
    "__builtin_popcountll": (FunctionCalls.count_ones, t.INT),
    "__builtin_frame_address": (FunctionCalls.frame_address, t.Pointer(t.NOTHING)),
    "__builtin_prefetch": (FunctionCalls.fetch, t.NOTHING),
    "memcpy": (FunctionCalls.copy_bytes, t.NOTHING),
    "memmove": (FunctionCalls.copy_bytes, t.NOTHING),
    "memset": (FunctionCalls.fill_bytes, t.NOTHING),
}
TYPES: dict[type, Calls[[FunctionCalls, Any], Type]] = {
    x.Int: lambda of, e: e.type,
    x.Real: lambda of, e: t.DOUBLE,
    x.Text: lambda of, e: t.Pointer(t.CHAR),
    x.Name: FunctionCalls.type_of_name,
    x.Binary: FunctionCalls.type_of_binary,
    x.Unary: FunctionCalls.type_of_unary,
    x.Either: lambda of, e: t.common(of.type_of(e.then), of.type_of(e.other)),
    x.Call: FunctionCalls.type_of_call,
    x.Index: FunctionCalls.type_of_index,
    x.Field: lambda of, e: of.member(e).type,
    x.Cast: lambda of, e: e.type,
    x.Assign: lambda of, e: of.type_of(e.to),
    x.Step: lambda of, e: of.type_of(e.to),
    x.Comma: lambda of, e: of.type_of(e.then),
    x.Made: lambda of, e: e.type,
    x.Size: lambda of, e: t.UNSIGNED,
}
VALUES: dict[type, Calls[[FunctionCalls, Any], Type]] = {
    x.Int: FunctionCalls.value_of_int,
    x.Real: FunctionCalls.value_of_real,
    x.Text: FunctionCalls.value_of_text,
    x.Name: FunctionCalls.value_of_name,
    x.Binary: FunctionCalls.value_of_binary,
    x.Unary: FunctionCalls.value_of_unary,
    x.Either: FunctionCalls.value_of_either,
    x.Call: FunctionCalls.value_of_call,
    x.Index: FunctionCalls.value_in_memory,
    x.Field: FunctionCalls.value_in_memory,
    x.Cast: FunctionCalls.value_of_cast,
    x.Assign: FunctionCalls.value_of_assign,
    x.Step: FunctionCalls.value_of_step,
    x.Comma: FunctionCalls.value_of_comma,
    x.Made: FunctionCalls.value_of_made,
    x.Size: FunctionCalls.value_of_size,
}
