"""
Sentences as on cards, each in its place on a card: the suggested lines are correct there.

The rulebook is that of `card_gain_coins.rules`, with another sentence in the place of its slip.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.library.load import load
from ruleslang.source.diagnostic import Severity
from tests.language.newcomers.test_helps import fixed
from tests.support.every import every

WRITTEN = (Path(__file__).parent / "card_gain_coins.rules").read_text(encoding="utf-8")
WHOLE = WRITTEN.replace("gain 5 coins", "add 5 to coins(you)", 1)
BASE = "\n".join(line for line in WHOLE.split("\n") if not line.startswith("#"))
IN_PLAY = "        add 5 to coins(you)\n"
IN_EFFECT = (
    "        after show(c) by p where p is not you and family(c) is gem\n"
    "            add 1 to coins(you)\n"
)
ON_CARD = "    play\n        add 5 to coins(you)\n        move this to front(you)\n"
DEEDS = """
    you gain a coin
    opponent(you) loses 2 coins
    opponent(you) discards a card
    return a card from the discard pile to your hand
    lose 2 coins
    take the top card
    discard your hand
    discard a random card
    trash this card
    return this to your hand
    put this card in front of you
    move this to the discard pile
    shuffle this into the deck
    shuffle the discard pile into the deck
    put the top card of the deck into the discard pile
    put the top 2 cards of the deck on the discard pile
    deal 5 cards to each player
    give each player 2 cards
    each opponent loses 2 coins
    everyone else loses a coin
    all players discard their hands
    each player may discard a card
    the player to your left draws a card
    if you have no cards in hand, draw 2 cards
    if you have exactly 3 coins, draw a card
    lose all your coins
    look at the top card of the deck
    reveal the top 3 cards of the deck
    reveal your hand
    turn over the top card
    choose another player
    end your turn
    you lose the game
    discard your hand
    each opponent loses 1 life
    target player loses 2 life
    +3 coins
    the turn ends
    whoever has the most coins wins
"""
EFFECTS = """
    at the beginning of your turn, gain 1 coin
    before you draw a card, gain 1 coin
"""
ON_CARDS = """
    when you play this, draw 2 cards
    when played, gain 3 coins
    draw a card
    if you have at least 3 coins, gain 2 coins
    at the end of your turn, draw a card
"""


def each(sentences: str) -> list[str]:
    return [line.strip() for line in sentences.strip().split("\n")]


def applied(sentence: str, place: str, margin: int, folder: Path) -> None:
    """Put the help of a sentence in its place, and find nothing wrong."""
    path = folder / "my_game.rules"
    below = f"{' ' * (margin + 4)}nothing\n" if sentence.startswith("play ") else ""
    path.write_text(BASE.replace(place, f"{' ' * margin}{sentence}\n{below}", 1), encoding="utf-8")
    message = load(str(path)).diagnostics

    assert [one.slug for one in message] == ["card-sentence"]

    path.write_text(fixed(message[0]), encoding="utf-8")
    after = load(str(path)).diagnostics

    assert not [one for one in after if one.severity is Severity.ERROR]


@every("sentence", each(DEEDS)[::3])
def test_actions_in_sentences_become_lines_that_work(sentence: str, tmp_path: Path) -> None:
    applied(sentence, IN_PLAY, 8, tmp_path)


@pytest.mark.long
@every("sentence", each(DEEDS), parts=2)
def test_all_actions_in_sentences_become_lines_that_work(sentence: str, tmp_path: Path) -> None:
    applied(sentence, IN_PLAY, 8, tmp_path)


@pytest.mark.parametrize("sentence", each(EFFECTS))
def test_conditions_in_sentences_become_lines_that_work(sentence: str, tmp_path: Path) -> None:
    applied(sentence, IN_EFFECT, 8, tmp_path)


@pytest.mark.parametrize("sentence", each(ON_CARDS))
def test_sentences_on_cards_become_lines_that_work(sentence: str, tmp_path: Path) -> None:
    applied(sentence, ON_CARD, 4, tmp_path)
