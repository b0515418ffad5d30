"""A version of a game, and the measures of its matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from attrs import define, field, frozen

from ruleslang.api import Game
from ruleslang.engine.choose_engine import AUTO
from ruleslang.evaluation.balance.differences import NO_VALUE, Values
from ruleslang.players.learned_bot import seat_learned
from ruleslang.simulation.play_games import Batch
from ruleslang.simulation.results import Watch, plain
from ruleslang.simulation.sides import seat_name, sides_of
from ruleslang.simulation.simulation_report import Played


class Kind(StrEnum):
    """The subjects of measures, in the order of display."""

    RESULT = "result"
    PAYOFF = "payoff"
    LENGTH = "length"
    MEASURE = "measure"
    CARD = "card"

    @property
    def is_share(self) -> bool:
        """Whether it is a proportion of games."""
        return self is Kind.RESULT


@frozen(order=True)
class Measured:
    """
    A measure with its displayed name: `home wins`, `decisions`, a measure, a card; `seats` are
    those whose win or payoff it is.
    """

    kind: Kind
    name: str
    seats: tuple[int, ...] = field(default=(), eq=False, repr=False)


@plain.register
def _(game: Game) -> dict[str, Any]:
    return {"name": game.name, "digest": game.digest}


NOBODY, CAPPED, DECISIONS = "nobody wins", "ended by the decision cap", "decisions a game"


@frozen
class Version:
    """A game with its options; `name` distinguishes it from other versions."""

    name: str
    game: Game
    options: Mapping[str, str] = field(factory=dict)


@define
class Steps:
    """The steps done of those planned, each reported to `watch`."""

    watch: Watch
    planned: int
    done: int = 0

    def add(self, many: int) -> None:
        """Count more steps."""
        self.done += many
        self.watch(min(self.done, self.planned), self.planned)


@frozen
class Play:
    """The players, the seed and the engine."""

    players: tuple[str, ...] | None = None  # None: chance
    seed: int = 1
    automatic: int | None = None
    jobs: int = 1
    engine: str = AUTO


def batch_of(version: Version, play: Play, games: int) -> Batch:
    """Return the games of a version; raises `ValueError` for settings that the rulebook lacks."""
    seat_learned(play.players or (), version.game.compiled)
    return version.game.batch(
        games=games,
        seed=play.seed,
        players=play.players,
        options=version.options,
        automatic=play.automatic,
        engine=play.engine,
    )


def seat_names(game: Game, seats: int) -> list[str]:
    """Return the displayed names of the seats."""
    return [seat_name(game.program, seat) for seat in range(seats)]


def measures_of(batch: Batch, game: Game) -> list[Measured]:
    """Return all measures of a batch, in the order of display."""
    sides = sides_of(game.program, len(batch.players))
    measures = [Measured(Kind.RESULT, side.wins, side.seats) for side in sides]
    measures += [Measured(Kind.RESULT, NOBODY), Measured(Kind.RESULT, CAPPED)]
    if game.program.payoff:
        seats = enumerate(seat_names(game, len(batch.players)))
        measures += [Measured(Kind.PAYOFF, f"payoff of {seat}", (at,)) for at, seat in seats]
    measures.append(Measured(Kind.LENGTH, DECISIONS))
    measures += [Measured(Kind.MEASURE, measure.name) for measure in batch.compiled.measures]
    cards = dict.fromkeys(e.deck or e.name for e in game.program.definitions if e.plays)
    return measures + [Measured(Kind.CARD, name) for name in cards]


def no_value(measured: Measured) -> Values:
    """Return the values of a measure in a game without any: a card is then played 0 times."""
    return (1, 0) if measured.kind is Kind.CARD else NO_VALUE


def taken_in(played: Played, measures: list[Measured]) -> Iterator[tuple[Measured, Values]]:
    """
    Yield the measures with their values in one game; cards that were not played and measures
    without a value are left out.
    """
    ends = {NOBODY: not played.winners, CAPPED: played.capped}
    for measure in measures:
        match measure.kind:
            case Kind.RESULT if measure.seats:
                yield measure, (1, int(any(seat in measure.seats for seat in played.winners)))
            case Kind.RESULT:
                yield measure, (1, int(ends[measure.name]))
            case Kind.PAYOFF:
                yield measure, (1, played.payoffs[measure.seats[0]])
            case Kind.LENGTH:
                yield measure, (1, played.decisions)
            case Kind.MEASURE if measure.name in played.samples:
                sample = played.samples[measure.name]
                yield measure, (sample.count, sample.total)
            case Kind.CARD if times := played.uses.get(measure.name):
                yield measure, (1, times)
            case _:
                pass
