"""Lines as wide as the terminal, broken between words."""

from __future__ import annotations

import re
import shutil
import textwrap

NARROWEST = 30
DOT = " · "
TIED = "\N{NO-BREAK SPACE}"


def width() -> int:
    """The columns of the terminal, as `COLUMNS` or the terminal says."""
    return max(NARROWEST, shutil.get_terminal_size().columns)


def wrapped(line: str, columns: int, hang: str | None = None) -> str:
    """
    A line in as many as it takes; the later ones are indented under its text.

    >>> print(wrapped("hand: Rain, Long Throw, Sun", 16))
    hand: Rain, Long
      Throw, Sun
    """
    if len(line) <= columns or re.search(r"\S {2,}\S", line):  # what stands in columns stays so
        return line
    own = line[: len(line) - len(line.lstrip())]
    broken = "\n".join(
        textwrap.wrap(
            own + _facts_joined(line, columns),
            columns,
            subsequent_indent=f"{own}  " if hang is None else hang,
            break_long_words=False,
            break_on_hyphens=False,
            drop_whitespace=True,
        )
    )
    return broken.replace(TIED, " ")


def _facts_joined(line: str, columns: int) -> str:
    """Facts that stand between dots are broken only where one fills a line alone."""
    facts = re.sub(r"(?<![^ ])[+-] [^·,]+", _tied, line).split(DOT)
    if len(facts) == 1 or max(map(len, facts)) > columns - 4:
        return DOT.join(facts).strip()
    return DOT.join(fact.strip().replace(" ", TIED) for fact in facts).replace(DOT, f"{TIED}· ")


def _tied(come_or_gone: re.Match[str]) -> str:
    """A card that has come or gone, in one piece."""
    return come_or_gone[0].rstrip().replace(" ", TIED) + " " * come_or_gone[0].endswith(" ")
