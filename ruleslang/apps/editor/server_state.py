"""The state of the language server: rulebooks, running tasks, diagnostics sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from ruleslang.apps.editor.changed_text import changed
from ruleslang.apps.editor.life_cycle import LifeCycle
from ruleslang.apps.editor.published_diagnostics import location, shown
from ruleslang.apps.editor.rulebooks import Rulebooks
from ruleslang.apps.editor.simulation import simulated
from ruleslang.library.find_rulebook import UnknownRulebook
from ruleslang.library.workspace.hover import title_of
from ruleslang.library.workspace.run_example import ExampleRun, examples_in, run
from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.library.workspace.workspace import Workspace
from ruleslang.simulation.records.match_start import RELEASE
from ruleslang.source.budget import Cancelled
from ruleslang.source.diagnostic import Diagnostic

R = TypeVar("R")
PATIENCE = 0.15  # seconds without a key, until the whole rulebook is checked
MOST_TRIES = 4  # to answer about a text that changes meanwhile
EXAMPLES = "examples that were run"


class RulesServer(LanguageServer):
    """
    The language server.

    All work on texts runs in one thread beside the one that talks to the editor, so that typing
    never blocks; work made stale by a change is cancelled. Without `threads` it runs where it is
    requested: then only work that has not started can be cancelled.
    """

    protocol: LifeCycle

    def __init__(self, *, threads: bool = True) -> None:
        sync = types.TextDocumentSyncKind.Incremental
        super().__init__("ruleslang", RELEASE, text_document_sync_kind=sync, protocol_cls=LifeCycle)
        # changes are applied here: pygls ends lines at U+2028, where editors don't
        self.protocol.fm.builtin_features.pop(types.TEXT_DOCUMENT_DID_CHANGE)
        self._texts: dict[str, str] = {}
        self.books = Rulebooks()
        self.plays = False  # whether the editor can open a terminal to play in
        self.stories = False  # whether the editor shows stories itself
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="rules") if threads else None
        self._checks: dict[str, asyncio.Task[None]] = {}
        self._to_show: dict[Path, dict[str, tuple[types.Diagnostic, ...]]] = {}
        self._sent: dict[Path, tuple[int | None, list[types.Diagnostic]]] = {}
        self._versions: dict[Path, int] = {}  # the version that the editor gives each open text
        self._uris: dict[Path, str] = {}
        self._games: dict[str, tuple[int, str]] = {}
        self._failed: dict[Path, set[str]] = {}  # the titles of examples whose failure is shown

    @property
    def encoding(self) -> str:
        """The unit in which columns are counted."""
        agreed = self.workspace.position_encoding
        return str(getattr(agreed, "value", agreed))

    # ------------------------------------------------------------ files

    def path(self, uri: str) -> Path:
        """Return the file of a URI; an unsaved text gets a path that does not exist."""
        name = to_fs_path(uri) if uri.startswith("file:") else None
        if name is None:
            name = f"{uri.rpartition(':')[2].strip('/') or 'untitled'}.rules"
        path = Path(name).resolve()
        self._uris[path] = uri
        return path

    def text_opened(self, opened: types.TextDocumentItem) -> None:
        """Handle an opened file: its diagnostics are sent in any case."""
        self._sent.pop(self.path(opened.uri), None)
        named = types.VersionedTextDocumentIdentifier(opened.version, opened.uri)
        self.text_changed(named, (types.TextDocumentContentChangeWholeDocument(opened.text),))

    def text(self, uri: str) -> str:
        """Return the text of a document; empty if it is neither open nor readable."""
        if uri in self._texts:
            return self._texts[uri]
        try:
            return self.workspace.get_text_document(uri).source
        except (OSError, ValueError):
            return ""

    def text_changed(
        self,
        named: types.VersionedTextDocumentIdentifier,
        changes: Sequence[types.TextDocumentContentChangeEvent],
    ) -> None:
        """Handle changes of the text of a file."""
        uri, path = named.uri, self.path(named.uri)
        self._versions[path] = named.version
        self._texts[uri] = text = changed(self._texts.get(uri, ""), changes, self.encoding)
        for workspace in self.books.change(path, text):
            self.check(workspace, path)

    def text_closed(self, uri: str) -> None:
        self._texts.pop(uri, None)
        path = self.path(uri)
        self._versions.pop(path, None)
        for workspace in self.books.close(path):
            if workspace.rulebook in self.books.workspaces:
                self.check(workspace)
            else:
                self._show(workspace.rulebook, {})

    def files_changed(self) -> None:
        """Handle files created, deleted or written by other programs."""
        for unused in self.books.refresh():
            self._show(unused.rulebook, {})
        for workspace in self.books.workspaces.values():
            workspace.touch()
            self.check(workspace)

    # ------------------------------------------------------------ work

    async def do(self, work: Callable[..., R], *arguments: object) -> R:
        """Run a function in the worker thread."""
        if self._worker is None:
            await asyncio.sleep(0)  # first handle messages that have arrived from the editor
            return work(*arguments)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._worker, work, *arguments)

    def check(self, workspace: Workspace, path: Path | None = None) -> None:
        """Schedule a check of a rulebook; cancels the one in progress."""
        before = self._checks.get(workspace.rulebook)
        if before is not None:
            before.cancel()
        task = asyncio.create_task(self._check(workspace, path))
        self._checks[workspace.rulebook] = task

    async def _check(self, workspace: Workspace, path: Path | None) -> None:
        version = workspace.version
        if path is not None:
            mistakes = await self.do(_syntax, workspace, path, version)
            if mistakes and workspace.version == version:
                self._send(path, [shown(mistake, None, self.encoding) for mistake in mistakes])
        await asyncio.sleep(PATIENCE)
        snapshot = await self.do(_snapshot, workspace, workspace.version)
        if snapshot is not None:
            self._show(workspace.rulebook, self._diagnostics_by_path(snapshot))
            await self._run_failed(snapshot)
        elif workspace.version == version:
            self._show(workspace.rulebook, {})  # it is there no longer

    async def snapshot(self, workspace: Workspace | None) -> Snapshot | None:
        """Return a snapshot of the current text; the last known one if the text keeps changing."""
        if workspace is None:
            return None
        for _ in range(MOST_TRIES):
            snapshot = await self.do(_snapshot, workspace, workspace.version)
            if snapshot is not None:
                return snapshot
        return workspace.last

    # ------------------------------------------------------------ games

    def games(self, workspace: Workspace) -> str:
        """Return the result of the last simulation in words, marked if it is of an earlier text."""
        version, words = self._games.get(workspace.rulebook, (0, ""))
        if not words:
            return "play some games"
        return words if version == workspace.version else f"play some games (before: {words})"

    async def simulate(self, workspace: Workspace) -> str:
        """Simulate a rulebook for a moment; the result in words, empty if no game finished."""
        version = workspace.version
        snapshot = await self.snapshot(workspace)
        if snapshot is None or snapshot.compiled is None:
            return ""
        played = await self.do(simulated, snapshot.compiled, lambda: workspace.version != version)
        if played is None:
            return ""
        self._games[workspace.rulebook] = version, played.words
        asked = self.client_capabilities.workspace
        if asked is not None and asked.code_lens is not None and asked.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)
        return played.words

    # ------------------------------------------------------------ what is shown

    def _diagnostics_by_path(self, snapshot: Snapshot) -> dict[Path, tuple[types.Diagnostic, ...]]:
        return {
            path: tuple(shown(diagnostic, snapshot, self.encoding) for diagnostic in diagnostics)
            for path, diagnostics in snapshot.diagnostics.items()
        }

    def _show(self, rulebook: str, reported: dict[Path, tuple[types.Diagnostic, ...]]) -> None:
        """Replace the diagnostics sent for a rulebook."""
        for path in {*self._to_show, *reported}:
            by_rulebook = self._to_show.setdefault(path, {})
            by_rulebook.pop(EXAMPLES, None)
            by_rulebook.pop(rulebook, None)
            if path in reported:
                by_rulebook[rulebook] = reported[path]
            self._send(path, [diagnostic for sent in by_rulebook.values() for diagnostic in sent])

    async def _run_failed(self, snapshot: Snapshot) -> None:
        """Run the examples again that failed before the edit."""
        for path, titles in [*self._failed.items()]:
            for node in [each for each in examples_in(snapshot, path) if title_of(each) in titles]:
                ran = await self.do(run, snapshot, node)
                if ran is not None:
                    titles.discard(ran.title)
                    self.show_result(snapshot, ran)

    def show_result(self, snapshot: Snapshot, ran: ExampleRun) -> None:
        """Show that an example failed, until it is run again after a change."""
        path = snapshot.path(ran.at.source)
        if path is None or not ran.message:
            return
        failed = types.Diagnostic(
            location(path, ran.at, self.encoding).range,
            f"{ran.message}\n{ran.help}".strip(),
            types.DiagnosticSeverity.Error,
            code="failed-example",
            source="ruleslang",
        )
        self._failed.setdefault(path, set()).add(ran.title)
        by_rulebook = self._to_show.setdefault(path, {})
        by_rulebook[EXAMPLES] = (*by_rulebook.get(EXAMPLES, ()), failed)
        self._send(path, [diagnostic for sent in by_rulebook.values() for diagnostic in sent])

    def _send(self, path: Path, diagnostics: list[types.Diagnostic]) -> None:
        once: list[types.Diagnostic] = []
        for diagnostic in diagnostics:  # a file of cards may be part of several rulebooks
            if diagnostic not in once:
                once.append(diagnostic)
        # A check is cancelled when its text changes, so this is the version that was checked.
        version = self._versions.get(path)
        if self._sent.get(path) == (version, once):
            return
        self._sent[path] = version, once
        uri = self._uris.get(path) or path.as_uri()
        published = types.PublishDiagnosticsParams(uri, once, version)
        self.text_document_publish_diagnostics(published)


def _snapshot(workspace: Workspace, version: int) -> Snapshot | None:
    """Return the snapshot at that version; `None` if the text changed, or the rulebook is gone."""
    try:
        return workspace.snapshot(lambda: workspace.version != version)
    except (Cancelled, UnknownRulebook):
        return None


def _syntax(workspace: Workspace, path: Path, version: int) -> tuple[Diagnostic, ...]:
    return workspace.syntax(path) if workspace.version == version else ()
