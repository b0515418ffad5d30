"""Signs of progress on standard error, where they can be seen."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

PATIENCE = 1.0  # seconds after which somebody who waits is shown how far it is


@contextmanager
def progress(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """Gives a function to be called with each bit of progress; silent when nobody watches."""
    if not sys.stderr.isatty():
        yield lambda step: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (BarColumn(40), MofNCompleteColumn(), TextColumn(what), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda step: bar.advance(task, step)


@contextmanager
def progress_if_slow(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """
    The same, but nothing is shown of what is over at once.

    A thread shows it, so that the time goes on also while there is no progress.
    """
    if not sys.stderr.isatty():
        yield lambda step: None
        return
    made: list[int] = []
    over = Event()

    def show() -> None:
        if over.wait(PATIENCE):
            return
        with progress(total, f"{what} (Ctrl-C ends it)") as advance:
            shown = 0
            while True:
                now = sum(made)
                advance(now - shown)
                shown = now
                if over.wait(0.1):
                    return

    thread = Thread(target=show, daemon=True)
    thread.start()
    try:
        yield made.append
    finally:
        over.set()
        thread.join()


@contextmanager
def at_work(what: str) -> Iterator[None]:
    """A sign that something goes on whose end nobody knows, with the seconds that it takes."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn(f"{what} (Ctrl-C ends it)"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        bar.add_task(what, total=None)
        yield
