"""A steady learned player leaves to chance what its adviser leaves to chance."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.api import load
from ruleslang.engine.c.compiler import compilers
from ruleslang.engine.compiled_in_c import compiled
from ruleslang.engine.match.chance import Stream
from ruleslang.engine.match.entities import settle
from ruleslang.players.learning.learn import (
    STEADY,
    LearningBudget,
    Standing,
    candidates,
    learn,
    standing,
    steadily,
)
from ruleslang.players.learning.learner import Learner
from ruleslang.players.learning.weights import ROW, Weights
from tests.players.learning.reference.features import Decision
from tests.players.learning.reference.learner import in_python, place_of_feature, prefer


def decisions(name: str) -> list[Decision]:
    game = load(name)
    settings = settle(game.program, {}, game.fewest({}), None)
    learner, found = (in_python(game.program, settings, game.compiled.choosers), [])
    chance = Stream(8)
    for seed in range(5):
        match = learner._match(seed)
        while match.play is not None and match.play.pending is not None:
            decision = learner.features.decision(match.play)
            if decision is not None:
                found.append(decision)
            match.choose(chance.below(len(match.play.pending.options)))
    return found


def some_weights() -> Weights:
    weights, chance = Weights(trust=3.0, sharpness=3.0), Stream(5)
    for at in range(0, len(weights.policy), ROW):
        weights.policy[at] = (chance.next32() / 2**32 - 0.5) / 20
    return weights


def test_choices_that_an_adviser_keeps_are_as_likely_as_each_other() -> None:
    weights, kept = some_weights(), 0
    for decision in decisions("examples/spell_duel"):
        free, steady = (prefer(used, decision) for used in (weights, steadily(weights)))
        advised = [at for at, advisers in enumerate(decision.kept_by) if advisers]
        likely = {round(steady.probabilities[at], 12) for at in advised}

        assert len(likely) <= 1
        if len(advised) > 1:
            kept += len({round(free.probabilities[at], 12) for at in advised}) > 1
        for at, advisers in enumerate(decision.kept_by):
            if not advisers:
                assert steady.logits[at] == free.logits[at]
    assert kept > 5  # so that the test tells something


def test_a_choice_that_has_proved_much_better_is_taken_against_the_advice() -> None:
    """As a card is that nobody has taught the adviser."""
    for decision in decisions("examples/spell_duel"):
        refused = [at for at, advisers in enumerate(decision.kept_by) if not advisers]
        if refused and any(decision.kept_by):
            break
    weights = Weights(trust=3.0, sharpness=3.0)
    assert prefer(steadily(weights), decision).probabilities[refused[0]] < 0.001

    of_others = {
        hash for at, log in enumerate(decision.choices) for hash, _ in log if at != refused[0]
    }
    for hash, value in decision.choices[refused[0]]:
        if hash not in of_others and value:
            weights.policy[ROW * place_of_feature(hash, weights.policy_bits)] = 10 / value
    assert prefer(steadily(weights), decision).probabilities[refused[0]] > 0.999


def test_a_player_who_is_level_in_every_deal_has_no_margin_of_error() -> None:
    """More surely than one who seems a little better, and may be so by chance."""
    level = Standing("bold", (500, 500), (250.0, 250.0), deals=500, variance=0.0)
    seems = Standing("bold", (500, 500), (255.0, 250.0), deals=500, variance=0.04)
    ahead = Standing("bold", (500, 500), (285.0, 280.0), deals=500, variance=0.04)

    assert level.bound == pytest.approx(0.5)
    assert seems.bound < 0.5 < ahead.bound


UNTAUGHT = """
rulebook untaught "Three cards of five"
    language 1
    players 2: home, away
    starts with game
    at most 100 decisions, then nobody wins

kind number_card
    has strength: 1..9

card low "Low" x6: number_card
    strength: 2
card middle "Middle" x6: number_card
    strength: 5
card comet "Comet" x6: number_card
    strength: 9

zone pile: cards, ordered, seen by nobody
zone hand(player): number_card, at most 5, seen by owner
zone laid(player): number_card, seen by all

value worth(c: number_card): 0..9
    depending on c
        low: 2
        middle: 5
        otherwise: 0

phase game
    move cards to pile
    shuffle pile
    for each p in players
        move top(pile, 5) to hand(p)
    repeat 3 times
        for each p in players
            lay(p)
    for each p in players
        if total(p) > total(opponent(p)): p wins
    nobody wins

procedure lay(p: player)
    p chooses card from hand(p)
    move card to laid(p)

value total(p: player): 0..30 = sum of strength(c) over c in laid(p)

player taught "Lays what it knows"
    prefer card by highest worth(card)
"""


def test_a_steady_player_plays_a_card_that_nobody_taught(tmp_path: Path) -> None:
    """Its adviser lays it only where nothing else is left."""
    file = tmp_path / "untaught.rules"
    file.write_text(UNTAUGHT)
    game = load(file)
    if next(compilers(), None) is None:
        pytest.skip("no C compiler here; `pip install -e '.[c]'` brings one")
    settings, choosers = settle(game.program, {}, None, None), tuple(game.compiled.choosers)
    learner = Learner(compiled(game.program, settings, choosers=choosers, learns=True, level=0))

    learned = learn(learner, LearningBudget(1, learners=1, games=6_000))

    steady = candidates(learner, learned.learners)[STEADY]
    assert standing(learner, steady, "taught", 400, 5, float("inf")).bound > 0.8
