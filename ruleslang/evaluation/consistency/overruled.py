"""
Reports `overruled`: rules whose whole effect another rule of the same moment undoes.

Proved for rules that act at the same event, value or moment: wherever one acts, so does the other,
and prevails. Rules that conflict only sometimes are searched for in play (`orders`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from attrs import evolve, frozen

from ruleslang.evaluation.consistency.moment import Bound, Moment, Rules, rules_of
from ruleslang.evaluation.consistency.solve import solve
from ruleslang.evaluation.consistency.terms import MOST, Term, Unknown, conjunction, equal, negation
from ruleslang.evaluation.consistency.translate import Translation
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import WrittenEffect, written_effects
from ruleslang.program.traits.effects import effect_traits
from ruleslang.program.traits.reads import cells_read
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.lattice import plain
from ruleslang.program.typing.world import scope_of
from ruleslang.source.diagnostic import Diagnostic, Label, warning


def overruled(subject: Subject, rule: WrittenEffect, by: WrittenEffect, why: str) -> Diagnostic:
    """A rule has no effect, because another of the same moment prevails."""
    diagnostic = warning(
        "overruled",
        subject.span(rule.effect.origin),
        f"{why}, so this rule does nothing",
        help="make them one rule, or say with `where` when each of them holds",
    )
    label = Label(subject.span(by.effect.origin), "whenever that acts, this does, too")
    return evolve(diagnostic, labels=(label,))


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every overruled rule, in the order of the text."""
    rules = rules_of(subject)
    effects = [
        effect
        for effect in written_effects(subject.program)
        if effect.carriers is None and isinstance(effect.begun_by, d.Standing)
    ]
    for rule, other in combinations(effects, 2):
        overruling = _overruling(rules, effects, rule, other)
        if overruling is not None:
            loser, winner, why = overruling
            yield overruled(subject, loser, winner, why)


def _overruling(
    rules: Rules, effects: list[WrittenEffect], rule: WrittenEffect, other: WrittenEffect
) -> tuple[WrittenEffect, WrittenEffect, str] | None:
    """Which of two rules of one moment has no effect, which prevails, and why."""
    match rule.effect, other.effect:
        case s.Whenever(), s.Whenever() if _ends_match(rule.effect.block):
            if _implies(rules, other, rule):
                return other, rule, "the match is over before"
        case s.Modifier(), s.Modifier() if rule.effect.value == other.effect.value:
            if _same_last_word(rule.effect, other.effect) and _implies(rules, rule, other):
                return rule, other, f"another rule has the last word on `{rule.effect.value}`"
        case s.Hook(), s.Hook() if _same_moment(rule.effect, other.effect):
            state = _set_again(rules, effects, rule, other)
            if state and _implies(rules, rule, other):
                return rule, other, f"`{state}` is set again at the same moment"
    return None


def _ends_match(block: s.Block) -> bool:
    return bool(block) and isinstance(block[0], s.Wins)


def _same_last_word(modifier: s.Modifier, other: s.Modifier) -> bool:
    """Whether the changes of one modifier are lost where the other acts."""
    stages = {change.stage for change in other.changes}
    last = "becomes" in stages
    return all(
        last or (change.stage == "starts from" and "starts from" in stages)
        for change in modifier.changes
    )


def _same_moment(hook: s.Hook, other: s.Hook) -> bool:
    return hook.event == other.event and hook.moment == other.moment != "instead of"


def _set_again(
    rules: Rules, effects: list[WrittenEffect], rule: WrittenEffect, other: WrittenEffect
) -> str:
    """The states that a hook only sets, if the other sets all of them; else empty."""
    assert isinstance(rule.effect, s.Hook)
    assert isinstance(other.effect, s.Hook)
    written = _only_sets(rule.effect.block)
    again = _only_sets(other.effect.block)
    if not written or not again or rules.acting:
        return ""
    here, there = acting(rules, rule).moment, acting(rules, other).moment
    for place in written:
        key = Translation(here).key(e.ReadState(place.name, place.index))
        if key not in [Translation(there).key(e.ReadState(p.name, p.index)) for p in again]:
            return ""
        if _is_read(place.name, other) or _read_between(effects, rule, other, place.name):
            return ""
    return written[0].name


def _only_sets(block: s.Block) -> list[s.StatePlace]:
    """The states that a block sets, if it does nothing else."""
    places = [line.place for line in block if isinstance(line, s.Assign)]
    states = [place for place in places if isinstance(place, s.StatePlace)]
    return states if len(states) == len(block) else []


def _is_read(state: str, rule: WrittenEffect) -> bool:
    return any(
        (cell.kind, cell.name) in (("state", state), ("state", ""))
        or cell.kind in ("value", "anything", "imagined")
        for cell in cells_read(rule.effect)
    )


def _read_between(
    effects: list[WrittenEffect], rule: WrittenEffect, other: WrittenEffect, state: str
) -> bool:
    assert isinstance(rule.effect, s.Hook)
    return any(
        _is_read(state, effect) or bool(_only_sets(effect.effect.block)) is False
        for effect in effects
        if rule.place < effect.place < other.place
        and isinstance(effect.effect, s.Hook)
        and _same_moment(rule.effect, effect.effect)
    )


# ---------------------------------------------------------------- when a rule acts


@frozen
class Acting:
    """The condition of a rule: its term, the facts about its unknowns, and its moment."""

    moment: Moment
    term: Term
    known: tuple[Term, ...]


def _implies(rules: Rules, rule: WrittenEffect, other: WrittenEffect) -> bool:
    """Whether the other rule acts wherever the one does."""
    here, there = acting(rules, rule), acting(rules, other)
    known = (here.term, *here.known, *there.known)
    never = solve(known) == "impossible"  # which `never_happens` tells
    return not never and solve((*known, negation(there.term))) == "impossible"


def acting(rules: Rules, written: WrittenEffect) -> Acting:
    """The condition of a rule, with shared unknowns for the arguments of the event."""
    effect = written.effect
    moment = Moment(rules, scope_of(rules.world, written), f"effect {effect.id}")
    if isinstance(effect, s.Hook) and effect.answer is not None:
        moment = moment.binding(effect.answer, Bound(("argument", "answer")))
    terms: list[Term] = []
    known: list[Term] = []
    arguments = effect_traits(effect).arguments
    by = effect.by if isinstance(effect, s.Hook) else None
    for place, entry in enumerate((*arguments, *([by] if by is not None else []))):
        called = "by" if place == len(arguments) else str(place)
        moment = _with_entry(moment, called, entry, terms, known)
    standing = written.begun_by
    conditions = [effect_traits(effect).condition]
    if isinstance(standing, d.Standing):
        conditions.insert(0, standing.condition)
    translation = Translation(moment, known)
    terms += [translation.term(condition) for condition in conditions if condition is not None]
    return Acting(moment, conjunction(*terms), tuple(known))


def _with_entry(
    moment: Moment, called: str, entry: patterns.Entry, terms: list[Term], known: list[Term]
) -> Moment:
    """The moment after matching one entry of a pattern; adds its condition to `terms`."""
    argument = Unknown(("argument", called), -MOST, MOST, optional=True)
    match entry:
        case patterns.AnyEntry():
            pass
        case patterns.BindEntry(slot):
            moment = moment.binding(slot, Bound(argument.key, argument))
        case patterns.EqualEntry(value, "values") if _is_number(moment, value):
            terms.append(equal(argument, Translation(moment, known).term(value)))
        case _:
            key = ("entry", called, Translation(moment).canonical(entry))
            terms.append(Unknown(key, 0, 1, truth=True))
    return moment


def _is_number(moment: Moment, value: e.Expr) -> bool:
    """Whether a term can identify the value: not of a truth value, a set or a card."""
    return isinstance(plain(type_of(value, moment.scope)), (t.Number, t.Player, t.WordOf))
