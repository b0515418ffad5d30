"""Helps found by trial: the line is readable with another first word, or with its end moved."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.syntax import keywords
from ruleslang.syntax.parse_failure import Failure
from ruleslang.syntax.spelling_correction import reads_with

FIRST_WORDS = tuple(sorted(keywords.STATEMENTS | {"has", "then", "given", "prefer", "only if"}))
TAIL = re.compile(r"(?P<tail>.*?)\s*(?:\[[^\]]*\]\s*)?(?:designed\s*)?$")
TOKEN_STARTS = re.compile(r"(?<=\s)\S|:")
PARTING = frozenset(":,;.")  # a line without another sign may mean something else
MOST_PLACES = 16  # places in a line to which its end is moved
LONGEST = 100  # longest line that a help repeats


def begun(failure: Failure) -> str | None:
    """The line is readable with exactly one of the keywords before it."""
    if failure.layout or not failure.margin or not failure.first:
        return None
    start = failure.first.start()
    words = [word for word in FIRST_WORDS if reads_with(failure, start, start, f"{word} ")]
    return f"write `{words[0]}` before `{failure.first.group()}`" if len(words) == 1 else None


def surplus(failure: Failure) -> str | None:
    """The line is readable without the sign at which parsing stopped."""
    if failure.met not in PARTING:
        return None
    end = failure.offset + len(failure.met)
    without = reads_with(failure, failure.offset, end, "")
    return f"leave `{failure.met}` out" if without else None


def moved(failure: Failure) -> str | None:
    """The line is readable with its rest moved to the left."""
    tail = TAIL.fullmatch(failure.rest)
    said = tail["tail"] if tail and "EOL" in failure.expected else ""
    if failure.layout or not tail or not said or said.startswith("("):
        return None
    line = next(_readable(failure, tail["tail"]), None)
    return f"`{tail['tail']}` stands further left: `{line}`" if line else None


def _readable(failure: Failure, tail: str) -> Iterator[str]:
    """The readable lines with the rest before an earlier token, the last first."""
    before = failure.chunk.text[failure.line_start : failure.offset].rstrip()
    places = [
        found.start()
        for found in TOKEN_STARTS.finditer(before)
        if _is_outside(before[: found.start()])
    ]
    for place in reversed(places[-MOST_PLACES:]):
        if place <= len(failure.margin):
            continue
        gap = "" if before[place] == ":" else " "
        line = f"{before[:place].rstrip()} {tail}{gap}{before[place:]}"
        whole = reads_with(failure, failure.line_start, failure.line_end, line)
        if whole and len(line) <= LONGEST:
            yield line.strip()


def _is_outside(text: str) -> bool:
    """Whether no bracket or text is open at the end."""
    opened = sum(text.count(sign) for sign in "({[")
    return opened == sum(text.count(sign) for sign in ")}]") and text.count('"') % 2 == 0
