"""Conditions, cases and loops as other languages write them."""

from __future__ import annotations

import re

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.fix import write
from ruleslang.syntax.diagnostics.misspelt_or_misplaced import line_above
from ruleslang.syntax.parse_failure import Failure, quoted
from ruleslang.syntax.spelling_correction import WORD, reads_with

ELSE_IF = ("elif", "elsif", "elseif")
EFFECTS = frozenset({"before", "after", "instead", "modify", "whenever"})


def elif_written(failure: Failure) -> Diagnostic | None:
    """`elif`, which the language writes `else if`."""
    first = failure.first
    if not first or first.group().lower() not in ELSE_IF:
        return None
    return error(
        "elif-written",
        failure.span(*first.span()),
        f"`{first.group()}` stands where `else if` is expected",
        help=write("else if").sure,
    )


def then_after_if(failure: Failure) -> Diagnostic | None:
    """`then` after the condition of an `if`."""
    if failure.met != "then" or not re.match(r"\s*(else\s+)?if\b", failure.before):
        return None
    last = not failure.rest[len("then") :].strip(" :")
    return error(
        "then-after-if",
        failure.here(),
        "`then` does not follow a condition",
        help="leave it out" if last else "write `:` in its place, before what is done",
    )


def while_for_repeat(failure: Failure) -> Diagnostic | None:
    """`while` for a loop; alone it introduces standing effects."""
    if not failure.expected or not failure.expected <= EFFECTS | {"_DEDENT"}:
        return None
    head = _head_above(failure)
    if not head or head.group() != "while":
        return None
    if failure.met and re.match(r"(card|kind|while)\b", failure.text):
        return _no_effect(failure)
    return error(
        "while-for-repeat",
        failure.span(*head.span()),
        "`while` alone holds effects, not statements",
        help="a loop is written `repeat while …`",
    )


def _no_effect(failure: Failure) -> Diagnostic:
    """A statement, not an effect, in the block of a card's `while`."""
    return error(
        "while-for-repeat",
        failure.here(),
        f"below `while` only effects stand, and {quoted(failure.met)} begins none",
        help="say when it happens in a line above it, as `after turn(you)`; numbers are changed"
        " by `modify`",
    )


def for_without_each(failure: Failure) -> Diagnostic | None:
    """`for x in S`, or `each x in S`, which the language writes `for each x in S`."""
    if failure.first and failure.first.group() == "each" and "for" not in failure.before:
        message, place = "`each` begins no line", failure.span(*failure.first.span())
        return error("for-without-each", place, message, help="write `for each p in players`")
    if not re.search(r"\bfor\s*$", failure.before) or "each" not in failure.expected:
        return None
    counted = re.match(r"(\w+)\s*(?:=|in|from)\s*(\w+)\s*(?:to|-|\.\.)\s*(\w+)", failure.rest)
    write = f"for each {counted[1]} in {counted[2]}..{counted[3]}" if counted else "for each"
    return error(
        "for-without-each", failure.here(), "after `for` comes `each`", help=f"write `{write}`"
    )


def missing_otherwise(failure: Failure) -> Diagnostic | None:
    """Cases with `when` without an `otherwise`."""
    ends = failure.layout or failure.met == "else"
    if "otherwise" not in failure.expected or "chance" in failure.expected or not ends:
        return None
    if failure.met:
        message, help = "`else` stands where `otherwise` is expected", "write `otherwise`"
    else:
        message, help = "`otherwise` is missing", "say what holds when nothing above does"
    return error("missing-otherwise", failure.here(), message, help=help)


def otherwise_for_else(failure: Failure) -> Diagnostic | None:
    """`otherwise` for `else`: statements have `else`, values `otherwise`."""
    if failure.layout == "_INDENT":
        head = line_above(failure)
    else:
        head = failure.first if "chooses" in failure.expected else None
    if not head or head.group() != "otherwise":
        return None
    if not failure.layout and not reads_with(failure, *head.span(), "else"):
        return None
    return error(
        "otherwise-for-else",
        failure.span(*head.span()),
        "`otherwise` stands where `else` is expected",
        help=write("else").sure,
    )


def _head_above(failure: Failure) -> re.Match[str] | None:
    """The first word of the nearest line above that is indented less."""
    lines = failure.text[: failure.line_start].split("\n")
    place = failure.line_start
    for line in reversed(lines[:-1]):
        place -= len(line) + 1
        blanks = len(line) - len(line.lstrip())
        if line.strip() and blanks < len(failure.margin):
            return WORD.match(failure.text, place + blanks)
    return None
