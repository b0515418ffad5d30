"""
Reports `overruled`: rules whose whole effect another rule of the same moment undoes.

Proved for rules that act at the same event, value or moment: wherever one acts, so does the other,
and prevails. Rules that conflict only sometimes are searched for in play (`orders`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set
from itertools import combinations

from attrs import evolve, frozen

from ruleslang.evaluation.consistency.facts import Bound, Moment, Rules, rules_of
from ruleslang.evaluation.consistency.orders import Pair, cards_of, pairs_replacing
from ruleslang.evaluation.consistency.solver_terms import (
    MOST,
    Term,
    Unknown,
    conjunction,
    equal,
    negation,
    solve,
)
from ruleslang.evaluation.consistency.translate import Translation
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import WrittenEffect, written_effects
from ruleslang.program.locals import Slot
from ruleslang.program.passes.parts import parts_of
from ruleslang.program.program import Program
from ruleslang.program.traits.effects import effect_traits
from ruleslang.program.traits.reads import cells_read
from ruleslang.program.typing.environment import scope_of
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Label, WarningMessage, warning


def overruled(subject: Subject, rule: WrittenEffect, by: WrittenEffect, why: str) -> Diagnostic:
    """Report that a rule has no effect, because another of the same moment prevails."""
    diagnostic = warning(
        "overruled",
        subject.span(rule.effect.origin),
        f"{why}, so this rule does nothing",
        help="make them one rule, or use `where` to state when each holds",
    )
    label = Label(subject.span(by.effect.origin), "this rule acts whenever the other does")
    return evolve(diagnostic, labels=(label,))


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Report every overruled rule, in the order of the text."""
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
    """Return which of two simultaneous rules has no effect, which prevails, and why."""
    match rule.effect, other.effect:
        case s.Whenever(), s.Whenever() if [*map(type, rule.effect.block[:1])] == [s.Wins]:
            if _implies(rules, other, rule):
                return other, rule, "the match is over by then"
        case s.Modifier(), s.Modifier() if rule.effect.value == other.effect.value:
            if _same_last_word(rule.effect, other.effect) and _implies(rules, rule, other):
                return rule, other, f"another rule has the last word on `{rule.effect.value}`"
        case s.Hook(), s.Hook() if _same_moment(rule.effect, other.effect):
            state = _set_again(rules, effects, rule, other)
            if state and _implies(rules, rule, other):
                return rule, other, f"`{state}` is set again at the same moment"
    return None


def _same_last_word(modifier: s.Modifier, other: s.Modifier) -> bool:
    """Return whether the changes of one modifier are lost where the other acts."""
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
    """Return the states that a hook only sets, if the other sets all of them; else empty."""
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
    """Return the states that a block sets, if it does nothing else."""
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
    """Return whether the other rule acts wherever the one does."""
    here, there = acting(rules, rule), acting(rules, other)
    known = (here.term, *here.known, *there.known)
    never = solve(known) == "impossible"  # which `never_happens` reports
    return not never and solve((*known, negation(there.term))) == "impossible"


def acting(rules: Rules, written: WrittenEffect) -> Acting:
    """Return the condition of a rule, with shared unknowns for the arguments of the event."""
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
    """Return the moment after matching one entry of a pattern; adds its condition to `terms`."""
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
    """Return whether a term can identify the value: not of a truth value, a set or a card."""
    return isinstance(plain(type_of(value, moment.scope)), (t.Number, t.Player, t.WordOf))


# ---------------------------------------------------------------- two cards that replace one event


replaced_twice = WarningMessage(
    "order-decides",
    "{cards} both run {moment}: where both apply, the one that began last counts{rest}",
    help="write on the cards or in the rules which of them counts, or write an example with both",
    label="the other card",
)


def both_replace(subject: Subject, together: Collection[Set[int]]) -> Iterator[Diagnostic]:
    """
    Report every two cards that replace one event and can both be in play, but for those in an
    example.

    `together` has the numbers of the parts that each example reached.
    """
    program, rules = subject.program, rules_of(subject)
    number = parts_of(program).number
    for pair in pairs_replacing(program):
        begun = [{number(rule.effect), number(rule.begun_by)} for rule in (pair.first, pair.second)]
        if any(all(reached & parts for parts in begun) for reached in together):
            continue
        if _in_one_place(program, pair):
            continue
        here, there = acting(rules, pair.first), acting(rules, pair.second)
        if solve((here.term, there.term, *here.known, *there.known)) == "impossible":
            continue
        of_both = (sorted(cards_of(program, rule)) for rule in (pair.first, pair.second))
        inner = [next(find(rule.effect, s.AsUsual), None) for rule in (pair.first, pair.second)]
        rest = (
            ", and the other runs where that one has `as usual`"
            if all(inner)
            else ", and the other does nothing unless that one has `as usual`"
        )
        spans = [subject.span(rule.effect.origin) for rule in (pair.first, pair.second)]
        cards = " and ".join(f"`{names[0]}`" for names in of_both)
        yield replaced_twice(spans[1], at=spans[0], cards=cards, moment=pair.moment, rest=rest)


def _in_one_place(program: Program, pair: Pair) -> bool:
    """Return whether each card must be in the zone of one player, or of the table, for one card."""
    places = []
    for rule in (pair.first, pair.second):
        standing, effect = rule.begun_by, rule.effect
        if not isinstance(standing, d.Standing) or standing.zone is None:
            return False
        arguments = enumerate(effect_traits(effect).arguments)
        yours = [at for at, entry in arguments if _is_local(entry, standing.you)]
        places.append((standing.zone, yours))
    zone = next(zone for zone in program.zones if zone.name == places[0][0])
    is_one = bool(places[0][1]) or not zone.index
    return places[0] == places[1] and zone.at_most == e.Literal(1) and is_one


def _is_local(entry: patterns.Entry, slot: Slot | None) -> bool:
    value = entry.value if isinstance(entry, patterns.EqualEntry) else None
    return isinstance(value, e.Local) and value.slot == slot
