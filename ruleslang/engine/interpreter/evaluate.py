"""
Evaluates expressions: one function for each class of node, found by the class.

Expressions are pure except that iterating over a set assigns the member to an ordinary local of the
frame. Operands are evaluated from left to right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, assert_never

from ruleslang.engine.interpreter.machine import Frame, Machine, Work
from ruleslang.engine.interpreter.state import ANYTHING, FixedTest
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.runtime_values import CardDefinition, Env, Player, Value
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program.operation_variants_by_type import Comparing, StandardOrder, Subject


def evaluate(m: Machine, e: Any, env: Env) -> Value:
    """Return the value of an expression, given the locals of a frame."""
    return m.evaluators[type(e)](m, e, env)


def evaluate_all(m: Machine, expressions: tuple[Any, ...], env: Env) -> tuple[Value, ...]:
    """Return their values, from left to right."""
    evaluators = m.evaluators
    return tuple([evaluators[type(e)](m, e, env) for e in expressions])


def holds(m: Machine, condition: Any, env: Env) -> bool:
    """Return whether a condition holds, or is absent."""
    return condition is None or m.evaluators[type(condition)](m, condition, env) is True


def known(m: Machine, e: Any, env: Env, origin: int = -1) -> Any:
    """Return a value; none is a fault."""
    value = m.evaluators[type(e)](m, e, env)
    if value is None:
        raise Fault("none-in-arithmetic", "none is used where a value is needed", origin)
    return value


def number(m: Machine, e: Any, env: Env, origin: int = -1) -> int:
    """Return a number; none is a fault."""
    value: int = known(m, e, env, origin)
    return value


def player(m: Machine, e: Any, env: Env, origin: int = -1) -> Player:
    """Return a player; none is a fault."""
    value: Player | None = m.evaluators[type(e)](m, e, env)
    if value is None:
        raise Fault("asked-nobody", "there is no player here", origin)
    return value


MEMBERS_TESTED_AT_ONCE = 20


def same(m: Machine, left: Value, right: Value, how: Comparing) -> bool:
    """Return whether two values are the same; none equals only none."""
    if left is None or right is None:
        return left is right
    match how:
        case "values" | "lists":
            return bool(left == right)
        case "sets":
            return len(left) == len(right) and set(left) == set(right)
        case "copies":
            return Counter(left) == Counter(right)
        case "title":
            return m.state.title_of(left) is right
        case "titles":
            return Counter(map(m.state.title_of, left)) == Counter(right)
        case "titles in order":
            return list(map(m.state.title_of, left)) == list(right)


def is_member(m: Machine, member: Value, of: tuple[Value, ...], how: Comparing) -> bool:
    """Return whether a collection contains a value; for a card, what it counts as."""
    if how == "title":
        return member is not None and m.state.title_of(member) in of
    if how == "sets":
        return any(same(m, member, value, how) for value in of)
    return member in of


def is_within(m: Machine, member: Value, among: e.Expr, how: Comparing, env: Env) -> bool:
    """Return whether a value is in a collection; a range of numbers is not created for this."""
    if type(among) is e.Range and among.of == "numbers":
        low, high = number(m, among.low, env), number(m, among.high, env)
        return member is not None and bool(low <= member <= high)
    collection = evaluate(m, among, env)
    m.usage.look_at(len(collection) // MEMBERS_TESTED_AT_ONCE)
    return is_member(m, member, collection, how)


def definition_of(m: Machine, subject: Value, of: Subject) -> CardDefinition | None:
    """Return the definition that a card, a title or the card of a play counts as; none for none."""
    if subject is None:
        return None
    match of:
        case "card":
            return m.state.title_of(subject)
        case "title":
            title: CardDefinition = subject
            return title
        case "play":
            return None if subject.card is None else m.state.title_of(subject.card)
        case "piece":
            return None


def is_of_kind(m: Machine, subject: Value, kind: str, of: Subject) -> bool:
    """Return whether something is of a kind of card, or a piece of a declaration; none is not."""
    if of == "piece":
        return subject is not None and subject.declaration.name == kind
    definition = definition_of(m, subject, of)
    return definition is not None and kind in definition.kinds


def rank(m: Machine, value: Value, order: StandardOrder) -> Any:
    """Return the rank of a member in the standard order of its type, in the current turn."""
    return _ranking(m, order)(value)


def standard(m: Machine, values: Iterable[Value], order: StandardOrder) -> tuple[Value, ...]:
    """Return the distinct members in standard order."""
    members = list(dict.fromkeys(values))
    if len(members) > 1:
        members.sort(key=None if order == "numbers" else _ranking(m, order))
    return tuple(members)


def around_table(m: Machine, players: tuple[Player, ...]) -> tuple[Player, ...]:
    """Return the players in seat order, rotated to start at or after the active one."""
    m.by_turn = True
    seat = m.state.active.order
    return tuple([p for p in players if p.order >= seat] + [p for p in players if p.order < seat])


def _ranking(m: Machine, order: StandardOrder) -> Callable[[Value], Any]:
    match order:
        case "numbers" | "sets of numbers":
            return lambda value: value
        case "as written":
            return attrgetter("order")
        case "sets as written":
            return lambda several: tuple([member.order for member in several])
        case "clockwise":
            return _from_active(m)
        case "sets clockwise":
            turn = _from_active(m)
            return lambda several: tuple(map(turn, several))
        case _:
            assert_never(order)


def _from_active(m: Machine) -> Callable[[Value], int]:
    m.by_turn = True
    first, seats = m.state.active.order, len(m.tables.players)
    return lambda player: (player.order - first) % seats


def fits(m: Machine, entry: patterns.Entry, value: Value, env: Env) -> bool:
    """Return whether one entry matches a value; may bind a local."""
    match entry:
        case patterns.AnyEntry():
            return True
        case patterns.BindEntry(slot=slot):
            env[slot] = value
            return True
        case patterns.EqualEntry(value=wanted, comparing=how):
            return same(m, value, evaluate(m, wanted, env), how)
        case patterns.MemberEntry(set=among, comparing=how):
            return is_within(m, value, among, how, env)
        case patterns.KindEntry(kind=kind, of=of):
            return is_of_kind(m, value, kind, of)


def all_fit(m: Machine, pattern: patterns.Pattern, values: tuple[Value, ...], env: Env) -> bool:
    """Return whether all entries match, from left to right; an absent pattern always does."""
    if pattern is None:
        return True
    return all(fits(m, entry, value, env) for entry, value in zip(pattern, values, strict=True))


def fixed(m: Machine, pattern: patterns.Pattern, env: Env) -> tuple[FixedTest, ...] | None:
    """Return the values that a pattern of `until` compares with now; `None`: no pattern."""
    if pattern is None:
        return None
    return tuple(_fixed(m, entry, env) for entry in pattern)


def _fixed(m: Machine, entry: patterns.Entry, env: Env) -> FixedTest:
    match entry:
        case patterns.EqualEntry(value=wanted, comparing=how):
            return FixedTest("is", evaluate(m, wanted, env), how)
        case patterns.MemberEntry(set=among, comparing=how):
            return FixedTest("in", evaluate(m, among, env), how)
        case patterns.KindEntry(kind=kind, of=of):
            return FixedTest("kind", kind, of)
    return ANYTHING


def fits_fixed(m: Machine, wanted: tuple[FixedTest, ...] | None, values: tuple[Value, ...]) -> bool:
    """Return whether values match, ignoring an action's choices that are not known yet."""
    if wanted is None:
        return True
    return all(_fits_fixed(m, want, value) for want, value in zip(wanted, values, strict=False))


def _fits_fixed(m: Machine, want: FixedTest, value: Value) -> bool:
    if want is ANYTHING:
        return True
    test, operand, how = want
    if test == "is":
        return same(m, value, operand, how)
    return is_member(m, value, operand, how) if test == "in" else is_of_kind(m, value, operand, how)


def speaks_of(wanted: tuple[FixedTest, ...] | None, value: Value) -> bool:
    """Return whether a fixed pattern has exactly this value somewhere."""
    return any(want.test == "is" and want.operand is value for want in wanted or ())


def run_block(m: Machine, block: s.Block, frame: Frame) -> Work:
    """Run statements up to a signal; the caller keeps the frame in `m.frames` meanwhile."""
    for statement in block:
        heard = m.heard
        if heard.statement:
            m.about_to_run(statement, frame)
        if heard.reached or heard.ran:
            m.reached(statement)
        try:
            simple = m.simple.get(type(statement))
            if simple is not None:
                signal = simple(m, statement, frame)
                if (
                    m.state.version != m.tested
                    and m.watches
                    and not m.quiet
                    and m.meanings.is_due(m)
                ):
                    frame.at = statement
                    yield from m.meanings.settle(m)
            else:
                frame.at = statement
                signal = yield from m.compound[type(statement)](m, statement, frame)
        except Fault as fault:
            fault.place(statement.origin)
            raise
        if signal is not None:
            return signal
    return None


def run_atomic(m: Machine, block: s.Block, frame: Frame) -> None:
    """Run `in any case`, a block without questions, as one step."""
    m.quiet += 1
    for _ in run_block(m, block, frame):
        raise AssertionError("`in any case` asks a player")
    m.quiet -= 1
