"""
Statements run on a distribution: from names with their chances to names with their chances.

What a block makes is dropped at its end, and what is then alike is one; so the places of a loop are
few, and `chain` sums it to its end. A list of faces that nobody reads by its order is kept sorted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

from ruleslang.match.position_queries import evaluate_all
from ruleslang.match.range_checks import check
from ruleslang.match.values import Env, Value
from ruleslang.odds.chance_statements import pick, rank, roll
from ruleslang.odds.distribution import (
    ONE,
    Answers,
    Counting,
    Names,
    NotCounted,
    Outcome,
    Run,
    Standing,
    Weights,
    add_to,
    each_of,
    merge,
    names_of,
    only,
    with_each,
)
from ruleslang.odds.markov_chain import Endless, TooMany, visits
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.traits.blocks import own_statements


def count_body(
    counting: Counting,
    procedure: d.Procedure,
    body: s.Block,
    env: Env,
    locals: tuple[LocalDecl, ...],
    standing: Standing | None,
) -> Answers:
    """The answers of a body that begins with these locals, of a procedure or of a hook on it."""
    run = Run(counting, procedure, standing, body, locals)
    outcome = _block(run, body, {names_of(env): ONE})
    answers = dict(outcome.answers)
    for weight in outcome.on.values():
        add_to(answers, None, weight)
    return answers


# ---------------------------------------------------------------- blocks


def _block(run: Run, block: s.Block, weights: Weights) -> Outcome:
    """The statements of a block, in their order; what it made is dropped at its end."""
    answers: Answers = {}
    known = {name for names in weights for name, _ in names}
    for statement in block:
        if not weights:
            break
        run.counting.usage.look_at(len(weights))
        outcome = _COUNTED.get(type(statement), _refuse)(run, statement, weights)
        run.counting.cases.add(len(outcome.on) + len(outcome.answers), statement.origin)
        merge(answers, outcome.answers, ONE)
        weights = outcome.on
    return Outcome(only(weights, known), answers)


def _refuse(run: Run, x: Any, weights: Weights) -> Outcome:
    origins = run.match.population.program.origins
    what = f"`{origins[x.origin].excerpt}`" if 0 <= x.origin < len(origins) else "a statement"
    raise NotCounted(f"{what} changes the match or asks a player", x.origin)


# ---------------------------------------------------------------- simple statements


def _let(run: Run, x: s.Let, weights: Weights) -> Outcome:
    """A new local."""

    def one(env: Env) -> Env:
        inner = dict(env)
        value = run.evaluate(x.value, inner)
        return _written(run, env, inner, {x.slot: value}, x.origin)

    return _renamed(weights, one)


def _assign(run: Run, x: s.Assign, weights: Weights) -> Outcome:
    """`set` of a local; of anything else it changes the match."""
    place = x.place
    if not isinstance(place, s.LocalPlace):
        return _refuse(run, x, weights)

    def one(env: Env) -> Env:
        inner = dict(env)
        value = run.evaluate(x.value, inner)
        return _written(run, env, inner, {place.slot: value}, x.origin)

    return _renamed(weights, one)


def _swap_places(run: Run, x: s.SwapPlaces, weights: Weights) -> Outcome:
    """`swap` of two locals."""
    left, right = x.left, x.right
    if not (isinstance(left, s.LocalPlace) and isinstance(right, s.LocalPlace)):
        return _refuse(run, x, weights)

    def one(env: Env) -> Env:
        swapped = {left.slot: env[right.slot], right.slot: env[left.slot]}
        return _written(run, env, env, swapped, x.origin)

    return _renamed(weights, one)


def _renamed(weights: Weights, one: Callable[[Env], Env]) -> Outcome:
    """What a statement makes of each of these names, where it leads on in one way."""
    on: Weights = {}
    for names, weight in weights.items():
        add_to(on, names_of(one(dict(names))), weight)
    return Outcome(on)


def _written(run: Run, env: Env, read: Env, new: Mapping[Slot, Value], origin: int) -> Env:
    """The locals there were, as an expression left them, and some that take new values."""
    for slot, value in new.items():
        check(run.locals[slot].type, value, run.locals[slot].name, origin)
    return {**{slot: read[slot] for slot in env}, **new}


def _answer(run: Run, x: s.Answer, weights: Weights) -> Outcome:
    def one(env: Env) -> Outcome:
        value = run.evaluate(x.value, env)
        if run.procedure.answers is not None:
            check(run.procedure.answers, value, f"answer of {run.procedure.name}", x.origin)
        return Outcome({}, {value: ONE})

    return each_of(weights, one)


def _stop(run: Run, x: s.Stop, weights: Weights) -> Outcome:
    return Outcome({}, {None: sum(weights.values(), Fraction(0))})


# ---------------------------------------------------------------- players


def _choose(run: Run, x: s.Choose, weights: Weights) -> Outcome:
    """Only what is forced can be counted."""

    def one(env: Env) -> Outcome:
        who = run.match.evaluate(x.player, dict(env))
        first = list(islice(run.counting.inquiry.candidates(x.choice, who, env), 2))
        if not first:
            return Outcome({}, {None: ONE})
        if len(first) > 1:
            raise NotCounted(f"a player chooses {x.choice.name}", x.origin)
        return with_each(env, x.choice.slot, {first[0]: ONE})

    return each_of(weights, one)


# ---------------------------------------------------------------- calls


def _call(run: Run, x: s.Call, weights: Weights) -> Outcome:
    def one(env: Env) -> Outcome:
        arguments = evaluate_all(run.match, x.arguments, dict(env))
        return with_each(env, x.into, run.counting.answers(x.procedure, arguments, x.origin))

    return each_of(weights, one)


def _usual(run: Run, x: s.AsUsual, weights: Weights) -> Outcome:
    standing = run.standing
    if standing is None:
        raise NotCounted("`as usual` stands in nothing's place", x.origin)

    def one(env: Env) -> Outcome:
        given = None if x.arguments is None else evaluate_all(run.match, x.arguments, dict(env))
        return with_each(env, x.into, standing.as_usual(given))

    return each_of(weights, one)


# ---------------------------------------------------------------- compound statements


def _under(run: Run, block: s.Block, env: Env, known: Iterable[Slot]) -> Outcome:
    """A block that begins with these names; afterwards only the known ones are there."""
    outcome = _block(run, block, {names_of(env): ONE})
    return Outcome(only(outcome.on, set(known)), outcome.answers)


def _if(run: Run, x: s.If, weights: Weights) -> Outcome:
    def block_of(names: Env) -> s.Block:
        return x.then if run.evaluate(x.condition, names) else x.otherwise

    return _branches(run, x, weights, block_of)


def _depending(run: Run, x: s.Depending, weights: Weights) -> Outcome:
    def block_of(names: Env) -> s.Block:
        value = run.evaluate(x.subject, names)
        for case in x.cases:
            if any(run.match.fits((entry,), (value,), names) for entry in case.entries):
                return case.block
        return x.otherwise or ()

    return _branches(run, x, weights, block_of)


def _branches(
    run: Run, x: s.Statement, weights: Weights, block_of: Callable[[Env], s.Block]
) -> Outcome:
    """Each of the names in the block that is theirs; together where that makes no more cases."""
    slots = {tuple([slot for slot, _ in names]) for names in weights}
    if len(slots) != 1 or any(type(each) not in ONE_WAY for each in own_statements((x,))):

        def one(env: Env) -> Outcome:
            inner = dict(env)
            return _under(run, block_of(inner), inner, env)

        return each_of(weights, one)
    groups: dict[int, tuple[s.Block, Weights]] = {}
    for names, weight in weights.items():
        inner = dict(names)
        block = block_of(inner)
        _, group = groups.setdefault(id(block), (block, {}))
        add_to(group, names_of(inner), weight)
    on: Weights = {}
    answers: Answers = {}
    for block, group in groups.values():
        outcome = _block(run, block, group)
        merge(on, only(outcome.on, {*next(iter(slots))}), ONE)
        merge(answers, outcome.answers, ONE)
    return Outcome(on, answers)


# Statements after which there are no more names than before.
ONE_WAY = (s.Let, s.Assign, s.SwapPlaces, s.Answer, s.Stop, s.If, s.Depending)


def _round(run: Run, x: s.ForEach, each: Value, names: Env) -> Outcome:
    return _under(run, x.block, {**names, x.variable: each}, names)


def _for_each(run: Run, x: s.ForEach, weights: Weights) -> Outcome:
    def one(env: Env) -> Outcome:
        on: Weights = {names_of(env): ONE}
        answers: Answers = {}
        for each in run.evaluate(x.subject, dict(env)):
            begun = each_of(on, partial(_round, run, x, each))
            on = begun.on
            merge(answers, begun.answers, ONE)
        return Outcome(on, answers)

    return each_of(weights, one)


def _repeat(run: Run, x: s.Repeat, weights: Weights) -> Outcome:
    times = x.times
    if times is not None:
        return each_of(weights, lambda env: _times(run, x, env, run.number(times, dict(env))))
    left: Weights = {}
    answers: Answers = {}

    def step(names: Names) -> Weights:
        env = dict(names)
        if not _goes_on(run, x, env):
            return {}
        return _under(run, x.block, env, dict(names)).on

    try:
        visited = visits(weights, step)
    except Endless:
        return each_of(weights, lambda env: _times(run, x, env, _most(run, x, env)))
    except TooMany as error:
        raise NotCounted("a loop has too many ways to go on", x.origin) from error
    for names, often in visited.items():
        env = dict(names)
        if not _goes_on(run, x, env):
            add_to(left, names, often)
        else:
            merge(answers, _under(run, x.block, env, dict(names)).answers, often)
    return Outcome(left, answers)


def _goes_on(run: Run, x: s.Repeat, env: Env) -> bool:
    if x.while_ is not None and run.evaluate(x.while_, env) is not True:
        return False
    return x.until is None or not run.evaluate(x.until, env)


def _most(run: Run, x: s.Repeat, env: Env) -> int:
    if x.at_most is None:
        raise NotCounted("a loop may never end", x.origin)
    return run.number(x.at_most, dict(env), x.origin)


def _times(run: Run, x: s.Repeat, env: Env, times: int) -> Outcome:
    """So many runs of the block, fewer when its condition says so."""
    on: Weights = {names_of(env): ONE}
    left: Weights = {}
    answers: Answers = {}
    for _ in range(times):
        if not on:
            break
        ready: Weights = {}
        for names, weight in on.items():
            add_to(ready if _goes_on(run, x, dict(names)) else left, names, weight)
        begun = each_of(ready, lambda names: _under(run, x.block, dict(names), names))
        on = begun.on
        merge(answers, begun.answers, ONE)
    merge(left, on, ONE)
    return Outcome(left, answers)


_Count: TypeAlias = Callable[[Run, Any, Weights], Outcome]

_COUNTED: dict[type[Any], _Count] = {
    s.Let: _let,
    s.Assign: _assign,
    s.SwapPlaces: _swap_places,
    s.Answer: _answer,
    s.Stop: _stop,
    s.RollDie: roll,
    s.Pick: pick,
    s.Rank: rank,
    s.Choose: _choose,
    s.Call: _call,
    s.AsUsual: _usual,
    s.If: _if,
    s.Depending: _depending,
    s.ForEach: _for_each,
    s.Repeat: _repeat,
}
