"""
The exact probabilities of a check's answers, over all outcomes of chance.

A check changes only its own locals, so its state is a distribution over them: `propagate` runs
statements on it, cases with equal locals are merged, and loops are summed to their end. Hooks and
modifiers of the position apply. A question with more than one possible answer cannot be counted.
In a claim, code that changes the match is counted by following all outcomes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from typing import Any, TypeAlias

from attrs import define, field, frozen

from ruleslang.engine.match.chance import Chance
from ruleslang.engine.match.faults import Fault, check, deep_calls
from ruleslang.engine.match.inquiry import HookInForce, Inquiry, Supposed
from ruleslang.engine.match.interface import (
    ChanceCounter,
    Match,
    Observer,
    Read,
    Reader,
    StoredRead,
)
from ruleslang.engine.match.position import RollDice, ShowFaces
from ruleslang.engine.match.position_queries import evaluate_all
from ruleslang.engine.match.runtime_values import Env, Value, name_of
from ruleslang.explanation.odds.chance_tree import Path, over_all_ways, run_procedure, too_many_ways
from ruleslang.explanation.odds.distribution import (
    Case,
    CasesInAll,
    Drawn,
    NotCounted,
    Outcome,
    add_to,
    refuse_uncountable,
    together,
)
from ruleslang.explanation.odds.propagate import count_body
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.references import Moment

Faces: TypeAlias = tuple[int, ...]  # the faces of the dice of one throw, by their places on the die


@define(eq=False)
class _Known:
    """
    A memoised value, as a decision tree over the throws that it read, in order.

    `throw` is the first of them (-1: it looks at none), `rest` what follows for each of its faces.
    """

    throw: int = -1
    value: Any = None
    rest: dict[Faces, _Known] = field(factory=dict)


@define(eq=False)
class ThrownDice:
    """A match in which these dice were rolled and may show any faces."""

    match: Match
    throws: Sequence[RollDice]
    position: tuple[Faces, ...] = ()  # the faces in the given position
    known: dict[Hashable, _Known] = field(factory=dict)

    @property
    def number(self) -> int:
        """How many positions there are."""
        return prod(len(self._faces(throw)) ** throw.number for throw in self.throws)

    @property
    def total(self) -> int:
        """How many equally likely ways lead to all of them."""
        return prod(sum(self._faces(throw).values()) ** throw.number for throw in self.throws)

    def positions(self) -> Iterator[int]:
        """Yield each position in turn, with how many ways lead to it."""
        every = [list(self._possible(throw)) for throw in self.throws]
        for position in product(*every):
            self.position = tuple([faces for faces, _ in position])
            yield prod([ways for _, ways in position])

    def _faces(self, throw: RollDice) -> dict[int, int]:
        """Return the different faces of a die by their first places, with how many they are."""
        population = self.match.population
        names = [name_of(face) for face in population.faces[population.dice[throw.name].die]]
        return {names.index(name): times for name, times in Counter(names).items()}

    def _possible(self, throw: RollDice) -> Iterator[tuple[Faces, int]]:
        faces = self._faces(throw)
        for rolled in product(faces, repeat=throw.number):
            yield rolled, prod(faces[face] for face in rolled)

    def ask(self, key: Hashable, of: Callable[[], Any]) -> Any:
        """Return the value of a function in the current position, memoised under a key."""
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = _Known()
            return self._learn(known, 0, of)
        depth = 0
        while known.throw >= 0:
            further = known.rest.get(self.position[known.throw])
            depth += 1
            if further is None:
                further = known.rest[self.position[known.throw]] = _Known()
                return self._learn(further, depth, of)
            known = further
        return known.value

    def _learn(self, known: _Known, depth: int, of: Callable[[], Any]) -> Any:
        """Compute a value, and extend its tree by the throws that it read after `depth` of them."""
        throws = {(thrown.name, thrown.index): place for place, thrown in enumerate(self.throws)}
        looked: dict[int, None] = {}

        def look(_: object, read: Read) -> None:
            if isinstance(read, StoredRead) and (read.name, read.index) in throws:
                looked[throws[read.name, read.index]] = None

        for throw, faces in zip(self.throws, self.position, strict=True):
            self.match.arrange(ShowFaces(throw.name, throw.index, faces))
        observer = Observer(read=look)
        self.match.observe(observer)
        try:
            value = of()
        finally:
            self.match.ignore(observer)
        for place in list(looked)[depth:]:
            known.throw = place
            further = known.rest[self.position[place]] = _Known()
            known = further
        known.value = value
        return value


Odds = dict[Value, Fraction]


def distribution(
    match: Reader,
    procedure: str,
    arguments: Sequence[Value],
    limits: dict[int, Fraction] | None = None,
) -> Odds:
    """
    Return every answer of a check with its chance; the chances sum to one. None: it gave no answer.

    `limits` gets by loop with a safety limit the part of runs that reach it. Raises `NotCounted`
    when a player has a real choice in it, or it changes the match.
    """
    with deep_calls():
        counter = _Counter(match, match.inquiry(), limits={} if limits is None else limits)
        return counter.answers(procedure, tuple(arguments)).chances


# ---------------------------------------------------------------- `chance of`


@frozen(eq=False)
class Reopening:
    """
    How to make a match in the same opening position, with other chance.

    `thrown` are the dice that chance throws in it, by which alone it may differ; None: chance does
    other things too.
    """

    reopen: Callable[[Chance], Match]
    thrown: tuple[RollDice, ...] | None


def counter_of_chances(reopening: Reopening | None = None) -> ChanceCounter:
    """
    Return how `chance of` is counted: the chance that a condition holds of some checks, each run
    once.

    Without a `reopening`, a check that changes the match is a fault.
    """
    return partial(_chance_of, reopening)


def _chance_of(reopening: Reopening | None, match: Reader, x: e.ChanceOf, env: Env) -> Fraction:
    if reopening is not None and reopening.thrown is None:
        return _followed(reopening, x, env)
    try:
        if reopening is not None and reopening.thrown:
            return _over_positions(reopening, reopening.thrown, x, env)
        return _counted(match, x, env)
    except NotCounted as refused:
        if reopening is None:
            raise Fault("asked-nobody", refused.message, refused.origin) from refused
        return _followed(reopening, x, env)


def _counted(match: Reader, x: e.ChanceOf, env: Env) -> Fraction:
    counter = _Counter(match, match.inquiry())
    outcome = Outcome({names_of(env): 1})
    for call in x.calls:
        outcome = _with_answers(counter, call, outcome)
    won = (w for names, w in outcome.on.items() if match.evaluate(x.condition, dict(names)) is True)
    return Fraction(sum(won), outcome.total)


def _with_answers(counter: _Counter, call: e.ProcedureCall, before: Outcome) -> Outcome:
    outcomes = []
    for names, ways in before.on.items():
        arguments = evaluate_all(counter.match, call.arguments, dict(names))
        drawn = counter.answers(call.procedure, arguments)
        counter.cases.add(len(drawn.ways))
        on = {
            names_of({**dict(names), call.into: answer}): ways * more
            for answer, more in drawn.ways.items()
        }
        outcomes.append(Outcome(on, total=drawn.total))
    merged = together(outcomes)
    refuse_uncountable(len(merged.on))
    return Outcome(merged.on, total=merged.total * before.total)


def _over_positions(
    reopening: Reopening, thrown: tuple[RollDice, ...], x: e.ChanceOf, env: Env
) -> Fraction:
    """Return the chance over all positions that the dice thrown in the opening may make."""
    dice = ThrownDice(reopening.reopen(Path(())), thrown)
    if dice.number > limits.WAYS_OF_CHANCE:
        raise too_many_ways()
    chances: dict[Fraction, int] = {}
    cases = CasesInAll()
    for ways in dice.positions():
        add_to(chances, _in_position(dice, cases, x, names_of(env)), ways)
    return sum((chance * ways for chance, ways in chances.items()), Fraction(0)) / dice.total


def _in_position(
    dice: ThrownDice, cases: CasesInAll, x: e.ChanceOf, names: Case, done: int = 0
) -> Fraction:
    """Return the probability in one position after `done` of the calls."""
    match = dice.match
    if done == len(x.calls):
        holds = dice.ask(("met", names), lambda: match.evaluate(x.condition, dict(names)) is True)
        return Fraction(holds)
    call = x.calls[done]
    arguments = tuple(
        dice.ask((done, place, names), partial(match.evaluate, argument, dict(names)))
        for place, argument in enumerate(call.arguments)
    )

    def answers() -> Drawn:
        return _Counter(match, match.inquiry(), cases=cases).answers(call.procedure, arguments)

    drawn: Drawn = dice.ask((call.procedure, arguments), answers)
    fraction = Fraction(0)
    for answer, ways in drawn.ways.items():
        after = names_of({**dict(names), call.into: answer})
        chance = _in_position(dice, cases, x, after, done + 1)
        if drawn.total == 1:
            return chance
        fraction += chance * ways
    return fraction / drawn.total


def _followed(reopening: Reopening, x: e.ChanceOf, env: Env) -> Fraction:
    """Return the chance where calls change the match: each way starts from a new opening."""

    def run(path: Path) -> bool:
        match = reopening.reopen(path)
        names = dict(env)
        for call in x.calls:
            arguments = evaluate_all(match, call.arguments, names)
            names[call.into] = run_procedure(match, call.procedure, arguments)
        return match.evaluate(x.condition, names) is True

    return over_all_ways(run).get(True, Fraction(0))


def names_of(env: Env) -> Case:
    """Return locals as a key."""
    return tuple(sorted(env.items()))


# ---------------------------------------------------------------- procedures


@define(eq=False)
class _Counter:
    """A `Counting` that runs procedures on distributions, each with the same arguments once."""

    match: Reader
    inquiry: Inquiry
    cases: CasesInAll = field(factory=CasesInAll)
    known: dict[Value, Drawn] = field(factory=dict)
    suppressed: list[Value] = field(factory=list)  # hooks that do not apply to what they started
    depth: int = 0
    limits: dict[int, Fraction] = field(factory=dict)

    def answers(self, procedure: str, arguments: tuple[Value, ...], origin: int = -1) -> Drawn:
        key = (procedure, arguments, tuple(self.suppressed))
        outcome = self.known.get(key)
        if outcome is None:
            cases = self.cases
            before = cases.number - cases.in_calls
            outcome = self.known[key] = self._run(procedure, arguments, origin)
            cases.in_calls = cases.number - before
        return outcome

    def _run(self, name: str, arguments: tuple[Value, ...], origin: int) -> Drawn:
        population = self.match.population
        declared = population.procedures[name]
        for parameter, argument in zip(declared.parameters, arguments, strict=True):
            check(parameter.type, argument, f"{parameter.name} of {name}", origin)
        if derive(population.program).resets.get(name):
            raise NotCounted(f"`{name}` sets states back to their start", declared.origin)
        if declared.body.in_any_case:
            raise NotCounted(f"`{name}` does something `in any case`", declared.origin)
        most = population.program.procedure_depth
        if self.depth > most:
            raise NotCounted(f"`{name}` is run inside {most:,} runs", declared.origin)
        self.depth += 1
        try:
            with self.inquiry.suppose(name, arguments) as supposed:
                hooks = self._hooks("instead of", name)
                run = _Running(self, supposed, declared, hooks)
                answers = run.inner(dict(enumerate(arguments)), len(hooks) - 1)
        finally:
            self.depth -= 1
        return answers

    def _hooks(self, moment: Moment, name: str) -> Sequence[HookInForce]:
        hooks = self.inquiry.hooks(moment, name)
        return [hook for hook in hooks if hook.key not in self.suppressed]


@frozen(eq=False)
class _Running:
    """One run of a procedure on distributions; `hooks` replace it, the outermost last."""

    counter: _Counter
    supposed: Supposed
    declared: d.Procedure
    hooks: Sequence[HookInForce]

    def inner(self, env: Env, place: int) -> Drawn:
        """Return the next hook further in that applies, or the text."""
        while place >= 0:
            hook = self.hooks[place]
            place -= 1
            self.supposed.with_locals(env)
            bound = self.supposed.applies(hook)
            if bound is not None:
                usual = partial(self._as_usual, env, place, hook)
                return count_body(
                    self.counter, self.declared, hook.effect.block, bound, hook.locals, usual
                )
        return self._original(env)

    def _as_usual(
        self, env: Env, place: int, hook: HookInForce, arguments: tuple[Value, ...] | None
    ) -> Drawn:
        """Run what a hook replaces, with the arguments it was called with or others."""
        env, declared = dict(env), self.declared
        if arguments is not None:
            for slot, (parameter, argument) in enumerate(
                zip(declared.parameters, arguments, strict=True)
            ):
                check(parameter.type, argument, f"{parameter.name} of {declared.name}")
                env[slot] = argument
        suppressed = self.counter.suppressed
        suppressed.append(hook.key)
        try:
            return self.inner(env, place)
        finally:
            suppressed.pop()

    def _original(self, env: Env) -> Drawn:
        self.supposed.with_locals(env)
        self._refuse_hooks("before", None)
        declared = self.declared
        answers = count_body(
            self.counter, declared, declared.body.statements, env, declared.locals, None
        )
        for answer in answers.ways:
            self._refuse_hooks("after", answer)
        return answers

    def _refuse_hooks(self, moment: Moment, answer: Value) -> None:
        name = self.declared.name
        for hook in self.counter._hooks(moment, name):
            if self.supposed.applies(hook, answer) is not None:
                raise NotCounted(f"something happens {moment} `{name}`", hook.effect.origin)
