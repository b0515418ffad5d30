"""
`as often as possible`: offers only the ways to act that begin a longest sequence (decision 0013).

The search runs every way to do an action in an imagined position, then every way after it; a
position that several orders lead to is searched once. A sequence that returns to an earlier
position, or has more than `limits.OFTEN` actions, is a fault.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from attrs import define, field

from ruleslang.match.decision import LegalMove
from ruleslang.match.faults import Fault
from ruleslang.match.values import Env, Player, place_in_order
from ruleslang.meaning.asking import Question
from ruleslang.meaning.choose_and_do_moves import All, Uses, do_action
from ruleslang.meaning.evaluate import evaluate
from ruleslang.meaning.imagined import imagined, run_imagined
from ruleslang.meaning.legality import action_uses
from ruleslang.meaning.machine import Machine
from ruleslang.program import limits
from ruleslang.program import statements as s


def most_often(m: Machine, who: Player, x: s.Offer, env: Env, *, first: bool) -> Uses:
    """The ways that are legal now, by their actions; `first` says that none was done before."""
    search = _Search(m, who, x)
    ways = search.ways()
    often = [search.often(way) for way in ways]
    best = max(often, default=0)
    kept = [way for way, times in zip(ways, often, strict=True) if times == best]
    if best == 1 and first and x.once is not None:
        kept = _once_only(m, x.once, kept, env)
    groups: Uses = {}
    for way in kept:
        groups.setdefault(way.what.name, All()).append(way)
    return groups


def _once_only(m: Machine, once: s.OnceOnly, ways: list[LegalMove], env: Env) -> list[LegalMove]:
    """The ways that are best by the keys; where a key is none for all, it tells nothing."""
    for key in once.keys:
        rated = []
        for way in ways:
            chosen = {choice.name: way.locals[choice.slot] for choice in way.what.choices}
            names = {slot: chosen[n] for n, slot in zip(once.choices, once.slots, strict=True)}
            value = evaluate(m, key.value, {**env, **names})
            if value is not None:
                rated.append((place_in_order(value, key.order), way))
        if rated:
            rates = [rate for rate, _ in rated]
            best = max(rates) if key.word == "highest" else min(rates)
            ways = [way for rate, way in rated if rate == best]
    return ways


@define(eq=False)
class _Search:
    """How often actions can be done from a position, by what tells positions apart."""

    m: Machine
    who: Player
    offer: s.Offer
    known: dict[Hashable, int] = field(factory=dict)
    path: list[Hashable] = field(factory=list)

    def ways(self) -> list[LegalMove]:
        """Every way that is legal now."""
        actions = [self.m.tables.actions[name] for name in self.offer.actions]
        return [way for action in actions for way in action_uses(self.m, action, self.who)]

    def often(self, way: LegalMove) -> int:
        """How often in all, when this way is done first."""
        m, origin = self.m, self.offer.origin
        m.step()
        asked = Question(self.who, "offer", way.what.name, "", origin)
        with imagined(m):
            run_imagined(m, do_action(m, way, asked), origin)
            return 1 + (0 if m.winners else self._from_here())

    def _from_here(self) -> int:
        here = position(self.m)
        if here not in self.known:
            if here in self.path or len(self.path) >= limits.OFTEN:
                said = "done as often as possible, it would never end"
                raise Fault("endless", said, self.offer.origin)
            self.path.append(here)
            self.known[here] = max(map(self.often, self.ways()), default=0)
            self.path.pop()
        return self.known[here]


def position(m: Machine) -> Hashable:
    """What tells two positions apart that follow from the same position."""
    state = m.state
    stored: list[Iterable[object]] = [at.items() for at in state.states.values()]
    stored += [at.items() for at in state.dice.values()]
    stored += [state.zones.items(), state.spaces.items(), state.limits.items()]
    stored += [state.marks.items(), state.facts.items(), state.shown.items(), state.faces.items()]
    counting = [(card, each.title, each.place) for card, each in state.counting_as.items()]
    parts = (state.active, state.players, frozenset(counting), state.lasting)
    return (*parts, *(frozenset(each) for each in stored))
