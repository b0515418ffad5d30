"""The helps for lines of board games, auctions and tricks, as their designers first write them."""

from __future__ import annotations

import pytest

from ruleslang.library.load import load_text

GAME = """\
rulebook trial "A trial"
    language 1
    players 2..4
    starts with game
    at most 500 decisions, then nobody wins

words Suit: hearts, spades
board land: hexes 9 by 9
piece tank x3 per player on land
{margin}
kind playing_card
    has suit: Suit
deck suits x9 of playing_card: suit in Suit

zone pile: playing_card, ordered, seen by nobody
zone hand(player): playing_card, seen by owner
state score(player): 0..99 = 0
state leader: player or none = none
state threat: 0..9 = 0

phase game
    move cards to pile
    for each p in players: draw(p)
    (players with highest score(it)) win

procedure draw(p: player)
    move top(pile) to hand(p)
    {line}

action lay by p choosing c from hand(p)
    move c to pile
"""
SUITS = "to follow suit is a value, `value fits(c: playing_card, p: player): yes or no`"
WAY_OUT = "what happens instead follows a comma: `p must do lay, if impossible nothing`"
TIMES = "several times is `repeat 3 times`, below it `p may do one of draw, lay`"
OTHERS = "the others are `players except {p}`"
NEAR = "near a space s are `neighbours(s)`; `adjacent(s, t)` tests two spaces"
OFF = "a piece off the board has `space(m) is none`"
LIMIT = "`add 1 to score(p)`, below a limit, `if score(p) < 5`"
MOVED = "`move m to s`, for a piece m and a space s"


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ("p chooses c from hand(p) where c follows suit", SUITS),
        ("p chooses c from hand(p) where c matches led", SUITS),
        ("while threat equals 3: add 1 to threat", "write `repeat while threat is 3, safety limit"),
        ("repeat until number of hand(p) = 1\n        p must do lay", "write `is`"),
        ("if leader is nobody: stop", "write `leader is none`"),
        ("if leader is not nobody: stop", "write `leader is not none`"),
        ("set leader to nobody", "write `none`"),
        ("for each other player: add 1 to score", "`for each q in players except {p}`"),
        ("p chooses q from other players where q has score", OTHERS),
        ("p must do lay, otherwise nothing", WAY_OUT),
        ("p must do lay or pass", WAY_OUT),
        ("p may do lay up to 3 times", TIMES),
        ("p may do up to 4 of lay", TIMES),
        ("add 1 to score(p), max 5", LIMIT),
        ("add 1 to score(p) up to a maximum of 5", LIMIT),
        ("if cell(1, 2) is adjacent to cell(1, 3): stop", NEAR),
        ("if distance from cell(1, 2) to cell(1, 3) is 2: stop", NEAR),
        ("p chooses s from spaces adjacent to cell(1, 2)", NEAR),
        ("p chooses s from land where s is free", "a space is free if `piece_on(s) is none`"),
        ("p chooses m from pieces(p) where m is off the board", OFF),
        (
            "p chooses s from neighbours(space(tank))",
            "name a piece: a chosen one, `piece_on(s)`, `fi",
        ),
        ("let s = space(tank(p))", "all are `tank`, those of p `(pieces(p) where it is tank)`"),
        ("move 1 tank forward", MOVED),
        ("place tank on forest", MOVED),
        ("remove 1 from threat", "`subtract 1 from score(p)`; a card is removed by"),
        ('ask p "raise?"', '`p may agree "do you raise?"`'),
        ("let n = number of players who passed", "`let n = number of (players where passed(it))`"),
        ("let best = player with highest bid", "`pick q from players by highest score(q), then"),
        ("give c to next(p)", "cards are moved, `move top(pile) to hand(p)`"),
    ],
)
def test_the_help_for_a_line(line: str, help: str) -> None:
    text = GAME.replace("{line}", line).replace("{margin}", "")
    (first, *_) = load_text(text).diagnostics

    assert help in str(first.help)


@pytest.mark.parametrize(
    ("declaration", "help"),
    [
        ("whenever threat is 9: everyone loses", "remove it, and write the rest below, indented"),
        ("value pot(p): 0..99 = sum of score(p)", "`value price(c: card): 0..9 = 3`"),
        ('region cities "C"', "it belongs below its board, after the drawn rows"),
        ("region cities: cell(3, 4)", "it belongs below its board, after the drawn rows"),
        ("piece ant x3 on land\n    has moves: 1..4", "a piece has no fields"),
        ("state role: Suit, hidden", "`state score(player): 0..99 = 0, seen by owner`"),
        ("end of game\n    players win", "a match ends in a phase"),
        ("teams: 2", "`teams 2 of 2: red, blue`"),
        ("kind hero\n    has life 3", "`has cost: 0..9 = 1`"),
        ("zone market: 5 cards", "`zone pile: cards, ordered, seen by nobody`"),
        ("board sea: hex grid 25 by 20", "`board field: hexes 9 by 7`"),
    ],
)
def test_the_help_for_a_declaration(declaration: str, help: str) -> None:
    text = GAME.replace("{line}", "stop").replace("{margin}", declaration)
    (first, *_) = load_text(text).diagnostics

    assert help in str(first.help)
