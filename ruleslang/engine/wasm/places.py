"""Compiles where values lie: their types, addresses, loads and stores."""

from __future__ import annotations

from ruleslang.engine.wasm import instructions as i
from ruleslang.engine.wasm import syntax as x
from ruleslang.engine.wasm import types as t
from ruleslang.engine.wasm.code import Code, Memory, is_address
from ruleslang.engine.wasm.program import COMPARING
from ruleslang.engine.wasm.types import I32, NotInSubset, Type


class Places(Code):
    """Compiles addresses."""

    # ------------------------------------------------------------ types

    def type_of_name(self, of: x.Name) -> Type:
        place = self.find(of.name)
        return self.module.function(of.name).type if place is None else place.type

    def type_of_binary(self, of: x.Binary) -> Type:
        if of.op in COMPARING or of.op in ("&&", "||"):
            return t.INT
        left = self.type_of(of.left)
        if of.op in ("<<", ">>"):
            return t.common(left, t.INT)
        right = self.type_of(of.right)
        if of.op == "-" and is_address(left) and is_address(right):
            return t.INT
        return t.common(left, right)

    def type_of_unary(self, of: x.Unary) -> Type:
        if of.op == "!":
            return t.INT
        inner = self.type_of(of.of)
        if of.op == "*":
            to = t.decayed(inner)
            if not isinstance(to, t.Pointer):
                raise NotInSubset(f"{of} is no address")
            return to.to
        if of.op == "&":
            self.is_alone &= not isinstance(inner, t.Array)  # whose length may change
            return t.Pointer(inner)
        return t.common(inner, t.INT)

    def type_of_index(self, of: x.Index) -> Type:
        array = t.decayed(self.type_of(of.of))
        if not isinstance(array, t.Pointer):
            raise NotInSubset(f"{of} is no array")
        return array.to

    def member(self, of: x.Field) -> t.Member:
        struct_type = self.type_of(of.of)
        if not isinstance(struct_type, t.Struct) or of.name not in struct_type.members:
            raise NotInSubset(f"no member `{of.name}`")
        return struct_type.members[of.name]

    # ------------------------------------------------------------ addresses

    def address(self, of: x.Expression) -> int:
        """Leave an address on the stack; the number of bytes to add to it."""
        match of:
            case x.Unary("*", inner):
                self.value(inner)
                return 0
            case x.Field():
                at = self.member(of).at
                return self.address(of.of) + at
            case x.Index():
                return self._address_of_entry(of)
            case x.Name():
                place = self.find(of.name)
                if isinstance(place, Memory):
                    if place.name:
                        self.number_later("address", place.name)
                    else:
                        self.get(place.base)
                    return place.offset
        if isinstance(self.type_of(of), t.Struct):
            self.value(of)
            return 0
        raise NotInSubset(f"{of} has no address")

    def _address_of_entry(self, of: x.Index) -> int:
        array = self.type_of(of.of)
        size = t.size_of(self.type_of_index(of))
        offset = self.address(of.of) if isinstance(array, t.Array) else self.value(of.of) and 0
        more, at = _split(of.at)
        if at is not None:
            self._scaled(at, size)
            self.out += i.BINARY[I32]["+", True]
        offset = int(offset or 0) + more * size
        if offset < 0:
            self.number(offset)
            self.out += i.BINARY[I32]["+", True]
            offset = 0
        return offset

    def _scaled(self, at: x.Expression, size: int) -> None:
        self.value_as(at, t.INT)
        if size & (size - 1):
            self.number(size)
            self.out += i.BINARY[I32]["*", True]
        elif size > 1:
            self.number(size.bit_length() - 1)
            self.out += i.BINARY[I32]["<<", True]

    def full_address(self, of: x.Expression) -> None:
        offset = self.address(of)
        if offset:
            self.number(offset)
            self.out += i.BINARY[I32]["+", True]

    def load(self, type: Type, offset: int) -> Type:
        """Load the value at the address on the stack; of arrays and structs that is the address."""
        if isinstance(type, t.Array | t.Struct):
            if offset:
                self.number(offset)
                self.out += i.BINARY[I32]["+", True]
            return t.decayed(type)
        if type == t.WIDE:
            at = self.local(t.INT)
            self.out += i.LOCAL_TEE + i.unsigned(at)
            self.out += b"\x29\x03" + i.unsigned(offset)
            self.get(at)
            self.out += b"\x29\x03" + i.unsigned(offset + 8)
            self.release(t.INT, at)
            return type
        number = type if isinstance(type, t.Number) else t.INT
        self.out += i.LOADS[number.size, number.is_signed, number.is_real] + i.unsigned(offset)
        return type

    def store(self, type: Type, offset: int) -> None:
        """Store the value on the stack at the address below it."""
        if type == t.WIDE:
            at, value = self.local(t.INT), self.local(t.WIDE)
            self.set(value, t.WIDE)
            self.set(at)
            for half in (0, 1):
                self.get(at)
                self.get(value + half)
                self.out += b"\x37\x03" + i.unsigned(offset + 8 * half)
            self.release(t.INT, at)
            self.release(t.WIDE, value)
            return
        number = type if isinstance(type, t.Number) else t.INT
        self.out += i.STORES[number.size, number.is_real] + i.unsigned(offset)


def _split(at: x.Expression) -> tuple[int, x.Expression | None]:
    """Return a place as a known number, and what is added to it."""
    if isinstance(at, x.Int):
        return at.value, None
    if isinstance(at, x.Binary) and at.op in ("+", "-") and isinstance(at.right, x.Int):
        more, rest = _split(at.left)
        return more + (at.right.value if at.op == "+" else -at.right.value), rest
    if isinstance(at, x.Binary) and at.op == "+" and isinstance(at.left, x.Int):
        more, rest = _split(at.right)
        return more + at.left.value, rest
    return 0, at
