"""
Answers to a simultaneous question that are given before it is their seat's turn to be asked.

A match asks one seat after the other. In a `together`, what a seat may choose does not depend on
what the others answer: so each seat is asked at once, in a copy of the match in which those before
it have chosen anything, and its answers wait until the match asks for them. Should they not fit
then, the seat is asked again.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Mapping, Sequence

from attrs import define, field

from ruleslang.api import Match
from ruleslang.engine.match.decision import DecidedTogether, Decision, View
from ruleslang.engine.match.position import SecretPlan

MOST_TO_SKIP = 500  # choices that are made for the seats before
MOST_BEFORE = 3000  # choices of a match, of which no copy is made beyond


@define(eq=False)
class EarlySeat:
    """
    A seat that may answer early. `copy` waits for it, or has made its choices, `chosen` by id,
    and `texts` in words; `overs` simultaneous questions are over in it. `view` is what the seat
    saw last while this one was open. The question began after `base` choices.
    """

    seat: int
    base: int
    copy: Match
    overs: int
    view: View
    chosen: list[str] = field(factory=list)
    texts: list[str] = field(factory=list)
    ticket: str = field(factory=lambda: secrets.token_hex(8))

    @property
    def decision(self) -> Decision | None:
        """The question of the seat; `None` once it has answered."""
        decision = self.copy.decision
        is_asked = decision is not None and decision.player == self.seat and self.is_open
        return decision if is_asked else None

    @property
    def is_open(self) -> bool:
        """Whether the simultaneous question is still open in the copy."""
        return self.copy.engine.together is not None and _overs(self.copy) == self.overs

    def choose(self, place: int) -> None:
        """Make a choice of its decision in the copy."""
        decision = self.copy.decision
        assert decision is not None
        choice = decision.choices[place]
        self.copy.choose(place)
        self.chosen.append(choice.id)
        self.texts.append(choice.text)
        self.ticket = secrets.token_hex(8)
        if self.is_open:
            self.view = self.copy.view(self.seat)

    def answer(self, chosen: Sequence[str]) -> bool:
        """Make these choices, given by id, as far as they fit; whether all of them do."""
        for id in chosen:
            decision = self.decision
            places = () if decision is None else decision.choices
            place = next((n for n, choice in enumerate(places) if choice.id == id), None)
            if place is None:
                return False
            self.choose(place)
        return True


@define(eq=False)
class EarlyAnswers:
    """
    The seats that may answer early, while a simultaneous question is open: in matches of at most
    `most` choices.
    """

    most: int = MOST_BEFORE
    seats: dict[int, EarlySeat] = field(factory=dict)
    _seen: tuple[int, int, tuple[int, ...]] | None = None  # the last position looked at

    def look(self, match: Match, age: int, persons: Collection[int]) -> None:
        """Ask all persons at once who are to be asked; forget what is no longer asked."""
        number = len(match.engine.chosen)  # `choices` would name all of them
        now = number, age, tuple(persons)
        if now == self._seen:
            return
        self._seen, decision, together = now, match.decision, match.engine.together
        if decision is None or together is None or number > self.most:
            self.seats.clear()
            return
        order = asking_order(match, together)
        later = order[order.index(decision.player) + 1 :] if decision.player in order else []
        open_still = {*later, decision.player} & {*persons}
        self.seats = {
            seat: early
            for seat, early in self.seats.items()
            if seat in open_still and early.base <= number
        }
        for seat in later:
            if seat in persons and seat not in self.seats:
                early = asked_early(match, seat, together)
                if early is not None:
                    self.seats[seat] = early

    def waiting(self, match: Match, seat: int | None) -> EarlySeat | None:
        """Return a seat that the match does not ask yet, or whose answer it has not taken yet."""
        early = None if seat is None else self.seats.get(seat)
        is_asked = match.decision is not None and match.decision.player == seat
        return early if early is not None and (early.chosen or not is_asked) else None

    def next_place(self, match: Match) -> int | None:
        """
        Return the place of the choice that the seat which is asked has made early; `None`: it has
        not, or what it has made does not fit.
        """
        decision = match.decision
        early = None if decision is None else self.seats.get(decision.player)
        if decision is None or early is None or not early.chosen:
            return None
        places = [n for n, each in enumerate(decision.choices) if each.id == early.chosen[0]]
        if not places:
            del self.seats[early.seat]
        return places[0] if places else None

    def made(self, seat: int) -> None:
        """Note a choice of a seat in the match: of those that it made early, the first."""
        early = self.seats.get(seat)
        if early is None:
            return
        if early.chosen:
            del early.chosen[0], early.texts[0]
            if early.chosen or early.decision is not None:
                return
        del self.seats[seat]

    def back(self, match: Match, seat: int) -> bool:
        """Take back the last choice that a seat made early, unless it taught it something."""
        early, together = self.seats[seat], match.engine.together
        again = None if together is None else asked_early(match, seat, together)
        if again is None or not again.answer(early.chosen[:-1]):
            return False
        if early.is_open and again.copy.teaches(early.chosen[-1]):
            return False  # else nothing was shown after it
        again.base = early.base
        self.seats[seat] = again
        return True

    def forget(self, seat: int) -> None:
        """Ask a seat once more."""
        self.seats.pop(seat, None)
        self._seen = None

    def to_text(self, changed: int = -1, chosen: Sequence[str] = ()) -> str:
        """Return the text for a store, also as it is once a seat's early choices have changed."""
        kept = {
            seat: (early.base, some)
            for seat, early in self.seats.items()
            if (some := [*chosen] if seat == changed else early.chosen)
        }
        return json.dumps(kept) if kept else ""

    def with_one_more(self, seat: int, place: int) -> str:
        """Return the text for a store once a seat has made this choice."""
        early, decision = self.seats[seat], self.seats[seat].decision
        assert decision is not None
        return self.to_text(seat, [*early.chosen, decision.choices[place].id])

    def without_the_first(self, seat: int) -> str:
        """Return the text for a store once the match has made the first early choice of a seat."""
        return self.to_text(seat, self.seats[seat].chosen[1:] if seat in self.seats else ())

    def restore(self, match: Match, text: str) -> None:
        """Answer again what was answered before; what does not fit is asked again."""
        kept: Mapping[str, tuple[int, Sequence[str]]] = json.loads(text) if text else {}
        together = match.engine.together
        for name, (base, chosen) in kept.items() if together is not None else ():
            early = asked_early(match, int(name), together) if together is not None else None
            if early is not None:
                early.answer(chosen)
                early.base = base
                self.seats[early.seat] = early


def asking_order(match: Match, together: SecretPlan) -> list[int]:
    """Return the seats of a simultaneous question in the order in which the match asks them."""
    active, number = match.engine.position.active.order, len(match.seats)
    players = sorted(together.players, key=lambda player: (player.order - active) % number)
    return [match.seats.index(player.name) for player in players]


def all_asked_together(match: Match) -> list[int]:
    """Return all seats, in the order in which a simultaneous question asks them; empty: not all."""
    decision, together = match.decision, match.engine.together
    seats = [] if together is None else asking_order(match, together)
    is_of_all = decision is not None and decision.player in seats
    return seats if is_of_all and {*seats} == {*match.view(None).players} else []


def asked_early(match: Match, seat: int, together: SecretPlan) -> EarlySeat | None:
    """Return a copy that waits for a seat, as if all before it had answered; `None`: not asked."""
    copy, base = match.copy(), len(match.engine.chosen)
    overs = _overs(copy)
    for _ in range(MOST_TO_SKIP):
        decision = copy.decision
        if decision is None or copy.engine.together != together:
            return None
        if decision.player == seat:
            early = EarlySeat(seat, base, copy, overs, copy.view(seat))
            return None if early.decision is None else early
        declining = (n for n, choice in enumerate(decision.choices) if choice.declines)
        copy.choose(next(declining, secrets.randbelow(len(decision.choices))))
    return None


def _overs(match: Match) -> int:
    """Return how many simultaneous questions are over."""
    return sum(isinstance(event, DecidedTogether) for event in match.events)
