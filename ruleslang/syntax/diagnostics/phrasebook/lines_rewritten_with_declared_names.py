"""
Whole lines that can only be mended with the names that the rulebook declares.

A line is proposed only when the text can be read with it as far as its end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeAlias

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.fix import write
from ruleslang.syntax import keywords
from ruleslang.syntax.diagnostics.foreign_signs import MARKS
from ruleslang.syntax.diagnostics.phrasebook.declared_names import (
    Vocabulary,
    calls_only_known_names,
)
from ruleslang.syntax.diagnostics.phrasebook.rewrites.shared_parts import NAME, THING
from ruleslang.syntax.parse_failure import Failure, quoted
from ruleslang.syntax.spelling_correction import FAR, reads

Found: TypeAlias = re.Match[str]
Rewrite: TypeAlias = Callable[[Found, Vocabulary], str | None]

SHORT = 40  # letters of two lines that a message may hold
FARTHEST = 200  # letters of a line that is looked at
FOLDS = {"sum": "sum", "total": "sum", "max": "highest", "min": "lowest"}
MEMBERS = r"\{\w+(?:,? +\w+)+\}"
LEAST = ("poorest", "lowest", "smallest", "weakest")


def whole_line(failure: Failure) -> Diagnostic | None:
    """A line whose names tell what was meant: `then east has 8 coins`, where coins are a state."""
    length = failure.line_end - failure.line_start
    if failure.layout not in (None, "EOL") or failure.offset > FAR or length > FARTHEST:
        return None
    start = failure.line_start + len(failure.margin)
    hidden = MARKS.sub("", failure.text[start : failure.line_end]).rstrip()
    line = failure.chunk.text[start : start + len(hidden)]
    made = next(_readable(failure, line), None)
    if made is None:
        return None
    short = len(line) + len(made) <= SHORT
    message = f"`{line}` stands where `{made}` is expected" if short else ""
    return error(
        "said-otherwise",
        failure.span(start, start + len(line)),
        message or f"{quoted(line)} is said otherwise",
        help=write(made),
    )


def _readable(failure: Failure, line: str) -> Iterator[str]:
    """The lines that the table has for a line, where they can be read and call known names."""
    known = Vocabulary.of(failure.chunk.source, "p")
    above = failure.chunk.text[: failure.line_start] + failure.margin
    for pattern, rewrite in LINES:
        found = _compiled(pattern).fullmatch(line)
        made = rewrite(found, known) if found else None
        if made and calls_only_known_names(failure, line, made) and reads(above + made):
            yield made


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Patterns are compiled when a text has a mistake, not when the room is imported."""
    return re.compile(pattern)


def _as(template: str) -> Rewrite:
    return lambda found, known: found.expand(template)


def _state_of_player(found: Found, known: Vocabulary) -> str | None:
    """`then east has 8 coins`, where coins are a state of a player."""
    counter = known.counter(found["what"])
    if not known.is_of_player("state", counter):
        return None
    return f"{found['head']}{counter}({found['who']}) is {found['n']}"


def _to_zone(found: Found, known: Vocabulary) -> str | None:
    """`laid(home) gets c`, where laid is a zone."""
    if found["name"] not in known.named("zone"):
        return None
    return f"move {found['what']} to {found['zone']}"


def _drawn_match(found: Found, known: Vocabulary) -> str | None:
    """`else draw`, where nothing that happens is called so."""
    heads = ("procedure", "phase", "check")
    return None if any("draw" in known.named(head) for head in heads) else "else: nobody wins"


def _no_cards(found: Found, known: Vocabulary) -> str | None:
    """`if p has no cards`, where a zone of a player is his hand."""
    if not known.is_of_player("zone", known.hand()):
        return None
    return f"{found['head']} {known.hand()}({found['who']}) is empty{found['rest']}"


def _best_player(found: Found, known: Vocabulary) -> str | None:
    """`richest player wins`, where a state of a player counts."""
    if not known.is_of_player("(?:state|value)", known.score()):
        return None
    way = "lowest" if found["way"] in LEAST else "highest"
    return f"(players with {way} {known.score()}(it)) win"


def _fold_over_list(found: Found, known: Vocabulary) -> str | None:
    """`sum(score(p, Box))`, where Box is a list of words."""
    words = found["words"]
    if words not in known.named("words"):
        return None
    name = next(each for each in (words[0].lower(), "each_one") if each not in found["others"])
    fold = FOLDS[found["fold"]]
    called = f"{found['of']}({found['others']}{name})"
    return f"{found['head']}{fold} of {called} over {name} in {words}"


def _dice_of_pool(found: Found, known: Vocabulary) -> str | None:
    """`roll 5 dice into cup`, where dice are called cup."""
    die = known.die_of(found["cup"])
    return f"roll {found['n']} {die} to {found['cup']}" if die else None


def _zone_of_player(found: Found, known: Vocabulary) -> str | None:
    """`move c to boat p`, where boat is a zone of a player."""
    if not known.is_of_player("zone", found["zone"]):
        return None
    return f"{found['head']}{found['zone']}({found['who']})"


def _in_window(found: Found, known: Vocabulary) -> str | None:
    """`play during sale(any, w)`, where sale is a window."""
    return f"play in {found['call']}" if found["name"] in known.named("window") else None


def _commas_in_braces(found: Found, known: Vocabulary) -> str | None:
    """`{high middle}`."""
    words = re.findall(r"\w+", " ".join(re.findall(MEMBERS, found[0])))
    if not keywords.KEYWORDS.isdisjoint(words):
        return None
    return re.sub(MEMBERS, lambda each: re.sub(r",? +", ", ", each[0]), found[0])


def _commas_of_rolls(found: Found, known: Vocabulary) -> str | None:
    """`rolling 5 6`."""
    return f"{found['head']}{', '.join(re.split(r',? +', found['rolls']))}"


def _one_of_several(found: Found, known: Vocabulary) -> str | None:
    """`p may load, sell or wait`."""
    actions = re.split(r",? or |, ", found["actions"])
    return f"{found['head']} do one of {', '.join(actions)}"


def _joined_name(found: Found, known: Vocabulary) -> str | None:
    """`procedure lose the turn`."""
    return f"{found['head']} {'_'.join(found['name'].split())}{found['rest']}"


LINES: tuple[tuple[str, Rewrite], ...] = (
    (r"(card .*?): (\w+), x?(\d+)(?: copies| times|x|)", _as(r"\1 x\3: \2")),
    (
        rf"(?P<head>then |if )(?P<who>{NAME}) (?:has|have|owns) (?P<n>\d+) (?P<what>{NAME})",
        _state_of_player,
    ),
    (
        rf"(?P<head>if|then) (?P<who>{NAME}) has no (?:more )?cards?(?: left)?(?P<rest>:.*|)",
        _no_cards,
    ),
    (rf"(?:the )?(?P<way>{NAME}est) players? wins?", _best_player),
    (
        rf"(?P<head>.*\b)(?P<fold>sum|total|max|min)"
        rf"\((?P<of>{NAME})\((?P<others>(?:\w+, )*)(?P<words>{NAME})\)\)",
        _fold_over_list,
    ),
    (
        r"roll (?P<n>\d+) (?:dice|die) (?:in|on)?(?:to)? (?P<cup>\w+)",
        _dice_of_pool,
    ),
    (rf"roll (d\d+) (\d+) ((?:to|as) {THING})", _as(r"roll \2 \1 \3")),
    (
        rf"(?P<head>move .* to )(?P<zone>{NAME}) (?P<who>{NAME})",
        _zone_of_player,
    ),
    (rf"play (?:during|at|on|while) (?P<call>(?P<name>{NAME})\(.*\))", _in_window),
    (rf".*{MEMBERS}.*", _commas_in_braces),
    (r"(?P<head>.*\brolling )(?P<rolls>\d+(?:,? +\d+)+)", _commas_of_rolls),
    (r"(.*\bchoos(?:es|ing) \w+ \"[^\"]*\" from .+?) if (.+)", _as(r"\1 where \2")),
    (r"(.*\bis) empty not\b(.*)", _as(r"\1 not empty\2")),
    (rf"wins ({NAME})", _as(r"\1 wins")),
    (
        r"max(?:imum)?(?: of)? (\d+) (?:turns|decisions|moves|rounds)",
        _as(r"at most \1 decisions, then nobody wins"),
    ),
    (
        rf"(?P<head>{NAME} (?:may|must)) (?P<actions>(?:{NAME}, )+{NAME},? or {NAME})",
        _one_of_several,
    ),
    (r"(words \w+):? = ?\{(.+)\}", _as(r"\1: \2")),
    (rf"(then {THING} is) \(({NAME}(?:, {NAME})+)\)", _as(r"\1 {\2}")),
    (
        rf"(?P<zone>(?P<name>{NAME})(?:\([^()]*\))?) (?:gains?|gets?|receives?|takes?)"
        rf" (?P<what>{THING})",
        _to_zone,
    ),
    (r"(?:otherwise|else)(?:,|:)? (?:it is |it's )?(?:a )?(?:draw|tie)", _drawn_match),
    (r"otherwise(?:,|:)? (?:the )?(?:game|match) is (?:a )?draw", _as("else: nobody wins")),
    (r"(?P<head>procedure|phase) (?P<name>[a-z]+(?: [a-z]+){2,})(?P<rest>\(.*\)|)", _joined_name),
)
"""What a line is, and what is made of it; a rewrite answers None where the names do not fit."""
