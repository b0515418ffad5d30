"""When something happens, as sentences of cards have it: `at the end of your turn`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ruleslang.syntax.diagnostics.phrasebook.declared_names import Vocabulary

Lines = tuple[tuple[str, ...], str]

WHEN = r"(?:when|whenever|if|each time|every time|any time|as soon as|after|once|upon|on|before)"
OTHER = r"(?:another player|an? opponent|your opponent|opponents?|other players?|someone else)"
ANYBODY = r"(?:a player|any player|players|someone|anyone|anybody|somebody|each player|everyone)"
BELOW = "; what happens then stands below it, further in"
BEGIN = r"(?:start|beginning|begin|outset)"
OWNER = r"(?:the|a|each|every|any|this|that|your|his|their|next|another player's|the current)"

TIMES = re.compile(
    rf"(?:(?:at|on|by|upon) )?(?:the )?(?P<edge>{BEGIN}|end) of (?:(?P<whose>{OWNER}) )?"
    r"(?:next )?(?P<what>\w+)\b(?P<rest>.*)",
    re.IGNORECASE,
)
STARTS = re.compile(
    rf"(?:at |when(?:ever)? |once |as soon as |each time |every time )(?:(?P<whose>{OWNER}) )?"
    r"(?P<what>(?!you\b|p\b|game\b|match\b)\w+)(?P<rest> ?\(\w+\))? "
    r"(?P<edge>starts?|begins?|ends?|is over|is finished|finishes)",
    re.IGNORECASE,
)
DONE = re.compile(
    rf"(?P<when>{WHEN}) (?:(?P<you>you)|(?P<other>{OTHER})|(?P<any>{ANYBODY})) "
    r"(?P<verb>[^\W\d]\w*)\b(?P<rest>.*)",
    re.IGNORECASE,
)
SUFFERED = re.compile(
    rf"(?P<when>{WHEN}) (?P<what>this(?: card)?|it|an? \w+|any \w+) (?:is|gets|was|are) "
    r"(?P<verb>[^\W\d]\w*ed)\b(?P<rest>.*)",
    re.IGNORECASE,
)
PLAYED = re.compile(
    r"(?:when|if|after|once|on|upon) (?:(?:you )?play(?:ed|ing)?(?: (?:this|it)(?: card)?)?"
    r"|this(?: card)? is played)\s*(?:[,:].*)?",
    re.IGNORECASE,
)
COSTS = re.compile(
    r"(?:(?P<this>this(?: card)?|it) |(?:(?:all |each |every )?(?P<your>your )?\w+ ))?"
    r"costs? (?:you )?(?P<n>\d+) (?:\w+ )?"
    r"(?P<way>less|fewer|more|lower|higher|cheaper)\b(?P<rest>.*)",
    re.IGNORECASE,
)
GROWS = re.compile(
    r"(?:(?P<your>your) |the |all |every |each )?(?:\w+ (?=(?:is|are) worth))?"
    r"(?P<value>[^\W\d]\w*(?: \w+)??) (?:is |are )?(?:(?:increased|increases?|raised|grows?|reduced"
    r"|decreased|decreases?|lowered) by )?(?P<n>\d+)(?: \w+)?? ?"
    r"(?P<way>less|fewer|more|lower|higher|greater|bigger|smaller)?"
    r"(?P<rest>(?: (?:for|while|during)\b.*)?)",
    re.IGNORECASE,
)
PLUS = re.compile(
    r"(?P<your>you (?:get|have|gain) )?(?P<sign>[+-]) ?(?P<n>\d+)(?: to(?: your)?)? (?P<value>\w+)",
    re.IGNORECASE,
)
RATHER = re.compile(r"instead of (?P<verb>\w+ing)\b(?P<rest>.*)", re.IGNORECASE)
COUNTS = re.compile(
    r"(?:this(?: card)? |it )?(?:also )?counts? as (?:an? |\d+ )?(?P<as>\w+)(?P<rest>.*)",
    re.IGNORECASE,
)
HIM = re.compile(r"\b(?:he|she|they|him|her|them|his|their|p)\b", re.IGNORECASE)
NAMING = "; `{}` gives the player a name"
LESS = frozenset({"less", "fewer", "lower", "cheaper", "smaller"})
NO_DEEDS = frozenset({"have", "has", "are", "is", "own", "owns", "can", "cannot", "may", "must"})
OVER = frozenset({"game", "match"})


def lines_for(said: str, known: Vocabulary) -> Iterator[Lines]:
    """The heads that say when something happens, with what is still to do."""
    if PLAYED.fullmatch(said):
        yield ("play",), BELOW
    for pattern, say in EVENTS:
        found = pattern.fullmatch(said)
        if found:
            yield from say(found, known)


def _time(found: re.Match[str], known: Vocabulary) -> Iterator[Lines]:
    what = found["what"].lower()
    if what in OVER:
        note = "; points at the end are part of what is counted then"
        yield (f"modify {_score(known)}({known.me}): +1",), note
        return
    yield (_moment(found, known),), BELOW


def _starts(found: re.Match[str], known: Vocabulary) -> Iterator[Lines]:
    """`when turn(p) starts`."""
    yield (_moment(found, known),), BELOW


def _moment(found: re.Match[str], known: Vocabulary) -> str:
    """The beginning or the end of a phase."""
    what = found["what"].lower()
    word = "before" if found["edge"].lower().startswith(("start", "begin", "outset")) else "after"
    mine = (found["whose"] or "").lower() == "your"
    mine = mine and (known.is_done_to(what) or not known.declares(what))
    return f"{word} {what}({known.me})" if mine else f"{word} {what}{_about(found, known)}"


def _about(found: re.Match[str], known: Vocabulary) -> str:
    """The player in brackets behind a phase, unless the phase is declared without one."""
    what, about = found["what"], re.match(r" ?(\(\w+\))", found["rest"] or "")
    return about[1] if about and (known.is_done_to(what) or not known.declares(what)) else ""


def _done(found: re.Match[str], known: Vocabulary) -> Iterator[Lines]:
    if found["verb"].lower() in NO_DEEDS:
        return
    word = "before" if found["when"].lower() == "before" else "after"
    deed, to = known.deed(found["verb"]), known.is_done_to(known.deed(found["verb"]))
    me = known.me
    if found["you"]:
        yield (f"{word} {deed}({me})" if to else f"{word} {deed} by {me}",), BELOW
    elif found["other"] and me == "you":
        who = f"{deed}(p)" if to else f"{deed} by p"
        yield (f"{word} {who} where p is not you",), BELOW
    if HIM.search(found["rest"]):
        yield (f"{word} {deed}(p)" if to else f"{word} {deed} by p",), BELOW
    yield (f"{word} {deed}",), NAMING.format(f"{deed}(p)" if to else f"{deed} by p") + BELOW


def _suffered(found: re.Match[str], known: Vocabulary) -> Iterator[Lines]:
    deed = known.deed(found["verb"])
    about = "(this)" if found["what"].lower().startswith(("this", "it")) else ""
    yield (f"after {deed}{about}",), BELOW


def _costs(found: re.Match[str], known: Vocabulary) -> Iterator[Lines]:
    """`this card costs 2 less`; what is paid is a value of one or several places."""
    about = "(this)" if found["this"] else ""
    yield from _modified(_price(known), about, found, found["way"])


def _grows(found: re.Match[str], known: Vocabulary) -> Iterator[Lines]:
    """`your income is 1 higher`, `every gem is worth 1 more`."""
    fewer = re.search(r"\b(reduced|decreased?s?|lowered)\b", found[0], re.IGNORECASE)
    more = re.search(r"\b(increase|raise|grow)", found[0], re.IGNORECASE)
    if not (fewer or more or found["way"]):
        return
    way = "less" if fewer else found["way"] or "more"
    value = found["value"].replace(" ", "_").removeprefix("is_").removeprefix("are_")
    yield from _modified(value, f"({known.me})" if found["your"] else "", found, way)


def _gets(found: re.Match[str], known: Vocabulary) -> Iterator[Lines]:
    """`you get +1 income`."""
    way = "more" if found["sign"] == "+" else "less"
    yield from _modified(found["value"], f"({known.me})" if found["your"] else "", found, way)


def _rather(found: re.Match[str], known: Vocabulary) -> Iterator[Lines]:
    """`instead of drawing, gain 1 coin`."""
    deed, me = known.deed(found["verb"]), known.me
    yield (
        (f"instead of {deed}({me})" if known.is_done_to(deed) else f"instead of {deed} by {me}",),
        BELOW,
    )


def _counts(found: re.Match[str], known: Vocabulary) -> Iterator[Lines]:
    """`counts as a gem`."""
    note = "; `counts_as` is a value of yours, of a card, and what it says otherwise is its field"
    yield (f"modify counts_as(this): becomes {found['as']}",), note


def _modified(value: str, about: str, found: re.Match[str], way: str) -> Iterator[Lines]:
    sign = "-" if way.lower() in LESS else "+"
    note = f"; `{value}` must be a `value`: fields and states cannot be modified"
    yield (f"modify {value}{about}: {sign}{found['n']}",), note


def _price(known: Vocabulary) -> str:
    values = known.named("value")
    return next((each for each in values if each in ("price", "cost")), "price")


def _score(known: Vocabulary) -> str:
    values = known.named("value")
    return next((each for each in values if "score" in each or "points" in each), "score")


EVENTS: tuple[
    tuple[re.Pattern[str], Callable[[re.Match[str], Vocabulary], Iterator[Lines]]], ...
] = (
    (TIMES, _time),
    (STARTS, _starts),
    (DONE, _done),
    (SUFFERED, _suffered),
    (COSTS, _costs),
    (GROWS, _grows),
    (PLUS, _gets),
    (RATHER, _rather),
    (COUNTS, _counts),
)
"""What tells a sentence, and what is made of it."""
