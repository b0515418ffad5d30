"""Reads the C that the engine prints: declarations at once, the bodies of functions when asked."""

from __future__ import annotations

from collections.abc import Callable as Calls
from collections.abc import Sequence

from ruleslang.engine.wasm import syntax as x
from ruleslang.engine.wasm import types as t
from ruleslang.engine.wasm.parse_expressions import ExpressionParser, complete
from ruleslang.engine.wasm.program import Function, Global, Program
from ruleslang.engine.wasm.tokens import tokens

BEFORE = frozenset({"static", "inline", "extern", "_Noreturn", "__inline"})


class Parser(ExpressionParser):
    """Reads statements too."""

    # ------------------------------------------------------------ statements

    def block(self) -> x.Block:
        self.want("{")
        found: list[x.Statement] = []
        while not self.took("}"):
            found += self.statements()
        return x.Block(found)

    def statement(self) -> x.Statement:
        found = self.statements()
        return found[0] if len(found) == 1 else x.Block(found)

    def statements(self) -> list[x.Statement]:
        """Return the next statement; several, if it declares several names."""
        self.attributes()
        word = self.words[self.at]
        if word == "{":
            return [self.block()]
        if self.took(";"):
            return []
        reads = READS.get(word)
        if reads is not None:
            self.at += 1
            return [reads(self)]
        if self.words[self.at + 1] == ":" and word.isidentifier():
            self.at += 2
            return [x.Label(word)]
        if self.begins_type(self.at):
            return self.declared()
        found = self.expression()
        self.want(";")
        return [x.Do(found)]

    def declared(self) -> list[x.Statement]:
        is_static = self.took("static")
        base, found = self.base(), list[x.Statement]()
        while True:
            name, type = self.declarator(base)
            begins = self._begin() if self.took("=") else None
            found.append(x.Declare(name, complete(type, begins), begins, is_static))
            if not self.took(","):
                break
        self.want(";")
        return found

    def _test(self) -> x.Expression:
        self.want("(")
        found = self.expression()
        self.want(")")
        return found

    def read_if(self) -> x.Statement:
        test, then = self._test(), self.statement()
        other = self.statement() if self.took("else") else None
        return x.If(test, then, other)

    def read_for(self) -> x.Statement:
        self.want("(")
        begins = None if self.words[self.at] == ";" else self.statement()
        if begins is None:
            self.at += 1
        test = None if self.words[self.at] == ";" else self.expression()
        self.want(";")
        step = None if self.words[self.at] == ")" else self.expression()
        self.want(")")
        return x.Loop(begins, test, step, self.statement())

    def read_while(self) -> x.Statement:
        test = self._test()
        return x.Loop(None, test, None, self.statement())

    def read_do(self) -> x.Statement:
        body = self.statement()
        self.want("while")
        test = self._test()
        self.want(";")
        return x.DoWhile(body, test)

    def read_return(self) -> x.Statement:
        answer = None if self.words[self.at] == ";" else self.expression()
        self.want(";")
        return x.Return(answer)

    def read_switch(self) -> x.Statement:
        of = self._test()
        return x.Switch(of, self.block().statements)

    def read_case(self) -> x.Statement:
        value = self.known()
        self.want(":")
        return x.Case(value)

    def read_default(self) -> x.Statement:
        self.want(":")
        return x.Case(None)

    def read_goto(self) -> x.Statement:
        label = self.take()
        self.want(";")
        return x.Goto(label)

    def read_break(self) -> x.Statement:
        self.want(";")
        return x.Break()

    def read_continue(self) -> x.Statement:
        self.want(";")
        return x.Continue()


READS: dict[str, Calls[[Parser], x.Statement]] = {
    "if": Parser.read_if,
    "for": Parser.read_for,
    "while": Parser.read_while,
    "do": Parser.read_do,
    "return": Parser.read_return,
    "switch": Parser.read_switch,
    "case": Parser.read_case,
    "default": Parser.read_default,
    "goto": Parser.read_goto,
    "break": Parser.read_break,
    "continue": Parser.read_continue,
}


def program_of(text: str) -> Program:
    """Return all declarations of a C text; raises `NotInSubset`."""
    program = Program([*tokens(text), "", "", ""])
    parser = Parser(program)
    while parser.words[parser.at]:
        _declare(parser, program)
    return program


def _declare(parser: Parser, program: Program) -> None:
    """Read one declaration outside functions."""
    if parser.took(";"):
        return
    begin = parser.at
    names_type, before = parser.took("typedef"), list[str]()
    while parser.words[parser.at] in BEFORE or parser.words[parser.at] == "__attribute__":
        before += parser.attributes() or [parser.take()]
    base = parser.base()
    if {"struct", "{"} <= {*program.words[begin : parser.at]}:
        program.shapes.append(program.declaration(begin, parser.at))
    while not parser.took(";"):
        before += parser.attributes()
        name, type = parser.declarator(base)
        before += parser.attributes()
        declared = program.declaration(begin, parser.at)
        if names_type:
            program.types[name] = type
            program.shapes.append(declared)
        elif isinstance(type, t.Callable):
            program.declared[name] = f"{program.declared.get(name, '')}{declared};"
            _declare_function(parser, program, name, type, before)
            if program.words[parser.at - 1] == "}":
                return
        else:
            begins = parser._begin() if parser.took("=") else None
            known = program.globals.get(name)
            if known is None or begins is not None:
                program.globals[name] = Global(complete(type, begins), begins)
                of, array, length = declared.rpartition(f" {name} [ ")  # this `sizeof` asks for
                program.declared[name] = (
                    f"{of}{array}{length.partition(']')[2] if array else length}"
                )
        parser.took(",")


def _declare_function(
    parser: Parser, program: Program, name: str, type: t.Callable, before: Sequence[str]
) -> None:
    is_inline = "inline" in before and "noinline" not in before
    known = program.functions.get(name)
    if known is None:
        known = Function(name, type, (), False, False)
        program.functions[name] = known
    known.is_inline |= is_inline
    known.never_returns |= "_Noreturn" in before
    if parser.words[parser.at] == "{":
        known.type, known.parameters, known.body = type, parser.parameters, parser.at
        parser.skip()
        known.end = parser.at
