"""Reports `window-does-not-offer`: an action belongs to a window that does not offer it."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.subject import Subject
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span


def window_does_not_offer(span: Span, action: str, window: str) -> Diagnostic:
    """An action belongs to a window that does not offer it."""
    return error(
        "window-does-not-offer",
        span,
        f"the window `{window}` does not offer `{action}`",
        help=f"add `{action}` to its `offers`",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every action with a window that does not offer it."""
    offers = {window.name: window.offers for window in subject.program.windows}
    for action in subject.program.actions:
        for use in action.windows:
            if action.name not in offers.get(use.window, (action.name,)):
                yield window_does_not_offer(subject.span(action.origin), action.name, use.window)
