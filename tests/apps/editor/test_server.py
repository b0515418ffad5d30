"""The language server, asked by a real client over standard input and output."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import ruleslang
from tests.library.workspace.test_workspace import CARDS, RULES

pytest.importorskip("pygls")

from lsprotocol import types as t

from ruleslang.apps.cli.commands import lsp
from ruleslang.apps.editor.published_diagnostics import offset, position, units
from ruleslang.source.span import Source
from tests.apps.editor.client import PATIENCE, Client, at, document

Asking = Callable[[Client, Path], Coroutine[None, None, None]]
FILE = "duel.rules"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    (tmp_path / "cards" / "duel").mkdir(parents=True)
    (tmp_path / FILE).write_text(RULES, encoding="utf-8")
    (tmp_path / "cards" / "duel" / "figures.cards").write_text(CARDS, encoding="utf-8")
    return tmp_path.resolve()


def ask(asking: Asking, house: Path, **options: object) -> Client:
    """A client that has started the server, asked, and let it end."""

    async def all() -> Client:
        client = Client()
        await client.begin(**options)
        try:
            await asking(client, house)
        finally:
            await client.finish()
        return client

    return asyncio.run(all())


def test_mistakes_are_shown_while_typing_and_fixed(house: Path) -> None:
    async def asking(client: Client, house: Path) -> None:
        uri = client.open(house / FILE)
        cards = (house / "cards" / "duel" / "figures.cards").as_uri()
        await client.until(uri, lambda found: not _errors(found))

        client.change(uri, RULES.replace("add much to lost", "add much to lots"))
        (mistake,) = _errors(await client.until(uri, _errors))
        assert mistake.code == "unknown-state"
        assert mistake.source == "ruleslang"
        page = Path(unquote(urlsplit(mistake.code_description.href).path))
        assert page.read_text("utf-8").startswith("# unknown-state")
        range = mistake.range
        (fix,) = await client.text_document_code_action_async(
            t.CodeActionParams(document(uri), range, t.CodeActionContext([mistake]))
        )
        assert fix.title == "write `lost`"
        assert fix.edit.changes[uri][0].new_text == "lost"

        assert range.start == at(RULES, "lost(loser)\n    if")
        client.change(uri, RULES)
        await client.until(uri, lambda found: not _errors(found))

        client.change(uri, RULES.replace("has strength", "has might"))
        await client.until(cards, _errors)

    ask(asking, house)


def _errors(diagnostics: list[t.Diagnostic]) -> list[t.Diagnostic]:
    return [each for each in diagnostics if each.severity == t.DiagnosticSeverity.Error]


def test_a_place_is_explained_found_and_renamed(house: Path) -> None:
    async def asking(client: Client, house: Path) -> None:
        uri = client.open(house / FILE)
        here = at(RULES, "strength(c)", 2)

        hover = await client.text_document_hover_async(t.HoverParams(document(uri), here))
        assert "a field of `figure`" in hover.contents.value
        word = t.HoverParams(document(uri), at(RULES, "value", 2))
        hover = await client.text_document_hover_async(word)
        assert "computed whenever it is needed" in hover.contents.value
        (page,) = re.findall(r"\(file://(\S+)#value\)", hover.contents.value)
        assert "## `value`" in Path(unquote(page)).read_text("utf-8")
        (made,) = await client.text_document_definition_async(
            t.DefinitionParams(document(uri), here)
        )
        assert made.range.start == at(RULES, "strength: 0..9")
        places = await client.text_document_references_async(
            t.ReferenceParams(t.ReferenceContext(False), document(uri), here)
        )
        assert {Path(each.uri).name for each in places} == {FILE, "figures.cards"}
        edit = await client.text_document_rename_async(t.RenameParams(document(uri), here, "might"))
        assert {Path(each).name: len(own) for each, own in edit.changes.items()} == {
            FILE: 2,
            "figures.cards": 1,
        }
        with pytest.raises(Exception, match="is not a name"):
            await client.text_document_rename_async(t.RenameParams(document(uri), here, "9"))
        with pytest.raises(Exception, match="`each` is a word of the language"):
            await client.text_document_rename_async(t.RenameParams(document(uri), here, "each"))

    ask(asking, house)


def test_words_that_fit_are_proposed_in_half_written_files(house: Path) -> None:
    async def asking(client: Client, house: Path) -> None:
        uri = client.open(house / FILE)
        await client.until(uri, lambda found: True)
        text = RULES.replace("add much to lost(loser)", "add mu")
        client.change(uri, text)
        found = await client.text_document_completion_async(
            t.CompletionParams(document(uri), at(text, "add mu", 6))
        )
        labels = [each.label for each in found.items]
        assert labels.index("much") < labels.index("lost")
        begun = next(each for each in found.items if each.label == "much")
        assert begun.text_edit.range == t.Range(at(text, "add mu", 4), at(text, "add mu", 6))
        text = RULES + "\nzo"
        client.change(uri, text)
        found = await client.text_document_completion_async(
            t.CompletionParams(document(uri), at(text, "\nzo", 3))
        )
        zone = next(each for each in found.items if each.label == "zone")
        assert zone.documentation is None
        zone = await client.completion_item_resolve_async(zone)
        assert "A place for cards." in zone.documentation.value
        text = RULES.replace("score(right, 2)", "score(right, ")
        client.change(uri, text)
        help = await client.text_document_signature_help_async(
            t.SignatureHelpParams(document(uri), at(text, "score(right, ", 13))
        )
        assert help.signatures[0].parameters[help.active_parameter].label == "much: 0..9"

    ask(asking, house)


def test_a_file_is_outlined_folded_coloured_formatted(house: Path) -> None:
    async def asking(client: Client, house: Path) -> None:
        messy = RULES.replace("zone heap: cards", "zone   heap :  cards")
        uri = client.open(house / FILE, messy)
        everything = t.Range(t.Position(0, 0), t.Position(99, 0))

        symbols = await client.text_document_document_symbol_async(
            t.DocumentSymbolParams(document(uri))
        )
        assert [each.name for each in symbols][:3] == ["duel", "Side", "figure"]
        (heap,) = [
            each
            for each in await client.workspace_symbol_async(t.WorkspaceSymbolParams("heap"))
            if each.name == "heap"
        ]
        assert heap.location.uri == uri
        folds = await client.text_document_folding_range_async(t.FoldingRangeParams(document(uri)))
        assert (0, 3) in [(each.start_line, each.end_line) for each in folds]
        tokens = await client.text_document_semantic_tokens_full_async(
            t.SemanticTokensParams(document(uri))
        )
        assert tuple(tokens.data[:5]) == (0, 0, len("rulebook"), 0, 1)
        hints = await client.text_document_inlay_hint_async(
            t.InlayHintParams(document(uri), everything)
        )
        assert ": 0..9" in [each.label for each in hints]
        (edit,) = await client.text_document_formatting_async(
            t.DocumentFormattingParams(document(uri), t.FormattingOptions(4, True))
        )
        assert edit.new_text == ruleslang.format_text(messy)
        line = at(messy, "zone   heap").line
        for begin, end in ((line, line), (0, 0)):
            lines = t.Range(t.Position(begin, 0), t.Position(end, 5))
            edits = await client.text_document_range_formatting_async(
                t.DocumentRangeFormattingParams(document(uri), lines, t.FormattingOptions(4, True))
            )
            expected = ["zone heap: cards, seen by all\n"] if begin else []
            assert [each.new_text for each in edits] == expected

    ask(asking, house)


def test_changes_by_other_programs_are_asked_for(house: Path) -> None:
    watching = t.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
    capable = t.ClientCapabilities(t.WorkspaceClientCapabilities(did_change_watched_files=watching))

    async def asking() -> list[t.Registration]:
        client, registered = Client(), asyncio.Queue[t.RegistrationParams]()

        @client.feature(t.CLIENT_REGISTER_CAPABILITY)
        def _registered(params: t.RegistrationParams) -> None:
            registered.put_nowait(params)

        await client.begin(capabilities=capable)
        params = await asyncio.wait_for(registered.get(), PATIENCE)
        await client.finish()
        return list(params.registrations)

    (registration,) = asyncio.run(asking())
    assert registration.method == t.WORKSPACE_DID_CHANGE_WATCHED_FILES
    patterns = [each["globPattern"] for each in registration.register_options["watchers"]]
    assert patterns == ["**/*.rules", "**/*.cards", "**/*.csv", "**/*.tsv", "**/*.xlsx"]


def test_examples_are_run_over_their_lines(house: Path) -> None:
    async def asking(client: Client, house: Path) -> None:
        uri = client.open(house / FILE)
        await client.until(uri, lambda found: True)
        lenses = await client.text_document_code_lens_async(t.CodeLensParams(document(uri)))
        games, *lenses = lenses
        assert games.command.title == "play some games"
        assert games.range.start.line == 0
        assert [each.command.title for each in lenses][:3] == [
            "run this example",
            "show its story",
            "play from here",
        ]
        for lens, holds in ((lenses[1], True), (lenses[3], False)):
            ran = await client.workspace_execute_command_async(
                t.ExecuteCommandParams(lens.command.command, lens.command.arguments)
            )
            assert ran["holds"] is holds
        assert "✓ then left wins" in (await _execute(client, lenses[1]))["story"]
        assert "✓ then left wins" in client.messages[-1]  # for editors that show nothing else
        words = await _execute(client, games)
        assert "games a second: left wins 100%, right wins 0%" in words
        again = await client.text_document_code_lens_async(t.CodeLensParams(document(uri)))
        assert again[0].command.title == words
        client.change(uri, RULES + "\n")
        again = await client.text_document_code_lens_async(t.CodeLensParams(document(uri)))
        assert again[0].command.title == f"play some games (before: {words})"
        await client.until(uri, lambda found: "failed-example" in [each.code for each in found])
        begun = await client.workspace_execute_command_async(
            t.ExecuteCommandParams("ruleslang.positionOf", lenses[0].command.arguments)
        )
        assert begun == {"rulebook": str(house / FILE), "lines": "when game\n"}

    client = ask(asking, house, plays=True)
    assert any("“left wins at once” holds" in each for each in client.messages)
    assert any("does not hold" in each for each in client.messages)


async def _execute(client: Client, lens: t.CodeLens) -> object:
    asked = t.ExecuteCommandParams(lens.command.command, lens.command.arguments)
    return await client.workspace_execute_command_async(asked)


def test_files_may_vanish_and_texts_may_be_saved_nowhere(house: Path) -> None:
    async def asking(client: Client, house: Path) -> None:
        first, second = client.open(house / FILE), client.open(house / "other.rules", "zone zone")
        await client.until(second, _errors)
        await client.until(first, lambda found: True)
        (house / FILE).unlink()
        client.text_document_did_close(t.DidCloseTextDocumentParams(document(first)))
        changes = [t.FileEvent(first, t.FileChangeType.Deleted)]
        client.workspace_did_change_watched_files(t.DidChangeWatchedFilesParams(changes))
        assert (
            await client.text_document_hover_async(t.HoverParams(document(first), t.Position(0, 0)))
            is None
        )
        lone = "untitled:Untitled-1"
        client.text_document_did_open(
            t.DidOpenTextDocumentParams(t.TextDocumentItem(lone, "rules", 0, "rulebook x"))
        )
        await client.until(lone, _errors)

    ask(asking, house)


def test_columns_are_counted_in_units_of_utf_16(house: Path) -> None:
    text = RULES.replace('"Duel"', '"Düel 😀😀"').replace(
        "    left wins\n\n", '    left chooses c "a 😀" from hand(leftt)\n    left wins\n\n', 1
    )

    async def asking(client: Client, house: Path) -> None:
        uri = client.open(house / FILE, text)
        (mistake,) = _errors(await client.until(uri, _errors))
        assert mistake.range.start == at(text, "leftt")

    ask(asking, house)
    source = Source("a.rules", "a😀b\nc")
    for column, place in ((0, 0), (1, 1), (3, 2), (4, 3), (9, 3)):
        assert offset(source, t.Position(0, column), "utf-16") == place
    assert position(source, 2, "utf-16") == t.Position(0, 3)
    assert units("a😀", "utf-8") == 5
    assert offset(source, t.Position(7, 3), "utf-16") == len(source.text)


def test_without_pygls_one_line_shows_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lsp, "find_spec", lambda name: None)

    assert lsp.run() == 2
    assert "`pip install -e '.[editor]'`" in capsys.readouterr().err


def test_all_examples_are_run_and_failures_stay_marked_while_one_types(house: Path) -> None:
    async def asking(client: Client, house: Path) -> None:
        uri = client.open(house / FILE)
        await client.until(uri, lambda found: True)
        asked = t.ExecuteCommandParams("ruleslang.runAllExamples", [uri])
        ran = await client.workspace_execute_command_async(asked)
        assert ran["holds"] == ran["of"] - len(ran["failed"]) > 0 and len(ran["failed"]) == 1

        def marks(found: list[t.Diagnostic]) -> list[int]:
            return [each.range.start.line for each in found if each.code == "failed-example"]

        (line,) = marks(await client.until(uri, marks))
        client.change(uri, "# a comment\n" + RULES)
        await client.until(uri, lambda found: marks(found) == [line + 1])

    client = ask(asking, house)
    assert "examples and claims hold" in client.messages[-1].partition("\n")[0]
