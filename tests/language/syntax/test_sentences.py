"""Sentences of cards and rule prose, translated into lines of the language."""

from __future__ import annotations

import pytest

from ruleslang.language.syntax.diagnostics.phrasebook import card_sentences
from ruleslang.language.syntax.diagnostics.phrasebook.card_sentences import LONGEST, lines_for
from ruleslang.language.syntax.diagnostics.phrasebook.declared_names import Vocabulary
from ruleslang.language.syntax.parse import parse
from ruleslang.language.syntax.parse_failure import reads
from ruleslang.source.span import Source

TABLE = Vocabulary(
    """rulebook game "Game"
state coins(player): 0..99 = 0
state gems(player): 0..9 = 0
zone pile: cards, ordered, seen by nobody
zone market: cards, seen by all
zone hand(player): cards, seen by owner
zone front(player): cards, seen by all
zone discards: cards, seen by all
phase turn(p: player)
action sell by p
""",
    "you",
)
SAID = {
    "gain 2 coins": "add 2 to coins(you)",
    "you gain a coin": "add 1 to coins(you)",
    "east gains 2 more coins": "add 2 to coins(east)",
    "+3 coins": "add 3 to coins(you)",
    "lose two coins": "subtract 2 from coins(you)",
    "lose all your coins": "set coins(you) to 0",
    "lose all coins": "set coins(you) to 0",
    "gain 2 coins for each gem": "add 2 * gems(you) to coins(you)",
    "each player gains 1 coin per gem": "for each q in players|    add gems(q) to coins(q)",
    "buy a gem for 3 coins": "subtract 3 from coins(you)|add 1 to gems(you)",
    "east sells two gems for 5 coins": "subtract 2 from gems(east)|add 5 to coins(east)",
    "add 2 coins to east": "add 2 to coins(east)",
    "add 2 to my coins": "add 2 to coins(you)",
    "subtract 2 coins from coins(east)": "subtract 2 from coins(east)",
    "opponent loses 2 coins": "subtract 2 from coins(opponent(you))",
    "the next player gains a coin": "add 1 to coins(next(you))",
    "steal 1 coin from opponent": "subtract 1 from coins(opponent(you))|add 1 to coins(you)",
    "east takes one coin from each opponent": "for each q in players except {east}"
    "|    subtract 1 from coins(q)|    add 1 to coins(east)",
    "steal 1 coin": "choose q from players except {you}|subtract 1 from coins(q)"
    "|add 1 to coins(you)",
    "draw a card": "move top(pile) to hand(you)",
    "Draw 2 cards.": "move top(pile, 2) to hand(you)",
    "draw the top card of the deck": "move top(pile) to hand(you)",
    "move the top card of the pile to hand(east)": "move top(pile) to hand(east)",
    "move all cards from hand(you) to discards": "move hand(you) to discards",
    "put market into the discard pile": "move market to discards",
    "shuffle the discards into the deck": "move discards to pile|shuffle pile",
    "take 1 card from market": "choose c from market|move c to hand(you)",
    "draw 2 cards from market": "choose 2 of market as cs|move cs to hand(you)",
    "give 2 coins to east": "subtract 2 from coins(you)|add 2 to coins(east)",
    "deal 4 cards to each player": "for each q in players|    move top(pile, 4) to hand(q)",
    "discard this card": "move this to discards",
    "discard a card": "choose c from hand(you)|move c to discards",
    "discard 2 cards from your hand": "choose 2 of hand(you) as cs|move cs to discards",
    "discard a random card": "pick c from hand(you) by chance|move c to discards",
    "reveal the top 3 cards of the pile": "reveal top(pile, 3)",
    "look at the top card": "reveal top(pile) to you",
    "put this in front of you": "move this to front(you)",
    "each player draws a card": "for each q in players|    move top(pile) to hand(q)",
    "each opponent loses a coin": "for each q in players except {you}|    subtract 1 from coins(q)",
    "target player loses 1 coin": "choose q from players|subtract 1 from coins(q)",
    "you may draw a card": "choose one of|    do_it: move top(pile) to hand(you)|    pass: nothing",
    "you may pay 2 coins to draw another card": "choose one of|    do_it if coins(you) >= 2"
    "|        subtract 2 from coins(you)|        move top(pile) to hand(you)|    pass: nothing",
    "you may draw a card and gain 1 coin": "choose one of|    do_it"
    "|        move top(pile) to hand(you)|        add 1 to coins(you)|    pass: nothing",
    "draw a card, and each player may gain 1 coin": "move top(pile) to hand(you)"
    "|for each q in players|    q chooses one of|        do_it: add 1 to coins(q)"
    "|        pass: nothing",
    "draw a new card": "move top(pile) to hand(you)",
    "each player starts with five cards": "for each q in players|    move top(pile, 5) to hand(q)",
    "each player has 3 coins": "for each q in players|    set coins(q) to 3",
    "gain 2 coins and draw a card": "add 2 to coins(you)|move top(pile) to hand(you)",
    "if you have at least 3 coins, draw a card": "if coins(you) >= 3"
    "|    move top(pile) to hand(you)",
    "if east has no cards: end turn": "if hand(east) is empty|    end turn",
    "if you have more than 2 cards in hand, lose 1 coin": "if number of hand(you) > 2"
    "|    subtract 1 from coins(you)",
    "if hand(you) is empty, draw 2 cards": "if hand(you) is empty"
    "|    move top(pile, 2) to hand(you)",
    "if east has 9 coins, east is out of the game": "if coins(east) >= 9|    eliminate east",
    "the first player to reach 30 coins wins": "if there is q in players where coins(q) >= 30"
    "|    q wins",
    "the player with the most coins wins": "(players with highest coins(it)) win",
    "you win the game": "you win",
    "end your turn": "end turn",
    "when played: gain 1 coin": "play|    add 1 to coins(you)",
    "when you play this": "play",
    "when your turn starts": "before turn(you)",
    "when you sell": "after sell by you",
    "after an opponent sells, gain 1 coin": "after sell by q where q is not you"
    "|    add 1 to coins(you)",
    "at the end of your turn, draw a card": "after turn(you)|    move top(pile) to hand(you)",
    "at the start of each turn": "before turn",
    "after each turn, the active player draws a card": "after turn"
    "|    move top(pile) to hand(active)",
}
UNSAID = (
    "gain 2 crates",
    "when you sell a crate",
    "take 1 coin from hand(you)",
    "when you sneeze",
    "the youngest player starts",
    "discard 2 random cards",
    "draw 2 cards unless it rains",
)
WORDS = ("gain 1 coin, ", "each player ", "you may ", "if you have 3 coins ", "a, ")


@pytest.mark.parametrize(("message", "lines"), SAID.items())
def test_a_sentence_is_translated_into_lines(message: str, lines: str) -> None:
    assert "|".join(next(lines_for(message, TABLE), ())) == lines


def test_these_lines_can_be_read() -> None:
    unread = [lines for lines in SAID.values() if not reads(_in_place(lines))]

    assert unread == []


def _in_place(lines: str) -> str:
    if lines.startswith(("before", "after")):
        return lines.replace("|", "\n")
    head = 'card fox "Fox": beast\n    '
    if lines.startswith("play"):
        return head + lines.replace("|", "\n    ")
    return f"{head}play\n        {lines}".replace("|", "\n        ")


@pytest.mark.parametrize("message", UNSAID)
def test_uncertain_suggestions_are_not_shown(message: str) -> None:
    assert [*lines_for(message, TABLE)] == []


@pytest.mark.parametrize("words", WORDS)
def test_a_sentence_is_read_few_times(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = []
    monkeypatch.setattr(
        card_sentences, "_read", lambda message, start, known: parsed.append(start) or ()
    )
    assert [*lines_for((words * LONGEST)[:LONGEST], TABLE)] == []
    assert len(parsed) <= 6


def test_a_line_longer_than_any_sentence_is_none() -> None:
    text = "procedure a\n    " + "gain 2 coins, " * LONGEST
    _, found = parse(Source("a.rules", text))

    assert [each.slug for each in found] == ["unexpected"]
