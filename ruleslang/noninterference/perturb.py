"""
Changes what is hidden in a match until a step is over, with the same results of chance, and then
undoes the change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, field, frozen

from ruleslang.match.chance import Chance
from ruleslang.match.match import Match, Perturbation, Reader
from ruleslang.match.values import Card, Place
from ruleslang.noninterference.perturbation_point import Probe


@frozen
class Picked:
    """A pick by chance: the number of events before it, the name that took it, what was picked and
    from what; for a card, where it lay.
    """

    events: int
    of: str
    name: str
    members: Sequence[str]
    lay: Place | None = None


@define(eq=False)
class NotedChance:
    """The chance of a match, which also notes what it picks."""

    match: Match
    chance: Chance
    picked: list[Picked] = field(factory=list)

    def roll(self, die: str, faces: Sequence[str]) -> int:
        return self.chance.roll(die, faces)

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[int]:
        return self.chance.shuffle(zone, cards)

    def pick(self, of: str, members: Sequence[str]) -> int:
        place = self.chance.pick(of, members)
        name = members[place]
        lay = _place_of(self.match, name)
        self.picked.append(Picked(len(self.match.events), of, name, members, lay))
        return place

    def copy(self) -> Chance:
        """Chance as it goes on."""
        return self.chance.copy()

    def words(self) -> list[tuple[str, int]]:
        return self.chance.words()


@define(eq=False)
class ReplayedChance:
    """Repeats in a perturbed copy what chance picked in the original, under exchanged names of
    cards.

    `picked` is what was picked in the original, by the name that took it; `cards` are the names of
    all cards. `is_lost` says that a card cannot be picked in the copy because of what it is or
    where it lies: then the two matches differ by chance alone. If the same card lies at the same
    place in both and cannot be picked in the copy, something else prevents it, and the copy picks
    another one to show the leak. Among values that are not cards, the copy picks one that the
    original could not have picked, if there is one, for the same reason.
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
        return self.chance.shuffle(zone, cards)

    def pick(self, of: str, members: Sequence[str]) -> int:
        """The same member as in the original, or one that can only be picked here."""
        place = self.chance.pick(of, members)
        there = self.picked.get(of)
        if not there:  # the original picks nothing here, and everybody hears of a pick
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
        """The chance after the step."""
        return self.chance.copy()

    def words(self) -> list[tuple[str, int]]:
        return self.chance.words()


@define(eq=False)
class PerturbedStep:
    """A copy with the change of a probe, until the step is over."""

    match: Match
    probe: Probe
    chance: ReplayedChance
    perturbation: Perturbation

    def roll_as_usual(self) -> None:
        """The statement whose roll was changed is over."""
        self.chance.turns = False

    def end(self) -> None:
        """Undo the change; what was written meanwhile stays."""
        self.match.divert(self.chance.chance)
        self.probe.shown = self.probe.shown or self.chance.is_lost
        self.perturbation.end()


def perturb(match: Match, probe: Probe, picked: dict[str, list[Picked]]) -> PerturbedStep:
    """Apply the change of a probe; `picked` is what chance picked in the original since."""
    change = probe.change
    called = {card.name: other.name for pair in change.pairs for card, other in _both(pair)}
    turns = bool(probe.rolls) and not probe.kept
    cards = frozenset(card.name for card in match.position.where)
    chance = ReplayedChance(match, match.chance, called, picked, cards, turns)
    match.divert(chance)
    return PerturbedStep(match, probe, chance, match.perturb(change))


def _place_of(match: Reader, name: str) -> Place | None:
    """Where the card of a name lies; None if the name is not a card's."""
    return next((place for card, place in match.position.where.items() if card.name == name), None)


def _both(pair: tuple[Card, Card]) -> tuple[tuple[Card, Card], tuple[Card, Card]]:
    return pair, (pair[1], pair[0])
