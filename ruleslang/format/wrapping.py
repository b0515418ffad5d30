"""Wraps long lines, and sets citations and comments behind them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from attrs import frozen

from ruleslang.format.lines import INDENT, WIDTH

MARGIN = 68  # the letters before the column in which citations begin
GAP = "  "
OPENING, CLOSING = ("(", "[", "{"), (")", "]", "}")

CUT = re.compile(
    r'"[^"]*"|up to and with the first where|[(\[{)\]}]'
    r"| (?P<aim>)(?=so that )"
    r"| (?P<set>)(?=(?:where|with|ranked by|over|up to and with) )"
    r"|, (?:(?P<rank>)(?=then )|(?P<list>))"
    r"| (?P<logic>)(?=(?:and|when|otherwise) |or (?!no\b|none\b))"
)
KINDS = (
    "aim",
    "set",
    "list",
    "logic",
    "rank",
)  # the loosest first: a line is cut where its parts are largest


@frozen
class Printed:
    """One line with its margin; a line with a comment only has no text, a blank one has neither."""

    depth: int
    text: str
    marks: str = ""
    comment: str | None = None


def render(lines: Iterable[Printed]) -> str:
    """The finished text. Comments behind neighbouring lines stand under one another."""
    texts: list[str] = []
    for _, group in groupby(lines, key=_run):
        run = [(_body(line), line.comment or "") for line in group]
        width = max(len(last.rpartition("\n")[2]) for last, _ in run)
        texts += (_commented(body, comment, width) for body, comment in run)
    return "".join(f"{text}\n" for text in texts)


def _run(line: Printed) -> tuple[int, bool, bool]:
    return line.depth, bool(line.text), line.comment is None


def _commented(body: str, comment: str, width: int) -> str:
    if not comment or not body.strip():
        return (body + comment).rstrip()
    missing = width - len(body.rpartition("\n")[2])
    return f"{body}{' ' * missing}{GAP}{comment}"


def _body(line: Printed) -> str:
    """The text of a line, wrapped, with its marks at the right edge."""
    wrapped = "\n".join(wrap(line.text, line.depth * INDENT))
    if not line.marks:
        return wrapped
    last = len(wrapped.rpartition("\n")[2])
    gap = MARGIN - last if last + len(GAP) <= MARGIN else len(GAP)
    return f"{wrapped}{' ' * gap}{line.marks}"


def wrap(text: str, indent: int) -> Iterator[str]:
    """
    A line cut wherever it would be too long: before `so that` and inside its long brackets.

    Without them it stays long.
    What goes on is indented by two steps, so that it is not taken for a block.
    """
    cuts = _cuts(text)
    room = WIDTH - indent
    start = 0
    while len(text) - start > room:
        cut = _next([cut for cut in cuts if cut.place > start], start + room)
        if cut is None:
            break
        yield " " * indent + text[start:cut].rstrip()
        indent += 2 * INDENT if start == 0 else 0
        start, room = cut, WIDTH - indent
    yield " " * indent + text[start:]


@frozen
class Cut:
    """Where a line may be cut, how many brackets are open there, and what kind of cut it is."""

    place: int
    depth: int
    kind: int


def _cuts(text: str) -> list[Cut]:
    """Before `so that`, and in brackets that are long; short ones are read at a glance."""
    cuts: list[Cut] = []
    opened: list[tuple[int, int]] = []  # of each open bracket: its place, and the cuts before it
    for found in CUT.finditer(text):
        if found[0] in OPENING:
            opened.append((found.start(), len(cuts)))
        elif found[0] in CLOSING and opened:
            start, before = opened.pop()
            if found.start() - start < WIDTH // 2:
                del cuts[before:]
        elif found.lastgroup and (opened or found.lastgroup == "aim"):
            cuts.append(Cut(found.end(), len(opened), KINDS.index(found.lastgroup)))
    return cuts


def _next(cuts: list[Cut], end: int) -> int | None:
    """
    The best place before the end of the line; behind it only what begins a part of a phrase.

    Between the criteria of a ranking a line is cut only where it cannot be cut elsewhere.
    """
    near = [cut for cut in cuts if cut.place <= end + 1]
    looser = [cut for cut in near if KINDS[cut.kind] != "rank"]
    if near:
        return _best(looser or near, end)
    return next((cut.place for cut in cuts if KINDS[cut.kind] in ("aim", "set")), None)


def _best(cuts: list[Cut], end: int) -> int | None:
    """The place between the largest parts, if it can be in the second half of the line."""
    late = [cut for cut in cuts if cut.place > end - WIDTH // 2]
    if late:
        return max(late, key=lambda cut: (-cut.depth, -cut.kind, cut.place)).place
    return max((cut.place for cut in cuts), default=None)
