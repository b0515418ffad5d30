"""What is done, as sentences of cards have it: `gain 2 coins`, `each player discards a card`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import evolve

from ruleslang.syntax.diagnostics.events import Lines
from ruleslang.syntax.diagnostics.vocabulary import NUMBERS, Vocabulary, number

DEEP = 3  # sentences within sentences
N = rf"(?P<n>\d+|an|one|another|{'|'.join(NUMBERS[1:])})"
WHAT = r"(?P<what>(?!cards?\b|dice\b|die\b|turns?\b)[^\W\d]\w*)"
SAYER = r"(?:(?:then |and )?(?:you |p |he |she |they )?(?:must |then |also )?)?"
OTHER = r"(?:another player|an? opponent|your opponent|any (?:other )?player|a player|one player)"
OF_PILE = r"(?: (?:of|from|off) (?:the |your )?(?:top of (?:the |your )?)?\w+(?: pile)?)?"
SELF = r"(?:to|for) (?P<who>you|yourself|me|him|her|them|himself|p)"

SAYINGS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), lines)
    for pattern, lines in (
        # counters
        (rf"{SAYER}(?:gains?|gets?|earns?|receives?|takes?|scores?|collects?) {N} (?:more )?{WHAT}"
         r"(?: from the (?:bank|supply|stock))?", "add {n} to {what}({me})"),
        (rf"{SAYER}(?:lose|loses|pay|pays|spend|spends) {N} {WHAT}(?: to the (?:bank|supply))?",
         "subtract {n} from {what}({me})"),
        (rf"(?:add|give) {N} {WHAT} {SELF}", "add {n} to {what}({me})"),
        (rf"(?:add|give) {N} to (?:my|your|his|her|their) {WHAT}", "add {n} to {what}({me})"),
        (rf"(?:subtract|take|remove) {N} (?:{WHAT} )?from (?:my|your|his|you|him)"
         r"(?: (?P<own>\w+))?",
         "subtract {n} from {what}({me})"),
        (rf"{SAYER}doubles? (?:your|his|her|their) {WHAT}", "set {what}({me}) to 2 * {what}({me})"),
        (rf"{SAYER}halves? (?:your|his|her|their) {WHAT}",
         "set {what}({me}) to {what}({me}) / 2 rounded down"),
        (rf"{SAYER}loses? half (?:of )?(?:your|his|her|their) {WHAT}",
         "subtract {what}({me}) / 2 rounded up from {what}({me})"),
        (rf"{SAYER}gives? {N} {WHAT} to (?:the )?(?P<next>next|previous) player",
         "subtract {n} from {what}({me})|add {n} to {what}({next}({me}))"),
        (rf"{SAYER}gives? {N} {WHAT} to {OTHER}",
         "{choose} q from players except {{{me}}}|subtract {n} from {what}({me})|"
         "add {n} to {what}(q)"),
        (rf"{SAYER}deals? {N} (?:points? of )?damage(?: to {OTHER})?",
         "{choose} q from players except {{{me}}}|subtract {n} from {life}(q)"),
        (rf"{SAYER}steals? {N} {WHAT}(?: from {OTHER})?",
         "{choose} q from players except {{{me}}}|subtract {n} from {what}(q)|"
         "add {n} to {what}({me})"),
        # cards
        (rf"{SAYER}(?:draws?|takes?) {N} (?:more )?cards?{OF_PILE}",
         "move {top} to {hand}({me})"),
        (rf"{SAYER}(?:draws?|takes?) (?:the )?top card{OF_PILE}",
         "move top({pile}) to {hand}({me})"),
        (rf"{SAYER}(?:discards?|trash(?:es)?) (?:your|his|her|their)(?: whole| entire)? hand",
         "move {hand}({me}) to {discards}"),
        (rf"{SAYER}(?:discards?|trash(?:es)?) all (?:the |your |of your )?cards(?: in your hand)?",
         "move {hand}({me}) to {discards}"),
        (rf"{SAYER}(?:discards?|trash(?:es)?|loses?) (?:an?|one|1)(?: random card| card at random)",
         "pick c from {hand}({me}) by chance|move c to {discards}"),
        (rf"{SAYER}(?:discards?|trash(?:es)?) (?:a|an|one|1) card(?: from (?:your|his) hand)?",
         "{choose} c from {hand}({me})|move c to {discards}"),
        (rf"{SAYER}(?:discards?|trash(?:es)?) {N} cards(?: from (?:your|his) hand)?",
         "{choose} {n} cs from {hand}({me})|move cs to {discards}"),
        (rf"{SAYER}(?:discards?|trash(?:es)?) up to {N} cards(?: from (?:your|his) hand)?",
         "{choose} up to {n} cs from {hand}({me})|move cs to {discards}"),
        (r"(?:discard|trash|destroy|sacrifice|remove|bin|exhaust) (?:this|it)(?: card)?"
         r"(?: from the game)?", "move this to {discards}"),
        (r"(?:return|take|put) (?:this|it)(?: card)? (?:back )?(?:in)?(?:to)? (?:your|his) hand",
         "move this to {hand}({me})"),
        (r"(?:put|place|keep|lay|play|leave) (?:this|it)(?: card)? (?:face up )?"
         r"(?:in front of you|before you|into play|on the table|in play|in your area)",
         "move this to {front}({me})"),
        (rf"{SAYER}plays? (?:another|a|one more) card", "{choose} c from {hand}({me})|perform c"),
        (rf"{SAYER}search(?:es)? (?:the |your )?\w+(?: pile)? for (?:a|an|one|1) \w+.*",
         "reveal {pile} to {me}|{choose} c from {pile}|move c to {hand}({me})|shuffle {pile}"),
        (rf"{SAYER}(?:shuffles?|puts?|returns?) your hand (?:back )?(?:in)?to (?:the |your )?"
         r"(?:\w+)(?: pile)?", "move {hand}({me}) to {pile}|shuffle {pile}"),
        (r"(?:re)?shuffle (?:the |your )?discards?(?: pile)?(?: (?:in)?to (?:the |your )?\w+)?",
         "move {discards} to {pile}|shuffle {pile}"),
        (r"(?:re)?shuffle (?:the |your )?(?:deck|draw pile|library|stock)", "shuffle {pile}"),
        (rf"{SAYER}(?:look|peek) at (?:the )?(?:top|first) {N} cards?{OF_PILE}",
         "reveal {top} to {me}"),
        (rf"{SAYER}(?:look|peek) at (?:the )?(?:top|first) card{OF_PILE}",
         "reveal top({pile}) to {me}"),
        (rf"{SAYER}(?:look|peek) at {OTHER}'?s? (?:hand|cards)",
         "{choose} q from players except {{{me}}}|reveal {hand}(q) to {me}"),
        (rf"{SAYER}(?:reveals?|shows?) (?:your|his|her|their) hand(?: to .*)?",
         "reveal {hand}({me})"),
        (rf"{SAYER}(?:reveals?|shows?|turn over) (?:the )?top card{OF_PILE}", "reveal top({pile})"),
        (rf"{SAYER}steals? (?:a|one|1)(?: random)? card(?: from {OTHER})?(?: at random)?",
         "{choose} q from players where q is not {me} and {hand}(q) is not empty|"
         "pick c from {hand}(q) by chance|move c to {hand}({me})"),
        (rf"{SAYER}(?:swaps?|exchanges?|trades?) (?:your )?hands? with {OTHER}(?:'s hand)?",
         "{choose} q from players except {{{me}}}|swap {hand}({me}) with {hand}(q)"),
        # players
        (rf"{SAYER}chooses? (?:another player|an? (?:other player|opponent)|one opponent)",
         "{choose} q from players except {{{me}}}"),
        (rf"{SAYER}chooses? (?:a|any|one) player", "{choose} q from players"),
        (rf"{SAYER}chooses? (?:a|one|1) card(?: from (?:your|his) hand)?",
         "{choose} c from {hand}({me})"),
        (r"(?:the )?player with (?:the )?(?:most|highest|biggest) (?:number of )?(?P<what>\w+)"
         r" wins(?: the game)?", "(players with highest {what}(it)) win"),
        (r"(?:the )?player with (?:the )?(?:least|fewest|lowest|smallest) (?P<what>\w+)"
         r" wins(?: the game)?", "(players with lowest {what}(it)) win"),
        (r"(?:then )?(?:you )?wins?(?: the (?:game|match))?", "{me} {wins}"),
        (r"nothing (?:else )?(?:happens|more)", "nothing"),
        (r"end (?:your|the|this|his) turn(?: now| immediately)?", "end turn"),
        # dice and coins
        (r"(?:roll|throw)s? (?:a|an|one|the|1) (?:die|dice|d\d+)", "roll {die} as face"),
        (rf"(?:roll|throw)s? {N} (?:dice|d\d+),?(?: and| then) (?:add|sum|total)\b.*",
         "roll {n} {die} as faces|let total = sum of faces"),
        (rf"(?:roll|throw)s? {N} (?:dice|d\d+)", "roll {n} {die} as faces"),
    )
)  # fmt: skip
"""What a sentence says, and its lines, parted by `|`."""

NOTES: tuple[tuple[re.Pattern[str], str, str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), lines, note)
    for pattern, lines, note in (
        (r"(?:flip|toss|throw) (?:a|the|one) coin\b.*", "roll coin as side",
         "; a coin is a die: `die coin: heads, tails` at the left margin"),
        (rf"{SAYER}(?:skips?|miss(?:es)?|loses?) (?:your|his|their|the|a)? ?(?:next )?turn",
         "add 1 to skips({me})",
         "; at the margin stands `state skips(player): 0..9 = 0`, and `turn` reads it"),
        (rf"{SAYER}gains? {N} {WHAT} (?:for each|per|for every) (?P<each>\w+)\b.*",
         "add {times}number of {hand}({me}) to {what}({me})",
         "; after `number of` stands what is counted"),
        (r"(?:(?:do|repeat) (?:this|that|it)(?: again)?(?: (?P<n>\d+) times| twice| again)?)",
         "repeat 2 times", "; what is done stands below it, further in"),
        (r"limit:? (?:once|one|1|one time) (?:per|each|every|a) (?P<per>\w+)", "limit 1 per {per}",
         "; it stands first below `play`"),
    )
)  # fmt: skip
"""Sentences with lines that want something more, which the note says."""

EVERYBODY = re.compile(
    r"(?:(?:each|every|all)(?: of the)?(?P<other> other)?(?: players?| opponents?)"
    r"|everyone|everybody)"
    r"(?P<else> else)? (?:must )?(?P<rest>\w.*)",
    re.IGNORECASE,
)
BEST = re.compile(
    r"(?:the )?players? with (?:the )?(?P<way>most|highest|least|fewest|lowest) (?P<what>\w+) "
    r"(?P<rest>\w.*)",
    re.IGNORECASE,
)
POOR = re.compile(
    rf"if you have (?:(?P<way>at least|more than|at most|less than|fewer than|exactly) )?{N}"
    r"(?P<more> or more)? (?:of )?(?P<what>[^\W\d]\w*)(?P<later> or more)?(?: in hand)?[,:]?"
    r"(?: then)?(?: (?P<rest>\w.*))?",
    re.IGNORECASE,
)
PAY = re.compile(
    rf"{SAYER}may (?:pay|spend|lose|discard) {N}(?: (?P<what>(?!to\b|and\b)[^\W\d]\w*))?"
    r"(?: (?:to|and|in order to) (?P<rest>\w.*))?",
    re.IGNORECASE,
)
MAY = re.compile(rf"{SAYER}may (?P<rest>(?!do\b|choose\b)\w.*)", re.IGNORECASE)
UNTIL = re.compile(
    r"until (?:the )?end of (?:(?:the|this|your|that) )?(?P<what>turn|round|phase)s?,?"
    r"(?: (?P<rest>\w.*))?",
    re.IGNORECASE,
)
EITHER = re.compile(
    rf"(?:{SAYER}chooses? one(?: of)?(?: the following)?:? |either )"
    r"(?P<one>.+?),? or (?P<other>.+)",
    re.IGNORECASE,
)
JOINT = re.compile(r"(?:,? and then |,? then |,? and |[;.,] )", re.IGNORECASE)
SIGNS = {
    "more than": ">",
    "at most": "<=",
    "less than": "<",
    "fewer than": "<",
    "exactly": "is",
}
LASTING = "; below it stand effects: `modify …`, `after …`"


def lines_for(said: str, known: Vocabulary, depth: int = DEEP) -> Iterator[Lines]:
    """The lines that do what a sentence says, with what is still to do."""
    plain = said.strip().rstrip(".!")
    for pattern, lines in SAYINGS:
        found = pattern.fullmatch(plain)
        if found:
            yield _filled(lines, found, known), ""
    for pattern, lines, note in NOTES:
        found = pattern.fullmatch(plain)
        if found:
            yield _filled(lines, found, known), note
    if depth:
        yield from _composed(plain, known, depth - 1)


def _filled(lines: str, found: re.Match[str], known: Vocabulary) -> tuple[str, ...]:
    """Lines with the names of the rulebook in them."""
    groups = found.groupdict()
    said = groups.get("what") or groups.get("own") or "points"
    count = number(groups.get("n") or "a")
    names = {
        **groups,
        "n": count,
        "times": "" if count == "1" else f"{count} * ",
        "top": f"top({known.pile()})" if count == "1" else f"top({known.pile()}, {count})",
        "what": known.counter(said),
        "life": known.life(),
        "front": known.front(),
        "me": known.me,
        "choose": "choose" if known.me == "you" else f"{known.me} chooses",
        "wins": "win" if known.me == "you" else "wins",
        "pile": known.pile(),
        "hand": known.hand(),
        "discards": known.discards(),
        "die": known.die(),
    }
    return tuple(line.format_map(names) for line in lines.split("|"))


def _composed(said: str, known: Vocabulary, depth: int) -> Iterator[Lines]:
    """Sentences with a sentence in them."""
    found = EVERYBODY.fullmatch(said)
    if found:
        who = f" except {{{known.me}}}" if found["other"] or found["else"] else ""
        name = "p" if known.me != "p" else "q"
        yield from _under(f"for each {name} in players{who}", found, evolve(known, me=name), depth)
    found = BEST.fullmatch(said)
    if found:
        way = "highest" if found["way"].lower() in ("most", "highest") else "lowest"
        name = "p" if known.me != "p" else "q"
        counted = _counted(found["what"], "it", known)
        head = f"for each {name} in players with {way} {counted}"
        yield from _under(head, found, evolve(known, me=name), depth)
    found = POOR.fullmatch(said)
    if found:
        yield from _under(f"if {_condition(found, known)}", found, known, depth)
    found = EITHER.fullmatch(said)
    if found:
        yield from _either(found["one"], found["other"], known, depth)
    for joint in JOINT.finditer(said):
        yield from _both(said[: joint.start()], said[joint.end() :], known, depth)
    found = UNTIL.fullmatch(said)
    if found:
        yield (f"until {found['what'].lower()} ends",), LASTING
    found = PAY.fullmatch(said)
    if found:
        yield from _paid(found, known, depth)
    found = MAY.fullmatch(said)
    if found:
        for lines, note in lines_for(found["rest"], known, depth):
            yield _offered("do_it", lines, known), note


def _both(one: str, other: str, known: Vocabulary, depth: int) -> Iterator[Lines]:
    """`gain 2 coins and draw a card`."""
    for first, note in lines_for(one, known, depth):
        for second, more in lines_for(other, known, depth):
            yield first + second, note + more


def _either(one: str, other: str, known: Vocabulary, depth: int) -> Iterator[Lines]:
    """`choose one: gain 2 coins or draw a card`."""
    head = "choose one of" if known.me == "you" else f"{known.me} chooses one of"
    for first, note in lines_for(one, known, depth):
        for second, more in lines_for(other, known, depth):
            if len(first) == len(second) == 1:
                branches = (f"    this_one: {first[0]}", f"    the_other: {second[0]}")
                yield (head, *branches), note + more


def _under(head: str, found: re.Match[str], known: Vocabulary, depth: int) -> Iterator[Lines]:
    """A head, and below it what the rest of the sentence says."""
    if not found["rest"]:
        yield (head,), "; what is done then stands below it, further in"
        return
    for lines, note in lines_for(found["rest"], known, depth):
        yield (head, *(f"    {line}" for line in lines)), note


def _condition(found: re.Match[str], known: Vocabulary) -> str:
    way = (found["way"] or "at least").lower()
    counted = _counted(found["what"], known.me, known)
    return f"{counted} {SIGNS.get(way, '>=')} {number(found['n'])}"


def _counted(what: str, who: str, known: Vocabulary) -> str:
    if what.lower() in ("card", "cards"):
        return f"number of {known.hand()}({who})"
    return f"{known.counter(what)}({who})"


def _paid(found: re.Match[str], known: Vocabulary, depth: int) -> Iterator[Lines]:
    counter = f"{known.counter(found['what'] or 'coins')}({known.me})"
    price = number(found["n"])
    payment = f"subtract {price} from {counter}"
    for lines, note in lines_for(found["rest"] or "nothing happens", known, depth):
        rest = () if lines == ("nothing",) else lines
        yield _offered(f"pay if {counter} >= {price}", (payment, *rest), known), note


def _offered(branch: str, lines: tuple[str, ...], known: Vocabulary) -> tuple[str, ...]:
    """A menu of one thing to do, and of leaving it."""
    head = "choose one of" if known.me == "you" else f"{known.me} chooses one of"
    if len(lines) == 1:
        return (head, f"    {branch}: {lines[0]}", "    pass: nothing")
    inside = tuple(f"        {line}" for line in lines)
    return (head, f"    {branch}", *inside, "    pass: nothing")
