"""Choices that nobody can make, that are made by a standard order, or that a reading makes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ruleslang.language.checks.queries.call_graph import effects, graph, with_called
from ruleslang.language.checks.queries.option_effects import (
    decides,
    effects_on_decided,
    is_narrowed,
)
from ruleslang.language.checks.queries.possible_actions import Facts, Possible, contrary, facts_at
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import ActionRun, CardPlay, Event
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.slot_uses import used_in, with_local
from ruleslang.program.traits.reads import drawn_from
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import alike, find
from ruleslang.source.diagnostic import AdviceMessage, Diagnostic, WarningMessage

must_without_way_out = AdviceMessage(
    "must-without-way-out",
    "what happens when {actions} is impossible?",
    help="write `p must do A, if impossible nothing`; as written, the procedure stops there",
)


choice_ends_loop = AdviceMessage(
    "must-without-way-out",
    "with nothing to choose here, the loop stops for all the others too",
    help="test `if … is not empty` first, or move the block to a procedure, which alone stops",
)


def _one_is_possible(
    possible: Possible, node: s.Offer, actions: list[d.Action], facts: Facts
) -> bool:
    """
    Return whether one of several actions is always legal: without conditions, by known facts, or
    where another is illegal.
    """
    needs = []
    for action in actions:
        conditions = possible.conditions(action)
        if conditions is None:
            continue
        stated = [with_local(condition, action.you, node.player) for condition in conditions]
        needs.append(
            [
                stated_one
                for stated_one in stated
                if not any(alike(stated_one, fact) for fact in facts)
            ]
        )
    if any(not need for need in needs):
        return True
    single = [need[0] for need in needs if len(need) == 1]
    return any(alike(contrary(alone), other) for alone in single for other in single)


def find_must_without_way_out(subject: Subject) -> Iterator[Diagnostic]:
    """Report a `must do` without `if impossible` whose actions may all be illegal."""
    possible = Possible(subject.program)
    for block in graph(subject).blocks.values():
        for node, facts in facts_at(block, s.Offer):
            if node.mode in ("must", "most") and node.impossible is None:
                known = [subject.actions[name] for name in node.actions if name in subject.actions]
                if not _one_is_possible(possible, node, known, facts):
                    named = " or ".join(f"`{action.name}`" for action in known)
                    yield must_without_way_out(subject.span(node.origin), actions=named)
    yield from _choices_that_end_loops(subject, possible)


def _choices_that_end_loops(subject: Subject, possible: Possible) -> Iterator[Diagnostic]:
    """Report a choice from a set that depends on the member of a loop, and may be empty for one."""
    for block in graph(subject).blocks.values():
        found: dict[int, s.Choose] = {}
        for loop, above in facts_at(block, s.ForEach):
            for node, facts in facts_at((loop,), s.Choose, above):
                choice = node.choice
                is_plain = choice.high is None and choice.where is None
                needed = tuple(possible.candidates(choice, {}) if is_plain else ())
                follows = all(any(alike(need, fact) for fact in facts) for need in needed)
                if loop.variable in used_in(needed) and not follows:
                    found[node.origin] = node
        for origin in found:
            yield choice_ends_loop(subject.span(origin))


missing_decided_by = AdviceMessage(
    "missing-decided-by",
    "this looks fixed, but `{option}` can change it",
    help="write `, decided by {option}` after it, so that readers know of the question",
)

narrowed_unsaid = AdviceMessage(
    "missing-decided-by",
    "this isn't the value in play: the default of `{option}` changes it",
    help="name `{option}` in `decided by` too, so that readers know of the question",
)


def _is_constant_value(value: d.Value) -> bool:
    return len(value.cases) == 1 and isinstance(value.cases[0].value, e.Literal | e.WordValue)


def find_missing_decided_by(subject: Subject) -> Iterator[Diagnostic]:
    """Report constants and empty procedures that a reading, or its default, changes."""
    readings = [option for option in subject.program.options if option.reading]
    plain: list[d.Value | d.Procedure] = [
        *(value for value in subject.program.values if _is_constant_value(value)),
        *(procedure for procedure in subject.program.procedures if procedure.body == s.Body()),
    ]
    effects = effects_on_decided(subject)
    for decided in plain:
        for option in () if decided.decided_by else effects.read_for(decided, readings):
            if decides(effects, option, decided):
                yield missing_decided_by(subject.span(decided.origin), option=option.name)
                break
    for value in subject.program.values:
        is_plain = _is_constant_value(value) and not value.decided_by
        for option in () if is_plain else effects.read_for(value, readings):
            if option.name not in value.decided_by and is_narrowed(effects, option, value):
                yield narrowed_unsaid(subject.span(value.origin), option=option.name)


first_of_several = AdviceMessage(
    "first-of-several",
    "there can be several `{name}`, and this uses only the first",
    help="`for each {name} in …`, or `pick {name} from … by chance`, or let somebody choose",
)


def find_first_of_several(subject: Subject) -> Iterator[Diagnostic]:
    """Report an `if there is x in S` of a whole set, whose block acts on the first such `x`."""
    table = graph(subject)
    for place, block in table.blocks.items():
        nodes, locals = list(subject.statements(block)), table.locals[place]
        sets = {slot for node in nodes for slot in _sets_made(subject, node, locals)}
        for node in nodes:
            if isinstance(node, s.If) and isinstance(node.condition, e.ThereIs):
                condition = node.condition
                used = any(local.slot == condition.variable for local in find(node.then, e.Local))
                is_made = isinstance(condition.subject, e.Local) and condition.subject.slot in sets
                several = is_made or has_several(subject, condition.subject)
                if used and condition.condition is None and several:
                    name = locals[condition.variable].name
                    yield first_of_several(subject.span(node.origin), name=name)


def _sets_made(
    subject: Subject, node: s.Statement, locals: tuple[LocalDecl, ...]
) -> Iterator[Slot]:
    """Yield the locals declared on a line that hold whole sets."""
    match node:
        case s.OpenWindow(window, into=int(slot)):
            closes = {each.name: each.closes for each in subject.program.windows}
            if closes.get(window) != "after one use":
                yield slot
        case s.Rank(into=slot):
            yield slot
        case s.Let(slot):
            type = locals[slot].type
            if isinstance(type, t.SetOf) and type.up_to != 1:
                yield slot
        case s.Choose(_, choice) | s.MayChoose(_, choice) | s.Pick(choice):
            if choice.high is not None and choice.high != e.Literal(1):
                yield choice.slot


def _selects_one_copy(subject: Subject, condition: e.Expr) -> bool:
    """Return whether a condition selects a card of which there is one copy."""
    match condition:
        case e.IsTitle(e.Local(), e.TitleValue(name)):
            return any(
                definition.name == name and definition.copies == 1
                for definition in subject.program.definitions
            )
        case e.And(left, right):
            return _selects_one_copy(subject, left) or _selects_one_copy(subject, right)
        case _:
            return False


def has_several(subject: Subject, node: e.Expr) -> bool:
    """Return whether an expression is certain to be a set that can have more than one member."""
    match node:
        case e.ReadZone(name, index):
            most = subject.zones[name].at_most
            alone = most == e.Literal(1) and not any(isinstance(i, e.AnyIndex) for i in index)
            return not alone
        case e.Everything() | e.Range() | e.Image() | e.UnionOver() | e.SpreadBy():
            return True
        case e.Where(_, inner, condition):
            return has_several(subject, inner) and not _selects_one_copy(subject, condition)
        case e.Ranked() | e.Join():
            return False  # a list has a defined first entry
        case e.MakeSet(items):
            return len(items) > 1
        case e.CallValue(name):
            value = next(value for value in subject.program.values if value.name == name)
            return isinstance(value.type, t.SetOf) and value.type.up_to != 1
        case e.ReadState(name):
            state = next(state for state in subject.program.states if state.name == name)
            return isinstance(state.type, t.SetOf) and state.type.up_to != 1
        case _:
            return any(has_several(subject, part) for part in drawn_from(node))


ENDS = ("top", "bottom")


no_top_card = WarningMessage(
    "no-top-card",
    "the cards of `{zone}` have no order, so there is no `{word}` card",
    help="declare `zone {zone}` as `ordered`, or `pick c from {zone} by chance`",
)


def find_no_top_card(subject: Subject) -> Iterator[Diagnostic]:
    """Report `top` or `bottom` of a zone without an order."""
    program = subject.program
    for value in program.values:
        for part in (*value.lets, *value.cases):
            yield from _ends_of_unordered(subject, part, value.origin)
    for block in graph(subject).blocks.values():
        for node in subject.statements(block):
            yield from _ends_of_unordered(subject, node, getattr(node, "origin", -1))


def _has_order(zone: d.Zone) -> bool:
    """Return whether a zone has a top card: it is ordered, or for a single card."""
    return zone.ordered or zone.at_most == e.Literal(1)


def _ends_of_unordered(subject: Subject, part: object, origin: int) -> Iterator[Diagnostic]:
    for call in find(part, e.CallBuiltIn):
        zone = call.arguments[0] if call.function in ENDS and call.arguments else None
        name = zone.name if isinstance(zone, (e.ReadZone, e.ZoneAt)) else None
        if name is not None and not _has_order(subject.zones[name]):
            place = call.origin if call.origin >= 0 else origin
            yield no_top_card(subject.span(place), word=call.function, zone=name)


fails_together = AdviceMessage(
    "fails-together",
    "if `{one}` or `{other}` is gone when this happens, none of it happens",
    help="write `independent {one} from …, independent {other} from …`, so that only the lines that"
    " name the missing one do nothing; or allow it with a reason",
)


def find_fails_together(subject: Subject) -> Iterator[Diagnostic]:
    """
    Report several targets of a play, one of which may be gone before the others are dealt with.

    A play or action before which a window opens, whose lines don't all name all targets.
    """
    hooks = [node for node in effects(subject) if isinstance(node, s.Hook) and _asks(subject, node)]
    heads: list[tuple[Event, d.Action | d.Play]]
    heads = [(CardPlay(), play) for play in subject.program.plays]
    heads += [(ActionRun(action.name), action) for action in subject.program.actions]
    for event, declared in heads:
        if any(hook.event == event for hook in hooks):
            targets = [choice for choice in declared.choices if _is_target(choice)]
            pair = _apart(declared, targets)
            if pair is not None:
                span = subject.span(pair[0].origin)
                yield fails_together(span, one=pair[0].name, other=pair[1].name)


def _asks(subject: Subject, hook: s.Hook) -> bool:
    """Return whether something may be chosen before what is hooked happens."""
    if hook.moment == "after":
        return False
    return any(isinstance(node, s.OpenWindow) for node in with_called(subject, hook.block))


def _is_target(choice: s.Choice) -> bool:
    return not choice.each_alone and isinstance(plain(choice.type or t.Never()), t.Card | t.Piece)


def _apart(
    declared: d.Action | d.Play, targets: list[s.Choice]
) -> tuple[s.Choice, s.Choice] | None:
    """Return two targets, if some lines name only the first, and others the second."""
    named = [set(used_in(line)) for line in declared.body.statements]
    for one, other in combinations(targets, 2):
        if any(one.slot in line and other.slot not in line for line in named):
            return one, other
        if any(other.slot in line and one.slot not in line for line in named):
            return one, other
    return None
