"""Helps for a line that begins with a name, by its declaration."""

from __future__ import annotations

import re

from ruleslang.syntax import keywords
from ruleslang.syntax.diagnostics.phrasebook.declared_names import is_used_elsewhere, is_whole
from ruleslang.syntax.parse_failure import Failure, hide

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


def by_declaration(failure: Failure, *, players: bool = True) -> str | None:
    """The statements that can begin with this name; None if it is undeclared."""
    found = START.match(_statement(failure))
    if not found:
        return None
    source = failure.chunk.source
    name, text = re.escape(found["name"]), f"{source.text}\n{source.beside}"
    declared = re.search(DECLARED.format(name=name), text, re.MULTILINE)
    if declared:
        return _lines_of(declared, found["name"], found["name"] + (found["about"] or ""))
    if found["about"] or not players:
        return None
    player = re.search(PLAYER.format(name=name), hide(failure.chunk.text))
    if player or re.search(SEAT.format(name=name), text, re.MULTILINE):
        return (
            f"a line about the player `{found['name']}` goes on with `chooses`, `may do`, `must do`"
            f" or `wins`; what a player has is counted or moved: `add 1 to score({found['name']})`"
        )
    return None


def of_no_declaration(failure: Failure) -> str | None:
    """That the name is undeclared, if the whole rulebook is known."""
    found = START.match(_statement(failure))
    if found and found["name"] in keywords.KEYWORDS:
        return f"`{found['name']}` begins no line here; {BEGINS}"
    if not found or not is_whole(failure) or is_used_elsewhere(failure, found["name"]):
        return None
    return f"nothing is called `{found['name']}`; {BEGINS}"


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
            lines = f"a {head}; a line that calls it holds nothing else: `{name}{about}`"
    return f"`{name}` is {lines}"
