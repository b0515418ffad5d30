"""Compiles expressions but calls."""

from __future__ import annotations

import struct

from ruleslang.engine.wasm import instructions as i
from ruleslang.engine.wasm import syntax as x
from ruleslang.engine.wasm import types as t
from ruleslang.engine.wasm.code import Local, Memory, is_address, number_type
from ruleslang.engine.wasm.numbers import Numbers
from ruleslang.engine.wasm.program import COMPARING, binary, converted
from ruleslang.engine.wasm.types import I32, I64, NotInSubset, Type


class Expressions(Numbers):
    """Compiles expressions."""

    # ------------------------------------------------------------ values

    def value_as(self, of: x.Expression, type: Type) -> None:
        """Leave a value on the stack, converted."""
        if isinstance(of, x.Int):
            known = converted(of, type)
            self.number(known.value if isinstance(known, x.Int) else of.value, type)
        elif isinstance(of, x.Real):
            assert isinstance(type, t.Number)
            if type.is_real:
                self.out += (
                    b"\x44" + struct.pack("<d", of.value)
                    if type.size == 8
                    else (b"\x43" + struct.pack("<f", of.value))
                )
            else:
                self.number(int(of.value), type)
        else:
            self.convert(self.value(of), type)

    def test(self, of: x.Expression) -> None:
        """Leave on the stack whether an expression is not zero, as 32 bits."""
        type = t.decayed(self.value(of))
        if type == t.WIDE:
            self.out += i.BINARY[I64]["|", True]
        if isinstance(type, t.Number) and type.is_real:
            self.number(0, type)
            self.out += i.BINARY[t.values_of(type)[0]]["!=", True]
        elif t.size_of(type) >= 8:
            self.number(0, t.LONG)
            self.out += i.BINARY[I64]["!=", True]

    def drop(self, of: x.Expression) -> None:
        """Do what an expression does, without its value."""
        match of:
            case x.Assign():
                self.assign(of, is_used=False)
            case x.Step():
                self.step(of, is_used=False)
            case x.Comma():
                self.drop(of.first)
                self.drop(of.then)
            case x.Cast(t.Void()):
                self.drop(of.of)
            case x.Int() | x.Name():
                pass
            case _:
                self.out += i.DROP * len(t.values_of(t.decayed(self.value(of))))

    def value_of_int(self, of: x.Int) -> Type:
        self.number(of.value, of.type)
        return of.type

    def value_of_real(self, of: x.Real) -> Type:
        self.value_as(of, t.DOUBLE)
        return t.DOUBLE

    def value_of_text(self, of: x.Text) -> Type:
        self.number_later("text", of.value.decode("latin-1"))
        return t.Pointer(t.CHAR)

    def value_of_name(self, of: x.Name) -> Type:
        place = self.find(of.name)
        match place:
            case None:
                self.number_later("slot", of.name)
                return t.Pointer(self.module.function(of.name).type)
            case Local():
                self.get(place.at, place.type)
                return place.type
            case x.Int():
                return self.value_of_int(place)
            case Memory():
                return self.load(place.type, self.address(of))

    def value_in_memory(self, of: x.Field | x.Index) -> Type:
        type = self.type_of(of)
        return self.load(type, self.address(of))

    def value_of_either(self, of: x.Either) -> Type:
        type = self.type_of(of)
        self.test(of.test)
        self.enter_block(i.IF, None, t.values_of(type))
        self.value_as(of.then, type)
        self.out += i.ELSE
        self.value_as(of.other, type)
        self.leave_block()
        return type

    def value_of_cast(self, of: x.Cast) -> Type:
        self.convert(t.decayed(self.value(of.of)), of.type)
        return of.type

    def value_of_comma(self, of: x.Comma) -> Type:
        self.drop(of.first)
        return self.value(of.then)

    def value_of_made(self, of: x.Made) -> Type:
        place = Memory(self.base, self.need_frame(t.size_of(of.type)), of.type)
        place = place._replace(base=self.base)
        self.fill(place, of.of)
        self.get(place.base)
        return self.load(of.type, place.offset)

    def value_of_size(self, of: x.Size) -> Type:
        self.number(t.size_of(self.type_of(of.of)))
        return t.UNSIGNED

    def value_of_unary(self, of: x.Unary) -> Type:
        type = self.type_of(of)
        if of.op == "*":
            return self.load(type, self.address(of))
        if of.op == "&":
            if isinstance(of.of, x.Name) and self.find(of.of.name) is None:
                return self.value(of.of)
            self.full_address(of.of)
            return type
        if of.op == "!":
            return self._logical_not(of.of)
        minus = x.Binary("-", x.Int(0, type), of.of)
        return self.value(minus if of.op == "-" else x.Binary("^", of.of, x.Int(-1, type)))

    def _logical_not(self, of: x.Expression) -> Type:
        type = t.decayed(self.value(of))
        if type == t.WIDE:
            self.out += i.BINARY[I64]["|", True]
        if isinstance(type, t.Number) and type.is_real:
            self.number(0, type)
            self.out += i.BINARY[t.values_of(type)[0]]["==", True]
        else:
            self.out += i.EQZ if t.size_of(type) >= 8 else i.EQZ_32
        return t.INT

    # ------------------------------------------------------------ two operands

    def folded(self, of: x.Expression) -> x.Expression:
        """Return an expression in which sizes are known."""
        if isinstance(of, x.Size):
            return x.Int(t.size_of(self.type_of(of.of)), t.UNSIGNED)
        if isinstance(of, x.Name) and isinstance(known := self.find(of.name), x.Int):
            return known
        return of

    def value_of_binary(self, of: x.Binary) -> Type:
        left, right = self.folded(of.left), self.folded(of.right)
        if isinstance(left, x.Int) and isinstance(right, x.Int):
            known = binary(of.op, left, right)
            if isinstance(known, x.Int):
                return self.value_of_int(known)
        if of.op in ("&&", "||"):
            return self._logical_and_or(of.op, left, right)
        one, other = t.decayed(self.type_of(left)), t.decayed(self.type_of(right))
        if of.op in ("+", "-") and (is_address(one) or is_address(other)):
            return self._with_address(of.op, left, right, one, other)
        is_shift = of.op in ("<<", ">>")
        type = t.common(one, t.INT if is_shift else other)
        if type == t.WIDE:
            return self.wide(of.op, left, right)
        as_number = number_type(type)
        if of.op == "==" and isinstance(right, x.Int) and not right.value and not as_number.is_real:
            self.value_as(left, type)
            self.out += i.EQZ if as_number.size == 8 else i.EQZ_32
            return t.INT
        self.value_as(left, type)
        self.value_as(right, type)
        self.out += i.BINARY[t.values_of(type)[0]][of.op, as_number.is_signed]
        return t.INT if of.op in COMPARING else type

    def _logical_and_or(self, op: str, left: x.Expression, right: x.Expression) -> Type:
        if isinstance(left, x.Int):
            if bool(left.value) == (op == "||"):
                self.number(int(op == "||"))
            else:
                self._truth(right)
            return t.INT
        self.test(left)
        self.enter_block(i.IF, None, bytes((I32,)))
        if op == "&&":
            self._truth(right)
        else:
            self.number(1)
        self.out += i.ELSE
        if op == "&&":
            self.number(0)
        else:
            self._truth(right)
        self.leave_block()
        return t.INT

    def _truth(self, of: x.Expression) -> None:
        """Push 0 or 1."""
        self.test(of)
        is_one = isinstance(of, x.Binary) and (of.op in COMPARING or of.op in ("&&", "||"))
        if not is_one and not (isinstance(of, x.Unary) and of.op == "!"):
            self.out += i.EQZ_32 + i.EQZ_32

    def _with_address(
        self, op: str, left: x.Expression, right: x.Expression, one: Type, other: Type
    ) -> Type:
        if isinstance(one, t.Pointer) and isinstance(other, t.Pointer):
            self.value(left)
            self.value(right)
            self.out += i.BINARY[I32]["-", True]
            self.number(t.size_of(one.to))
            self.out += i.BINARY[I32]["/", True]
            return t.INT
        address, number = (left, right) if isinstance(one, t.Pointer) else (right, left)
        type = one if isinstance(one, t.Pointer) else other
        assert isinstance(type, t.Pointer)
        self.value(address)
        size = t.size_of(type.to)
        if isinstance(number, x.Int):
            self.number(number.value * size)
        else:
            self._scaled(number, size)
        self.out += i.BINARY[I32][op, True]
        return type

    # ------------------------------------------------------------ changes

    def value_of_assign(self, of: x.Assign) -> Type:
        return self.assign(of, is_used=True)

    def value_of_step(self, of: x.Step) -> Type:
        return self.step(of, is_used=True)

    def assign(self, of: x.Assign, *, is_used: bool) -> Type:
        type = self.type_of(of.to)
        place = self.find(of.to.name) if isinstance(of.to, x.Name) else None
        if of.op and not isinstance(place, Local):
            self.open_scope()
            to = self._named_address(of.to)
            self.assign(x.Assign("", to, binary(of.op, to, of.value)), is_used=is_used)
            self.close_scope()
            return type
        value = binary(of.op, of.to, of.value) if of.op else of.value
        if isinstance(place, Local):
            self.value_as(value, type)
            self.set(place.at, type)
            if is_used:
                self.get(place.at, type)
        elif isinstance(type, t.Struct):
            self._copy_struct(of.to, value, type)
        else:
            self._assign_memory(of.to, value, type, is_used)
        return type

    def _assign_memory(
        self, to: x.Expression, value: x.Expression, type: Type, is_used: bool
    ) -> None:
        offset = self.address(to)
        self.value_as(value, type)
        if is_used:
            at = self.local(type)
            self.set(at, type)
            self.get(at, type)
            self.store(type, offset)
            self.get(at, type)
            self.release(type, at)
        else:
            self.store(type, offset)

    def _copy_struct(self, to: x.Expression, value: x.Expression, type: t.Struct) -> None:
        self.full_address(to)
        self.value(value)
        self.number(t.size_of(type))
        self.out += i.MEMORY_COPY

    def _named_address(self, to: x.Expression) -> x.Expression:
        """Return a name for what is changed, whose address is computed once."""
        type = self.type_of(to)
        at = self.owned_local(t.INT)
        offset = self.address(to)
        self.set(at)
        return self.bind_new(Memory(at, offset, type))

    def step(self, of: x.Step, *, is_used: bool) -> Type:
        type = self.type_of(of.to)
        one = x.Int(1, t.INT)
        if not is_used or not of.is_late:
            return self.assign(x.Assign(of.op, of.to, one), is_used=is_used)
        self.open_scope()
        to = of.to
        if not (isinstance(to, x.Name) and isinstance(self.find(to.name), Local)):
            to = self._named_address(to)
        before = self.local(type)
        self.value(to)
        self.set(before, type)
        was = self.bind_new(Local(before, type))
        self.assign(x.Assign("", to, binary(of.op, was, one)), is_used=False)
        self.get(before, type)
        self.close_scope()
        self.release(type, before)
        return type

    # ------------------------------------------------------------ what is listed

    def fill(self, place: Memory, begins: x.Expression) -> None:
        """Write what a variable in memory begins with."""
        type = place.type
        if not isinstance(begins, x.Listed):
            if isinstance(type, t.Array):
                raise NotInSubset("an array begins with what is not listed")
            self.open_scope()
            name = self.bind_new(place)
            self.assign(x.Assign("", name, begins), is_used=False)
            self.close_scope()
            return
        whole = type.length if isinstance(type, t.Array) else None
        members = list(type.members) if isinstance(type, t.Struct) else None
        needed = whole if whole is not None else len(members or ())
        if len(begins.entries) < needed or any(name for name, _ in begins.entries):
            self._zero(place)
        for number, (named, entry) in enumerate(begins.entries):
            if isinstance(type, t.Array):
                inner = t.Member(number * t.size_of(type.of), type.of)
            elif isinstance(type, t.Struct):
                inner = type.members[named or list(type.members)[number]]
            else:
                inner = t.Member(0, type)
            self.fill(Memory(place.base, place.offset + inner.at, inner.type), entry)

    def _zero(self, place: Memory) -> None:
        self.get(place.base)
        self.number(place.offset)
        self.out += i.BINARY[I32]["+", True]
        self.number(0)
        self.number(t.size_of(place.type))
        self.out += i.MEMORY_FILL
