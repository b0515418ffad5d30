"""
Somewhere on a step of a match, what a player cannot see is put otherwise for the rest of it.

Cards keep their places in the standard order then, so that chance takes the same ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, field

from ruleslang.match.chance import Stream
from ruleslang.match.faults import Fault
from ruleslang.match.position import Rearrangement
from ruleslang.match.values import Card, Env, Place, Player, members
from ruleslang.meaning.evaluate import evaluate
from ruleslang.meaning.machine import Machine
from ruleslang.noninterference.announcements import Heard
from ruleslang.program import statements as s
from ruleslang.secrecy.already_known import is_known
from ruleslang.secrecy.hidden_arrangement import said
from ruleslang.secrecy.rearrange_hidden import Hidden, hidden

NAME_OF_A_CARD = ("name", "text", "title", "copy")


@define(eq=False)
class Probe:
    """
    What is put otherwise behind a player's back, before the statement `at`, counted from 0.

    `rolls` is the die whose outcome that statement hides from him; `aimed` says that what the
    statement reads is otherwise then, `by` which one that is; `shown` that something of it came
    into his sight before the step was over; `kept` for how many steps it has been so already;
    `pays` that it is otherwise already when the costs of an action are paid, right before `at`.
    """

    who: Player
    at: int = -1
    change: Rearrangement = field(factory=Rearrangement)
    rolls: str = ""
    shown: bool = False
    aimed: bool = False
    by: int = -1
    kept: int = 0
    pays: bool = False
    events: int = 0  # how many there were before
    heard: Heard = field(factory=Heard)  # since

    @property
    def is_empty(self) -> bool:
        """Whether nothing is put otherwise."""
        return not self.rolls and not any(True for _ in self.change.parts())

    def meet(self, m: Machine, statement: Any, number: int, stream: Stream) -> None:
        """A statement comes: here, or there where it was to be; each is as likely as another."""
        if not self.is_empty:
            self.shown = self.shown or self.is_seen(m)
        if (
            self.aimed
            or self.kept
            or stream.below(number + 1)
            or m.secret is not None
            or m.snapshot is not None
        ):
            return
        rolls = _secret_roll(m, statement, self.who)
        change = Rearrangement() if rolls else one_change(m, hidden(m, self.who), stream)
        if rolls or any(True for _ in change.parts()):
            self.put(m, number, change, rolls)

    def put(self, m: Machine, number: int, change: Rearrangement, rolls: str = "") -> None:
        """It is to be here."""
        self.at, self.change, self.rolls, self.shown = number, change, rolls, False
        self.events, self.heard = len(m.events), Heard()

    def keep(self, m: Machine) -> None:
        """It stays so for another step, from its first statement on."""
        self.at, self.by, self.kept, self.pays = 0, -1, self.kept + 1, False
        self.events, self.heard = len(m.events), Heard()

    def is_seen(self, m: Machine) -> bool:
        """Whether the player sees some of what is put otherwise, or is told of it."""
        return is_known(m, self.change, self.who)

    def is_known_to(self, m: Machine, other: Player) -> bool:
        """Whether another sees some of it; what was rolled, whoever may see it."""
        return bool(self.rolls) or is_known(m, self.change, other)

    def said(self, m: Machine) -> str:
        """What is put otherwise, in words."""
        return f"the {self.rolls} showed another face" if self.rolls else said(m, self.change)


def _secret_roll(m: Machine, statement: Any, who: Player) -> str:
    """The die that a statement rolls, if the player does not see it."""
    if not isinstance(statement, s.RollDie) or statement.seen_by is None or not m.under_way:
        return ""
    try:
        seen = members(evaluate(m, statement.seen_by, m.under_way[-1].env))
    except (Fault, KeyError):
        return ""
    return "" if who in seen else statement.die


# ---------------------------------------------------------------- what to change


def one_change(m: Machine, unseen: Hidden, stream: Stream) -> Rearrangement:
    """One thing otherwise: two cards, or a state, or the dice of a place."""
    sorts = [sort for sort in (unseen.pools, unseen.states, unseen.dice) if sort]
    if not sorts:
        return Rearrangement()
    sort = sorts[stream.below(len(sorts))]
    if sort is unseen.pools:
        return _two_cards(m, unseen, stream)
    if sort is unseen.states:
        name, at, values = unseen.states[stream.below(len(unseen.states))]
        return Rearrangement(states=((name, at, values[stream.below(len(values))]),))
    name, at, number, faces = unseen.dice[stream.below(len(unseen.dice))]
    return Rearrangement(dice=((name, at, tuple(stream.below(faces) for _ in range(number))),))


def _two_cards(m: Machine, unseen: Hidden, stream: Stream) -> Rearrangement:
    """
    Two cards that are not alike become each other; small zones as often as large ones, the top of
    a pile as often as all below.
    """
    held = _held_by_names(m)
    pool = unseen.pools[stream.below(len(unseen.pools))]
    zones: dict[Place, list[Card]] = {}
    for card in pool:
        if card not in held:
            zones.setdefault(m.state.where[card], []).append(card)
    if not zones:
        return Rearrangement()
    places = sorted(zones, key=lambda place: (place.zone.name, place.order))
    one = _card(m, places[stream.below(len(places))], zones, stream)
    other = _card(m, places[stream.below(len(places))], zones, stream)
    if one.title is other.title:
        return Rearrangement()
    return Rearrangement(pairs=((one, other),))


def _card(m: Machine, place: Place, zones: dict[Place, list[Card]], stream: Stream) -> Card:
    cards = zones[place]
    if place.zone.ordered and stream.below(2):
        return min(cards, key=m.state.zones[place].index)
    return cards[stream.below(len(cards))]


def _held_by_names(m: Machine) -> frozenset[Card]:
    """Cards that something under way is about: what was true of them when they were chosen is."""
    return frozenset(
        card for run in m.under_way for env in (run.declared, run.env) for card in cards_of(env)
    )


def cards_of(env: Env) -> Iterator[Card]:
    """The cards that names stand for."""
    for value in env.values():
        yield from (
            card
            for card in (value if isinstance(value, tuple) else (value,))
            if isinstance(card, Card)
        )
