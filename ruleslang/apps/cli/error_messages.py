"""Turns the failures of a command into one sentence and an exit status."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ruleslang.apps.cli.interrupt import INTERRUPTED, raise_at_ctrl_c

SHOW_TRACEBACK = "RULESLANG_TRACEBACK"


class Mistake(Exception):
    """The command line asks for something impossible: status 2."""


class Fault(Exception):
    """The rulebook, the match or a record is at fault: status 1."""


class NotLoaded(Exception):
    """A rulebook has errors, which are printed: status 1."""


def guarded(
    command: Callable[[], int],
    handed_on: tuple[type[Exception], ...] = (),
    seconds: float | None = None,
) -> int:
    """
    Run a command; failures become sentences, except those in `handed_on`.

    `seconds` is the limit of its CPU time; None: the usual budget, to which games add.
    """
    from ruleslang.source import budget  # which the help does without

    budget.take_limit_message()  # a command may have run before in this process
    try:
        raise_at_ctrl_c()
        with budget.budget(seconds, is_limit=seconds is not None):
            status = command()
        reached = budget.take_limit_message()
        return _error(reached, 1) if reached else status
    except budget.UsedUp as used:
        return _error(str(used), 1)
    except BrokenPipeError:
        raise
    except KeyboardInterrupt as stopped:
        reached = budget.take_limit_message()
        known = () if isinstance(stopped, budget.LimitReached) else map(str, stopped.args)
        return _error(": ".join((reached or "interrupted", *known)), 1 if reached else INTERRUPTED)
    except NotLoaded:
        return 1
    except Exception as problem:
        if isinstance(problem, handed_on):
            raise
        return _print_problem(problem)


@contextmanager
def as_mistakes(*kinds: type[Exception]) -> Iterator[None]:
    """Turn failures caused by the arguments into a `Mistake`."""
    try:
        yield
    except kinds as problem:
        raise Mistake(str(problem)) from None


def _print_problem(problem: Exception) -> int:
    from ruleslang.library.find_rulebook import UnknownRulebook

    if isinstance(problem, Mistake | UnknownRulebook):
        return _error(str(problem), 2)
    # these modules load the engines, for which a mistyped name should not wait
    from ruleslang.players.learning.saved import NotLearned
    from ruleslang.simulation.simulation_report import WorkerLost
    from ruleslang.source.checksum import Refused

    if isinstance(problem, NotLearned):
        return _error(str(problem), 2)
    if isinstance(problem, Fault | WorkerLost):
        return _error(str(problem), 1)
    if isinstance(problem, Refused):
        return _error(f"the file is refused: {problem}", 1)
    if isinstance(problem, OSError):
        named = isinstance(
            problem, FileNotFoundError | IsADirectoryError | NotADirectoryError
        ) or problem.errno in (errno.ENAMETOOLONG, errno.ENXIO)
        return _error(
            f"{problem.strerror or problem}"
            + (f": `{problem.filename}`" if problem.filename else ""),
            2 if named else 1,
        )
    if isinstance(problem, MemoryError):
        return _error("there is not enough memory for this", 1)
    return _bug(problem)


def _bug(problem: Exception) -> int:
    """Report a bug of this package: what to send, with the traceback only on request."""
    if os.environ.get(SHOW_TRACEBACK):
        import traceback

        traceback.print_exception(problem)
    reason = str(problem).splitlines()[0][:200] if str(problem) else ""
    return _error(
        f"this is a bug in ruleslang: {type(problem).__name__}: {reason}\n"
        "Please report it with the rulebook and the command; "
        f"`{SHOW_TRACEBACK}=1` before the command shows where.",
        1,
    )


def _error(message: str, status: int) -> int:
    from ruleslang.source.errors import legible

    lines = "\n".join(map(legible, message.split("\n")))
    print(f"ruleslang: {lines}", file=sys.stderr)
    return status
