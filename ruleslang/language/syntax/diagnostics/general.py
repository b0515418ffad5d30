"""The report about a line without a candidate: what was found, what was expected, and its form."""

from __future__ import annotations

import re

from ruleslang.language.syntax import keywords
from ruleslang.language.syntax.diagnostics import forms, general_rows
from ruleslang.language.syntax.diagnostics.forms import whole_form
from ruleslang.language.syntax.diagnostics.general_rows import HERE, ROWS, General
from ruleslang.language.syntax.diagnostics.misplaced_lines import head_above
from ruleslang.language.syntax.diagnostics.phrasebook.declared_names import (
    is_declared,
    is_used_elsewhere,
    is_whole,
)
from ruleslang.language.syntax.diagnostics.phrasebook.row import compiled
from ruleslang.language.syntax.diagnostics.prose import form_of_sentence
from ruleslang.language.syntax.diagnostics.words import MEANT, words_near
from ruleslang.language.syntax.parse_failure import WORD, Failure, quoted
from ruleslang.source.diagnostic import Diagnostic, error

SHOWN = 4
ROOM = 20  # letters of words shown before the rest is elided
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


OF_STATEMENTS = frozenset(
    {
        "action", "after", "before", "card", "check", "example", "instead", "kind", "phase",
        "procedure", "whenever",
    }
)  # fmt: skip
"""Declarations whose lines are deeds."""
ANSWERED = (
    "a line of an example begins with `given`, `rolling`, `when` or `then`; what a player answers"
    " is `p1 chooses lay, fox`"
)
OF_PLAYER = frozenset({"chooses", "may", "must"})
UNFIT = "is a word missing before it, or is there an extra one? `ruleslang explain` shows examples"


def general(failure: Failure) -> Diagnostic:
    """Return the message for a line, whatever its author intended."""
    if failure.is_long:
        help = "write shorter lines: a line this long isn't analysed"
        return error("unexpected", failure.here(), _unexpected(failure), help=help)
    line = f"{failure.before}{HERE}{failure.rest}".rstrip()
    by_row = (_of_row(failure, row, line) for row in ROWS)
    found = _of_word(failure) or next(filter(None, by_row), None)
    return found or error(
        "unexpected", failure.here(), _unexpected(failure), help=form(failure) or UNFIT
    )


def _of_sentence(failure: Failure) -> str | None:
    """Return how what a line of English words speaks of is written."""
    above = (head_above(failure) or [""])[0]
    if above in ("card", "kind", "rulebook") or not failure.margin:
        other = above == "card" and failure.first_word not in ("play", "while")
        return general_rows.ON_CARD if other else None
    head = (WORD.match(failure.text) or [""])[0]
    if head not in OF_STATEMENTS:
        return None
    behind = failure.before.partition(": ")[2] if failure.first_word in forms.HEADED else ""
    line = f"{failure.margin}{behind}{failure.rest}" if behind else failure.line
    return form_of_sentence(line, head)


def _of_row(failure: Failure, row: General, line: str) -> Diagnostic | None:
    """Return the diagnostic of a row, if it fits."""
    if not failure.expected.issuperset(row.expected.split()):
        return None
    if row.heads and (WORD.match(failure.text) or [""])[0] not in row.heads.split():
        return None
    if row.above and (head_above(failure) or [""])[0] not in row.above.split():
        return None
    found = compiled(row.pattern).search(line)
    if found is None:
        return None
    place = failure.here()
    if found.groupdict().get("at"):
        start = failure.line_start + len(line[: found.start("at")].replace(HERE, ""))
        place = failure.span(start, start + len(found["at"].replace(HERE, "")))
    help = found.expand(row.help).replace(HERE, "")
    message = row.message.format(at=place.text) or _unexpected(failure)
    return error(row.slug, place, message, help=help)


def _of_word(failure: Failure) -> Diagnostic | None:
    """Return the message for a word of another language, or for a method after a dot."""
    method = re.search(r"\.(?P<word>[^\W\d]\w*)", failure.line)
    help = general_rows.METHODS.get(method["word"].lower()) if method else None
    if method and help:
        start = failure.line_start + method.start()
        place = failure.span(start, start + len(method.group()))
        return error("dotted-name", place, "a dot joins two names", help=help)
    for word in words_near(failure):
        known = MEANT.get(word.group().lower())
        begins = failure.first and word.start() == failure.first.start()
        form = whole_form(f"{failure.margin}{known}") if known and begins else None
        help = general_rows.WORDS.get(word.group().lower()) or form
        help = (help and begins and _of_sentence(failure)) or help
        called = failure.text[word.end() : word.end() + 1] == "("
        called = called or (is_whole(failure) and is_declared(failure, word.group()))
        if help and not called and word.group() not in keywords.KEYWORDS:
            message = f"`{word.group()}` isn't a word of the language"
            return error("foreign-word", failure.span(*word.span()), message, help=help)
    return None


def _unexpected(failure: Failure) -> str:
    expected = describe(failure.expected)
    listed = " or ".join([", ".join(expected[:-1]), expected[-1]]).removeprefix(" or ")
    if failure.first_word == "die":
        listed = listed.replace("a value", "its faces")
    return f"found {_found_text(failure)}, expected {listed}"


def form(failure: Failure) -> str | None:
    """Return how a line that begins so is written, or None."""
    if failure.margin and failure.text.startswith(("option", "reading")):
        return f"a value, `*` for the usual one, and its text: `{forms.OF_OPTIONS}`"
    sentence = _of_sentence(failure)
    if sentence and not (failure.layout and whole_form(failure.line)):
        return sentence
    line = failure.line
    known = whole_form(line) if failure.before.strip() or failure.layout else None
    _, colon, statement = failure.before.partition(": ")
    if failure.first_word in forms.HEADED and colon:
        known = whole_form(f"{failure.margin}{statement}{failure.rest}") or general_rows.BEGINS
    if known:
        return f"the line is incomplete; {known}" if failure.layout else known
    if failure.margin and failure.text.startswith("example"):
        return ANSWERED
    if failure.layout:
        return "the line is incomplete: complete it, or delete it"
    return _of_name(failure) if failure.expected >= OF_PLAYER else None


def _of_name(failure: Failure) -> str:
    """Return the message for a line that begins with a name, or with no declaration's word."""
    name = failure.first_word
    if not name:
        return general_rows.BEGINS
    declared = re.search(rf"^([a-z]+) {name}\b(\()?", failure.rulebook, re.MULTILINE)
    if declared and declared[1] in general_rows.DECLARED:
        begins = re.match(rf"\s*({name}\([^()]*\))", failure.line)
        written = begins[1] if begins else name
        return f"`{name}` is {general_rows.DECLARED[declared[1]].format(name=written)}"
    if name in keywords.KEYWORDS:
        return f"`{name}` can't begin a line here; {general_rows.BEGINS}"
    if is_used_elsewhere(failure, name) and f"{name}(" not in failure.line:
        return general_rows.OF_PLAYER
    return f"nothing is called `{name}`; {general_rows.BEGINS}"


def describe(expected: frozenset[str]) -> list[str]:
    """
    Return the expected tokens, most informative first.

    Tokens that only continue an expression are left out, unless there is nothing else.

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
    return _shortened_list(items + signs)


def _shortened_list(items: list[str]) -> list[str]:
    """Return as many as a message has room for, and a mark that there are more."""
    shown = items[:SHOWN]
    while len(items) > SHOWN and sum(map(len, shown)) > ROOM:
        shown = shown[:-1]
    return items if len(items) <= SHOWN else [*shown, "another word"]


def _found_text(failure: Failure) -> str:
    if failure.found:
        return quoted(failure.found)
    return "the end of the block" if failure.layout == "_DEDENT" else "the end of the line"
