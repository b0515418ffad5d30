"""
Which line of the rulebook a line of C is made of.

While C is printed a mark stands before what an origin gave. In the end a mark becomes a comment, or
`#line` directives, with which a debugger shows the rulebook's text, stops there and names it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ruleslang.flow.printed_names import c_text, comment
from ruleslang.program.displayed_parts import Origin

DEBUG = "RULESLANG_DEBUG"  # the folder of the rulebook, whose files a debugger is to show
FLAGS, LEVEL = ("-g",), 0  # of the compiler then
C_FILE = "game.c"
_MARK = "#place "


def sources_to_debug() -> Path | None:
    """The folder whose files a debugger is to show; none: nobody wants to debug."""
    named = os.environ.get(DEBUG)
    return Path(named).resolve() if named else None


def mark(origin: int) -> str:
    """The line that stands before what an origin gave."""
    return f"{_MARK}{origin}"


def placed(
    lines: Iterable[str], origins: Sequence[Origin], folder: Path | None = None
) -> Iterator[str]:
    """The lines with a comment for each mark, or with `#line` directives to files of a folder."""
    told = _with_comments if folder is None else _Directives(folder).told
    return told(lines, origins)


def _origin(line: str, origins: Sequence[Origin]) -> Origin | None:
    number = int(line.strip().removeprefix(_MARK))
    return origins[number] if 0 <= number < len(origins) else None


def _is_mark(line: str) -> bool:
    return line.lstrip().startswith(_MARK)


def _with_comments(lines: Iterable[str], origins: Sequence[Origin]) -> Iterator[str]:
    for line in lines:
        if not _is_mark(line):
            yield line
        elif (found := _origin(line, origins)) is not None:
            indent = line[: len(line) - len(line.lstrip())]
            yield f"{indent}/* {comment(found)} */"


class _Directives:
    """Each line of C gets a directive of its own: what is one line of rules is several of C."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def told(self, lines: Iterable[str], origins: Sequence[Origin]) -> Iterator[str]:
        """The lines; behind the end of a function they are those of the C text again."""
        here, number = "", 0
        for line in lines:
            if _is_mark(line):
                found = _origin(line, origins)
                here = here if found is None else self._directive(found)
                continue
            if here and not line.startswith("#"):
                number += 1
                yield here
            number += 1
            yield line
            if line == "}" and here:
                here, number = "", number + 1
                yield f'#line {number + 1} "{C_FILE}"'

    def _directive(self, origin: Origin) -> str:
        path = self.folder / origin.file
        return f"#line {origin.line} {c_text(str(path) if path.is_file() else origin.file)}"
