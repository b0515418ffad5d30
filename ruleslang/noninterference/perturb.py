"""Perturbs what is hidden in a match for the rest of a step, with the same chance, and ends it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, field, frozen

from ruleslang.match.chance import Chance
from ruleslang.match.match import Match, Perturbation, Reader
from ruleslang.match.values import Card, Place
from ruleslang.noninterference.probe import Probe


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
    """The chance of a match, with a note of what it picks."""

    match: Match
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
        lay = _place_of(self.match, name)
        self.picked.append(Picked(len(self.match.events), of, name, members, lay))
        return place

    def copy(self) -> Chance:
        """Chance as it goes on."""
        return self.chance.copy()

    def words(self) -> list[tuple[str, int]]:
        """The streams drawn from."""
        return self.chance.words()


@define(eq=False)
class ReplayedChance:
    """
    Replays in a perturbed copy what chance picked in the original, under exchanged names of cards.

    `picked` is what was picked there, by the name that took it; `cards` are the names of all cards.
    `is_lost` says that a card cannot be picked here because of what it is, or where it lies: the
    two matches differ by chance. A card that lies there as well, and is what it was, cannot be
    picked because of something else: that is told by what is picked instead. Of what is no card,
    something is picked that could not be picked there, if there is any: so it is told.
    """

    match: Match
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
            is_itself = name == picked.name and picked.lay is _place_of(self.match, name)
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
class PerturbedStep:
    """The change of a probe in a copy, until the step is over."""

    match: Match
    probe: Probe
    chance: ReplayedChance
    perturbation: Perturbation

    def roll_as_usual(self) -> None:
        """The statement with the roll that was changed is over."""
        self.chance.turns = False

    def end(self) -> None:
        """Undo the change; what was written meanwhile stays."""
        self.match.divert(self.chance.chance)
        self.probe.shown = self.probe.shown or self.chance.is_lost
        self.perturbation.end()


def perturb(match: Match, probe: Probe, picked: dict[str, list[Picked]]) -> PerturbedStep:
    """Make the change of a probe here; `picked` is what chance picked in the original since."""
    change = probe.change
    called = {card.name: other.name for pair in change.pairs for card, other in _both(pair)}
    turns = bool(probe.rolls) and not probe.kept
    cards = frozenset(card.name for card in match.position.where)
    chance = ReplayedChance(match, match.chance, called, picked, cards, turns)
    match.divert(chance)
    return PerturbedStep(match, probe, chance, match.perturb(change))


def _place_of(match: Reader, name: str) -> Place | None:
    """Where the card of a name lies, if it is one."""
    return next((place for card, place in match.position.where.items() if card.name == name), None)


def _both(pair: tuple[Card, Card]) -> tuple[tuple[Card, Card], tuple[Card, Card]]:
    return pair, (pair[1], pair[0])
