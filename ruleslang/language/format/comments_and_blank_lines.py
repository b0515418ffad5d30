"""Places comments and blank lines.

A comment on its own line stays before the line it precedes, at that line's indentation; at the end
of a block it stays in the block if it was indented like it. Several blank lines become one; none is
kept at the start of a block. Procedures, actions, windows and cards with a body are separated;
between other declarations the author's blank lines are kept.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from itertools import groupby

from attrs import Factory, define, frozen

from ruleslang.language.format.statements import INDENT, WIDTH, Line, marks_text
from ruleslang.language.format.statements import lines as lines_of
from ruleslang.language.syntax.declarations import (
    Action,
    Card,
    Declaration,
    Procedure,
    Tree,
    Window,
)
from ruleslang.language.syntax.whole_lines import Gap, Origins, origins

MARGIN = 68  # the column where citations begin
GAP = "  "
OPENING, CLOSING = ("(", "[", "{"), (")", "]", "}")

CUT = re.compile(
    r'"[^"]*"|up to and with the first where|[(\[{)\]}]'
    r"| (?P<aim>)(?=so that )"
    r"| (?P<set>)(?=(?:where|with|ranked by|over|up to and with) )"
    r"|, (?:(?P<rank>)(?=then )|(?P<list>))"
    r"| (?P<logic>)(?=and |or (?!no\b|none\b))"
    r"| (?P<when>)(?=(?:when|otherwise) )"
)
KINDS = ("aim", "set", "list", "logic", "when", "rank")
"""Places to wrap, loosest first: a line is wrapped between its largest parts."""
OUTSIDE = ("aim", "list", "logic")  # also outside brackets


@frozen
class Printed:
    """A line with its margin; a comment line has no text, a blank one has neither."""

    depth: int
    text: str
    marks: str = ""
    comment: str | None = None


def render(lines: Iterable[Printed]) -> str:
    """Return the finished text, with comments of adjacent lines aligned."""
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
    """
    Return the wrapped text of a line, with its marks at the right edge.

    Marks begin at the margin, or further left where they would end beyond the limit. Where the text
    leaves no room for citations, they are on one or several lines below it.
    """
    indent, marks = line.depth * INDENT, line.marks
    wrapped = "\n".join(wrap(line.text, indent))
    if not marks:
        return wrapped
    least = len(wrapped.rpartition("\n")[2]) + len(GAP)
    latest = min(MARGIN, WIDTH - len(marks))
    if least <= WIDTH - len(marks) or not marks.startswith("["):
        return f"{wrapped}{' ' * (max(least, latest) - least)}{GAP}{marks}"
    margin = " " * max(latest, indent + 2 * INDENT)
    words = textwrap.TextWrapper(WIDTH, margin, f"{margin} ", break_on_hyphens=False)
    words.break_long_words = False
    return f"{wrapped}\n{words.fill(marks.replace('] ', ']_'))}".replace("]_", "] ")


def wrap(text: str, indent: int) -> Iterator[str]:
    """
    Wrap a long line: before `so that`, `and` and `or`, after commas, and inside long brackets.

    A line without such places stays long. Continuation lines are indented by two steps, so that
    they do not look like a block.
    """
    cuts = [] if text.startswith("|") else _cuts(text)
    start, room = 0, WIDTH - indent
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
    """A place to wrap a line, with the number of open brackets and its sort."""

    place: int
    depth: int
    kind: int


def _cuts(text: str) -> list[Cut]:
    """Return the places outside brackets, and in long ones."""
    cuts: list[Cut] = []
    opened: list[tuple[int, int]] = []  # for each open bracket: its place, and the cuts before it
    for match in CUT.finditer(text):
        if match[0] in OPENING:
            opened.append((match.start(), len(cuts)))
        elif match[0] in CLOSING and opened:
            start, before = opened.pop()
            if match.start() - start < WIDTH // 2:
                del cuts[before:]
        elif match.lastgroup and (opened or match.lastgroup in OUTSIDE):
            cuts.append(Cut(match.end(), len(opened), KINDS.index(match.lastgroup)))
    return cuts


def _next(cuts: list[Cut], end: int) -> int | None:
    """
    Return the place before the end of the line that is between the largest parts, preferably not
    far from it; else the first of the outermost behind it.

    A line is wrapped between the criteria of a ranking only if there is no other place.
    """
    near = [cut for cut in cuts if cut.place <= end + 1]
    near = [cut for cut in near if KINDS[cut.kind] != "rank"] or near
    late = [cut for cut in near if cut.place > end - 3 * WIDTH // 5]
    if late:
        return max(late, key=lambda cut: (-cut.depth, -cut.kind, cut.place)).place
    if near:
        return near[-1].place
    return min(cuts, key=lambda cut: (cut.depth, cut.place)).place if cuts else None


BLANK = Printed(0, "")


@define
class _Page:
    """
    The output so far, which only this module writes.

    `columns` are those of the open blocks in the source, `done` the number of source lines whose
    comments are printed.
    """

    printed: list[Printed] = Factory(list)
    columns: list[int] = Factory(list)
    done: set[int] = Factory(set)


def layout(tree: Tree) -> tuple[Printed, ...]:
    """Return the lines of a file in order, with its comments and blank lines."""
    page, source = _Page(), origins(tree)
    before: Declaration | None = None
    for node in tree.declarations:
        apart = before is not None and (is_separated(before) or is_separated(node))
        for line in lines_of(node, 0):
            _add(page, line, source, apart and line.depth == 0)
        before = node
    page.printed += _lines_between(page, source.rest, 0, False)
    if page.printed and page.printed[-1] == BLANK:
        page.printed.pop()
    return tuple(page.printed)


def is_separated(node: Declaration) -> bool:
    """Return whether a declaration always has a blank line before and after it."""
    match node:
        case Procedure() | Action() | Window():
            return True
        case Card():
            return bool(node.items)
        case _:
            return False


def _add(page: _Page, line: Line, source: Origins, apart: bool) -> None:
    number = source.at(line.at) - line.above
    trailing = None
    if number not in page.done:
        origin = source.lines[number]
        page.done.add(number)
        page.printed += _lines_between(page, origin.gap, line.depth, apart)
        page.printed += (_remark(line.depth, text) for text in origin.inside)
        page.columns[line.depth :] = [origin.column]
        trailing = origin.trailing
    marks = "" if line.marks is None else marks_text(line.marks)
    page.printed.append(Printed(line.depth, line.text, marks, trailing))


def _remark(depth: int, text: str) -> Printed:
    return Printed(depth, "", comment=text)


def _lines_between(page: _Page, gap: Gap, depth: int, apart: bool) -> list[Printed]:
    """Return the lines before a line of this depth; `apart` requires a blank line."""
    lines: list[Printed] = []
    deepest = len(page.columns)
    for item in gap:
        if item is None:
            if lines[-1:] != [BLANK] and (lines or len(page.columns) > depth):
                lines.append(BLANK)
        else:
            deepest = min(deepest, _depth(item.column, page.columns, depth))
            lines.append(_remark(deepest, item.text))
    if apart:
        shallow = [i for i, line in enumerate(lines) if line.comment and line.depth == 0]
        place = shallow[0] if shallow else len(lines)
        lines[place:place] = [BLANK] if lines[max(0, place - 1) : place] != [BLANK] else []
    return lines


def _depth(column: int, columns: list[int], depth: int) -> int:
    """Return the depth of a comment at a column: of the innermost block indented no more."""
    inner = range(depth + 1, len(columns))
    return max((d for d in inner if columns[d] <= column), default=depth)
