"""Runs the language server without a process or threads, in a web worker of an editor's page."""

from __future__ import annotations

import json
from collections.abc import Callable

from attrs import frozen

from ruleslang.apps.editor.server import server


@frozen
class _Writer:
    """The output stream that pygls writes to."""

    send: Callable[[str], None]

    def write(self, data: bytes) -> None:
        """Send one complete message."""
        self.send(data.decode("utf-8"))

    def close(self) -> None:
        """Do nothing: the worker is terminated by whoever started it."""


def answering(send: Callable[[str], None]) -> Callable[[str], None]:
    """
    Return the function that receives each message of an editor; `send` gets each answer. Both take
    JSON text.

    Requires a running event loop.
    """
    answers = server(threads=False)
    protocol = answers.protocol
    protocol.set_writer(_Writer(send), include_headers=False)

    def hear(text: str) -> None:
        protocol.handle_message(json.loads(text, object_hook=protocol.structure_message))

    return hear
