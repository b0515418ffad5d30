"""Finds for cards that were never played a game in which the player who is asked holds one."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping

from attrs import evolve

from ruleslang.engine.match.interface import Match
from ruleslang.evaluation.consistency.games import Game, begun
from ruleslang.evaluation.consistency.search import SearchResult
from ruleslang.language.checks.subject import Subject
from ruleslang.source.span import Span

MOST_GAMES = 8
SECONDS = 1.5  # of processor time, at most


def cards_by_place(subject: Subject) -> Mapping[tuple[str, int], str]:
    """The name of the card that stands at each place: at its head, its plays and its effects."""
    program = subject.program
    origins = {play.name: play.origin for play in program.plays}
    origins |= {standing.name: standing.origin for standing in program.card_standings}
    return {
        place_of(subject.span(origin)): card.name
        for card in program.definitions
        for origin in (card.origin, *(origins[name] for name in (*card.plays, *card.standings)))
        if origin >= 0
    }


def place_of(span: Span) -> tuple[str, int]:
    return span.source.name, span.start


def in_hand(subject: Subject, searched: SearchResult, cards: Collection[str]) -> dict[str, Game]:
    """For each of these cards, as far as games had them, one in which it can be seen in a hand."""
    by_seed: dict[int, Game] = {}
    for game in searched.at_work.values():
        longest = by_seed.get(game.seed)
        if game.position is None and (longest is None or longest.decisions < game.decisions):
            by_seed[game.seed] = game
    games: dict[str, Game] = {}
    until = time.process_time() + SECONDS
    longest_first = sorted(by_seed.values(), key=lambda game: -game.decisions)
    for game in longest_first[:MOST_GAMES]:
        match = begun(subject.program, evolve(game, picks=()))
        for number, pick in enumerate(game.picks):
            if match.decision is None or time.process_time() > until or games.keys() >= {*cards}:
                break
            for card in _held(match) & {*cards} - games.keys():
                games[card] = evolve(game, picks=game.picks[: number + 1])
            match.choose(pick)
    return games


def _held(match: Match) -> set[str]:
    """The names of the cards that the player who is asked sees, and not everybody."""
    assert match.decision is not None
    mine, public = match.view(match.decision.player), match.view(None)
    return {
        card.partition("#")[0]
        for name, zone in mine.zones.items()
        for card in zone.cards
        if card is not None and (name not in public.zones or card not in public.zones[name].cards)
    }
