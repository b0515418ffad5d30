"""`test --show`: prints the story of one worked example, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.api.json_data import as_data
from ruleslang.apps.cli.error_messages import Mistake
from ruleslang.apps.cli.load_game import print_answer
from ruleslang.apps.cli.options import Format
from ruleslang.apps.cli.output import origin_json, width, wrapped
from ruleslang.engine.match.runtime_values import shown
from ruleslang.explanation.story.example_story import ExampleStory, Passage, story_of_example
from ruleslang.library.kept_loads import Loaded
from ruleslang.program import declarations as d
from ruleslang.program.program import Compiled, origin_of
from ruleslang.program.traits.effects import purpose

MOST_TITLES = 12  # that are listed where the words fit several


def show(loaded: Loaded, compiled: Compiled, words: str, format: Format) -> int:
    """Narrate the example whose title has these words; status 1 if it fails."""
    example = _chosen(compiled, words)
    story = story_of_example(loaded.spans, compiled, example)
    status = int(not story.result.passed)
    if format is Format.json:
        return print_answer("test", compiled, status, shown=_json(story))
    for line in _printed(story):
        print(wrapped(line, width()))
    return status


def _chosen(compiled: Compiled, words: str) -> d.Example:
    """Return the only example whose title has all the words, or equals them."""
    exact = [example for example in compiled.examples if example.title == words]
    wanted = words.lower().split()
    matching = exact or [
        example
        for example in compiled.examples
        if all(word in example.title.lower() for word in wanted)
    ]
    if not matching:
        raise Mistake(f"no example has `{words}` in its title")
    if len(matching) > 1:
        titles = [f"  {match.title}" for match in matching[:MOST_TITLES]]
        if len(matching) > MOST_TITLES:
            titles.append(f"  and {len(matching) - MOST_TITLES} more")
        listed = "\n".join(titles)
        raise Mistake(f"{len(matching)} examples have `{words}` in their title:\n{listed}")
    return matching[0]


# ---------------------------------------------------------------- printing


def _printed(story: ExampleStory) -> Iterator[str]:
    origin = origin_of(story.compiled.program, story.example.origin)
    where = f"   {origin.file}:{origin.line}" if origin else ""
    yield f"{story.example.title}{where}"
    left, is_reported = 0, False
    for passage in story.passages:
        if not story.was_reached(passage):
            left += 1
            continue
        fails = story.fails(passage)
        is_reported |= fails
        yield f"{_mark(passage, fails=fails)} {passage.text}"
        yield from (f"      {line}" for line in story.below(passage))
        if fails:
            yield from _failure_lines(story)
    if not story.result.passed and not is_reported:
        yield from _failure_lines(story)
    if left:
        yield f"  ({left} more {'line' if left == 1 else 'lines'}, not reached)"
    yield "it holds" if story.result.passed else "it does not hold"


def _mark(passage: Passage, *, fails: bool) -> str:
    if fails:
        return "✗"
    return "✓" if purpose(passage.lines[0]) == "expects" else " "


def _failure_lines(story: ExampleStory) -> Iterator[str]:
    result = story.result
    at = origin_of(story.compiled.program, result.origin)
    if at is not None and not story.is_of_example:
        yield f"  --> {at.file}:{at.line}:  {at.excerpt}"
    yield f"      {result.message}"
    if result.help:
        yield f"      help: {result.help}"


def _json(story: ExampleStory) -> dict[str, Any]:
    program, result = story.compiled.program, story.result
    return {
        "title": story.example.title,
        "status": "passed" if result.passed else "failed",
        "message": result.message or None,
        "help": result.help or None,
        "place": origin_json(origin_of(program, result.at)),
        "lines": [_line_json(story, passage) for passage in story.passages],
    }


def _line_json(narrated: ExampleStory, passage: Passage) -> dict[str, Any]:
    stories = passage.stories
    reads = (read for story in stories for read in story.reads)
    return {
        "line": passage.number,
        "text": passage.text,
        "status": narrated.status(passage),
        "happened": [as_data(entry) for story in stories for entry in story.entries],
        "asked": next((story.question for story in stories if story.question), None),
        "reads": [{"text": read.text, "value": shown(read.value)} for read in reads],
    }
