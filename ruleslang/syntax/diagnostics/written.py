"""Lines to write, told in one line of help."""

from __future__ import annotations


def in_words(lines: tuple[str, ...]) -> str:
    """
    Lines, one below the other, told in one line.

    >>> in_words(("for each p in players", "    stop", "nothing"))
    'write `for each p in players`, below it `stop`, then further out `nothing`'
    """
    told, before = "", 0
    for line in lines:
        depth = len(line) - len(line.lstrip())
        joint = ", below it " if depth > before else ", then "
        joint = ", then further out " if depth < before else joint
        told += f"{joint if told else 'write '}`{line.strip()}`"
        before = depth
    return told
