"""Sentences for which there are no lines: what they come to, or where lines for others stand."""

from __future__ import annotations

import re

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.syntax import keywords
from ruleslang.syntax.diagnostics.editing import made_so
from ruleslang.syntax.parse_failure import Failure, quoted
from ruleslang.syntax.spelling import meant, reads

MEANT: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), help)
    for pattern, help in (
        (
            r"(?:and |then )?if (?:you|he|she|they) (?:do|did|does|don't|do not)\b",
            "what is done then stands below the line that offers it: `p may do A`, or the branch"
            " of `choose one of`",
        ),
        (
            r"counter (?:target|a|the|that)\b|cancel (?:a|the|that|target)\b",
            "what is answered is cancelled: `play in reply(pending)`, below it `cancel pending`;"
            " `reply` is a window",
        ),
        (
            r"(?:un)?tap\b|exhaust\b|ready\b|turn .* sideways|flip .* over",
            "how a card stands is a state of it: `state tapped(card): yes or no = no`; then"
            " `set tapped(c) to yes`",
        ),
        (
            r"(?:each|every|all) players? (?:in turn )?(?:takes?|gets?|has|have) (?:an? |their )?"
            r"turns?\b|(?:players|they) (?:take|alternate) turns\b|play (?:passes|proceeds|goes)\b",
            "turns are `take turns p among players`, and below it what each does: `turn(p)`",
        ),
        (
            r".*\b(?:starts|begins|goes first|leads)$",
            "who begins is named or picked: `pick first_player from players by chance`, then"
            " `take turns p among players starting with first_player`",
        ),
        (
            r"(?:it is|it's|this is) .* turn",
            "`take turns p among players` gives each a turn; whose it is, is `active`",
        ),
        (
            r"(?:at|when|whenever|each time|every time|after|before|during)\b",
            "when something happens stands at the left margin, or on a card below"
            " `while in front(you)`: `after turn(you)`",
        ),
        (
            r"gains? (?:an?|one|another) (?:\w+ )?card\b",
            "a card is taken from a zone: `choose c from supply where price(c) <= 4`, then"
            " `move c to discards`",
        ),
    )
)
IN_GENERAL = (
    "say it step by step, in lines with `move`, `add`, `roll`, `choose`, `if` or `for each`;"
    " for people only, write `#` before it"
)
ARTICLE = re.compile(r"(?<!\w)(?:the|an|a)[ \t]+(?=[^\W\d])", re.IGNORECASE)
FUNCTION_WORDS = frozenset(
    [
        "a",
        "an",
        "the",
        "this",
        "that",
        "these",
        "those",
        "your",
        "his",
        "her",
        "their",
        "its",
        "my",
        "our",
        "you",
        "he",
        "she",
        "they",
        "him",
        "them",
        "it",
        "is",
        "are",
        "was",
        "has",
        "have",
        "had",
        "can",
        "who",
        "which",
        "whoever",
        "everyone",
        "everybody",
        "someone",
        "somebody",
        "nobody",
        "another",
        "other",
        "target",
        "extra",
        "much",
        "many",
        "most",
        "fewest",
        "each",
        "all",
        "every",
        "any",
        "some",
        "no",
        "of",
        "to",
        "from",
        "in",
        "on",
        "at",
        "for",
        "with",
        "by",
        "into",
        "onto",
        "through",
        "until",
        "after",
        "before",
        "during",
        "as",
        "if",
        "when",
        "then",
    ]
)
LONG = 3  # words of which a sentence has at least so many
SPOKEN = 4  # small words of a condition that is none of the language
OF_A_CALL = frozenset({"chooses", "may", "must"})  # stand where a name began the line
ANSWERED = frozenset({"put", "each", "player", "players"})  # by what a short line is told


def unread_sentence(failure: Failure) -> Diagnostic | None:
    """
    A sentence in plain words, for which no lines are known.

    It must not be blamed for its first article: without it nothing is won.
    """
    said = failure.text[failure.line_start : failure.line_end].strip()
    if failure.layout not in (None, "EOL") or not failure.margin or not _is_words(said):
        return None
    help = next((help for pattern, help in MEANT if pattern.match(said)), None)
    if help is None and not _is_prose(failure, said):
        return None
    above = failure.chunk.text[: failure.line_start]
    if reads(above + failure.margin + ARTICLE.sub("", said)) or meant(failure):
        return None
    start = failure.line_start + len(failure.margin)
    return error(
        "unread-sentence",
        failure.span(start, start + len(said)),
        f"{quoted(said)} is said in plain words",
        help=help or made_so(failure, said) or IN_GENERAL,
    )


def _is_words(said: str) -> bool:
    return not re.search(r"[(){}\[\]=<>\"|*/_;]|\w\.\w", said) and len(said.split()) >= LONG


def _is_prose(failure: Failure, said: str) -> bool:
    """Whether a line, where a statement may stand, is none of the language from its beginning."""
    found = [word.lower() for word in re.findall(r"[^\W\d][\w'’]*", said)]
    small = sum(word in FUNCTION_WORDS for word in found)
    if not found or found[0] == "if":
        return small >= SPOKEN
    begun = failure.text[failure.line_start : failure.offset].strip()
    starts = not begun and ARTICLE.match(failure.rest) and "move" in failure.expected
    called = failure.expected >= OF_A_CALL and found[0] not in keywords.STATEMENTS
    return small > 0 and bool(starts or called) and not (found[0] in ANSWERED and small == 1)
