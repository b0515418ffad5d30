"""The commands of an editor: run an example, show its story or position, simulate."""

from __future__ import annotations

from typing import Any

from lsprotocol import types as t

from ruleslang.apps.editor.position_requests import RUN, SIMULATE, STORY
from ruleslang.apps.editor.published_diagnostics import location
from ruleslang.apps.editor.server_state import RulesServer
from ruleslang.explanation.story.example_story import story_of_example
from ruleslang.language.syntax.examples import Claim, Example
from ruleslang.library.workspace.run_example import (
    SECONDS,
    ExampleRun,
    examples_in,
    lowered_of,
    position_lines,
    run,
)
from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.program import declarations as d
from ruleslang.source.budget import budget

POSITION = "ruleslang.positionOf"
MOST_STORY = 200  # lines
MARKS = {"passed": "✓", "failed": "✗"}


def answer_commands(server: RulesServer) -> None:
    """Register the commands that the code lenses name."""

    @server.command(RUN)
    async def _run(uri: str, line: int) -> dict[str, Any]:
        return await _ran(server, uri, line, story=False)

    @server.command(STORY)
    async def _story(uri: str, line: int) -> dict[str, Any]:
        return await _ran(server, uri, line, story=True)

    @server.command(SIMULATE)
    async def _simulate(uri: str) -> str:
        workspace = server.books.of(server.path(uri))
        words = await server.simulate(workspace) if workspace is not None else ""
        _show_message(server, t.MessageType.Info, words or "no game could be played to its end")
        return words

    @server.command(POSITION)
    async def _position(uri: str, line: int) -> dict[str, Any]:
        known = await _example_at(server, uri, line)
        workspace = server.books.of(server.path(uri))
        if known is None or workspace is None or not isinstance(known[1], Example):
            return {}
        return {"rulebook": workspace.rulebook, "lines": position_lines(known[1])}


async def _example_at(
    server: RulesServer, uri: str, line: int
) -> tuple[Snapshot, Example | Claim] | None:
    path = server.path(uri)
    snapshot = await server.snapshot(server.books.of(path))
    if snapshot is None:
        return None
    return next(
        ((snapshot, node) for node in examples_in(snapshot, path) if node.span.line == line + 1),
        None,
    )


async def _ran(server: RulesServer, uri: str, line: int, *, story: bool) -> dict[str, Any]:
    """Run the example that begins on a line, and report the result."""
    known = await _example_at(server, uri, line)
    ran = await server.do(run, *known) if known is not None else None
    if known is None or ran is None:
        _show_message(server, t.MessageType.Warning, "no example here can be run")
        return {}
    words = f"“{ran.title}” " + (f"does not hold: {ran.message}" if ran.message else "holds")
    lines = await server.do(_story, known[0], known[1], ran) if story and ran.story else []
    shown = words if server.stories else "\n".join([words, *lines])
    _show_message(server, t.MessageType.Warning if ran.message else t.MessageType.Info, shown)
    if ran.message:
        _show_failed(server, known[0], ran)
    return {"title": ran.title, "holds": not ran.message, "message": ran.message, "story": lines}


def _story(snapshot: Snapshot, node: Example | Claim, ran: ExampleRun) -> list[str]:
    """The events of each line of an example, and the lines of the rules that ran."""
    lowered, lines = lowered_of(snapshot, node), [f"example “{ran.title}”"]
    if snapshot.compiled is not None and isinstance(lowered, d.Example):
        with budget(SECONDS):
            story = story_of_example(snapshot.loaded.spans, snapshot.compiled, lowered)
        for passage in story.passages:
            mark = MARKS.get(story.status(passage), " ")
            lines += [
                f"{mark} {passage.text}",
                *(f"      {words}" for words in story.below(passage)),
            ]
    worked = [f"{span.source.name}:{span.line}: {_first(span.text)}" for span in ran.story]
    return [*lines, "", "the lines that took effect:", *worked[:MOST_STORY]]


def _show_failed(server: RulesServer, snapshot: Snapshot, ran: ExampleRun) -> None:
    path = snapshot.path(ran.at.source)
    if path is not None:
        failed = t.Diagnostic(
            location(path, ran.at, server.encoding).range,
            f"{ran.message}\n{ran.help}".strip(),
            t.DiagnosticSeverity.Error,
            code="failed-example",
            source="ruleslang",
        )
        server.show_failed(path, failed)


def _first(text: str) -> str:
    return text.partition("\n")[0].strip()


def _show_message(server: RulesServer, type: t.MessageType, words: str) -> None:
    server.window_show_message(t.ShowMessageParams(type, words))
