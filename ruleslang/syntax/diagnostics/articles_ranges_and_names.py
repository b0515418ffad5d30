"""Natural-language habits: articles, ranges and names of several words."""

from __future__ import annotations

import re

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.fix import write
from ruleslang.syntax import keywords
from ruleslang.syntax.diagnostics.phrasebook.declared_names import is_used_elsewhere
from ruleslang.syntax.parse_failure import Failure, hide, quoted
from ruleslang.syntax.spelling_correction import FAR, reads, reads_with

ARTICLE = re.compile(r"(?<!\w)(the|an|a)[ \t]+(?=[^\W\d])")
NOUNS = frozenset(
    {
        "card", "cards", "coin", "coins", "dice", "die", "game", "half", "match", "number",
        "pieces", "player", "point", "points", "round", "token", "turn", "zone",
    }
)  # fmt: skip
RANGE = re.compile(r"(?P<low>(?<![\w)])-\d+|\d+)\s*(?P<sign>-|–|\bto\b|\.\.\.)\s*(?P<high>\d+)")
DECLARED = re.compile(r"(?P<head>[a-z]+)[ \t]+(?P<first>[^\W\d]\w*)(?P<between>[ \t]+|-)$")
GLUED = re.compile(r"(?P<first>[^\W\d]\w*)-$")
APART = re.compile(r"(?P<first>[^\W\d]\w*)[ \t]+$")
NAMED = keywords.DECLARATIONS - {"rulebook", "before", "after", "instead", "modify", "while"}


def article_written(failure: Failure) -> Diagnostic | None:
    """An article: `shuffle the pile`. The language has none."""
    line = failure.text[failure.line_start : failure.line_end]
    for found in ARTICLE.finditer(line):
        start, end = failure.line_start + found.start(), failure.line_start + found.end()
        if failure.offset not in (start, end):
            continue
        word = re.compile(r"\w+").match(failure.text, end)
        noun = word.group() if word else ""
        without = failure.chunk.text[: failure.line_start] + ARTICLE.sub("", line)
        if (found[1] == "the" or noun in NOUNS) and reads(without):
            return error(
                "article-written",
                failure.span(start, start + len(found[1])),
                f"`{found[1]}` is no word of the language",
                help=_without_article(line[: found.start()].rstrip(), noun),
            )
    return None


def _without_article(before: str, noun: str) -> str:
    if before.endswith("end") and noun in ("game", "match"):
        return "a match ends with `p wins`, `players win` or `nobody wins`"
    if noun in ("roll", "throw"):
        return "a roll has a name of its own: `roll d6 as face`, then `if face is 6`"
    last = before.rsplit(None, 1)[-1].lstrip("([{") if before else ""
    return f"leave it out: `{last} {noun}`" if last else "leave it out"


def range_sign(failure: Failure) -> Diagnostic | None:
    """A range with another sign than two dots: `0-50`, `0 to 50`. A `-` subtracts."""
    line = failure.text[failure.line_start : failure.line_end]
    for found in RANGE.finditer(line):
        start, end = failure.line_start + found.start(), failure.line_start + found.end()
        near = start < failure.offset and not failure.text[end : failure.offset].strip()
        range = f"{found['low']}..{found['high']}"
        if near and (".." in failure.expected or reads_with(failure, start, end, range)):
            return error(
                "range-sign",
                failure.span(start, end),
                f"`{found['sign']}` stands where `..` is expected",
                help=write(range).sure,
            )
    return None


def name_in_parts(failure: Failure) -> Diagnostic | None:
    """A name of two words, or with a hyphen: `round number`, `round-number`."""
    match = re.match(r"-?(?P<second>[^\W\d]\w*)\b(?!\s*[,.])", failure.rest)
    before = failure.before + ("-" if failure.rest.startswith("-") else "")
    declared = DECLARED.fullmatch(before.strip(" \t") if "-" in before[-1:] else before.lstrip())
    glued = GLUED.search(before)
    apart = APART.search(before)
    if match is None:
        return None
    if apart and f"{apart['first']}_{match['second']}" in _names(failure):
        found, second = apart, match["second"]
    elif failure.met in keywords.KEYWORDS - NOUNS:
        return None
    elif declared and declared["head"] in NAMED | {"let"}:
        found, second = declared, match["second"]
    elif glued and failure.rest.startswith("-") and "INT" not in failure.expected:
        found, second = glued, match["second"]
    else:
        return None
    colon = reads_with(failure, failure.offset, failure.offset, ": ")
    if colon and is_used_elsewhere(failure, second):
        return None  # a name that exists, as `kind skill: main_card`
    start = failure.line_start + before.rindex(found["first"])
    end = failure.offset + match.end()
    if not reads_with(failure, start, end, f"{found['first']}_{second}"):
        return None
    whole = failure.chunk.text[start:end]
    return error(
        "name-in-parts",
        failure.span(start, end),
        f"{quoted(whole)} is not one name",
        help=write(f"{found['first']}_{second}"),
    )


def _names(failure: Failure) -> set[str]:
    """The compound names in the rulebook's texts."""
    source = failure.chunk.source
    return set(re.findall(r"\w+_\w+", hide(f"{source.text[:FAR]}\n{source.beside[:FAR]}")))


def braces_for_block(failure: Failure) -> Diagnostic | None:
    """A brace that opens a block: braces hold the members of a set."""
    opens = failure.met == "{" and not failure.rest[1:].strip()
    closes = failure.met == "}" and failure.rest.strip() == "}" and not failure.before.strip()
    at_margin = failure.offset == failure.line_start
    if (not opens and not closes) or (opens and at_margin):
        return None
    return error(
        "braces-for-block",
        failure.here(),
        f"`{failure.met}` holds no block",
        help="leave it out: the lines of a block stand four spaces further in than its head",
    )
