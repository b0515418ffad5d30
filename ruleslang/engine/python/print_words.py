"""Prints words as Python expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, assert_never

from attrs import evolve, field, frozen

from ruleslang.engine.flow import words as w
from ruleslang.engine.flow.context import may_be_none
from ruleslang.engine.flow.operations import OPERATIONS
from ruleslang.engine.flow.printed_names import digest_name, literal, printed_name, routine_name
from ruleslang.engine.flow.simplify_words import Totality
from ruleslang.engine.flow.state_layout import Layout
from ruleslang.engine.flow.steps import assigned, inside, read
from ruleslang.engine.flow.tables_and_routines import Table
from ruleslang.program import types as t

Tested: TypeAlias = (
    w.Known
    | w.Present
    | w.Within
    | w.AllWithin
    | w.Twins
    | w.OneOfEach
    | w.Noted
    | w.Attempt
    | w.WouldBe
    | w.MostOften
    | w.Standing
    | w.Fails
)


JOINED = 8  # tuples that are put together by `+`, each of which copies those before
WORTH_A_SET = 4  # members of a tuple in which something is looked for
_OF_CONSTANTS = (w.Constant, w.Variable, w.Lookup, w.Apply, w.When, w.Bind, w.Both, w.Either)


@frozen
class Printer:
    """
    Prints the expressions of one routine.

    `boxed` are variables that live in a list of one, because Python cannot assign a plain one where
    they take their values; `renamed` those that a phrase runs through under another name; `waiting`
    the routines that have frames; `constant` those whose answers are kept for good; `constants`
    takes the lines of what the expressions read beside the tables, by name.
    """

    layout: Layout
    tables: Mapping[str, Table]
    boxed: frozenset[str] = frozenset()
    renamed: Mapping[str, str] = {}
    waiting: frozenset[str] = frozenset()
    constant: frozenset[str] = frozenset()
    constants: dict[str, str] = field(factory=dict)
    is_total: Callable[[Any], bool] = Totality({}).is_total

    def word(self, word: w.Word) -> str:
        """Return a word as an expression, parenthesised if necessary."""
        match word:
            case w.Constant(value):
                return "ABSENT" if value is w.ABSENT else literal(value)
            case w.Variable(name):
                return self.variable(name)
            case w.Cell(family, at):
                return f"S[{self.address(family, at)}]"
            case w.Lookup():
                return self._lookup(word)
            case w.Apply():
                return self._applied(word)
            case w.Both(left, right):
                return f"({self.word(left)} and {self.word(right)})"
            case w.Either(left, right):
                return f"({self.word(left)} or {self.word(right)})"
            case w.When(w.Bind()) if entry := self._entry_of_own_table(word):
                return entry
            case w.When(condition, value, otherwise):
                return f"({self.word(value)} if {self.word(condition)} else {self.word(otherwise)})"
            case w.Invoke(function, arguments) if function in self.constant and arguments:
                return f"{printed_name('ANSWERS', function)}[{self._key(arguments)}]"
            case w.Invoke(function, arguments):
                arguments_text = "".join(f", {self.word(argument)}" for argument in arguments)
                return f"{routine_name(function)}(M, S{arguments_text})"
            case w.Through():
                return self._through(word)
            case w.Find():
                return self._find(word)
            case w.RunUnderWay(event):
                return f"run_under_way(M, {literal(event)})"
            case w.RunHere():
                return "(len(M.K) - 1)"
            case w.PlaceOf(run, places):
                return f"place_of(M, {self.word(run)}, {literal(places)})"
            case w.Bind(variable, value):
                return f"(({self._taking(variable.name, self.word(value))}) is not NEVER)"
            case _:
                return self._tested(word)

    def _key(self, arguments: tuple[w.Word, ...]) -> str:
        return ", ".join(map(self.word, arguments))

    def _entry_of_own_table(self, word: w.Word) -> str:
        """Return a word over few variables as an entry of its own table; empty if unsuitable."""
        if not any(isinstance(e, w.Lookup) and len(e.at) > 1 for e in inside(word)):
            return ""
        if not all(isinstance(e, _OF_CONSTANTS) for e in inside(word)):
            return ""
        names = sorted(read(word) - assigned(word).keys())
        if not 0 < len(names) <= 2:
            return ""
        printed = Printer(self.layout, self.tables, constants=self.constants).plainly(word)
        text = f"lambda M, S, {', '.join(names)}: {printed}"
        name = digest_name("ENTRIES", text)
        self.constants[name] = f"{name} = Answers({text}, {len(names)})"
        return f"{name}[{', '.join(map(self.variable, names))}]"

    def has_own_table(self, word: w.Word) -> bool:
        """Return whether a word is printed as an entry of its own table."""
        is_bound = isinstance(word, w.When) and isinstance(word.condition, w.Bind)
        return is_bound and bool(self._entry_of_own_table(word))

    def plainly(self, word: w.Word) -> str:
        """Return a conditional whose condition binds variables, written out."""
        assert isinstance(word, w.When)
        parts = word.value, word.condition, word.otherwise
        value = self.plainly(parts[0]) if isinstance(parts[0], w.When) else self.word(parts[0])
        return f"({value} if {self.word(parts[1])} else {self.word(parts[2])})"

    def _applied(self, word: w.Apply) -> str:
        match word:
            case w.Apply("is in", (member, several)):
                return self._is_in(member, several, "in", "False")
            case w.Apply("not", (w.Apply("is in", (member, several)),)):
                return self._is_in(member, several, "not in", "True")
            case w.Apply("is none", (w.Apply("first", (several,)),)) if has_members(several):
                return f"(not {self.word(several)})"
            case w.Apply("not", (w.Apply("is none", (w.Apply("first", (several,)),)),)) if (
                has_members(several)
            ):
                return f"({self.word(several)} != ())"
            case w.Apply("tuple of known", (w.Apply("first", (w.Cell() as at,)),)) if has_members(
                at
            ):
                return f"{self.word(at)}[:1]"
            case w.Apply("first", (w.Through("members", value=None) as several,)) if self.is_total(
                (several.condition,)
            ):
                return self._first_member(several)
            case w.Apply("first", (w.Cell() as cell,)) if self._is_plain(cell):
                there = self.word(cell)
                return f"({there}[0] if {there} else None)"
            case w.Apply("first", (w.Apply("from the next", (player, several)),)):
                return f"next_of({self.word(player)}, {self.word(several)})"
            case w.Apply("number of", (w.Apply("around", (several, seat)),)) if self.is_total(
                (seat,)
            ):
                return f"len({self.word(several)})"
            case w.Apply("/ down" | "remainder" as operation, (number, w.Constant(int(by)))) if by:
                return f"({self.word(number)} {'%' if operation == 'remainder' else '//'} {by})"
            case w.Apply("sorted", (w.Apply("union", (left, right)),)):
                return f"in_order({self.word(left)} + {self.word(right)})"
            case w.Apply("pieced together", (w.Apply("tuple", parts),)) if 0 < len(parts) <= JOINED:
                return f"({' + '.join(map(self.word, parts))})"
        return OPERATIONS[word.operation].in_python(*map(self.word, word.operands))

    def _is_plain(self, cell: w.Cell) -> bool:
        """Return whether a cell can be read twice cheaply."""
        return all(isinstance(coordinate, w.Constant | w.Variable) for coordinate in cell.at)

    def _first_member(self, several: w.Through) -> str:
        name = several.variable.name
        condition = several.condition
        inner = self.running_through(name)
        test = "" if condition is None else f" if {inner.word(condition)}"
        return f"next(({name} for {name} in {self.run_through(several.over)}{test}), None)"

    def _is_in(self, member: w.Word, several: w.Word, sign: str, nothing: str) -> str:
        """Return a membership test; in a Python set if there is one."""
        among = self._as_set(several) or self._written_out(member, several) or self.word(several)
        match member:
            case w.Apply("first", (w.Cell() as cell,)) if self._is_plain(cell) and has_members(
                cell
            ):
                there = self.word(cell)
                return f"({there}[0] {sign} {among} if {there} else {nothing})"
        return f"({self.word(member)} {sign} {among})"

    def _written_out(self, member: w.Word, several: w.Word) -> str:
        """Return the operands of a tuple, if none cannot be confused; else empty."""
        match several:
            case w.Apply("tuple of known", operands) if len(operands) > 1:
                members = [operand.type for operand in operands]
                if not may_be_none(member.type) or not any(map(may_be_none, members)):
                    return self._tuple(operands)
        return ""

    def _as_set(self, several: w.Word) -> str:
        match several:
            case w.Constant(tuple() as value) if len(value) >= WORTH_A_SET:
                if all(isinstance(item, int) for item in value):
                    return f"{{{', '.join(map(repr, value))}}}"
            case w.Lookup(table, (at,)) if not isinstance(at.type, (t.Optional, t.Never)):
                entries = self.tables[table].listed
                if entries is not None and all(isinstance(entry, tuple) for entry in entries):
                    name = printed_name("SETSOF", table)
                    self.constants[name] = (
                        f"{name} = tuple(map(frozenset, {printed_name('T', table)}))"
                    )
                    return f"{name}[{self.word(at)}]"
        return ""

    def _tested(self, word: Tested) -> str:
        match word:
            case w.Known(w.Apply("first", (w.Cell() as cell,)), slug, origin) if self._is_plain(
                cell
            ) and has_members(cell):
                there = self.word(cell)
                return f"({there}[0] if {there} else fail({literal(slug)}, {origin}))"
            case w.Present(w.Cell() as cell, slug, origin) if self._is_plain(cell):
                read = self.word(cell)
                return f"({read} if {read} is not ABSENT else fail({literal(slug)}, {origin}))"
            case w.Noted(value):
                return f"noted(M, {self.word(value)})"
            case w.Attempt(invoked, slug, otherwise):
                arguments_text = "".join(
                    f", {self.word(argument)}" for argument in invoked.arguments
                )
                arguments = (
                    f"{routine_name(invoked.function)}, {literal(slug)}, {self.word(otherwise)}"
                )
                return f"attempt({arguments}, M, S{arguments_text})"
            case w.WouldBe() | w.MostOften() | w.Standing():
                return self._imagined(word)
            case w.Known(w.Apply("entry", (several, place)), slug, origin):
                arguments = f"{self.word(several)}, {self.word(place)}, {literal(slug)}, {origin}"
                return f"known_entry({arguments})"
            case w.Known(value, slug, origin):
                return f"known({self.word(value)}, {literal(slug)}, {origin})"
            case w.Present(value, slug, origin):
                return f"present({self.word(value)}, {literal(slug)}, {origin})"
            case w.Within(value, low, high, slug, origin):
                return f"within({self.word(value)}, {low}, {high}, {literal(slug)}, {origin})"
            case w.AllWithin(value, most, low, high, origin):
                return f"all_within({self.word(value)}, {most}, {low}, {high}, {origin})"
            case w.Twins(several, who, chosen) | w.OneOfEach(several, who, chosen):
                arguments = ", ".join(map(self.word, (several, who, chosen)))
                return (
                    f"{'twins' if isinstance(word, w.Twins) else 'one_of_each'}(M, S, {arguments})"
                )
            case w.Fails(slug, origin):
                return f"fail({literal(slug)}, {origin})"
            case _:
                assert_never(word)

    def _imagined(self, word: w.WouldBe | w.MostOften | w.Standing) -> str:
        match word:
            case w.WouldBe(routine, arguments, seen):
                run = f"{self._run(routine)}, {self._tuple(arguments)}"
                sees = f"{routine_name(seen.function)}, {self._tuple(seen.arguments)}"
                return f"would_be(M, S, {run}, {sees})"
            case w.MostOften(ways, doing, who, origin):
                arguments_text = (
                    f"{routine_name(ways)}, {self._run(doing)}, {self.word(who)}, {origin}"
                )
                return f"most_often(M, S, {arguments_text})"
            case w.Standing(history, values):
                return f"standing(S, {literal(history)}, {self._tuple(values)})"

    def _run(self, routine: str) -> str:
        """Return the function that runs a routine to its end, if it is one that waits."""
        return printed_name("RUN", routine) if routine in self.waiting else routine_name(routine)

    def _tuple(self, words: tuple[w.Word, ...]) -> str:
        return OPERATIONS["tuple"].in_python(*map(self.word, words)) if words else "()"

    def variable(self, name: str) -> str:
        if name in self.renamed:
            return self.renamed[name]
        return f"{name}[0]" if name in self.boxed else name

    def _taking(self, name: str, value: str) -> str:
        return f"put({name}, {value})" if name in self.boxed else f"{name} := {value}"

    def address(self, family: str, at: tuple[w.Word, ...]) -> str:
        return self.layout[family].address(at, self.word)

    def _lookup(self, word: w.Lookup) -> str:
        name = printed_name("T", word.table)
        if len(word.at) == 1:
            (at,) = word.at
            if isinstance(at.type, (t.Optional, t.Never)):
                return f"look({name}, {self.word(at)})"
            return f"{name}[{self.word(at)}]"
        places = f"({', '.join(map(self.word, word.at))})"
        is_large = self.tables[word.table].listed is None
        return f"{name}[{places}]" if is_large else f"{name}.get({places})"

    # ------------------------------------------------------------ running through

    def _through(self, word: w.Through) -> str:
        over, name = self.run_through(word.over), word.variable.name
        inner = self.running_through(name)
        value = name if word.value is None else inner.word(word.value)
        condition = "" if word.condition is None else f" if {inner.word(word.condition)}"
        loop = f"for {name} in {over}"
        is_bare = not condition and value == name
        match word.walk:
            case "members" | "few" if is_bare:
                return f"{'tuple' if word.walk == 'members' else 'few'}({over})"
            case "members":
                return f"tuple([{value} {loop}{condition}])"
            case "few":
                return f"few({value} {loop}{condition})"
            case "leading" | "reaching":
                assert word.condition is not None
                return f"{word.walk}({over}, lambda {name}: {inner.word(word.condition)})"
            case "number":
                return f"len([1 {loop}{condition}])"
            case "some" | "every":
                assert word.condition is not None
                test = "any" if word.walk == "some" else "all"
                return f"{test}({inner.word(word.condition)} {loop})"
            case "sum" | "highest" | "lowest":
                values = over if is_bare else f"[{value} {loop}{condition}]"
                optional = isinstance(getattr(word.value, "type", None), (t.Optional, t.Never))
                values = f"those_known({values})" if optional else values
                if word.walk == "sum":
                    return f"sum({values})"
                return f"{'max' if word.walk == 'highest' else 'min'}({values}, default=None)"
            case _:
                assert_never(word.walk)

    def run_through(self, word: w.Word) -> str:
        """Return an iterable for a tuple that is only iterated over."""
        printed = self.word(word)
        if isinstance(word, w.Through) and word.walk == "members" and printed.startswith("tuple("):
            return printed[len("tuple(") : -1]
        return printed

    def running_through(self, name: str) -> Printer:
        """Return the printer for the body of an iteration."""
        return evolve(self, renamed={**self.renamed, name: name})

    def _find(self, word: w.Find) -> str:
        name = word.variable.name
        its = f"{name}_"
        inner = evolve(self, renamed={**self.renamed, name: its})
        over = self.run_through(word.over)
        condition = "" if word.condition is None else f" if {inner.word(word.condition)}"
        first = f"next(({its} for {its} in {over}{condition}), END)"
        if name in self.boxed:
            return f"found({name}, {first})"
        return f"(({name} := {first}) is not END)"


def has_members(several: w.Word) -> bool:
    """Return whether no entry of a tuple is none."""
    match several.type:
        case t.SetOf(element) | t.ListOf(element):
            return not may_be_none(element)
    return False
