"""Maps names of other languages (`len`, `null`, `max`) to constructs of this one."""

from __future__ import annotations

import re

from ruleslang.language.resolve.symbol_table import Symbols
from ruleslang.language.syntax.declarations import StartsWith
from ruleslang.source.fix import Proposal, declare, write

SPOKEN = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty"
)
COUNTING = {word: write(str(number)).sure for number, word in enumerate(SPOKEN.split())}
FUNCTIONS = {
    **dict.fromkeys(
        ("count", "size", "length", "len"), "for the number of members write `number of S`"
    ),
    "max": "write `highest of S`, or `larger(a, b)` for two",
    "min": "write `lowest of S`, or `smaller(a, b)` for two",
    "random": "pick at random on a separate line: `pick x from S by chance`",
    "rand": "pick at random on a separate line: `pick x from S by chance`",
    "contains": "membership is `x is in S`",
    **dict.fromkeys(("is_empty", "empty"), "write `S is empty`"),
    "round": "a division needs a rounding: `a / b rounded down`",
    "floor": "write `a / b rounded down`",
    "ceil": "write `a / b rounded up`",
    **dict.fromkeys(("if", "iif"), "write `5 when c otherwise 7`"),
    **dict.fromkeys(("kind", "type"), "a kind is tested by `c is KIND`, a title by `c is fox`"),
    "sum": "write `sum of E over x in S`",
    "mod": "write `remainder(a, b)`",
    "abs": "write `larger(n, -n)`",
    "sorted": "an order is `(S ranked by highest points(it), then order)`",
    "range": "write `(1..3)`",
    "not": "write `not` without brackets",
}
NAMES: dict[str, str | Proposal] = {
    "true": write("yes").sure,
    "false": write("no").sure,
    **dict.fromkeys(("null", "nil", "undefined"), write("none").sure),
    **COUNTING,
    **dict.fromkeys(("more", "greater", "higher"), "`3 or more` is `>= 3`: `score(p) >= 3`"),
    **dict.fromkeys(("less", "fewer", "lower"), "`3 or less` is `<= 3`: `score(p) <= 3`"),
    **dict.fromkeys(
        ("jack", "queen", "king", "ace"),
        "a rank is a number: `value jack = 11`, or a word of a list: `words Rank: …, jack`",
    ),
    **dict.fromkeys(("occupied", "free", "vacant"), "a space is free if `piece_on(s) is none`"),
    "once": "write `1`: `limit 1 per turn`",
    "twice": write("2"),
    **dict.fromkeys(
        ("alive", "dead", "eliminated"),
        "players still in the game are `players`: `p is in players`, `p is not in players`",
    ),
    "even": "write `remainder(n, 2) is 0`",
    "odd": "write `remainder(n, 2) is 1`",
    "infinity": "write the largest number that it can be",
    "result": "the answer of a procedure is `answer`, in a hook `after` it",
    "self": "on a card, `this` is the card, and `you` is the player who plays it",
    "me": "on a card, `you` is the player who plays it",
    "nothing": write("none"),
    "winner": "test the winner in an example with `then p1 wins`, elsewhere with `winners is {p1}`",
    "play": "the play under way is `this play`",
    "current_player": "the player whose turn it is is `active`",
    "die": "declare `die d6: 1..6`, and write `roll d6 as face`",
    "dice": "declare `die d6: 1..6`, and write `roll 2 d6 as faces`",
    **dict.fromkeys(("everyone", "everybody", "both"), "all players still in are `players`"),
    **dict.fromkeys(("someone", "somebody", "anyone"), "write `there is p in players where …`"),
    "all": "all players still in are `players`, all cards `cards`",
}
CALLS: dict[str, str | Proposal] = {
    "return": "write `stop`, or `answer …`",
    "break": "write `stop`, which leaves the procedure",
    "exit": write("stop"),
    **dict.fromkeys(("pass", "skip", "continue"), write("nothing")),
    "shuffle_deck": "write `shuffle pile`",
    **dict.fromkeys(
        ("draw", "tie"),
        "a match without a winner ends with `nobody wins`; cards are drawn with `move top(pile) to"
        " hand(p)`",
    ),
    **dict.fromkeys(
        ("win", "wins"),
        "the winner comes first: `p wins`, `(players with highest score(it)) win`, `nobody wins`",
    ),
    "game_over": "a match ends with `p wins`, `players win` or `nobody wins`",
}
STANDARD = {
    "deal": "dealing",
    "draw_several": "drawing",
    "renew_pile": "drawing",
    "advance_clock": "clock",
    "highest_roll": "highest_roll",
    "opposed": "opposed",
}
"""The names that standard pieces bring, and the piece that declares each."""
CALLS |= {
    name: f"it is in a standard piece: write `uses {piece}` in the header"
    for name, piece in STANDARD.items()
}
DIE = re.compile(r"[dDwW](\d+)")


def equivalent_function(name: str) -> str | None:
    """Return the construct for a function of another language."""
    return FUNCTIONS.get(name.lower())


def equivalent_name(name: str) -> str | Proposal | None:
    """Return the construct for a name of another language; a name such as `d6` suggests a die."""
    die = DIE.fullmatch(name)
    if die is None:
        return NAMES.get(name.lower())
    return declare(f"die {name}: 1..{die[1]}", before="declare the die")


def equivalent_call(name: str) -> str | Proposal | None:
    """Return the construct for a statement of another language."""
    return CALLS.get(name.lower())


def whole_match(name: str, symbols: Symbols) -> str | Proposal | None:
    """Return the start procedure, where a line calls it by a usual name of the whole match."""
    if name.lower() not in ("game", "match"):
        return None
    lines = symbols.header.items if symbols.header else ()
    start = next((line for line in lines if isinstance(line, StartsWith)), None)
    return None if start is None else write(start.procedure.text)
