"""
The log at the terminal contains no secret: with other hidden cards, a reader gets
the same entries for a choice if they see the same at each moment of it.
"""

from __future__ import annotations

from typing import TypeAlias

import pytest

import ruleslang
from ruleslang.engine.match.chance import Stream, derive
from ruleslang.engine.match.decision import View
from ruleslang.explanation.story.dice_checks import Reader
from ruleslang.explanation.story.entry_types import Did, Entry
from ruleslang.explanation.story.narrator import Narrator
from ruleslang.explanation.story.vocabulary import Vocabulary, words_of_match
from ruleslang.players.secrecy.rearrange_hidden import hidden

GAMES = (
    "crazy_eights",
    "draw_poker",
    "hanabi",
    "hearts",
    "higher",
    "kuhn_poker",
    "leduc_poker",
    "liars_dice",
    "phantom_ttt",
    "sealed_bids",
    "grangol",
    "ollapion",
)
MATCHES, CHOICES = 2, 8


@pytest.mark.parametrize("name", GAMES)
def test_the_log_is_the_same_where_a_reader_sees_the_same(name: str) -> None:
    game = ruleslang.load(name)

    assert any(compared(game, seed) for seed in range(MATCHES))


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_the_log_is_the_same_in_many_matches(name: str) -> None:
    game = ruleslang.load(name)

    assert sum(compared(game, seed, 16) for seed in range(20))


def compared(game: ruleslang.Game, seed: int, choices: int = CHOICES) -> int:
    """How many choices of a match were told alike, of those that a reader saw alike."""
    match, stream, alike = game.start(seed=seed, engine="interpreter"), Stream(derive(seed, 1)), 0
    for _ in range(choices):
        if match.decision is None:
            break
        asked, index = match.decision.player, stream.below(len(match.decision.choices))
        reader = (asked + 1 + stream.below(len(match.seats) - 1)) % len(match.seats)
        alike += compare(match, reader, index, stream)
        match.choose(index)
    return alike


def compare(match: ruleslang.Match, reader: int, index: int, stream: Stream) -> int:
    """Make the choice in two copies that the reader cannot tell apart; whether he still cannot."""
    one, other = match.copy(), match.copy()
    log, seen = describe(one, reader, index)  # cards are the same in all copies
    engine = other.engine
    unseen = hidden(engine, engine.population.players[reader])
    perturbation = engine.perturb(unseen.shuffled(stream))
    try:
        decision = other.decision
        assert decision is not None and match.decision is not None
        if len(decision.choices) != len(match.decision.choices):
            return 0
        log_there, seen_there = describe(other, reader, index)
        if seen != seen_there or one.is_over or other.is_over:
            return 0
        assert log == log_there
    finally:
        perturbation.end()
    return 1


Log: TypeAlias = tuple[list[Entry], list[Did]]


def describe(match: ruleslang.Match, reader: int, index: int) -> tuple[Log, list[View]]:
    """What a reader is told of a choice, of what is under way too, and what he saw on the way."""
    engine = match.engine
    narrator = Narrator((reader,), Vocabulary(**words_of_match(engine)))
    narrator.follow(engine)
    seen = [match.view(reader)]
    see = narrator.changes.see

    def look(seat: Reader) -> View:
        seen.extend(view for view in [see(seat)] if view != seen[-1])
        return seen[-1]

    narrator.changes.see = look
    match.choose(index)
    narrator.settle()
    narrator.close(reader, Entry("saw", ""))
    if engine.decision is None or engine.decision.player == reader:
        narrator.close(reader)
    log = narrator.entries[reader], narrator.under_way(reader)
    return log, [*seen, match.view(reader)]
