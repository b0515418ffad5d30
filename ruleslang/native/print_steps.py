"""Prints the steps of a flow as statements of C."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_never

from attrs import define, field

from ruleslang.flow.printed_names import routine_name
from ruleslang.flow.steps import (
    NOWHERE,
    Ask,
    At,
    Call,
    Cancel,
    CountDecision,
    CountStep,
    Do,
    Each,
    End,
    Fail,
    If,
    Landing,
    Leave,
    Loop,
    Next,
    Return,
    Set,
    SetIn,
    Step,
    Steps,
    Stretch,
    Win,
    Write,
)
from ruleslang.flow.walk import assigned, binds, read
from ruleslang.flow.words import Apply, Variable, Word
from ruleslang.native.print_bit_sets import mask
from ruleslang.native.print_effects import effect, fault, move_card
from ruleslang.native.print_words import WordPrinter


@define(eq=False)
class StepPrinter:
    """
    Prints the steps of one function.

    `kept` are the places in the frame of the variables that it holds; empty in a plain function.
    `labels` are the blocks of loops that were cut; `place` is the line that tells where a
    statement stands.
    `place_below` is the number of a routine, and the place of a variable in its frame.
    `mark` is the variable with the top of the heap to which a plain function goes back;
    `answers_bits` that it answers a set as bits.
    """

    words: WordPrinter
    place: Callable[[int], str]
    place_below: Callable[[str, str], tuple[int, int]]
    kept: Mapping[str, int]
    labels: Mapping[str, tuple[int, int]]
    waits: bool
    mark: str = ""
    answers_bits: bool = False
    used: set[str] = field(factory=set)

    def line(self, text: str) -> None:
        """One more line."""
        self.words.to.line(text)

    def steps(self, steps: Steps | list[Step]) -> None:
        """Several."""
        left = list(steps)
        while left:
            step = left.pop(0)
            moves = _moves_one(step, left, self.kept)
            if moves is None:
                self.step(step)
            else:
                self._move_one(*moves, left.pop(0))
                left.pop(0)

    def _move_one(self, card: Word, is_there: bool, move: Do, target: Step) -> None:
        """A card moves, or nothing does, without a tuple of it."""
        one = self.words.kept(self.words.scalar(card), "card")
        self.step(target)
        text = move_card(move, self.words, one)
        self.line(f"{text};" if is_there else f"if ({one} != NONE) {text};")
        self.words.to.makes = True

    def step(self, step: Step) -> None:
        """One."""
        match step:
            case At(statement):
                if statement != NOWHERE:
                    self.line(self.place(statement))
            case If(condition, then, otherwise):
                self._if(condition, then, otherwise)
            case Each():
                self._each(step)
            case Loop(label, body, tail):
                with self.words.to.block("for (;;)"):
                    self.steps(body)
                    if f"next_{label}" in self.used:
                        self.line(f"next_{label}:;")
                    self.steps(tail)
                self._left(label)
            case _:
                self._simple(step)

    def _if(self, condition: Word, then: Steps, otherwise: Steps) -> None:
        with self.words.to.block(f"if ({self.words.condition(condition)})"):
            self.stored_bound(condition)
            self.steps(then)
        if otherwise:
            with self.words.to.block("else"):
                self.steps(otherwise)

    def _each(self, step: Each) -> None:
        name = step.variable.name
        with self.words.running(step.over, name, declares="", moves=True):
            self._stored([step.variable])
            self.steps(step.body)
            if f"next_{step.label}" in self.used:
                self.line(f"next_{step.label}:;")
        self._left(step.label)

    def _left(self, label: str) -> None:
        if f"after_{label}" in self.used:
            self.line(f"after_{label}:;")

    def stored_bound(self, word: Word) -> None:
        """Store in the frame the variables that an expression has bound."""
        if binds(word):
            self._stored(list(assigned(word).values()))

    def _stored(self, variables: list[Variable]) -> None:
        for each in variables:
            if each.name in self.kept:
                self.line(f"F[{self.kept[each.name]}] = {each.name};")

    def taking(self, variable: Variable | None) -> str:
        """The beginning of an assignment to a variable, if there is one."""
        if variable is None:
            return ""
        name = variable.name
        return f"{name} = F[{self.kept[name]}] = " if name in self.kept else f"{name} = "

    def _simple(self, step: Step) -> None:
        words = self.words
        match step:
            case Set(variable, value):
                self.line(f"{self.taking(variable)}{words.scalar(value)};")
                self.stored_bound(value)
            case SetIn(routine, variable, value):
                number, place = self.place_below(routine, variable.name)
                self.line(f"frame_below(s, {number})[{place}] = {words.scalar(value)};")
            case Write(family, at, value):
                address, text = words.address(family, at), words.scalar(value)
                self.line(f"s->S[{address}] = {text};")
                self.stored_bound(value)
            case Do(into=into):
                self.line(f"{self.taking(into)}{effect(step, words)};")
                words.to.makes = True
            case Call(routine, arguments, into):
                said = "".join(f", {each}" for each in words.words(arguments))
                self.line(f"{self.taking(into)}{routine_name(routine)}(s{said});")
                words.to.makes = True
            case CountStep():
                self.line("step(s);")
            case CountDecision():
                self.line("count(s);")
            case _:
                self._leaving(step)

    def _leaving(self, step: Step) -> None:
        match step:
            case Return(value) if self.answers_bits:
                assert value is not None
                self._return(mask(self.words, value), "Mask")
            case Return(value):
                self._return("NONE" if value is None else self.words.scalar(value))
            case Next(label):
                self._go(label, 0)
            case Leave(label):
                self._go(label, 1)
            case Fail(slug, origin):
                self.line(fault(slug, origin))
            case Win(winners):
                self.line(f"won(s, {self.words.word(winners)});")
            case Ask() | At() | If() | Each() | Loop() | Stretch() | Landing() | End() | Cancel():
                raise AssertionError(step)
            case Set() | SetIn() | Write() | Do() | Call() | CountStep() | CountDecision():
                raise AssertionError(step)
            case _:
                assert_never(step)

    def _return(self, text: str, type: str = "V") -> None:
        if self.waits:
            self.line(f"LEAVE({text});")
        elif self.mark:
            self.line(f"{{ {type} answer = {text}; give_back(s, {self.mark}); return answer; }}")
        else:
            self.line(f"return {text};")

    def _go(self, label: str, way: int) -> None:
        if label in self.labels:
            self.line(f"goto b{self.labels[label][way]};")
            return
        name = f"{('next', 'after')[way]}_{label}"
        self.used.add(name)
        self.line(f"goto {name};")


def _moves_one(
    step: Step, following: list[Step], kept: Mapping[str, int]
) -> tuple[Word, bool, Do] | None:
    """The card that this step and the next two move alone, and whether there surely is one."""
    match step, following:
        case (
            Set(cards, Apply("tuple" | "tuple of known" as made, (card,))),
            [Set(), Do("move", operands=(Variable(name), *_)) as move, *rest],
        ) if name == cards.name and name not in kept and name not in read(tuple(rest)):
            return card, made == "tuple", move
    return None
