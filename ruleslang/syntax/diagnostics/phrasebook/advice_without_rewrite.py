"""Phrases that no rewrite can replace, each with advice in words."""

from __future__ import annotations

import re
from functools import cache

from attrs import frozen

from ruleslang.syntax.diagnostics.phrasebook.rewrites.row import Place


@frozen
class Advice:
    """
    A phrase, and what to do about it.

    `before` is what stands before it in its line. `help` is a template, whose names in braces are
    groups of the pattern. `example` is a line that the row knows, in a place of that kind.
    """

    pattern: str
    help: str
    place: Place
    example: str
    before: str = ""

    def for_phrase(self, before: str, rest: str) -> str | None:
        """The help for a phrase at the beginning of `rest`; None where the row does not know it."""
        found = _compiled(self.pattern).match(rest)
        if not found or not _compiled(self.before).search(before):
            return None
        return self.help.format(**found.groupdict()) if found.groupdict() else self.help


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Patterns are compiled when a text has a mistake, not when the room is imported."""
    return re.compile(pattern, re.IGNORECASE)


PHRASE = r"(?:=|\bof|\bin|\bis|[+<>])\s+[^()]*(?:\(.*\))?\s*$"  # where a value is being written
CONDITION = r"\b(?:if|when|where|while|until|and|or)\b.*[\w)]\s+$"
PHRASES: tuple[Advice, ...] = (
    Advice(
        r"at random\b",
        "write `by chance` at the end of the line",
        "statement",
        "pick c at random from hand(p)",
        before=r"^\s*pick\b(?!.* from )",
    ),
    Advice(
        r"at random\b",
        "write `by chance`",
        "statement",
        "pick c from hand(p) at random",
        before=r"\bpick\b",
    ),
    Advice(
        r"at\s+least\s+(?P<n>\w+)",
        "write `>= {n}`",
        "statement",
        "if score(p) at least 3: stop",
        before=CONDITION,
    ),
    Advice(
        r"at\s+most\s+(?P<n>\w+)",
        "write `<= {n}`",
        "statement",
        "if score(p) at most 3: stop",
        before=CONDITION,
    ),
    Advice(
        r"other than (?P<who>\w+)",
        "write `players except {{{who}}}`",
        "statement",
        "p chooses q from players other than p",
        before=r"\bplayers\s*$",
    ),
    Advice(
        r"(?:or|and)\s+(?P<other>\w+)",
        "write `must do one of …, {other}`",
        "statement",
        "p must do lay and pay",
        before=r"\bmust do \w+\s*$",
    ),
    Advice(
        r"",
        "write `for each p in players`",
        "statement",
        "for each player: draw(p)",
        before=r"\bfor each players?\s*$",
    ),
    Advice(
        r"as\s+far\s+as\b",
        "put all of it in brackets: `(… as far as …)`",
        "statement",
        "let s = pile as far as rank(it) < 3",
        before=PHRASE,
    ),
    Advice(
        r"spread\s+by\b",
        "put all of it in brackets: `(… spread by …)`",
        "statement",
        "let s = hand(p) spread by suit(it)",
        before=PHRASE,
    ),
    Advice(
        r"where\b",
        "put all of it in brackets: `(… where …)`",
        "statement",
        "let s = hand(p) where rank(it) > 3",
        before=PHRASE,
    ),
    Advice(
        r"(?P<then>ranked\s+by|with\s+(?:high|low)est|spread\s+by|as\s+far\s+as)\b",
        "put the first part in brackets of its own: `((… where …) {then} …)`",
        "statement",
        "let s = (hand(p) where rank(it) > 3 ranked by highest rank(it))",
        before=r"\(.*\bwhere\b.*$",
    ),
    Advice(
        r"spread\b",
        "write `spread by`",
        "statement",
        "let s = (hand(p) spread suit(it))",
        before=r"\(.*$",
    ),
    Advice(
        r"(?:until|while|as\s+long\s+as)\b",
        "write `as far as`, and what must hold of `it`",
        "statement",
        "let s = (top(pile, 3) until it is red)",
        before=r"\(.*\)\s*$",
    ),
)
"""Asked where reading stopped, of what stands from there on."""

SENTENCES: tuple[Advice, ...] = (
    Advice(
        r"(?:and |then )?if (?:you|he|she|they) (?:do|did|does|don't|do not)\b",
        "what is done then stands below the line that offers it: `p may do A`, or the branch"
        " of `choose one of`",
        "play",
        "if you do so then gain 2 coins",
    ),
    Advice(
        r"counter (?:target|a|the|that)\b|cancel (?:a|the|that|target)\b",
        "what is answered is cancelled: `play in reply(pending)`, below it `cancel pending`;"
        " `reply` is a window",
        "play",
        "counter target spell now",
    ),
    Advice(
        r"(?:un)?tap\b|exhaust\b|ready\b|turn .* sideways|flip .* over",
        "how a card stands is a state of it: `state tapped(card): yes or no = no`; then"
        " `set tapped(c) to yes`",
        "play",
        "tap this card",
    ),
    Advice(
        r"(?:each|every|all) players? (?:in turn )?(?:takes?|gets?|has|have) (?:an? |their )?"
        r"turns?\b|(?:players|they) (?:take|alternate) turns\b|play (?:passes|proceeds|goes)\b",
        "turns are `take turns p among players`, and below it what each does: `turn(p)`",
        "play",
        "each player takes a turn",
    ),
    Advice(
        r".*\b(?:starts|begins|goes first|leads)$",
        "who begins is named or picked: `pick first_player from players by chance`, then"
        " `take turns p among players starting with first_player`",
        "play",
        "the youngest player starts",
    ),
    Advice(
        r"(?:it is|it's|this is) .* turn",
        "`take turns p among players` gives each a turn; whose it is, is `active`",
        "play",
        "it is the turn of p",
    ),
    Advice(
        r"(?:at|when|whenever|each time|every time|after|before|during)\b",
        "when something happens stands at the left margin, or on a card below"
        " `while in front(you)`: `after turn(you)`",
        "play",
        "whenever somebody sneezes",
    ),
    Advice(
        r"gains? (?:an?|one|another) (?:\w+ )?card\b",
        "a card is taken from a zone: `choose c from supply where price(c) <= 4`, then"
        " `move c to discards`",
        "play",
        "gain another card",
    ),
)
"""Asked of a whole line in plain words."""
