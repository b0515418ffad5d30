"""Prints steps as Python statements."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import assert_never

from attrs import frozen

from ruleslang.engine.flow import steps as p
from ruleslang.engine.flow.printed_names import literal, routine_name
from ruleslang.engine.flow.state_layout import STEPS, shown_family
from ruleslang.engine.flow.words import YES, Bind, Both, Find, Variable, When, Word
from ruleslang.engine.python.print_words import Printer
from ruleslang.program import limits

INDENT = "    "


@frozen
class StepPrinter:
    """
    Prints the steps of one function.

    `kept` are the places of variables in the frame; empty in a plain function. `labels` are the
    blocks of loops that were cut; `comment` gives the text of a statement, `place_below` the number
    of a routine and the place of a variable in its frames.
    """

    words: Printer
    comment: Callable[[int], str]
    kept: Mapping[str, int]
    labels: Mapping[str, tuple[int, int]]
    waits: bool
    place_below: Callable[[str, str], tuple[int, int]]

    def lines(self, steps: p.Steps | list[p.Step], depth: int) -> Iterator[str]:
        empty = True
        for step in steps:
            for line in self._step(step, depth):
                empty = empty and line.lstrip().startswith("#")
                yield line
        if empty:
            yield INDENT * depth + "pass"

    def _step(self, step: p.Step, depth: int) -> Iterator[str]:
        start = INDENT * depth
        match step:
            case p.At(statement):
                comment = "" if statement == p.NOWHERE else self.comment(statement)
                if comment:
                    yield f"{start}# {comment}"
            case p.If(condition, then, otherwise):
                yield from self._if(condition, then, otherwise, depth)
            case p.Each(_, variable, over, body):
                yield f"{start}for {variable.name} in {self.words.run_through(over)}:"
                yield from self._stored([variable], depth + 1)
                yield from self.lines(body, depth + 1)
            case p.Loop(_, body, tail):
                yield f"{start}while True:"
                yield from self.lines((*body, *tail), depth + 1)
            case p.Set(variable, value) if (first := bound_first(value))[0]:
                yield from self._with_bound(
                    first, lambda remaining: p.Set(variable, remaining), depth
                )
            case p.Return(value) if value is not None and (first := bound_first(value))[0]:
                yield from self._with_bound(first, p.Return, depth)
            case p.Return(value) if value is not None and not self.waits and not self.kept:
                yield from self._returned(value, depth)
            case _:
                for line in self._simple(step):
                    yield start + line
                if (
                    isinstance(step, p.Set | p.SetIn | p.Write | p.Return)
                    and step.value is not None
                ):
                    yield from self.stored_bound(step.value, depth)

    def _with_bound(
        self, first: tuple[list[Bind], Word], step_of: Callable[[Word], p.Step], depth: int
    ) -> Iterator[str]:
        """Lines that assign variables, then a step with the rest of its word."""
        for bind in first[0]:
            yield from self._step(p.Set(bind.variable, bind.value), depth)
        yield from self._step(step_of(first[1]), depth)

    def _returned(self, value: Word, depth: int) -> Iterator[str]:
        """Yield the result of a plain function: conditionals and searches become statements."""
        start = INDENT * depth
        match value:
            case When(condition, then, otherwise) if not self.words.has_own_table(value):
                yield from self._answered_if(condition, then, depth)
                yield from self._step(p.Return(otherwise), depth)
            case Find(variable) if variable.name not in self.words.boxed:
                yield from self._answered_if(value, YES, depth)
                yield f"{start}return False"
            case _:
                yield f"{start}return {bare(self.words.word(value))}"

    def _answered_if(self, condition: Word, then: Word, depth: int) -> Iterator[str]:
        """Yield a conditional return; a search returns as soon as it succeeds."""
        start = INDENT * depth
        match condition:
            case Find(variable, over, further) if variable.name not in self.words.boxed:
                yield f"{start}for {variable.name} in {self.words.run_through(over)}:"
                if further is None:
                    yield from self._step(p.Return(then), depth + 1)
                else:
                    yield from self._answered_if(further, then, depth + 1)
            case _:
                first, condition = bound_first(condition)
                for bind in first:
                    yield from self._step(p.Set(bind.variable, bind.value), depth)
                yield f"{start}if {bare(self.words.word(condition))}:"
                yield from self._step(p.Return(then), depth + 1)

    def _if(self, condition: Word, then: p.Steps, otherwise: p.Steps, depth: int) -> Iterator[str]:
        start = INDENT * depth
        first, condition = bound_first(condition)
        for bind in first:
            yield from self._step(p.Set(bind.variable, bind.value), depth)
        yield f"{start}if {bare(self.words.word(condition))}:"
        yield from self.stored_bound(condition, depth + 1)
        yield from self.lines(then, depth + 1)
        if otherwise:
            yield f"{start}else:"
            yield from self.lines(otherwise, depth + 1)

    def stored_bound(self, word: Word, depth: int) -> Iterator[str]:
        """Store the variables bound by an expression in the frame."""
        yield from self._stored(list(p.assigned(word).values()), depth)

    def _stored(self, variables: list[Variable], depth: int) -> Iterator[str]:
        for variable in variables:
            if variable.name in self.kept:
                value = self.words.variable(variable.name)
                yield f"{INDENT * depth}F[{self.kept[variable.name]}] = {value}"

    def taking(self, variable: Variable | None) -> str:
        """Return the start of an assignment to a variable, if there is one."""
        if variable is None:
            return ""
        name = variable.name
        left = f"{name}[0]" if name in self.words.boxed else name
        return f"{left} = F[{self.kept[name]}] = " if name in self.kept else f"{left} = "

    def _simple(self, step: p.Step) -> Iterator[str]:
        word = self.words.word
        match step:
            case p.Set(variable, value):
                yield self.taking(variable) + bare(word(value))
            case p.SetIn(routine, variable, value):
                number, place = self.place_below(routine, variable.name)
                yield f"below(M, {number})[{place}] = {bare(word(value))}"
            case p.Write(family, at, value):
                yield f"S[{self.words.address(family, at)}] = {bare(word(value))}"
            case p.Do("fill", (str() as family,), (value,)) if self._is_one_cell(family):
                yield from self._simple(p.Write(family, (), value))
            case p.Do("point at", (int(statement),)):
                yield f"M.statement = {statement}"
            case p.Do(effect, constants, operands, into):
                arguments_text = "".join(f", {literal(constant)}" for constant in constants)
                arguments_text += "".join(f", {word(operand)}" for operand in operands)
                yield f"{self.taking(into)}{effect.replace(' ', '_')}(M, S{arguments_text})"
            case p.Call(routine, arguments, into):
                arguments_text = "".join(f", {word(argument)}" for argument in arguments)
                yield f"{self.taking(into)}{routine_name(routine)}(M, S{arguments_text})"
            case p.CountStep():
                cell = self.words.address(STEPS, ())
                yield f"S[{cell}] = steps_ = S[{cell}] + 1"
                yield from (f"if steps_ > {limits.STEPS}:", f"{INDENT}endless()")
            case p.CountDecision():
                yield "count(M, S)"
            case p.Return(value):
                answered = "None" if value is None else bare(word(value))
                yield f"return leave(M, {answered})" if self.waits else f"return {answered}"
            case p.Next(label):
                yield f"return {self.labels[label][0]}" if label in self.labels else "continue"
            case p.Leave(label):
                yield f"return {self.labels[label][1]}" if label in self.labels else "break"
            case p.Fail(slug, origin):
                yield f"fail({literal(slug)}, {origin})"
            case p.Win(winners):
                yield f"raise Won({bare(word(winners))})"
            case p.At() | p.If() | p.Each() | p.Loop() | p.Ask():
                raise AssertionError(step)
            case p.Stretch() | p.Landing() | p.End() | p.Cancel():
                raise AssertionError(step)
            case _:
                assert_never(step)

    def _is_one_cell(self, family: str) -> bool:
        """Return whether a family is one cell that cannot be shown."""
        layout = self.words.layout
        of = layout[family]
        return of.cells == 1 and not of.strides and shown_family(family) not in layout.families


def bound_first(word: Word) -> tuple[list[Bind], Word]:
    """Return the bindings at the start of a word, in order, and the rest of it."""
    match word:
        case Bind():
            return [word], YES
        case Both(left, right):
            first, remaining = bound_first(left)
            if remaining != YES:
                return first, Both(remaining, right) if first else word
            more, remaining = bound_first(right)
            return [*first, *more], remaining
        case When(condition, value, otherwise, type):
            first, remaining = bound_first(condition)
            if remaining != YES:
                return first, When(remaining, value, otherwise, type) if first else word
            more, remaining = bound_first(value)
            return [*first, *more], remaining
    return [], word


def bare(printed: str) -> str:
    """
    Return an expression without redundant outer parentheses.

    >>> bare("(a + b)"), bare("(a) + (b)")
    ('a + b', '(a) + (b)')
    """
    if not (printed.startswith("(") and printed.endswith(")")) or ":=" in printed:
        return printed
    depth = 0
    for place, sign in enumerate(printed):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and place < len(printed) - 1:
            return printed
    inner = printed[1:-1]
    return printed if "," in inner or " for " in inner or not inner else inner
