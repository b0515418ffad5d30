"""A learner's features don't depend on anything hidden from its seat, in every rulebook."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ruleslang.api import Game, load
from ruleslang.engine import lowered_game
from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.code.match import CMatch
from ruleslang.engine.flow import visible_reads
from ruleslang.engine.match.chance import Stream
from ruleslang.engine.match.entities import settle
from ruleslang.engine.match.interface import Match
from ruleslang.players.search_matches import RedealtCopies
from tests.players.learning.reference.features import Decision, features_of
from tests.players.learning.reference.learner import in_python
from tests.support.every import every

HOUSE = Path(__file__).parents[3]
RULEBOOKS = sorted(
    path
    for folder in ("rulebooks", "examples")
    for path in (HOUSE / folder).iterdir()
    if path.is_dir() and path.name not in ("standard", "embedding")
)
DECISIONS, DEALS, STEP = 60, 3, 7
SMALL = ("crazy_eights", "spell_duel", "masks", "sealed_bids", "liars_dice", "kuhn_poker")


def begun(game: Game, seed: int) -> CompiledMatch:
    settings = settle(game.program, {}, game.fewest({}), None)
    return in_python(game.program, settings, tuple(game.compiled.choosers))._match(seed)


def features(match: Match, game: Game) -> tuple[Counter[object], Counter[object]]:
    """What is told of the position and of the choices, whose order may tell nothing."""
    assert isinstance(match, CMatch) and match.play is not None
    decision = features_of(match.game, match.game.choosers).decision(match.play)
    assert isinstance(decision, Decision)
    choices = Counter[object](frozenset(Counter(each).items()) for each in decision.choices)
    return Counter(decision.position), choices


def dealt_otherwise(match: CompiledMatch, chance: Stream) -> list[Match]:
    """Copies that the player who is asked cannot tell from a match, in which others hold others."""
    assert match.waits_for is not None
    deals = RedealtCopies(match, match, match.waits_for[0], chance)
    found = []
    for _ in range(DEALS):
        with deals.next() as node:
            if node.quick is not None:
                found.append(node.match)
    return found


def keeps_the_law(game: Game) -> bool:
    """Whether positions that a player cannot tell apart are told alike."""
    chance, match = Stream(11), begun(game, 3)
    for number in range(DECISIONS):
        if match.waits_for is None:
            break
        if number % STEP == 0:
            expected = features(match, game)
            if any(features(each, game) != expected for each in dealt_otherwise(match, chance)):
                return False
        match.choose(chance.below(match.waits_for[1]))
    return True


@every("name", SMALL)
def test_positions_that_a_player_cannot_distinguish_have_the_same_log(name: str) -> None:
    assert keeps_the_law(load(f"examples/{name}"))


@pytest.mark.long
@every("path", RULEBOOKS, ids=lambda path: path.name)
def test_the_law_holds_of_every_rulebook(path: Path) -> None:
    assert keeps_the_law(load(str(path)))


def test_the_law_compares_positions_that_differ() -> None:
    game, chance = load("examples/crazy_eights"), Stream(11)
    match = begun(game, 3)

    others = dealt_otherwise(match, chance)

    assert any(each.position.zones != match.position.zones for each in others)


def test_a_learner_that_reads_the_cards_of_others_breaks_the_law(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made_again = lowered_game._lowered.__wrapped__  # neither taken from other tests nor left
    monkeypatch.setattr(lowered_game, "_lowered", made_again)
    monkeypatch.setattr(visible_reads, "_is_hidden", lambda *given: False)

    assert not keeps_the_law(load("examples/crazy_eights"))
