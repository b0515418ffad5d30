"""The story of one worked example, line by line: what happened, what was asked, what was read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from attrs import define, evolve, field, frozen

from ruleslang.engine.match.decision import Decision
from ruleslang.engine.match.interface import Begun, Match, Observer, Offered
from ruleslang.engine.match.runtime_values import shown_shortly
from ruleslang.explanation.examples.failures import how_it_ended
from ruleslang.explanation.examples.run_examples import Result, run_example
from ruleslang.explanation.story.board_drawing import Drawing
from ruleslang.explanation.story.dice_checks import ALL_SEEING
from ruleslang.explanation.story.entry_types import Carried, Changed, Entry, Laid, Moved, Stepped
from ruleslang.explanation.story.narrator import Narrator
from ruleslang.explanation.story.open_view import open_view
from ruleslang.explanation.story.view_text import drawing_of, words_of
from ruleslang.explanation.why.explain_value import ReadValue, values_read
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.program import Compiled
from ruleslang.program.traits.effects import purpose
from ruleslang.source.budget import doing
from ruleslang.source.span import Span

NOTHING = "nothing happened"
UNCHANGED = "nothing has changed"
CHANGES = (Moved, Changed, Laid, Stepped, Carried)


@define(eq=False)
class LineStory:
    """
    A line of an example that was reached: what happened, which choices ended a procedure because
    there was nothing to choose or how the match ended, the values that it reads, the new pending
    decision, and the boards if they have changed.
    """

    line: d.ExampleLine
    entries: tuple[Entry, ...] = ()
    stops: list[str] = field(factory=list)
    question: str = ""
    reads: tuple[ReadValue, ...] = ()
    board: Sequence[str] = ()

    @property
    def sentences(self) -> Iterator[str]:
        """The events, in words, one entry a line, how they ended, and the pending decision."""
        happened = [entry.text for entry in self.entries if entry.text]
        yield from (*happened, *self.stops)
        if purpose(self.line) == "acts" and not self.question and not self.stops:
            if not happened:
                yield NOTHING
            elif not any(
                isinstance(part, CHANGES) for entry in self.entries for part in entry.parts
            ):
                yield UNCHANGED
        if self.question:
            yield self.question


@define(eq=False)
class _Listener:
    """Listens to the run of an example; stores what happened under each line after the set-up."""

    example: d.Example
    lines: list[LineStory] = field(factory=list)
    narrator: Narrator | None = None
    waited_at: Decision | None = None
    begun: s.Statement | None = None
    drawing: Drawing = Drawing((), ())

    @property
    def observer(self) -> Observer:
        """Hear of choices without candidates; the narrator installs its own observer later."""
        return Observer(statement=self._statement, offered=self._offered)

    def _statement(self, match: Match, begun: Begun) -> None:
        self.begun = begun.statement

    def _offered(self, match: Match, offered: Offered) -> None:
        asks, program = self.begun, match.population.program
        if not self.lines or offered.offers or not isinstance(asks, s.Choose | s.Menu | s.Offer):
            return
        if not isinstance(asks, s.Offer) or (asks.mode == "must" and asks.impossible is None):
            here = program.origins[asks.origin].excerpt.split(": ")[0]
            stop = f"{offered.player.name} has nothing to choose, so `{here}` stops the procedure"
            self.lines[-1].stops.append(stop)

    def line(self, match: Match, line: d.ExampleLine) -> None:
        self.end()
        if self.narrator is None and purpose(line) != "sets up":
            words = evolve(words_of(match), public_dice=frozenset(match.population.faces))
            self.narrator = Narrator((ALL_SEEING,), words)
            self.narrator.follow(match)
            self._draw(match)
        reads: tuple[ReadValue, ...] = ()
        if isinstance(line, d.ThenLine):
            reads = values_read(match, line.condition, self.example.locals)
        self.lines.append(LineStory(line, reads=reads))

    def end(self) -> None:
        """Attribute everything that happened to the last line."""
        if self.narrator is None or not self.lines:
            return
        self.narrator.settle()
        self.narrator.close(ALL_SEEING)
        entries = self.narrator.entries[ALL_SEEING]
        if purpose(self.lines[-1].line) in ("acts", "foretells"):
            happened = (entry for entry in entries if entry.kind == "happened")
            self.lines[-1].entries = tuple(happened)
        decision = self.narrator.match.decision
        if decision is not None and decision is not self.waited_at:
            self.lines[-1].question = f"{decision.asked.name} is asked: {decision.prompt}"
        ended = how_it_ended(self.narrator.match)
        if ended and not any(ended in line.stops for line in self.lines):
            self.lines[-1].stops.append(ended)
        self.waited_at = decision
        entries.clear()
        self._draw(self.narrator.match)

    def _draw(self, match: Match) -> None:
        """Keep the boards with the last line, if they are not as before."""
        drawing = drawing_of(open_view(match), words_of(match))
        if self.lines and drawing != self.drawing:
            self.lines[-1].board = drawing.lines(self.drawing.marks)
            self.drawing = drawing

    def holds(self, match: Match, line: d.SeesLine | d.AudienceLine) -> None:
        """Do nothing: seeing is not an event."""

    def together(self, match: Match) -> None:
        """Do nothing: neither is a simultaneous question."""


@frozen
class Passage:
    """One line of the example's text: one statement, or several joined by `and`."""

    text: str
    number: int
    lines: tuple[d.ExampleLine, ...]
    stories: tuple[LineStory, ...]  # the stories of the lines that were reached


@frozen
class ExampleStory:
    """An example that was run, with its story."""

    spans: Sequence[Span]
    compiled: Compiled
    example: d.Example
    result: Result
    stories: tuple[LineStory, ...]

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The passages of the example, as written."""
        by_line: dict[int, list[d.ExampleLine]] = {}
        for line in self.example.lines:
            by_line.setdefault(self.spans[line.origin].line, []).append(line)
        stories = {id(story.line): story for story in self.stories}
        return tuple(
            Passage(
                self._written(lines),
                number,
                tuple(lines),
                tuple(stories[id(line)] for line in lines if id(line) in stories),
            )
            for number, lines in by_line.items()
        )

    def _written(self, lines: Sequence[d.ExampleLine]) -> str:
        spans = [self.spans[line.origin] for line in lines]
        text, end = spans[0].source.text, max(span.end for span in spans)
        begin = text.rfind("\n", 0, spans[0].start) + 1
        return " ".join(text[begin:end].split())

    @property
    def is_of_example(self) -> bool:
        """Whether the failure is at a line of the example, or at the whole of it."""
        origins = {self.example.origin, *(line.origin for line in self.example.lines)}
        return self.result.origin in origins

    def was_reached(self, passage: Passage) -> bool:
        """
        Return whether the example reached the passage, or failed there.

        A late set-up is reached as soon as anything is done.
        """
        is_late = isinstance(passage.lines[0], d.GivenDiceNumber | d.GivenFact)
        return bool(passage.stories) or (is_late and bool(self.stories)) or self.fails(passage)

    def fails(self, passage: Passage) -> bool:
        """Return whether the example fails at the passage, or in the rules that it has started."""
        result = self.result
        if result.fault and self.stories and not self.is_of_example:
            return self.stories[-1] in passage.stories
        return not result.passed and result.origin in {line.origin for line in passage.lines}

    def status(self, passage: Passage) -> str:
        """Return `failed`, `passed` or `not reached`."""
        if self.fails(passage):
            return "failed"
        return "passed" if self.was_reached(passage) else "not reached"

    def below(self, passage: Passage) -> Iterator[str]:
        """Yield the events, or the values read that the line does not state itself."""
        fails = self.fails(passage)
        for story in passage.stories:
            if not fails or story.entries or story.stops:
                yield from story.sentences
            yield from story.board
            if not fails or len(story.reads) > 1:  # else the message contains it
                values = (f"{read.text} is {shown_shortly(read.value)}" for read in story.reads)
                yield from (value for value in values if value not in passage.text)


def story_of_example(spans: Sequence[Span], compiled: Compiled, example: d.Example) -> ExampleStory:
    """Run an example and narrate it; `spans` are the places of the origins of its program."""
    listener = _Listener(example)
    with doing(f"the example `{example.title[:60]}`"):
        result = run_example(compiled, example, listener=listener)
        listener.end()
    return ExampleStory(spans, compiled, example, result, tuple(listener.lines))
