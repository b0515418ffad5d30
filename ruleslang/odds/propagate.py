"""
Statements run on cases: from the values of locals with their ways to values of locals with ways.

All cases of a block go through it together, and those that have become alike are one. So a sum of
dice that are rolled in a loop has as many cases as there are sums, and a loop without a fixed
number of rounds is either over after some, or `markov_chain` sums it to its end. A list of faces
that nobody reads by its order is kept sorted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial, reduce
from itertools import islice
from math import lcm
from typing import Any, TypeAlias, TypeVar

from ruleslang.match.faults import Fault
from ruleslang.match.range_checks import check
from ruleslang.match.values import Env, Value
from ruleslang.nodes.frozen import define, field, frozen
from ruleslang.odds.block_plan import (
    Case,
    Layout,
    Step,
    around,
    entry,
    held,
    plan,
    reads,
    selector,
)
from ruleslang.odds.chance_statements import NOTHING, pick, rank, roll
from ruleslang.odds.distribution import (
    Answers,
    Counting,
    Drawn,
    NotCounted,
    Outcome,
    Run,
    Standing,
    Weights,
    add_to,
    countable,
    merge,
    only,
    reduced,
    renamed,
    scale,
    together,
)
from ruleslang.odds.markov_chain import Endless, TooMany, visits
from ruleslang.program import declarations as d
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.slot_uses import defined_in

K = TypeVar("K")


def count_body(
    counting: Counting,
    procedure: d.Procedure,
    body: s.Block,
    env: Env,
    locals: tuple[LocalDecl, ...],
    standing: Standing | None,
) -> Drawn:
    """The answers of a body that begins with these locals, of a procedure or of a hook on it."""
    run = Run(counting, procedure, standing, body, locals)
    given = tuple(sorted(env))
    begun = selector(given, entry(body, ()))(tuple(env[slot] for slot in given))
    outcome = _block(run, body, {begun: 1}, ())
    answers = dict(outcome.answers)
    for ways in outcome.on.values():
        add_to(answers, None, ways)
    return reduced(answers, outcome.whole)


# ---------------------------------------------------------------- blocks


def _block(run: Run, block: s.Block, weights: Weights, after: Layout) -> Outcome:
    """The statements of a block, in their order; what is not read after it is dropped."""
    answers: Answers = {}
    whole = 1
    for step in plan(block, after):
        if not weights:
            break
        run.counting.usage.look_at(len(weights))
        outcome = _of_step(run, step, weights)
        scale(answers, outcome.whole)
        merge(answers, outcome.answers)
        whole *= outcome.whole
        weights = outcome.on
    return Outcome(weights, answers, whole)


def _of_step(run: Run, step: Step, weights: Weights) -> Outcome:
    if step.when == "early":
        return _early(run, step, weights)
    if step.when == "due":
        return _due(step, weights)
    return _COUNTED.get(type(step.statement), _refuse)(run, step, step.statement, weights)


def _refuse(run: Run, step: Step, x: Any, weights: Weights) -> Outcome:
    origins = run.match.population.program.origins
    what = f"`{origins[x.origin].excerpt}`" if 0 <= x.origin < len(origins) else "a statement"
    raise NotCounted(f"{what} changes the match or asks a player", x.origin)


# ---------------------------------------------------------------- what a case leads to


def _each(
    run: Run, what: str, x: Any, read: Iterable[Slot], layout: Layout, of: Callable[[Env], Any]
) -> Callable[[Case], Any]:
    """What follows from a case, which is computed once for the locals that are read for it."""
    slots = tuple(sorted(read))
    key_of = selector(layout, slots)
    known = run.known.setdefault((id(x), what), {})

    def found(case: Case) -> Any:
        key = key_of(case)
        there = known.get(key)
        if there is None:
            there = known[key] = of(held(slots, key))
        return there

    return found


def _drawn(
    run: Run, step: Step, weights: Weights, into: Slot | None, of: Callable[[Env], Drawn]
) -> Outcome:
    """
    Each case with each value that a local may have in it.

    How many cases that makes is known before the first of them is made.
    """
    x: Any = step.statement
    read = reads(x.value) if isinstance(x, s.Let | s.Assign) else reads(x)
    drawn_in = _each(run, step.when, x, read, step.before, of)
    drawn = [(case, ways, drawn_in(case)) for case, ways in weights.items()]
    kept = into in step.after
    number = sum([len(each.ways) for _, _, each in drawn]) if kept else len(drawn)
    run.counting.cases.add(number, x.origin)
    whole = reduce(lcm, {each.whole for _, _, each in drawn}, 1)
    select = selector((*step.before, -1 if into is None else into), step.after)
    on: Weights = {}
    answers: Answers = {}
    most = limits.CASES_OF_CHANCE
    for case, ways, each in drawn:
        ways *= whole // each.whole
        if not each.ways:
            add_to(answers, None, ways)
        elif not kept:
            new = select((*case, None))
            on[new] = on.get(new, 0) + ways * each.whole
        else:
            for value, number in each.ways.items():
                new = select((*case, value))
                on[new] = on.get(new, 0) + ways * number
        if len(on) > most:
            countable(len(on), x.origin)
    return Outcome(on, answers, whole)


# ---------------------------------------------------------------- locals


def _value_of(run: Run, x: s.Let | s.Assign, slot: Slot, env: Env) -> Drawn:
    """What a local takes."""
    value = run.evaluate(x.value, env)
    check(run.locals[slot].type, value, run.locals[slot].name, x.origin)
    return only(value)


def _let(run: Run, step: Step, x: s.Let, weights: Weights) -> Outcome:
    """A new local."""
    return _drawn(run, step, weights, x.slot, partial(_value_of, run, x, x.slot))


def _assign(run: Run, step: Step, x: s.Assign, weights: Weights) -> Outcome:
    """`set` of a local; of anything else it changes the match."""
    if not isinstance(x.place, s.LocalPlace):
        return _refuse(run, step, x, weights)
    return _drawn(run, step, weights, x.place.slot, partial(_value_of, run, x, x.place.slot))


@frozen(eq=False)
class Failed:
    """What a `let` holds that was computed early and had no value."""

    problem: Fault | NotCounted


def _early(run: Run, step: Step, weights: Weights) -> Outcome:
    x = step.statement
    assert isinstance(x, s.Let)

    def value(env: Env) -> Drawn:
        for each in env.values():
            if isinstance(each, Failed):
                return only(each)
        try:
            return _value_of(run, x, x.slot, env)
        except (Fault, NotCounted) as problem:
            return only(Failed(problem))

    return _drawn(run, step, weights, x.slot, value)


def _due(step: Step, weights: Weights) -> Outcome:
    """The place of a `let` that was computed early."""
    x = step.statement
    assert isinstance(x, s.Let)
    place = step.before.index(x.slot)
    for case in weights:
        if isinstance(case[place], Failed):
            raise case[place].problem
    return Outcome(_to(step.before, step.after, weights))


def _to(before: Layout, after: Layout, weights: Weights) -> Weights:
    """The same cases with the locals of another layout."""
    return weights if before == after else renamed(weights, selector(before, after))


def _swap_places(run: Run, step: Step, x: s.SwapPlaces, weights: Weights) -> Outcome:
    """`swap` of two locals."""
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

    value_in = _each(run, "answer", x, reads(x), step.before, value)
    run.counting.cases.add(len(weights), x.origin)
    answers: Answers = {}
    for case, ways in weights.items():
        merge(answers, value_in(case).ways, ways)
    return Outcome({}, answers)


def _stop(run: Run, step: Step, x: s.Stop, weights: Weights) -> Outcome:
    return Outcome({}, {None: sum(weights.values())})


# ---------------------------------------------------------------- chance and players


def _roll(run: Run, step: Step, x: s.RollDie, weights: Weights) -> Outcome:
    return _drawn(run, step, weights, x.into, partial(roll, run, x))


def _pick(run: Run, step: Step, x: s.Pick, weights: Weights) -> Outcome:
    return _drawn(run, step, weights, x.choice.slot, partial(pick, run, x))


def _rank(run: Run, step: Step, x: s.Rank, weights: Weights) -> Outcome:
    return _drawn(run, step, weights, x.into, partial(rank, run, x))


def _choose(run: Run, step: Step, x: s.Choose, weights: Weights) -> Outcome:
    """Only what is forced can be counted."""

    def forced(env: Env) -> Drawn:
        who = run.match.evaluate(x.player, dict(env))
        first = list(islice(run.counting.inquiry.candidates(x.choice, who, env), 2))
        if not first:
            return NOTHING
        if len(first) > 1:
            raise NotCounted(f"a player chooses {x.choice.name}", x.origin)
        return only(first[0])

    return _drawn(run, step, weights, x.choice.slot, forced)


# ---------------------------------------------------------------- calls


def _call(run: Run, step: Step, x: s.Call, weights: Weights) -> Outcome:
    def answers(env: Env) -> Drawn:
        arguments = evaluate_all(run.match, x.arguments, env)
        return run.counting.answers(x.procedure, arguments, x.origin)

    return _drawn(run, step, weights, x.into, answers)


def _usual(run: Run, step: Step, x: s.AsUsual, weights: Weights) -> Outcome:
    standing = run.standing
    if standing is None:
        raise NotCounted("`as usual` stands in nothing's place", x.origin)

    def answers(env: Env) -> Drawn:
        given = None if x.arguments is None else evaluate_all(run.match, x.arguments, env)
        return standing.as_usual(given)

    outcome = _drawn(run, step, weights, x.into, answers)
    run.known.clear()  # what stands with other arguments now may be read anew
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
        for place, each in enumerate(entries):
            if any(run.match.fits((entry,), (value,), env) for entry in each):
                return place
        return len(entries)

    blocks = (*(case.block for case in x.cases), x.otherwise or ())
    return _branches(run, step, blocks, (x.subject, entries), branch, weights)


def _branches(
    run: Run,
    step: Step,
    blocks: Sequence[s.Block],
    asked: object,
    branch: Callable[[Env], int],
    weights: Weights,
) -> Outcome:
    """Each case in the block that is its own, all of one block together."""
    x: Any = step.statement
    given = tuple(sorted(set(defined_in(asked))))

    def chosen(env: Env) -> tuple[int, Case]:
        place = branch(env)
        return place, selector(tuple(env), given)(tuple(env.values()))

    chosen_in = _each(run, "branch", x, reads(asked), step.before, chosen)
    run.counting.cases.add(len(weights), x.origin)
    groups: dict[int, Weights] = {}
    into = [selector((*step.before, *given), entry(block, step.after)) for block in blocks]
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
    for each, group in _by(run, step, x.subject, members, weights).items():
        on = _to(step.before, between, group)
        answers: Answers = {}
        whole = 1
        for member in each:
            ready: Weights = {}
            for case, ways in on.items():
                add_to(ready, into((*case, member)), ways)
            outcome = _block(run, x.block, ready, between)
            scale(answers, outcome.whole)
            merge(answers, outcome.answers)
            on, whole = outcome.on, whole * outcome.whole
        outcomes.append(Outcome(_to(between, step.after, on), answers, whole))
    return together(outcomes)


def _by(
    run: Run, step: Step, asked: object, of: Callable[[Env], Value], weights: Weights
) -> dict[Value, Weights]:
    """The cases by what something is in them."""
    value_in = _each(run, "by", step.statement, reads(asked), step.before, of)
    groups: dict[Value, Weights] = {}
    for case, ways in weights.items():
        groups.setdefault(value_in(case), {})[case] = ways
    return groups


def _repeat(run: Run, step: Step, x: s.Repeat, weights: Weights) -> Outcome:
    loop = _Loop(run, x, tuple(sorted(around(x, frozenset(step.after)))))
    times = x.times
    if times is None:
        outcomes = [loop.to_the_end(_to(step.before, loop.between, weights))]
    else:
        rounds = _by(run, step, times, lambda env: (run.number(times, env),), weights)
        outcomes = [
            loop.rounds(_to(step.before, loop.between, group), number)
            for (number,), group in rounds.items()
        ]
    found = together(outcomes)
    return Outcome(_to(loop.between, step.after, found.on), found.answers, found.whole)


@define(eq=False)
class _Done:
    """What has left a loop, in parts of what came in."""

    left: Weights = field(factory=dict)
    answers: Answers = field(factory=dict)
    whole: int = 1

    def take(self, outcome: Outcome) -> None:
        """One more round, after what has left the loop before it."""
        scale(self.left, outcome.whole)
        scale(self.answers, outcome.whole)
        merge(self.answers, outcome.answers)
        self.whole *= outcome.whole

    def outcome(self, on: Weights) -> Outcome:
        """The whole loop, when these go on after it too."""
        merge(self.left, on)
        return Outcome(self.left, self.answers, self.whole)


@frozen(eq=False)
class _Loop:
    """A `repeat`; between two rounds a case holds the locals of `between`."""

    run: Run
    x: s.Repeat
    between: Layout

    def rounds(self, on: Weights, most: int) -> Outcome:
        """So many rounds, fewer where its condition says so."""
        cases = self.run.counting.cases
        done = _Done()
        for number in range(most):
            if not on:
                break
            begun = cases.own
            outcome = self._round(on, done)
            # Cases that come again make as many each time, and more when others join them.
            if outcome.on.keys() >= on.keys():
                cases.expect((most - number - 1) * (cases.own - begun), self.x.origin)
            on = outcome.on
        return done.outcome(on)

    def to_the_end(self, begun: Weights) -> Outcome:
        """Rounds until nothing goes on; when a case comes again, a chain takes over."""
        on, done = begun, _Done()
        seen: set[Case] = set()
        while on and seen.isdisjoint(on):
            seen.update(on)
            on = self._round(on, done).on
        if not on:
            return done.outcome({})
        try:
            rest = self._chain(on)
        except Endless:
            return self._at_most(begun)
        except TooMany as error:
            raise NotCounted("a loop has too many ways to go on", self.x.origin) from error
        done.take(rest)
        return done.outcome(rest.on)

    def _round(self, on: Weights, done: _Done) -> Outcome:
        ready = self._ready(on, done.left)
        outcome = _block(self.run, self.x.block, ready, self.between)
        done.take(outcome)
        return outcome

    def _ready(self, on: Weights, left: Weights) -> Weights:
        """The cases as the block begins with them, without those that leave the loop now."""
        x = self.x
        if x.while_ is None and x.until is None:
            return _to(self.between, entry(x.block, self.between), on)
        given = tuple(sorted(set(defined_in((x.while_, x.until)))))

        def goes_on(env: Env) -> tuple[bool, Case]:
            goes = x.while_ is None or self.run.evaluate(x.while_, env) is True
            goes = goes and (x.until is None or not self.run.evaluate(x.until, env))
            return goes, selector(tuple(env), given)(tuple(env.values()))

        goes_in = _each(self.run, "goes on", x, reads(x.while_, x.until), self.between, goes_on)
        self.run.counting.cases.add(len(on), x.origin)
        into = selector((*self.between, *given), entry(x.block, self.between))
        ready: Weights = {}
        for case, ways in on.items():
            goes, more = goes_in(case)
            if goes:
                add_to(ready, into((*case, *more)), ways)
            else:
                add_to(left, case, ways)
        return ready

    def _chain(self, on: Weights) -> Outcome:
        """What leaves the loop in the end, by how often each case is expected to come."""
        rounds: dict[Case, tuple[Weights, Outcome]] = {}

        def step(case: Case) -> dict[Case, Fraction]:
            left: Weights = {}
            ready = self._ready({case: 1}, left)
            outcome = _block(self.run, self.x.block, ready, self.between)
            rounds[case] = left, outcome
            return {to: Fraction(ways, outcome.whole) for to, ways in outcome.on.items()}

        visited = visits({case: Fraction(ways) for case, ways in on.items()}, step)
        left: dict[Case, Fraction] = {}
        answers: dict[Value, Fraction] = {}
        for case, often in visited.items():
            gone, outcome = rounds[case]
            for to in gone:
                left[to] = left.get(to, Fraction(0)) + often
            for answer, ways in outcome.answers.items():
                more = often * Fraction(ways, outcome.whole)
                answers[answer] = answers.get(answer, Fraction(0)) + more
        whole = reduce(lcm, {each.denominator for each in (*left.values(), *answers.values())}, 1)
        return Outcome(_in_parts(left, whole), _in_parts(answers, whole), whole)

    def _at_most(self, on: Weights) -> Outcome:
        """What never ends runs as often as it may."""
        x = self.x
        most = x.at_most
        if most is None:
            raise NotCounted("a loop may never end", x.origin)
        step = Step(x, self.between, self.between)

        def times(env: Env) -> tuple[int]:
            return (self.run.number(most, env, x.origin),)

        groups = _by(self.run, step, most, times, on)
        return together([self.rounds(group, number) for (number,), group in groups.items()])


def _in_parts(chances: dict[K, Fraction], whole: int) -> dict[K, int]:
    """Fractions of a whole that all of them divide."""
    return {
        key: each.numerator * (whole // each.denominator) for key, each in chances.items()
    }


_Count: TypeAlias = Callable[[Run, Step, Any, Weights], Outcome]

_COUNTED: dict[type[Any], _Count] = {
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
