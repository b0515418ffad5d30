"""What to write where a line at the left margin begins with a word that begins no declaration."""

from __future__ import annotations

import re

KEPT = "what is counted is a state: `state wood(player): 0..9 = 0`"
FIXED = "what changes is a state, `state x: 0..9 = 0`; what stays the same a value, `value x = 7`"
WINNER = "who wins is said where the match ends, in a phase: `(players with highest score(it)) win`"
SETUP = "what happens before the first turn is a procedure: `procedure set_up`, called in a phase"
HOOK = "what happens with something else is a hook: `after draw`, and its lines below it"
WHENEVER = "what happens as soon as something is so: `whenever lives is 0`, and its lines below it"
SEEN = "who sees it stands at the end: `state worth(player): 1..10, seen by owner`"
MARK = "a line for people only begins with `#`; all others begin with a word, as `card` or `zone`"
PLAIN = "say it in a phase, a procedure or a card, step by step; for people only, write `#` before"
WORDS = {
    **dict.fromkeys(("token", "tokens", "resource", "resources", "counter", "track"), KEPT),
    **dict.fromkeys(("global", "int", "integer", "bool", "boolean", "float", "string"), FIXED),
    **dict.fromkeys(("version", "date", "author", "by", "copyright", "chapter", "section"), MARK),
    **dict.fromkeys(("secret", "hidden", "private", "public", "shared"), SEEN),
    **dict.fromkeys(("goal", "winner", "winning", "win", "victory", "endif", "ending"), WINNER),
    **dict.fromkeys(("setup", "start", "begin", "init", "initialize", "main"), SETUP),
    **dict.fromkeys(("on", "event", "trigger", "when"), HOOK),
    **dict.fromkeys(
        ("turn", "turns", "round", "rounds"), "a turn is a phase: `phase turn(p: player)`"
    ),
    **dict.fromkeys(("moves", "move"), "what a player may do is an action: `action draw by p`"),
}
GIVEN = re.compile(r"[^\W\d]\w*\s*=")
SENTENCE = 4  # words from which on a line without signs is one


def instead_at_the_margin(line: str) -> str | None:
    """
    What to write for a line at the margin; None when nothing is known of it.

    >>> instead_at_the_margin("MAX = 7")
    'what changes is a state, `state x: 0..9 = 0`; what stays the same a value, `value x = 7`'
    """
    if GIVEN.match(line):
        return FIXED
    found = re.match(r"[^\W\d]\w*", line)
    word = found.group().lower() if found else ""
    if word in WORDS:
        return WORDS[word]
    plain = not re.search(r"[(){}\[\]=<>|;\"]|: ?\d", line)
    return PLAIN if plain and len(line.split()) >= SENTENCE else None
