"""Reports `offered-outside-window`: an action for windows is offered outside any."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslang.language.checks.queries.call_graph import graph
from ruleslang.language.checks.subject import Subject
from ruleslang.program import statements as s
from ruleslang.source.diagnostic import Diagnostic, Message

offered_outside_window = Message(
    "offered-outside-window",
    "`{action}` is offered only in {windows}",
    help="list it in the window's `offers`, or drop `in …` from `{action}`",
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    for block in graph(subject).blocks.values():
        for node in subject.statements(block):
            if isinstance(node, s.Offer):
                yield from _outside(subject, node.actions, node.origin)
    for window in subject.program.windows:
        yield from _outside(subject, window.offers, window.origin, window.name)


def _outside(
    subject: Subject, names: Sequence[str], origin: int, window: str = ""
) -> Iterator[Diagnostic]:
    """Each of these actions that reacts in other windows alone."""
    for name in names:
        windows = (
            [use.window for use in subject.actions[name].windows] if name in subject.actions else []
        )
        if windows and window not in windows:
            named = " or ".join(f"`{window_name}`" for window_name in windows)
            yield offered_outside_window(subject.span(origin), action=name, windows=named)
