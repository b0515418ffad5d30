"""Numbers and reserved words used as names."""

from __future__ import annotations

import re

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.syntax import keywords
from ruleslang.syntax.diagnostics.expected import describe
from ruleslang.syntax.parse_failure import Failure, quoted
from ruleslang.syntax.spelling_correction import reads_with

LONGEST_NAME = 40  # longest text that a help repeats
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def number_as_name(failure: Failure) -> Diagnostic | None:
    """A number, or a word that starts with one, where a name is expected."""
    found = re.compile(r"\d+\w*").match(failure.text, failure.offset)
    glued = re.search(r"(?<!\w)\d+$", failure.before)
    if glued and re.match(r"[^\W\d]", failure.rest):
        start = failure.line_start + glued.start()
        found = re.compile(r"\w+").match(failure.text, start)
    elif not found or "NAME" not in failure.expected or "INT" in failure.expected:
        return None
    return error(
        "number-as-name",
        failure.span(*found.span()) if found else failure.here(),
        f"{quoted(found.group() if found else '')} stands where a name is expected",
        help=_spelt_out(failure, found.group() if found else ""),
    )


def _spelt_out(failure: Failure, name: str) -> str:
    name = name[:LONGEST_NAME]
    room = re.match(r"\d+ (\w+)", failure.rest)
    if failure.text.startswith("zone") and ":" in failure.before and room:
        zone = f"{failure.before.strip()} {room[1]}, at most {name}"
        return f"how many it holds is said behind that: `{zone}`"
    match = re.fullmatch(r"(\d)(s?)", name)
    if not match or not failure.text.startswith(("words", "die")):
        return "a name begins with a letter"
    spelt = DIGITS[int(match[1])] + ("es" if name == "6s" else match[2])
    more = re.match(r"[ -]([a-z]+)(?=:)", failure.rest.removeprefix(name))
    return f"a name begins with a letter: `{spelt}{f'_{more[1]}' if more else ''}`"


def keyword_as_name(failure: Failure) -> Diagnostic | None:
    """A reserved word as a name: one that begins an expression or a line."""
    match = re.search(r"[^\W\d]\w*\s*$", failure.before)
    word = match.group().strip() if match else ""
    if word in keywords.EXPRESSIONS - {"any", "no", "none", "not", "this", "yes"}:
        start = failure.line_start + (match.start() if match else 0)
        expected = describe(failure.expected)
        if failure.met and failure.met[0].isalpha() and word in ("each", "every", "there"):
            return None  # a phrase of several words, not a name
        return _without_brackets(failure, word, start) or error(
            "keyword-as-name",
            failure.span(start, start + len(word)),
            f"after `{word}`, {expected[0] if len(expected) == 1 else 'more'} is expected",
            help=_instead_of_keyword(failure, word),
        )
    first = failure.first
    if failure.met == "(" and first and first.group() == word and word in keywords.CALLS:
        expected = describe(failure.expected)
        return error(
            "keyword-as-name",
            failure.span(*first.span()),
            f"after `{word}`, {expected[0] if len(expected) == 1 else 'more'} is expected",
            help=f"`{word}` begins lines of its own, so no procedure may be called so",
        )
    if failure.met in keywords.KEYWORDS and failure.expected == {"NAME"}:
        return error(
            "keyword-as-name",
            failure.here(),
            f"`{failure.met}` is a word of the language, and no name",
            help="choose another name",
        )
    return None


def _without_brackets(failure: Failure, word: str, start: int) -> Diagnostic | None:
    """`sum of number of hand(p) over p in players`: the operand must be in brackets."""
    over = re.search(rf"\b(sum|highest|lowest|set|number|chance) of\s+{word}\s*$", failure.before)
    if not over or failure.met != "of":
        return None
    inside = f"({word} of …) over x in S"
    if over[1] in ("number", "chance"):
        inside = f"({word} of …)" if word == "number" else f"({word} of … over x in S)"
    return error(
        "keyword-as-name",
        failure.span(start, start + len(word)),
        f"`{word} of …` stands here without brackets",
        help=f"put it in brackets: `{over[1]} of {inside}`",
    )


def _instead_of_keyword(failure: Failure, word: str) -> str:
    if (
        failure.met
        and "of" in failure.expected
        and reads_with(failure, failure.offset, failure.offset, "of ")
    ):
        if failure.met == "(":
            return f"write `{word} of {'S' if word == 'number' else 'f(x) over x in S'}`"
        return f"write `{word} of {failure.met}`"
    wins = re.search(r"\bwins?\s*$", failure.text[failure.offset : failure.line_end])
    if word in ("highest", "lowest") and wins:
        met = re.match(r"\s*of (\w+)\((\w+)\) over \2 in ", failure.text[failure.offset :])
        what = f"{word} {met[1] if met else 'score'}(it)"
        return f"who wins is a player, or a set in brackets: `(players with {what}) win`"
    if word == "each" and re.search(r"\breset each\s*$", failure.before + failure.rest):
        return "say with which phase or procedure it begins anew: `reset each turn`"
    if word == "number" and re.search(r":\s*number\s*$", failure.before):
        return "say from where to where the numbers go: `0..99`"
    if word == "number" and re.search(r"\banswers\s+number\s*$", failure.before):
        return "say from where to where the numbers go: `answers 1..6`"
    return f"`{word}` is a word of the language, and nothing may be called so"
