"""Standing effects of rules and cards that cancel each other, or end before they apply."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from ruleslang.language.checks.queries.call_graph import effects, with_called
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import patterns as p
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import ProcedureRun, event_name
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import AdviceMessage, Diagnostic, WarningMessage, advice
from ruleslang.source.span import Span

REPLACING = ("starts from", "becomes")
MOST_PATTERNS = 200  # most rules to compare each with
CONSTANT = (e.Literal, e.WordValue, e.SeatValue, e.TeamValue, e.TitleValue, e.SpaceValue)


rival_rules = WarningMessage(
    "rival-rules",
    "another rule says {what}; the later one wins",
    help="merge them, or use `where` or `while` to say when each applies",
    label="the other rule",
)


def find_rival_rules(subject: Subject) -> Iterator[Diagnostic]:
    """Report two `instead of` hooks, or modifiers of one stage, that always hold and may match."""
    earlier: dict[Hashable, dict[patterns.Pattern, s.Hook | s.Modifier]] = {}
    for rule in _unconditional(subject.program.standings):
        rivals = [
            (other, replaced)
            for replaced, key in _replaced(rule)
            if (other := _earlier_rival(rule, earlier.setdefault(key, {}))) is not None
        ]
        if rivals:
            other, replaced = min(rivals, key=lambda rival: rival[0].origin)
            yield rival_rules(
                subject.span(rule.origin), at=subject.span(other.origin), what=replaced
            )


def _unconditional(standings: Iterable[d.Standing]) -> Iterator[s.Hook | s.Modifier]:
    for standing in standings:
        if standing.zone is None and standing.condition is None:
            for effect in standing.effects:
                if isinstance(effect, s.Hook | s.Modifier) and effect.condition is None:
                    yield effect


def _replaced(rule: s.Hook | s.Modifier) -> Iterator[tuple[str, Hashable]]:
    """Yield the events or values that a rule replaces: as a text for the message, and as a key."""
    if isinstance(rule, s.Modifier):
        for stage in dict.fromkeys(change.stage for change in rule.changes):
            if stage in REPLACING:
                yield f"what `{rule.value}` {stage}", (rule.value, stage)
    elif rule.moment == "instead of":
        yield f"what happens instead of `{event_name(rule.event)}`", (rule.event, rule.by)


def _earlier_rival(
    rule: s.Hook | s.Modifier, earlier: dict[patterns.Pattern, s.Hook | s.Modifier]
) -> s.Hook | s.Modifier | None:
    """Return the first earlier rule whose pattern may match with this one's; records this one."""
    rival = next(
        (earlier[pattern] for pattern in earlier if _patterns_meet(pattern, rule.pattern)), None
    )
    if len(earlier) < MOST_PATTERNS:
        earlier.setdefault(rule.pattern, rule)
    return rival


def _patterns_meet(first: patterns.Pattern, second: patterns.Pattern) -> bool:
    """Return whether one event can match both patterns: no entries are different constants."""
    if first is None or second is None:
        return True
    return not any(_are_different_constants(a, b) for a, b in zip(first, second, strict=False))


def _are_different_constants(first: patterns.Entry, second: patterns.Entry) -> bool:
    match first, second:
        case patterns.EqualEntry(a), patterns.EqualEntry(b):
            return isinstance(a, CONSTANT) and isinstance(b, CONSTANT) and a != b
        case patterns.KindEntry(a), patterns.KindEntry(b):
            return a != b
        case _:
            return not isinstance(
                first, (patterns.AnyEntry, patterns.BindEntry)
            ) and not isinstance(second, (patterns.AnyEntry, patterns.BindEntry))


def reset_under_rule(
    span: Span, state: str, event: str, zone: str, *, fires_again: bool
) -> Diagnostic:
    then = "fires again" if fires_again else "rests"
    return advice(
        "reset-under-rule",
        span,
        f"`{state}` is reset each `{event}`, and this {then} if it still holds",
        help=f"move the cards in `{zone}` away before `{event}` begins, or reset `{state}`"
        " where these cards leave",
    )


def find_reset_under_rule(subject: Subject) -> Iterator[Diagnostic]:
    """
    Report that a `whenever` sets a state because of cards in a zone, and `reset each` resets it
    while they are still there.

    Every `whenever` about cards in a zone that writes a state with `reset each`.
    """
    resets = {state.name: state for state in subject.program.states if state.reset_each}
    if not resets:
        return
    for effect in effects(subject):
        if isinstance(effect, s.Whenever):
            yield from _reset_while_rule_holds(subject, effect, resets)


def _reset_while_rule_holds(
    subject: Subject, rule: s.Whenever, resets: dict[str, d.State]
) -> Iterator[Diagnostic]:
    zones = [read.name for read in find(rule.condition, e.ReadZone)]
    body = list(with_called(subject, rule.block))
    moved = {
        read.name
        for node in body
        if isinstance(node, s.MoveCards)
        for read in find(node.cards, e.ReadZone)
    }
    there = [zone for zone in zones if zone not in moved]
    read = {state_read.name for state_read in find(rule.condition, e.ReadState)}
    for node in body:
        match node:
            case s.Assign(s.StatePlace(name), value) if (
                name in resets and there and value != resets[name].start
            ):
                event = event_name(resets[name].reset_each[0])
                yield reset_under_rule(
                    subject.span(rule.origin), name, event, there[0], fires_again=name in read
                )
                return


moved_before_hook = WarningMessage(
    "moved-before-hook",
    "this never fires: `{procedure}` moves the card to `{target}`",
    help="write `before {procedure}(…)`, or `while in {target}`: after it the card is no longer"
    " in `{zone}`",
)


def find_moved_before_hook(subject: Subject) -> Iterator[Diagnostic]:
    """Report a hook that runs after a procedure that moves the hook's own card out of its zone."""
    for standing in subject.program.card_standings:
        for hook in standing.effects:
            if not isinstance(hook, s.Hook) or hook.moment != "after":
                continue
            procedure = _procedure_hooked(subject, hook)
            place = _place_of_this(hook, standing.this)
            if procedure is None or place is None or standing.zone is None:
                continue
            target = _zone_moved_to(procedure, place, standing.zone)
            if target is not None:
                yield moved_before_hook(
                    subject.span(hook.origin),
                    zone=standing.zone,
                    procedure=procedure.name,
                    target=target,
                )


def _procedure_hooked(subject: Subject, hook: s.Hook) -> d.Procedure | None:
    event = hook.event
    return subject.procedures.get(event.name) if isinstance(event, ProcedureRun) else None


def _place_of_this(hook: s.Hook, this: int | None) -> int | None:
    """Return the argument of the event that the hook's pattern binds to its own card."""
    if this is None:
        return None
    compared = set(_locals_equal_to(hook.condition, this))
    for place, entry in enumerate(hook.pattern or ()):
        match entry:
            case p.EqualEntry(value=e.Local(slot=slot)) if slot == this:
                return place
            case p.BindEntry(slot=slot) if slot in compared:
                return place
    return None


def _locals_equal_to(condition: e.Expr | None, this: int) -> Iterator[int]:
    """Yield the locals that a condition requires to equal the card itself."""
    match condition:
        case e.Equal(left=e.Local(slot=left), right=e.Local(slot=right)):
            yield from (
                side for side, opposite in ((left, right), (right, left)) if opposite == this
            )
        case e.And(left=left_part, right=right_part):
            yield from _locals_equal_to(left_part, this)
            yield from _locals_equal_to(right_part, this)


def _zone_moved_to(procedure: d.Procedure, place: int, zone: str) -> str | None:
    """Return the other zone to which a procedure unconditionally moves an argument."""
    moves = list(find(procedure.body, s.MoveCards))
    if any(not isinstance(move.target, s.ZoneTarget) or move.target.name == zone for move in moves):
        return None  # the card may return
    if any(True for kind in (s.Call, s.Perform) for _ in find(procedure.body, kind)):
        return None  # other statements may return it
    always_moved = [
        statement for statement in procedure.body.statements if isinstance(statement, s.MoveCards)
    ]
    gone = [statement for statement in always_moved if _is_argument(statement.cards, place)]
    targets = [
        statement.target.name for statement in gone if isinstance(statement.target, s.ZoneTarget)
    ]
    return targets[-1] if targets else None


def _is_argument(cards: e.Expr, place: int) -> bool:
    match cards:
        case e.OptionalAsSet(operand=e.Local(slot=slot)) | e.Local(slot=slot):
            return slot == place
    return False


bound_for_all = AdviceMessage(
    "bound-for-all",
    "`{bound}` also bounds what another modifier changes",
    help="if it is to bound this change alone, write it in its amount, computed from the value"
    " without changes: `{form}`; if the whole is meant, allow it with a reason",
    label="this one has no such bound",
)
_TOWARDS = {"at least": ("-",), "at most": ("+",)}


def find_bound_for_all(subject: Subject) -> Iterator[Diagnostic]:
    """
    Report that a bound that is meant for one change holds for all changes of the value.

    A modifier that changes a value and bounds it, where another changes it in the same direction
    without a bound.
    """
    by_value: dict[str, list[s.Modifier]] = {}
    for effect in effects(subject):
        if isinstance(effect, s.Modifier):
            by_value.setdefault(effect.value, []).append(effect)
    for value, modifiers in by_value.items():
        for modifier in modifiers:
            for bound in modifier.changes:
                other = _unbounded(subject, value, modifiers, modifier, bound)
                if other is not None:
                    yield _bound_of_all(subject, modifier, bound, other)


def _unbounded(
    subject: Subject, value: str, modifiers: list[s.Modifier], modifier: s.Modifier, bound: s.Change
) -> s.Modifier | None:
    """Return another modifier that changes a value towards a bound, but has no such bound."""
    stages = {change.stage for change in modifier.changes}
    towards = _TOWARDS.get(bound.stage, ())
    of = next(plain(known.type) for known in subject.program.values if known.name == value)
    ends = (e.Literal(of.low), e.Literal(of.high)) if isinstance(of, t.Number) else ()
    if stages.isdisjoint(towards) or bound.amount in ends:
        return None
    for other in modifiers:
        changes = {change.stage for change in other.changes}
        if changes.isdisjoint({bound.stage, "becomes"}) and not changes.isdisjoint(towards):
            return other
    return None


def _bound_of_all(
    subject: Subject, modifier: s.Modifier, bound: s.Change, other: s.Modifier
) -> Diagnostic:
    line = subject.span(modifier.origin)
    written = [part.strip() for part in line.text.partition(":")[2].split(",")]
    words = next((part for part in written if part.startswith(bound.stage)), bound.stage)
    amount = words.removeprefix(bound.stage).strip()
    lowers = bound.stage == "at least"
    form = f"- smaller(…, … - {amount})" if lowers else f"+ smaller(…, {amount} - …)"
    return bound_for_all(line, bound=words, form=form, at=subject.span(other.origin))
