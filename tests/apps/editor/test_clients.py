"""The capabilities of editors, and every rulebook and corpus text opened in them."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

import ruleslang
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.library.workspace.workspace import Workspace
from tests.library.workspace.test_random_edits import CORPUS

pytest.importorskip("pygls")
pytest_lsp = pytest.importorskip("pytest_lsp")

from lsprotocol import types as t  # noqa: E402

from ruleslang.apps.editor.published_diagnostics import shown  # noqa: E402
from tests.apps.editor.test_random_edits import UTF_16, ask_one, messages_of  # noqa: E402

EDITORS = ("visual-studio-code", "neovim", "emacs")
PATIENCE = 120.0  # seconds: of a busy machine
AT_ONCE = 40  # files that are open together
BOOKS = tuple(shipped_rulebooks())


Known = tuple[Path, Iterable[ruleslang.Diagnostic]]


async def started(editor: str) -> tuple[object, str]:
    """
    A client that holds the server to what the editor says of itself, and to the protocol; and how
    both count columns.
    """
    client = pytest_lsp.make_test_lsp_client()
    await client.start_io(sys.executable, "-m", "ruleslang", "lsp")
    capabilities = pytest_lsp.client_capabilities(editor)
    begun = await client.initialize_session(t.InitializeParams(capabilities=capabilities))
    return client, begun.capabilities.position_encoding or UTF_16


async def look_at(client: object, encoding: str, texts: Iterable[Known], seed: int) -> None:
    """Open files, compare their messages, and ask about a place in each."""
    chance = random.Random(seed)
    waiting = {
        path: messages_of(shown(each, None, encoding) for each in log) for path, log in texts
    }
    for path in waiting:
        text = path.read_text(encoding="utf-8", errors="replace")
        item = t.TextDocumentItem(path.as_uri(), "rules", 0, text)
        client.text_document_did_open(t.DidOpenTextDocumentParams(item))
    for path, expected in waiting.items():
        for _ in range(int(PATIENCE / 0.05)):
            if messages_of(client.diagnostics.get(path.as_uri(), ())) == expected:
                break
            await asyncio.sleep(0.05)
        assert messages_of(client.diagnostics.get(path.as_uri(), ())) == expected, path
        lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
        line = chance.randrange(len(lines))
        await ask_one(client, path.as_uri(), t.Position(line, len(lines[line]) // 2), chance)
        close = t.DidCloseTextDocumentParams(t.TextDocumentIdentifier(path.as_uri()))
        client.text_document_did_close(close)
    assert not [each for each in client.messages if each.type == t.MessageType.Error]


def opened(editor: str, texts: list[Known], seed: int) -> None:
    async def all() -> None:
        client, encoding = await started(editor)
        try:
            for begin in range(0, len(texts), AT_ONCE):
                await look_at(client, encoding, texts[begin : begin + AT_ONCE], seed + begin)
        finally:
            await client.shutdown_session()
            await client.stop()

    asyncio.run(all())


def of_corpus(texts: Iterable[Path], folder: Path) -> list[Known]:
    """Copies of texts, each in its own folder, and what `check` says of each."""
    found = []
    for text in texts:
        path = folder / text.stem / text.name
        path.parent.mkdir()
        path.write_bytes(text.read_bytes())
        found.append((path, ruleslang.check(path)))
    return found


def of_books(names: Iterable[str]) -> list[Known]:
    """The first file of each rulebook, and what is known of it."""
    found = []
    for name in names:
        path, log = next(iter(Workspace(name).snapshot().diagnostics.items()))
        found.append((path, log))
    return found


@pytest.mark.parametrize("editor", EDITORS)
def test_some_texts_in_each_editor(editor: str, tmp_path: Path) -> None:
    number = EDITORS.index(editor)
    opened(editor, of_corpus(CORPUS[number::60], tmp_path) + of_books(BOOKS[number::12]), number)


@pytest.mark.long
@pytest.mark.parametrize("editor", EDITORS)
def test_every_text_in_each_editor(editor: str, tmp_path: Path) -> None:
    opened(editor, of_corpus(CORPUS, tmp_path) + of_books(BOOKS), 7)
