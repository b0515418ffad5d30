"""
Players treat a card that is a copy of another as they treat that other.

A copy has the same kind, fields, plays and effects, and another name, and no rule of the default
options names either; titles, texts and numbers of copies may differ. Where a player of the rulebook
names a card, also in a value that no rule reads, it then means the copies, too, and cards whose
rules differ from its in numbers alone; not a card that the player names itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import reduce
from typing import Any, TypeAlias, TypeVar, cast

from attrs import evolve, frozen

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.patterns import EqualEntry, MemberEntry
from ruleslang.program.program import Compiled, Program
from ruleslang.program.references import references
from ruleslang.program.walk import alike, find, rebuilt, walk

T = TypeVar("T")
Copies: TypeAlias = Mapping[str, Sequence[str]]  # the copies of each card that has any


def originals(program: Program, *, but_for_numbers: bool = False) -> dict[str, str]:
    """Return for each definition the first of which it is a copy, or its own name."""
    known: dict[tuple[object, ...], list[d.Definition]] = {}
    by_name = _Behaviour.of(program, but_for_numbers)
    first = {}
    for card in program.definitions:
        if card.deck:
            first[card.name] = card.name
            continue
        plainly = (card.kind, card.fields, len(card.plays), len(card.standings))
        alikes = known.setdefault(plainly, [])
        found = next((other for other in alikes if by_name.is_same(card, other)), None)
        first[card.name] = card.name if found is None else found.name
        if found is None:
            alikes.append(card)
    return first


@frozen
class _Behaviour:
    """The effects of cards; `named` are those that rules reference by name."""

    plays: Mapping[str, d.Play]
    standings: Mapping[str, d.Standing]
    named: Set[str]
    but_for_numbers: bool

    @staticmethod
    def of(program: Program, but_for_numbers: bool) -> _Behaviour:
        read = read_by_rules(program)
        values = tuple(value for value in program.values if value.name in read)
        places = {option.name: option.default for option in program.options}
        rules = evolve(
            program,
            values=values,
            definitions=(),
            plays=(),
            card_standings=(),
            standings=tuple(each for each in program.standings if not _is_off(each, places)),
        )
        return _Behaviour(
            {play.name: play for play in program.plays},
            {standing.name: standing for standing in program.card_standings},
            {title.name for title in find(rules, e.TitleValue)},
            but_for_numbers,
        )

    def is_same(self, card: d.Definition, other: d.Definition) -> bool:
        """Return whether two cards of one kind, with the same fields, do the same."""
        if {card.name, other.name} & self.named:
            return False
        pairs = [
            *zip(map(self.plays.get, card.plays), map(self.plays.get, other.plays), strict=True),
            *zip(
                map(self.standings.get, card.standings),
                map(self.standings.get, other.standings),
                strict=True,
            ),
        ]
        return all(
            alike(self._without_names(mine, card.name), self._without_names(its, other.name))
            for mine, its in pairs
        )

    def _without_names(self, node: T, card: str) -> T:
        nameless = _nameless(node, card)
        return _numberless(nameless) if self.but_for_numbers else nameless


def _is_off(standing: d.Standing, places: Mapping[str, int]) -> bool:
    """Return whether effects are those of an option or a reading that is not played by default."""
    match standing.condition:
        case e.Equal(left=e.ReadOption(name), right=e.WordValue(place=place)):
            return places[name] != place
    return False


def _numberless(node: T) -> T:
    """Return a part of a program with 0 for all its numbers."""
    match node:
        case e.Literal(int(number)) if not isinstance(number, bool):
            return cast("T", e.Literal(0))
    return rebuilt(node, lambda _, value: _numberless(value))


def _nameless(node: T, card: str) -> T:
    """Return a behaviour without the names of its parts, and of the card itself."""
    if isinstance(node, e.TitleValue):
        return evolve(node, name="") if node.name == card else node
    whole = rebuilt(node, lambda _, value: _nameless(value, card))
    match whole:
        case d.Play() | d.Standing() | s.Lasting():
            return evolve(whole, name="")
        case s.Hook() | s.Modifier() | s.Whenever():
            return evolve(whole, id="")
    return whole


def knowing_copies(compiled: Compiled) -> Compiled:
    """Return the game with players who treat copies of a card alike; rules stay as they are."""
    program, copies = compiled.program, dict[str, list[str]]()
    read = read_by_rules(program)
    of_players = tuple(value for value in program.values if value.name not in read)
    named = {title.name for title in find((*compiled.choosers, *of_players), e.TitleValue)}
    for name, original in originals(program, but_for_numbers=True).items():
        if name != original and name not in named:
            copies.setdefault(original, []).append(name)
    if not copies:
        return compiled
    values = tuple(
        value if value.name in read else _with_copies(value, copies) for value in program.values
    )
    choosers = tuple(_with_copies(chooser, copies) for chooser in compiled.choosers)
    return evolve(compiled, program=evolve(program, values=values), choosers=choosers)


def read_by_rules(program: Program) -> set[str]:
    """Return the values that anything but players and other such values reads."""
    values = {value.name: value for value in program.values}
    waiting = [program.payoff, *_values_in(evolve(program, values=()))]
    read = set[str]()
    while waiting:
        name = waiting.pop()
        if name in values and name not in read:
            read.add(name)
            waiting += _values_in(values[name])
    return read


def _values_in(node: object) -> Iterator[str]:
    return (
        reference.name
        for part in walk(node)
        for reference in references(part)
        if reference.what == "value"
    )


def _with_copies(node: T, copies: Copies) -> T:
    """Return a part of a player in which a card's name also means its copies."""
    named = {title.name for title in find(node, e.TitleValue)}
    return _spread(node, copies) if named & set(copies) else node


def _spread(node: T, copies: Copies) -> T:
    whole: Any = rebuilt(node, lambda _, value: _spread(value, copies))
    tests: list[e.Expr] = []

    def titles(name: str) -> tuple[e.TitleValue, ...]:
        return tuple(e.TitleValue(each) for each in (name, *copies[name]))

    match whole:
        case e.IsTitle(title=e.TitleValue(name)) if name in copies:
            tests = [evolve(whole, title=title) for title in titles(name)]
        case e.Equal(left=e.TitleValue(name)) if name in copies:
            tests = [evolve(whole, left=title) for title in titles(name)]
        case e.Equal(right=e.TitleValue(name)) if name in copies:
            tests = [evolve(whole, right=title) for title in titles(name)]
        case e.MakeSet(items):
            whole = evolve(whole, items=tuple(_items(items, copies)))
        case EqualEntry(e.TitleValue(name)) if name in copies:
            whole = MemberEntry(e.MakeSet(titles(name)), whole.comparing)
    return cast(T, reduce(e.Or, tests) if tests else whole)


def _items(items: Sequence[e.Expr], copies: Copies) -> Iterator[e.Expr]:
    for item in items:
        yield item
        if isinstance(item, e.TitleValue):
            yield from (e.TitleValue(each) for each in copies.get(item.name, ()))
