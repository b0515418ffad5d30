"""Reports `window-does-not-offer`: an action names a window that does not offer it."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.source.diagnostic import Diagnostic, Message

window_does_not_offer = Message(
    "window-does-not-offer",
    "the window `{window}` does not offer `{action}`",
    help="add `{action}` to its `offers`; with `--cards`, write `window {window}` and below it "
    "`offers {action}`",
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    offers = {window.name: window.offers for window in subject.program.windows}
    for action in subject.program.actions:
        for use in action.windows:
            if action.name not in offers.get(use.window, (action.name,)):
                yield window_does_not_offer(
                    subject.span(action.origin), action=action.name, window=use.window
                )
