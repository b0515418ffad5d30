"""The messages of editors: texts with every key, and questions about places."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

from attrs import define, field

import ruleslang
from ruleslang.language.format.format_source import format_source
from ruleslang.library.workspace.completion import completions
from ruleslang.library.workspace.hints import hints
from ruleslang.library.workspace.hover import described
from ruleslang.library.workspace.outline import folds, outline
from ruleslang.library.workspace.rename import CannotRename, rename
from ruleslang.library.workspace.signature import signature
from ruleslang.library.workspace.tokens import coloured
from ruleslang.library.workspace.workspace import Workspace
from ruleslang.source.span import Source
from tests.hostile.fuzz import mutators
from tests.hostile.fuzz.clients import wait_for
from tests.hostile.fuzz.harness import SECRET, Target
from tests.hostile.fuzz.texts import HEAD, PLAYED, SHORT, edited

FILE = "edited.rules"
LONGEST = 6000  # letters of a text that is edited


# ---------------------------------------------------------------- the workspace


def edits_in(data: bytes) -> None:
    """Edits of an open text: what is said is what `check` says, and all questions are answered."""
    given = json.loads(data)
    path = Path(FILE).resolve()
    path.write_text(HEAD, encoding="utf-8")
    workspace = Workspace(str(path))
    for text, at, name in given["edits"]:
        log = workspace.change(path, text)
        path.write_bytes(mutators.raw(text))
        own = sorted(_messages(each) for of_file in log.values() for each in of_file)
        assert own == sorted(map(_messages, ruleslang.check(path))), "not what `check` says"
        _ask_all(workspace, path, text, min(at, len(text)), name)


def _messages(each: Any) -> str:
    return f"{each.slug} {each.span.start} {each.span.end} {each.message} {each.help}"


def _ask_all(workspace: Workspace, path: Path, text: str, at: int, name: str) -> None:
    """Everything that an editor asks after an edit."""
    snapshot = workspace.snapshot()
    workspace.syntax(path)
    completions(snapshot, path, text, at)
    signature(snapshot, text, at)
    snapshot.expression_at(path, at)
    tree = snapshot.by_path.get(path)
    if tree is None:
        return
    uses = snapshot.names.within(tree.source)
    outline(tree), folds(tree), list(hints(snapshot, tree))
    list(coloured(tree.source, uses, snapshot.symbols))
    for use in uses[at % 7 :: 7]:
        described(snapshot, use)
    if uses:
        try:
            rename(workspace, path, uses[at % len(uses)].span.start, name)
        except CannotRename as reason:
            assert str(reason).isprintable(), str(reason)
    format_source(Source(FILE, text))


def some_edits(chance: Random) -> bytes:
    """A text and what becomes of it by a few edits, with a place and a name for each."""
    text = chance.choice(SHORT)[:LONGEST]
    edits = []
    for _ in range(chance.randrange(1, 5)):
        text = edited(text, chance)[: 2 * LONGEST]
        edits.append((text, chance.randrange(len(text) + 1), mutators.word(chance)))
    return mutators.jsonable({"edits": edits})


# ---------------------------------------------------------------- the language server


@define(eq=False)
class Screen:
    """What an editor is sent."""

    answers: dict[int, dict[str, Any]] = field(factory=dict)
    news: asyncio.Event = field(factory=asyncio.Event)

    def write(self, data: bytes) -> None:
        """One message with its head."""
        message = json.loads(data.partition(b"\r\n\r\n")[2])
        assert SECRET not in str(message)
        if "method" not in message:
            self.answers[message["id"]] = message
            self.news.set()

    def close(self) -> None:
        """Nothing is left open."""


INTERNAL = -32603  # what pygls answers where a handler raises


def asked_in(data: bytes) -> None:
    """Messages of an editor: each question is answered, or refused in words."""
    wait_for(_served(json.loads(data)))


async def _served(given: dict[str, Any]) -> None:
    from ruleslang.apps.editor.server import server

    path = Path(FILE).resolve()
    path.write_text(given["text"], encoding="utf-8", errors="replace")
    made, screen = server(), Screen()
    made.protocol.set_writer(screen)
    _notify(made, {"id": 0, "method": "initialize", "params": {"capabilities": {}}})
    await _answered(screen, 0)
    _notify(made, {"method": "initialized", "params": {}})
    opened = {"uri": path.as_uri(), "languageId": "rules", "version": 0, "text": given["text"]}
    _notify(made, {"method": "textDocument/didOpen", "params": {"textDocument": opened}})
    for number, (method, params) in enumerate(given["asked"], start=1):
        whole = json.loads(json.dumps(params).replace("URI", path.as_uri()))
        is_news = method.startswith(("textDocument/did", "workspace/did"))
        _notify(made, {"method": method, "params": whole} | ({} if is_news else {"id": number}))
        if not is_news:
            await _answered(screen, number)
    _notify(made, {"id": 10_000, "method": "shutdown", "params": None})
    await _answered(screen, 10_000)
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()
    made.shutdown()


def _notify(made: Any, message: dict[str, Any]) -> None:
    text = json.dumps({"jsonrpc": "2.0", **message})
    read = json.loads(text, object_hook=made.protocol.structure_message)
    made.protocol.handle_message(read)


async def _answered(screen: Screen, number: int) -> None:
    while number not in screen.answers:
        await screen.news.wait()
        screen.news.clear()
    problem = screen.answers[number].get("error")
    assert problem is None or problem["code"] != INTERNAL, f"raised: {problem['data']}"
    assert problem is None or problem["message"].strip()


DOCUMENT = {"textDocument": {"uri": "URI"}}
AT_PLACES = ["hover", "definition", "references", "documentHighlight", "completion",
             "signatureHelp", "prepareRename", "rename"]  # fmt: skip
OF_FILES = ["documentSymbol", "foldingRange", "semanticTokens/full", "inlayHint", "codeLens",
            "codeAction", "formatting"]  # fmt: skip
COMMANDS = ["ruleslang.runExample", "ruleslang.showStory", "ruleslang.positionOf"]


def some_questions(chance: Random) -> bytes:
    """A text, questions about places in it and beyond, and changes between them."""
    text = chance.choice((PLAYED, chance.choice(SHORT)[:LONGEST]))
    asked = [_question(text, chance) for _ in range(chance.randrange(1, 6))]
    return mutators.jsonable({"text": edited(text, chance), "asked": asked})


def _question(text: str, chance: Random) -> tuple[str, dict[str, Any]]:
    about: dict[str, Any] = DOCUMENT
    if chance.random() < 0.1:
        # The witness ends whoever opens files elsewhere, and no answer would ever come.
        uri = chance.choice(("untitled:x", "URI/../nowhere/x.rules", "x", "", "URI/../y.rules"))
        about = {"textDocument": {"uri": uri}}
    places = [_place(text, chance), _place(text, chance)]
    within = {"start": places[0], "end": places[1]}
    match chance.randrange(6):
        case 0 | 1:
            method = chance.choice(AT_PLACES)
            more = {"newName": mutators.word(chance), "context": {"includeDeclaration": True}}
            if method in ("completion", "signatureHelp"):
                more["context"] = {"triggerKind": 1, "isRetrigger": False}
            return f"textDocument/{method}", {**about, "position": places[0], **more}
        case 2 | 3:
            method = chance.choice(OF_FILES)
            options = {"tabSize": 4, "insertSpaces": True}
            more = {"range": within, "context": {"diagnostics": []}, "options": options}
            return f"textDocument/{method}", {**about, **more}
        case 4:
            version = {"uri": "URI", "version": chance.randrange(100)}
            change: dict[str, Any] = {"text": mutators.word(chance)}
            if chance.random() < 0.7:
                change["range"] = within
            params = {"textDocument": version, "contentChanges": [change]}
            return "textDocument/didChange", params
        case _:
            line = chance.choice((chance.randrange(60), mutators.number(chance)))
            command = chance.choice(COMMANDS)
            if chance.random() < 0.3:
                return "workspace/symbol", {"query": mutators.word(chance)}
            return "workspace/executeCommand", {"command": command, "arguments": ["URI", line]}


def _place(text: str, chance: Random) -> dict[str, int]:
    """A place of the protocol: numbers from 0 to 2**31 - 1."""
    if chance.random() < 0.2:
        edge = chance.choice((0, 1, 255, 65536, (1 << 31) - 1))
        return {"line": chance.choice((edge, 0, 3)), "character": edge}
    return {"line": chance.randrange(text.count("\n") + 2), "character": chance.randrange(40)}


def _warm_server() -> None:
    options = {"tabSize": 4, "insertSpaces": True}
    asked = [("textDocument/formatting", {**DOCUMENT, "options": options})]
    asked_in(mutators.jsonable({"text": PLAYED, "asked": asked}))


TARGETS = (
    Target("edits", 2_000, some_edits, edits_in, lambda: edits_in(b'{"edits": [["", 0, "x"]]}')),
    Target("editors", 2_000, some_questions, asked_in, _warm_server),
)
