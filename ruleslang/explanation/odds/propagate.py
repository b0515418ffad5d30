"""
Runs statements on distributions: from values of locals with their ways to new ones.

All cases of a block run through it together, and equal cases are merged: a sum of dice rolled in a
loop has as many cases as there are sums. A list of faces whose order nobody reads is kept sorted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

from attrs import frozen

from ruleslang.engine.match.faults import Fault, check
from ruleslang.engine.match.position_queries import evaluate_all
from ruleslang.engine.match.runtime_values import Env, Value, members
from ruleslang.explanation.odds.chance_statements import (
    NOTHING,
    by_value,
    drawn_in_each,
    for_each_case,
    pick,
    rank,
    roll,
    with_layout,
)
from ruleslang.explanation.odds.distribution import (
    Answers,
    Case,
    Counting,
    Drawn,
    Layout,
    NotCounted,
    Original,
    Outcome,
    Run,
    Step,
    Weights,
    add_to,
    around,
    entry,
    merge,
    only,
    plan,
    reads,
    reduced,
    renamed,
    selector,
    together,
)
from ruleslang.explanation.odds.repeat_loop import Exits, Loop
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.slot_uses import defined_in


def count_body(
    counting: Counting,
    procedure: d.Procedure,
    body: s.Block,
    env: Env,
    locals: tuple[LocalDecl, ...],
    original: Original | None,
) -> Drawn:
    """Return the distribution of a body's answers, given its first locals."""
    run = Run(counting, procedure, original, body, locals)
    slots = tuple(sorted(env))
    begun = selector(slots, entry(body, ()))(tuple(env[slot] for slot in slots))
    outcome = _block(run, body, {begun: 1}, ())
    answers = dict(outcome.answers)
    for ways in outcome.on.values():
        add_to(answers, None, ways)
    return reduced(answers, outcome.total)


# ---------------------------------------------------------------- blocks


def _block(run: Run, block: s.Block, weights: Weights, after: Layout) -> Outcome:
    """Run a block; locals that are not read after it are dropped."""
    done = Exits()
    for step in plan(block, after):
        if not weights:
            break
        run.counting.cases.run_for(len(weights))
        outcome = _of_step(run, step, weights)
        done.take(outcome)
        weights = outcome.on
    return Outcome(weights, done.answers, done.total)


def _of_step(run: Run, step: Step, weights: Weights) -> Outcome:
    if step.when == "early":
        return _early(run, step, weights)
    if step.when == "due":
        return _due(step, weights)
    return COUNTED.get(type(step.statement), _refuse)(run, step, step.statement, weights)


def _refuse(run: Run, step: Step, x: Any, weights: Weights) -> Outcome:
    origins = run.match.population.program.origins
    statement = f"`{origins[x.origin].excerpt}`" if 0 <= x.origin < len(origins) else "a statement"
    raise NotCounted(f"{statement} changes the match or asks a player", x.origin)


def _stop(run: Run, step: Step, x: s.Stop, weights: Weights) -> Outcome:
    """Return every case as ended, without an answer."""
    return Outcome({}, {None: sum(weights.values())})


# ---------------------------------------------------------------- chance


def _roll(run: Run, step: Step, x: s.RollDie, weights: Weights) -> Outcome:
    return drawn_in_each(run, step, weights, x.into, partial(roll, run, x))


def _pick(run: Run, step: Step, x: s.Pick, weights: Weights) -> Outcome:
    """Propagate through a `pick … by chance`."""
    return drawn_in_each(run, step, weights, x.choice.slot, partial(pick, run, x))


def _rank(run: Run, step: Step, x: s.Rank, weights: Weights) -> Outcome:
    """Propagate through a `rank`, whose ties chance may order."""
    return drawn_in_each(run, step, weights, x.into, partial(rank, run, x))


# ---------------------------------------------------------------- locals


def _value_of(run: Run, x: s.Let | s.Assign, slot: Slot, env: Env) -> Drawn:
    """Return the value that a local is assigned."""
    value = run.evaluate(x.value, env)
    check(run.locals[slot].type, value, run.locals[slot].name, x.origin)
    return only(value)


def _let(run: Run, step: Step, x: s.Let, weights: Weights) -> Outcome:
    return drawn_in_each(run, step, weights, x.slot, partial(_value_of, run, x, x.slot))


def _assign(run: Run, step: Step, x: s.Assign, weights: Weights) -> Outcome:
    """Return a `set` of a local; any other target changes the match."""
    if not isinstance(x.place, s.LocalPlace):
        return _refuse(run, step, x, weights)
    return drawn_in_each(run, step, weights, x.place.slot, partial(_value_of, run, x, x.place.slot))


@frozen(eq=False)
class Failed:
    """The value of a `let` that failed when it was evaluated early."""

    problem: Fault | NotCounted


def _early(run: Run, step: Step, weights: Weights) -> Outcome:
    x = step.statement
    assert isinstance(x, s.Let)

    def value(env: Env) -> Drawn:
        for bound in env.values():
            if isinstance(bound, Failed):
                return only(bound)
        try:
            return _value_of(run, x, x.slot, env)
        except (Fault, NotCounted) as problem:
            return only(Failed(problem))

    return drawn_in_each(run, step, weights, x.slot, value)


def _due(step: Step, weights: Weights) -> Outcome:
    """Raise the problem of a `let` that failed early, at its own place."""
    x = step.statement
    assert isinstance(x, s.Let)
    place = step.before.index(x.slot)
    for case in weights:
        if isinstance(case[place], Failed):
            raise case[place].problem
    return Outcome(with_layout(step.before, step.after, weights))


def _swap_places(run: Run, step: Step, x: s.SwapPlaces, weights: Weights) -> Outcome:
    """Return a `swap` of two locals."""
    left, right = x.left, x.right
    if not (isinstance(left, s.LocalPlace) and isinstance(right, s.LocalPlace)):
        return _refuse(run, step, x, weights)
    for slot, other in ((left.slot, right.slot), (right.slot, left.slot)):
        local = run.locals[slot]
        place = step.before.index(other)
        for case in weights:
            check(local.type, case[place], local.name, x.origin)
    other_way = {left.slot: right.slot, right.slot: left.slot}
    wanted = tuple(other_way.get(slot, slot) for slot in step.after)
    run.counting.cases.add(len(weights), x.origin)
    return Outcome(renamed(weights, selector(step.before, wanted)))


def _answer(run: Run, step: Step, x: s.Answer, weights: Weights) -> Outcome:
    def value(env: Env) -> Drawn:
        answer = run.evaluate(x.value, env)
        if run.procedure.answers is not None:
            check(run.procedure.answers, answer, f"answer of {run.procedure.name}", x.origin)
        return only(answer)

    value_in = for_each_case(run, "answer", x, reads(x), step.before, value)
    run.counting.cases.add(len(weights), x.origin)
    answers: Answers = {}
    for case, ways in weights.items():
        merge(answers, value_in(case).ways, ways)
    return Outcome({}, answers)


# ---------------------------------------------------------------- players


def _choose(run: Run, step: Step, x: s.Choose, weights: Weights) -> Outcome:
    """Return a choice, which is counted only if it is forced."""

    def forced(env: Env) -> Drawn:
        who = run.match.evaluate(x.player, dict(env))
        first = list(islice(run.counting.inquiry.candidates(x.choice, who, env), 2))
        if not first:
            return NOTHING
        if len(first) > 1 or (x.choice.in_order and len(members(first[0])) > 1):
            raise NotCounted(f"a player chooses {x.choice.name}", x.origin)
        return only(first[0])

    return drawn_in_each(run, step, weights, x.choice.slot, forced)


# ---------------------------------------------------------------- calls


def _call(run: Run, step: Step, x: s.Call, weights: Weights) -> Outcome:
    def answers(env: Env) -> Drawn:
        arguments = evaluate_all(run.match, x.arguments, env)
        return run.counting.answers(x.procedure, arguments, x.origin)

    return drawn_in_each(run, step, weights, x.into, answers)


def _usual(run: Run, step: Step, x: s.AsUsual, weights: Weights) -> Outcome:
    original = run.original
    if original is None:
        raise NotCounted("`as usual` is used outside a replacement", x.origin)

    def answers(env: Env) -> Drawn:
        arguments = None if x.arguments is None else evaluate_all(run.match, x.arguments, env)
        return original(arguments)

    outcome = drawn_in_each(run, step, weights, x.into, answers)
    run.known.clear()  # values known under other arguments may be recomputed
    return outcome


# ---------------------------------------------------------------- branches


def _if(run: Run, step: Step, x: s.If, weights: Weights) -> Outcome:
    def branch(env: Env) -> int:
        return 0 if run.evaluate(x.condition, env) else 1

    return _branches(run, step, (x.then, x.otherwise), x.condition, branch, weights)


def _depending(run: Run, step: Step, x: s.Depending, weights: Weights) -> Outcome:
    entries = tuple(case.entries for case in x.cases)

    def branch(env: Env) -> int:
        value = run.evaluate(x.subject, env)
        for place, case_entries in enumerate(entries):
            if any(run.match.fits((entry,), (value,), env) for entry in case_entries):
                return place
        return len(entries)

    blocks = (*(case.block for case in x.cases), x.otherwise or ())
    return _branches(run, step, blocks, (x.subject, entries), branch, weights)


def _branches(
    run: Run,
    step: Step,
    blocks: Sequence[s.Block],
    expression: object,
    branch: Callable[[Env], int],
    weights: Weights,
) -> Outcome:
    """Run each case through the branch it takes, all cases of one branch together."""
    x: Any = step.statement
    defined = tuple(sorted(set(defined_in(expression))))

    def chosen(env: Env) -> tuple[int, Case]:
        place = branch(env)
        return place, selector(tuple(env), defined)(tuple(env.values()))

    chosen_in = for_each_case(run, "branch", x, reads(expression), step.before, chosen)
    run.counting.cases.add(len(weights), x.origin)
    groups: dict[int, Weights] = {}
    into = [selector((*step.before, *defined), entry(block, step.after)) for block in blocks]
    for case, ways in weights.items():
        place, more = chosen_in(case)
        add_to(groups.setdefault(place, {}), into[place]((*case, *more)), ways)
    return together(
        [_block(run, blocks[place], group, step.after) for place, group in groups.items()]
    )


# ---------------------------------------------------------------- loops


def _for_each(run: Run, step: Step, x: s.ForEach, weights: Weights) -> Outcome:
    def members(env: Env) -> tuple[Value, ...]:
        return tuple(run.evaluate(x.subject, env))

    between = tuple(sorted(around(x, frozenset(step.after))))
    into = selector((*between, x.variable), entry(x.block, between))
    outcomes = []
    for over, group in by_value(run, step, x.subject, members, weights).items():
        on, done = with_layout(step.before, between, group), Exits()
        for member in over:
            ready: Weights = {}
            for case, ways in on.items():
                add_to(ready, into((*case, member)), ways)
            outcome = _block(run, x.block, ready, between)
            done.take(outcome)
            on = outcome.on
        outcomes.append(Outcome(with_layout(between, step.after, on), done.answers, done.total))
    return together(outcomes)


def _repeat(run: Run, step: Step, x: s.Repeat, weights: Weights) -> Outcome:
    loop = Loop(_block, run, x, tuple(sorted(around(x, frozenset(step.after)))))
    most = x.at_most if x.times is None else x.times
    if most is None:
        outcomes = [loop.to_the_end(with_layout(step.before, loop.between, weights))]
    else:
        rounds = by_value(run, step, most, lambda env: (run.number(most, env, x.origin),), weights)
        outcomes = [
            loop.to_the_limit(with_layout(step.before, loop.between, group), number)
            for (number,), group in rounds.items()
        ]
    merged = together(outcomes)
    return Outcome(with_layout(loop.between, step.after, merged.on), merged.answers, merged.total)


_Count: TypeAlias = Callable[[Run, Step, Any, Weights], Outcome]

COUNTED: dict[type[Any], _Count] = {
    s.Let: _let,
    s.Assign: _assign,
    s.SwapPlaces: _swap_places,
    s.Answer: _answer,
    s.Stop: _stop,
    s.RollDie: _roll,
    s.Pick: _pick,
    s.Rank: _rank,
    s.Choose: _choose,
    s.Call: _call,
    s.AsUsual: _usual,
    s.If: _if,
    s.Depending: _depending,
    s.ForEach: _for_each,
    s.Repeat: _repeat,
}
