"""
Finds the candidates that a player cannot tell apart, in a compiled match.

It applies the rules of `interpreter.candidates` to cells and frames: see docs/dev/engines.md,
Alike.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import Any, TypeAlias

from ruleslang.engine.cells.machine import Play
from ruleslang.engine.cells.revealed import Reveals
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.build_words import limit_types
from ruleslang.engine.flow.cells import start_of
from ruleslang.engine.flow.effects_in_force import locals_in
from ruleslang.engine.flow.frames import FrameLayout
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.words import ABSENT, Constant
from ruleslang.engine.match.made_when_asked import MadeWhenAsked
from ruleslang.engine.match.runtime_values import Player
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.passes.liveness import read_later
from ruleslang.program.program import Program
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import find

Mark: TypeAlias = Hashable
Marks: TypeAlias = dict[int, list[Mark]]
_Start: TypeAlias = tuple[int, Any]  # a cell, and its initial value
A_CARD = "a card"  # that a player does not see
NO_START = object()  # a state may begin with a different value at each place
NAMED = 2  # the first place of a limit's key behind title and player


def functions_of(flow: Flow, frames: FrameLayout) -> dict[str, Callable[..., Any]]:
    """Return the functions that printed source calls to compare candidates."""
    of = Alike(flow, frames)
    return {"twins": of.twins, "one_of_each": of.one_of_each}


class Alike:
    """Compares candidates; its tables are shared by all matches of the program."""

    def __init__(self, flow: Flow, frames: FrameLayout) -> None:
        self.flow, self.frames = flow, frames
        population = flow.population
        self.titles = tuple(card.title.order for card in population.cards)
        specimens = f.number_with_specimens(population) - len(population.cards)
        is_one_of_many = (card.title.definition.copies > 1 for card in population.cards)
        self.many = (*is_one_of_many, *[False] * specimens)
        counts_as = f.TITLES in flow.layout.families
        self.titles_now = flow.layout[f.TITLES].base if counts_as else None
        self.places = tuple(population.all_places())
        self.where, self.faces = flow.layout[f.WHERE].base, flow.layout[f.FACES].base
        self.reveals = Reveals(flow)
        self.frozen = flow.layout[f.FROZEN].base
        self.states = [
            _CardState(flow, state)
            for state in population.program.states
            if _speaks_of_cards((state.type, *(p.type for p in state.index)))
        ]
        self.windows = flow.layout[f.WINDOWS].base
        self.card_parameters = tuple(
            tuple(
                place
                for place, parameter in enumerate(window.parameters)
                if _speaks_of_cards(parameter.type)
            )
            for window in population.program.windows
        )
        self.limits = flow.layout[f.LIMITS].base
        types = limit_types(population.program)
        self.limit_cards = tuple(tuple(_places_of_cards(type)) for type in types)
        self.limit_places = tuple(tuple(_places_of_any(type)) for type in types)
        self.lasting = flow.layout[f.LASTING].base if f.LASTING in flow.layout.families else None
        self.captures = tuple(_card_captures(population.program))
        self.arguments = MadeWhenAsked(self._arguments)
        self.values_of = MadeWhenAsked(self._values_of)
        self.holding = tuple(state for state in self.states if state.holds)

    @cached_property
    def later(self) -> dict[int, frozenset[int]]:
        """The slots that are read later, by the number of a statement."""
        slots = read_later(self.flow.population.program)
        return {
            number: slots.get(id(statement), frozenset())
            for number, statement in enumerate(self.flow.statements)
        }

    def _arguments(self, number: int) -> tuple[tuple[int, int | None], ...]:
        """The places of a frame that may hold cards, with slots (`None`: always compared)."""
        routine = self.frames.routines[number]
        of, kept = self.flow.routines[routine], self.frames.places[routine]
        always = set() if of.run is None else {parameter.name for parameter in of.parameters}
        return tuple(
            (kept[variable.name], None if variable.name in always else slot)
            for slot, variable in of.variables.items()
            if variable.name in kept and any(True for _ in find(variable.type, t.Card))
        )

    def _values_of(self, card: int) -> tuple[Callable[[Sequence[Any]], Any], tuple[_Start, ...]]:
        """
        Reads what is compared of a card and of its copies alike; and the cells with other indices,
        which say nothing as long as they have their initial value.
        """
        cells = [self.reveals.marks + card, self.faces + card, self.where + card]
        starts: list[_Start] = []
        for state in self.states:
            if state.at is not None:
                cells += [state.at[card]] if card in state.at else []
            else:
                numbers = state.by_card.get(card, ())
                starts += [(state.base + number, state.start) for number in numbers]
        return itemgetter(*cells), tuple(starts)

    # ------------------------------------------------------------ what is called

    def one_of_each(
        self, M: Play, S: list[Any], several: Sequence[Any], who: int, chosen: Sequence[Any]
    ) -> tuple[Any, ...]:
        """Return one candidate of each class."""
        same = self.twins(M, S, several, who, chosen)
        if not same:
            return tuple(several)
        return tuple(
            [candidate for candidate, twin in zip(several, same, strict=True) if twin is None]
        )

    def twins(
        self, M: Play, S: list[Any], several: Sequence[Any], who: int, chosen: Sequence[Any]
    ) -> tuple[int | None, ...]:
        """For each the index of the previous equal one; empty: all differ."""
        cards = _all_cards(several)
        if self._are_single(cards):
            return ()
        facts_about = self._keys_of_cards(M, S, cards, who, chosen)
        if not facts_about:
            return ()
        last: dict[Any, int] = {}
        previous: list[int | None] = []
        for place, candidate in enumerate(several):
            key = _key(candidate, facts_about)
            previous.append(last.get(key))
            last[key] = place
        return tuple(previous)

    def _are_single(self, cards: list[int]) -> bool:
        """Return whether no two of these have the same title."""
        many, titles = self.many, self.titles
        titles_held = [titles[card] for card in cards if many[card]]
        return len(titles_held) < 2 or len(set(titles_held)) == len(titles_held)

    def _keys_of_cards(
        self, M: Play, S: list[Any], cards: list[int], who: int, chosen: Sequence[Any]
    ) -> dict[int, Hashable]:
        """Return the keys of cards that have a twin; empty if none has."""
        sorts: dict[tuple[int, int, int | None], list[int]] = {}
        now = self.titles_now
        for card in cards:
            if self.many[card]:
                title = self.titles[card]
                counts_as = title if now is None else S[now + card]
                sort = title, counts_as, S[self.where + card]
                sorts.setdefault(sort, []).append(card)
        keys: dict[int, Hashable] = {}
        named: set[int] | None = None
        for sort, copies in sorts.items():
            place = sort[2]
            if len(copies) < 2 or (place is not None and self.places[place].zone.ordered):
                continue
            if self._have_equal_cells(S, copies):
                named = self._named(M, S, chosen) if named is None else named
                if named.isdisjoint(copies):
                    keys.update(dict.fromkeys(copies, sort))
                    continue
            for card, marks in self._marks(M, S, copies, who, chosen).items():
                keys[card] = sort, frozenset(marks)
        return keys

    def _have_equal_cells(self, S: list[Any], copies: list[int]) -> bool:
        """Return whether no cell that has an index for each of these copies tells them apart."""
        if self.reveals.facts:
            return False
        readers, starts = zip(*[self.values_of[card] for card in copies], strict=True)
        for cells in (S,) if S[self.frozen] is None else (S, S[self.frozen]):
            values = readers[0](cells)
            if values[0] or any(read(cells) != values for read in readers):
                return False
            for at, start in chain.from_iterable(starts):
                if (value := cells[at]) is not ABSENT and value != start:
                    return False
        return True

    def _named(self, M: Play, S: list[Any], chosen: Sequence[Any]) -> set[int]:
        """The cards that a value of the match, a limit, a run or an effect names; and others."""
        named = set(_cards_in(tuple(chosen)))
        for cells in (S, S[self.frozen] or ()):
            for state in self.holding if cells else ():
                here = cells[state.base : state.base + len(state.indexes)]
                if here.count(None) < len(here):
                    named.update(_cards_in(tuple(here)))
        for number, *key, _ in S[self.limits]:
            named.update(_cards_in(tuple([key[place] for place in self.limit_places[number]])))
        for row in () if self.lasting is None else S[self.lasting]:
            named.update(_cards_in((row[3], row[6])))
        for _, arguments in S[self.windows]:
            named.update(_cards_in(arguments))
        for frame in M.K:
            for place, _ in self.arguments[frame[1]]:
                named.update(_cards_in(frame[place]))
        return named

    # ------------------------------------------------------------ marks

    def _marks(
        self, M: Play, S: list[Any], copies: list[int], who: int, chosen: Sequence[Any]
    ) -> Marks:
        marks: Marks = {card: [] for card in copies}
        for card in copies:
            if (face := S[self.faces + card]) is not None:
                marks[card].append(("face", face))
        reveals = self.reveals
        are_alike = self._are_seen_alike(S, copies)
        for state in self.states:
            if not are_alike or state.differs(S, copies):
                self._state_marks(M, S, marks, state, who)
        for card in copies:
            if reveals.facts or S[reveals.marks + card]:
                marks[card] += reveals.facts_about(M, S, card)
        for number, *key, count in S[self.limits]:
            single = self.limit_cards[number]
            named = (key[place] for place in self.limit_places[number])
            for card in dict.fromkeys(_cards_in(tuple(named))):
                if card in marks:
                    others = (
                        None if at in single and argument == card else argument
                        for at, argument in enumerate(key)
                    )
                    marks[card].append(("used", number, tuple(others), count))
        for number, value in enumerate(chosen):
            for card in _cards_in(value):
                if card in marks:
                    marks[card].append(("made", number))
        self._lasting_marks(S, marks)
        self._frame_marks(M, S, marks)
        return marks

    def _are_seen_alike(self, S: list[Any], copies: list[int]) -> bool:
        """Return whether every player sees all of these copies, which are in one place, or none."""
        if self.reveals.facts or any(S[self.reveals.marks + card] for card in copies):
            return False
        frozen: Sequence[Any] | None = S[self.frozen]
        if frozen is None:
            return True
        if any(frozen[self.reveals.marks + card] for card in copies):
            return False
        places = [frozen[self.where + card] for card in copies]
        return places.count(places[0]) == len(places)

    def _lasting_marks(self, S: list[Any], marks: Marks) -> None:
        """Mark cards that started lasting effects, or were captured by them."""
        rows = () if self.lasting is None else S[self.lasting]
        for number, (_, statement, _, carrier, _, _, captured) in enumerate(rows):
            cards = (carrier, *(captured[place] for place in self.captures[statement]))
            for card in dict.fromkeys(_cards_in(cards)):
                if card in marks:
                    marks[card].append(("under", number))

    def _frame_marks(self, M: Play, S: list[Any], marks: Marks) -> None:
        """Mark cards in arguments of runs, and in locals that are read later."""
        for depth, (number, window_arguments) in enumerate(S[self.windows]):
            for place in self.card_parameters[number] if number >= 0 else ():
                for card in _cards_in(window_arguments[place]):
                    if card in marks:
                        marks[card].append(("window", depth, place))
        blocks, top = self.flow.cut.blocks, len(M.K) - 1
        for depth, frame in enumerate(M.K):
            arguments = self.arguments[frame[1]]
            if not arguments:
                continue
            statement = M.statement if depth == top else blocks[frame[0]].statement
            for place, slot in arguments:
                if slot is None or slot in self.later.get(statement, ()):
                    for card in _cards_in(frame[place]):
                        if card in marks:
                            marks[card].append(("local", depth, place))

    def _state_marks(self, M: Play, S: list[Any], marks: Marks, of: _CardState, who: int) -> None:
        """Mark cards that index states, or are stored in them, as far as the player sees."""
        frozen: Sequence[Any] | None = S[self.frozen]
        for number in of.numbers(marks):
            index = of.indexes[number]
            others = any(isinstance(at, Player) and at.order != who for at in index)
            cells = S if frozen is None or not others else frozen
            value = cells[of.base + number]
            about = [card for card in of.cards[number] if card in marks]
            about = [] if value is ABSENT or value == of.start else about
            stored = [card for card in _cards_in(value) if card in marks] if of.holds else []
            if not about and not stored:
                continue
            was_shown = of.shown is not None and who in (cells[of.shown + number] or ())
            if not (was_shown or who in self.reveals.seers(M, S, of.state, index)):
                continue
            if not all(self.reveals.sees(M, S, card, who) for card in of.cards[number]):
                continue
            for card in about:
                seen = self._as_seen(M, S, value, who, of.is_list) if of.holds else value
                marks[card].append((of.state.name, of.rest(number, card), seen))
            for card in stored:
                if self.reveals.sees(M, S, card, who):
                    marks[card].append(("in", of.state.name, number))

    def _as_seen(self, M: Play, S: list[Any], value: Any, who: int, is_list: bool = False) -> Any:
        """Cards as a player sees them: all unseen ones are equal, and come last in a set."""
        if isinstance(value, tuple):
            seen = [self._as_seen(M, S, item, who) for item in value]
            return tuple(
                seen if is_list else sorted(seen, key=lambda seen_item: seen_item == A_CARD)
            )
        return value if value is None or self.reveals.sees(M, S, value, who) else A_CARD


class _CardState:
    """The cells of a state that may be indexed by cards, or hold them."""

    def __init__(self, flow: Flow, state: d.State) -> None:
        self.state = state
        self.base = flow.layout[f.state_family(state.name)].base
        shown = flow.layout.families.get(f.shown_family(f.state_family(state.name)))
        self.shown = None if shown is None else shown.base
        self.holds = _speaks_of_cards(state.type)
        self.is_list = isinstance(plain(state.type), t.ListOf)
        _, start = start_of(flow.lowering, state)
        self.start = start.value if isinstance(start, Constant) else NO_START
        self.indexes = tuple(flow.population.indexes(state.index))
        self.of_card = [isinstance(plain(place.type), t.Card) for place in state.index]
        self.cards = tuple(self._cards(index) for index in self.indexes)
        self.by_card: dict[int, list[int]] = {}
        for number, cards in enumerate(self.cards):
            for card in cards:
                self.by_card.setdefault(card, []).append(number)
        is_simple = self.shown is None and self.of_card == [True]
        self.at: dict[int, int] | None = None  # the cell of each card, if each has its own
        if is_simple:
            self.at = {card: self.base + numbers[0] for card, numbers in self.by_card.items()}

    def differs(self, cells: Sequence[Any], copies: Sequence[int]) -> bool:
        """Whether copies of one place, of which nothing was shown, may differ in this state."""
        if self.at is None:
            return True
        if self.holds:
            here = cells[self.base : self.base + len(self.indexes)]
            if here.count(None) < len(here):
                return True
        at = self.at
        values = [cells[at[card]] for card in copies if card in at]
        return bool(values) and values.count(values[0]) < len(values)

    def _cards(self, index: tuple[Any, ...]) -> tuple[int, ...]:
        typed = zip(index, self.of_card, strict=True)
        return tuple(entity.order for entity, is_card in typed if is_card and entity is not None)

    def numbers(self, marks: Marks) -> Iterable[int]:
        if self.holds:
            return range(len(self.indexes))
        return sorted({number for card in marks for number in self.by_card.get(card, ())})

    def rest(self, number: int, card: int) -> tuple[Any, ...]:
        typed = zip(self.indexes[number], self.of_card, strict=True)
        return tuple(None if is_card and _is(entity, card) else entity for entity, is_card in typed)


def _is(entity: Any, card: int) -> bool:
    return entity is not None and bool(entity.order == card)


def _places_of_cards(types: Sequence[t.Type]) -> Iterator[int]:
    """Yield the places of a limit's key that are single cards."""
    for place, type in enumerate(types, start=NAMED):
        if isinstance(plain(type), t.Card):
            yield place


def _places_of_any(types: Sequence[t.Type]) -> Iterator[int]:
    """Yield the places of a limit's key that are cards, or collections of them."""
    for place, type in enumerate(types, start=NAMED):
        if _speaks_of_cards(type):
            yield place


def _card_captures(program: Program) -> Iterator[tuple[int, ...]]:
    """For each statement that starts lasting effects the places of captured cards."""
    effects = derive(program).effects
    for lasting in effects.lastings:
        types = [locals_in(effects, lasting)[slot].type for slot in lasting.captures]
        yield tuple(place for place, type in enumerate(types) if _speaks_of_cards(type))


def _speaks_of_cards(type: t.Type | tuple[t.Type, ...]) -> bool:
    return any(True for _ in find(type, t.Card))


def _all_cards(several: Sequence[Any]) -> list[int]:
    if tuple not in map(type, several):
        return list(dict.fromkeys([candidate for candidate in several if candidate is not None]))
    return list(dict.fromkeys([card for candidate in several for card in _cards_in(candidate)]))


def _cards_in(value: Any) -> tuple[int, ...]:
    """Return the numbers in a value; those that are no cards do not matter."""
    if isinstance(value, tuple):
        return tuple([card for item in value for card in _cards_in(item)])
    return () if value is None else (value,)


def _key(value: Any, keys: dict[int, Hashable]) -> Hashable:
    if isinstance(value, tuple):
        return frozenset([_key(item, keys) for item in value])
    key: Hashable = keys.get(value, value)
    return key
