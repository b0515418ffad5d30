"""
Finds rules of one moment that may act together, to different effect, and that no game has met.

Two modifiers that make one value two things, two hooks of one moment that set one state to two
values, two rules at once that let different players win or one of which may keep the other from
ending the match. The solver looks for a case in which both
act; what it cannot express may be anything, so the case may be one to which no game comes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from ruleslang.evaluation.consistency.moment import Rules, place_of, rules_of
from ruleslang.evaluation.consistency.orders import (
    LAST_WORD,
    Pair,
    decided,
    exchanged,
    order_decides,
)
from ruleslang.evaluation.consistency.overruled import Acting, acting
from ruleslang.evaluation.consistency.solve import Solution, solve
from ruleslang.evaluation.consistency.terms import (
    NONE,
    TRUE,
    Constant,
    Term,
    Unknown,
    conjunction,
    disjunction,
    equal,
    negation,
)
from ruleslang.evaluation.consistency.translate import Translation
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import WrittenEffect, written_effects
from ruleslang.program.events import event_name
from ruleslang.program.traits.effects import own_statements
from ruleslang.program.traits.reads import cells_read
from ruleslang.program.traits.statements import traits
from ruleslang.program.typing.lattice import plain
from ruleslang.source.diagnostic import Diagnostic

MOST_SHOWN = 3  # values of the case


def check(subject: Subject, met: Collection[tuple[int, int]]) -> Iterator[Diagnostic]:
    """Every two rules that may act together, but for those at these places, which games met."""
    rules, program = rules_of(subject), subject.program
    effects = [
        effect for effect in written_effects(program) if isinstance(effect.begun_by, d.Standing)
    ]
    for rule, other in combinations(effects, 2):
        moment = _moment(rule.effect, other.effect)
        if not moment or (rule.place, other.place) in met or rule.begun_by is other.begun_by:
            continue  # who wrote two effects into one rule saw both
        case = _case(rules, rule, other)
        if case is None:
            continue
        of_rulebook = rule.carriers is None and other.carriers is None
        pair = Pair(rule, other, moment)
        if not (of_rulebook and decided(subject.compiled, exchanged(program, pair))):
            first, second = (subject.span(effect.effect.origin) for effect in (rule, other))
            then = f"their order in the text then decides{_shown(case)}"
            message = f"{moment} two rules can act together, and {then}"
            yield order_decides(first, second, message)


def _moment(effect: s.Effect, other: s.Effect) -> str:
    """When two effects act that may clash; empty if they cannot."""
    match effect, other:
        case s.Modifier(value=value), s.Modifier() if value == other.value:
            return f"on `{value}`"
        case s.Hook(moment=moment, event=event), s.Hook() if moment != "instead of":
            same = moment == other.moment and event == other.event
            return f"{moment} `{event_name(event)}`" if same else ""
        case s.Whenever(), s.Whenever():
            return "at once"
    return ""


def _case(rules: Rules, rule: WrittenEffect, other: WrittenEffect) -> Solution | None:
    """Values under which both rules act, to different effect; `None` if there are none."""
    here, there = acting(rules, rule), acting(rules, other)
    differ = _differ(here, there, rule.effect, other.effect)
    if differ is None:
        return None
    terms, facts = differ
    solution = solve((here.term, there.term, *here.known, *there.known, *facts, terms))
    return solution if isinstance(solution, Solution) else None


def _differ(
    here: Acting, there: Acting, effect: s.Effect, other: s.Effect
) -> tuple[Term, list[Term]] | None:
    """The term that two effects come to different things, with facts; `None` if they cannot."""
    facts: list[Term] = []
    mine, theirs = Translation(here.moment, facts), Translation(there.moment, facts)
    match effect, other:
        case s.Modifier(), s.Modifier():
            pairs = [
                (a.amount, b.amount)
                for a in effect.changes
                for b in other.changes
                if a.stage == b.stage and a.stage in LAST_WORD
            ]
        case s.Hook(), s.Hook():
            pairs = [
                (a.value, b.value)
                for a in _sets(effect.block)
                for b in _sets(other.block)
                if _key(mine, a.place) == _key(theirs, b.place)
            ]
        case s.Whenever(block=(s.Wins(a), *_)), s.Whenever(block=(s.Wins(b), *_)):
            return None if mine.key(a) == theirs.key(b) else (TRUE, facts)
        case s.Whenever(), s.Whenever():
            prevents = _prevents(effect, other) or _prevents(other, effect)
            return (TRUE, facts) if prevents else None
        case _:
            return None
    terms = [term for a, b in pairs if (term := _unequal(mine, a, theirs, b)) is not None]
    return (disjunction(*terms), facts) if terms else None


def _prevents(rule: s.Whenever, other: s.Whenever) -> bool:
    """Whether a rule changes what another asks, which ends the match or throws somebody out."""
    ends = isinstance(other.block[0], s.Wins | s.Eliminate)
    written = {
        place_of(cell) for line in own_statements(rule.block) for cell in traits(line).writes
    }
    asked = {place_of(cell) for cell in cells_read(other.condition)}
    return ends and not isinstance(rule.block[0], s.Wins) and bool(written & asked)


def _sets(block: s.Block) -> list[s.Assign]:
    """The lines of a block that set a state, whatever else happens."""
    return [
        node
        for node in block
        if isinstance(node, s.Assign) and isinstance(node.place, s.StatePlace)
    ]


def _key(translation: Translation, place: s.Place) -> object:
    assert isinstance(place, s.StatePlace)
    return translation.key(e.ReadState(place.name, place.index))


def _unequal(mine: Translation, a: e.Expr, theirs: Translation, b: e.Expr) -> Term | None:
    """That two expressions have different values; `None` if no term can express it."""
    types = plain(mine.type(a)), plain(theirs.type(b))
    if all(isinstance(type, t.Truth) for type in types):
        left, right = mine.term(a), theirs.term(b)
        return disjunction(conjunction(left, negation(right)), conjunction(right, negation(left)))
    if all(isinstance(type, (t.Number, t.Player, t.WordOf)) for type in types):
        return negation(equal(mine.term(a), theirs.term(b)))
    return None


def _shown(case: Solution) -> str:
    """The values of a case that have names of the text."""
    values = [
        f"`{unknown.shown}` {_value(unknown, value)}"
        for unknown, value in case.values.items()
        if unknown.shown and value != NONE and not isinstance(unknown, Constant)
    ]
    return f", as where {', '.join(values[:MOST_SHOWN])}" if values else ""


def _value(unknown: Unknown, value: int | bool) -> str:
    if unknown.truth:
        return "holds" if value else "does not hold"
    return f"is {unknown.names[value] if 0 <= value < len(unknown.names) else value}"
