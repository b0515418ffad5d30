"""
Ctrl-C: a quiet end before there is anything to keep, an exception after that.

Next to nothing is imported here, because Ctrl-C is not heeded before that is done.
"""

from __future__ import annotations

INTERRUPTED = 130  # what a shell expects of a command that Ctrl-C ended


def end_at_ctrl_c() -> None:
    """
    Let Ctrl-C end the process at once and in silence, as long as there is nothing to lose.

    Python's own way, an exception, would come up in the midst of any import or of the last clearing
    up, which show it as a traceback. Who wants Ctrl-C ignored is left alone.
    """
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def raise_at_ctrl_c() -> None:
    """Let Ctrl-C raise `KeyboardInterrupt` again: from here on there is something to keep."""
    import signal

    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
