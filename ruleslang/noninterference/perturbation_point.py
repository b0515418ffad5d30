"""A point within a step at which something hidden from a player is changed for the rest of it.

Cards keep their places in the standard order, so chance takes the same ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from ruleslang.match.chance import Stream
from ruleslang.match.faults import Fault
from ruleslang.match.match import Match, Reader
from ruleslang.match.observer import Begun
from ruleslang.match.position import Rearrangement
from ruleslang.match.values import Card, Env, Place, Player, members
from ruleslang.noninterference.announcement_diff import Announcements
from ruleslang.noninterference.preserved_conditions import leaves_true
from ruleslang.noninterference.unconditioned_card_locals import free_choices
from ruleslang.program import statements as s
from ruleslang.program.passes.numbered_parts import NOWHERE
from ruleslang.secrecy.rearrange_hidden import FactKey, Hidden, facts_told, hidden, sees_some
from ruleslang.secrecy.rearrangement_text import in_words


@define(eq=False)
class Probe:
    """
    A change of what is hidden from a player, applied before statement number `at`, counted from 0.

    `known` are the facts of the changed cards that the player was told before; they stay true.
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
        """A statement is about to run: act here, or where the probe was placed; each is equally
        likely.
        """
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
        """Act here."""
        self.at, self.change, self.rolls, self.shown = number, change, rolls, False
        self.known = facts_told(match, change, self.who)
        self.events, self.heard = len(match.events), Announcements()

    def drop_if_impossible(self, match: Match) -> None:
        """Before the first statement of another step: change nothing if with the change nobody
        could have chosen as was chosen.
        """
        if self.kept and not leaves_true(match, self.change):
            self.change = Rearrangement()

    def keep(self, match: Match) -> None:
        """Stay applied for another step, from its first statement on."""
        self.at, self.by, self.kept, self.pays = 0, NOWHERE, self.kept + 1, False
        self.events, self.heard = len(match.events), Announcements()

    def is_known_to(self, match: Match, other: Player) -> bool:
        """Whether another player sees some of the change; a roll counts as seen by whoever may see
        it.
        """
        return bool(self.rolls) or sees_some(match, self.change, other)

    def in_words(self, match: Match) -> str:
        """The change in words."""
        if self.rolls:
            return f"the {self.rolls} showed another face"
        return in_words(match, self.change)


def _secret_roll(match: Match, begun: Begun, who: Player) -> str:
    """The die that a statement rolls, if the player does not see the outcome."""
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
    """A single change: two cards exchanged, another value of a state, or other dice at a place."""
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
    one = _card(match, places[stream.below(len(places))], zones, stream)
    other = _card(match, places[stream.below(len(places))], zones, stream)
    if one.title is other.title:
        return Rearrangement()
    return Rearrangement(pairs=((one, other),))


def _card(match: Reader, place: Place, zones: dict[Place, list[Card]], stream: Stream) -> Card:
    cards = zones[place]
    if place.zone.ordered and stream.below(2):
        return min(cards, key=match.position.zones[place].index)
    return cards[stream.below(len(cards))]


def _held_by_locals(match: Match) -> frozenset[Card]:
    """
    Cards held by locals under way: what was true of them when they were chosen stays true.

    A card that somebody chose whatever it is may be another, unless another local holds it, too.
    """
    free = free_choices(match.population.program)
    held = {card for local in match.locals_of_effects for card in cards_in(local)}
    for run in match.under_way:
        held.update(cards_in(run.locals))
        chosen = free.of(run.body)
        held.update(
            cards_in({slot: at for slot, at in run.body_locals.items() if slot not in chosen})
        )
    return frozenset(held)


def cards_in(local: Env) -> Iterator[Card]:
    """The cards that locals hold."""
    for value in local.values():
        yield from (
            card
            for card in (value if isinstance(value, tuple) else (value,))
            if isinstance(card, Card)
        )
