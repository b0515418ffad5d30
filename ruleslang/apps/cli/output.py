"""Output common to all commands: the JSON object, diagnostics, progress bars, wrapping."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import ceil
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from ruleslang.source.diagnostic import Diagnostic, Severity

if TYPE_CHECKING:
    from ruleslang.program.references import Origin


def print_json(
    command: str, rulebook: str | None, digest: str | None, status: int, **fields: Any
) -> int:
    """Print the JSON object of a command; returns the status."""
    record = {
        "command": command,
        "rulebook": rulebook,
        "digest": digest,
        "ok": status == 0,
        **fields,
    }
    print(json.dumps(record, ensure_ascii=False, indent=2))
    return status


def counts(diagnostics: Iterable[Diagnostic]) -> dict[str, int]:
    """Return the number of diagnostics of each severity."""
    counter = Counter(problem.severity.value for problem in diagnostics)
    return {severity.value: counter[severity.value] for severity in Severity}


def diagnostics_json(diagnostics: Sequence[Diagnostic]) -> dict[str, Any]:
    """Return diagnostics as data, with the number of each severity."""
    from ruleslang.source.render import diagnostic_data

    data = [diagnostic_data(diagnostic) for diagnostic in diagnostics]
    return {"counts": counts(diagnostics), "diagnostics": data}


def print_diagnostics(
    diagnostics: Iterable[Diagnostic],
    *,
    to_stderr: bool = False,
    shown_as: Mapping[str, str] | None = None,
    columns: int = 100,
) -> None:
    """Print diagnostics for a person; in colour only on a terminal."""
    from ruleslang.source.render import render_all

    stream, names = sys.stderr if to_stderr else sys.stdout, shown_as or {}
    text = render_all(tuple(diagnostics), colour=is_coloured(stream), width=columns, shown_as=names)
    if text:
        print(text.rstrip("\n"), file=stream)


def is_coloured(stream: Any) -> bool:
    """Return whether the stream is a terminal that accepts colour."""
    return stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def plural(number: int, word: str, words: str = "") -> str:
    """
    Return a number with its noun.

    >>> plural(1, "error"), plural(2, "error")
    ('1 error', '2 errors')
    """
    return f"{number:,} {word}" if number == 1 else f"{number:,} {words or word + 's'}"


def fail_already(number: int) -> str:
    """Return how many examples and claims detect no change, because they fail without any."""
    fail = plural(number, "example or claim fails", "examples and claims fail")
    return f"; {fail} without a change" if number else ""


def settings(pairs: Iterable[str]) -> Mapping[str, str]:
    """Parse the `option=value` pairs of the command line."""
    from ruleslang.apps.cli.error_messages import Mistake

    chosen: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name or not value:
            raise Mistake(f"`--set {pair}` is not of the form `option=value`")
        if name in chosen:
            raise Mistake(f"`--set {name}` is given twice")
        chosen[name] = value
    return chosen


def origin_json(origin: Origin | None) -> dict[str, Any] | None:
    """Return a place of the program as the object of docs/formats."""
    if origin is None:
        return None
    parts = "file", "line", "column", "end_line", "end_column"
    return {part: getattr(origin, part) for part in parts}


PATIENCE = 1.0  # seconds after which somebody who waits is shown how far it is


@contextmanager
def counted(label: str, total: int | None = None) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar: a function of the steps done and planned; silent without a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, planned: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns = BarColumn(40), MofNCompleteColumn(), TextColumn(label), Remaining()
    # what is printed meanwhile goes above the bar, or into the file that it was sent to
    above = sys.stdout.isatty()
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, redirect_stdout=above) as bar:
        task = bar.add_task(label, total=total)
        yield lambda done, planned: bar.update(task, completed=done, total=planned)


@contextmanager
def progress(total: int, label: str) -> Iterator[Callable[[int], None]]:
    """Show a progress bar as of `counted`: a function of the number of steps just done."""
    done = 0
    with counted(label, total) as watch:

        def step(steps: int) -> None:
            nonlocal done
            watch(done := done + steps, total)

        yield step


@contextmanager
def progress_if_slow(total: int, label: str) -> Iterator[Callable[[int], None]]:
    """
    Return a progress bar as of `progress`, shown only if it takes a while.

    A thread shows it, so that the clock runs even without progress.
    """
    if not sys.stderr.isatty():
        yield lambda step: None
        return
    done: list[int] = []
    over = Event()

    def show() -> None:
        if over.wait(PATIENCE):
            return
        with progress(total, f"{label} (Ctrl-C ends it)") as advance:
            shown = 0
            while True:
                now = sum(done)
                advance(now - shown)
                shown = now
                if over.wait(0.1):
                    return

    thread = Thread(target=show, daemon=True)
    thread.start()
    try:
        yield done.append
    finally:
        over.set()
        thread.join()


@contextmanager
def at_work(label: str, ctrl_c: str = "ends it") -> Iterator[None]:
    """Show a spinner with the elapsed time for work of unknown length, and what Ctrl-C does."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn(f"{label} (Ctrl-C {ctrl_c})"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        bar.add_task(label, total=None)
        yield


NARROWEST, SHORTEST = 30, 16
DOT = " · "
LISTED = 3  # commas that make a list, which is broken between its items
TIED = "\N{NO-BREAK SPACE}"


def width() -> int:
    """Return the width of the terminal, from `COLUMNS` or the terminal itself."""
    return max(NARROWEST, shutil.get_terminal_size().columns)


def height() -> int:
    """Return the terminal's lines, from `LINES` or the terminal itself; 24 where there is none."""
    return max(SHORTEST, shutil.get_terminal_size().lines)


def wrapped(line: str, columns: int, hang: str | None = None) -> str:
    """
    Return a line wrapped; continuation lines are indented.

    >>> print(wrapped("hand: Rain, Long Throw, Sun", 16))
    hand: Rain, Long
      Throw, Sun
    """
    if len(line) <= columns or re.search(r"\S {2,}\S", line):  # columns keep their layout
        return line
    indent = line[: len(line) - len(line.lstrip())]
    broken = "\n".join(
        textwrap.wrap(
            indent + _facts_joined(line, columns - len(indent)),
            columns,
            subsequent_indent=f"{indent}  " if hang is None else hang,
            break_long_words=False,
            break_on_hyphens=False,
            drop_whitespace=True,
        )
    )
    return broken.replace(TIED, " ")


def flowing(line: str, columns: int) -> str:
    """Return a line wrapped as plain text, even if it has columns, when it is too wide."""
    if len(line) <= columns:
        return line
    indent = line[: len(line) - len(line.lstrip())]
    return wrapped(indent + " ".join(line.split()), columns)


def hanging(entry: str, columns: int) -> str:
    """
    Return an entry, such as a choice after its number, wrapped with a hanging indent.

    >>> print(hanging("  1  play the Long Throw", 16))
      1  play the
         Long Throw
    """
    key = re.match(r" *\S.*? {2,}(?=\S)", entry)
    if len(entry) <= columns or key is None:
        return wrapped(entry, columns)
    text = " ".join(entry[key.end() :].split())
    return key[0] + wrapped(text, columns - key.end(), "").replace("\n", "\n" + " " * key.end())


TALLEST = 8  # entries in one column; longer lists are laid out in several columns, if these fit
SHORT = 5  # rows that columns aim at


def in_columns(entries: Sequence[str], columns: int, tallest: int = TALLEST) -> Iterator[str]:
    """
    Yield a list of entries; a long one in as few columns as keep it short, read downwards.

    >>> for row in in_columns(["one", "two", "three", "four", "five", "six"] * 2, 16):
    ...     print(row)
    one   one
    two   two
    three three
    four  four
    five  five
    six   six
    """
    widest = max(map(len, entries), default=0)
    number = min((columns + 1) // (widest + 1), ceil(len(entries) / min(SHORT, tallest)))
    if number < 2 or len(entries) <= tallest:
        yield from (hanging(entry, columns) for entry in entries)
        return
    height = ceil(len(entries) / number)
    for row in range(height):
        yield " ".join(entry.ljust(widest) for entry in entries[row::height]).rstrip()


def _facts_joined(line: str, columns: int) -> str:
    """Join facts between dots with non-breaking spaces, unless one fills a line alone."""
    if line.count(", ") >= LISTED:
        line = re.sub(
            r"(?<=[:,·] )[^,·]{1,28}(?=,|$)", lambda item: item[0].replace(" ", TIED), line
        )
    facts = re.sub(r"(?<![^ ])[+-] [^·,]+", _tied, line).split(DOT)
    if len(facts) == 1 or max(map(len, facts)) > columns - 4:
        return DOT.join(facts).strip()
    return DOT.join(fact.strip().replace(" ", TIED) for fact in facts).replace(DOT, f"{TIED}· ")


def _tied(come_or_gone: re.Match[str]) -> str:
    """Return a card that came or went, with non-breaking spaces."""
    return come_or_gone[0].rstrip().replace(" ", TIED) + " " * come_or_gone[0].endswith(" ")
