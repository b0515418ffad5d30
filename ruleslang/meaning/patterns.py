"""Compares the pattern of a head with what happens (docs/reference/effects.md)."""

from __future__ import annotations

from ruleslang.match.values import Env, Value
from ruleslang.meaning.comparison import is_member, is_of_kind, is_within, same
from ruleslang.meaning.evaluate import evaluate
from ruleslang.meaning.machine import Machine
from ruleslang.program import patterns


def fits(m: Machine, entry: patterns.Entry, value: Value, env: Env) -> bool:
    """Whether one entry fits; a local may take what stands there."""
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
    """Whether every entry fits, from left to right; without a pattern, whatever the values."""
    if pattern is None:
        return True
    return all(fits(m, entry, value, env) for entry, value in zip(pattern, values, strict=True))


# ---------------------------------------------------------------- fixed patterns, of `until`

ANYTHING = object()


def fixed(m: Machine, pattern: patterns.Pattern, env: Env) -> tuple[Value, ...] | None:
    """What a pattern of `until` compares with, evaluated now; None: whatever the arguments."""
    if pattern is None:
        return None
    return tuple(_fixed(m, entry, env) for entry in pattern)


def _fixed(m: Machine, entry: patterns.Entry, env: Env) -> Value:
    match entry:
        case patterns.EqualEntry(value=wanted, comparing=how):
            return ("is", evaluate(m, wanted, env), how)
        case patterns.MemberEntry(set=among, comparing=how):
            return ("in", evaluate(m, among, env), how)
        case patterns.KindEntry(kind=kind, of=of):
            return ("kind", kind, of)
    return ANYTHING


def fits_fixed(m: Machine, wanted: tuple[Value, ...] | None, values: tuple[Value, ...]) -> bool:
    """Whether values fit; of an action whose choices are not known yet, only those given count."""
    if wanted is None:
        return True
    return all(_fits_fixed(m, want, value) for want, value in zip(wanted, values, strict=False))


def _fits_fixed(m: Machine, want: Value, value: Value) -> bool:
    if want is ANYTHING:
        return True
    test, what, how = want
    if test == "is":
        return same(m, value, what, how)
    return is_member(m, value, what, how) if test == "in" else is_of_kind(m, value, what, how)


def speaks_of(wanted: tuple[Value, ...] | None, value: Value) -> bool:
    """Whether a fixed pattern wants exactly this value somewhere."""
    return any(
        want is not ANYTHING and want[0] == "is" and want[1] is value for want in wanted or ()
    )
