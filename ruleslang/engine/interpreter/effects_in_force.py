"""
Effects in force: their carriers, whether their span holds, and their order.

Standard order: the active player's first, then clockwise; those of no player last; then the
moment the effect began (for a card: when it came to its zone; for the rulebook's own: before all);
then the written order, then the number of the card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any, TypeAlias

from attrs import frozen

from ruleslang.engine.interpreter.evaluate import (
    all_fit,
    evaluate,
    fits,
    fits_fixed,
    fixed,
    holds,
    run_block,
    speaks_of,
)
from ruleslang.engine.interpreter.machine import (
    AFTER,
    BEGAN,
    Answered,
    ForceKey,
    Frame,
    Invocation,
    Machine,
    ReplacedCall,
    Signal,
    Work,
    runs,
)
from ruleslang.engine.interpreter.precomputed_tables import Source
from ruleslang.engine.interpreter.state import ActiveLasting
from ruleslang.engine.match.faults import Fault, or_empty, too_much
from ruleslang.engine.match.runtime_values import Card, CardDefinition, Env, Place, Player, Value
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.events import CardPlay, event_name
from ruleslang.program.locals import LocalDecl
from ruleslang.program.passes.derived_tables import follows_itself

Order: TypeAlias = tuple[int, int, int, int]


@frozen(eq=False)
class Force:
    """
    An effect with its carrier: the rulebook (when `card` and `last` are None), a card, or a lasting
    statement.

    `place` is its position in written order, `order` its sort key in standard order when it was
    listed.
    """

    effect: Any
    place: int
    source: Source | None
    card: Card | None
    last: ActiveLasting | None
    order: Order

    @property
    def begun(self) -> tuple[int, Order]:
        """A sort key by the time the effect began; ties are broken by standard order."""
        return self.order[1], self.order

    @property
    def key(self) -> ForceKey:
        return ForceKey(self.effect.id, self.card, self.last)

    @property
    def locals(self) -> tuple[LocalDecl, ...]:
        """The table of the body in which the effect is written."""
        if self.last is not None:
            return self.last.locals
        return () if self.source is None else self.source.standing.locals


def order(m: Machine, holder: Player | None, age: int, place: int, card: Card | None) -> Order:
    """Return the sort key of an effect in standard order, for the current active player."""
    seats = len(m.tables.players)
    away = seats if holder is None else (holder.order - m.state.active.order) % seats
    return away, age, place, -1 if card is None else card.order


def carried(m: Machine, sources: Iterable[Source]) -> Iterator[Force]:
    """Yield all carriers of the effects of rulebook and cards; cards must be in the span's zone."""
    for source in sources:
        if source.titles is None:
            at = order(m, None, 0, source.place, None)
            yield Force(source.effect, source.place, source, None, None, at)
            continue
        for card, place in _carriers(m, source.standing.zone, source.titles):
            at = order(m, place.holder, m.state.ages[card], source.place, card)
            yield Force(source.effect, source.place, source, card, None, at)


def _carriers(
    m: Machine, zone: str | None, titles: frozenset[CardDefinition]
) -> Iterator[tuple[Card, Place]]:
    """Yield the cards that count as one of these: in a zone, or (None) in any."""
    state = m.state.unwatched
    if zone is None:
        for card, place in state.where.items():
            if state.title_of(card) in titles:
                yield card, place
        return
    for place in m.tables.places[zone].values():
        for card in state.zones[place]:
            if state.title_of(card) in titles:
                yield card, place


def lasting(m: Machine, kind: type[Any], name: str, moment: str = "") -> Iterator[Force]:
    """Yield all lasting effects on a procedure or value; those begun by statements come last."""
    for last in m.state.lasting:
        for effect in last.statement.effects:
            if type(effect) is kind and _is_about(effect, name, moment):
                place = m.tables.derived.effects.places[effect.id]
                at = order(m, last.holder, last.age, place, None)
                yield Force(effect, place, None, None, last, at)


def _is_about(effect: s.Effect, name: str, moment: str) -> bool:
    match effect:
        case s.Hook(event=event):
            return event_name(event) == name and effect.moment == moment
        case s.Modifier(value=value):
            return value == name
    return not name


def span_env(m: Machine, force: Force) -> Env | None:
    """Return `this`, `you` and what an effect's span binds; `None`: it does not hold now."""
    if force.last is not None:
        return _lasting_env(m, force.last)
    source = force.source
    assert source is not None
    env: Env = {}
    standing = source.standing
    if force.card is not None:
        place = m.state.where.get(force.card)
        if place is None or m.state.title_of(force.card) not in (source.titles or ()):
            return None
        if standing.this is not None:
            env[standing.this] = force.card
        if standing.zone is not None and place.zone.name != standing.zone:
            return None
        if standing.you is not None:
            env[standing.you] = place.holder
        if standing.zone is not None and not all_fit(m, standing.index, place.index, env):
            return None
    return env if holds(m, standing.condition, env) else None


def _lasting_env(m: Machine, last: ActiveLasting) -> Env | None:
    if last not in m.state.lasting:
        return None
    env = {**last.env, BEGAN: last.age}
    lifetime = last.statement.lifetime
    if isinstance(lifetime, s.WhileHolds) and not evaluate(m, lifetime.condition, env):
        return None
    return env


def listed(m: Machine, moment: str, name: str) -> list[Force]:
    """Return a procedure's hooks in standard order, without those suppressed inside themselves."""
    sources = m.tables.hooks.get((moment, name), ())
    if not sources and not m.state.lasting:
        return []
    hooks = [*carried(m, sources), *lasting(m, s.Hook, name, moment)]
    if m.suppressed:
        hooks = [force for force in hooks if force.key not in m.suppressed]
    hooks.sort(key=attrgetter("order"))
    return hooks


def listed_instead(m: Machine, name: str) -> list[Force]:
    """Return the hooks in place of a procedure: the outermost, begun last, is the last."""
    hooks = listed(m, "instead of", name)
    hooks.sort(key=attrgetter("begun"))
    return hooks


def applies(m: Machine, force: Force, invocation: Invocation, answer: Value = None) -> Env | None:
    """
    Return the locals of a hook, if its span, pattern, `by` and `where` match now.

    An `after` hook may read the answer. A fault that happens here gets the place of the hook.
    """
    try:
        return _matching(m, force, invocation, answer)
    except Fault as fault:
        fault.place(force.effect.origin)
        raise


def _matching(m: Machine, force: Force, invocation: Invocation, answer: Value) -> Env | None:
    env = span_env(m, force)
    if env is None:
        return None
    hook: s.Hook = force.effect
    if hook.answer is not None:
        env[hook.answer] = or_empty(answer, force.locals[hook.answer].type)
    if not all_fit(m, hook.pattern, arguments_of(invocation), env):
        return None
    if hook.by is not None and not fits(m, hook.by, invocation.by, env):
        return None
    return env if hook.condition is None or evaluate(m, hook.condition, env) else None


def arguments_of(invocation: Invocation) -> tuple[Value, ...]:
    """Return what patterns compare: parameters, an action's choices, or the card of a play."""
    if isinstance(invocation.event, CardPlay):
        return (invocation.card,)
    return tuple(invocation.env.get(slot) for slot in invocation.places.values())


def run_hook(m: Machine, force: Force, env: Env, usual: ReplacedCall | None = None) -> Work:
    """Run a hook's block; its answer, if any, is the signal."""
    m.reached(force.effect)
    if force.source is not None:
        m.reached(force.source.standing)
    frame = Frame(env, force.locals, usual)
    m.frames.append(frame)
    signal = yield from run_block(m, force.effect.block, frame)
    m.frames.pop()
    return signal


def run_all(m: Machine, moment: str, invocation: Invocation, answer: Value = None) -> Work:
    """Run all `before` or `after` hooks of a step; they cannot change the answer."""
    for force in listed(m, moment, invocation.name):
        env = applies(m, force, invocation, answer)
        if env is not None:
            yield from run_hook(m, force, env)
    return None


def answer_of(signal: object) -> Value:
    return signal.value if isinstance(signal, Answered) else None


@runs(s.Lasting)
def begin_lasting(m: Machine, x: s.Lasting, frame: Frame) -> Signal:
    """Begin effects, which capture current values."""
    lifetime = x.lifetime
    if isinstance(lifetime, s.WhileHolds) and not evaluate(m, lifetime.condition, dict(frame.env)):
        return None
    last = ActiveLasting(
        statement=x,
        locals=frame.locals,
        env={slot: frame.env[slot] for slot in x.captures},
        age=m.state.tick(),
        holder=None if x.you is None else frame.env[x.you],
        card=None if x.this is None else frame.env[x.this],
    )
    _fix_end(m, last, frame)
    if len(m.state.lasting) >= limits.LASTING:
        raise too_much(f"more than {limits.LASTING:,} effects that last", x.origin)
    m.state.set_lasting((*m.state.lasting, last))
    return None


def _fix_end(m: Machine, last: ActiveLasting, frame: Frame) -> None:
    """Store what will end the effects: the current run, or the pattern's current values."""
    match last.statement.lifetime:
        case s.UntilRunEnds(event):
            last.ends_with = m.innermost(event)
            if last.ends_with is None:
                problem = f"`{event_name(event)}` is not under way"
                raise Fault("not-under-way", problem, last.statement.origin)
        case s.UntilNextEnd(pattern=pattern) | s.UntilNextStart(pattern=pattern):
            last.fixed = fixed(m, pattern, dict(frame.env))


def start_spans(m: Machine, name: str, values: tuple[Value, ...]) -> None:
    """
    End effects `until P(…) starts`, just before step 1 of P, and those `until P ends` of a P whose
    `after` hooks run another one.
    """
    if m.state.lasting:
        may_follow = follows_itself(m.tables.derived, name)
        _end(
            m,
            lambda last: (
                (
                    may_follow
                    and isinstance(last.ends_with, Invocation)
                    and last.ends_with.name == name
                    and last.ends_with.stage >= AFTER
                )
                or (
                    isinstance(last.statement.lifetime, s.UntilNextStart)
                    and event_name(last.statement.lifetime.event) == name
                    and fits_fixed(m, last.fixed, values)
                )
            ),
        )


def end_spans(m: Machine, run: Invocation) -> None:
    """End the effects `until P ends` and `until P(…) ends` of a run, after its `after` hooks."""
    if m.state.lasting:
        values = arguments_of(run)
        _end(
            m,
            lambda last: (
                last.ends_with is run
                or (
                    isinstance(last.statement.lifetime, s.UntilNextEnd)
                    and event_name(last.statement.lifetime.event) == run.name
                    and fits_fixed(m, last.fixed, values)
                )
            ),
        )


def end_spans_of(m: Machine, player: Player) -> None:
    """End effects with an eliminated player in their pattern."""
    if m.state.lasting:
        _end(m, lambda last: speaks_of(last.fixed, player))


def end_false_spans(m: Machine) -> None:
    """End `while` effects for good when their condition is first false."""
    _end(
        m,
        lambda last: (
            isinstance(last.statement.lifetime, s.WhileHolds)
            and not evaluate(m, last.statement.lifetime.condition, dict(last.env))
        ),
    )


def _end(m: Machine, is_over: Callable[[ActiveLasting], bool]) -> None:
    lasts = tuple(last for last in m.state.lasting if not is_over(last))
    if len(lasts) != len(m.state.lasting):
        m.state.set_lasting(lasts)
