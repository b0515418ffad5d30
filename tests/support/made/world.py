"""The declarations of a made rulebook, for the writers of its lines."""

from __future__ import annotations

from attrs import define, field, frozen

from tests.support.made.pick import Pick

INDENT = "    "


@frozen
class Zone:
    """A zone; `seen` is `all`, `owner`, `nobody` or `others`."""

    name: str
    of_player: bool
    ordered: bool
    seen: str
    counted: bool = True  # by all

    def at(self, player: str) -> str:
        """The zone, of a player if it is one of each."""
        return f"{self.name}({player})" if self.of_player else self.name


@frozen
class State:
    """A number, a truth or a word that is stored; `kind` is `number`, `truth` or a list's name."""

    name: str
    of_player: bool
    kind: str
    is_open: bool  # seen by all; else by its owner alone
    high: int = 0

    def at(self, player: str) -> str:
        """The state, of a player if it is one of each."""
        return f"{self.name}({player})" if self.of_player else self.name


@frozen
class Named:
    """A value of a player, an action or a procedure with its places; `is_open` of a value."""

    name: str
    places: tuple[str, ...] = ()
    is_open: bool = True


@define
class Scope:
    """
    The names of a body.

    `eyes` is the player who must not learn anything from what is written, None: nobody minds.
    `turn` says that a turn is surely under way.
    """

    players: list[str] = field(factory=list)
    numbers: list[str] = field(factory=list)
    cards: list[str] = field(factory=list)
    words: list[tuple[str, str]] = field(factory=list)
    eyes: str | None = None
    depth: int = 0
    taken: set[str] = field(factory=set)
    asks: bool = True  # whether a player may be asked here
    steps: int = 0  # only steps from this one on may be called

    def fresh(self, *wanted: str) -> str:
        """A name that nothing in this body has yet."""
        for number in range(1, 100):
            for name in wanted:
                made = name if number == 1 else f"{name}_{number}"
                if made not in self.taken:
                    self.taken.add(made)
                    return made
        raise AssertionError("too many names")

    def inner(self, **more: list[str]) -> Scope:
        """The scope of a block: what it names is not known after it."""
        return Scope(
            [*self.players, *more.get("players", ())],
            [*self.numbers, *more.get("numbers", ())],
            [*self.cards, *more.get("cards", ())],
            [*self.words],
            self.eyes,
            self.depth + 1,
            self.taken,
            self.asks,
            self.steps,
        )

    def seen_by(self, player: str) -> Scope:
        """The scope of a phrase that tells a player nothing that he does not see."""
        made = self.inner()
        made.eyes, made.cards = player, []
        return made


@define
class World:
    """Everything that has been declared so far."""

    pick: Pick
    words: dict[str, tuple[str, ...]] = field(factory=dict)
    zones: list[Zone] = field(factory=list)
    states: list[State] = field(factory=list)
    values: list[Named] = field(factory=list)
    truths: list[Named] = field(factory=list)
    steps: list[Named] = field(factory=list)
    checks: list[Named] = field(factory=list)
    actions: list[Named] = field(factory=list)
    windows: list[Named] = field(factory=list)
    hue: str = ""  # the list that cards have a word of; empty: none
    die: str = ""
    coin: str = ""  # a die with words
    cup: str = ""  # dice of each player
    option: str = ""
    has_plays: bool = False
    has_charms: bool = False
    teams: bool = False
    cards: list[str] = field(factory=list)
    marks: bool = False  # a state of each card

    def numbers(self, eyes: str | None) -> list[State]:
        """States that are numbers, and that may be read."""
        return [s for s in self.states if s.kind == "number" and (s.is_open or eyes != "")]

    def zone(self, *seen: str) -> list[Zone]:
        """Zones seen so."""
        return [zone for zone in self.zones if zone.seen in seen]


def indented(lines: list[str]) -> list[str]:
    """A block."""
    return [INDENT + line for line in lines]
