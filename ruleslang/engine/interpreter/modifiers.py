"""
Evaluates named values and their modifiers (docs/reference/effects.md).

The stages, always in this order: `starts from` (the last begun wins); all `+` and `-`, summed;
`times`; `at least`, then `at most`; for sets `include`, then `exclude`; `becomes` (the last begun
wins). A result outside the declared range is a fault; it is not clamped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from operator import itemgetter
from typing import Any

from ruleslang.engine.interpreter.effects_in_force import Force, carried, lasting, span_env
from ruleslang.engine.interpreter.evaluate import all_fit, evaluate, evaluate_all, holds
from ruleslang.engine.interpreter.machine import Machine, evaluates
from ruleslang.engine.match.faults import MOST_KEPT, Fault, check, kept, too_much
from ruleslang.engine.match.runtime_values import Env, Value, distinct
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.events import event_name


@evaluates(e.CallValue)
def call_value(m: Machine, x: e.CallValue, env: Env) -> Value:
    return value_of(m, x.name, evaluate_all(m, x.arguments, env), x.origin)


def value_of(m: Machine, name: str, arguments: tuple[Value, ...], origin: int = -1) -> Value:
    """
    Return a named value, with the modifiers in force.

    Memoised by arguments until something it reads changes; a deep value inside another one only in
    this evaluation, so that what is counted does not depend on earlier ones. A value that reads
    nothing is kept for all matches, unless an observer hears which values are reached.
    """
    tables, memory = m.tables.derived, m.evaluation
    is_deep = name in tables.deep_values
    if name in m.tables.constants and not m.heard.reached:
        memory = m.tables.constants
    elif memory is None or not is_deep:
        memory = m.known
        if m.known_at != m.state.version or m.kept > MOST_KEPT:
            _forget(m)
    known = memory.get(name)
    if known is not None and arguments in known:
        m.by_turn = m.by_turn or name in m.by_turns
        return known[arguments]
    before, m.by_turn = m.by_turn, False
    compute = _counted if is_deep else _computed
    value = compute(m, m.tables.values[name], arguments, origin)
    if memory is m.evaluation or name not in tables.under_way_values:
        known = memory.setdefault(name, {})
        if memory is not m.tables.constants or (len(known) < MOST_KEPT and not m.by_turn):
            known[arguments] = value
        m.kept += memory is m.known
    if m.by_turn:
        m.by_turns.add(name)
    m.by_turn = before or m.by_turn
    return value


def _forget(m: Machine) -> None:
    """Keep only values that read nothing changed since they were computed."""
    since, now = m.known_at, m.state.version
    changed = {name for name, at in m.state.changed.items() if at > since}
    if since < 0 or since > now or m.kept > MOST_KEPT:
        m.known.clear()
        m.kept = 0
    reads = m.tables.value_reads
    for name in list(m.known):
        turned = "active" in changed and name in m.by_turns
        if turned or not reads[name].isdisjoint(changed):
            m.kept -= len(m.known.pop(name))
    m.known_at = now


def _counted(m: Machine, declared: d.Value, arguments: tuple[Value, ...], origin: int) -> Value:
    """Return a deep value; all calls of such values in an evaluation are counted."""
    is_outermost = m.evaluation is None
    if is_outermost:
        m.evaluation, m.calls = {}, 0
    m.calls += 1
    m.usage.look_at(1)
    try:
        if m.calls > limits.CALLS:
            message = f"more than {limits.CALLS:,} calls of values in one evaluation"
            raise too_much(message, declared.origin)
        return _computed(m, declared, arguments, origin)
    finally:
        if is_outermost:
            m.evaluation = None


def _computed(m: Machine, declared: d.Value, arguments: tuple[Value, ...], origin: int) -> Value:
    name = declared.name
    if m.heard.reached:
        m.reached(declared)
    for parameter, argument in zip(declared.parameters, arguments, strict=True):
        check(parameter.type, argument, f"{parameter.name} of {name}", origin)
    try:
        is_changed = name in m.tables.modifiers or m.state.lasting
        value = (modified if is_changed else plain)(m, declared, arguments)
    except Fault as fault:
        fault.place(declared.origin)
        raise
    check(declared.type, value, name, declared.origin)
    return kept(declared.type, value)


def plain(m: Machine, declared: d.Value, arguments: tuple[Value, ...]) -> Value:
    """Return the value without modifiers: its `let` lines, then the first case that holds."""
    env: Env = dict(enumerate(arguments))
    for let in declared.lets:
        env[let.slot] = evaluate(m, let.value, env)
    for case in declared.cases:
        if case.condition is None or evaluate(m, case.condition, env):
            if m.heard.reached:
                m.reached(case)
            return evaluate(m, case.value, env)
    raise Fault("not-a-member", f"no case of `{declared.name}` holds", declared.origin)


def in_force(m: Machine, name: str, arguments: tuple[Value, ...]) -> list[tuple[Force, Env]]:
    """Return the modifiers that apply to these arguments, the most recent last, with locals."""
    return sorted(_applying(m, name, arguments), key=lambda modifier: modifier[0].begun)


def _applying(m: Machine, name: str, arguments: tuple[Value, ...]) -> Iterator[tuple[Force, Env]]:
    """Yield the modifiers that apply to these arguments, as listed, with locals."""
    number = 0
    forces = [*carried(m, m.tables.modifiers.get(name, ())), *lasting(m, s.Modifier, name)]
    if forces:
        m.state.looked(("modifiers", name), frozenset(force.key for force in forces))
    for force in forces:
        try:
            env = span_env(m, force)
            if env is None or not all_fit(m, force.effect.pattern, arguments, env):
                continue
            if not holds(m, force.effect.condition, env):
                continue
        except Fault as fault:
            fault.place(force.effect.origin)
            raise
        number += 1
        m.by_turn = m.by_turn or number > 1  # among simultaneous rules, the active player's first
        yield force, env


def modified(m: Machine, declared: d.Value, arguments: tuple[Value, ...]) -> Value:
    """Return the value after all stages; every amount is evaluated, and before the value itself."""
    stages: dict[str, list[tuple[Any, Value]]] = {name: [] for name in ALL_STAGES}
    for force, env in _applying(m, declared.name, arguments):
        m.reached(force.effect)
        for change in force.effect.changes:
            amount = _amount(m, change, env, force.effect.origin)
            stages[change.stage].append((force.begun, amount))
    amounts = {
        name: [amount for _, amount in sorted(found, key=itemgetter(0))]
        for name, found in stages.items()
    }
    if amounts["becomes"]:
        return amounts["becomes"][-1]
    begin = amounts.pop("starts from")
    return staged(begin[-1] if begin else plain(m, declared, arguments), amounts)


STAGES = ("+", "-", "times", "at least", "at most", "include", "exclude")
ALL_STAGES = ("starts from", *STAGES, "becomes")


def staged(value: Value, amounts: dict[str, list[Value]]) -> Value:
    """Return a value after the stages between `starts from` and `becomes`."""
    if amounts["include"] or amounts["exclude"]:
        for added in amounts["include"]:
            value = distinct((*value, *added))
        return tuple(v for v in value if not any(v in taken for taken in amounts["exclude"]))
    if not any(amounts.values()):
        return value  # which need not be a number
    if value is None:
        raise Fault("none-in-arithmetic", "none is modified")
    value += sum(amounts["+"]) - sum(amounts["-"])
    for factor in amounts["times"]:
        value *= factor
    value = max([value, *amounts["at least"]])
    return min([value, *amounts["at most"]])


def _amount(m: Machine, change: s.Change, env: Env, origin: int) -> Value:
    try:
        value = evaluate(m, change.amount, env)
    except Fault as fault:
        fault.place(origin)
        raise
    if value is None and change.stage not in ("becomes", "starts from"):
        raise Fault("none-in-arithmetic", f"none after `{change.stage}`", origin)
    return value


class Gauge:
    """The measures of one match; `silent` while choices are repeated."""

    def __init__(self, machine: Machine, measures: Sequence[d.Measure]) -> None:
        self.machine = machine
        self.measures = tuple(measures)
        self.silent = False
        self.values: dict[str, list[int]] = {measure.name: [] for measure in measures}
        for measure in measures:
            if measure.at is not None:
                machine.on_end.setdefault(event_name(measure.at), []).append(
                    partial(self.take, measure)
                )

        self.watches = tuple(measure for measure in self.measures if measure.watches)

    def close(self) -> None:
        """Take the measures of the end of the match."""
        self.watch()
        for measure in self.measures:
            if measure.at is None and not measure.watches:
                self.take(measure)

    def watch(self) -> None:
        """Note which conditions hold now; one that cannot be evaluated counts as true."""
        for measure in () if self.silent else self.watches:
            if not self.values[measure.name]:
                try:
                    holds = evaluate(self.machine, measure.value, {}) is True
                except Fault:
                    holds = True
                self.values[measure.name] += [1] if holds else []

    def take(self, measure: d.Measure) -> None:
        """Take one value; none is skipped."""
        if self.silent:
            return
        value = evaluate(self.machine, measure.value, {})
        if value is not None:
            self.values[measure.name].append(int(value))
