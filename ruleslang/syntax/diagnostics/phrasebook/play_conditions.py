"""When a card may be played, as sentences of cards have it: `play only if you have 3 coins`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.syntax.diagnostics.phrasebook import compound_sentences
from ruleslang.syntax.diagnostics.phrasebook.declared_names import Vocabulary
from ruleslang.syntax.diagnostics.phrasebook.event_sentences import Lines

PLAYS = r"(?:you )?(?:may |can |must )?(?:only )?(?:be )?play(?:ed)?(?: (?:this|it)(?: card)?)?"
IF = re.compile(rf"{PLAYS}(?: only)? (?:if|when) (?P<condition>\S.*)", re.IGNORECASE)
LIMITED = re.compile(
    rf"{PLAYS}(?: only| at most)? (?:once|one time) (?:per|each|every|a|in a) (?P<per>\w+)",
    re.IGNORECASE,
)
OFTEN = re.compile(
    r"(?:once|one time) (?:per|each|every|a) (?P<per>\w+)(?:\s*[:,]\s*(?P<rest>\w.*))?",
    re.IGNORECASE,
)
ANY_TIME = re.compile(
    rf"{PLAYS}(?: only)? (?:during|at any|any ?time|whenever|when|after|before|as a|in response"
    r"|as soon|on another|out of turn|at the|in reaction)\b.*",
    re.IGNORECASE,
)
OWN_TURN = re.compile(
    rf"{PLAYS}(?: only)? (?:on|in|during|at) (?:your|his|their)(?: own)? turn", re.IGNORECASE
)
WORTH = re.compile(
    r"(?:this(?: card)? is |it is |is )?worth:? (?P<n>\d+)(?: (?P<what>\w+))?", re.IGNORECASE
)
LYING = re.compile(
    r"(?:while|as long as) (?:(?:this|it)(?: card)? )?(?:(?:is|lies|stands|stays) )?"
    r"(?:in front of|before) (?:you|me|its? owner|its? player|the player)",
    re.IGNORECASE,
)


def lines_for(said: str, known: Vocabulary) -> Iterator[Lines]:
    """The lines of a card that say when and how often it can be played."""
    plain = said.rstrip(".!:")
    found = OWN_TURN.fullmatch(plain)
    if found:
        yield ("play",), "; without `in`, a card is only played when its player acts"
    found = IF.fullmatch(plain)
    if found:
        for condition in _conditions(found["condition"], known):
            yield ("play", f"    only if {condition}"), ""
    found = LIMITED.fullmatch(plain)
    if found:
        yield ("play", f"    limit 1 per {found['per']}"), ""
    found = OFTEN.fullmatch(plain)
    if found:
        yield from _limited(found, known)
    if ANY_TIME.fullmatch(plain):
        note = "; the window is the occasion, and asks who may play then"
        yield (f"play in {known.window()}",), note
    if LYING.fullmatch(plain):
        yield (f"while in {known.front()}({known.me})",), _front_missing(known)
    found = WORTH.fullmatch(plain)
    if found:
        yield (f"points: {found['n']}",), "; the kind declares it: `has points: 0..9 = 0`"


def _front_missing(known: Vocabulary) -> str:
    """What is to be declared where no zone lies before a player."""
    if known.has_front():
        return ""
    return f"; at the left margin stands `zone {known.front()}(player): cards, seen by all`"


def _conditions(said: str, known: Vocabulary) -> Iterator[str]:
    """A condition as it stands, or as a card has it."""
    yield said
    for lines, _ in compound_sentences.lines_for(f"if {said}", known):
        yield lines[0].removeprefix("if ")


def _limited(found: re.Match[str], known: Vocabulary) -> Iterator[Lines]:
    """`once per turn: gain 1 coin`."""
    limit = f"    limit 1 per {found['per']}"
    if not found["rest"]:
        yield ("play", limit), ""
        return
    for lines, note in compound_sentences.lines_for(found["rest"], known):
        yield ("play", limit, *(f"    {line}" for line in lines)), note
