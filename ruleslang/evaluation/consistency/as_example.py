"""
Writes findings as examples of the rulebook: a position, a procedure or action that runs in it, and
the line still to write.

The example takes the innermost procedure or action in which the line runs, the position where it
begins, and the rolls and choices from there on. An example that does not reach the same line is
dropped; one that does is reduced to the lines it needs. Its last line fails: the user has to write
what should hold there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import define, evolve, field, frozen

from ruleslang.engine.match.decision import Chanced, Decision, LegalMove, Option
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Begun, Match, Observer
from ruleslang.engine.match.position import Run
from ruleslang.engine.match.runtime_values import Value
from ruleslang.evaluation.consistency.census import Census, Lines
from ruleslang.evaluation.consistency.games import Game, begun
from ruleslang.explanation.examples.run_examples import run_example
from ruleslang.explanation.story.given_lines import expression, given_lines
from ruleslang.explanation.story.open_view import open_view
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.events import ActionRun, ProcedureRun
from ruleslang.program.program import Compiled, Program
from ruleslang.source.span import Span

MOST_RUNS = 3  # that are tried for one finding, from the innermost outwards
MOST_LINES = 400  # lines of an example that is tried
TO_WRITE = "then no  # the line is reached: write here what should hold"


@frozen(eq=False)
class ExampleGoal:
    """
    The subject of an example: play comes to a line, or (`fault`) stops there, or `breaks` the
    property of this title.
    """

    game: Game
    place: Span
    fault: bool
    title: str
    breaks: str = ""


@frozen(eq=False)
class Draft:
    """The lines of an example that may show something."""

    of: ExampleGoal
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        inner = "".join(f"    {line}\n" for line in self.lines)
        return f'example "{self.of.title}"\n{inner}'


def drafts(program: Program, spans: Sequence[Span], shown: ExampleGoal) -> tuple[Draft, ...]:
    """Return the examples that may show it, the innermost run first."""
    origins = {place for place, span in enumerate(spans) if span == shown.place}
    ids = _runs_at(program, shown, origins)
    ids = [*dict.fromkeys((*(ids[:1] if shown.breaks else ()), *ids[-MOST_RUNS:]))]
    recording = _Recording(frozenset(ids))
    _play(program, shown.game, recording)
    last = () if shown.breaks else (TO_WRITE,)
    candidates = (recording.lines_of(run, last) for run in reversed(ids))
    return tuple(Draft(shown, lines) for lines in candidates if 0 < len(lines) <= MOST_LINES)


def written(compiled: Compiled, spans: Sequence[Span], some: Sequence[Draft]) -> Iterator[Draft]:
    """
    Yield the first draft that shows each thing, with the lines that it needs.

    `compiled` is the rulebook with all drafts as its last examples.
    """
    examples = compiled.examples[len(compiled.examples) - len(some) :]
    done: set[int] = set()
    for draft, example in zip(some, examples, strict=True):
        if id(draft.of) in done or len(example.lines) != len(draft.lines):
            continue
        if _shows(compiled, spans, draft.of, example):
            done.add(id(draft.of))
            kept = _needed(compiled, spans, draft.of, example)
            yield Draft(draft.of, tuple(draft.lines[place] for place in kept))


def _shows(
    compiled: Compiled, spans: Sequence[Span], shown: ExampleGoal, example: d.Example
) -> bool:
    """Return whether an example comes to the line, and fails at its last line alone."""
    come = False

    def note(gap: object, origin: int) -> None:
        nonlocal come
        come = come or _same_span(spans[origin], shown.place)

    if shown.breaks:
        asked = tuple(prop for prop in compiled.properties if prop.title == shown.breaks)
        return run_example(evolve(compiled, properties=asked), example).breaks is not None
    census = Census(note, Lines())
    watching = Observer(statement=census.statement, offered=census.offered)
    result = run_example(compiled, example, watching=watching)
    if shown.fault:
        return bool(result.fault) and _same_span(spans[result.origin], shown.place)
    return come and result.origin == example.lines[-1].origin


def _same_span(first: Span, second: Span) -> bool:
    """Return whether spans of two loads of a rulebook are the same place."""
    return (first.source.name, first.start, first.end) == (
        second.source.name,
        second.start,
        second.end,
    )


def _needed(
    compiled: Compiled, spans: Sequence[Span], shown: ExampleGoal, example: d.Example
) -> list[int]:
    """Return the places of the lines without which it is not shown."""
    kept = [*range(len(example.lines))]
    step = len(kept)
    while step:
        for start in range(0, len(kept), step):
            fewer = kept[:start] + kept[start + step :]
            lines = tuple(example.lines[place] for place in fewer)
            keeps_last = fewer and fewer[-1] == len(example.lines) - 1
            if keeps_last and _shows(compiled, spans, shown, evolve(example, lines=lines)):
                kept = fewer
                break
        else:
            step //= 2
    return kept


# ---------------------------------------------------------------- a game, replayed


def _runs_at(program: Program, shown: ExampleGoal, origins: set[int]) -> list[int]:
    """
    Return the runs under way when the line last ran, or the match stopped: the outermost first.

    Each is called by how many began before it: their ids are given as they are asked for.
    """
    here: list[int] = []
    numbers: dict[int, int] = {}

    def begins(match: Match, run: Run) -> None:
        numbers[run.id] = len(numbers) + 1

    def statement(match: Match, begun: Begun) -> None:
        if shown.fault or begun.statement.origin in origins:
            here[:] = [numbers[run.id] for run in match.under_way if run.id in numbers]

    _play(program, shown.game, Observer(statement=statement, begun=begins))
    return here


def _play(program: Program, game: Game, watching: Observer | _Recording) -> None:
    observer = watching if isinstance(watching, Observer) else watching.observer()
    try:
        match = begun(program, game, [observer])
        for pick in game.picks:
            if match.decision is None:
                return
            if isinstance(watching, _Recording):
                watching.choose(match, match.decision, match.decision.choices[pick])
            match.choose(pick)
    except Fault:
        pass


@define
class _Recording:
    """The choices and rolls since certain runs began."""

    wanted: frozenset[int]
    number: int = 0  # the number of runs that began
    begun: dict[int, tuple[list[str], str]] = field(factory=dict)  # what is given, and `when`
    done: dict[int, list[str]] = field(factory=dict)

    def observer(self) -> Observer:
        return Observer(begun=self.run, chanced=self.chanced)

    def run(self, match: Match, run: Run) -> None:
        """Note at the start of a run where things are."""
        self.number += 1
        when = _when(match, run) if self.number in self.wanted else ""
        if when:
            lines = given_lines(match, open_view(match)).splitlines()
            self.begun[self.number] = ([line for line in lines if not line.startswith("#")], when)
            self.done[self.number] = []

    def chanced(self, match: Match, chanced: Chanced) -> None:
        word = {"roll": "rolling", "pick": "picking"}.get(chanced.kind)
        if word is not None:
            self._note(f"{word} {', '.join(chanced.outcome)}")

    def choose(self, match: Match, decision: Decision, option: Option) -> None:
        who = match.population.players[decision.player].name
        answers = ", ".join(_answer(match, option))
        self._note(f"{who} declines" if option.declines else f"{who} chooses {answers}")

    def _note(self, line: str) -> None:
        for lines in self.done.values():
            lines.append(line)

    def lines_of(self, run: int, last: tuple[str, ...]) -> tuple[str, ...]:
        """Return an example of a run, with these last lines: none where it cannot be written."""
        if run not in self.begun:
            return ()
        given, when = self.begun[run]
        return (*given, *self.done[run], when, *last)


def _when(match: Match, run: Run) -> str:
    """Return the line that begins a run."""
    match run.event:
        case ProcedureRun(name):
            number = len(match.population.procedures[name].parameters)
            arguments = [expression(match, run.locals[slot]) for slot in range(number)]
            return f"when {name}({', '.join(arguments)})" if arguments else f"when {name}"
        case ActionRun(name) if run.by is not None:
            chosen = [expression(match, run.locals[choice.slot]) for choice in run.choices]
            choosing = f" choosing {', '.join(chosen)}" if chosen else ""
            return f"when {run.by.name} does {name}{choosing}"
    return ""


def _answer(match: Match, option: Option) -> Iterator[str]:
    """Yield a choice, as an example names it."""
    offer = option.what
    match offer:
        case LegalMove(d.Action(name=name)):
            yield name
            yield from (expression(match, chosen) for chosen in offer.chosen)
        case LegalMove(d.Play(), title=title):
            yield "" if title is None else title.name
            yield from (expression(match, chosen) for chosen in offer.chosen)
        case s.Branch(name=name):
            yield name
        case _:
            values: list[Value] = [*option.values.values()]
            yield from (expression(match, value) for value in values)


def with_drafts(
    some: Sequence[Draft],
    compile: Callable[[str], tuple[Compiled | None, tuple[Span, ...], set[int]]],
) -> tuple[Draft, ...]:
    """Return drafts' examples that show their subjects; `compile` reports wrong lines."""
    left = [*some]
    for _ in range(MOST_RUNS):
        if not left:
            break
        compiled, spans, wrong = compile("".join(draft.text for draft in left))
        if compiled is not None:
            return tuple(written(compiled, spans, left))
        left = [draft for draft, lines in zip(left, _lines(left), strict=True) if not lines & wrong]
    return ()


def _lines(some: Sequence[Draft]) -> Iterator[set[int]]:
    """Yield the lines of each draft in the text of all, counted from 1."""
    first = 1
    for draft in some:
        yield {*range(first, first + len(draft.lines) + 1)}
        first += len(draft.lines) + 1
