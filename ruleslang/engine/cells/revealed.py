"""Determines what was shown to players in a compiled match, as `interpreter/view.py` does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from ruleslang.engine.flow.context import raw
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.runs_under_way import seers_name
from ruleslang.engine.flow.state_layout import FROZEN, MARKS, WHERE, ZONES, facts_family
from ruleslang.engine.match.runtime_values import Player
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.walk import find

Cells = list[Any]


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

    # ------------------------------------------------------------ who sees it anyway

    def seers(
        self, M: Any, S: Cells, declared: d.Zone | d.State | d.Dice, index: Sequence[Any]
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

    def sees(self, M: Any, S: Cells, card: int, who: int) -> bool:
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
