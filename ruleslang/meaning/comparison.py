"""
Sameness and membership, each in the variant that the program names.

See `program.variants`; nothing here looks at the class of a value.
"""

from __future__ import annotations

from collections import Counter

from ruleslang.match.faults import Fault
from ruleslang.match.values import CardDefinition, Env, Value
from ruleslang.meaning.evaluate import evaluate
from ruleslang.meaning.machine import Machine
from ruleslang.program import expressions as e
from ruleslang.program.operation_variants_by_type import Comparing, Subject

MEMBERS_TESTED_AT_ONCE = 20

# ---------------------------------------------------------------- sameness


def same(m: Machine, left: Value, right: Value, how: Comparing) -> bool:
    """Whether two values are the same; none is the same only as none."""
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
    """Whether a set or list holds something; a card, whether it holds what the card counts as."""
    if how == "title":
        return member is not None and m.state.title_of(member) in of
    if how == "sets":
        return any(same(m, member, each, how) for each in of)
    return member in of


def is_within(m: Machine, member: Value, among: e.Expr, how: Comparing, env: Env) -> bool:
    """Membership; a range of numbers is not written out for it."""
    if type(among) is e.Range and among.of == "numbers" and member is not None:
        low, high = evaluate(m, among.low, env), evaluate(m, among.high, env)
        if low is None or high is None:
            raise Fault("none-in-arithmetic", "none as the end of a range")
        return bool(low <= member <= high)
    collection = evaluate(m, among, env)
    m.usage.look_at(len(collection) // MEMBERS_TESTED_AT_ONCE)
    return is_member(m, member, collection, how)


# ---------------------------------------------------------------- what a card counts as


def definition_of(m: Machine, subject: Value, of: Subject) -> CardDefinition | None:
    """What a card, a title or the card of a play counts as at this moment; of none, none."""
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
    """Whether something is of a kind of card, or a piece of a declaration; none is not."""
    if of == "piece":
        return subject is not None and subject.declaration.name == kind
    definition = definition_of(m, subject, of)
    return definition is not None and kind in definition.kinds
