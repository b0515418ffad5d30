"""A real client, that speaks with the server over standard input and output."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lsprotocol import types as t
from pygls.lsp.client import LanguageClient

PATIENCE = 30.0  # seconds


class Client(LanguageClient):
    """Opens files, changes them, and waits for what the server says of them."""

    def __init__(self) -> None:
        super().__init__("tests", "1")
        self.diagnostics: dict[str, list[t.Diagnostic]] = {}
        self.messages: list[str] = []
        self.failures: list[str] = []
        """What the server says of its own mistakes."""
        self._news = asyncio.Event()
        self._version = 0

        @self.feature(t.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def _published(params: t.PublishDiagnosticsParams) -> None:
            self.diagnostics[params.uri] = list(params.diagnostics)
            self._news.set()

        @self.feature(t.WINDOW_SHOW_MESSAGE)
        def _told(params: t.ShowMessageParams) -> None:
            own = self.failures if params.type == t.MessageType.Error else self.messages
            own.append(params.message)

        @self.feature(t.WINDOW_LOG_MESSAGE)
        def _logged(params: t.LogMessageParams) -> None:
            self.messages.append(params.message)

    async def begin(
        self, capabilities: t.ClientCapabilities | None = None, **options: Any
    ) -> t.InitializeResult:
        """Start the server, and agree with it."""
        await self.start_io(sys.executable, "-m", "ruleslang", "lsp")
        result = await self.initialize_async(
            t.InitializeParams(
                capabilities=capabilities or t.ClientCapabilities(),
                initialization_options=options or None,
            )
        )
        self.initialized(t.InitializedParams())
        return result

    async def finish(self) -> None:
        """Let the server end."""
        await asyncio.wait_for(self.shutdown_async(None), PATIENCE)
        self.exit(None)
        await self.stop()

    def open(self, path: Path, text: str | None = None) -> str:
        """Open a file with a text, or with what is saved in it; its URI."""
        uri = path.as_uri()
        output = path.read_text(encoding="utf-8") if text is None else text
        item = t.TextDocumentItem(uri, "rules", 0, output)
        self.text_document_did_open(t.DidOpenTextDocumentParams(item))
        return uri

    def change(self, uri: str, text: str) -> None:
        """Give a file another text."""
        self.edit(uri, t.TextDocumentContentChangeWholeDocument(text))

    def edit(self, uri: str, *events: t.TextDocumentContentChangeEvent) -> None:
        """Change the text of a file."""
        self._version += 1
        of = t.VersionedTextDocumentIdentifier(self._version, uri)
        self.text_document_did_change(t.DidChangeTextDocumentParams(of, [*events]))

    async def until(
        self, uri: str, holds: Callable[[list[t.Diagnostic]], object]
    ) -> list[t.Diagnostic]:
        """What the server says of a file, once a condition holds of it.

        What belongs to an earlier text may be told before; who changes two files waits with this.
        """
        while uri not in self.diagnostics or not holds(self.diagnostics[uri]):
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), PATIENCE)
        return self.diagnostics[uri]


def at(text: str, word: str, ahead: int = 0, number: int = 0) -> t.Position:
    """The position of a word in a text, `ahead` letters into it; the `number`-th of them."""
    start = -1
    for _ in range(number + 1):
        start = text.index(word, start + 1)
    start += ahead
    line = text.count("\n", 0, start)
    begin = text.rfind("\n", 0, start) + 1
    return t.Position(line, len(text[begin:start].encode("utf-16-le")) // 2)


def document(uri: str) -> t.TextDocumentIdentifier:
    """A file, as requests name it."""
    return t.TextDocumentIdentifier(uri)
