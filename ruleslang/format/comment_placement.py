"""
Where comments and blank lines go.

A comment on a line of its own stands before the line it stood before, at that line's indentation;
at the end of a block it stays in the block if it was indented like it. Of several blank lines one
is kept; none is kept at the head of a block. Procedures, actions, windows and cards with a body
stand apart; between other declarations the author's blank lines decide what belongs together.
"""

from __future__ import annotations

from attrs import Factory, define

from ruleslang.format.declarations import declaration
from ruleslang.format.lines import Line, marks_text
from ruleslang.format.source_lines import Blank, Gap, Origins, origins
from ruleslang.format.wrapping import Printed
from ruleslang.syntax.declarations import (
    Action,
    Card,
    Declaration,
    Procedure,
    Tree,
    Window,
)

BLANK = Printed(0, "")


@define
class _Page:
    """
    What is printed so far: only this module writes here.

    `columns` are those of the open blocks in the source, `done` the lines of the source whose
    comments are printed.
    """

    printed: list[Printed] = Factory(list)
    columns: list[int] = Factory(list)
    done: set[int] = Factory(set)


def layout(tree: Tree) -> tuple[Printed, ...]:
    """The lines of a file in order, with its comments and blank lines."""
    page, source = _Page(), origins(tree)
    before: Declaration | None = None
    for node in tree.declarations:
        apart = before is not None and (stands_apart(before) or stands_apart(node))
        for line in declaration(node):
            _add(page, line, source, apart and line.depth == 0)
        before = node
    page.printed += _between(page, source.rest, 0, False)
    if page.printed and page.printed[-1] == BLANK:
        page.printed.pop()
    return tuple(page.printed)


def stands_apart(node: Declaration) -> bool:
    """Whether a declaration has a blank line before and after it, whatever its neighbours are."""
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
        page.printed += _between(page, origin.gap, line.depth, apart)
        page.printed += (_remark(line.depth, text) for text in origin.inside)
        page.columns[line.depth :] = [origin.column]
        trailing = origin.trailing
    marks = "" if line.marks is None else marks_text(line.marks)
    page.printed.append(Printed(line.depth, line.text, marks, trailing))


def _remark(depth: int, text: str) -> Printed:
    return Printed(depth, "", comment=text)


def _between(page: _Page, gap: Gap, depth: int, apart: bool) -> list[Printed]:
    """What stands before a line of this depth; `apart` asks for a blank line."""
    lines: list[Printed] = []
    deepest = len(page.columns)
    for item in gap:
        if isinstance(item, Blank):
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
    """How deep a comment of this column stands: in the innermost open block indented no more."""
    inner = range(depth + 1, len(columns))
    return max((d for d in inner if columns[d] <= column), default=depth)
