"""
Statements that ask, and those in which the rules pick: `chooses`, `may choose`, `one of`, `pick`,
`rank`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.match.decision import Option, is_single, options
from ruleslang.match.observer import Chosen
from ruleslang.match.values import Env, ListValue, Player, Value, either
from ruleslang.meaning.alike import one_of_each
from ruleslang.meaning.asking import (
    DECLINED,
    EMPTY,
    Question,
    about,
    ask,
    choose,
)
from ruleslang.meaning.blocks import run_block
from ruleslang.meaning.candidates import pool, sizes
from ruleslang.meaning.choice_names import Naming, value_options
from ruleslang.meaning.costs import due, pay, payable
from ruleslang.meaning.evaluate import evaluate, holds, player
from ruleslang.meaning.machine import STOP, Answering, Frame, Gone, Machine, Work
from ruleslang.meaning.sets import groups
from ruleslang.meaning.standard_order import standard
from ruleslang.program import statements as s
from ruleslang.program.passes.set_in_one_zone import in_one_zone


def chooses(m: Machine, x: s.Choose, frame: Frame) -> Work:
    """A player chooses; with nothing to choose the procedure stops here."""
    who = player(m, x.player, frame.env, x.origin)
    if who not in m.state.players:
        return Gone(who)
    chosen = yield from choose(m, x.choice, about(x.choice, who, "choose", x.origin), frame.env)
    if chosen is EMPTY:
        return STOP
    frame.env[x.choice.slot] = chosen
    m.witnessed(Chosen(who, x.choice, chosen))
    return None


def may_choose(m: Machine, x: s.MayChoose, frame: Frame) -> Work:
    """
    A player chooses and one block runs, or declines, or has nothing to choose, and the other
    runs.
    """
    who = player(m, x.player, frame.env, x.origin)
    if who not in m.state.players:
        return Gone(who)
    question = about(x.choice, who, "may", x.origin)
    chosen = yield from choose(m, x.choice, question, frame.env, may_decline=True)
    if chosen is EMPTY or chosen is DECLINED:
        return (yield from run_block(m, x.otherwise, frame))
    frame.env[x.choice.slot] = chosen
    m.witnessed(Chosen(who, x.choice, chosen))
    return (yield from run_block(m, x.then, frame))


def menu(m: Machine, x: s.Menu, frame: Frame) -> Work:
    """A player chooses one of several branches; without any the procedure stops here."""
    who = player(m, x.player, frame.env, x.origin)
    if who not in m.state.players:
        return Gone(who)
    open_ones = m.offered(
        who, lambda: [branch for branch in x.branches if _is_open(m, branch, frame.env)]
    )
    if not open_ones:
        return STOP
    taken = yield from ask(m, menu_question(x, who), branch_options(open_ones))
    branch: s.Branch = taken.what
    holds(m, branch.condition, frame.env)  # the names that its condition gives
    m.reached(branch)
    m.witnessed(Chosen(who, branch))
    if branch.pays is not None:
        yield from pay(m, due(m, (branch.pays,), frame.env), who)
        if m.state.version != m.tested and m.watches and not m.quiet and m.meanings.is_due(m):
            yield from m.meanings.settle(m)
    return (yield from run_block(m, branch.block, frame))


def _is_open(m: Machine, branch: s.Branch, env: Env) -> bool:
    """Whether the condition of a branch holds, and it can be paid."""
    if not holds(m, branch.condition, env):
        return False
    return branch.pays is None or payable(m, due(m, (branch.pays,), env))


def menu_question(x: s.Menu, who: Player) -> Question:
    """The question that a menu puts."""
    name = " or ".join(branch.name for branch in x.branches)
    words = [branch.name.replace("_", " ") for branch in x.branches]
    prompt = either(words) if x.text is None else x.text.text
    return Question(who, "menu", name, prompt, x.origin)


def branch_options(open_ones: Sequence[s.Branch]) -> list[Option]:
    """A choice for each branch that is offered."""
    return options([(each.name, _branch_text(each), {}, each.name, each) for each in open_ones])


def _branch_text(branch: s.Branch) -> str:
    return branch.name.replace("_", " ") if branch.text is None else branch.text.text


# ---------------------------------------------------------------- the rules pick


def pick(m: Machine, x: s.Pick, frame: Frame) -> Work:
    """The rules pick: keys narrow, and chance, the order or a player settles ties."""
    choice, env = x.choice, frame.env
    whole = pool(m, choice, env)
    if is_single(choice):
        if not whole:
            return STOP
        best = groups(m, x.member, whole, x.keys, env)[0]
        env[choice.slot] = yield from _settle(m, x, choice.name, best, env)
        return None
    low, high = sizes(m, choice, len(whole), env)
    if low > len(whole):
        return STOP
    chosen = yield from _several(m, x, whole, high, env)
    env[choice.slot] = ListValue(chosen) if choice.in_order else standard(m, chosen, choice.sorting)
    return None


def _several(m: Machine, x: s.Pick, whole: tuple[Value, ...], number: int, env: Env) -> Answering:
    """The best so many; of those equal at the border some are settled one by one."""
    chosen: list[Value] = []
    for group in groups(m, x.member, whole, x.keys, env):
        rest = group
        while rest and len(chosen) < number:
            if not x.choice.in_order and len(chosen) + len(rest) <= number:
                chosen.extend(rest)
                break
            taken = yield from _settle(m, x, x.choice.name, rest, env)
            chosen.append(taken)
            rest = tuple(each for each in rest if each is not taken)
    return chosen


def _settle(
    m: Machine, x: s.Pick | s.Rank, name: str, equal: tuple[Value, ...], env: Env
) -> Answering:
    """One of those that are equal on all keys."""
    if x.last == "chance":
        return m.pick(name, equal)
    if x.last == "choice" and x.by is not None:
        who = player(m, x.by, env, x.origin)
        question = Question(who, "pick", name, name.replace("_", " "), x.origin)
        different = m.offered(who, lambda: one_of_each(m, equal, who, ()))
        one_zone = isinstance(x, s.Pick) and in_one_zone(m.tables.program, x.choice.source)
        naming = Naming(m, who, one_zone)
        taken = yield from ask(m, question, value_options(naming, name, different))
        return taken.what
    return equal[0]


def rank(m: Machine, x: s.Rank, frame: Frame) -> Work:
    """A list by keys; what is equal on all is put in order by chance, by a player, or stays."""
    env = frame.env
    whole = standard(m, evaluate(m, x.subject, env), x.sorting)
    ranked: list[Value] = []
    for group in groups(m, x.variable, whole, x.keys, env):
        rest = group
        while rest:
            taken = yield from _settle(m, x, x.name, rest, env)
            ranked.append(taken)
            rest = tuple(each for each in rest if each is not taken)
    env[x.into] = ListValue(ranked)
    return None
