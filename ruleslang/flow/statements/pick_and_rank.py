"""What the rules pick and rank: keys narrow, and chance, the order or a player settles ties."""

from __future__ import annotations

from ruleslang.flow.constant_folding import apply, either, known
from ruleslang.flow.context import Body
from ruleslang.flow.expressions.sets import groups
from ruleslang.flow.most_values import note_built_one_by_one
from ruleslang.flow.questions import PickQuestion
from ruleslang.flow.standard_order import standard
from ruleslang.flow.statements.candidates import COUNT, one_of_each, pool, sizes, stand_at
from ruleslang.flow.steps import Ask, Do, Each, If, Leave, Loop, Return, Set, Step
from ruleslang.flow.words import Apply, Constant, Variable, Word
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import members


def pick(x: s.Pick, b: Body) -> list[Step]:
    """One or several of a set; of none, or of too few, the procedure stops here."""
    several = pool(b, x.choice)
    whole, into = b.fresh("members", several.type), b.variable(x.choice.slot)
    if x.choice.high is not None:
        return [Set(whole, several), *_several(b, x, whole, into)]
    best = b.fresh("best", several.type)
    first: Word = Apply("first", (_groups(b, x.member, whole, x.keys),), several.type)
    return [
        Set(whole, several),
        If(apply("is empty", whole), (Return(),)),
        Set(best, first if x.keys else whole),
        *_settle(b, x, x.choice.name, best, into),
    ]


def _groups(b: Body, member: int, whole: Variable, keys: tuple[e.Key, ...]) -> Word:
    """The members in groups that are equal on all keys, the best first."""
    if not keys:
        return apply("tuple", whole, type=t.ListOf(whole.type, 1))
    return groups(b, b.variable(member), whole, keys)


def _several(b: Body, x: s.Pick, whole: Variable, into: Variable) -> list[Step]:
    """The best so many; of those equal at the border some are settled one by one."""
    available = apply("number of", whole, type=COUNT)
    least, most = sizes(b, x.choice, available)
    high = b.fresh("high", COUNT)
    chosen, group = b.fresh("chosen", whole.type), b.fresh("group", whole.type)
    body = _one_by_one(b, x, x.choice.name, group, chosen, high)
    in_order = x.choice.in_order
    result = chosen if in_order else standard(b, chosen, x.choice.sorting, into.type)
    return [
        If(apply(">", least, available), (Return(),)),
        Set(high, most),
        Set(chosen, Constant((), whole.type)),
        Each(b.whole.fresh("groups"), group, _groups(b, x.member, whole, x.keys), tuple(body)),
        Set(into, result),
    ]


def rank(x: s.Rank, b: Body) -> list[Step]:
    """A list by keys; what is equal on all is put in order by chance, by a player, or stays."""
    note_built_one_by_one(b, x.subject)
    subject = b.word(x.subject)
    whole = b.fresh("members", subject.type)
    chosen, group = b.fresh("ranked", whole.type), b.fresh("group", whole.type)
    body = _one_by_one(b, x, x.name, group, chosen, None)
    return [
        Set(whole, standard(b, subject, x.sorting, subject.type)),
        Set(chosen, Constant((), whole.type)),
        Each(b.whole.fresh("groups"), group, _groups(b, x.variable, whole, x.keys), tuple(body)),
        Set(b.variable(x.into), chosen),
    ]


def _one_by_one(
    b: Body,
    x: s.Pick | s.Rank,
    name: str,
    group: Variable,
    chosen: Variable,
    high: Variable | None,
) -> list[Step]:
    """The members of a group behind those chosen before, no more than `high` in all."""
    rest, label = b.fresh("rest", group.type), b.whole.fresh("picks")
    taken = b.fresh("taken", members(group.type))
    alone = apply("tuple", taken, type=group.type)
    there = apply("number of", chosen, type=COUNT)
    done: Word = apply("is empty", rest)
    steps: list[Step] = []
    if high is not None:
        done = either(done, apply(">=", there, high))
    if isinstance(x, s.Pick) and not x.choice.in_order and high is not None:
        all_of_them = Set(chosen, apply("joined", chosen, rest, type=chosen.type))
        together = apply("+", there, apply("number of", rest, type=COUNT), type=COUNT)
        steps.append(If(apply("<=", together, high), (all_of_them, Leave(label))))
    steps += [
        *_settle(b, x, name, rest, taken),
        Set(chosen, apply("joined", chosen, alone, type=chosen.type)),
        Set(rest, apply("without", rest, alone, type=rest.type)),
    ]
    return [Set(rest, group), Loop(label, (If(done, (Leave(label),)), *steps))]


def _settle(b: Body, x: s.Pick | s.Rank, name: str, equal: Variable, into: Variable) -> list[Step]:
    """One of those that are equal on all keys."""
    if x.last == "chance":
        return [Do("pick", (name, _drawn(b, name, into.type)), (equal,), into)]
    if x.last != "choice" or x.by is None:
        return [Set(into, Apply("first", (equal,), into.type))]
    who = b.fresh("who", t.Player())
    question = b.whole.number_of_question(PickQuestion(x, name, into.type, x.origin))
    return [
        Set(who, known(b.word(x.by), "asked-nobody", x.origin)),
        *stand_at(b, x),
        Ask(question, who, one_of_each(b, equal, who), into),
    ]


def _drawn(b: Body, name: str, type: t.Type) -> str:
    """Under which key it is kept of what type this name takes what chance picks."""
    key = name
    while b.whole.picked.setdefault(key, type) != type:
        key += "'"
    return key
