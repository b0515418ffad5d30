"""Random edits of open texts: no answer fails, and the messages are those of `check`."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable
from pathlib import Path

import pytest

import ruleslang
from tests.library.workspace.test_random_edits import CORPUS, EXAMPLES, OF_ONE, edited

pytest.importorskip("pygls")

from lsprotocol import types as t

from ruleslang.apps.editor.published_diagnostics import position, shown
from ruleslang.source.span import Source
from tests.apps.editor.client import Client, document

AT_ONCE = 6  # keys, at most, before what is said is compared
UTF_16 = "utf-16"


async def try_edits(client: Client, original: Path, path: Path, number: int, seed: int) -> None:
    """Edit an open text again and again, at times faster than it is checked."""
    chance = random.Random(seed)
    text = start = original.read_text(encoding="utf-8")
    path.write_text(start, encoding="utf-8", newline="")
    uri = client.open(path, text)
    left = number
    while left > 0:
        for _ in range(min(left, chance.randint(1, AT_ONCE))):
            before = text
            text, at = edited(start if left % OF_ONE == 0 else text, chance)
            client.edit(uri, difference(before, text))
            left -= 1
            if chance.random() < 0.3:
                await ask_one(client, uri, position(Source("a", text), at, UTF_16), chance)
        path.write_text(text, encoding="utf-8", newline="")
        expected = messages_of(shown(each, None, UTF_16) for each in ruleslang.check(path))
        try:
            await client.until(uri, lambda found: messages_of(found) == expected)  # noqa: B023
        except TimeoutError:
            assert messages_of(client.diagnostics[uri]) == expected, (
                seed,
                number - left,
                original.name,
            )
    client.text_document_did_close(t.DidCloseTextDocumentParams(document(uri)))
    assert client.failures == []


def alike(one: str, other: str) -> int:
    """How many letters two texts begin with in common."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def difference(before: str, after: str) -> t.TextDocumentContentChangePartial:
    """The change of one stretch that leads from a text to another, as editors send it."""
    first = alike(before, after)
    last = alike(before[first:][::-1], after[first:][::-1])
    first -= before[first - 1 : first] == "\r"  # editors are never inside of an end of a line
    last -= before[len(before) - last :][:1] == "\n"
    source, end = Source("a", before), len(before) - last
    where = t.Range(position(source, first, UTF_16), position(source, end, UTF_16))
    return t.TextDocumentContentChangePartial(where, after[first : len(after) - last])


def messages_of(diagnostics: Iterable[t.Diagnostic]) -> list[str]:
    return sorted(f"{each.code} {each.range} {each.message}" for each in diagnostics)


async def ask_one(client: Client, uri: str, at: t.Position, chance: random.Random) -> None:
    """One of the questions of editors; an answer that fails raises."""
    of, everything = document(uri), t.Range(t.Position(0, 0), t.Position(10_000, 0))
    match chance.randrange(13):
        case 0:
            await client.text_document_hover_async(t.HoverParams(of, at))
        case 1:
            await client.text_document_definition_async(t.DefinitionParams(of, at))
        case 2:
            context = t.ReferenceContext(True)
            await client.text_document_references_async(t.ReferenceParams(context, of, at))
        case 3:
            await client.text_document_document_highlight_async(t.DocumentHighlightParams(of, at))
        case 4:
            await client.text_document_completion_async(t.CompletionParams(of, at))
        case 5:
            await client.text_document_signature_help_async(t.SignatureHelpParams(of, at))
        case 6:
            await client.text_document_document_symbol_async(t.DocumentSymbolParams(of))
        case 7:
            await client.text_document_folding_range_async(t.FoldingRangeParams(of))
        case 8:
            await client.text_document_semantic_tokens_full_async(t.SemanticTokensParams(of))
        case 9:
            await client.text_document_inlay_hint_async(t.InlayHintParams(of, everything))
        case 10:
            await client.text_document_code_lens_async(t.CodeLensParams(of))
        case 11:
            context = t.CodeActionContext([])
            await client.text_document_code_action_async(
                t.CodeActionParams(of, everything, context)
            )
        case 12:
            options = t.FormattingOptions(4, True)
            await client.text_document_formatting_async(t.DocumentFormattingParams(of, options))


def edit_texts(folder: Path, number: int, seed: int) -> None:
    """Edit an example and three texts of the corpus in one server."""
    chance = random.Random(seed)

    async def all() -> None:
        client = Client()
        await client.begin()
        try:
            for original in (chance.choice(EXAMPLES), *chance.sample(CORPUS, 3)):
                await try_edits(client, original, folder / "edited.rules", number, seed)
        finally:
            await client.finish()

    asyncio.run(all())


def test_a_few_edits(tmp_path: Path) -> None:
    edit_texts(tmp_path, 6, 0)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100))
def test_ten_thousand_edits(seed: int, tmp_path: Path) -> None:
    edit_texts(tmp_path, OF_ONE, 2000 + seed)
