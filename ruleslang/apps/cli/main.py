"""
The entry point of the command line, which maps every outcome to an exit status.

Always: little is imported here, because Ctrl-C is not handled before the import is done.
"""

from __future__ import annotations

import gc
import io
import os
import sys

from ruleslang.apps.cli import interrupt
from ruleslang.apps.cli.interrupt import INTERRUPTED, end_at_ctrl_c, print_interrupted

TYPE_CHECKING = False  # as `typing` has it, which takes a while to import
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

LONGEST_ARGUMENT = 4000  # letters: more than a path or a question has
SELDOM = 200_000  # new objects, after which circles among them are looked for
MISUSED = 2  # the status where the command line is at fault


def run(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run one command and exit with its status."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        end_at_ctrl_c()
        gc.set_threshold(SELDOM)  # a program is many objects without circles: looked at in vain
        _open_streams()
        from ruleslang.source.compiled_methods import keep_compiled_methods

        methods = keep_compiled_methods()
        code = _flushed(status(words))
        methods.write()
        _warn_without_cache()
        end_at_ctrl_c()
    except KeyboardInterrupt:  # before a command began, or after it ended
        print_interrupted()
        code = INTERRUPTED
    budget = sys.modules.get("ruleslang.source.budget")
    if interrupt.are_threads_left or (budget is not None and budget.was_over()):
        sys.stderr.flush()  # C and threads may go on: nobody waits for them
        os._exit(code)
    sys.exit(code)


def status(arguments: list[str]) -> int:
    """Run one command and return its status."""
    longest = max(map(len, arguments), default=0)
    if longest > LONGEST_ARGUMENT:
        message = f"an argument has {longest} characters, but {LONGEST_ARGUMENT} are allowed"
        print(f"ruleslang: {message}", file=sys.stderr)
        return MISUSED
    from ruleslang.apps.cli.application import app

    try:
        app(args=arguments, prog_name="ruleslang")
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except OSError as problem:  # the help does not fit on a full disk
        return _not_written(problem)
    return 0


def _not_written(problem: OSError) -> int:
    """Report that standard output takes nothing, and drop what is still in its buffer."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    print(f"ruleslang: the output cannot be written: {problem.strerror}", file=sys.stderr)
    return 1


def _warn_without_cache() -> None:
    """Explain why nothing is cached, if others may write to the cache folder."""
    cache = sys.modules.get("ruleslang.source.cache_files")
    if cache and cache.refused_folders:
        print(
            "ruleslang: nothing is cached, because others can change "
            f"`{cache.refused_folders[0]}`; "
            "remove that permission, or set RULESLANG_CACHE to your own folder",
            file=sys.stderr,
        )


def _open_streams() -> None:
    """
    Make sure of the three standard streams, even if they were closed.

    A letter that cannot be encoded, or bytes that cannot be decoded, become a question mark.
    """
    sys.stdin = sys.stdin or io.TextIOWrapper(io.BytesIO())
    sys.stdout = sys.stdout or io.TextIOWrapper(io.BytesIO())
    sys.stderr = sys.stderr or io.TextIOWrapper(io.BytesIO())
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _flushed(status: int) -> int:
    """Flush standard output; a closed pipe is ignored, a full disk is a fault."""
    if sys.stdout.closed:  # by the language server, when its editor has left
        return status
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as problem:
        return _not_written(problem)
    return status
