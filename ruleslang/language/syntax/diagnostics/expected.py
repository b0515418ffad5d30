"""The general diagnostic: what was met, and what was expected."""

from __future__ import annotations

import re

from ruleslang.language.syntax import keywords
from ruleslang.language.syntax.diagnostics.hints_by_place import hint
from ruleslang.language.syntax.diagnostics.unknown_declarations import MARK
from ruleslang.language.syntax.parse_failure import Failure, quoted, reads_with
from ruleslang.source.diagnostic import Diagnostic, Help, error
from ruleslang.source.fix import Proposal

SHOWN = 4
ROOM = 20  # letters of words shown before the rest is elided
BRACKETS = ("(", "{", "[")
SIGNS = ("+", "-", "*", "/")
UNBRACKETED = re.compile(r"(?:as far as|spread by|where)\b")
IN_A_VALUE = re.compile(
    r"(?:=|\bof|\bin|\bis|[+<>])\s+[^()]*(?:\([^()]*\))?\s*(?:as far|spread|where)"
)
COUNTED = re.compile(r".*\bnumber of \w+ in (\w+(?:\([^()]*\))?)")
FOLD = re.compile(r"\b(?P<word>set|sum|highest|lowest) of\b(?!.*\bover\b)")
OPERATORS = frozenset(
    {
        "+", "-", "*", "/", "..", "CMP", "_AS_USUAL", "_AS_FAR_AS", "_UP_TO_AND_WITH",
        "_SPREAD_BY", "after", "except", "is", "and", "or", "when", "where", "with", "ranked",
        "rounded", "over", "(", "lang",
    }
)  # fmt: skip
TERMINALS = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in quotes",
    "RULE_ID": "a citation",
    "COPIES": "copies such as `x4`",
    "CELL": "a cell",
    "EOL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "a declaration",
    "CMP": "a comparison",
    "_AS_USUAL": "`as usual`",
    "_AS_FAR_AS": "`as far as`",
    "_UP_TO_AND_WITH": "`up to and with the first where`",
    "_SPREAD_BY": "`spread by`",
    "_ZONE_OF": "`zone of`",
}


def unexpected(failure: Failure) -> Diagnostic:
    """An unexpected token; all other diagnostics are more specific."""
    expected = describe(failure.expected)
    listed = " or ".join([", ".join(expected[:-1]), expected[-1]]).removeprefix(" or ")
    return error(
        "unexpected", failure.here(), f"{_met(failure)} {listed} is expected", help=_help(failure)
    )


def _help(failure: Failure) -> Help:
    """The line to write, if the meaning is clear."""
    if failure.is_long:
        return "write it in shorter lines: what is wrong in one as long as this is not looked for"
    if failure.met in BRACKETS and failure.offset == failure.line_start:
        return (
            "this looks like another language: here a line begins with a word, as `card` or `zone`"
        )
    if failure.met and failure.offset == failure.line_start and not failure.met[0].isalpha():
        return MARK
    part = UNBRACKETED.match(failure.rest)
    if part and IN_A_VALUE.search(failure.line):
        return f"put all of it in brackets: `(… {part[0]} …)`"
    counted = COUNTED.match(failure.line) if failure.met == "in" else None
    if counted:
        of = counted[1]
        return f"those in it are counted so: `number of {of}`, `number of ({of} where …)`"
    is_in = reads_with(failure, failure.offset, failure.offset, "is ")
    if failure.met == "in" and "is" in failure.expected and is_in:
        return Proposal("write `is in`, or `is not in`", ("is in",))
    fold = FOLD.search(failure.before)
    if fold and failure.met == "over":
        return f"put all of it in brackets: `{fold['word']} of ({_joined(failure)}) over …`"
    if fold and failure.met in SIGNS and "over" in failure.expected:
        return f"put all of it in brackets: `{fold['word']} of (… {failure.met} …) over …`"
    return hint(failure)


def _joined(failure: Failure) -> str:
    """The wording for what stands before `over`, by its signs."""
    fold = FOLD.search(failure.before)
    signs = re.findall(r" ([+*/-]) ", failure.before[fold.end() :] if fold else "")
    return " ".join(["…", *(f"{sign} …" for sign in signs[:2] or ["+"])])


def describe(expected: frozenset[str]) -> list[str]:
    """
    The expected tokens, most informative first.

    Whatever only goes on with an expression is left out, unless there is nothing else.

    >>> describe(frozenset({"to", "+", "where"}))
    ['`to`']
    """
    if expected >= keywords.DECLARATIONS:
        return ["a declaration"]
    if {"language", "players"} <= expected:
        return ["a line of the header"]
    others = set(expected)
    items = []
    if {"NAME", "INT"} <= others:
        items.append("a statement" if "move" in others else "a value")
        others -= (
            keywords.EXPRESSIONS | keywords.STATEMENTS | {"NAME", "INT", "(", "{", "-", "each"}
        )
    if "EOL" in others:
        others -= {"[", "designed"}
    hooks = set() if "and" in others else {"after"}  # an operator only in an expression
    others = others - (OPERATORS - hooks) or others
    signs = sorted(TERMINALS.get(item, f"`{item}`") for item in others)
    return _few(items + signs)


def _few(items: list[str]) -> list[str]:
    """As many as a message has room for, and a mark that there are more."""
    shown = items[:SHOWN]
    while len(items) > SHOWN and sum(map(len, shown)) > ROOM:
        shown = shown[:-1]
    return items if len(items) <= SHOWN else [*shown, "another word"]


def _met(failure: Failure) -> str:
    if failure.met:
        return f"{quoted(failure.met)} stands where"
    return "the block ends where" if failure.layout == "_DEDENT" else "the line ends where"
