"""The definition of a law, what it is tested on, and the report of a breach."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import field, frozen

from ruleslang.engine.choose_engine import INTERPRETER
from ruleslang.program.program import Compiled, Program

LEAST_STEPS = 16  # steps of a line that are examined together
MOST_TIMES = 4


@frozen
class Line:
    """How a match begins, and the indices of the choices made in it.

    An index larger than the number of choices wraps around, so every list of numbers is a line.
    `example` is the example in whose position the match begins, after its first deeds; None means a
    match from its start.
    """

    seed: int
    players: int
    automatic: int = 0
    options: Mapping[str, str] = field(factory=dict)
    picks: tuple[int, ...] = ()
    example: int | None = None

    def times(self, most: int = MOST_TIMES) -> int:
        """Return how often to repeat a randomised check: a short line several times."""
        return min(most, 1 + LEAST_STEPS // (len(self.picks) + 1))


@frozen
class Breach:
    """Where a law fails, as a number of choices made before, and a description."""

    at: int
    finding: str


@frozen
class Broken:
    """
    A violated law.

    `line` ends where the breach shows, `None` if no single match shows it; `story` is the line in
    words; `save` is the text of a save at that place, empty if there is none.
    """

    finding: str
    line: Line | None = None
    story: tuple[str, ...] = ()
    save: str = ""


@frozen(eq=False)
class Subject:
    """
    The games, options and limits with which laws are tested.

    `examples` is the number of examples in whose positions matches start, `None` for all. `options`
    are those of the first game. `tries` is the number of rearrangements at each decision and for
    each player; `longest` is the number of decisions up to which laws that inspect every decision
    follow a match. After `most` decisions a game is left unfinished, `None`: never. A short line is
    checked up to `times` times. The last of `engines` plays: compiled code once a game was slow.
    """

    compiled: Compiled
    games: int = 10
    examples: int | None = None
    seed: int = 1
    tries: int = 2
    longest: int = 400
    most: int | None = None
    times: int = MOST_TIMES
    options: Mapping[str, str] = field(factory=dict)
    lines: dict[int, Line] = field(factory=dict)  # one for each game and example
    engines: list[str] = field(factory=lambda: [INTERPRETER])

    @property
    def program(self) -> Program:
        return self.compiled.program


@frozen(eq=False)
class Law:
    """A law: its name, its statement, and the search for a breach."""

    name: str
    says: str
    search: Callable[[Subject], Iterator[Broken]]
