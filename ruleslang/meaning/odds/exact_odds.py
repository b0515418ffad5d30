"""
The exact chances of a check's answers, counted over all that chance may do
(docs/reference/numbers.md).

A check changes nothing but its own names, so what may happen in it is a distribution over those
names: `counting` runs statements on it, equal names are merged, loops are summed to their end.
Hooks and modifiers count as they stand in the state. A question with more than one possible answer
cannot be counted. In a claim, what changes the match is counted by following all ways.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from attrs import define, field

from ruleslang.match.chance import Chance
from ruleslang.match.faults import Fault
from ruleslang.match.inquiry import NotCounted
from ruleslang.match.values import Env, Value
from ruleslang.meaning.active_effects import Force
from ruleslang.meaning.control_flow import call_procedure, run_of
from ruleslang.meaning.evaluate import evaluate, evaluate_all
from ruleslang.meaning.hooks import applies, listed, listed_instead
from ruleslang.meaning.machine import BEFORE, BODY, OVER, REPLACED, Invocation, Machine
from ruleslang.meaning.odds.chance_tree import Path, finish, over_all_ways
from ruleslang.meaning.odds.distribution import Answers, add_to, names_of
from ruleslang.meaning.odds.propagate import count_body
from ruleslang.meaning.range_checks import check
from ruleslang.program import expressions as e
from ruleslang.program import limits

Odds = dict[Value, Fraction]


def distribution(m: Machine, procedure: str, arguments: Sequence[Value]) -> Odds:
    """
    Every answer of a check with its chance; the chances sum to one. None: it gave no answer.

    Raises `NotCounted` when a player has a real choice in it, or it changes the match.
    """
    return _Counter(m).answers(procedure, tuple(arguments))


def chance_of(m: Machine, x: e.ChanceOf, env: Env) -> Fraction:
    """The chance that a condition holds of the answers of some checks, each run once."""
    if m.fresh is not None and not m.is_settled:
        return _followed(m.fresh, x, env)
    try:
        return _counted(m, x, env)
    except NotCounted as refused:
        if m.fresh is None:
            raise Fault("asked-nobody", refused.message, refused.origin) from refused
        return _followed(m.fresh, x, env)


def _counted(m: Machine, x: e.ChanceOf, env: Env) -> Fraction:
    counter = _Counter(m)
    weights = {names_of(env): Fraction(1)}
    for call in x.calls:
        weights = _with_answers(m, counter, call, weights)
    met = (w for names, w in weights.items() if evaluate(m, x.condition, dict(names)) is True)
    return sum(met, Fraction(0))


def _with_answers(
    m: Machine, counter: _Counter, call: e.ProcedureCall, weights: dict[Value, Fraction]
) -> dict[Value, Fraction]:
    more: dict[Value, Fraction] = {}
    for names, weight in weights.items():
        arguments = evaluate_all(m, call.arguments, dict(names))
        for answer, chance in counter.answers(call.procedure, arguments).items():
            add_to(more, names_of({**dict(names), call.into: answer}), weight * chance)
    return more


def _followed(fresh: Callable[[Chance], Machine], x: e.ChanceOf, env: Env) -> Fraction:
    """The same, where something changes on the way: each way from a state of its own."""

    def run(path: Path) -> bool:
        machine = fresh(path)
        names = dict(env)
        for call in x.calls:
            arguments = evaluate_all(machine, call.arguments, names)
            names[call.into] = finish(call_procedure(machine, call.procedure, arguments))
        return evaluate(machine, x.condition, names) is True

    return over_all_ways(run).get(True, Fraction(0))


@define(eq=False)
class _Counter:
    """Runs procedures on distributions, each with the same arguments once."""

    m: Machine
    known: dict[Value, Answers] = field(factory=dict)

    def answers(self, procedure: str, arguments: tuple[Value, ...], origin: int = -1) -> Answers:
        """The answers of a procedure with these arguments."""
        key = (procedure, arguments, tuple(self.m.suppressed))
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._run(procedure, arguments, origin)
        return found

    def _run(self, name: str, arguments: tuple[Value, ...], origin: int) -> Answers:
        m = self.m
        declared = m.tables.procedures[name]
        m.reached(declared.origin)
        for parameter, given in zip(declared.parameters, arguments, strict=True):
            check(parameter.type, given, f"{parameter.name} of {name}", origin)
        if m.tables.derived.resets.get(name):
            raise NotCounted(f"`{name}` sets states back to their start", declared.origin)
        if len(m.under_way) > limits.UNDER_WAY:
            raise NotCounted(f"`{name}` calls itself without end", declared.origin)
        run = run_of(declared, arguments)
        run.stage = REPLACED
        m.under_way.append(run)
        try:
            hooks = listed_instead(m, name)
            answers = self._inner(run, dict(run.declared), hooks, len(hooks) - 1)
        finally:
            m.under_way.pop()
            run.stage = OVER
        if declared.answers is not None:
            for answer in answers:
                if answer is not None:
                    check(declared.answers, answer, f"answer of {name}", origin)
        return answers

    def _inner(self, run: Invocation, env: Env, hooks: Sequence[Force], place: int) -> Answers:
        """The next hook further in that applies, or the text."""
        while place >= 0:
            force = hooks[place]
            place -= 1
            run.env, run.stage = dict(env), REPLACED
            bound = applies(self.m, force, run)
            if bound is not None:
                standing = _Replacing(self, run, env, hooks, place, force)
                return count_body(self, force.effect.block, bound, force.locals, standing)
        return self._original(run, env)

    def _original(self, run: Invocation, env: Env) -> Answers:
        run.env, run.stage = dict(env), BEFORE
        self._refuse_hooks(run, "before", None)
        run.stage = BODY
        answers = count_body(self, run.body.statements, dict(env), run.locals, None)
        for answer in answers:
            self._refuse_hooks(run, "after", answer)
        return answers

    def _refuse_hooks(self, run: Invocation, moment: str, answer: Value) -> None:
        for force in listed(self.m, moment, run.name):
            if applies(self.m, force, run, answer) is not None:
                raise NotCounted(f"something happens {moment} `{run.name}`", force.effect.origin)


@define(eq=False)
class _Replacing:
    """What `as usual` means in a hook."""

    counter: _Counter
    run: Invocation
    env: Env
    hooks: Sequence[Force]
    place: int
    force: Force

    def as_usual(self, arguments: tuple[Value, ...] | None) -> Answers:
        """What the hook stands in for, with its own arguments or others."""
        env = dict(self.env)
        if arguments is not None:
            env.update(zip(self.run.places.values(), arguments, strict=True))
        self.counter.m.suppressed.append(self.force.key)
        try:
            return self.counter._inner(self.run, env, self.hooks, self.place)
        finally:
            self.counter.m.suppressed.pop()
            self.run.stage = REPLACED
