"""A match in which no person sits, told to somebody who may look into every hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from attrs import evolve

from ruleslang.api import Game, Match, View
from ruleslang.bots.bot import Bot
from ruleslang.cli.choice_list import said
from ruleslang.cli.load_game import seat_name
from ruleslang.cli.view_text import Words, changes, rolls, told
from ruleslang.match.view import ZoneView

T = TypeVar("T")


def watched(game: Game, match: Match, bots: Mapping[int, Bot], words: Words) -> Iterator[str]:
    """The match, line by line, as the bots go on; the first lines are how it begins."""
    before = everything(match)
    yield from told(before, words)
    while (decision := match.decision) is not None:
        index, happened = bots[decision.player].choose(match.engine), len(match.events)
        yield ""
        yield f"{seat_name(game, decision.player)}: {decision.prompt}: {said(decision, index)}"
        match.choose(index)
        after = everything(match)
        seen = [*rolls(match.events[happened:], words), *changes(before, after, words)]
        if seen:
            yield f"  {' · '.join(seen)}"
        before = after


def everything(match: Match) -> View:
    """What all seats together may know."""
    views = [match.view(seat) for seat in range(match.start.players)]
    return evolve(
        views[0],
        states={name: _first(view.states.get(name) for view in views) for name in _names(views)},
        zones={
            name: max((view.zones[name] for view in views), key=_seen) for name in views[0].zones
        },
        dice={name: _first(view.dice.get(name) for view in views) for name in views[0].dice},
        pieces={name: _first(view.pieces.get(name) for view in views) for name in views[0].pieces},
    )


def _names(views: Iterable[View]) -> list[str]:
    """The states that anybody knows of."""
    return list(dict.fromkeys(name for view in views for name in view.states))


def _seen(zone: ZoneView) -> int:
    """How much of a zone somebody sees."""
    return sum(card is not None for card in zone.cards) + (zone.count is not None)


def _first(values: Iterable[T | None]) -> T | None:
    """What one of them knows."""
    return next((value for value in values if value is not None), None)
