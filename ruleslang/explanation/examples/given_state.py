"""
Parses the lines of an example that give the opening state where it differs (`given`), and those
that begin something in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from attrs import frozen

from ruleslang.engine.match.chance import Chance
from ruleslang.engine.match.engine import Engine
from ruleslang.engine.match.entities import Settings, settle
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import (
    Deed,
    DoAction,
    Match,
    Observer,
    PlayCard,
    PlayFrom,
    Reader,
    RunProcedure,
    WholeMatch,
)
from ruleslang.engine.match.position import (
    Change,
    LayCards,
    PutPiece,
    RollDice,
    SetState,
    ShowFaces,
    TurnTo,
)
from ruleslang.engine.match.position_queries import evaluate_all, place_at, player_of
from ruleslang.engine.match.runtime_values import (
    Card,
    CardDefinition,
    ListValue,
    Piece,
    Place,
    Player,
    Value,
    members,
)
from ruleslang.explanation.examples.failures import Fails
from ruleslang.program import declarations as d
from ruleslang.program.program import Program


class GivenFails(Fails):
    """A fact that was given does not hold, or cannot be made to."""


@frozen
class SettingsGiven:
    """The values fixed before a match begins; None for a number that no line gives."""

    options: dict[str, str]
    players: int | None
    automatic: int | None


def settings_given(program: Program, lines: Iterable[object]) -> SettingsGiven:
    """Return the options and the numbers of seats that the lines ask for."""
    values = {option.name: option.values for option in program.options}
    options: dict[str, str] = {}
    players: int | None = None
    seat: int | None = None
    for line in lines:
        match line:
            case d.GivenOption(name=name, value=value):
                options[name] = values[name][value]
            case d.GivenPlayers(number=number):
                players = number
            case d.GivenAutomatic(seat=first):
                seat = first if seat is None else min(seat, first)
    number = program.seats.low if players is None else players
    return SettingsGiven(options, players, None if seat is None else max(0, number + 1 - seat))


def give(match: Match, line: d.GivenLine) -> tuple[Change, ...]:
    """
    Set up one line, and return the changes made for it.

    A line that cannot be set up is tested; `GivenFails` is raised when it is false.
    """
    if isinstance(line, d.GivenOption | d.GivenPlayers | d.GivenAutomatic):
        return ()
    if isinstance(line, d.GivenFact):
        if match.evaluate(line.condition) is not True:
            raise GivenFails("this does not hold", line.origin)
        return ()
    change = _change(match, line)
    match.arrange(change, line.origin)
    return (change,)


def _change(match: Reader, line: d.GivenLine) -> Change:
    """Return the change that a line sets up."""
    match line:
        case d.GivenState(name=name):
            index = evaluate_all(match, line.index)
            return SetState(name, index, match.evaluate(line.value))
        case d.GivenZone():
            return _cards(match, line)
        case d.GivenDice():
            return _faces(match, line)
        case d.GivenDiceNumber(name=name):
            index = evaluate_all(match, line.index)
            return RollDice(name, index, match.evaluate(line.number))
        case d.GivenActive():
            player = match.evaluate(line.player)
            if not isinstance(player, Player):
                raise GivenFails("there is no such player", line.origin)
            return TurnTo(player)
        case d.GivenPiece():
            piece = match.evaluate(line.piece)
            if not isinstance(piece, Piece):
                raise GivenFails("there is no such piece", line.origin)
            return PutPiece(piece, match.evaluate(line.space))
    raise AssertionError(line)


def _cards(match: Reader, line: d.GivenZone) -> LayCards:
    """Put exactly these definitions into a zone, first on top; from there or out of play."""
    place = place_at(match, line.name, evaluate_all(match, line.index))
    wanted = [member for x in line.titles for member in members(match.evaluate(x))]
    cards: list[Card] = []
    for title in wanted:
        cards.append(_copy(match, title, cards, place, line.origin))
    return LayCards(place, tuple(cards))


def _copy(match: Reader, wanted: Value, taken: list[Card], place: Place, origin: int) -> Card:
    if isinstance(wanted, Card):
        wanted = wanted.title
    assert isinstance(wanted, CardDefinition)
    for card in match.population.cards:
        is_free = match.position.where.get(card) in (None, place)
        if card.title is wanted and card not in taken and is_free:
            return card
    raise GivenFails(f"there are not that many `{wanted.name}`", origin)


def _faces(match: Reader, line: d.GivenDice) -> ShowFaces:
    known = match.population.faces[match.population.dice[line.name].die]
    faces = []
    for x in line.faces:
        wanted = match.evaluate(x)
        for wanted_face in wanted if isinstance(wanted, ListValue) else (wanted,):
            place = next((i for i, face in enumerate(known) if match.same(face, wanted_face)), None)
            if place is None:
                raise Fault(
                    "not-a-member", f"the dice `{line.name}` have no such face", line.origin
                )
            faces.append(place)
    return ShowFaces(line.name, evaluate_all(match, line.index), tuple(faces))


Options: TypeAlias = Mapping[str, str] | None


@frozen
class Position:
    """The given state, and the line that is then run; `text` are the lines as they were written."""

    text: str
    given: tuple[d.GivenLine, ...]
    run: d.RunLine | None


def position_of(text: str, example: d.Example) -> Position:
    """Return the position that an example's lines give; raises `ValueError` for other lines."""
    *before, last = (*example.lines, None)
    run = None
    if before and isinstance(before[-1], d.RunLine):
        run, before = before[-1], before[:-1]
    given = tuple(line for line in before if isinstance(line, d.GivenLine))
    if last is not None or len(given) < len(before):
        raise ValueError("a position consists of `given` lines, followed by at most one `when P`")
    return Position(text, given, run)


def settings_from(
    program: Program,
    position: Position,
    options: Options,
    players: int | None,
    automatic: int | None,
) -> Settings:
    """
    Return the settings of a match that begins there: those of the position, else the requested
    ones.

    Raises `ValueError` where the two contradict each other.
    """
    given = settings_given(program, position.given)
    asked = dict(options or {})
    for name, value in given.options.items():
        if asked.setdefault(name, value) != value:
            raise ValueError(f"`{name}` is {value} in the position, not {asked[name]}")
    for counted, in_position, wanted in (
        ("players", given.players, players),
        ("automatic seats", given.automatic, automatic),
    ):
        if in_position is not None and wanted not in (None, in_position):
            raise ValueError(f"there are {in_position} {counted} in the position, not {wanted}")
    number = players if given.players is None else given.players
    return settle(program, asked, number, automatic if given.automatic is None else given.automatic)


def begin_from(
    engine: Engine,
    position: Position,
    settings: Settings,
    options: Options,
    *,
    seed: int = 0,
    chance: Chance | None = None,
    measures: Sequence[d.Measure] = (),
    observers: Sequence[Observer] = (),
) -> Match:
    """
    Return a match at its first decision after the position; raises `ValueError` where it cannot be.

    `settings` are those of `settings_from`, `options` by name the same.
    """
    match = engine.opening(
        seed=seed,
        options=options,
        players=settings.players,
        automatic=settings.automatic,
        chance=chance,
        measures=measures,
        observers=observers,
        roll=True,
    )
    with _possible():
        match.begin(arrange(match, position))
    return match


def check_possible(
    engine: Engine, position: Position | None, settings: Settings, options: Options, seed: int
) -> None:
    """Raise `ValueError` where what is given cannot be, in the opening of the match of a seed."""
    if position is None:
        return
    match = engine.opening(
        seed=seed,
        options=options,
        players=settings.players,
        automatic=settings.automatic,
        roll=True,
    )
    arrange(match, position)


def arrange(match: Match, position: Position) -> WholeMatch | PlayFrom:
    """
    Set up a position in a match that has just been opened; returns what the match then begins with.

    Raises `ValueError` if that is impossible.
    """
    with _possible():
        for line in sorted(position.given, key=lambda line: isinstance(line, d.GivenFact)):
            give(match, line)
        if position.run is None:
            return WholeMatch()
        return PlayFrom(position.run.procedure, evaluate_all(match, position.run.arguments))


@contextmanager
def _possible() -> Iterator[None]:
    try:
        yield
    except (Fails, Fault) as problem:
        raise ValueError(f"the position is impossible: {problem.message}") from None


def deed_of(
    match: Match, line: d.RunLine | d.PlaysLine | d.DoesLine, choosing: tuple[Value, ...] = ()
) -> Deed:
    """Return what a line begins, with these choices."""
    if isinstance(line, d.RunLine):
        return RunProcedure(line.procedure, evaluate_all(match, line.arguments))
    who = player_of(match, line.player, line.origin)
    if isinstance(line, d.DoesLine):
        return DoAction(who, line.action, choosing)
    return PlayCard(who, match.evaluate(line.card), choosing)
