"""A compiled game, with the parts of a rulebook that are not played."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, wraps
from typing import TypeVar

from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program import limits
from ruleslang.program.expressions import Expr, Not
from ruleslang.program.locals import LocalDecl
from ruleslang.program.references import Origin, Text, shown
from ruleslang.source.walk import Walked

LANGUAGE_VERSION = 1
T = TypeVar("T")


@frozen
class Seats:
    """
    Who can play: from `low` to `high` players, with a name for every seat.

    `automatic_low` to `automatic_high` of them, the last ones, never decide.
    """

    low: int
    high: int
    names: tuple[str, ...]
    automatic_low: int = 0
    automatic_high: int = 0


@frozen
class Teams:
    """Teams, whose members take seats in rotation; no names: no teams."""

    names: tuple[str, ...] = ()
    size: int = 0


@frozen
class Ending:
    """How a match ends without a winner being declared: the most decisions, and who then wins."""

    decisions: int = limits.DECISIONS_BY_DEFAULT
    winners: Expr | None = None  # None: nobody
    locals: tuple[LocalDecl, ...] = ()


@frozen
class SettingsTest:
    """A condition on the options and the number of players, without which no match begins."""

    condition: Expr
    locals: tuple[LocalDecl, ...] = ()
    origin: int = shown(default=-1)


MOST_KEPT = 64  # programs


def memoised(compute: Callable[[Program], T]) -> Callable[[Program], T]:
    """Memoise a function of a program, by the identity of the program."""
    answers: dict[int, tuple[Program, T]] = {}

    @wraps(compute)
    def answer(program: Program) -> T:
        entry = answers.get(id(program))
        if entry is None or entry[0] is not program:  # to hash a program takes long
            if len(answers) >= MOST_KEPT:
                answers.clear()
            entry = answers[id(program)] = program, compute(program)
        return entry[1]

    return answer


@frozen
class Program(Walked):
    """The compiled game. Tuples are in text order: the rulebook, then card files by name."""

    name: str
    language: int
    seats: Seats
    teams: Teams
    start: str
    payoff: str  # a value or state of one player; empty: 1 for winners, else 0
    ending: Ending
    reaction_depth: int
    words: tuple[d.Words, ...] = ()
    dice_kinds: tuple[d.Die, ...] = ()
    options: tuple[d.Option, ...] = ()
    kinds: tuple[d.Kind, ...] = ()
    definitions: tuple[d.Definition, ...] = ()
    plays: tuple[d.Play, ...] = ()
    card_standings: tuple[d.Standing, ...] = ()
    zones: tuple[d.Zone, ...] = ()
    states: tuple[d.State, ...] = ()
    histories: tuple[d.History, ...] = ()
    dice: tuple[d.Dice, ...] = ()
    boards: tuple[d.Board, ...] = ()
    pieces: tuple[d.Piece, ...] = ()
    values: tuple[d.Value, ...] = ()
    procedures: tuple[d.Procedure, ...] = ()
    actions: tuple[d.Action, ...] = ()
    windows: tuple[d.Window, ...] = ()
    standings: tuple[d.Standing, ...] = ()  # the rulebook's, and its bare hooks
    begins_only_if: tuple[SettingsTest, ...] = ()
    looks: tuple[d.Look, ...] = shown(default=())  # for the eye: each name once
    title: Text | None = shown(default=None)
    languages: tuple[str, ...] = shown(default=())  # of the texts: first those in the rulebook
    procedure_depth: int = limits.UNDER_WAY_BY_DEFAULT
    firings: int = limits.FIRINGS_BY_DEFAULT
    spoken: str = shown(default="")  # the language that the texts were put into; empty: the first
    origins: tuple[Origin, ...] = shown(default=())


@frozen
class Omission:
    """Numbers of the printed rulebook that have no effect on play, and why."""

    cites: tuple[str, ...]
    reason: str
    origin: int = shown(default=-1)


@frozen
class Numbering:
    """The numbers of the printed rulebook: `GRAN`, rules 1 to 134, … An end of 0 means none."""

    prefix: str = ""
    rules: int = 0
    questions: int = 0
    gaps: int = 0
    examples: int = 0


@frozen
class NumberedRule:
    """
    A numbered rule of the printed rulebook, as the table of rules words it.

    `chapter` and `kind` are empty where the table has no such column. Open questions, gaps and
    worked examples may have a row, too.
    """

    id: str
    text: str
    chapter: str
    kind: str
    origin: int


@frozen
class Cited:
    """
    A definition of the text, for tracing: its name, its kind (`procedure`, `card`, …), its
    origin, and the options that its `decided by` names.
    """

    name: str
    kind: str
    origin: int
    decided_by: tuple[str, ...] = ()


@frozen
class Compiled:
    """
    A program, with the parts that are not played: players, measures, examples, claims, citations.

    `cited` lists every declaration in the order of the text. The origin of a declaration has all
    citations inside it, which are also listed with their own lines.
    `in_decks` names the values that define the cards of a deck. `rules` is the table of rules.
    """

    program: Program
    choosers: tuple[d.Chooser, ...] = ()
    measures: tuple[d.Measure, ...] = ()
    examples: tuple[d.Example, ...] = ()
    claims: tuple[d.Claim, ...] = ()
    properties: tuple[d.Property, ...] = ()
    numbering: Numbering = Numbering()
    omissions: tuple[Omission, ...] = ()
    cited: tuple[Cited, ...] = ()
    in_decks: tuple[str, ...] = ()
    rules: tuple[NumberedRule, ...] = ()

    @property
    def testable(self) -> tuple[d.Example | d.Claim, ...]:
        """The examples, and behind them the claims."""
        return (*self.examples, *self.claims)

    @cached_property
    def gathered(self) -> tuple[d.Measure, ...]:
        """The measures, and behind them one for each property that watches for a breach."""
        return (*self.measures, *map(_watch, self.properties))


def _watch(property: d.Property) -> d.Measure:
    breach = property.condition if property.never else Not(property.condition)
    name = f"breach of {property.title}"
    return d.Measure(name, property.locals, None, breach, property.origin, watches=True)


def origin_of(program: Program, number: int) -> Origin | None:
    """Return the place with a number; `None`: nothing is known of it."""
    return program.origins[number] if 0 <= number < len(program.origins) else None
