"""What a probe puts otherwise in a machine for the rest of a step, and puts back after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from attrs import define, field, frozen

from ruleslang.match.chance import Chance
from ruleslang.match.faults import Fault
from ruleslang.match.values import Card, Place
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.whenever import test
from ruleslang.noninterference.probe import NAME_OF_A_CARD, Probe
from ruleslang.secrecy.hidden_arrangement import exchange


@frozen
class Picked:
    """
    What chance picked: how many events were before, by which name, what, from among what; of a
    card, where it lay.
    """

    events: int
    of: str
    name: str
    members: Sequence[str]
    lay: Place | None = None


@define(eq=False)
class NotedChance:
    """Chance as it is, with a note of what it picks."""

    m: Machine
    chance: Chance
    picked: list[Picked] = field(factory=list)

    def roll(self, die: str, faces: Sequence[str]) -> int:
        """As it would be."""
        return self.chance.roll(die, faces)

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[int]:
        """As it would be."""
        return self.chance.shuffle(zone, cards)

    def pick(self, of: str, members: Sequence[str]) -> int:
        """As it would be."""
        place = self.chance.pick(of, members)
        name = members[place]
        self.picked.append(Picked(len(self.m.events), of, name, members, lies(self.m, name)))
        return place

    def copy(self) -> Chance:
        """Chance as it goes on."""
        return self.chance.copy()

    def words(self) -> list[tuple[str, int]]:
        """The streams drawn from."""
        return self.chance.words()


@define(eq=False)
class SameChance:
    """
    Chance that takes the same things as in the match beside, whatever they are called.

    `picked` is what was picked there, by the name that took it; `cards` are the names of all cards.
    `is_lost` says that a card cannot be picked here because of what it is, or where it lies: the
    two matches differ by chance. A card that lies there as well, and is what it was, cannot be
    picked because of something else: that is told by what is picked instead. Of what is no card,
    something is picked that could not be picked there, if there is any: so it is told.
    """

    m: Machine
    chance: Chance
    called: Mapping[str, str]  # cards that have another name, by the one that they had
    picked: dict[str, list[Picked]]
    cards: frozenset[str]
    turns: bool = False  # a die shows the next face
    is_lost: bool = False

    def roll(self, die: str, faces: Sequence[str]) -> int:
        """The face that would come, or another."""
        return (self.chance.roll(die, faces) + self.turns) % len(faces)

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[int]:
        """As it would be."""
        return self.chance.shuffle(zone, cards)

    def pick(self, of: str, members: Sequence[str]) -> int:
        """The same as there, or what only here can be picked."""
        place = self.chance.pick(of, members)
        there = self.picked.get(of)
        if not there:
            self.is_lost = True
            return place
        picked = there.pop(0)
        name = self.called.get(picked.name, picked.name)
        others = {*picked.members, *self.cards}
        only_here = [each for each in members if each not in others]
        if only_here:
            name = only_here[0]
        elif name not in members:
            is_itself = name == picked.name and picked.lay is lies(self.m, name)
            self.is_lost = self.is_lost or (name in self.cards and not is_itself)
            return place
        return list(members).index(name)

    def copy(self) -> Chance:
        """Chance as it goes on after the step."""
        return self.chance.copy()

    def words(self) -> list[tuple[str, int]]:
        """The streams drawn from."""
        return self.chance.words()


@define(eq=False)
class Otherwise:
    """What a probe changes in a machine, to be put back when the step is over."""

    m: Machine
    probe: Probe
    picked: dict[str, list[Picked]]
    kept: list[tuple[str, str, Any, Any, Any]] = field(factory=list)
    chance: SameChance | None = None

    def begin(self) -> None:
        """Put it otherwise."""
        change, state = self.probe.change, self.m.state
        called = {card.name: other.name for pair in change.pairs for card, other in _both(pair)}
        turns = bool(self.probe.rolls) and not self.probe.kept
        cards = frozenset(card.name for card in state.where)
        self.chance = SameChance(self.m, self.m.chance, called, self.picked, cards, turns)
        self.m.chance = self.chance
        for one, other in change.pairs:
            exchange(one, other, NAME_OF_A_CARD)
        for name, at, value in change.states:
            self.kept.append(("states", name, at, state.states[name][at], value))
            state.states[name][at] = value
        for name, at, faces in change.dice:
            self.kept.append(("dice", name, at, state.dice[name][at], faces))
            state.dice[name][at] = faces
        self._settle()

    def after_one(self) -> None:
        """The next statement comes: dice roll again as they would."""
        if self.chance is not None:
            self.chance.turns = False

    def end(self) -> None:
        """Put it back; what was written meanwhile stays."""
        if self.chance is not None:
            self.m.chance = self.chance.chance
            self.probe.shown = self.probe.shown or self.chance.is_lost
        for one, other in reversed(self.probe.change.pairs):
            exchange(one, other, NAME_OF_A_CARD)
        for state in (self.m.state, self.m.snapshot):
            for what, name, at, before, value in self.kept if state is not None else ():
                places = getattr(state, what)[name]
                if places.get(at) is value:
                    places[at] = before
        self._settle()

    def _settle(self) -> None:
        """What is so now was so before: no rule acts on it."""
        m = self.m
        m.forget_values()
        kept = list(m.queue), set(m.state.touched), m.tested
        with suppress(Fault):  # the next statement will say so
            test(m, everything=True)
        m.queue[:], m.state.touched, m.tested = kept


def lies(m: Machine, name: str) -> Place | None:
    """Where the card of a name lies, if it is one."""
    return next((place for card, place in m.state.where.items() if card.name == name), None)


def _both(pair: tuple[Card, Card]) -> tuple[tuple[Card, Card], tuple[Card, Card]]:
    return pair, (pair[1], pair[0])
