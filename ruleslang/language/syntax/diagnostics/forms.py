"""The form of a line, by its first words."""

from __future__ import annotations

import re

HEADS = {
    "action": "action lay by p choosing c from hand(p)",
    "always": 'always "two sacks at most": sacks <= 2',
    "board": "board field: grid 8 by 8, neighbours 4",
    "card": 'card fox "Fox" x2: beast',
    "check": "check throw answers 1..6",
    "claim": 'claim "fifty cards": number of cards is 50`, or'
    ' `claim "one throw in six": chance of (throw is 1) is 1 / 6',
    "deck": "deck numbers of number_card: suit in Suit, rank in 1..9",
    "dice": "dice cup(player): 5 d6, seen by owner`, or `dice cup: up to 5 d6",
    "die": "die d6: 1..6`, or by its faces: `die weather: fair x3, storm",
    "example": 'example "what somebody does"',
    "kind": "kind beast: creature",
    "measure": 'measure "points" = score(p1)',
    "modify": "modify price(c) where family(c) is gem: -1",
    "list": "list starter of trick: stab x3, feint",
    "never": 'never "a debt": there is p in players where coins(p) < 0',
    "option": 'option bonus "Is there a bonus?"`, its values below it; or with a range,'
    ' `option rounds "How many?": 3..9 = 5',
    "phase": "phase turn(p: player)",
    "piece": "piece disc x21 per player on field",
    "player": 'player greedy "Takes what it can"',
    "procedure": "procedure draw(p: player)`, or `procedure price_of(c: card) answers 0..9",
    "reading": 'reading bonus "Is there a bonus?"`, and its values below it, `no *',
    "rulebook": 'rulebook my_game "My game"',
    "state": "state score(player): 0..99 = 0",
    "table": "table beast",
    "type": "type Coins: 0..99",
    "value": "value price(c: card): 0..9 = 3",
    "window": "window reply(p: player)",
    "words": "words Suit: clubs, diamonds, hearts, spades",
    "whenever": "whenever there is p in players where life(p) is 0",
    "zone": "zone pile: cards, ordered, seen by nobody`, or"
    " `zone hand(player): cards, at most 5, seen by owner",
}
LINES = {
    "add": "add 1 to score(p)",
    "answer": "answer score(p)",
    "asks": "asks players except {p}",
    "avoid": "avoid lay(c) where cost(c) > 3",
    "cancel": "cancel pending",
    "cards": "cards my_cards",
    "case": "depending on face",
    "closes": "closes when all pass`, `closes when all were asked` or `closes after one use",
    "choose": "choose c from hand(you)",
    "depending": "depending on face",
    "eliminate": "eliminate p",
    "end": "end turn if under way",
    "for": "for each p in players",
    "if": "if score(p) >= 3",
    "has": "has cost: 0..9 = 1`, with the words of a list `has suit: Suit`, with a number for each"
    " word `has shape(Zone): 0..9",
    "given": "given score(p1) is 3 and hand(p1) is {fox, hen}",
    "instead": "instead of draw(p)",
    "language": "language 1",
    "let": "let n = number of hand(p)",
    "limit": "limit 1 per turn",
    "modify": "modify price(c) where family(c) is gem: -1",
    "move": "move top(pile) to hand(p)",
    "note": "note position",
    "offers": "offers doubt",
    "only": "only if score(p) >= 3",
    "open": "open reply(p)",
    "payoff": "payoff score",
    "pays": "pays price(c) from coins(p)",
    "perform": "perform c",
    "pick": "pick c from hand(p) by chance",
    "picking": "picking fox, hen",
    "play": "play choosing q from players`, or as an answer, `play in reply(p)",
    "players": "players 2..4: north, east, south, west",
    "prefer": "prefer c by highest cost(c)",
    "rank": "rank players by highest score(it), then order as table",
    "repeat": "repeat 3 times",
    "reactions": "reactions at most 8 deep",
    "reveal": "reveal hand(p)",
    "roll": "roll d6 as face`, `roll 2 d6 as faces`, or `roll 5 d6 to cup",
    "rolling": "rolling 6, 1",
    "set": "set score(p) to 0",
    "shuffle": "shuffle pile",
    "starts": "starts with game",
    "subtract": "subtract 1 from score(p)",
    "swap": "swap hand(p) with hand(q)",
    "take": "take turns p among players",
    "teams": "teams 2 of 2: red, blue",
    "together": "together for each p in players",
    "until": "until turn ends",
    "uses": "uses dealing, drawing",
    "whenever": "whenever there is p in players where life(p) is 0",
    "while": "while in front(you)",
}
PHRASES = (
    (
        r"at most \d",
        "at most 500 decisions, then nobody wins`, or `…, then (players with highest gold(it)) win",
    ),
    (r"repeat (while|until)\b", r"repeat \1 score(p) < 9, at most 20 times"),
    (r"then \w+ (?:plays|may play)\b", "then p1 may play fox"),
    (r"then \w+ (?:cannot|can['’]t) (?:choose|do|play)\b", "then p1 may not do draw"),
    (r"then .*\b(?:choose|chooses|asked)\b", "then p1 may choose draw"),
    (r"then \w+ (?:may|can)\b", "then p1 may do draw"),
    (r"then .*\b(see|sees|cannot)\b", "then only p1 sees hand(p1)"),
    (r"then\b", "then score(p1) is 3"),
    (r"when (\w+) does\b", r"when \1 does lay choosing fox"),
    (r"when (\w+) plays\b", r"when \1 plays fox choosing p2"),
    (r"(\w+) (?:chooses?|may choose) one of\b", r'\1 chooses one of "what now"'),
    (r"choose one\b", 'choose one of "what now"'),
    (r"(\w+) may choose\b", r"\1 may choose c from hand(\1)"),
    (r"(\w+) chooses? (?:up to|\d|\w+ of)\b", r"\1 chooses up to 2 of hand(\1) as cs"),
    (r"(\w+) chooses?\b", r"\1 chooses c from hand(\1)`, or `\1 chooses up to 2 of hand(\1) as cs"),
    (r"choose (?:up to|\d|\w+ of)\b", "choose up to 2 of hand(you) as cs"),
    (r"(\w+) may do\b", r"\1 may do one of draw, lay as often as allowed"),
    (r"(\w+) must\b", r"\1 must do one of draw, lay, if impossible nothing"),
    (r"(\w+) may\b", r"\1 may do one of draw, lay as often as allowed"),
)
"""Lines that their first words do not identify, by a pattern of their beginning."""
DECLARATIONS = (
    (r"zone .*\b(?:player|owner)", "zone hand(player): cards, seen by owner"),
    (r"state .*\b(?:reset|turn|round)\b", "state tries: 0..9 = 0, reset each turn"),
)
"""The same, of lines at the margin."""
HEADED = frozenset({"if", "else", "when", "for", "repeat", "take"})
"""A statement follows the colon of such a line."""
ANSWERED = (
    "a line of an example begins with `given`, `rolling`, `when` or `then`; what a player answers"
    " is `p1 chooses lay, fox`"
)
OF_OPTIONS = 'no * "there is no bonus"'
START = re.compile(r"\s*(?P<name>[^\W\d]\w*)")


def whole_form(line: str) -> str | None:
    """
    Return how a line that begins so is written, or None.

    >>> whole_form("    shuffle the cards")
    'such a line is written as `shuffle pile`'
    >>> whole_form("    ann may do draw, lay")
    'such a line is written as `ann may do one of draw, lay as often as allowed`'
    """
    inside, begun = line[:1].isspace(), line.strip()
    for pattern, form in PHRASES if inside else DECLARATIONS:
        if match := re.match(pattern, begun):
            return f"such a line is written as `{match.expand(form)}`"
    first = START.match(line)
    known = (LINES if inside else HEADS).get(first["name"]) if first else None
    return f"such a line is written as `{known}`" if known else None
