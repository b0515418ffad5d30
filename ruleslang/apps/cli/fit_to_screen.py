"""
Fits a question into the lines of a terminal: what happened, the table, its boards, the choices.

Omitted parts are replaced by a line with the answer that shows them.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from ruleslang.apps.cli.output import plural

LEAST_NEWS = 2  # lines of what happened that are shown however long the rest is
GOOD_NEWS = 4  # lines of it that come before the words of the table
LEAST_CHOICES = 5  # lines of choices, for which a tall board gives way
FRAME = 4  # lines besides: the question, its prompt, and the empty ones before it and the table


@frozen
class Screen:
    """The lines of each part, wrapped; `declining` are the last of the choices, always shown."""

    news: Sequence[str] = ()
    table: Sequence[str] = ()
    board: Sequence[str] = ()
    choices: Sequence[str] = ()
    declining: Sequence[str] = ()


def room(lines: int, screen: Screen) -> int:
    """Return how many lines the choices can have, if all else has its minimum."""
    news = min(len(screen.news), LEAST_NEWS)
    return lines - FRAME - len(screen.declining) - len(screen.board) - news


def fitted(screen: Screen, lines: int) -> Screen:
    """Return the screen in at most this many lines, if need be without its board."""
    if room(lines, screen) < min(len(screen.choices), LEAST_CHOICES) and screen.board:
        if len(screen.news) == 1:  # as the name of the phase that begins
            return fitted(evolve(screen, news=()), lines)
        without = evolve(screen, board=(), table=(*screen.table, "  … `look` shows the board"))
        return fitted(without, lines)
    left = lines - FRAME - len(screen.declining) - len(screen.board)
    choices = min(len(screen.choices), max(LEAST_CHOICES, room(lines, screen)))
    news = min(len(screen.news), GOOD_NEWS)
    table = max(0, min(len(screen.table), left - choices - news))
    return evolve(
        screen,
        choices=_first_rows(screen.choices, choices, "`choices` lists all"),
        table=_first_rows(screen.table, table, "`look` shows all"),
        news=_last_rows(screen.news, max(LEAST_NEWS, left - choices - table)),
    )


def _first_rows(rows: Sequence[str], most: int, how: str) -> Sequence[str]:
    """Return the first lines; the last line gives the number of omitted ones."""
    if len(rows) <= most or not most:
        return rows[:most]
    return (*rows[: most - 1], f"  … {plural(len(rows) - most + 1, 'line')} more; {how}")


def _last_rows(rows: Sequence[str], most: int) -> Sequence[str]:
    if len(rows) <= most:
        return rows
    left_out = plural(len(rows) - most + 1, "line")
    return (f"  … {left_out} before; `log` shows all", *rows[len(rows) - most + 1 :])
