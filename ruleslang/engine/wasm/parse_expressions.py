"""Reads the types and expressions of C."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ruleslang.engine.wasm import syntax as x
from ruleslang.engine.wasm import types as t
from ruleslang.engine.wasm.program import Program, binary, converted, wrapped
from ruleslang.engine.wasm.types import NotInSubset, Type

OLDER = frozenset({"unsigned", "signed", "long", "short", "__int128"})
LEVELS: Sequence[Sequence[str]] = (
    *(("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", ">", "<=", ">=")),
    *(("<<", ">>"), ("+", "-"), ("*", "/", "%")),
)
LEVEL = {op: level for level, ops in enumerate(LEVELS, 1) for op in ops}
ASSIGNING = {f"{op}=": op for op in ("", "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>")}
ESCAPES = {"n": 10, "t": 9, "r": 13, "0": 0}
CHARACTER = re.compile(r"\\x([0-9a-fA-F]{2})|\\([0-7]{1,3})|\\(.)|([^\\])", re.DOTALL)


def complete(type: Type, begins: x.Expression | None) -> Type:
    """Return the type of a variable, whose length may be that of what it begins with."""
    if not isinstance(type, t.Array) or type.length >= 0 or begins is None:
        return type
    if isinstance(begins, x.Text):
        return t.Array(type.of, len(begins.value) + 1)
    return t.Array(type.of, len(begins.entries)) if isinstance(begins, x.Listed) else type


class ExpressionParser:
    """Reads tokens from a place on: types and expressions."""

    def __init__(self, program: Program, at: int = 0) -> None:
        self.program, self.words, self.at = program, program.words, at

    # ------------------------------------------------------------ tokens

    def take(self) -> str:
        self.at += 1
        return self.words[self.at - 1]

    def want(self, word: str) -> None:
        if self.words[self.at] != word:
            near = " ".join(self.words[max(self.at - 8, 0) : self.at + 4])
            raise NotInSubset(f"`{word}` is missing in `{near}`")
        self.at += 1

    def took(self, word: str) -> bool:
        """Return whether the next token is this; then it is taken."""
        if self.words[self.at] == word:
            self.at += 1
            return True
        return False

    def skip(self) -> None:
        """Go behind the bracket that closes the next one."""
        depth, words = 0, self.words
        while True:
            word = words[self.at]
            self.at += 1
            if word in "([{":
                depth += 1
            elif word in ")]}":
                depth -= 1
                if not depth:
                    return

    # ------------------------------------------------------------ types

    def begins_type(self, at: int) -> bool:
        word = self.words[at]
        return word in self.program.types or word in OLDER or word in ("struct", "enum", "static")

    def base(self) -> Type:
        """Return a type without what stands around its name."""
        word = self.take()
        if word == "struct":
            return self._struct()
        if word == "enum":
            self._enum()
            return t.INT
        if word in OLDER:
            words = [word]
            while self.words[self.at] in OLDER or self.words[self.at] in ("int", "char"):
                words.append(self.take())
            return _older(words)
        if word not in self.program.types:
            raise NotInSubset(f"`{word}` is no type")
        return self.program.types[word]

    def _struct(self) -> t.Struct:
        tag = "" if self.words[self.at] == "{" else self.take()
        struct = self.program.structs.setdefault(tag, t.Struct()) if tag else t.Struct()
        if self.took("{"):
            while not self.took("}"):
                base = self.base()
                while True:
                    name, type = self.declarator(base)
                    struct.add(name, type)
                    if not self.took(","):
                        break
                self.want(";")
        return struct

    def _enum(self) -> None:
        if self.words[self.at] != "{":
            self.at += 1
        number = 0
        self.want("{")
        while not self.took("}"):
            name = self.take()
            if self.took("="):
                number = self.known()
            self.program.numbers[name] = number
            number += 1
            self.took(",")

    def known(self) -> int:
        """Return a number that is known now."""
        found = self.either()
        if not isinstance(found, x.Int):
            raise NotInSubset(f"{found} is not known")
        return found.value

    def declarator(self, base: Type) -> tuple[str, Type]:
        """Return a name, and its type; the names of parameters are kept in `parameters`."""
        while self.took("*"):
            base = t.Pointer(base)
        self.attributes()
        if self.words[self.at] == "(" and self.words[self.at + 1] == "*":
            self.at += 2
            name = "" if self.words[self.at] == ")" else self.take()
            sizes = self._sizes()
            self.want(")")
            is_call = self.words[self.at] == "("
            to = self._callable(base) if is_call else _array(base, self._sizes())
            return name, _array(t.Pointer(to), sizes)
        name = (
            self.take() if self.words[self.at][0].isalpha() or self.words[self.at][0] == "_" else ""
        )
        if self.words[self.at] == "(":
            return name, self._callable(base)
        return name, _array(base, self._sizes())

    def _sizes(self) -> list[int]:
        sizes = []
        while self.took("["):
            sizes.append(-1 if self.words[self.at] == "]" else self.known())
            self.want("]")
        return sizes

    def _callable(self, answers: Type) -> t.Callable:
        self.want("(")
        self.parameters, takes = list[str](), list[Type]()
        names = []
        while not self.took(")"):
            name, type = self.declarator(self.base())
            if not isinstance(type, t.Void):
                takes.append(t.decayed(type))
                names.append(name)
            self.took(",")
        self.parameters = names
        return t.Callable(answers, tuple(takes))

    def attributes(self) -> list[str]:
        found = []
        while self.words[self.at] == "__attribute__":
            begin = self.at = self.at + 1
            self.skip()
            found += self.words[begin : self.at]
        return found

    # ------------------------------------------------------------ expressions

    def expression(self) -> x.Expression:
        found = self.assigned()
        while self.took(","):
            found = x.Comma(found, self.assigned())
        return found

    def assigned(self) -> x.Expression:
        to = self.either()
        op = ASSIGNING.get(self.words[self.at])
        if op is None:
            return to
        self.at += 1
        return x.Assign(op, to, self.assigned())

    def either(self) -> x.Expression:
        test = self.operation(1)
        if not self.took("?"):
            return test
        then = self.expression()
        self.want(":")
        other = self.either()
        if isinstance(test, x.Int):
            return then if test.value else other
        return x.Either(test, then, other)

    def operation(self, lowest: int) -> x.Expression:
        left = self.unary()
        while True:
            op = self.words[self.at]
            level = LEVEL.get(op, 0)
            if level < lowest or not level:
                return left
            self.at += 1
            left = binary(op, left, self.operation(level + 1))

    def unary(self) -> x.Expression:
        word = self.words[self.at]
        if word in ("-", "!", "~", "&", "*", "+"):
            self.at += 1
            return _unary(word, self.unary())
        if word in ("++", "--"):
            self.at += 1
            return x.Step(word[0], self.unary(), False)
        if word == "(" and self.begins_type(self.at + 1):
            self.at += 1
            type = self._named_type()
            if self.words[self.at] == "{":
                listed = self.listed()
                return x.Made(complete(type, listed), listed)
            return converted(self.unary(), type)
        if word == "sizeof":
            self.at += 1
            if self.words[self.at] == "(" and self.begins_type(self.at + 1):
                self.at += 1
                return x.Int(t.size_of(self._named_type()), t.UNSIGNED)
            return x.Size(self.unary())
        return self._postfix(self._primary())

    def _named_type(self) -> Type:
        """Return a type up to the parenthesis behind it."""
        _, type = self.declarator(self.base())
        self.want(")")
        return type

    def _primary(self) -> x.Expression:
        word = self.take()
        first = word[0]
        if first.isalpha() or first == "_":
            if word == "offsetof":
                return self._offset()
            number = self.program.numbers.get(word)
            return x.Name(word) if number is None else x.Int(number, t.INT)
        if first.isdigit() or (first == "." and len(word) > 1):
            return _number(word)
        if word == "(":
            found = self.expression()
            self.want(")")
            return found
        if first == "'":
            return x.Int(_letters(word)[0], t.INT)
        if first == '"':
            text = _letters(word)
            while self.words[self.at][0] == '"':
                text += _letters(self.take())
            return x.Text(text)
        raise NotInSubset(
            f"`{word}` in an expression: {' '.join(self.words[self.at - 9 : self.at + 5])}"
        )

    def _offset(self) -> x.Expression:
        self.want("(")
        struct = self.base()
        self.want(",")
        assert isinstance(struct, t.Struct)
        at = struct.members[self.take()].at
        self.want(")")
        return x.Int(at, t.UNSIGNED)

    def _postfix(self, found: x.Expression) -> x.Expression:
        while True:
            word = self.words[self.at]
            if word == "(":
                self.at += 1
                given = []
                while not self.took(")"):
                    given.append(self.assigned())
                    self.took(",")
                found = x.Call(found, given)
            elif word == "[":
                self.at += 1
                found = x.Index(found, self.expression())
                self.want("]")
            elif word == "->":
                self.at += 1
                found = x.Field(x.Unary("*", found), self.take())
            elif word == ".":
                self.at += 1
                found = x.Field(found, self.take())
            elif word in ("++", "--"):
                self.at += 1
                found = x.Step(word[0], found, True)
            else:
                return found

    def listed(self) -> x.Listed:
        """Return the list in braces."""
        self.want("{")
        entries = []
        while not self.took("}"):
            name = ""
            if self.took("."):
                name = self.take()
                self.want("=")
            entries.append((name, self._begin()))
            self.took(",")
        return x.Listed(entries)

    def _begin(self) -> x.Expression:
        return self.listed() if self.words[self.at] == "{" else self.assigned()


def _unary(op: str, of: x.Expression) -> x.Expression:
    if isinstance(of, x.Int) and op not in ("&", "*"):
        type = t.common(of.type, t.INT)
        value = wrapped(of.value, type)
        if op == "!":
            return x.Int(int(not value), t.INT)
        return x.Int(wrapped({"-": -value, "~": ~value, "+": value}[op], type), type)
    if isinstance(of, x.Real) and op == "-":
        return x.Real(-of.value)
    return of if op == "+" else x.Unary(op, of)


def _number(word: str) -> x.Expression:
    letters = word.lower()
    if "." in word or ("e" in letters and not letters.startswith("0x")):
        return x.Real(float(letters.rstrip("f")))
    value = int(letters.rstrip("ul"), 0)
    is_long, is_unsigned = "l" in letters, "u" in letters
    if value >= 1 << 63 or (is_unsigned and (is_long or value >= 1 << 32)):
        return x.Int(value, t.WHOLE)
    if is_long or value >= 1 << 31:
        is_small = letters.startswith("0x") and value < 1 << 32 and not is_long
        return x.Int(value, t.UNSIGNED if is_small or is_unsigned else t.LONG)
    return x.Int(value, t.UNSIGNED if is_unsigned else t.INT)


def _letters(word: str) -> bytes:
    found = bytearray()
    for hexadecimal, octal, escaped, plain in CHARACTER.findall(word[1:-1]):
        if hexadecimal or octal:
            found.append(int(hexadecimal or octal, 16 if hexadecimal else 8))
        elif escaped:
            found.append(ESCAPES.get(escaped, ord(escaped)))
        else:
            found += plain.encode()
    return bytes(found) or b"\0"


def _older(words: Sequence[str]) -> Type:
    is_signed = "unsigned" not in words
    sizes = {"__int128": 16, "long": 8, "short": 2, "char": 1}
    return t.Number(next((size for of, size in sizes.items() if of in words), 4), is_signed)


def _array(type: Type, sizes: Sequence[int]) -> Type:
    for size in reversed(sizes):
        type = t.Array(type, size)
    return type
