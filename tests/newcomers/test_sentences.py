"""
Sentences as cards have them, each in its place on a card: what the help writes is right there.

The rulebook is that of `card_gain_coins.rules`, with another sentence in the place of its slip.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.library.load import load
from ruleslang.source.diagnostic import Severity
from tests.newcomers.test_helps import mended
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
    lose 2 coins
    take the top card
    draw three cards, then discard two
    discard your hand
    discard a random card
    discard up to 2 cards
    trash this card
    return this to your hand
    put this card in front of you
    move this to the discard pile
    shuffle this into the deck
    shuffle the discard pile into the deck
    put the top card of the deck into the discard pile
    put the top 2 cards of the deck on the discard pile
    return a card from the discard pile to your hand
    deal 5 cards to each player
    give each player 2 cards
    each opponent loses 2 coins
    everyone else loses a coin
    all players discard their hands
    each player may discard a card
    the active player gains 2 coins
    the player to your left draws a card
    the player with the most coins gains 2 coins
    if you have no cards in hand, draw 2 cards
    if you have the most coins, gain 1 coin
    if you have exactly 3 coins, draw a card
    this turn, all relics cost 1 less
    until your next turn, your income is 1 higher
    pay 2 coins: draw a card
    you may pay 3 to draw a card
    gain 2 coins or draw a card
    lose all your coins
    lose half your coins
    set your coins to 5
    roll a d6 and gain that many coins
    look at the top card of the deck
    look at another player's hand
    look at the top 3 cards and put one in your hand
    reveal the top 3 cards of the deck
    reveal your hand
    turn over the top card
    choose another player
    choose a number between 1 and 5
    choose two cards from your hand and discard them
    nothing happens
    end your turn
    you lose the game
    take another turn
    take an extra turn after this one
    reroll all dice
    the game ends
    game over
    discard your hand
    each opponent loses 1
    each opponent loses 1 life
    target player loses 2 life
    deal 2 damage
    deal 2 damage to target player
    deals 2 damage to each opponent
    +2 cards
    +3 coins
    +$2
    draw a card for each relic you own
    destroy target relic
    return target curio to its owner's hand
    sacrifice a curio
    exile the top card of your library
    discard down to 3 cards in hand
    each other player discards down to 3 cards
    draw up to 5 cards
    refill your hand to 5 cards
    draw until hand(you) has 5 cards
    you may play an extra card this turn
    next player's turn
    the turn ends
    if a player has 10 coins he wins
    first to 10 coins wins
    whoever has the most coins wins
    if the pile is empty, reshuffle the discards
    you gain income(you) coins
"""
EFFECTS = """
    at the beginning of your turn, gain 1 coin
    when you show a curio, draw a card
    each time another player shows a relic, steal 1 coin
    before you draw a card, gain 1 coin
    every gem costs 1 more
    your income is increased by 1
    gain 2 coins
"""
ON_CARDS = """
    when you play this, draw 2 cards
    when played, gain 3 coins
    draw a card
    if you have at least 3 coins, gain 2 coins
    play only on your turn
    play if coins(you) > 3
    limit once per turn
    at the end of your turn, draw a card
    until end of turn, gems cost 1 less
    once per turn: draw a card
"""


def each(sentences: str) -> list[str]:
    return [line.strip() for line in sentences.strip().split("\n")]


def applied(sentence: str, place: str, margin: int, folder: Path) -> None:
    """Put the help of a sentence in its place, and find nothing wrong."""
    path = folder / "my_game.rules"
    below = f"{' ' * (margin + 4)}nothing\n" if sentence.startswith("play ") else ""
    path.write_text(BASE.replace(place, f"{' ' * margin}{sentence}\n{below}", 1), encoding="utf-8")
    said = load(str(path)).diagnostics

    assert [one.slug for one in said] == ["card-sentence"]

    path.write_text(mended(said[0]), encoding="utf-8")
    after = load(str(path)).diagnostics

    assert not [one for one in after if one.severity is Severity.ERROR]


@every("sentence", each(DEEDS)[::3])
def test_what_is_done_is_said_in_lines_that_work(sentence: str, tmp_path: Path) -> None:
    applied(sentence, IN_PLAY, 8, tmp_path)


@pytest.mark.long
@every("sentence", each(DEEDS), parts=2)
def test_all_that_is_done_is_said_in_lines_that_work(sentence: str, tmp_path: Path) -> None:
    applied(sentence, IN_PLAY, 8, tmp_path)


@pytest.mark.parametrize("sentence", each(EFFECTS))
def test_what_holds_is_said_in_lines_that_work(sentence: str, tmp_path: Path) -> None:
    applied(sentence, IN_EFFECT, 8, tmp_path)


@pytest.mark.parametrize("sentence", each(ON_CARDS))
def test_what_stands_on_a_card_is_said_in_lines_that_work(sentence: str, tmp_path: Path) -> None:
    applied(sentence, ON_CARD, 4, tmp_path)
