"""
Simplifies core words before they are printed as Python: short named values are inlined, a search in
a set of one needs no loop, nested loops are fused.

Every word answers what it did, and meets the same faults.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from attrs import define, evolve, field

from ruleslang.flow.context import may_be_none
from ruleslang.flow.operations import OPERATIONS
from ruleslang.flow.state_layout import ZONES
from ruleslang.flow.steps import At, Each, Return, assigned, inside, walked
from ruleslang.flow.tables_and_routines import Routine
from ruleslang.flow.words import (
    Apply,
    Bind,
    Both,
    Cell,
    Constant,
    Either,
    Find,
    Invoke,
    Lookup,
    Through,
    Variable,
    When,
    Word,
)
from ruleslang.program import types as t

SHORT = 40  # words of a value that takes the place of its calls where something runs through many
SHORTEST = 12  # the same elsewhere
_SAFE = (Constant, Variable, Cell, Lookup, Both, Either, When, Through, Find, Bind)
_NEVER_SHORT = ("seen ", "players ", "test ", "look ")  # routines of other answers than values


def is_safe(node: Any) -> bool:
    """Whether working it out cannot be a fault."""
    return all(_is_safe(each) for each in inside(node))


def _is_safe(word: Any) -> bool:
    match word:
        case Apply(operation, operands):
            known = not any(isinstance(each.type, (t.Optional, t.Never)) for each in operands)
            total = OPERATIONS[operation].total
            return total == "all" or (total == "known" and known)
    return isinstance(word, _SAFE)


def rewritten(node: Any, of: Callable[[Any], Any]) -> Any:
    """A node with another in the place of each in it, the innermost first."""
    if isinstance(node, tuple):
        several = [rewritten(each, of) for each in node]
        return tuple(several) if any(map(_differ, several, node)) else node
    names = walked(node.__class__)
    if names is None:
        return node
    if isinstance(node, Constant | Variable | At):
        return of(node)
    changed = {}
    for name in names:
        old = getattr(node, name)
        stays = name in ("invoked", "seen")  # which must stay calls
        new = _with_arguments(old, of) if stays else rewritten(old, of)
        if new is not old:
            changed[name] = new
    return of(evolve(node, **changed) if changed else node)


def _with_arguments(invoked: Invoke, of: Callable[[Any], Any]) -> Invoke:
    arguments = rewritten(invoked.arguments, of)
    return invoked if arguments is invoked.arguments else evolve(invoked, arguments=arguments)


def _differ(one: object, other: object) -> bool:
    return one is not other


@define(eq=False)
class Simpler:
    """Makes the words of one flow simpler; `kept` are routines whose answers are kept."""

    routines: Mapping[str, Routine]
    kept: frozenset[str]
    shorts: dict[str, Word | None] = field(factory=dict)
    numbers: Any = field(factory=count)

    def steps(self, node: Any, in_frame: Mapping[str, int]) -> Any:
        """Steps, or the end of a block; `in_frame` are the variables that live in frames."""
        if not any(isinstance(each, Through | Find | Invoke) for each in inside(node)):
            return node
        return rewritten(node, lambda each: self._simpler(each, in_frame))

    def _simpler(self, node: Any, in_frame: Mapping[str, int]) -> Any:
        match node:
            case Through():
                return self._joined(self._inside(node, SHORT))
            case Find():
                return self._without_loop(self._inside(node, SHORT), in_frame)
            case Each():
                return evolve(node, body=self._inlined(node.body, SHORT))
            case Invoke():
                return self._in_its_place(node, SHORTEST)
        return node

    def _inside(self, word: Any, most: int) -> Any:
        """The same with short values where it comes to many."""
        changed = {}
        for name in ("condition", "value"):
            old = getattr(word, name, None)
            new = self._inlined(old, most)
            if new is not old:
                changed[name] = new
        return evolve(word, **changed) if changed else word

    def _inlined(self, node: Any, most: int) -> Any:
        def of(each: Any) -> Any:
            return self._in_its_place(each, most) if isinstance(each, Invoke) else each

        return rewritten(node, of) if any(isinstance(e, Invoke) for e in inside(node)) else node

    # ------------------------------------------------------------ in the place of calls

    def _in_its_place(self, invoked: Invoke, most: int) -> Word:
        short = self._short(invoked.function)
        arguments = invoked.arguments
        if short is None or not all(isinstance(e, Variable | Constant) for e in arguments):
            return invoked
        if sum(1 for _ in inside(short)) > most:
            return invoked
        parameters = self.routines[invoked.function].parameters
        given = {one.name: word for one, word in zip(parameters, arguments, strict=True)}
        return self._renamed(short, given)

    def _renamed(self, word: Word, given: Mapping[str, Word]) -> Word:
        """A word with others for its parameters, and names of its own for all it binds."""
        by: dict[str, Word] = dict(given)
        for each in inside(word):
            if isinstance(each, Through | Find | Bind):
                old = each.variable
                by[old.name] = Variable(f"{old.name}_in{next(self.numbers)}", old.type)

        def of(each: Any) -> Any:
            return by.get(each.name, each) if isinstance(each, Variable) else each

        found: Word = rewritten(word, of)
        return found

    def _short(self, function: str) -> Word | None:
        """What a routine answers, if it is short and nothing else."""
        if function not in self.shorts:
            self.shorts[function] = None  # while it is not known
            self.shorts[function] = self._made_short(self.routines[function])
        return self.shorts[function]

    def _made_short(self, routine: Routine) -> Word | None:
        steps = [each for each in routine.steps if not isinstance(each, At)]
        is_plain = routine.is_pure and not routine.waits and not routine.is_constant
        if not is_plain or routine.name in self.kept or routine.name.startswith(_NEVER_SHORT):
            return None
        if len(steps) != 1 or not isinstance(steps[0], Return) or steps[0].value is None:
            return None
        word: Word = self.steps(steps[0].value, {})
        size = sum(1 for _ in inside(word))
        names = [each.name for each in assigned(word).values()]
        is_own = len(set(names)) == len(names)
        return word if size <= SHORT and is_own else None

    # ------------------------------------------------------------ phrases

    def _without_loop(self, word: Find, in_frame: Mapping[str, int]) -> Word:
        match word.over:
            case Apply("tuple of known", (one,)) if word.variable.name not in in_frame:
                held: Word = Bind(word.variable, one)
                if isinstance(one.type, (t.Optional, t.Never)):
                    is_none = Apply("is none", (word.variable,), t.Truth())
                    held = Both(held, Apply("not", (is_none,), t.Truth()))
                return held if word.condition is None else Both(held, word.condition)
        return word

    def _joined(self, word: Through) -> Through:
        """What runs through the members of a phrase runs through what that does."""
        inner = word.over
        if word.what in ("leading", "reaching") or not isinstance(inner, Through):
            return word
        if inner.what != "members" or inner.value is not None:
            return word
        if not (is_safe((inner.condition,)) or is_safe((word.condition, word.value))):
            return word
        if word.what in ("few", "some", "every") and not is_safe((inner.condition,)):
            return word
        if any(isinstance(e, Bind | Find) for e in inside((inner.condition, word.condition))):
            return word
        first = None
        if inner.condition is not None:
            first = _with(inner.condition, inner.variable.name, word.variable)
        if word.what == "every" and first is not None:
            return word
        condition = word.condition if first is None else first
        if first is not None and word.condition is not None:
            condition = Both(first, word.condition)
        return evolve(word, over=inner.over, condition=condition)


def _with(word: Word, name: str, by: Variable) -> Word:
    def of(each: Any) -> Any:
        return by if isinstance(each, Variable) and each.name == name else each

    found: Word = rewritten(word, of)
    return found


def has_members(several: Word) -> bool:
    """Whether nothing in a tuple is none."""
    match several.type:
        case t.SetOf(element) | t.ListOf(element):
            return not may_be_none(element)
    return False


def lies_once(several: Word) -> bool:
    """Whether nothing is twice in a tuple: what lies in a zone, or the first of that."""
    match several:
        case Apply("first so many", (zone, _)):
            return lies_once(zone)
        case Cell(family):
            return family == ZONES or family.startswith("zone ")
    return False


def is_boxed_in(word: Word) -> bool:
    """Whether something inside of it is run through, where Python cannot assign."""
    return any(isinstance(each, Through | Find) for each in inside(word))
