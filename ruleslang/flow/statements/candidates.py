"""What may be chosen: the members of a set, its sub-sets, and of what is alike the first."""

from __future__ import annotations

from math import comb

from attrs import frozen

from ruleslang.flow.constant_folding import apply, known, when
from ruleslang.flow.context import Body
from ruleslang.flow.expressions.dice import dice_of, shown_by_all
from ruleslang.flow.most_values import most_values
from ruleslang.flow.standard_order import standard
from ruleslang.flow.steps import Do, Set, Step
from ruleslang.flow.words import Constant, OneOfEach, Through, Twins, Variable, Word
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import members
from ruleslang.program.walk import find

COUNT = t.Number(0, 2**31 - 1)
ZERO = Constant(0, COUNT)
TWINS = t.ListOf(t.Optional(COUNT), limits.MEMBERS)
NO_TWINS = Constant((), TWINS)
NOBODY = Constant((), t.SetOf(t.Card()))
VERY_MANY = 10**9


def pool(b: Body, choice: s.Choice) -> Word:
    """The members that `from` and `where` allow, in standard order."""
    whole = b.word(choice.source)
    if type(choice.source) is not e.Subsets:
        whole = standard(b, whole, choice.sorting, whole.type)
    if choice.where is None or choice.member is None:
        return whole
    member = b.variable(choice.member)
    return Through("members", member, whole, b.word(choice.where), None, whole.type)


# ---------------------------------------------------------------- what is alike


def may_be_alike(b: Body, type: t.Type) -> bool:
    """Whether two candidates of a type may be such that nothing tells them apart."""
    if any(True for _ in find(type, t.DieIn)):
        b.refuse("a choice of sets of dice")
    return b.whole.has_copies and any(True for _ in find(type, t.Card))


def one_of_each(b: Body, several: Word, who: Word, made: Word = NOBODY) -> Word:
    """Of candidates that the chooser cannot tell apart the first."""
    if isinstance(members(several.type), t.DieIn):
        return apply("first of each", several, _shown(b, several), type=several.type)
    if not may_be_alike(b, several.type):
        return several
    return OneOfEach(several, who, made, several.type)


def twins(b: Body, several: Word, who: Word, made: Word = NOBODY) -> Word:
    """For each candidate the one before that is alike."""
    if isinstance(members(several.type), t.DieIn):
        return apply("alike before", _shown(b, several), type=TWINS)
    return Twins(several, who, made, TWINS) if may_be_alike(b, several.type) else NO_TWINS


def _shown(b: Body, several: Word) -> Word:
    """Dice are alike that show the same."""
    faces = t.ListOf(COUNT, limits.DICE)
    return shown_by_all(b, several, dice_of(several.type), faces)


def stand_at(b: Body, statement: s.Statement) -> list[Step]:
    """Candidates are told apart as they are at this statement, where some may be alike."""
    if not b.whole.has_copies:
        return []
    return [Do("stand at", (b.whole.number_of_statement(statement),), ())]


# ---------------------------------------------------------------- how many


def sizes(b: Body, choice: s.Choice, available: Word) -> tuple[Word, Word]:
    """The least and the most members of a set that is chosen from so many."""
    assert choice.high is not None
    high = known(b.word(choice.high), "none-in-arithmetic", choice.origin)
    low = high
    if choice.low is not None:
        low = known(b.word(choice.low), "none-in-arithmetic", choice.origin)
    most = apply("smaller", high, available, type=COUNT)
    if choice.so_that is None:
        fewer = apply("smaller", low, available, type=COUNT)
        low = when(apply("same", available, ZERO), low, fewer, COUNT)
    return apply("larger", ZERO, low, type=COUNT), most


@frozen(eq=False)
class Pooled:
    """A choice of a set on its way: its members, which are alike, how many may be chosen."""

    whole: Variable
    twins: Variable
    low: Variable
    high: Variable
    steps: tuple[Step, ...]


def pooled(b: Body, choice: s.Choice, who: Word, made: Word = NOBODY) -> Pooled:
    """The parts of a choice of a set, in variables."""
    several = pool(b, choice)
    whole, same = b.fresh("members", several.type), b.fresh("twins", TWINS)
    low, high = b.fresh("low", COUNT), b.fresh("high", COUNT)
    least, most = sizes(b, choice, apply("number of", whole, type=COUNT))
    steps = (
        Set(whole, several),
        Set(same, twins(b, whole, who, made)),
        Set(low, least),
        Set(high, most),
    )
    return Pooled(whole, same, low, high, steps)


def allowed(b: Body, choice: s.Choice) -> tuple[Variable, Word | None]:
    """What is chosen, and the condition that must hold of it."""
    chosen = b.variable(choice.slot)
    return chosen, None if choice.so_that is None else b.word(choice.so_that)


def most_ways(b: Body, choice: s.Choice) -> int:
    """A bound on the number of values of a single choice."""
    return most_values(b, choice.source)


def most_chosen(b: Body, choice: s.Choice) -> int | None:
    """A bound on the members of a set that is chosen; none: one value is."""
    if choice.high is None:
        return None
    most = most_ways(b, choice)
    size = choice.high.value if isinstance(choice.high, e.Literal) else most
    return min(int(size or 0), most)


def most_sets(b: Body, choice: s.Choice) -> int:
    """A bound on the number of sets that may be chosen; of very many some."""
    most, size, found = most_ways(b, choice), most_chosen(b, choice) or 0, 0
    for number in range(size + 1):
        found += comb(most, number)
        if found > VERY_MANY:
            break
    return found
