"""The language server without a process and threads of its own: in a worker of an editor's page."""

from __future__ import annotations

import json
from collections.abc import Callable

from attrs import frozen

from ruleslang.lsp.server import server


@frozen
class _Writer:
    """What pygls writes to."""

    send: Callable[[str], None]

    def write(self, data: bytes) -> None:
        """One whole message."""
        self.send(data.decode("utf-8"))

    def close(self) -> None:
        """The worker is ended by whoever began it."""


def answering(send: Callable[[str], None]) -> Callable[[str], None]:
    """
    What hears each message of an editor; `send` gets each answer. Both are texts of JSON.

    Needs an event loop that is running.
    """
    answers = server(threads=False)
    protocol = answers.protocol
    protocol.set_writer(_Writer(send), include_headers=False)

    def hear(text: str) -> None:
        protocol.handle_message(json.loads(text, object_hook=protocol.structure_message))

    return hear
