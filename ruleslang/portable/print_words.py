"""Words of expressions as Python expressions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from keyword import iskeyword
from typing import TypeAlias, assert_never

from ruleslang.flow.parts import Table
from ruleslang.flow.state_layout import Layout
from ruleslang.flow.words import (
    AllWithin,
    Apply,
    Attempt,
    Bind,
    Both,
    Cell,
    Constant,
    Either,
    Fails,
    Find,
    Invoke,
    Known,
    Lookup,
    MostOften,
    Noted,
    OneOfEach,
    PlaceOf,
    Present,
    RunHere,
    RunUnderWay,
    Standing,
    Through,
    Twins,
    Variable,
    When,
    Within,
    Word,
    WouldBe,
)
from ruleslang.nodes.frozen import evolve, frozen
from ruleslang.portable.print_operations import NEGATIONS, OPERATIONS
from ruleslang.program import types as t

Tested: TypeAlias = (
    Known
    | Present
    | Within
    | AllWithin
    | Twins
    | OneOfEach
    | Noted
    | Attempt
    | WouldBe
    | MostOften
    | Standing
    | Fails
)


JOINED = 8  # tuples that are put together by `+`, each of which copies those before


def identifier(name: str) -> str:
    """
    A name as Python takes it.

    >>> identifier("value gain"), identifier("for")
    ('value_gain', 'for_')
    """
    plain = re.sub(r"\W", "_", name)
    return f"{plain}_" if iskeyword(plain) else plain


@frozen
class Printer:
    """
    Prints the expressions of one routine.

    `boxed` are variables that live in a list of one, because Python cannot assign a plain one where
    they take their values; `renamed` those that a phrase runs through under another name;
    `waiting` the routines that stand in frames.
    """

    layout: Layout
    tables: Mapping[str, Table]
    boxed: frozenset[str] = frozenset()
    renamed: Mapping[str, str] = {}
    waiting: frozenset[str] = frozenset()

    def word(self, word: Word) -> str:
        """A word as an expression that can stand anywhere."""
        match word:
            case Constant(value):
                return repr(value)
            case Variable(name):
                return self.variable(name)
            case Cell(family, at):
                return f"S[{self.address(family, at)}]"
            case Lookup():
                return self._lookup(word)
            case Apply():
                return self._applied(word)
            case Both(left, right):
                return f"({self.word(left)} and {self.word(right)})"
            case Either(left, right):
                return f"({self.word(left)} or {self.word(right)})"
            case When(condition, value, otherwise):
                return f"({self.word(value)} if {self.word(condition)} else {self.word(otherwise)})"
            case Invoke(function, arguments):
                given = "".join(f", {self.word(each)}" for each in arguments)
                return f"{identifier(function)}(M, S{given})"
            case Through():
                return self._through(word)
            case Find():
                return self._find(word)
            case RunUnderWay(event):
                return f"run_under_way(M, {event!r})"
            case RunHere():
                return "(len(M.K) - 1)"
            case PlaceOf(run, places):
                return f"place_of(M, {self.word(run)}, {places!r})"
            case Bind(variable, value):
                return f"(({self._taking(variable.name, self.word(value))}) is not NEVER)"
            case _:
                return self._tested(word)

    def _applied(self, word: Apply) -> str:
        match word:
            case Apply("not", (Apply("is none" | "same" | "is in" as test, operands),)):
                return NEGATIONS[test](*map(self.word, operands))
            case Apply("number of", (Apply("pieced together", (Apply("tuple", parts),)),)) if parts:
                return f"({' + '.join(f'len({self.word(each)})' for each in parts)})"
            case Apply("pieced together", (Apply("tuple", parts),)) if 0 < len(parts) <= JOINED:
                return f"({' + '.join(map(self.word, parts))})"
        return OPERATIONS[word.operation](*map(self.word, word.operands))

    def _tested(self, word: Tested) -> str:
        match word:
            case Noted(value):
                return f"noted(M, {self.word(value)})"
            case Attempt(invoked, slug, otherwise):
                given = "".join(f", {self.word(each)}" for each in invoked.arguments)
                said = f"{identifier(invoked.function)}, {slug!r}, {self.word(otherwise)}"
                return f"attempt({said}, M, S{given})"
            case WouldBe() | MostOften() | Standing():
                return self._imagined(word)
            case Known(value, slug, origin):
                return f"known({self.word(value)}, {slug!r}, {origin})"
            case Present(value, slug, origin):
                return f"present({self.word(value)}, {slug!r}, {origin})"
            case Within(value, low, high, slug, origin):
                return f"within({self.word(value)}, {low}, {high}, {slug!r}, {origin})"
            case AllWithin(value, most, low, high, origin):
                return f"all_within({self.word(value)}, {most}, {low}, {high}, {origin})"
            case Twins(several, who, made) | OneOfEach(several, who, made):
                said = ", ".join(map(self.word, (several, who, made)))
                return f"{'twins' if isinstance(word, Twins) else 'one_of_each'}(M, S, {said})"
            case Fails(slug, origin):
                return f"fail({slug!r}, {origin})"
            case _:
                assert_never(word)

    def _imagined(self, word: WouldBe | MostOften | Standing) -> str:
        match word:
            case WouldBe(routine, arguments, seen):
                given, asked = self._tuple(arguments), self._tuple(seen.arguments)
                said = f"{self._run(routine)}, {given}, {identifier(seen.function)}, {asked}"
                return f"would_be(M, S, {said})"
            case MostOften(ways, doing, who, origin):
                said = f"{identifier(ways)}, {self._run(doing)}, {self.word(who)}, {origin}"
                return f"most_often(M, S, {said})"
            case Standing(history, values):
                return f"standing(S, {history!r}, {self._tuple(values)})"

    def _run(self, routine: str) -> str:
        """The function that runs a routine, to its end if it is one that waits."""
        return f"{'run_' if routine in self.waiting else ''}{identifier(routine)}"

    def _tuple(self, words: tuple[Word, ...]) -> str:
        return f"({''.join(f'{self.word(each)}, ' for each in words)})"

    def variable(self, name: str) -> str:
        """A variable that is read."""
        if name in self.renamed:
            return self.renamed[name]
        return f"{name}[0]" if name in self.boxed else name

    def _taking(self, name: str, value: str) -> str:
        return f"put({name}, {value})" if name in self.boxed else f"{name} := {value}"

    def address(self, family: str, at: tuple[Word, ...]) -> str:
        """The place of a cell."""
        of = self.layout[family]
        base, terms = of.base, []
        for word, stride in zip(at, of.strides, strict=True):
            if isinstance(word, Constant):
                assert isinstance(word.value, int)
                base += word.value * stride
            else:
                printed = self.word(word)
                terms.append(printed if stride == 1 else f"{printed} * {stride}")
        return " + ".join([*terms, str(base)] if base or not terms else terms)

    def _lookup(self, word: Lookup) -> str:
        name = f"T_{identifier(word.table)}"
        if len(word.at) == 1:
            (at,) = word.at
            if isinstance(at.type, (t.Optional, t.Never)):
                return f"look({name}, {self.word(at)})"
            return f"{name}[{self.word(at)}]"
        places = f"({', '.join(map(self.word, word.at))})"
        is_large = self.tables[word.table].made is None
        return f"{name}[{places}]" if is_large else f"{name}.get({places})"

    # ------------------------------------------------------------ running through

    def _through(self, word: Through) -> str:
        over, name = self.run_through(word.over), word.variable.name
        inner = self.running_through(name)
        value = name if word.value is None else inner.word(word.value)
        condition = "" if word.condition is None else f" if {inner.word(word.condition)}"
        each = f"for {name} in {over}"
        match word.what:
            case "members":
                return f"tuple([{value} {each}{condition}])"
            case "few":
                return f"few({value} {each}{condition})"
            case "leading" | "reaching":
                assert word.condition is not None
                return f"{word.what}({over}, lambda {name}: {inner.word(word.condition)})"
            case "number":
                return f"len([1 {each}{condition}])"
            case "some" | "every":
                assert word.condition is not None
                test = "any" if word.what == "some" else "all"
                return f"{test}({inner.word(word.condition)} {each})"
            case "sum" | "highest" | "lowest":
                some = f"[{value} {each}{condition}]"
                optional = isinstance(getattr(word.value, "type", None), (t.Optional, t.Never))
                some = f"those_known({some})" if optional else some
                if word.what == "sum":
                    return f"sum({some})"
                return f"{'max' if word.what == 'highest' else 'min'}({some}, default=None)"
            case _:
                assert_never(word.what)

    def run_through(self, word: Word) -> str:
        """A tuple that is only run through: a list will do."""
        printed = self.word(word)
        if isinstance(word, Through) and word.what == "members" and printed.startswith("tuple(["):
            return printed[len("tuple(") : -1]
        return printed

    def running_through(self, name: str) -> Printer:
        """The printer of what stands inside of a phrase that runs through something."""
        return evolve(self, renamed={**self.renamed, name: name})

    def _find(self, word: Find) -> str:
        name = word.variable.name
        its = f"{name}_"
        inner = evolve(self, renamed={**self.renamed, name: its})
        over = self.run_through(word.over)
        condition = "" if word.condition is None else f" if {inner.word(word.condition)}"
        first = f"next(({its} for {its} in {over}{condition}), END)"
        if name in self.boxed:
            return f"found({name}, {first})"
        return f"(({name} := {first}) is not END)"
