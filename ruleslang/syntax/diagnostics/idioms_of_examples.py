"""What people write by habit in an example: of who may do, play, choose and decline what."""

from __future__ import annotations

import re
from collections.abc import Callable

Found = re.Match[str]
Idiom = tuple[re.Pattern[str], str | Callable[[Found], str]]

NAME = r"[^\W\d]\w*"
THING = rf"{NAME}(?:\([^()]*\))?"
DEED = r"(?=(?:do|play|choose|decline)\b)"
ALL = r"(?:both|all|everyone|everybody|each|(?:all|both)(?: the)? players|each player)"
SECRETLY = r"(?:secretly|in secret|simultaneously|at once|at the same time|blindly|unseen)"


def _named_together(found: Found) -> str:
    names = re.split(r",? and |, ", found[2])
    return f"{found[1]}{{{', '.join(names)}}} choose together"


def _won(found: Found) -> str:
    """
    Who has won, as an example says it of a match that is over.

    >>> _won(re.match("(then )(p1 and p2) win", "then p1 and p2 win"))
    'then winners is {p1, p2}'
    """
    who = found[2]
    if who == "nobody":
        return f"{found[1]}winners is empty"
    names = re.split(r",? and |, ", who)
    return f"{found[1]}winners is {who if who == 'players' else '{' + ', '.join(names) + '}'}"


WORDS: tuple[Idiom, ...] = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (rf"^(\s*then )({THING}) only (sees? )", r"\1only \2 \3"),
        (
            rf"^(\s*then )({THING}(?:(?:, |,? and ){THING})*) (?:wins?|has won|have won)\b",
            _won,
        ),
        (
            rf"^(\s*when {THING} does {NAME}|\s*then {THING} may (?:not )?do {NAME})"
            r"\(((?:[^()]|\([^()]*\))+)\)",
            r"\1 choosing \2",
        ),
        (
            rf"^(\s*then {THING} may (?:not )?)(?!do\b|play\b|choose\b|decline\b)({NAME}) (\S.*)$",
            r"\1do \2 choosing \3",
        ),
        (rf"^(\s+{THING}) (?:passes|refuses|abstains)$", r"\1 declines"),
        (r"^(\s+rolling) [{(\[](.*)[})\]]$", r"\1 \2"),
        (rf"^(\s+)({THING} (?:is|>|<|>=|<=) \S.*)$", r"\1then \2"),
        (
            rf"^(\s*then {THING}) (?:cannot|can not|can[’']t|must not|may never) {DEED}",
            r"\1 may not ",
        ),
        (rf"^(\s*then {THING}) (?:can|could|is allowed to|is able to) {DEED}", r"\1 may "),
        (
            rf"^(\s*then {THING}) is asked (?:about |for |to choose |whether )?(?=\w)",
            r"\1 may choose ",
        ),
        (rf"^(\s*then {THING} may (?:not )?choose):\s*(?=\S)", r"\1 "),
        (
            rf"^(\s*then {THING} may (?:not )?(?:play|do) {THING}) (?:with|using|for|at|on) (?=\w)",
            r"\1 choosing ",
        ),
        (rf"^(\s*)then ({THING} (?:chooses|declines)\b)(?! together)", r"\1\2"),
        (rf"^(\s*)then ({THING} (?:plays|does) )", r"\1when \2"),
        (rf"^(\s*)({THING} may (?:not )?(?:choose|play|do|decline)\b)", r"\1then \2"),
        (
            rf"^(\s*then ){ALL} (?:chooses?|answers?|decides?)(?: together| {SECRETLY})$",
            r"\1players choose together",
        ),
        (
            rf"^(\s*then )({THING}(?:(?:, |,? and ){THING})+) (?:choose|answer|decide)"
            rf"(?: together| {SECRETLY})$",
            _named_together,
        ),
        (
            rf"^(\s*then \S.*?) (?:chooses?|answers?|decides?) (?:together|{SECRETLY})$",
            r"\1 choose together",
        ),
    )
)
