"""What a law is, what it is tried on, and what is reported of a broken one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import field, frozen

from ruleslang.library.read_rulebook_files import Gathered
from ruleslang.program.program import Compiled, Program

LEAST_STEPS = 16  # of a line that is looked at once
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
        """How often chance is to look for what it may miss: a short line several times."""
        return min(most, 1 + LEAST_STEPS // (len(self.picks) + 1))


@frozen
class Breach:
    """Where on a line a law does not hold, as a number of choices made before it, and what was
    found.
    """

    at: int
    found: str


@frozen
class Broken:
    """A law that does not hold.

    `line` ends where the breach shows, None for a law about the text alone; `story` tells the line
    to a person; `save` is the text of a save at that place, empty when there is none.
    """

    found: str
    line: Line | None = None
    story: tuple[str, ...] = ()
    save: str = ""


@frozen(eq=False)
class Subject:
    """What laws are tried on.

    `files` are the trees that the program was compiled from; when None they are not available, and
    the laws about texts hold trivially. `examples` is the number of examples in whose positions
    matches begin, None for all. `options` are those of the first game. `tries` is how many
    rearrangements are tried at each decision and for each player; `longest` is the number of
    decisions that laws looking at every decision follow a match. After `most` decisions a game is
    left unfinished, None: never. A short line is looked at up to `times` times.
    """

    compiled: Compiled
    files: Gathered | None = None
    games: int = 10
    examples: int | None = None
    seed: int = 1
    tries: int = 2
    longest: int = 400
    most: int | None = None
    times: int = MOST_TIMES
    options: Mapping[str, str] = field(factory=dict)
    lines: dict[int, Line] = field(factory=dict)  # of each game and example, once it was played

    @property
    def program(self) -> Program:
        return self.compiled.program


@frozen(eq=False)
class Law:
    """A law: its name, what it says of a game, and how to look for a breach of it."""

    name: str
    says: str
    search: Callable[[Subject], Iterator[Broken]]
