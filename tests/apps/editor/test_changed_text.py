"""Changes of parts of a text lead to the text that the editor shows."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

pytest.importorskip("pygls")

from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types as t

from ruleslang.apps.editor.changed_text import changed
from tests.apps.editor.client import Client

LETTERS = st.text(alphabet="ab é漢😀\u2028\x0b\r\n", max_size=12)
CODECS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


def seen_by_editor(text: str, offset: int, encoding: str) -> t.Position:
    """Where an editor sees an offset: it ends lines at each of three signs, and counts units."""
    lines = re.split("\r\n|\r|\n", text[:offset])
    codec, size = CODECS[encoding]
    return t.Position(len(lines) - 1, len(lines[-1].encode(codec)) // size)


def is_place(text: str, offset: int) -> bool:
    """Whether an editor can be at an offset, which is not inside of an end of a line."""
    return text[offset - 1 : offset + 1] != "\r\n" or offset == 0


@given(st.sampled_from(list(CODECS)), LETTERS, st.data())
def test_changes_lead_to_the_whole_text(encoding: str, text: str, data: st.DataObject) -> None:
    sent, start = text, text
    events = []
    for _ in range(data.draw(st.integers(1, 4))):
        places = [each for each in range(len(sent) + 1) if is_place(sent, each)]
        first, last = sorted(data.draw(st.tuples(*[st.sampled_from(places)] * 2)))
        new = data.draw(LETTERS)
        where = t.Range(*(seen_by_editor(sent, each, encoding) for each in (first, last)))
        events.append(t.TextDocumentContentChangePartial(where, new))
        sent = sent[:first] + new + sent[last:]

    assert changed(start, events, encoding) == sent


def test_a_position_beyond_a_line_or_the_text_is_its_end() -> None:
    def written_at(line: int, character: int) -> str:
        where = t.Range(t.Position(line, character), t.Position(line, character))
        return changed("ab\r\nc", [t.TextDocumentContentChangePartial(where, "!")], "utf-16")

    assert written_at(0, 9) == "ab!\r\nc"
    assert written_at(9, 0) == "ab\r\nc!"


def test_a_server_accepts_changes_of_parts(tmp_path: Path) -> None:
    path = tmp_path / "pair.rules"
    lines = [
        'rulebook pair "Pa😀\u2028ir"',
        "    language 1",
        "    players 2",
        "    starts with gane",
    ]
    text = "\r\n".join([*lines, "", "phase game", "    nobody wins", ""])
    path.write_text(text, encoding="utf-8", newline="")

    async def asking() -> None:
        client = Client()
        result = await client.begin()
        assert result.capabilities.text_document_sync.change == t.TextDocumentSyncKind.Incremental
        uri = client.open(path, text)
        await client.until(uri, lambda found: found)
        start, end = t.Position(3, 18), t.Position(3, 19)
        client.edit(uri, t.TextDocumentContentChangePartial(t.Range(start, end), "m"))
        await client.until(uri, lambda found: not [each for each in found if each.severity == 1])
        await client.finish()

    asyncio.run(asking())
