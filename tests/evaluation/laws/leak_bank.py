"""
Leaks: every kind of secret, leaked in every way in which rules can leak.

A secret is a condition on what `home` cannot see; a way puts it where `home` learns of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ruleslang.library.find_rulebook import data_root
from tests.evaluation.laws.texts import CARDS, HEADER


@frozen
class Secret:
    """What has to be declared and done for a secret, and a condition that hangs on it."""

    declared: str
    before: str
    holds: str


@frozen
class Way:
    """Declarations, and the lines of the game that tell; HOLDS stands for the secret."""

    told: str
    declared: str = ""


@frozen
class Leak:
    """A secret told in one way, as a whole rulebook."""

    secret: str
    way: str
    text: str


SECRETS = {
    "a card in another's hand": Secret("", "", "there is c in hand(away) where rank(c) is 3"),
    "the upmost card of a pile": Secret("", "", "rank(top(pile)) is 3"),
    "the lowest card of a pile": Secret("", "", "rank(bottom(pile)) is 3"),
    "a card that nobody sees": Secret(
        "zone grave: token, seen by nobody", "move top(pile) to grave", "first(grave) is three"
    ),
    "a card that one player sees": Secret(
        "zone safe: token, seen by (players where it is away)",
        "move top(pile) to safe",
        "first(safe) is three",
    ),
    "how many cards are alike": Secret("", "", "number of (hand(away) where it is three) > 1"),
    "a card that another put away": Secret(
        "zone safe(player): token, seen by owner",
        "away chooses kept_card from hand(away)\n    move kept_card to safe(away)",
        "(there is c in safe(away) where c is three)",
    ),
    "a card of which home was told something": Secret(
        "zone back(p: player): token, seen by (players except {p})",
        "move top(pile) to back(home)\n    for each c in back(home)\n"
        "        reveal rank(c) is 1 to home",
        "(there is c in back(home) where c is three)",
    ),
    "a state that nobody sees": Secret("state fate: 0..3 = 0, seen by nobody", "", "fate is 2"),
}
COIN = "die coin: 1..2\n"
SIGN = "state sign: 0..9 = 0\n"
WAYS = {
    "a public state is set": Way("if HOLDS: set sign to 1", SIGN),
    "a public state is worked out": Way("set sign to 1 when HOLDS otherwise 2", SIGN),
    "a value is read": Way(
        "set sign to told", SIGN + "value told: 0..1 = 1 when HOLDS otherwise 0"
    ),
    "a `whenever` fires": Way(
        "set sign to 1", SIGN + "whenever sign is 1 and (HOLDS)\n    set sign to 2"
    ),
    "he is asked": Way('if HOLDS\n        home chooses more "more" from 1..2'),
    "he is not asked": Way('if not (HOLDS)\n        home chooses more "more" from 1..2'),
    "he is asked first": Way(
        'if HOLDS\n        home chooses more "more" from 1..2\n'
        '        away chooses k "k" from 1..2\n'
        '    else\n        away chooses k "k" from 1..2\n        home chooses more "more" from 1..2'
    ),
    "a branch is offered": Way(
        "home chooses one of\n        one_way: nothing\n        other_way if HOLDS: nothing\n"
        "        third_way: nothing"
    ),
    "what he may choose from": Way(
        "home chooses more from 1..3 where it_is(more)",
        "value it_is(n: 1..3): yes or no = n < 3 or (HOLDS)",
    ),
    "an action is legal": Way(
        "home may do boast",
        "action boast by p\n    only if HOLDS\n    nothing",
    ),
    "what an action costs": Way(
        "home may do boast",
        SIGN.replace("= 0", "= 1")
        + "value fare: 1..2 = 2 when HOLDS otherwise 1\n"
        + "action boast by p\n    pays fare from sign\n    nothing",
    ),
    "dice are rolled": Way("if HOLDS\n        roll coin as pips", COIN),
    "how often dice are rolled": Way(
        "repeat throws times\n        roll coin as pips",
        COIN + "value throws: 1..2 = 2 when HOLDS otherwise 1",
    ),
    "a phase begins": Way("if HOLDS: storm", "phase storm\n    nothing"),
    "chance picks": Way("if HOLDS\n        pick n from 1..2 by chance"),
    "a card is laid open": Way("if HOLDS: move top(pile) to heap"),
    "a card is drawn": Way("if HOLDS: move top(pile) to hand(away)"),
    "the match ends": Way("if HOLDS: away wins"),
}  # fmt: skip
GAME = """
phase game
    deal
    {before}
    home chooses bid "the bid" from 1..2
    {told}
    away chooses reply "the reply" from 1..2
    home chooses last "the last word" from 1..2
    nobody wins
"""


def leaks() -> Iterator[Leak]:
    """Every secret told in every way."""
    for secret, hidden in SECRETS.items():
        for way, informative in WAYS.items():
            game = GAME.format(before=hidden.before or "nothing", told=informative.told)
            game = game.replace("    nothing\n    home chooses bid", "    home chooses bid")
            parts = (HEADER + CARDS, hidden.declared, informative.declared, game)
            yield Leak(secret, way, "\n".join(parts).replace("HOLDS", hidden.holds))


HINT = "if there is c in hand(p) where rank(c) is 5: add 1 to hints\n"
DRAWN = "    move top(pile) to hand(p) at bottom\n"
REMARK = "  # for each tile, whether it has the colour"
HINTED = {
    "a turn begins": ("turns_left is not none: subtract 1 from turns_left\n", 8),
    "a turn ends": ("tell_colour, tell_rank, if impossible nothing\n", 8),
    "a tile is discarded": ("only if hints < 8\n    add 1 to hints\n", 4),
    "a tile was discarded": (f"move item(hand(p), n) to gone\n{DRAWN}", 4),
    "a tile was lit": (f"subtract 1 from lives\n{DRAWN}", 4),
    "a colour was told": (f"reveal colour(t) is k to q{REMARK}\n", 4),
    "a rank was told": ("reveal rank(t) is r to q\n", 4),
}
"""The moment of a hint for a five in one's own hand: what stands before it, and how far in."""


def hints() -> Iterator[Leak]:
    """The shipped hanabi, in which a five in one's own hand gives a hint at one moment."""
    text = (data_root() / "examples/hanabi/hanabi.rules").read_text("utf-8")
    for moment, (before, indentation) in HINTED.items():
        assert text.count(before) == 1, moment
        leaking = text.replace(before, f"{before}{' ' * indentation}{HINT}")
        yield Leak("a five in one's own hand", moment, leaking)
