"""
Handles Ctrl-C: terminate at once before there is anything to lose, raise an exception after that.

SIGTERM is handled in the same way. Almost nothing is imported here, because Ctrl-C is not handled
before the import is done.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

INTERRUPTED = 2  # nothing is wrong with the rulebook: the command was not carried out
A_MOMENT = 0.1  # seconds: what Python is clearing away should be done with by then

are_threads_left = False  # whether the process ends without waiting for its threads
unbroken: set[Any] = set()  # the code of functions that Ctrl-C waits for


def end_at_ctrl_c() -> None:
    """
    Let Ctrl-C end the process at once, with a sentence, while there is nothing to lose.

    The default, an exception, could be raised inside any import or the final clean-up, which print
    it as a traceback. A process that ignores Ctrl-C keeps ignoring it.
    """
    import signal

    if signal.getsignal(signal.SIGINT) in (signal.default_int_handler, _raise):
        signal.signal(signal.SIGINT, _end)
    if signal.getsignal(signal.SIGTERM) in (signal.SIG_DFL, _raise):
        signal.signal(signal.SIGTERM, _end)


def print_interrupted() -> None:
    """Report on standard error that Ctrl-C ended the command, whatever the state of the streams."""
    import os

    try:
        os.write(2, b"ruleslang: interrupted\n")
    except OSError:  # nobody is there to read it
        return


def _end(number: int, frame: Any) -> None:
    import os

    print_interrupted()
    os._exit(INTERRUPTED)


def raise_at_ctrl_c() -> None:
    """Let Ctrl-C raise `KeyboardInterrupt` again: from here on there is something to lose."""
    import signal
    import sys

    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is _end:
            signal.signal(number, _raise)
            sys.unraisablehook = _once_more


def _raise(number: int, frame: Any) -> None:
    """Raise `KeyboardInterrupt`; a moment later where it would be lost or do damage."""
    while frame is not None:
        if frame.f_code is _once_more.__code__ or frame.f_code in unbroken:
            _interrupt_soon()
            return
        frame = frame.f_back
    global are_threads_left
    are_threads_left = True  # nobody waits for what they still do
    raise KeyboardInterrupt


def _once_more(lost: Any) -> None:
    """
    Repeat a Ctrl-C that was raised in a destructor, where exceptions are lost. Any other lost
    exception is reported as usual.
    """
    import sys

    if issubclass(lost.exc_type, KeyboardInterrupt):
        _interrupt_soon()
    else:
        sys.__unraisablehook__(lost)


def _interrupt_soon() -> None:
    import threading

    threading.Timer(A_MOMENT, _interrupt).start()


def _interrupt() -> None:
    """Send Ctrl-C to the main thread, even if it is blocked."""
    import signal
    import threading
    from _thread import interrupt_main

    main = threading.main_thread().ident
    if main is not None and hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main, signal.SIGINT)
    else:
        interrupt_main()
