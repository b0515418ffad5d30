"""Perturbs the hidden state of a match for one step, without violating any condition in force."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import define, field, frozen

from ruleslang.engine.match.chance import Chance, Stream
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Begun, Match, Perturbation, Reader
from ruleslang.engine.match.position import Rearrangement
from ruleslang.engine.match.runtime_values import Card, Env, Place, Player, members
from ruleslang.evaluation.laws.noninterference.announcements import Announcements
from ruleslang.players.secrecy.rearrange_hidden import (
    FactKey,
    Hidden,
    hidden,
    known_facts_about,
    sees_some,
    supposed,
)
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.passes.followed_reads import ReadTable
from ruleslang.program.passes.parts import NOWHERE
from ruleslang.program.traits.statements import clause_traits
from ruleslang.program.walk import find
from ruleslang.source.walk import asked_once, asked_with


@asked_once
def _choices_offered(body: s.Body) -> tuple[s.Choice, ...]:
    """Return the choices that statements of a body offer."""
    return tuple(statement.choice for statement in find(body.statements, s.Choose))


@asked_with
def _free_slots(body: s.Body, reads: ReadTable) -> frozenset[Slot]:
    """Return the slots to which a body assigns a card chosen regardless of what it is."""
    return frozenset(
        choice.slot
        for choice in _choices_offered(body)
        if choice.where is None and choice.so_that is None
        if not reads.reads_what_cards_are([choice.source])
    )


Condition: TypeAlias = tuple["e.Expr", Env]


def leaves_true(match: Match, change: Rearrangement) -> bool:
    """
    Return whether all conditions of choices in progress that are true now stay true.

    Those already made false constrain nothing.
    """
    true_now = [condition for condition in _conditions(match) if _holds(match, condition)]
    if not true_now:
        return True
    with match.rearranged(change, keeps_order=True):
        return all(_holds(match, condition) for condition in true_now)


def _conditions(match: Reader) -> Iterator[Condition]:
    """Yield the conditions of actions and plays in progress, and of the choices in their bodies."""
    for run in match.under_way:
        for clause in run.body.clauses:
            condition = clause_traits(clause).condition
            if condition is not None:
                yield condition, run.locals
        for choice in run.choices:
            yield from _of_choice(choice, run.locals)
        for choice in _choices_offered(run.body):
            yield from _of_choice(choice, run.body_locals)


def _of_choice(choice: s.Choice, local: Env) -> Iterator[Condition]:
    """Yield the conditions that a choice satisfied; none if nothing was chosen yet."""
    chosen = local.get(choice.slot)
    if chosen is None:
        return
    if choice.where is not None and choice.member is not None:
        for member in members(chosen):
            yield choice.where, {**local, choice.member: member}
    if choice.so_that is not None:
        yield choice.so_that, local


def _holds(match: Reader, condition: Condition) -> bool:
    expression, local = condition
    try:
        return match.evaluate(expression, dict(local)) is True
    except (Fault, KeyError):
        return False


@define(eq=False)
class Probe:
    """
    A change of what is hidden from a player, applied before statement number `at`, counted from 0.

    `known` are the facts about the changed cards that the player already knows; they stay true.
    `rolls` is the die whose outcome that statement hides from the player. `aimed` says that the
    change alters what the statement reads, and `by` is the number of that statement or cost among
    the parts of the program. `shown` says that the player saw some of it before the step was over.
    `kept` counts the steps it has been applied for already. `pays` says that it is applied when the
    costs of an action are paid, right before `at`.
    """

    who: Player
    at: int = -1
    change: Rearrangement = field(factory=Rearrangement)
    rolls: str = ""
    known: frozenset[FactKey] = frozenset()
    shown: bool = False
    aimed: bool = False
    by: int = NOWHERE
    kept: int = 0
    pays: bool = False
    events: int = 0  # how many there were before
    heard: Announcements = field(factory=Announcements)  # since

    @property
    def is_empty(self) -> bool:
        """Whether nothing is changed."""
        return not self.rolls and not any(True for _ in self.change.parts())

    def meet(self, match: Match, begun: Begun, number: int, stream: Stream) -> None:
        """Act here, before a statement, or keep the earlier place, each equally likely."""
        if not self.is_empty:
            self.look(match)
        if self.aimed or self.kept or stream.below(number + 1) or match.together is not None:
            return
        rolls = _secret_roll(match, begun, self.who)
        change = Rearrangement() if rolls else one_change(match, hidden(match, self.who), stream)
        if rolls or (any(True for _ in change.parts()) and leaves_true(match, change)):
            self.put(match, number, change, rolls)

    def look(self, match: Match) -> None:
        """Note whether some of the change has come into the player's sight."""
        self.shown = self.shown or sees_some(match, self.change, self.who, self.known)

    def put(self, match: Match, number: int, change: Rearrangement, rolls: str = "") -> None:
        """Place the probe here."""
        self.at, self.change, self.rolls, self.shown = number, change, rolls, False
        self.known = known_facts_about(match, change, self.who)
        self.events, self.heard = len(match.events), Announcements()

    def drop_if_impossible(self, match: Match) -> None:
        """
        Change nothing if with the change nobody could have chosen as was chosen; called before the
        first statement of another step.
        """
        if self.kept and not leaves_true(match, self.change):
            self.change = Rearrangement()

    def keep(self, match: Match) -> None:
        """Stay applied for another step, from its first statement on."""
        self.at, self.by, self.kept, self.pays = 0, NOWHERE, self.kept + 1, False
        self.events, self.heard = len(match.events), Announcements()

    def is_known_to(self, match: Match, other: Player) -> bool:
        """Return whether another player sees some of the change; of a roll, always."""
        return bool(self.rolls) or sees_some(match, self.change, other)

    def comes_into_sight(self, match: Match, differing: Iterable[str]) -> bool:
        """
        Return whether the player sees the change at another place of the same state.

        Where the visibility of a place is computed, pieces stored as states of spaces can come into
        sight, as cards do that come to a zone.
        """
        states = match.population.states
        walking = {name for name, _, _ in self.change.states if states[name].seen.by == "set"}
        return any(name.partition("(")[0] in walking for name in differing)

    def in_words(self, match: Match) -> str:
        if self.rolls:
            return f"the {self.rolls} showed another face"
        return supposed(match, self.change)


def _secret_roll(match: Match, begun: Begun, who: Player) -> str:
    """Return the die that a statement rolls, if the player does not see the outcome."""
    roll = begun.statement
    if not isinstance(roll, s.RollDie) or roll.seen_by is None:
        return ""
    try:
        seen = members(match.evaluate(roll.seen_by, dict(begun.locals)))
    except (Fault, KeyError):
        return ""
    return "" if who in seen else roll.die


# ---------------------------------------------------------------- what to change


def one_change(match: Match, unseen: Hidden, stream: Stream) -> Rearrangement:
    """Return one change: two cards exchanged, another value of a state, or other dice."""
    sorts = [sort for sort in (unseen.pools, unseen.states, unseen.dice) if sort]
    if not sorts:
        return Rearrangement()
    sort = sorts[stream.below(len(sorts))]
    if sort is unseen.pools:
        return _two_cards(match, unseen, stream)
    if sort is unseen.states:
        name, at, values = unseen.states[stream.below(len(unseen.states))]
        return Rearrangement(states=((name, at, values[stream.below(len(values))]),))
    name, at, number, faces = unseen.dice[stream.below(len(unseen.dice))]
    return Rearrangement(dice=((name, at, tuple(stream.below(faces) for _ in range(number))),))


def _two_cards(match: Match, unseen: Hidden, stream: Stream) -> Rearrangement:
    """Exchange two cards that differ; small zones are chosen as often as large ones, the top of a
    pile as often as the rest.
    """
    held = _held_by_locals(match)
    where = match.position.where
    pool = unseen.pools[stream.below(len(unseen.pools))]
    zones: dict[Place, list[Card]] = {}
    for card in pool:
        if card not in held:
            zones.setdefault(where[card], []).append(card)
    if not zones:
        return Rearrangement()
    places = sorted(zones, key=lambda place: (place.zone.name, place.order))
    first = _card(match, places[stream.below(len(places))], zones, stream)
    second = _card(match, places[stream.below(len(places))], zones, stream)
    if first.title is second.title:
        return Rearrangement()
    return Rearrangement(pairs=((first, second),))


def _card(match: Reader, place: Place, zones: dict[Place, list[Card]], stream: Stream) -> Card:
    cards = zones[place]
    if place.zone.ordered and stream.below(2):
        return min(cards, key=match.position.zones[place].index)
    return cards[stream.below(len(cards))]


def _held_by_locals(match: Match) -> frozenset[Card]:
    """
    Return cards held by locals in progress: what was true of them when they were chosen stays true.
    A card chosen regardless of what it is may be replaced, unless another local holds it too.
    """
    free_slots = _free_slots(derive(match.population.program).reads)
    held = {card for local in match.locals_of_effects for card in cards_in(local)}
    for run in match.under_way:
        held.update(cards_in(run.locals))
        free = free_slots(run.body)
        held.update(
            cards_in({slot: at for slot, at in run.body_locals.items() if slot not in free})
        )
    return frozenset(held)


def cards_in(local: Env) -> Iterator[Card]:
    for value in local.values():
        yield from (card for card in members(value) if isinstance(card, Card))


@frozen
class Picked:
    """A pick by chance: the number of events before it, the name that took it, what was picked and
    from what; for a card, where it was.
    """

    events: int
    of: str
    name: str
    members: Sequence[str]
    lay: Place | None = None


@define(eq=False)
class _ChanceOfMatch:
    """The chance of a match."""

    match: Match
    chance: Chance

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[int]:
        return self.chance.shuffle(zone, cards)

    def copy(self) -> Chance:
        """Return the chance after the step."""
        return self.chance.copy()

    def words(self) -> list[tuple[str, int]]:
        return self.chance.words()


@define(eq=False)
class NotedChance(_ChanceOfMatch):
    """The chance of a match, which also notes what it picks."""

    picked: list[Picked] = field(factory=list)

    def roll(self, die: str, faces: Sequence[str]) -> int:
        return self.chance.roll(die, faces)

    def pick(self, of: str, members: Sequence[str]) -> int:
        place = self.chance.pick(of, members)
        name = members[place]
        lay = _place_of(self.match, name)
        self.picked.append(Picked(len(self.match.events), of, name, members, lay))
        return place


@define(eq=False)
class ReplayedChance(_ChanceOfMatch):
    """
    Repeats in a perturbed copy the random picks of the original, under exchanged names of cards.

    `picked` has the picks of the original, by the name that took them; `cards` are the names of all
    cards. `is_lost`: a card cannot be picked in the copy because of its identity or place; then the
    two matches differ by chance alone. If the same card is at the same place in both and cannot be
    picked in the copy, something else prevents it, and the copy picks another one to show the leak.
    Among values that are not cards, the copy picks one that the original could not have picked, if
    there is one, for the same reason.
    """

    called: Mapping[str, str]  # cards that have another name, by the one that they had
    picked: dict[str, list[Picked]]
    cards: frozenset[str]
    turns: bool = False  # a die shows the next face
    is_lost: bool = False

    def roll(self, die: str, faces: Sequence[str]) -> int:
        """Return the drawn face, or the next one."""
        return (self.chance.roll(die, faces) + self.turns) % len(faces)

    def pick(self, of: str, members: Sequence[str]) -> int:
        """Return a member: the one picked in the original, or one that can only be picked here."""
        place = self.chance.pick(of, members)
        picks = self.picked.get(of)
        if not picks:  # the original picks nothing here, and everybody hears of a pick
            return place
        picked = picks.pop(0)
        name = self.called.get(picked.name, picked.name)
        others = {*picked.members, *self.cards}
        only_here = [member for member in members if member not in others]
        if only_here:
            name = only_here[0]
        elif name not in members:
            is_itself = name == picked.name and picked.lay is _place_of(self.match, name)
            self.is_lost = self.is_lost or (name in self.cards and not is_itself)
            return place
        return list(members).index(name)


@define(eq=False)
class PerturbedStep:
    """A copy with the change of a probe, until the step is over: a `Perturbation`."""

    match: Match
    probe: Probe
    chance: ReplayedChance
    perturbation: Perturbation

    def roll_as_usual(self) -> None:
        """End the statement whose roll was changed."""
        self.chance.turns = False

    def end(self) -> None:
        self.match.divert(self.chance.chance)
        self.probe.shown = self.probe.shown or self.chance.is_lost
        self.perturbation.end()


def perturb(match: Match, probe: Probe, picked: dict[str, list[Picked]]) -> PerturbedStep:
    """Apply the change of a probe; `picked` is what chance picked in the original since."""
    change = probe.change
    called = {card.name: other.name for pair in change.pairs for card, other in (pair, pair[::-1])}
    turns = bool(probe.rolls) and not probe.kept
    cards = frozenset(card.name for card in match.position.where)
    chance = ReplayedChance(match, match.chance, called, picked, cards, turns)
    match.divert(chance)
    return PerturbedStep(match, probe, chance, match.perturb(change))


def _place_of(match: Reader, name: str) -> Place | None:
    """Return the place of the card of a name; `None` if the name is not a card's."""
    return next((place for card, place in match.position.where.items() if card.name == name), None)
