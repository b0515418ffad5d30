"""Compiles conversions of numbers, and numbers of 128 bits, which are two of WebAssembly's."""

from __future__ import annotations

from ruleslang.engine.wasm import instructions as i
from ruleslang.engine.wasm import syntax as x
from ruleslang.engine.wasm import types as t
from ruleslang.engine.wasm.code import number_type
from ruleslang.engine.wasm.places import Places
from ruleslang.engine.wasm.program import COMPARING
from ruleslang.engine.wasm.types import F32, I32, I64, NotInSubset, Type


class Numbers(Places):
    """Compiles what is done with the numbers on the stack."""

    def convert(self, old: Type, new: Type) -> None:
        """Convert the value on the stack."""
        if isinstance(new, t.Void):
            self.out += i.DROP * len(t.values_of(old))
            return
        if old == new or isinstance(new, t.Struct):
            return
        one, other = number_type(old), number_type(new)
        if one.is_real or other.is_real:
            self._convert_real(one, other)
            return
        if one.size == 16 and other.size < 16:
            self.out += i.DROP
            one = t.WHOLE
        if one.size == 8 and other.size < 8:
            self.out += i.WRAP
        elif one.size < 8 and other.size >= 8:
            self.out += i.EXTEND if one.is_signed else i.EXTEND_UNSIGNED
            one = t.Number(8, one.is_signed)
        if other.size == 16 and one.size < 16:
            self._widen(one)
        if other.size < 4 and (other.size < one.size or other.is_signed != one.is_signed):
            self._narrow(other)

    def _widen(self, one: t.Number) -> None:
        if not one.is_signed:
            self.number(0, t.LONG)
            return
        at = self.local(t.LONG)
        self.out += i.LOCAL_TEE + i.unsigned(at)
        self.get(at)
        self.number(63, t.LONG)
        self.out += i.BINARY[I64][">>", True]
        self.release(t.LONG, at)

    def _narrow(self, to: t.Number) -> None:
        if to.is_signed:
            self.out += i.EXTEND_8 if to.size == 1 else i.EXTEND_16
        else:
            self.number((1 << 8 * to.size) - 1)
            self.out += i.BINARY[I32]["&", True]

    def _convert_real(self, one: t.Number, other: t.Number) -> None:
        first, second = t.values_of(one)[0], t.values_of(other)[0]
        if one.is_real and other.is_real:
            self.out += b"" if first == second else i.DEMOTE if second == F32 else i.PROMOTE
        elif other.is_real:
            self.out += i.REAL_OF[first, one.is_signed, second]
        else:
            self.out += i.WHOLE_OF[first, other.is_signed, second]

    # ------------------------------------------------------------ numbers of 128 bits

    def wide(self, op: str, left: x.Expression, right: x.Expression) -> Type:
        """Return an operation with numbers of 128 bits."""
        a = self.local(t.WIDE)
        self.value_as(left, t.WIDE)
        self.set(a, t.WIDE)
        if op in ("<<", ">>"):
            self._shift(op, a, right)
        else:
            b = self.local(t.WIDE)
            self.value_as(right, t.WIDE)
            self.set(b, t.WIDE)
            self._wide(op, a, b)
            self.release(t.WIDE, b)
        self.release(t.WIDE, a)
        return t.INT if op in COMPARING else t.WIDE

    def _wide(self, op: str, a: int, b: int) -> None:
        if op in ("&", "|", "^"):
            for half in (0, 1):
                self._run(a + half, b + half, op)
        elif op in ("+", "-"):
            self._run(a, b, op)
            self._run(a + 1, b + 1, op)
            if op == "+":  # the sum of the lower halves is less than one of them, or not
                self._run(a, b, "+")
                self._run(a, "< u")
            else:
                self._run(a, b, "< u")
            self.out += i.EXTEND_UNSIGNED
            self._run(op)
        elif op == "*":
            self._run(a, b, "*")
            self.get(a, t.LONG)
            self.get(b, t.LONG)
            self.out += i.CALL
            self.number_later("call", "upper_product")
            self._run(a, b + 1, "*", "+", a + 1, b, "*", "+")
        elif op in ("==", "!="):
            self._run(a, b, "^", a + 1, b + 1, "^", "|")
            self.out += i.EQZ if op == "==" else i.EQZ + i.EQZ_32
        elif op in ("<", ">", "<=", ">="):
            self._run(a, b, f"{op} u", a + 1, b + 1, f"{op[0]} u", a + 1, b + 1, "==")
            self.out += i.SELECT
        else:
            raise NotInSubset(f"{op} of numbers of 128 bits")

    def _shift(self, op: str, a: int, by: x.Expression) -> None:
        n = self.local(t.LONG)
        self.value_as(by, t.LONG)
        self.set(n, t.LONG)
        other = ">> u" if op == "<<" else "<<"
        op = op if op == "<<" else ">> u"
        low, high = (a, a + 1) if op == "<<" else (a + 1, a)  # low: where zeros come in
        gone, stays = self.local(t.LONG), self.local(t.LONG)
        self._run(low, n, op)
        self.set(gone, t.LONG)
        self._run(high, n, op, low)
        self.number(1, t.LONG)
        self._run(other, n)
        self.number(63, t.LONG)
        self._run("^", other, "|")
        self.set(stays, t.LONG)
        new_low = (b"\x42\x00", gone)
        new_high = (gone, stays)
        for far, near in (new_low, new_high) if op == "<<" else (new_high, new_low):
            for each in (far, near):
                if isinstance(each, bytes):
                    self.out += each
                else:
                    self.get(each, t.LONG)
            self.get(n, t.LONG)
            self.number(64, t.LONG)
            self._run("&")
            self.out += i.WRAP + i.SELECT
        for at in (n, gone, stays):
            self.release(t.LONG, at)

    def _run(self, *parts: int | str) -> None:
        """Get locals of 64 bits, and use them."""
        for part in parts:
            if isinstance(part, int):
                self.get(part, t.LONG)
            else:
                name, _, kind = part.partition(" ")
                self.out += i.BINARY[I64][name, not kind]
