"""The commands of an editor: run an example, show its story or position, simulate."""

from __future__ import annotations

from typing import Any

from lsprotocol import types as t

from ruleslang.apps.editor.position_requests import RUN, SIMULATE, STORY
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

RUN_ALL = "ruleslang.runAllExamples"
POSITION = "ruleslang.positionOf"
MOST_STORY = 200  # lines
MARKS = {"passed": "✓", "failed": "✗"}


def answer_commands(server: RulesServer) -> None:
    """Register the commands that the code lenses name."""

    @server.command(RUN)
    async def _run(uri: str, line: int) -> dict[str, Any]:
        return await _ran(server, uri, line, story=False)

    @server.command(RUN_ALL)
    async def _run_all(uri: str) -> dict[str, Any]:
        return await _ran_all(server, uri)

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


async def _ran_all(server: RulesServer, uri: str) -> dict[str, Any]:
    """Run all examples and claims of a file, and show which don't hold."""
    path = server.path(uri)
    snapshot = await server.snapshot(server.books.of(path))
    if snapshot is None:
        return {}
    nodes = [*examples_in(snapshot, path)]
    found = [await server.do(run, snapshot, node) for node in nodes]
    runs = [ran for ran in found if ran is not None]
    failed = [ran for ran in runs if ran.message]
    for ran in failed:
        server.show_result(snapshot, ran)
    words = f"{len(runs) - len(failed)} of {len(nodes)} examples and claims hold"
    lines = [f"“{ran.title}” does not hold: {ran.message}" for ran in failed]
    kind = t.MessageType.Warning if len(runs) - len(failed) < len(nodes) else t.MessageType.Info
    _show_message(server, kind, "\n".join([words, *lines[:MOST_STORY]]))
    return {"holds": len(runs) - len(failed), "of": len(nodes), "failed": [r.title for r in failed]}


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
    server.show_result(known[0], ran)
    return {"title": ran.title, "holds": not ran.message, "message": ran.message, "story": lines}


def _story(snapshot: Snapshot, node: Example | Claim, ran: ExampleRun) -> list[str]:
    """Return the events of each line of an example, and the lines of the rules that ran."""
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
    worked = [f"{span.source.name}:{span.line}: {span.first_line.text}" for span in ran.story]
    return [*lines, "", "the lines that took effect:", *worked[:MOST_STORY]]


def _show_message(server: RulesServer, type: t.MessageType, words: str) -> None:
    server.window_show_message(t.ShowMessageParams(type, words))
