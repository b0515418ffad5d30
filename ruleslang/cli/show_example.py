"""`test --show`: the story of one worked example, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from attrs import define, field, frozen

from ruleslang.api.json_data import as_data
from ruleslang.cli.error_messages import Mistake
from ruleslang.cli.load_game import whole_digest
from ruleslang.cli.output import origin_json, print_json, width, wrapped
from ruleslang.cli.output_format import Format
from ruleslang.engines.choose_engine import engine_for
from ruleslang.library.kept_loads import Loaded
from ruleslang.match.decision import Decision
from ruleslang.match.entities import options_of
from ruleslang.match.match import Match
from ruleslang.match.observer import Observer
from ruleslang.match.values import shown
from ruleslang.nodes.budget import doing
from ruleslang.program import declarations as d
from ruleslang.program.program import Compiled, origin_of
from ruleslang.program.traits.effects import purpose
from ruleslang.proving.examples import Result, run_example
from ruleslang.story.checks import ALL_SEEING
from ruleslang.story.entries import Carried, Changed, Entry, Laid, Moved, Stepped
from ruleslang.story.narrator import Narrator
from ruleslang.story.vocabulary import Vocabulary, words_of_match
from ruleslang.why.values_read import ReadValue, values_read

MOST_TITLES = 12  # that are listed where the words fit several
NOTHING = "nothing happened"
UNCHANGED = "nothing has changed"
CHANGES = (Moved, Changed, Laid, Stepped, Carried)


@define(eq=False)
class LineStory:
    """
    A line of an example that was come to: what happened, the values that it reads, and the
    question that is then waited at, if it is a new one.
    """

    line: d.ExampleLine
    entries: tuple[Entry, ...] = ()
    question: str = ""
    reads: tuple[ReadValue, ...] = ()

    @property
    def told(self) -> Iterator[str]:
        """What happened, in words, an entry a line, and what is asked then."""
        happened = [each.text for each in self.entries if each.text]
        yield from happened
        if purpose(self.line) == "acts" and not self.question:
            if not happened:
                yield NOTHING
            elif not any(isinstance(each, CHANGES) for one in self.entries for each in one.parts):
                yield UNCHANGED
        if self.question:
            yield self.question


@define(eq=False)
class _Listener:
    """Hears of an example, and keeps what happened under each line that sets nothing up."""

    example: d.Example
    lines: list[LineStory] = field(factory=list)
    narrator: Narrator | None = None
    waited_at: Decision | None = None

    @property
    def observer(self) -> Observer:
        """The narrator listens by himself, from the first line that sets nothing up."""
        return Observer()

    def line(self, match: Match, line: d.ExampleLine) -> None:
        self.end()
        if self.narrator is None and purpose(line) != "sets up":
            self.narrator = Narrator((ALL_SEEING,), _words(match))
            self.narrator.follow(match)
        reads: tuple[ReadValue, ...] = ()
        if isinstance(line, d.ThenLine):
            reads = values_read(match, line.condition, self.example.locals)
        self.lines.append(LineStory(line, reads=reads))

    def end(self) -> None:
        """All that the last line led to is done."""
        if self.narrator is None or not self.lines:
            return
        self.narrator.settle()
        self.narrator.close(ALL_SEEING)
        entries = self.narrator.entries[ALL_SEEING]
        if purpose(self.lines[-1].line) in ("acts", "foretells"):
            happened = (each for each in entries if each.kind == "happened")
            self.lines[-1].entries = tuple(happened)
        decision = self.narrator.match.decision
        if decision is not None and decision is not self.waited_at:
            self.lines[-1].question = f"{decision.asked.name} is asked: {decision.prompt}"
        self.waited_at = decision
        entries.clear()

    def holds(self, match: Match, line: d.SeesLine | d.AudienceLine) -> None:
        """What is seen is no event."""

    def together(self, match: Match) -> None:
        """Nor is who is asked together."""


def _words(match: Match) -> Vocabulary:
    """The words of the rulebook; all dice are seen."""
    everyone = match.population
    program, settings = everyone.whole_program, everyone.settings
    opening = engine_for(program).opening(
        options=options_of(program, settings),
        players=settings.players,
        automatic=settings.automatic,
    )
    words = words_of_match(match, opening)
    return Vocabulary(**{**words, "public_dice": frozenset(everyone.faces)})


@frozen
class Passage:
    """What stands on a line of the text (or several, when it is long): one line of an example, or
    several that are joined by `and`."""

    text: str
    number: int
    lines: tuple[d.ExampleLine, ...]
    stories: tuple[LineStory, ...]  # of those that were come to


@frozen
class _Shown:
    """An example that was run, with its story."""

    loaded: Loaded
    compiled: Compiled
    example: d.Example
    result: Result
    stories: tuple[LineStory, ...]

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The example as it is written."""
        by_line: dict[int, list[d.ExampleLine]] = {}
        for line in self.example.lines:
            by_line.setdefault(self.loaded.spans[line.origin].line, []).append(line)
        told = {id(each.line): each for each in self.stories}
        return tuple(
            Passage(
                self._written(lines),
                number,
                tuple(lines),
                tuple(told[id(each)] for each in lines if id(each) in told),
            )
            for number, lines in by_line.items()
        )

    def _written(self, lines: Sequence[d.ExampleLine]) -> str:
        spans = [self.loaded.spans[each.origin] for each in lines]
        text, end = spans[0].source.text, max(each.end for each in spans)
        begin = text.rfind("\n", 0, spans[0].start) + 1
        return " ".join(text[begin:end].split())


def show(loaded: Loaded, compiled: Compiled, words: str, format: Format) -> int:
    """Tell the example whose title has these words; status 1 when it does not hold."""
    example = _chosen(compiled, words)
    listener = _Listener(example)
    with doing(f"the example `{example.title[:60]}`"):
        result = run_example(compiled, example, listener=listener)
        listener.end()
    told = _Shown(loaded, compiled, example, result, tuple(listener.lines))
    status = int(not result.passed)
    if format is Format.json:
        digest = whole_digest(compiled)
        return print_json("test", compiled.program.name, digest, status, shown=_json(told))
    for line in _printed(told):
        print(wrapped(line, width()))
    return status


def _chosen(compiled: Compiled, words: str) -> d.Example:
    """The one example that has all the words in its title, or exactly this title."""
    exact = [each for each in compiled.examples if each.title == words]
    wanted = words.lower().split()
    found = exact or [
        each for each in compiled.examples if all(word in each.title.lower() for word in wanted)
    ]
    if not found:
        raise Mistake(f"no example has `{words}` in its title")
    if len(found) > 1:
        titles = [f"  {each.title}" for each in found[:MOST_TITLES]]
        if len(found) > MOST_TITLES:
            titles.append(f"  and {len(found) - MOST_TITLES} more")
        listed = "\n".join(titles)
        raise Mistake(f"{len(found)} examples have `{words}` in their title:\n{listed}")
    return found[0]


# ---------------------------------------------------------------- printing


def _printed(told: _Shown) -> Iterator[str]:
    origin = origin_of(told.compiled.program, told.example.origin)
    where = f"   {origin.file}:{origin.line}" if origin else ""
    yield f"{told.example.title}{where}"
    left, is_told = 0, False
    for passage in told.passages:
        if not _is_come_to(told, passage):
            left += 1
            continue
        fails = _fails(told, passage)
        is_told |= fails
        yield f"{_mark(passage, fails=fails)} {passage.text}"
        yield from (f"      {line}" for line in _below(passage, fails=fails))
        if fails:
            yield from _why(told)
    if not told.result.passed and not is_told:
        yield from _why(told)
    if left:
        yield f"  ({left} more {'line' if left == 1 else 'lines'}, not come to)"
    yield "it holds" if told.result.passed else "it does not hold"


def _is_come_to(told: _Shown, passage: Passage) -> bool:
    """Whether the example went as far; what is set up late is, as soon as anything is done."""
    is_late = isinstance(passage.lines[0], d.GivenDiceNumber | d.GivenFact)
    return bool(passage.stories) or (is_late and bool(told.stories)) or _fails(told, passage)


def _fails(told: _Shown, passage: Passage) -> bool:
    """Whether the example fails at it, or in the rules that it has begun."""
    result = told.result
    if result.fault and told.stories and not _is_of_example(told):
        return told.stories[-1] in passage.stories
    return not result.passed and result.origin in {each.origin for each in passage.lines}


def _is_of_example(told: _Shown) -> bool:
    """Whether what fails is a line of the example, or all of it."""
    origins = {told.example.origin, *(each.origin for each in told.example.lines)}
    return told.result.origin in origins


def _mark(passage: Passage, *, fails: bool) -> str:
    if fails:
        return "✗"
    return "✓" if purpose(passage.lines[0]) == "expects" else " "


def _below(passage: Passage, *, fails: bool) -> Iterator[str]:
    """What happened, or the values read that the line does not say itself."""
    for each in passage.stories:
        if not fails or each.entries:
            yield from each.told
        if not fails or len(each.reads) > 1:  # else the message says it
            values = (f"{read.text} is {shown(read.value)}" for read in each.reads)
            yield from (value for value in values if value not in passage.text)


def _why(told: _Shown) -> Iterator[str]:
    result = told.result
    at = origin_of(told.compiled.program, result.origin)
    if at is not None and not _is_of_example(told):
        yield f"  --> {at.file}:{at.line}:  {at.excerpt}"
    yield f"      {result.message}"
    if result.help:
        yield f"      help: {result.help}"


def _json(told: _Shown) -> dict[str, Any]:
    program, result = told.compiled.program, told.result
    at = result.of if result.origin < 0 else result.origin
    return {
        "title": told.example.title,
        "status": "passed" if result.passed else "failed",
        "message": result.message or None,
        "help": result.help or None,
        "place": origin_json(origin_of(program, at)),
        "lines": [_line_json(told, passage) for passage in told.passages],
    }


def _line_json(told: _Shown, passage: Passage) -> dict[str, Any]:
    stories = passage.stories
    reads = (read for each in stories for read in each.reads)
    return {
        "line": passage.number,
        "text": passage.text,
        "status": _status(told, passage),
        "happened": [as_data(entry) for each in stories for entry in each.entries],
        "asked": next((each.question for each in stories if each.question), None),
        "reads": [{"text": read.text, "value": shown(read.value)} for read in reads],
    }


def _status(told: _Shown, passage: Passage) -> str:
    if _fails(told, passage):
        return "failed"
    return "passed" if _is_come_to(told, passage) else "not reached"
