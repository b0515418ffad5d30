"""Numbers and reserved words used as names; articles, ranges and names of several words."""

from __future__ import annotations

import re

from attrs import evolve

from ruleslang.language.syntax import keywords
from ruleslang.language.syntax.diagnostics.expected import describe
from ruleslang.language.syntax.diagnostics.hints_by_first_word import template
from ruleslang.language.syntax.diagnostics.hints_by_rest_of_line import two_statements
from ruleslang.language.syntax.diagnostics.phrasebook.declared_names import is_used_elsewhere
from ruleslang.language.syntax.parse_failure import FAR, Failure, mask, quoted, reads, reads_with
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.fix import write

LONGEST_NAME = 40  # longest text that a help repeats
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
ARTICLE = re.compile(r"(?<!\w)(the|an|a)[ \t]+(?=[^\W\d])")
FOLDED = {
    "sum": "price(c) over c in hand(p)",
    "highest": "score(q) over q in players",
    "lowest": "score(q) over q in players",
    "set": "suit(c) over c in hand(p)",
    "number": "hand(p)",
}
"""What follows a word that makes one of several."""
WHOSE = {"player": "players", "card": "hand(any)", "piece": "pieces"}
"""Who `whenever` asks of, and the set in which they are."""
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
NAMED = keywords.DECLARATIONS - {
    "rulebook", "before", "after", "instead", "modify", "while", "whenever"
}  # fmt: skip


def number_as_name(failure: Failure) -> Diagnostic | None:
    """A number, or a word that starts with one, where a name is expected."""
    match = re.compile(r"\d+\w*").match(failure.text, failure.offset)
    glued = re.search(r"(?<!\w)\d+$", failure.before)
    if glued and re.match(r"[^\W\d]", failure.rest):
        start = failure.line_start + glued.start()
        match = re.compile(r"\w+").match(failure.text, start)
    elif not match or "NAME" not in failure.expected or "INT" in failure.expected:
        return None
    return error(
        "number-as-name",
        failure.span(*match.span()) if match else failure.here(),
        f"{quoted(match.group() if match else '')} stands where a name is expected",
        help=_spelt_out(failure, match.group() if match else ""),
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
            help=two_statements(failure) or _instead_of_keyword(failure, word),
        )
    first = failure.first
    if failure.text.startswith(("option", "reading")):
        return None  # its lines are values, not calls
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
        if word == "number" and failure.met in (",", ")"):
            return "say from where to where the numbers go: `0..99`"
        return f"write `{word} of {failure.met}`"
    wins = re.search(r"\bwins?\s*$", failure.text[failure.offset : failure.line_end])
    if word in ("highest", "lowest") and wins:
        met = re.match(r"\s*of (\w+)\((\w+)\) over \2 in ", failure.text[failure.offset :])
        phrase = f"{word} {met[1] if met else 'score'}(it)"
        return f"who wins is a player, or a set in brackets: `(players with {phrase}) win`"
    if word == "each" and re.search(r"\breset each\s*$", failure.line):
        return "say with which phase or procedure it begins anew: `reset each turn`"
    if word == "number" and re.search(r":\s*number\s*$", failure.before):
        return "say from where to where the numbers go: `0..99`"
    if word == "number" and re.search(r"\banswers\s+number\s*$", failure.before):
        return "say from where to where the numbers go: `answers 1..6`"
    if failure.first_word in ("prefer", "avoid", "repeat") and (form := template(failure)):
        return form
    if word in FOLDED:
        return f"of several, such a number is written as `{word} of {FOLDED[word]}`"
    return f"`{word}` is a word of the language, and nothing may be called so"


def article_written(failure: Failure) -> Diagnostic | None:
    """An article: `shuffle the pile`. The language has none."""
    line = failure.line
    for article in ARTICLE.finditer(line):
        start, end = failure.line_start + article.start(), failure.line_start + article.end()
        if failure.offset not in (start, end):
            continue
        word = re.compile(r"\w+").match(failure.text, end)
        noun = word.group() if word else ""
        without = failure.written_above + ARTICLE.sub("", line)
        if failure.first_word == "whenever" and noun in WHOSE:
            return error(
                "article-written",
                failure.span(start, start + len(article[1])),
                f"`{article[1]} {noun}` stands where a name is expected",
                help=f"say of which: `whenever there is {noun[0]} in {WHOSE[noun]} where …`, and"
                f" then `{noun[0]}`",
            )
        named = article[1] == "the" or noun in NOUNS or line[: article.start()].endswith("is ")
        if named and reads(without):
            return error(
                "article-written",
                failure.span(start, start + len(article[1])),
                f"`{article[1]}` is no word of the language",
                help=_without_article(line[: article.start()].rstrip(), noun),
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
    line = failure.line
    for match in RANGE.finditer(line):
        start, end = failure.line_start + match.start(), failure.line_start + match.end()
        near = start < failure.offset and not failure.text[end : failure.offset].strip()
        range = f"{match['low']}..{match['high']}"
        if near and (".." in failure.expected or reads_with(failure, start, end, range)):
            return error(
                "range-sign",
                failure.span(start, end),
                f"`{match['sign']}` stands where `..` is expected",
                help=write(range).sure,
            )
    return None


def name_in_parts(failure: Failure) -> Diagnostic | None:
    """A name of two words, or with a hyphen: `round number`, `round-number`."""
    match = re.match(r"-?(?P<second>[^\W\d]\w*)\b(?P<listed>\s*[,.])?", failure.rest)
    before = failure.before + ("-" if failure.rest.startswith("-") else "")
    declared = DECLARED.fullmatch(before.strip(" \t") if "-" in before[-1:] else before.lstrip())
    glued = GLUED.search(before)
    apart = APART.search(before)
    if match is None:
        return None
    if apart and f"{apart['first']}_{match['second']}" in _names(failure):
        first_part, second = apart, match["second"]
    elif match["listed"] or failure.met in keywords.KEYWORDS - NOUNS:
        return None
    elif declared and declared["head"] in NAMED | {"let"}:
        first_part, second = declared, match["second"]
    elif glued and failure.rest.startswith("-") and "INT" not in failure.expected:
        first_part, second = glued, match["second"]
    else:
        return None
    colon = reads_with(failure, failure.offset, failure.offset, ": ")
    if first_part is declared and colon and is_used_elsewhere(failure, second):
        return None  # a name that exists, as `kind skill: main_card`
    start = failure.line_start + before.rindex(first_part["first"])
    end = failure.offset + match.end("second")
    if not reads_with(failure, start, end, f"{first_part['first']}_{second}"):
        return None
    written = failure.chunk.text[start:end]
    return error(
        "name-in-parts",
        failure.span(start, end),
        f"{quoted(written)} is not one name",
        help=write(f"{first_part['first']}_{second}"),
    )


def _names(failure: Failure) -> set[str]:
    """The compound names in the rulebook's texts."""
    source = failure.chunk.source
    return set(re.findall(r"\w+_\w+", mask(f"{source.text[:FAR]}\n{source.beside[:FAR]}")))


def braces_for_block(failure: Failure) -> Diagnostic | None:
    """A brace that opens a block: braces hold the members of a set."""
    opens = failure.met == "{" and not failure.rest[1:].strip()
    closes = failure.met == "}" and failure.rest.strip() == "}" and not failure.before.strip()
    at_margin = failure.offset == failure.line_start
    held = re.fullmatch(r"\{\s*(\S[^{}]*?)\s*;?\s*\}\s*", failure.rest)
    behind = failure.line_start + len(failure.before.rstrip())
    line = f": {held[1]}" if held else ""
    if held and not at_margin and reads_with(failure, behind, failure.line_end, line):
        place = failure.span(behind, failure.offset + len(failure.rest.rstrip()))
        help = evolve(write(line.strip()), lines=(line,))
        return error("braces-for-block", place, "`{` holds no block", help=help)
    if (not opens and not closes) or (opens and at_margin):
        return None
    return error(
        "braces-for-block",
        failure.here(),
        f"`{failure.met}` holds no block",
        help="leave it out: the lines of a block stand four spaces further in than its head",
    )
