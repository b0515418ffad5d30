"""
Runs rules that act as soon as their condition becomes true (docs/reference/effects.md).

A rule fires for an element when its condition is true and was false at its last test; a rule that
was not in force counts as false. Rules that fire are queued: bodies never nest. Rules that become
true at one moment are queued by place in the text, then by element in standard order; later ones
come after them. When its turn comes, the condition is tested again. After its own body a rule that
is still true fires again if a value that its condition reads changed since that body began;
otherwise it rests. More than 1,000 bodies in a row are a fault.

By definition every rule is tested after every simple statement that changes something.
`program.passes.reads` only leaves out rules whose condition cannot have changed, so that its
overestimates have no effect.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from attrs import define, field, frozen

from ruleslang.engine.interpreter.effects_in_force import (
    Force,
    carried,
    end_false_spans,
    lasting,
    span_env,
)
from ruleslang.engine.interpreter.evaluate import evaluate, holds, rank, run_block
from ruleslang.engine.interpreter.machine import (
    UNTESTED,
    Frame,
    Leaving,
    Machine,
    ObserverFunctions,
    QueuedRule,
    RuleKey,
)
from ruleslang.engine.interpreter.sets import subject_of
from ruleslang.engine.interpreter.state import State, parts_of
from ruleslang.engine.match.decision import Decision
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.runtime_values import Card, CardDefinition, Env, Place, Value
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.expressions import ThereIs

Tested: TypeAlias = "tuple[tuple[Value, s.EffectId], list[Force]]"  # a rule, who carries it


@frozen(eq=False)
class Truth:
    """A rule whose condition holds for a member (or none), with the locals that it binds."""

    force: Force
    member: Value
    env: Env
    order: tuple[Value, ...]  # its place in the queue

    @property
    def key(self) -> RuleKey:
        """The key of the rule and its member."""
        return RuleKey(self.force.key, self.member)


def is_due(m: Machine) -> bool:
    """Test what may have changed; returns whether there is something to run."""
    test(m)
    return bool(m.queue) and not m.settling


def settle(m: Machine) -> Generator[Decision, int, None]:
    """Test what may have changed; then, unless a body is running, run what became true."""
    test(m)
    if m.settling:
        return
    m.settling = True
    fired = 0
    while m.queue:
        entry = m.queue.pop(0)
        truth = find(m, entry.key)
        if truth is None:
            continue
        fired += 1
        most = m.tables.program.firings
        if fired > most:
            raise Fault(
                "never-settles",
                f"more than {most:,} in a row, as `firings at most …` in the header allows",
                truth.force.effect.origin,
            )
        entry.looked = fingerprint(m, truth.force, truth.member)
        m.reached(truth.force.effect)
        frame = Frame(truth.env, truth.force.locals)
        m.frames.append(frame)
        try:
            yield from run_block(m, truth.force.effect.block, frame)
            m.frames.pop()
        except Leaving:
            m.settling = False
            m.again.append(entry)
            raise
        test(m)
        _fire_again(m, entry)
    m.settling = False


def test(m: Machine, *, everything: bool = False) -> None:
    """Test which rules are true now; those that were false before join the queue."""
    for entry in m.again:
        _fire_again(m, entry)
    m.again = []
    if any(isinstance(last.statement.lifetime, s.WhileHolds) for last in m.state.lasting):
        end_false_spans(m)
    touched, m.state.touched = m.state.touched, set()
    m.tested = m.state.version
    number, waiting = len(m.queue), {entry.key for entry in m.queue}
    became_true: list[Truth] = []
    for rule, forces in _asking_last(m, rules(m, None if everything else touched)):
        true = {element.key: element for force in forces for element in elements(m, force)}
        before = m.state.bits.get(rule, frozenset())
        new = [truth for key, truth in true.items() if key not in before and key not in waiting]
        m.state.bits[rule] = frozenset(true)
        m.queue += _queued(new)  # now: the next condition may meet a fault
        became_true += new
    m.queue[number:] = _queued(became_true)


def _queued(truths: Iterable[Truth]) -> list[QueuedRule]:
    return [QueuedRule(truth.key) for truth in sorted(truths, key=lambda truth: truth.order)]


def take_as_tested(m: Machine) -> None:
    """Test all at the start without firing any; if it raises `Fault`, all stay untested."""
    try:
        test(m, everything=True)
    except BaseException:
        m.tested = UNTESTED
        raise
    m.queue.clear()


def rules(m: Machine, touched: set[str] | None) -> Iterator[Tested]:
    """Yield the rules that read something touched (`None`: all), with their current carriers."""
    reads = m.tables.rule_reads
    for source in m.tables.whenevers:
        if not _acts(m, source.effect.id):
            continue
        if touched is None or (touched and not reads[source.effect.id].isdisjoint(touched)):
            yield (None, source.effect.id), list(carried(m, (source,)))
    for force in lasting(m, s.Whenever, ""):
        if _acts(m, force.effect.id):
            yield (force.last, force.effect.id), [force]


def _asking_last(m: Machine, tested: Iterator[Tested]) -> Iterable[Tested]:
    """Return the rules in the order of tests: those that read a hypothetical position come last."""
    imagined = m.tables.derived.reads.imagined
    if imagined.all_act():
        return tested
    return sorted(tested, key=lambda entry: not imagined.acts(entry[0][1]))


def _acts(m: Machine, rule: s.EffectId) -> bool:
    """Return whether a rule is tested; in a hypothetical position none that asks what would be."""
    return m.real is None or m.tables.derived.reads.imagined.acts(rule)


def elements(m: Machine, force: Force) -> Iterator[Truth]:
    """Yield the elements for which a condition holds; one that reads an unset state does not."""
    try:
        yield from _elements(m, force)
    except Fault as fault:
        fault.place(force.effect.origin)
        raise


def _elements(m: Machine, force: Force) -> Iterator[Truth]:
    env = span_env(m, force)
    if env is None:
        return
    condition = force.effect.condition
    if not isinstance(condition, ThereIs):
        if _is_true(m, condition, env):
            yield Truth(force, None, env, (force.place, force.order, 0))
        return
    for member in _members(m, condition, env):
        env[condition.variable] = member
        if condition.condition is None or _is_true(m, condition.condition, env):
            at = (force.place, force.order, rank(m, member, condition.sorting))
            yield Truth(force, member, dict(env), at)


def find(m: Machine, key: RuleKey) -> Truth | None:
    """Return a rule and element, if its condition holds now."""
    for force in (*carried(m, m.tables.whenevers), *lasting(m, s.Whenever, "")):
        if force.key == key.force:
            return next((element for element in elements(m, force) if element.key == key), None)
    return None


def _is_true(m: Machine, condition: Value, env: Env) -> bool:
    try:
        return evaluate(m, condition, env) is True
    except Fault as fault:
        if fault.slug == "unset-state":
            return False
        raise


def _members(m: Machine, condition: ThereIs, env: Env) -> tuple[Value, ...]:
    try:
        return tuple(subject_of(m, condition.subject, env))
    except Fault as fault:
        if fault.slug == "unset-state":
            return ()
        raise


def _fire_again(m: Machine, entry: QueuedRule) -> None:
    """
    Fire a rule again after its own body if it is still true and something that its condition reads
    has changed; else it rests until its condition becomes true again.
    """
    if entry.key in {queued.key for queued in m.queue}:
        return
    truth = find(m, entry.key)
    if truth is not None and fingerprint(m, truth.force, truth.member) != entry.looked:
        m.queue.append(QueuedRule(entry.key))


Fingerprint: TypeAlias = Mapping[Hashable, Value]


UNSET = "unset"


def fingerprint(m: Machine, force: Force, member: Value) -> Fingerprint:
    """
    Return the cells that a rule's condition, with its span, reads for a member, with their values.

    A cell is one place of the state: a state or dice at an index, one zone, the place of a card,
    what it counts as, the space of a piece, the pieces of a space, the players, the active player,
    the effects that modify a value, the runs in progress. Options do not change and are not cells.
    For `after` and `playable`, only the result counts, not the cells read to compute it. The order
    that the active player gives to a set does not count. See what-players-know.md.
    """
    watched = _watched(m.state)
    state, m.state = m.state, watched
    heard, m.heard = m.heard, ObserverFunctions()
    kept = m.known, m.known_at, m.kept
    m.known, m.known_at, m.kept = {}, -1, 0
    try:
        env = span_env(m, force)
        if env is not None:
            _evaluate_for(m, force.effect.condition, member, env)
    finally:
        m.state, m.heard = state, heard
        m.known, m.known_at, m.kept = kept
    return watched.cells


def _evaluate_for(m: Machine, condition: e.Expr, member: Value, env: Env) -> None:
    if not isinstance(condition, e.ThereIs):
        evaluate(m, condition, env)
        return
    _evaluate_membership(m, condition.subject, member, env)
    env[condition.variable] = member
    holds(m, condition.condition, env)


def _evaluate_membership(m: Machine, subject: e.Expr, member: Value, env: Env) -> None:
    """Evaluate the condition of `S where C` for this member alone."""
    if isinstance(subject, e.Where):
        _evaluate_membership(m, subject.subject, member, env)
        env[subject.variable] = member
        evaluate(m, subject.condition, env)
    else:
        evaluate(m, subject, env)


class _Noting(Mapping[Any, Any]):
    """A mapping of the state that records which entries are read."""

    def __init__(self, kept: Mapping[Any, Any], name: str, cells: dict[Hashable, Value]) -> None:
        self.kept, self.name, self.cells = kept, name, cells

    def __getitem__(self, key: Any) -> Any:
        value = self.kept.get(key, UNSET)
        is_unordered = isinstance(key, Place) and not key.zone.ordered
        self.cells[self.name, key] = frozenset(value) if is_unordered else value
        return self.kept[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.kept)

    def __len__(self) -> int:
        return len(self.kept)


@define(eq=False)
class _WatchedState(State):
    """A state whose reads are recorded."""

    unwatched: State = field(kw_only=True)
    cells: dict[Hashable, Value] = field(kw_only=True)
    answers: int = field(kw_only=True, default=0)

    def looked(self, cell: Hashable, value: Value) -> None:
        self.cells[cell] = value

    def title_of(self, card: Card) -> CardDefinition:
        self.cells["counts as", card] = self.counting_as.get(card)
        return State.title_of(self, card)

    def answered(self, value: Value) -> None:
        """Record an answer of `after` or `playable`, not what was read for it."""
        self.answers += 1
        self.cells["answer", self.answers] = value

    def imagined(self) -> State:
        """Return a copy for a hypothetical position, whose reads are not recorded."""
        return self.unwatched.imagined()


_MAPPINGS = ("zones", "where", "spaces", "pieces_on", "limits")


_NESTED = ("states", "dice")


def _watched(state: State) -> _WatchedState:
    cells: dict[Hashable, Value] = {}
    parts = parts_of(state)
    for kept in _MAPPINGS:
        parts[kept] = _Noting(parts[kept], kept, cells)
    for kept in _NESTED:
        parts[kept] = {name: _Noting(at, name, cells) for name, at in parts[kept].items()}
    return _WatchedState(**parts, unwatched=state, cells=cells)
