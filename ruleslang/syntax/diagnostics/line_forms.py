"""The form of a line by its first word: the help if nothing more specific is known."""

from __future__ import annotations

import re

from ruleslang.syntax.parse_failure import Failure

HEADS = {
    "action": "action lay by p choosing c from hand(p)",
    "board": "board field: grid 8 by 8, neighbours 4",
    "card": 'card fox "Fox" x2: beast',
    "check": "check throw answers 1..6",
    "claim": 'claim "fifty cards": number of cards is 50',
    "deck": "deck numbers of number_card: suit in Suit, rank in 1..9",
    "dice": "dice cup(player): 5 d6, starts with 5, seen by owner",
    "die": "die d6: 1..6`, or by its faces: `die weather: fair x3, storm",
    "kind": "kind beast: creature",
    "measure": 'measure "points" = score(p1)',
    "modify": "modify price(c) where family(c) is gem: -1",
    "option": 'option bonus "Is there a bonus?"',
    "phase": "phase turn(p: player)",
    "piece": "piece disc x21 per player on field",
    "player": 'player greedy "Takes what it can"',
    "procedure": "procedure draw(p: player)",
    "state": "state score(player): 0..99 = 0",
    "table": "table beast",
    "type": "type Coins: 0..99",
    "value": "value price(c: card): 0..9 = 3",
    "window": "window reply(p: player)",
    "words": "words Suit: clubs, diamonds, hearts, spades",
    "whenever": "whenever there is p in players where life(p) is 0",
    "zone": "zone pile: cards, ordered, seen by nobody",
}
LINES = {
    "add": "add 1 to score(p)",
    "asks": "asks players except {p}",
    "depending": "depending on face",
    "eliminate": "eliminate p",
    "end": "end turn if under way",
    "for": "for each p in players",
    "has": "has cost: 0..9 = 1`, or with the words of a list: `has suit: Suit",
    "let": "let n = number of hand(p)",
    "move": "move top(pile) to hand(p)",
    "offers": "offers doubt",
    "pays": "pays price(c) from coins(p)",
    "perform": "perform c",
    "pick": "pick c from hand(p) by chance",
    "prefer": "prefer c by highest cost(c)",
    "rank": "rank players by highest score(it), then order as table",
    "repeat": "repeat 3 times",
    "reveal": "reveal hand(p)",
    "roll": "roll d6 as face",
    "set": "set score(p) to 0",
    "shuffle": "shuffle pile",
    "subtract": "subtract 1 from score(p)",
    "swap": "swap hand(p) with hand(q)",
    "take": "take turns p among players",
    "together": "together for each p in players",
}
LOOP = re.compile(r"\s*repeat (while|until)\b")


def template(failure: Failure) -> str | None:
    """The form of a line that begins with this word, or None."""
    first = failure.first.group() if failure.first else ""
    loop = LOOP.match(failure.before)
    known = (LINES if failure.margin else HEADS).get(first)
    if loop:
        known = f"repeat {loop[1]} score(p) < 9, at most 20 times"
    if not known:
        return None
    if failure.layout:
        return f"the line is not complete; such a line is written so: `{known}`"
    return f"such a line is written so: `{known}`"
