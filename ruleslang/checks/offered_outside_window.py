"""Reports `offered-outside-window`: an action for windows is offered outside any."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.queries.call_graph import graph
from ruleslang.checks.subject import Subject
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
                for name in node.actions:
                    windows = subject.actions[name].windows if name in subject.actions else ()
                    if windows:
                        named = " or ".join(f"`{use.window}`" for use in windows)
                        yield offered_outside_window(
                            subject.span(node.origin), action=name, windows=named
                        )
