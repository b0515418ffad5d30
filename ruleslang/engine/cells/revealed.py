"""Determines what was shown to players in a compiled match, as `interpreter/view.py` does."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any

from ruleslang.engine.cells.machine import Play
from ruleslang.engine.flow.context import raw
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.runs_under_way import seers_name
from ruleslang.engine.flow.state_layout import FROZEN, MARKS, WHERE, ZONES, facts_family
from ruleslang.engine.flow.words import ABSENT
from ruleslang.engine.match.runtime_values import Place, Player
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.walk import find

Cells = list[Any]
FEW = 8  # cards of which each is looked at, before all are at once
Known = tuple[Any, bool, tuple[int, ...]]  # of a fact: the value, whether it holds, to whom


class Reveals:
    """The cells of what was shown, and the visibility rules."""

    def __init__(self, flow: Flow) -> None:
        self.layout, population = flow.layout, flow.population
        self.players = population.players
        self.all = tuple(player.order for player in population.players)
        self.places = tuple(population.all_places())
        self.number = len(population.cards)
        program = population.program
        self.any = bool(flow.shown_facts) or any(True for _ in find(program, s.RevealCards))
        self.where, self.frozen = flow.layout[WHERE].base, flow.layout[FROZEN].base
        self.marks, self.zones = flow.layout[MARKS].base, flow.layout[ZONES].base
        shown = flow.shown_facts
        self.facts = tuple((place, flow.layout[facts_family(place)].base) for place in shown)

    def effects(self) -> Mapping[str, Callable[..., Any]]:
        """Return the effects, by the names in printed source."""
        return {"mark": self.mark, "show": self.show, "inform": self.inform}

    # ------------------------------------------------------------ who sees it anyway

    def seers(
        self, M: Play, S: Cells, declared: d.Zone | d.State | d.Dice, index: Sequence[Any]
    ) -> Sequence[int]:
        """Return the players who see an index of a declaration by its rule."""
        always = self.always(declared.seen, declared.index, index)
        if always is not None:
            return always
        players: tuple[int, ...] = M.called(seers_name(declared), *map(raw, index))
        return players

    def always(
        self, seen: d.Seen, places: tuple[d.IndexPlace, ...], index: Sequence[Any]
    ) -> Sequence[int] | None:
        """Return the players who see an index at all times; `None` if a function decides."""
        match seen.by:
            case "all":
                return self.all
            case "nobody":
                return ()
            case "owner":
                return self._owners(places, index)
        return None

    def _owners(self, places: tuple[d.IndexPlace, ...], index: Sequence[Any]) -> Sequence[int]:
        for place, at in zip(places, index, strict=True):
            if isinstance(place.type, t.Player):
                return (at.order,)
            if isinstance(place.type, t.Team):
                return [player.order for player in self.players if player.team is at]
        return ()

    def sees(self, M: Play, S: Cells, card: int, who: int) -> bool:
        """
        Return whether a player sees a card: by the rule of its zone, or because it was shown to
        them. Other players' parts are as they were before secret plans.
        """
        frozen, cells = S[self.frozen], S
        if frozen is not None:
            positions = (S[self.where + card], frozen[self.where + card])
            if any(place is not None and place in self.of_others[who] for place in positions):
                cells = frozen
        if who in (cells[self.marks + card] or ()):
            return True
        where = cells[self.where + card]
        if where is None:
            return False
        place = self.places[where]
        return who in self.seers(M, S, place.zone, place.index)

    @cached_property
    def of_others(self) -> tuple[frozenset[int], ...]:
        """For each player the zones that belong to others."""
        return tuple(
            frozenset(place for place, seats in enumerate(self.seats) if seats - {player.order})
            for player in self.players
        )

    @property
    def seats(self) -> list[set[int]]:
        """For each zone the players in its index."""
        return [{at.order for at in place.index if isinstance(at, Player)} for place in self.places]

    def facts_about(self, M: Play, S: Cells, card: int) -> list[Hashable]:
        """Return the facts shown or announced about a card to players who do not see its zone."""
        marked = S[self.marks + card]
        facts = [(number, fact) for number, base in self.facts for fact in S[base + card]]
        if not marked and not facts:
            return []
        where = S[self.where + card]
        place = None if where is None else self.places[where]
        see = () if place is None else self.seers(M, S, place.zone, place.index)
        marks: list[Hashable] = [("shown", player) for player in marked or () if player not in see]
        for number, (value, truth, to) in facts:
            marks += [("told", number, value, truth, fact) for fact in to if fact not in see]
        return marks

    # ------------------------------------------------------------ showing

    def mark(self, M: Play, S: Cells, cards: Sequence[int], to: Sequence[int]) -> None:
        """Show cards."""
        for card in cards:
            S[self.marks + card] = _more(S[self.marks + card], to)

    def show(
        self, M: Play, S: Cells, of: str, shown: str, to: Sequence[int], *at: Sequence[int]
    ) -> None:
        """Show states or dice at all indices with these numbers, if they are set."""
        values, marks = self.layout[of], self.layout[shown]
        for numbers in product(*at):
            if S[values.cell(numbers)] is not ABSENT:
                cell = marks.cell(numbers)
                S[cell] = _more(S[cell], to)

    def inform(
        self, M: Play, S: Cells, place: int, card: int, value: Any, truth: bool, to: Sequence[int]
    ) -> None:
        cell = self.layout[facts_family(place)].base + card
        before: list[Known] = [known for known in S[cell] if known[:2] == (value, truth)]
        others: list[Known] = [known for known in S[cell] if known[:2] != (value, truth)]
        fact = (value, bool(truth), _more(before[0][2] if before else None, to))
        S[cell] = tuple(sorted((*others, fact), key=repr))

    # ------------------------------------------------------------ forgetting

    def came(self, M: Play, S: Cells, cards: Sequence[int], place: int) -> None:
        """After a move, forget marks of players who cannot keep track of the cards."""
        at = self.places[place]
        if not at.zone.ordered and len(S[self.zones + place]) != 1:
            self._drop(M, S, cards, at)

    def shuffled(self, M: Play, S: Cells, place: int) -> None:
        """Drop marks after a shuffle."""
        cards = S[self.zones + place]
        if len(cards) > 1:
            self._drop(M, S, cards, self.places[place])

    def _drop(self, M: Play, S: Cells, cards: Sequence[int], place: Place) -> None:
        see: Sequence[int] | None = None
        marks = S[self.marks : self.marks + self.number] if len(cards) > FEW else ()
        if marks and not self.facts and marks.count(None) == self.number:
            return
        for card in cards:
            if S[self.marks + card] is None:
                for _, base in self.facts:
                    if S[base + card]:
                        break
                else:
                    continue
            if see is None:
                see = self.seers(M, S, place.zone, place.index)
            players = tuple(player for player in S[self.marks + card] or () if player in see)
            S[self.marks + card] = players or None
            for _, base in self.facts:
                facts = [
                    (value, truth, tuple(player for player in to if player in see))
                    for value, truth, to in S[base + card]
                ]
                S[base + card] = tuple(fact for fact in facts if fact[2])


def _more(old: Sequence[int] | None, new: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted({*(old or ()), *new}))
