"""Registers the handlers of the language server, and serves it over standard input and output."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

from lsprotocol import types as t
from pygls.exceptions import JsonRpcException

from ruleslang.apps.editor import position_requests
from ruleslang.apps.editor.commands import answer_commands
from ruleslang.apps.editor.published_diagnostics import edits_by_uri, offset, quick_fixes, range_of
from ruleslang.apps.editor.server_state import RulesServer
from ruleslang.language.format.format_source import format_source
from ruleslang.language.syntax.declarations import Tree
from ruleslang.library.find_rulebook import ENDINGS
from ruleslang.library.workspace.completion import completions
from ruleslang.library.workspace.hints import hints
from ruleslang.library.workspace.outline import folds, found, outline
from ruleslang.library.workspace.rename import CannotRename, renamable, rename
from ruleslang.library.workspace.resolve_names import Use
from ruleslang.library.workspace.signature import signature
from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.library.workspace.tokens import coloured
from ruleslang.source.span import Source

REQUEST_FAILED = -32803
LEGEND = t.SemanticTokensLegend(
    list(position_requests.TOKEN_TYPES), list(position_requests.TOKEN_MODIFIERS)
)


def serve() -> int:
    """Serve an editor until it disconnects; returns the exit status."""
    serving = server()
    serving.start_io()
    return serving.protocol.exit_status


def server(*, threads: bool = True) -> RulesServer:
    """Return a language server that is not connected yet."""
    created = RulesServer(threads=threads)
    _follow_texts(created)
    _answer_places(created)
    _answer_writing(created)
    _answer_files(created)
    _answer_shown(created)
    _answer_edits(created)
    _answer_renaming(created)
    answer_commands(created)
    return created


def _follow_texts(server: RulesServer) -> None:
    @server.feature(t.INITIALIZE)
    def _initialize(params: t.InitializeParams) -> None:
        asked = params.initialization_options
        server.plays = isinstance(asked, dict) and asked.get("plays") is True
        server.stories = isinstance(asked, dict) and asked.get("stories") is True

    @server.feature(t.INITIALIZED)
    def _watch_files(params: t.InitializedParams) -> None:
        asked = server.client_capabilities.workspace
        watching = asked and asked.did_change_watched_files
        if watching and watching.dynamic_registration:
            server.client_register_capability(t.RegistrationParams([_watched_files()]))

    @server.feature(t.TEXT_DOCUMENT_DID_OPEN)
    async def _opened(params: t.DidOpenTextDocumentParams) -> None:
        server.text_opened(params.text_document)

    @server.feature(t.TEXT_DOCUMENT_DID_CHANGE)
    async def _changed(params: t.DidChangeTextDocumentParams) -> None:
        server.text_changed(params.text_document, params.content_changes)

    @server.feature(t.TEXT_DOCUMENT_DID_CLOSE)
    async def _closed(params: t.DidCloseTextDocumentParams) -> None:
        server.text_closed(params.text_document.uri)

    @server.feature(t.TEXT_DOCUMENT_DID_SAVE)
    async def _saved(params: t.DidSaveTextDocumentParams) -> None:
        server.files_changed()

    @server.feature(t.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def _watched(params: t.DidChangeWatchedFilesParams) -> None:
        server.files_changed()


def _watched_files() -> t.Registration:
    """Return the files whose changes by other programs an editor is asked to report."""
    patterns = [t.FileSystemWatcher(f"**/*{ending}") for ending in ENDINGS]
    options = t.DidChangeWatchedFilesRegistrationOptions(patterns)
    return t.Registration("watched-files", t.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)


async def _tree(server: RulesServer, params: Any) -> tuple[Snapshot, Path, Tree] | None:
    """Return the snapshot and the file that a request is about, with its current tree."""
    path = server.path(params.text_document.uri)
    snapshot = await server.snapshot(server.books.of(path))
    tree = snapshot.by_path.get(path) if snapshot is not None else None
    return None if snapshot is None or tree is None else (snapshot, path, tree)


async def _place(server: RulesServer, params: Any) -> tuple[Snapshot, Path, Tree, int] | None:
    """Return the same, and the offset that a request is about."""
    known = await _tree(server, params)
    if known is None:
        return None
    return *known, offset(known[2].source, params.position, server.encoding)


async def _used(server: RulesServer, params: Any) -> tuple[Snapshot, Use] | None:
    """Return the name at the position of a request."""
    place = await _place(server, params)
    if place is None:
        return None
    snapshot, _, tree, at = place
    use = await server.do(snapshot.names.at, tree.source, at)
    return None if use is None else (snapshot, use)


def _answer_places(server: RulesServer) -> None:
    @server.feature(t.TEXT_DOCUMENT_HOVER)
    async def _hover(params: t.HoverParams) -> t.Hover | None:
        place = await _place(server, params)
        if place is None:
            return None
        snapshot, path, _, at = place
        return await server.do(position_requests.hover, snapshot, path, at, server.encoding)

    @server.feature(t.TEXT_DOCUMENT_DEFINITION)
    async def _definition(params: t.DefinitionParams) -> list[t.Location]:
        if (used := await _used(server, params)) is None:
            return []
        return position_requests.definitions(used[0], used[1].target, server.encoding)

    @server.feature(t.TEXT_DOCUMENT_REFERENCES)
    async def _references(params: t.ReferenceParams) -> list[t.Location]:
        if (used := await _used(server, params)) is None:
            return []
        (snapshot, use), declares = used, params.context.include_declaration
        return position_requests.places(
            snapshot, use.target, server.encoding, with_declaration=declares
        )

    @server.feature(t.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    async def _highlight(params: t.DocumentHighlightParams) -> list[t.DocumentHighlight]:
        used = await _used(server, params)
        if used is None:
            return []
        snapshot, use = used
        uses = snapshot.names.of(use.target)
        here = [other.span for other in uses if other.span.source is use.span.source]
        return [t.DocumentHighlight(range_of(span, server.encoding)) for span in here]


def _answer_writing(server: RulesServer) -> None:
    @server.feature(
        t.TEXT_DOCUMENT_COMPLETION,
        t.CompletionOptions(trigger_characters=[" ", "(", ":"], resolve_provider=True),
    )
    async def _complete(params: t.CompletionParams) -> t.CompletionList:
        path = server.path(params.text_document.uri)
        text = server.text(params.text_document.uri)
        workspace = server.books.of(path)
        last = workspace.last if workspace is not None else None
        snapshot = last or await server.snapshot(workspace)
        at = offset(Source(path.name, text), params.position, server.encoding)
        completed = await server.do(completions, snapshot, path, text, at)
        return position_requests.completion_list(
            completed, server.encoding, has_places=_has_places(server)
        )

    @server.feature(t.COMPLETION_ITEM_RESOLVE)
    async def _document(item: t.CompletionItem) -> t.CompletionItem:
        return await server.do(position_requests.documented, item)

    @server.feature(
        t.TEXT_DOCUMENT_SIGNATURE_HELP, t.SignatureHelpOptions(trigger_characters=["(", ","])
    )
    async def _signature(params: t.SignatureHelpParams) -> t.SignatureHelp | None:
        path = server.path(params.text_document.uri)
        text = server.text(params.text_document.uri)
        workspace = server.books.of(path)
        at = offset(Source(path.name, text), params.position, server.encoding)
        called = signature(workspace.last if workspace is not None else None, text, at)
        if called is None:  # the earlier text may have a mistake in the declaration
            called = signature(await server.snapshot(workspace), text, at)
        return None if called is None else position_requests.signature_help(called)


def _has_places(server: RulesServer) -> bool:
    """Return whether the editor supports snippets."""
    texts = server.client_capabilities.text_document
    item = texts and texts.completion and texts.completion.completion_item
    return bool(item and item.snippet_support)


def _answer_files(server: RulesServer) -> None:
    @server.feature(t.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def _symbols(params: t.DocumentSymbolParams) -> list[t.DocumentSymbol]:
        known = await _tree(server, params)
        return position_requests.symbols_of(outline(known[2]), server.encoding) if known else []

    @server.feature(t.WORKSPACE_SYMBOL)
    async def _workspace_symbols(params: t.WorkspaceSymbolParams) -> list[t.WorkspaceSymbol]:
        all: list[t.WorkspaceSymbol] = []
        for workspace in tuple(server.books.workspaces.values()):
            snapshot = await server.snapshot(workspace)
            if snapshot is not None and snapshot.symbols is not None:
                entries = found(snapshot.symbols, params.query)
                all += position_requests.workspace_symbols(snapshot, entries, server.encoding)
        return all

    @server.feature(t.TEXT_DOCUMENT_FOLDING_RANGE)
    async def _folding(params: t.FoldingRangeParams) -> list[t.FoldingRange]:
        known = await _tree(server, params)
        return position_requests.folding_ranges(folds(known[2])) if known else []


def _answer_shown(server: RulesServer) -> None:
    @server.feature(t.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    async def _tokens(params: t.SemanticTokensParams) -> t.SemanticTokens:
        known = await _tree(server, params)
        if known is None:
            return t.SemanticTokens([])
        snapshot, _, tree = known
        uses = await server.do(snapshot.names.within, tree.source)
        words = coloured(tree.source, uses, snapshot.symbols)
        return position_requests.semantic_tokens(words, server.encoding)

    @server.feature(t.TEXT_DOCUMENT_INLAY_HINT)
    async def _hints(params: t.InlayHintParams) -> list[t.InlayHint]:
        known = await _tree(server, params)
        if known is None:
            return []
        (snapshot, _, tree), asked = known, params.range
        found = hints(snapshot, tree)
        return position_requests.inlay_hints(
            found, asked.start.line, asked.end.line, server.encoding
        )

    @server.feature(t.TEXT_DOCUMENT_CODE_LENS)
    async def _lenses(params: t.CodeLensParams) -> list[t.CodeLens]:
        known = await _tree(server, params)
        if known is None or known[0].compiled is None:
            return []
        snapshot, path, _ = known
        workspace = server.books.of(path)
        games = server.games(workspace) if workspace is not None else ""
        lenses = position_requests.code_lenses(snapshot, path, server.encoding, games)
        return [lense for lense in lenses if server.plays or not _plays(lense)]


def _plays(lens: t.CodeLens) -> bool:
    return lens.command is not None and lens.command.command == position_requests.PLAY


def _answer_edits(server: RulesServer) -> None:
    @server.feature(t.TEXT_DOCUMENT_CODE_ACTION, t.CodeActionOptions([t.CodeActionKind.QuickFix]))
    async def _actions(params: t.CodeActionParams) -> list[t.CodeAction]:
        path = server.path(params.text_document.uri)
        snapshot = await server.snapshot(server.books.of(path))
        if snapshot is None:
            return []
        first, last = params.range.start.line + 1, params.range.end.line + 1
        return list(quick_fixes(snapshot, path, first, last, server.encoding))

    @server.feature(t.TEXT_DOCUMENT_FORMATTING)
    async def _format(params: t.DocumentFormattingParams) -> list[t.TextEdit]:
        source, formatted = await _formatted(server, params.text_document.uri)
        if formatted == source.text:
            return []
        return [t.TextEdit(range_of(source.span(0, len(source.text)), server.encoding), formatted)]

    @server.feature(t.TEXT_DOCUMENT_RANGE_FORMATTING)
    async def _format_range(params: t.DocumentRangeFormattingParams) -> list[t.TextEdit]:
        source, formatted = await _formatted(server, params.text_document.uri)
        first, last = params.range.start.line, params.range.end.line
        return position_requests.edits_within(source.text, formatted, first, last)


async def _formatted(server: RulesServer, uri: str) -> tuple[Source, str]:
    """Return a text, and as `fmt` lays it out: the same, if it is a table or cannot be read."""
    source = Source(server.path(uri).name, server.text(uri))
    if source.is_table:
        return source, source.text
    formatted = await server.do(format_source, source)
    return source, source.text if formatted.text is None else formatted.text


def _answer_renaming(server: RulesServer) -> None:
    @server.feature(t.TEXT_DOCUMENT_PREPARE_RENAME)
    async def _prepare(params: t.PrepareRenameParams) -> t.Range:
        snapshot, path, _, at = await _place(server, params) or _refuse("no rulebook is read here")
        try:
            use = await server.do(renamable, snapshot, path, at)
        except CannotRename as reason:
            _refuse(reason)
        return range_of(use.span, server.encoding)

    @server.feature(t.TEXT_DOCUMENT_RENAME, t.RenameOptions(prepare_provider=True))
    async def _rename(params: t.RenameParams) -> t.WorkspaceEdit:
        snapshot, path, _, at = await _place(server, params) or _refuse("no rulebook is read here")
        workspace = server.books.of(path) or _refuse("no rulebook is read here")
        try:
            renamed = await server.do(rename, workspace, path, at, params.new_name)
        except CannotRename as reason:
            _refuse(reason)
        edits = [edit for of_file in renamed.values() for edit in of_file]
        return t.WorkspaceEdit(changes=edits_by_uri(edits, snapshot, server.encoding))


def _refuse(reason: object) -> NoReturn:
    raise JsonRpcException(str(reason), REQUEST_FAILED) from None
