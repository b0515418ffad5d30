"""Helps that the first word of a line suggests: its form, or the lines its name can begin."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations

from ruleslang.language.syntax import keywords
from ruleslang.language.syntax.diagnostics.phrasebook.declared_names import (
    is_used_elsewhere,
    is_whole,
)
from ruleslang.language.syntax.parse_failure import Failure, mask, reads, reads_with
from ruleslang.source.diagnostic import Help
from ruleslang.source.fix import leave_out, without_citations, write_line

HEADS = {
    "action": "action lay by p choosing c from hand(p)",
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
    "procedures": "procedures at most 200 deep",
    "firings": "firings at most 1000",
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
    (r"(\w+) must do\b", r"\1 must do one of draw, lay, if impossible nothing"),
)
"""Lines that their first words do not tell, by a pattern of their beginning."""
DECLARATIONS = (
    (r"zone .*\b(?:player|owner)", "zone hand(player): cards, seen by owner"),
    (r"state .*\b(?:reset|turn|round)\b", "state tries: 0..9 = 0, reset each turn"),
)
"""The same, of lines at the margin."""
HEADED = frozenset({"if", "else", "when", "for", "repeat", "take"})
"""Behind the colon of such a line stands a statement."""
ANSWERED = (
    "a line of an example begins with `given`, `rolling`, `when` or `then`; what a player answers"
    " is `p1 chooses lay, fox`"
)
OF_OPTIONS = 'no * "there is no bonus"'
START = re.compile(r"\s*(?P<name>[^\W\d]\w*)(?P<about>\([^()]*\))?")
DECLARED = (
    r"^(?P<head>state|zone|dice|value|die|procedure|phase|check|action) {name}\b"
    r"(?P<about>\([^)\n]*\))?(?P<rest>[^\n]*)"
)
PLAYER = r"\b{name}: player\b|\bby {name}\b|\b(?:take turns|for each) {name} (?:among|in) "
BEGINS = (
    "a line begins with a word such as `move`, `add`, `set`, `if` or `for each`, with a player, or"
    " calls a procedure"
)
SEAT = r"^ +players [^\n]*\b{name}\b"
FIRST_WORDS = tuple(sorted(keywords.STATEMENTS | {"has", "then", "given", "prefer", "only if"}))
TAIL = re.compile(r"(?P<tail>.*?)\s*(?:\[[^\]]*\]\s*)?(?:designed\s*)?$")
TOKEN_STARTS = re.compile(r"(?<=\s)\S|:")
PARTING = frozenset(":,;.")  # a line without another sign may mean something else
MOST_PARTS = 4  # parts of a line that are tried in all orders
MOST_PLACES = 16  # places in a line to which its end is moved
LONGEST = 100  # longest line that a help repeats


def template(failure: Failure) -> str | None:
    """The form of a line that begins with this word, or None."""
    if failure.margin and failure.text.startswith(("option", "reading")):
        return f"a value, `*` for the usual one, and its text: `{OF_OPTIONS}`"
    if not failure.before.strip() and not failure.layout:
        return None  # the place is wrong, not the form
    spoken = failure.before.rpartition(" = ")[2]
    if failure.text.startswith("value") and " = " in failure.before:
        if fold := re.search(r"\b(sum|highest|lowest|set) of\b", spoken):
            return f"of several it is written as `{fold[1]} of price(c) over c in hand(p)`"
        if re.search(r"\bnumber of\b", spoken):
            return (
                "how many there are is `number of hand(p)`, `number of (hand(p) where it is fox)`"
            )
    known = _of_state(failure) or whole_form(failure.line)
    if not known and failure.margin and failure.text.startswith("example"):
        return ANSWERED
    if failure.first_word in HEADED and _statement(failure) != failure.before:
        known = whole_form(f"{failure.margin}{_statement(failure).lstrip()}")
    return f"the line is not complete; {known}" if known and failure.layout else known


def _of_state(failure: Failure) -> str | None:
    """The form of a `whenever` about a state that is one for all: nobody is sought by it."""
    if re.match(r"whenever .*\b(?:is|are|was|gets) \w+(?:ed|yn|wn)\b", failure.line):
        return "when something happens is a hook: `after draw(p)`, `before play(beast)`"
    about = re.match(r"whenever (?:no |the )?([^\W\d]\w*)(?!\w|\()", failure.line)
    declared = rf"^state {about[1]}: (\S+)" if about else ""
    state = re.search(declared, failure.rulebook, re.MULTILINE) if about else None
    if about is None or state is None:
        return None
    compared = "" if state[1] == "yes" else " is 0" if ".." in state[1] else " is …"
    return f"such a line is written as `whenever {about[1]}{compared}`"


def whole_form(line: str) -> str | None:
    """
    How a line that begins so is written, or None.

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


def by_declaration(failure: Failure, *, players: bool = True) -> str | None:
    """The statements that can begin with this name; None if it is undeclared."""
    start = START.match(_statement(failure))
    if not start:
        return None
    name, text = re.escape(start["name"]), failure.rulebook
    declared = re.search(DECLARED.format(name=name), text, re.MULTILINE)
    if declared:
        return _lines_of(declared, start["name"], start["name"] + (start["about"] or ""))
    if start["about"] or not players:
        return None
    player = re.search(PLAYER.format(name=name), mask(failure.chunk.text))
    if player or re.search(SEAT.format(name=name), text, re.MULTILINE):
        return (
            f"a line about the player `{start['name']}` goes on with `chooses`, `may do`, `must do`"
            f" or `wins`; what a player has is counted or moved: `add 1 to score({start['name']})`"
        )
    return None


def of_no_declaration(failure: Failure) -> str | None:
    """That the name is undeclared, if the whole rulebook is known."""
    start = START.match(_statement(failure))
    if start and start["name"] in ("before", "after"):
        return (
            f"what is done {start['name']} something else begins at the left margin,"
            f" `{start['name']} turn`, or on a card below `while in ZONE`"
        )
    if start and start["name"] == "cost" and not is_used_elsewhere(failure, "cost"):
        return "what something costs is said so: `pays 1 from coins(p)`"
    if start and start["name"] in keywords.KEYWORDS:
        return f"`{start['name']}` begins no line here; {BEGINS}"
    if not start or not is_whole(failure) or is_used_elsewhere(failure, start["name"]):
        return None
    return f"nothing is called `{start['name']}`; {BEGINS}"


def _statement(failure: Failure) -> str:
    """The parsed part of the statement: the line, or what follows its colon."""
    deep, begins = 0, 0
    for place, letter in enumerate(failure.before):
        deep += (letter in "({[") - (letter in ")}]")
        if letter == ":" and not deep:
            begins = place + 1
    return failure.before[begins:]


def _lines_of(declared: re.Match[str], name: str, written: str) -> str:
    """The lines that use a declaration."""
    match declared["head"]:
        case "state" if ".." in declared["rest"]:
            lines = f"a state: `add 1 to {written}`, `set {written} to 3`, `if {written} >= 3`"
        case "state":
            lines = f"a state: `set {written} to …` changes it, `if {written} is …` asks for it"
        case "zone":
            lines = f"a zone: `move c to {written}`, `if {written} is empty`, `number of {written}`"
        case "dice":
            lines = f"dice on the table: `roll {written}`, `sum of {written}`"
        case "value":
            lines = f"a value, which other lines read, as in `if {written} is …`"
        case "die":
            lines = f"a die: `roll {name} as face`"
        case "action":
            lines = f"an action, which a player does: `p may do {name}`, `p must do {name}`"
        case head:
            about = re.sub(r": [^,)]+", "", declared["about"] or "")
            lines = f"a {head}, called by `{name}{about}`"
    return f"`{name}` is {lines}"


def begun(failure: Failure) -> Help:
    """The line is readable with exactly one of the keywords before it."""
    if failure.layout or not failure.margin or not failure.first:
        return None
    start = failure.first.start()
    words = [word for word in FIRST_WORDS if reads_with(failure, start, start, f"{word} ")]
    if len(words) != 1:
        return None
    text = f"write `{words[0]}` before `{failure.first.group()}`"
    return write_line(f"{words[0]} {without_citations(failure.written_line).strip()}", text)


def surplus(failure: Failure) -> Help:
    """The line is readable without the sign at which parsing stopped."""
    if failure.met not in PARTING:
        return None
    end = failure.offset + len(failure.met)
    without = reads_with(failure, failure.offset, end, "")
    return leave_out(f"leave `{failure.met}` out") if without else None


def moved(failure: Failure) -> Help:
    """The line is readable with its rest moved to the left."""
    tail = TAIL.fullmatch(failure.rest)
    words = tail["tail"] if tail and "EOL" in failure.expected else ""
    if failure.layout or not tail or not words or words.startswith("("):
        return None
    start = failure.offset - failure.line_start
    written = failure.written_line[start : start + len(words)]  # with texts, which are masked
    line = next(_readable(failure, written), None)
    return write_line(line, f"`{written}` stands further left: `{{}}`") if line else None


def reordered(failure: Failure) -> Help:
    """A declaration is readable with its parts between commas in another order."""
    start = failure.line_start
    head, colon, body = failure.text[start : failure.line_end].partition(": ")
    parts = [part.strip() for part in body.split(",")]
    if failure.margin or not colon or not 2 <= len(parts) <= MOST_PARTS or '"' in body:
        return None
    lines = (f"{head}: {', '.join(order)}" for order in permutations(parts))
    readable = (line for line in lines if reads_with(failure, start, failure.line_end, line))
    line = next(readable, None)
    return write_line(line) if line and len(line) <= LONGEST else None


def _readable(failure: Failure, tail: str) -> Iterator[str]:
    """The readable lines with the rest before an earlier token, the last first."""
    before = failure.chunk.text[failure.line_start : failure.offset].rstrip()
    places = [
        token.start()
        for token in TOKEN_STARTS.finditer(before)
        if is_outside(before[: token.start()])
    ]
    for place in reversed(places[-MOST_PLACES:]):
        if place <= len(failure.margin):
            continue
        gap = "" if before[place] == ":" else " "
        line = f"{before[:place].rstrip()} {tail}{gap}{before[place:]}"
        readable = reads_with(failure, failure.line_start, failure.line_end, line)
        if readable and len(line) <= LONGEST:
            yield line.strip()


def is_outside(text: str) -> bool:
    """Whether no bracket or text is open at the end."""
    opened = sum(text.count(sign) for sign in "({[")
    return opened == sum(text.count(sign) for sign in ")}]") and text.count('"') % 2 == 0


def misplaced_in_declaration(failure: Failure) -> str | None:
    """What a list of words, or a card, holds outside the place for it."""
    if failure.text.startswith("words") and failure.met.startswith('"'):
        return "the words of a list stand without quotes: `words Suit: clubs, hearts`"
    if failure.text.startswith(("card", "kind")) and _is_deed(failure):
        return "what a card does when it is played stands below `play`, further in"
    return None


def _is_deed(failure: Failure) -> bool:
    """Whether a line of a card, or the rest of its `play`, is a statement."""
    line = without_citations(failure.written_line).strip().removeprefix("play ")
    below = f"{failure.margin}play\n{failure.margin}    {line}"
    first_level = 0 < len(failure.margin) <= len("    ")
    return first_level and reads(f"{failure.text.partition(chr(10))[0]}\n{below}")


def is_done(failure: Failure) -> bool:
    """Whether only the colon is missing, before what is done for each, or so many times."""
    if failure.met in keywords.KEYWORDS - keywords.STATEMENTS:
        return False
    headed = failure.first_word in ("else", "for", "repeat", "take") and ":" in failure.expected
    return headed and reads_with(failure, failure.offset, failure.offset, ": ")
