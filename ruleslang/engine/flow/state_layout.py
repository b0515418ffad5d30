"""
The layout of a state: one flat list of cells, with a range for each family.

A cell holds one value (`flow.expressions.Raw`) or `ABSENT`. The state of a match is its cells and
its frames; both are copied as lists.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import prod

from attrs import define, field, frozen

from ruleslang.engine.flow.ir_exprs import ABSENT, Absent, Constant, Expr, Raw
from ruleslang.engine.match.entities import Population, place_name
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.walk import find

# The cells of the match itself stand first, each in its own family.
ACTIVE, PLAYERS, WINNERS = "active", "players", "winners"
STEPS, STEPS_IN_ALL = "steps", "steps in all"  # since the last decision, and before it
COUNTED, ASKED, NOTED = "counted", "asked", "noted"
SUPPRESSED = "suppressed"  # hooks that do not apply: the place in the text, and the card, of each
WINDOWS, PLAYS = "windows", "plays"  # open windows, the innermost last; how many plays run
SECRET, SECRET_OF, SECRET_SINCE = "secret", "secret of", "secret since"  # statement, players, frame
FROZEN, FROZEN_SINCE = "frozen", "frozen since"  # all cells as the others see them; by which frame
EYES = "eyes"  # the seat of the player of the language who prefers something
LIMITS = "limits"  # keys of uses that were counted, each with its count last
TURNS = "turns"  # how many `take turns` are under way, one inside the other
OUTER_TURN = "outer turn"  # the active player when the first nested turn began
QUEUE = "queue"  # rules that wait for their turn: the place in the text, the carrier, the member
SETTLING = "settling"  # whether the body of a rule runs
IS_IMAGINED = "imagined"  # whether this is a position of thought, in which some rules do not act
QUIET = "quiet"  # how many blocks are under way after whose statements no rules are tested
LATE = "late"  # something that rules read has changed, but the next statement tests them
AGAIN = "again"  # rules whose bodies were left, as in `QUEUE`, each with what it had looked at
HISTORIES = "histories"  # by history: the halves of a hash, and how often it was noted, of each
LASTING = "lasting"  # effects that last, the oldest first (`effects_in_force.py`)
CLOCK = "clock"  # the moment that was last distinguished from earlier ones
MARKS = "marks"  # by card: who was shown it; none: it never was
ZONES, WHERE = "zones", "where"  # by zone place; by card
TITLES = "titles"  # by card: what it counts as; only if a card may be played as another
COUNTING = "counting"  # by card: as what it is printed (-2), while it is played (-1), or at a place
PLAYED_AS = "played as"  # of plays as another: card, title, title and counting before, place before
AGES = "ages"  # by card: the moment it came to its zone
SPACE, STANDING = "space", "standing"  # by piece; by space
SINCE = "since"  # by card: the moment it came to its zone, whosever; only if something asks
FACES = "faces"  # by card: how it was laid
MEASURED = "measured"  # by measure: the values that it took, where these are gathered
WATCHED = "watched"  # by measure: whether its condition has held, where it is one that watches
TIMES_PLAYED = "times played"  # by title; only where cards are played
STREAM = "stream"  # by number of a stream: its word, 0 as long as nothing was drawn

COUNTS = (STEPS, STEPS_IN_ALL, COUNTED, ASKED, NOTED, CLOCK)
AS_PRINTED, WHILE_PLAYED = -2, -1  # how a card counts, if not by its place

_COUNT = t.Number(0, 2**31 - 1)
_COUNTING = t.Number(AS_PRINTED, 2**31 - 1)
ANY_NUMBER = t.Number(-(2**62), 2**62)
LASTING_ROWS = t.ListOf(t.ListOf(ANY_NUMBER, 7), limits.LASTING)
WAITING = t.ListOf(t.ListOf(ANY_NUMBER, 3), 1000)
NOTED_ROWS = t.ListOf(t.ListOf(t.Number(0, 2**32 - 1), 3), limits.MEMBERS)
TRUE_FOR = t.ListOf(t.ListOf(ANY_NUMBER, 2), 1000)
_EVERYONE = t.SetOf(t.Player())
_FRAME = t.Number(-1, 2**31 - 1)
_WORD = t.Number(0, 2**64 - 1)


@cache
def _strides(sizes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(prod(sizes[place + 1 :]) for place in range(len(sizes)))


@frozen
class Family:
    """A range of cells of one type: the address of the first, and the size of each dimension."""

    name: str
    base: int
    sizes: tuple[int, ...]
    type: t.Type
    start: Raw | Absent = None

    @property
    def cells(self) -> int:
        return prod(self.sizes)

    @property
    def strides(self) -> tuple[int, ...]:
        """The distance between neighbouring cells in each dimension."""
        return _strides(self.sizes)

    def cell(self, at: Sequence[int]) -> int:
        return self.base + sum(a * b for a, b in zip(at, self.strides, strict=True))

    def address(self, at: Sequence[Expr], printed: Callable[[Expr], str]) -> str:
        """Return the address of a cell as a sum, in C."""
        base, terms = self.base, []
        for expr, stride in zip(at, self.strides, strict=True):
            if isinstance(expr, Constant):
                assert isinstance(expr.value, int)
                base += expr.value * stride
            else:
                text = printed(expr)
                terms.append(text if stride == 1 else f"{text} * {stride}")
        return " + ".join([*terms, str(base)] if base or not terms else terms)


@frozen(eq=False)
class Layout:
    """All families by name, the random streams by name, and the number of cells."""

    families: Mapping[str, Family]
    streams: Mapping[str, int]
    size: int

    def __getitem__(self, name: str) -> Family:
        return self.families[name]

    def start(self) -> list[Raw | Absent]:
        """Return the initial cells, before the set-up."""
        cells: list[Raw | Absent] = [None] * self.size
        for family in self.families.values():
            cells[family.base : family.base + family.cells] = [family.start] * family.cells
        return cells


@define
class _Families:
    by_name: dict[str, Family] = field(factory=dict)
    size: int = 0

    def add(
        self, name: str, sizes: tuple[int, ...], type: t.Type, start: Raw | Absent = None
    ) -> None:
        self.by_name[name] = Family(name, self.size, sizes, type, start)
        self.size += self.by_name[name].cells

    def add_over(
        self, base: int, name: str, sizes: tuple[int, ...], type: t.Type, start: Raw | Absent = ()
    ) -> None:
        """Add another name for an existing range of cells."""
        self.by_name[name] = Family(name, base, sizes, type, start)

    def add_row(self, name: str) -> None:
        of = self.by_name[name]
        self.add_over(of.base, in_a_row(name), (of.cells,), of.type, of.start)


def layout(population: Population, streams: Sequence[str], measures: int = 0) -> Layout:
    """Return the layout of a program and its settings; `streams` are all that may be drawn from."""
    families = _Families()
    for name, type, start in _registers(population):
        families.add(name, (), type, start)
    _add_cards(families, population)
    revealed = {statement.name for statement in find(population.program, s.RevealState)}
    revealed |= {statement.name for statement in find(population.program, s.RevealDice)}
    paid = {statement.place.name for statement in find(population.program, s.CountCost)}
    paid |= {statement.name for statement in find(population.program, s.SharedCost)}
    for state in population.program.states:
        begins = None if isinstance(state.type, t.Optional) else ABSENT
        families.add(state_family(state.name), _sizes(population, state.index), state.type, begins)
        if state.name in revealed:
            family = shown_family(state_family(state.name))
            families.add(family, _sizes(population, state.index), t.Optional(_EVERYONE))
        if state.name in paid:
            families.add_row(state_family(state.name))
            if state.name in revealed:
                families.add_row(shown_family(state_family(state.name)))
    for dice in population.program.dice:
        there = t.ListOf(t.Number(0, len(population.faces[dice.die]) - 1), dice.number)
        families.add(dice_family(dice.name), _sizes(population, dice.index), there, ())
        families.add_row(dice_family(dice.name))
        if dice.name in revealed:
            family = shown_family(dice_family(dice.name))
            families.add(family, _sizes(population, dice.index), t.Optional(_EVERYONE))
    families.add(HISTORIES, (len(population.program.histories),), NOTED_ROWS, ())
    families.add(SPACE, (len(population.pieces),), t.Optional(t.Space()))
    families.add(STANDING, (len(population.spaces),), t.SetOf(t.Piece()), ())
    _add_rules(families, population)
    if any(True for _ in find(population.program, s.Perform)):
        families.add(TIMES_PLAYED, (len(population.titles),), _COUNT, 0)
    families.add(MEASURED, (measures,), t.ListOf(_COUNT, 1_000_000), ())
    families.add(WATCHED, (measures,), _COUNT, 0)
    families.add(STREAM, (len(streams),), _WORD, 0)
    numbers = {name: place for place, name in enumerate(streams)}
    return Layout(families.by_name, numbers, families.size)


def _add_cards(families: _Families, population: Population) -> None:
    """Add the zones and the data of every card; each zone is a part of the range of all zones."""
    families.add(ZONES, (sum(1 for _ in population.all_places()),), t.SetOf(t.Card()), ())
    base = families.by_name[ZONES].base
    for zone in population.program.zones:
        sizes, cards = _sizes(population, zone.index), t.SetOf(t.Card(zone.kind))
        families.add_over(base, zone_family(zone.name), sizes, cards)
        base += prod(sizes)
    number, with_specimens = len(population.cards), number_with_specimens(population)
    families.add(WHERE, (with_specimens,), t.Optional(t.ZonePlace()))
    if counts_as(population):
        families.add(TITLES, (with_specimens,), t.Title(), 0)
        families.add(COUNTING, (number,), _COUNTING, AS_PRINTED)
        families.add(PLAYED_AS, (), t.ListOf(t.ListOf(_COUNTING, 5), limits.UNDER_WAY), ())
    families.add(AGES, (number,), _COUNT, 0)
    if derive(population.program).asks_stays:
        families.add(SINCE, (number,), _COUNT, 0)
    families.add(FACES, (number,), t.Optional(_COUNT))
    families.add(MARKS, (number,), t.Optional(_EVERYONE))
    for place in sorted(set(derive(population.program).revealed_facts.values())):
        families.add(facts_family(place), (number,), t.ListOf(t.ListOf(_COUNT, 3), 1000), ())


def counts_as(population: Population) -> bool:
    """Return whether a card may be played as another."""
    return any(perform.played_as is not None for perform in find(population.program, s.Perform))


def has_specimens(population: Population) -> bool:
    """Return whether `playable` is asked of definitions, which then need representatives."""
    return any(question.of == "title" for question in find(population.program, e.Playable))


def number_with_specimens(population: Population) -> int:
    """Return the number of cards, plus one representative for each definition if needed."""
    return len(population.cards) + (len(population.titles) if has_specimens(population) else 0)


def _add_rules(families: _Families, population: Population) -> None:
    """Add the cells for `whenever` rules, if there are any."""
    effects = derive(population.program).effects
    if effects.lastings:
        families.add(LASTING, (), LASTING_ROWS, ())
    rules = [written for written in effects.written if isinstance(written.effect, s.Whenever)]
    if not effects.watches:
        return
    families.add(QUEUE, (), WAITING, ())
    families.add(SETTLING, (), t.Truth(), start=False)
    families.add(QUIET, (), _COUNT, 0)
    imagined = derive(population.program).reads.imagined
    if not all(imagined.acts(rule.effect.id) for rule in rules):
        families.add(IS_IMAGINED, (), t.Truth(), start=False)
    families.add(LATE, (), t.Truth(), start=False)
    families.add(AGAIN, (), t.ListOf(t.ListOf(ANY_NUMBER, 4), 1000), ())
    for rule in rules:
        families.add(truth_family(rule.place), (), TRUE_FOR, ())


def _registers(population: Population) -> list[tuple[str, t.Type, Raw]]:
    seats = tuple(range(len(population.players)))
    return [
        (ACTIVE, t.Player(), 0),
        (PLAYERS, t.SetOf(t.Player()), seats),
        (WINNERS, t.SetOf(t.Player()), ()),
        (LIMITS, t.ListOf(t.ListOf(_COUNT, 100), 1000), ()),
        (WINDOWS, t.ListOf(t.ListOf(_COUNT, 2), 1000), ()),
        (PLAYS, _COUNT, 0),
        (TURNS, _COUNT, 0),
        (OUTER_TURN, t.Player(), 0),
        (SECRET, t.Optional(_COUNT), None),
        (SECRET_OF, t.SetOf(t.Player()), ()),
        (SECRET_SINCE, _FRAME, -1),
        (EYES, t.Player(), 0),
        (FROZEN, t.Never(), None),
        (FROZEN_SINCE, _FRAME, -1),
        (SUPPRESSED, t.ListOf(t.ListOf(_COUNT, 2), 1000), ()),
        *((name, _COUNT, 0) for name in COUNTS),
    ]


def _sizes(population: Population, index: tuple[d.IndexPlace, ...]) -> tuple[int, ...]:
    return tuple(len(population.domain(place.type)) for place in index)


def zone_family(name: str) -> str:
    return f"zone {name}"


def state_family(name: str) -> str:
    return f"state {name}"


def dice_family(name: str) -> str:
    return f"dice {name}"


def in_a_row(of: str) -> str:
    """Return the family with the same cells in one dimension."""
    return f"{of} in a row"


def shown_family(of: str) -> str:
    """Return the family of players to whom a cell was shown; exists only if any may be shown."""
    return f"shown {of}"


def truth_family(place: int) -> str:
    """Return the family of pairs (carrier, member) for which a rule was true when last tested."""
    return f"true of rule {place}"


def facts_family(place: int) -> str:
    """Return the family of facts revealed about each card, by the number of the statement."""
    return f"facts {place}"


def all_streams(population: Population, picks: Sequence[str]) -> tuple[str, ...]:
    """
    Return the random streams that a program may use; `picks` are the names that picks are assigned
    to.

    Zones of copies of a card have one name, and so share a stream.
    """
    dice = [f"dice {die.name}" for die in population.program.dice_kinds]
    shuffles = [
        f"shuffle {place_name(place.zone.name, place.index)}" for place in population.all_places()
    ]
    return tuple(dict.fromkeys((*dice, *shuffles, *(f"pick {name}" for name in picks))))
