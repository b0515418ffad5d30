"""Plays matches along lines of choices, and records what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from attrs import evolve

from ruleslang.engine.choose_engine import engine_for
from ruleslang.engine.match.chance import Chance, Stream, Streams, derive, stream_number
from ruleslang.engine.match.decision import View, seen_text
from ruleslang.engine.match.entities import can_begin, settle
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Deed, DoAction, Match, NotLegal, PlayCard, RunProcedure
from ruleslang.engine.match.observer import Observer
from ruleslang.engine.match.position_queries import evaluate_all, player_of
from ruleslang.evaluation.laws.law import Breach, Line, Subject
from ruleslang.explanation.proving.given_state import GivenFails, give, settings_given
from ruleslang.language.syntax.declarations import Declaration, Tree
from ruleslang.library.compile_rulebook import compile_gathered
from ruleslang.library.read_rulebook_files import RulebookFiles, parse_file
from ruleslang.program.declarations import DoesLine, GivenLine, PlaysLine, RunLine
from ruleslang.program.program import Compiled, Program
from ruleslang.simulation.records.match_start import Start, start_of
from ruleslang.source.span import Source

TRIES = 20  # of settings that may not go together


def begin(
    compiled: Compiled, line: Line, chance: Chance | None = None, observers: Sequence[Observer] = ()
) -> Match:
    """The match of a line, at its first decision."""
    if line.example is not None:
        return _in_example(compiled, line, chance or Streams(line.seed), observers)
    return engine_for(compiled.program).start(
        seed=line.seed,
        options=line.options,
        players=line.players,
        automatic=line.automatic,
        chance=chance,
        observers=observers,
    )


def start_on(program: Program, line: Line) -> Start:
    """The start of the match of a line, as a record or a save has it."""
    return start_of(
        program,
        seed=line.seed,
        players=line.players,
        automatic=line.automatic,
        options=line.options,
    )


def _in_example(
    compiled: Compiled, line: Line, chance: Chance, observers: Sequence[Observer]
) -> Match:
    """The position of an example after its first actions; the line answers its questions."""
    lines = compiled.examples[line.example or 0].lines
    match = engine_for(compiled.program).opening(
        options=line.options,
        players=line.players,
        automatic=line.automatic,
        chance=chance,
        roll=True,
    )
    for line_of_example in lines:
        if isinstance(line_of_example, GivenLine):
            give(match, line_of_example)
    for observer in observers:
        match.observe(observer)
    for line_of_example in lines:
        if isinstance(line_of_example, RunLine | DoesLine | PlaysLine):
            match.begin(_deed(match, line_of_example))
            break
    return match


def _deed(match: Match, line: RunLine | DoesLine | PlaysLine) -> Deed:
    if isinstance(line, RunLine):
        return RunProcedure(line.procedure, evaluate_all(match, line.arguments))
    who = player_of(match, line.player, line.origin)
    if isinstance(line, DoesLine):
        return DoAction(who, line.action, ())
    return PlayCard(who, match.evaluate(line.card), ())


def pick(match: Match, place: int) -> int:
    """Make the choice at an index, which wraps around; returns the index within the choices."""
    assert match.decision is not None
    index = place % len(match.decision.choices)
    match.choose(index)
    return index


def along(
    compiled: Compiled, line: Line, chance: Chance | None = None
) -> Iterator[tuple[int, Match]]:
    """The match at each decision of a line and at its end, with the number of choices made."""
    match = begin(compiled, line, chance)
    for choices_made, place in enumerate(line.picks):
        if match.decision is None:
            break
        yield choices_made, match
        pick(match, place)
    yield len(match.chosen), match


def at_end(compiled: Compiled, line: Line) -> Match:
    match = begin(compiled, line)
    for place in line.picks:
        if match.decision is None:
            break
        pick(match, place)
    return match


def settled(compiled: Compiled, line: Line, choices_made: int) -> Line:
    """The line up to a number of choices, with every index within its choices."""
    match = at_end(compiled, evolve(line, picks=line.picks[:choices_made]))
    return evolve(line, picks=tuple(match.chosen))


def lines(subject: Subject, examples: int | None = None) -> Iterator[Line]:
    """The line of each game, then lines from the positions of examples, all or a given number."""
    yield from games(subject)
    number = len(subject.compiled.examples)
    most = min(limit for limit in (examples, subject.examples, number) if limit is not None)
    for place in sorted({number * limit // most for limit in range(most)}):
        key = -1 - place
        if key not in subject.lines:
            stream = Stream(derive(subject.seed, stream_number(f"law example {place}")))
            begun = _given(subject, place)
            subject.lines[key] = _played_on(subject, begun, stream, subject.longest)
        if _begins(subject, subject.lines[key]):
            yield _short(subject, subject.lines[key])


def _given(subject: Subject, place: int) -> Line:
    """The start of an example's match."""
    example = subject.compiled.examples[place]
    settings = settings_given(subject.program, example.lines)
    seats = subject.program.seats
    players = seats.low if settings.players is None else settings.players
    automatic = seats.automatic_low if settings.automatic is None else settings.automatic
    return Line(subject.seed, players, automatic, settings.options, (), place)


def _begins(subject: Subject, line: Line) -> bool:
    try:
        begin(subject.compiled, line)
    except (Fault, NotLegal, GivenFails, ValueError):  # the example says that it cannot be
        return False
    return True


def games(subject: Subject) -> Iterator[Line]:
    """The line of each game, played at random when it is first asked for."""
    for game in range(subject.games):
        if game not in subject.lines:
            stream = Stream(derive(subject.seed, stream_number(f"law {game}")))
            begun = opening(subject, game, stream)
            subject.lines[game] = _played_on(subject, begun, stream, subject.most)
        yield _short(subject, subject.lines[game])


def _short(subject: Subject, line: Line) -> Line:
    return evolve(line, picks=line.picks[: subject.longest])


def _played_on(subject: Subject, line: Line, stream: Stream, most: int | None = None) -> Line:
    """A line extended by at most `most` random choices, up to its end or an engine fault."""
    picks: list[int] = []
    try:
        match = begin(subject.compiled, line)
        while match.decision is not None and len(picks) != most:
            index = stream.below(len(match.decision.choices))
            match.choose(index)
            picks.append(index)
    except Exception:  # which law says so is in `ending`
        return evolve(line, picks=tuple(picks))
    return evolve(line, picks=tuple(picks))


def opening(subject: Subject, game: int, stream: Stream) -> Line:
    """
    The start of a game: the first with the subject's options, later ones sometimes with other
    numbers of players and options.
    """
    seats = subject.program.seats
    seed = subject.seed + game
    for _ in range(TRIES if game else 0):
        line = _some_settings(subject, seed, stream)
        if can_begin(subject.program, line.options, line.players):
            return line
    fewest = settle(subject.program, subject.options, None, None).players
    return Line(seed, fewest, seats.automatic_low, subject.options)


def _some_settings(subject: Subject, seed: int, stream: Stream) -> Line:
    seats = subject.program.seats
    return Line(
        seed,
        seats.low + stream.below(seats.high - seats.low + 1),
        seats.automatic_low + stream.below(seats.automatic_high - seats.automatic_low + 1),
        {
            option.name: option.values[stream.below(len(option.values))]
            for option in subject.program.options
            if stream.below(3) == 0
        },
    )


def sample(length: int, number: int) -> frozenset[int]:
    """
    Evenly spaced indices along a line, including its ends.

    >>> sorted(sample(10, 3))
    [0, 5, 10]
    """
    if length <= number:
        return frozenset(range(length + 1))
    return frozenset(length * step // (number - 1) for step in range(number))


def trees(subject: Subject) -> tuple[Tree, ...]:
    """The trees of the files; empty when they are not available."""
    return subject.files.trees if subject.files is not None else ()


def texts(subject: Subject) -> Iterator[Source]:
    """The files in the language itself, without tables in files of their own."""
    return (tree.source for tree in trees(subject) if not tree.source.is_table)


def recompiled(subject: Subject, changed: Mapping[str, str]) -> Compiled | None:
    """The rulebook compiled from other texts, by file name; None when they have a mistake."""
    parsed = []
    for tree in trees(subject):
        if tree.source.name in changed:
            tree, problems = parse_file(Source(tree.source.name, changed[tree.source.name]))
            if problems:
                return None
        parsed.append(tree)
    return _compiled(subject, tuple(parsed))


def reordered(
    subject: Subject, order: Callable[[tuple[Declaration, ...]], tuple[Declaration, ...]]
) -> Compiled | None:
    """The rulebook with the declarations of each file in another order."""
    return _compiled(
        subject,
        tuple(evolve(tree, declarations=order(tree.declarations)) for tree in trees(subject)),
    )


def _compiled(subject: Subject, parsed: tuple[Tree, ...]) -> Compiled | None:
    return compile_gathered(
        RulebookFiles(parsed, ()), fallback=subject.program.name, lints=False
    ).compiled


Rename: TypeAlias = Callable[[str], str]  # gives a name as the other program has it


def transcript(
    compiled: Compiled, line: Line, chance: Chance | None = None, renamed: Rename = str
) -> Iterator[Any]:
    """The questions and views decision by decision, then the outcome."""
    for _, match in along(compiled, line, chance):
        yield _asked(match, renamed), _seen(match, renamed)
    outcome, fault = match.outcome, match.fault
    yield outcome, fault and fault.slug


def first_difference(ours: Iterator[Any], copied: Iterator[Any], subject: str) -> Breach | None:
    """The first place where two transcripts differ."""
    for step, (mine, theirs) in enumerate(zip(ours, copied, strict=False)):
        if mine != theirs:
            return Breach(step, f"{subject}: {_parted(mine, theirs)}")
    return None


def _parted(mine: Any, theirs: Any) -> str:
    (question, seen), (question_now, seen_now) = mine, theirs
    if question != question_now or not isinstance(seen, list):
        return f"{question_now} {'' if isinstance(seen, list) else seen_now} instead of {question}"
    for before, after in zip(seen, seen_now, strict=True):
        for name in {**before, **after}:
            if before.get(name) != after.get(name):
                return f"{name} is {after.get(name)} instead of {before.get(name)}"
    return "something else"


def _asked(match: Match, renamed: Rename) -> Any:
    decision = match.decision
    if decision is None:
        return None
    return (
        decision.player,
        decision.kind,
        renamed(decision.name),
        [renamed(choice.id) for choice in decision.choices],
    )


def _seen(match: Match, renamed: Rename) -> list[dict[str, Any]]:
    """Every view, as plain names and values."""
    return [_plain(match.view(seat), renamed) for seat in range(len(match.population.players))]


def _plain(seen: View, renamed: Rename) -> dict[str, Any]:
    """A view with every name translated."""
    plain_view: dict[str, Any] = {"active": seen.active, "players": seen.players}
    for name, zone in seen.zones.items():
        plain_view[renamed(name)] = zone.count, [card and renamed(card) for card in zone.cards]
    for name, value in seen.states.items():
        plain_view[renamed(name)] = None if value is None else renamed(seen_text(value))
    for name, faces in seen.dice.items():
        plain_view[renamed(name)] = faces and [renamed(face) for face in faces]
    for name, space in seen.pieces.items():
        plain_view[renamed(name)] = space and renamed(space)
    plain_view["told"] = sorted(
        (renamed(fact.zone), fact.place or 0, renamed(fact.fact), renamed(fact.value), fact.truth)
        for fact in seen.told
    )
    return plain_view
