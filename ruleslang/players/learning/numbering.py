"""
Tables of numbers that describe the features of a game, read alike by Python and C.

A name of the rulebook is represented by the hash of its words, players and teams by their distance
from the seat. The tables do not depend on a match; the knowledge of a seat comes from rows
(`flow/seen_rows.py`).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, TypeAlias

from attrs import fields, frozen

from ruleslang.engine.choose_engine import engine_for
from ruleslang.engine.flow import asked_questions as q
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.seen_rows import Part, SeenRows, seen_rows
from ruleslang.engine.flow.state_layout import number_with_specimens
from ruleslang.engine.match.entities import Population, options_of
from ruleslang.engine.match.runtime_values import (
    CardDefinition,
    Piece,
    Player,
    Space,
    Team,
    Value,
    Word,
    name_of,
)
from ruleslang.players.learning.twins import originals
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import members, plain

VERSION = 1  # of the features: weights of another are refused
NONE = -(1 << 62)

OF_NUMBER, OF_PLAYER, OF_TEAM, OF_CARD, OF_TITLE, OF_ZONE, OF_OTHER, OF_PLACE = range(8)
IS_SPARSE, IS_ORDERED = 1, 2
OF_WAYS, OF_VALUES, OF_PLACES_AMONG, OF_MEMBERS, OF_INDICES = range(5)

Numbers: TypeAlias = "array[int]"
Reals: TypeAlias = "array[float]"


@frozen(eq=False, kw_only=True)
class Numbering:
    """The tables of a game, in the field order of `runtime/learning.c`."""

    parts: int
    fields: int
    cards: int
    teams: int
    advisers: int
    part_hash: Numbers  # by seat and part
    part_kind: Numbers
    part_flags: Numbers
    part_scale: Reals
    title_hash: Numbers
    title_of_card: Numbers
    field: Numbers  # by title and field; NONE where there is no number or word
    attribute_start: Numbers  # by title, and one more
    attribute_hash: Numbers
    attribute_value: Reals
    zone_hash: Numbers  # by seat and zone place
    team: Numbers  # by seat and team
    form: Numbers  # by question
    first_way: Numbers  # by question
    way_hash: Numbers
    first_value: Numbers  # by way, and one more
    value_kind: Numbers
    value_row: Numbers  # the type of a row of values, -1: there is none
    value_scale: Reals
    row_start: Numbers  # by type, and one more
    row_hash: Numbers
    row_kind: Numbers
    row_scale: Reals
    advice_hash: Numbers  # by player of the language
    seat_hash: Numbers

    @property
    def digest(self) -> str:
        """
        A digest that is equal for games in which the same weights mean the same: how many copies
        of a card there are, and what is printed on it, may differ.
        """
        return _digest(self)


@lru_cache(maxsize=16)
def _digest(of: Numbering) -> str:
    hashed = blake2b(str(VERSION).encode(), digest_size=16)
    for field in fields(Numbering):
        value = "" if field.name in OF_COPIES else getattr(of, field.name)
        hashed.update(str(value.tolist() if isinstance(value, array) else value).encode())
    return hashed.hexdigest()


OF_COPIES = frozenset(
    ("cards", "title_of_card", "field", "attribute_start", "attribute_hash", "attribute_value")
)


def named(*words: object) -> int:
    """Return the number of a name made of words, the same in every process."""
    text = "\0".join(map(str, words)).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little")


def numbering(flow: Flow, advisers: Sequence[d.Chooser]) -> Numbering:
    """Return the tables of a game with these advisers."""
    population, rows = flow.population, seen_rows(flow)
    _read_cards(population)
    seats, titles = population.players, tuple(population.titles.values())
    original = originals(population.program)  # what is known of a card holds for its copies
    with_fields = list(dict.fromkeys(name for title in titles for name in title.fields))
    of_titles = [list(_attributes(title, _largest(titles))) for title in titles]
    ways = _Ways(population, tuple(rows.of_type))
    forms = [ways.add(question) for question in flow.questions]
    return Numbering(
        parts=len(rows.parts),
        fields=len(with_fields),
        cards=len(population.cards),
        teams=len(population.teams),
        advisers=len(advisers),
        part_hash=array("Q", [_of_part(population, seat, p) for seat in seats for p in rows.parts]),
        part_kind=array("q", [kind_of(_element_type(part.type)) for part in rows.parts]),
        part_flags=array("q", map(_flags, rows.parts)),
        part_scale=array("d", [_scale(_element_type(part.type)) for part in rows.parts]),
        title_hash=array("Q", [named("title", original[each.definition.name]) for each in titles]),
        title_of_card=array("q", _titles_of_cards(population)),
        field=array("q", [_field(title, name) for title in titles for name in with_fields]),
        attribute_start=_starts(map(len, of_titles)),
        attribute_hash=array("Q", [hash for several in of_titles for hash, _ in several]),
        attribute_value=array("d", [value for several in of_titles for _, value in several]),
        zone_hash=array("Q", _zones(population)),
        team=array("q", _teams(population)),
        form=array("q", forms),
        first_way=array("q", ways.first_ways),
        way_hash=array("Q", ways.hashes),
        first_value=array("q", [*ways.first_values, len(ways.kinds)]),
        value_kind=array("q", ways.kinds),
        value_row=array("q", ways.rows),
        value_scale=array("d", ways.scales),
        **_rows_of_types(population, rows),
        advice_hash=array("Q", [named("advice", adviser.name) for adviser in advisers]),
        seat_hash=array("Q", [named("seat", seat.order) for seat in seats]),
    )


def _read_cards(population: Population) -> None:
    """Create an opening position, which reads what is printed on the cards."""
    program, settings = population.program, population.settings
    engine_for(program).opening(
        seed=0,
        options=options_of(program, settings),
        players=settings.players,
        automatic=settings.automatic,
    )


def _starts(sizes: Iterable[int]) -> Numbers:
    starts = array("q", [0])
    for size in sizes:
        starts.append(starts[-1] + size)
    return starts


# ---------------------------------------------------------------- rows


def kind_of(type: t.Type) -> int:
    """Return the code for how a value of this type becomes features."""
    match plain(type):
        case t.Number():
            return OF_NUMBER
        case t.Player():
            return OF_PLAYER
        case t.Team():
            return OF_TEAM
        case t.Card():
            return OF_CARD
        case t.Title():
            return OF_TITLE
        case t.ZonePlace():
            return OF_ZONE
        case t.Space() | t.Piece():
            return OF_PLACE
    return OF_OTHER


def _element_type(type: t.Type) -> t.Type:
    """Return the type of a value, or of the members of a collection."""
    of = plain(type)
    return plain(members(of)) if isinstance(of, t.SetOf | t.ListOf) else of


def _scale(type: t.Type) -> float:
    match plain(type):
        case t.Number(low, high) if max(abs(low), abs(high)) <= 100_000:
            return 1 / max(1, abs(low), abs(high))
    return 0.01


def _flags(part: Part) -> int:
    return IS_SPARSE * part.is_sparse + IS_ORDERED * part.is_ordered


def _of_part(population: Population, seat: Player, part: Part) -> int:
    return named("part", part.name, *(_seen_from(population, seat, value) for value in part.index))


def _seen_from(population: Population, seat: Player, value: Value) -> str:
    """Return the name of an entity relative to a seat: players and teams by their distance."""
    match value:
        case Player():
            return f"player {(value.order - seat.order) % len(population.players)}"
        case Team():
            return f"team {_team(population, seat, value)}"
        case Space() | Piece():
            return f"{value.name} from {seat.order}"
    return str(name_of(value))


def _team(population: Population, seat: Player, team: Team) -> int:
    team_of_seat = 0 if seat.team is None else seat.team.order
    return (team.order - team_of_seat) % len(population.teams)


def _teams(population: Population) -> Iterator[int]:
    return (
        _team(population, seat, team) for seat in population.players for team in population.teams
    )


def _zones(population: Population) -> Iterator[int]:
    for seat in population.players:
        for place in population.all_places():
            yield named(place.zone.name, *(_seen_from(population, seat, at) for at in place.index))


def _rows_of_types(population: Population, rows: SeenRows) -> dict[str, Any]:
    names = [name for several in rows.values.values() for name in several]
    types = [population.values[name.removesuffix(" of the rest")].type for name in names]
    return {
        "row_start": _starts(map(len, rows.values.values())),
        "row_hash": array("Q", [named("value", name) for name in names]),
        "row_kind": array("q", map(kind_of, types)),
        "row_scale": array("d", map(_scale, types)),
    }


# ---------------------------------------------------------------- cards


def _titles_of_cards(population: Population) -> Iterator[int]:
    yield from (card.title.order for card in population.cards)
    yield from range(number_with_specimens(population) - len(population.cards))


def _field(title: CardDefinition, name: str) -> int:
    value = title.fields.get(name, {}).get(())
    return value if isinstance(value, int) else value.order if isinstance(value, Word) else NONE


def _largest(titles: Sequence[CardDefinition]) -> dict[str, int]:
    """Return the largest absolute number in each field."""
    largest = dict[str, int]()
    for title in titles:
        for name, by_index in title.fields.items():
            sizes = [abs(value) for value in by_index.values() if isinstance(value, int)]
            largest[name] = max([largest.get(name, 1), *sizes])
    return largest


def _attributes(title: CardDefinition, largest: dict[str, int]) -> Iterator[tuple[int, float]]:
    """Yield the printed attributes of a card, as features with their values."""
    for kind in sorted(title.kinds):
        yield named("kind", kind), 1.0
    for name, by_index in title.fields.items():
        for index, value in by_index.items():
            at = [name, *map(name_of, index)]
            if isinstance(value, tuple):
                yield from ((named("field", *at, name_of(member)), 1.0) for member in value)
            elif value is not None:
                yield named("field", *at, name_of(value)), 1.0
            if isinstance(value, int) and not isinstance(value, bool):
                yield named("field", *at, "size"), value / largest[name]


# ---------------------------------------------------------------- choices


class _Ways:
    """Collects the kinds of choices of all questions, each with the values it consists of."""

    def __init__(self, population: Population, types: Sequence[t.Type]) -> None:
        self.population, self.types = population, types
        self.hashes: list[int] = []
        self.first_ways: list[int] = []  # by question
        self.first_values: list[int] = []
        self.kinds: list[int] = []
        self.rows: list[int] = []
        self.scales: list[float] = []

    def add(self, question: q.Question) -> int:
        """Add the kinds of a question; returns the code of how its options are encoded."""
        self.first_ways.append(len(self.hashes))
        match question:
            case q.WaysQuestion(of=of):
                for way in of.what:
                    self._way(("do", way.name), q.types_of(way))
                return OF_WAYS
            case q.WhichQuestion(of=of):
                for way in of.what:
                    self._way(("do", way.name), ())
                return OF_INDICES
            case q.MenuQuestion(about=menu):
                names = [branch.name for branch in menu.branches]
                for name in names:
                    self._way(("menu", *names, name), ())
                return OF_INDICES
            case q.MemberQuestion(about=choice, type=type):
                self._way(("member", choice.name), (members(plain(type)),))
                return OF_PLACES_AMONG if question.by_place else OF_MEMBERS
            case q.ChoiceQuestion(about=choice, type=type):
                chosen_in = "" if question.what is None else question.what.name
                self._way(("choose", chosen_in, choice.name), (type,))
            case q.OrderQuestion(about=choice, type=type):
                self._way(("order", choice.name), (type,))
            case q.PickQuestion(name=name, type=type):
                self._way(("pick", name), (type,))
            case q.PaymentQuestion():
                self._way(("pay",), (t.Card(),))
            case q.DivisionQuestion():
                self._way(("divide",), (t.Number(0, 1000),))
        return OF_VALUES

    def _way(self, words: tuple[str, ...], types: Sequence[t.Type]) -> None:
        self.hashes.append(named(*words))
        self.first_values.append(len(self.kinds))
        for type in map(_element_type, types):
            self.kinds.append(kind_of(type))
            self.rows.append(self.types.index(type) if type in self.types else -1)
            self.scales.append(_scale(type))
