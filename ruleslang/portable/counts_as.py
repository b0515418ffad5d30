"""Cards that count as other definitions, in a quick match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ruleslang.flow.flow import Flow
from ruleslang.flow.state_layout import (
    AS_PRINTED,
    COUNTING,
    NOWHERE,
    PLAYED_AS,
    TITLES,
    WHERE,
    WHILE_PLAYED,
)
from ruleslang.portable.machine import Play

Cells = list[Any]


class Counting:
    """The cells that say what cards count as; `any`: whether there are such cells."""

    def __init__(self, flow: Flow) -> None:
        layout, everyone = flow.layout, flow.population
        self.any = TITLES in layout.families
        self.printed = [card.title.order for card in everyone.cards]
        self.kinds = [title.kinds for title in everyone.titles.values()]
        self.where = layout[WHERE].base
        if self.any:
            self.titles, self.counting, self.played_as = (
                layout[name].base for name in (TITLES, COUNTING, PLAYED_AS)
            )

    def effects(self) -> Mapping[str, Callable[..., Any]]:
        """The effects by the names under which printed source calls them."""
        return {"count_as": self.begin, "end_counting": self.end}

    def begin(self, M: Play, S: Cells, card: int, title: int) -> None:
        """A card is played as another definition, as which it counts from now on."""
        where = S[self.where + card]
        before = S[self.titles + card], S[self.counting + card]
        row = (card, title, *before, NOWHERE if where is None else where)
        S[self.played_as] = (*S[self.played_as], row)
        S[self.titles + card], S[self.counting + card] = title, WHILE_PLAYED

    def end(self, M: Play, S: Cells) -> None:
        """A play is over: the card counts so only while it lies where the play put it."""
        *rows, (card, title, title_before, counting_before, start) = S[self.played_as]
        S[self.played_as] = tuple(rows)
        where = S[self.where + card]
        if where is not None and where != start:
            S[self.titles + card], S[self.counting + card] = title, where
        else:
            S[self.titles + card], S[self.counting + card] = title_before, counting_before

    def end_all(self, M: Play) -> None:
        """All plays are over at once."""
        while self.any and M.S[self.played_as]:
            self.end(M, M.S)

    def left(self, S: Cells, card: int, old: int) -> None:
        """A card leaves a place, where alone it may have counted as something."""
        if self.any and S[self.counting + card] == old:
            S[self.titles + card], S[self.counting + card] = self.printed[card], AS_PRINTED

    def may_lie(self, S: Cells, card: int, kind: str) -> bool:
        """Whether a card is of a kind, or counts so."""
        return kind in self.kinds[self.printed[card]] or (
            self.any and kind in self.kinds[S[self.titles + card]]
        )
