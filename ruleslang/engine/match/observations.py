"""Encodes what a seat may know of a match as a row of numbers, always of the same width."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from attrs import frozen

from ruleslang.engine.match.decision import SeenValue, View, ZoneView
from ruleslang.engine.match.entities import Population, place_name
from ruleslang.engine.match.geometry import Geometry
from ruleslang.engine.match.runtime_values import Piece, Place, Value, name_of
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.expressions import Literal
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.statements import RevealCards
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import find

NOTHING = -1  # none, no card on top, a piece off the boards
UNSEEN = -1_000_000
A_CARD = "a card"  # that the seat does not see
FEWEST, MOST_ENTRIES = 8, 1_000  # entries of a list that have columns, if there are so many
MOST = 1 << 14  # columns of a state with all its indexes, unless it needs more for `FEWEST`
MOST_IN_ORDER = 512  # columns of names for the places of an ordered zone
EXACT, EXACT_FEATURE = 2**31 - 1, 2**23  # numbers up to these differ in a row, and in scaled floats


@frozen(slots=False)
class Form:
    """
    How a value is encoded: as one number, with another that says whether it is none where none has
    the number of a value; as the number of its entries, and either these in order (`entries`) or
    how many there are of each member (`members`). `range` is the range of numbers, `names` are the
    numbers of names, `most` entries are possible; if `is_reserved`, a number also means hidden.
    """

    names: Mapping[str, int] = {}
    range: t.Number | None = None
    entries: int = 0
    members: tuple[str, ...] = ()
    says_none: bool = False
    is_reserved: bool = False
    most: int = 0

    @property
    def lowest(self) -> int:
        """The number of the first member."""
        return 0 if self.range is None else self.range.low

    @cached_property
    def in_order(self) -> tuple[str, ...]:
        """The ends of the names of columns for entries in order."""
        return tuple(f": entry {at + 1}" for at in range(self.entries))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The end of the name of each column."""
        if not self.most:
            return ("", " is none")[: 1 + self.says_none]
        return (": number", *self.in_order, *(f" has {name}" for name in self.members))

    @cached_property
    def width(self) -> int:
        return len(self.labels)

    def columns(self, value: SeenValue | None) -> list[int]:
        """Return the numbers for what is seen of a value; `None`: nothing."""
        if value is None:
            return [UNSEEN] * self.width
        if not isinstance(value, tuple):
            return [self._number(value), int(value == "none")][: self.width]
        numbers = [self._number(entry) for entry in value]
        counts = [0] * len(self.members)
        if self.members:
            for number in numbers:
                counts[number - self.lowest] += 1
        in_order = numbers[: self.entries]
        padding = [NOTHING] * (self.entries - len(in_order))
        return [len(numbers), *in_order, *padding, *counts]

    def _number(self, value: SeenValue) -> int:
        if isinstance(value, int):
            return max(-EXACT - 1, min(int(value), EXACT))
        return self.names.get(value, NOTHING) if isinstance(value, str) else NOTHING

    def not_shown(self, exact: int) -> str | None:
        """Return the differences that are not shown, if numbers are exact up to a bound."""
        if self.most > self.entries and not self.members:
            return f"entries after the first {self.entries}"
        if self.is_reserved:
            return f"{UNSEEN}, which is the number of what is hidden"
        is_exact = self.range is None or -exact <= self.range.low <= self.range.high <= exact
        return None if is_exact else f"numbers beyond {exact}"


@frozen(eq=False, slots=False)
class Observations:
    """
    The layout of a row: the names of its parts in order, with their widths. `places` is the number
    of cards that have a column in each zone: all in an ordered one that is small, else the top one.
    """

    population: Population
    titles: Mapping[str, int]  # their numbers
    places: Mapping[str, int]
    forms: Mapping[str, Form]  # all other parts

    @cached_property
    def parts(self) -> Mapping[str, int]:
        """The width of each part."""
        parts = {"player": 1, "active": 1, "players": len(self.population.players)}
        parts |= {part: 1 + places + len(self.titles) for part, places in self.places.items()}
        return parts | {part: form.width for part, form in self.forms.items()}

    @cached_property
    def width(self) -> int:
        return sum(self.parts.values())

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """A name for each number of a row."""
        return tuple(name for part in self.parts for name in self._columns_of(part))

    def _columns_of(self, part: str) -> Sequence[str]:
        if part in self.places:
            below = [f"place {at + 1}" for at in range(1, self.places[part])]
            return [f"{part}: {column}" for column in ("cards", "top", *below, *self.titles)]
        if part in self.forms:
            return [part + label for label in self.forms[part].labels]
        players = [f"{player.name} is in" for player in self.population.players]
        return players if part == "players" else [part]

    @cached_property
    def not_shown(self) -> Mapping[str, str]:
        """
        What two views may differ in although their rows are equal, by the part of the view: the
        decision, reported facts, the order of large zones, numbers and entries beyond a bound.
        """
        return self.not_exact(EXACT)

    def not_exact(self, exact: int) -> dict[str, str]:
        """Return the same, if numbers are exact up to a bound."""
        program = self.population.program
        lost = {"decision": "what is asked, and what may be chosen: see the mask of actions"}
        if derive(program).revealed_facts:
            lost["facts"] = "facts about cards that were revealed"
        shows_cards = any(True for _ in find(program, RevealCards))
        for place in self.population.all_places():
            is_seen = place.zone.seen.by != "nobody" or shows_cards
            if place.zone.ordered and is_seen and self.places[f"zone {place.name}"] == 1:
                lost[f"zone {place.name}"] = "the order of the cards below the top"
        unclear = {part: form.not_shown(exact) for part, form in self.forms.items()}
        return lost | {part: text for part, text in unclear.items() if text is not None}

    @cached_property
    def features(self) -> Features:
        """The layout of rows encoded for a neural network."""
        return _Layout(self).made()

    def row(self, view: View) -> array[int]:
        """Return a view as numbers."""
        numbers = array("i", [-1 if view.player is None else view.player, view.active])
        numbers.extend(int(seat in view.players) for seat in range(len(self.population.players)))
        for name, zone in view.zones.items():
            numbers.extend(self.zone(f"zone {name}", zone))
        for part, form in self.forms.items():
            kind, _, name = part.partition(" ")
            if kind == "state":
                numbers.extend(form.columns(view.states.get(name)))
            elif kind == "dice":
                numbers.extend(form.columns(view.dice.get(name)))
            else:
                numbers.extend(form.columns(view.pieces[name] or "none"))
        return numbers

    def zone(self, part: str, zone: ZoneView) -> list[int]:
        """Return the number of cards, the titles on top, and how many of each title are seen."""
        titles, places = self.titles, self.places[part]
        top = [UNSEEN if card is None else titles[card] for card in zone.cards[:places]]
        counts = [0] * len(titles)
        for card in zone.cards:
            if card is not None:
                counts[titles[card]] += 1
        number = UNSEEN if zone.count is None else zone.count
        return [number, *top, *[NOTHING] * (places - len(top)), *counts]


@lru_cache(maxsize=64)
def observations(population: Population) -> Observations:
    """Return the layout of a game's rows."""
    titles = _numbered(population.titles.values())
    places = {f"zone {at.name}": _in_order(at, len(titles)) for at in population.all_places()}
    forms: dict[str, Form] = {}
    for state in population.program.states:
        indexes = [*population.indexes(state.index)]
        form = _form(population, state, MOST // max(1, len(indexes)))
        forms |= {f"state {place_name(state.name, index)}": form for index in indexes}
    for dice in population.program.dice:
        faces = _numbered(population.faces[dice.die])
        form = Form(faces, entries=min(dice.number, MOST), most=dice.number)
        indexes = [*population.indexes(dice.index)]
        forms |= {f"dice {place_name(dice.name, index)}": form for index in indexes}
    spaces = Form({space.name: at for at, space in enumerate(population.spaces)})
    forms |= {f"piece {piece.name}": spaces for piece in population.pieces}
    return Observations(population, titles, places, forms)


def _numbered(values: Iterable[Value]) -> dict[str, int]:
    """Return the numbers of the names of values, which may share one, in their order."""
    return {name: at for at, name in enumerate(dict.fromkeys(map(name_of, values)))}


def _in_order(place: Place, titles: int) -> int:
    """Return how many cards of a zone have a column."""
    most = place.zone.at_most
    if not (place.zone.ordered and isinstance(most, Literal) and isinstance(most.value, int)):
        return 1
    return most.value if 1 < most.value * titles <= MOST_IN_ORDER else 1


def _form(population: Population, state: d.State, room: int) -> Form:
    """Return the form of a state if each of its places has this room for columns."""
    of = plain(state.type)
    element = plain(of.element) if isinstance(of, t.SetOf | t.ListOf) else of
    names, range, size = _values(population, element)
    if not isinstance(of, t.SetOf | t.ListOf):
        is_unclear = isinstance(state.type, t.Optional) and _is_in_range(range, NOTHING)
        is_reserved = _hides(state) and _is_in_range(range, UNSEEN)
        return Form(names, range, says_none=is_unclear, is_reserved=is_reserved)
    most = max(1, size if of.up_to is None else of.up_to)
    if isinstance(of, t.SetOf) and size <= max(FEWEST, room):
        members = [*names] if range is None else map(str, _inclusive(range))
        return Form(names, range, members=tuple(members), most=most)
    entries = min(most, MOST_ENTRIES, max(FEWEST, room // max(1, len(names))))
    return Form(names, range, entries=entries, most=most)


def _values(population: Population, of: t.Type) -> tuple[dict[str, int], t.Number | None, int]:
    """Return the names of a type's values, or their range; and how many there are."""
    if isinstance(of, t.Number):
        return {}, of, of.high - of.low + 1
    if isinstance(of, t.Truth | t.Never):
        return {}, t.Number(0, 1), 2
    values = population.domain(of)
    names = _numbered(values)
    return names | ({A_CARD: len(names)} if isinstance(of, t.Card) else {}), None, len(values)


def _inclusive(of: t.Number) -> range:
    return range(of.low, of.high + 1)


def _is_in_range(range: t.Number | None, number: int) -> bool:
    return range is not None and range.low <= number <= range.high


def _hides(state: d.State) -> bool:
    """Return whether a seat may not see a state, or it may not be set."""
    return (
        state.seen.by != "all"
        or (state.start is None and not isinstance(state.type, t.Optional))
        or any(isinstance(place.type, t.Card) for place in state.index)
    )


Index: TypeAlias = tuple[Value, ...]


def places_by_name(declared: d.State | d.Dice, indexes: Sequence[Index]) -> dict[str, list[int]]:
    """Return the numbers of entries by the names of a row's parts; a card's copies share one."""
    places, kind = defaultdict[str, list[int]](list), type(declared).__name__.lower()
    for number, index in enumerate(indexes):
        places[f"{kind} {place_name(declared.name, index)}"].append(number)
    return places


IS_HIDDEN = "is hidden"
OF_COLUMN = 5  # numbers in the table
NEVER = 1 << 40  # lower than any number of a name


@frozen
class Block:
    """
    The place of a part among the features: `shape` is the number of planes, rows and columns; or
    just the number of columns.
    """

    first: int
    shape: tuple[int, ...]


@frozen(eq=False)
class Features:
    """
    Rows of observations encoded for a neural network: a plane of a board for each name that a state
    of its spaces can have and for each sort of pieces, elsewhere a column for each name; numbers
    stay numbers. `columns` names each feature; `blocks` has the place and shape of each part.
    """

    columns: tuple[str, ...]
    blocks: Mapping[str, Block]
    table: array[int]  # how C makes them, see `runtime/rows.c`
    not_shown: Mapping[str, str]  # as of the rows; numbers also when they are scaled

    @property
    def width(self) -> int:
        return len(self.columns)

    def row(self, observed: Sequence[int]) -> array[float]:
        """Return the features of a row of observations."""
        features = array("f", bytes(4 * self.width))
        for column, seen in enumerate(observed):
            at, names, lowest, apart, hidden = self.table[
                OF_COLUMN * column : OF_COLUMN * (column + 1)
            ]
            if seen == UNSEEN:
                if hidden >= 0:
                    features[hidden] = 1
            elif names == 0:
                features[at] = seen
            elif 0 <= seen - lowest < names:
                features[at + (seen - lowest) * apart] += 1
        return features


class _Layout:
    """Goes through the parts of a row in order."""

    def __init__(self, observed: Observations) -> None:
        self.population, self.observed = observed.population, observed
        self.columns: list[str] = []
        self.blocks: dict[str, Block] = {}
        self.table = array("q")
        self.done = set[str]()  # states of copies of a card have one part
        self.not_shown = observed.not_exact(EXACT_FEATURE)
        # It matters which piece is on a space if something is stored about one.
        stored = [find((state.index, state.type), t.Piece) for state in self._states()]
        self.distinguished = {of.piece for pieces in stored for of in pieces}

    def _states(self) -> Sequence[d.State]:
        return self.population.program.states

    def made(self) -> Features:
        players = [player.name for player in self.population.players]
        self._one_of("player", "player", players)
        self._one_of("active", "active", players)
        first = self._block("players", [f"{player} is in" for player in players])
        for place in range(len(players)):
            self._column(first + place)
        for zone in self.population.all_places():
            self._zone(f"zone {zone.name}", zone)
        for state in self._states():
            for index in self.population.indexes(state.index):
                self._state(state, index)
        for dice in self.population.program.dice:
            for index in self.population.indexes(dice.index):
                self._value(f"dice {place_name(dice.name, index)}", hides=True)
        for piece in self.population.pieces:
            self._piece(piece)
        return Features(tuple(self.columns), self.blocks, self.table, self.not_shown)

    def _block(self, part: str, columns: Iterable[str], *shape: int) -> int:
        """Return the first feature of a part, whose columns are added unless they exist."""
        if part not in self.blocks:
            first = len(self.columns)
            self.columns += columns
            self.blocks[part] = Block(first, shape or (len(self.columns) - first,))
        return self.blocks[part].first

    def _column(
        self, at: int, names: int = 0, lowest: int = 0, apart: int = 1, hidden: int = -1
    ) -> None:
        """Add the destination of the next column of a row."""
        self.table.extend((at, names, lowest, apart, hidden))

    def _one_of(self, part: str, label: str, names: Sequence[str]) -> None:
        first = self._block(part, [f"{label} is {name}" for name in names])
        self._column(first, len(names))

    # ------------------------------------------------------------ zones, states, dice

    def _zone(self, part: str, zone: Place) -> None:
        """Add the number of cards, an ordered zone's top cards, and the number of each title."""
        titles, name, places = [*self.observed.titles], zone.name, self.observed.places[part]
        columns = [f"{name}: cards", f"{name}: cards {IS_HIDDEN}"]
        if zone.zone.ordered:
            for label in ("top", *(f"place {at + 1}" for at in range(1, places))):
                columns += [f"{name}: {label} is {title}" for title in titles]
                columns += [f"{name}: {label} {IS_HIDDEN}"]
        first = self._block(part, [*columns, *(f"{name}: {title}" for title in titles)])
        self._column(first, hidden=first + 1)
        for at in range(first + 2, first + len(columns), len(titles) + 1):
            self._column(at, len(titles), hidden=at + len(titles))
        if not zone.zone.ordered:
            self._column(first, names=1, lowest=NEVER)
        for place in range(len(titles)):
            self._column(first + len(columns) + place)

    def _state(self, state: d.State, index: tuple[Value, ...]) -> None:
        part = f"state {place_name(state.name, index)}"
        spaces = [at for at, place in enumerate(state.index) if _board(place.type)]
        if part in self.done:
            return
        self.done.add(part)
        board = _board(state.index[spaces[0]].type) if len(spaces) == 1 else None
        if board is None or self.observed.forms[part].most:
            self._value(part, hides=_hides(state), of=plain(state.type))
            return
        space = index[spaces[0]]
        others = tuple(place for at, place in enumerate(index) if at != spaces[0])
        block = f"state {place_name(state.name, others)}"
        self._on_board(part, block, board, space, hides=_hides(state))

    def _on_board(self, part: str, block: str, board: str, space: Any, *, hides: bool) -> None:
        """Add a space's state: a plane per name, or one of numbers; and one of hidden ones."""
        geometry, form = self.population.boards[board], self.observed.forms[part]
        names, spaces, called = len(form.names), geometry.spaces, block.partition(" ")[2]
        planes = [f" is {name}" for name in form.names] or [""]
        planes += [" is none"] if form.says_none else []
        planes += [f" {IS_HIDDEN}"] if hides else []
        columns = (f"{called} at {each.name}{plane}" for plane in planes for each in spaces)
        at = self._block(block, columns, len(planes), *_shape(geometry))
        at += space.order - spaces[0].order
        hidden = at + len(spaces) * (len(planes) - 1) if hides else -1
        self._column(at, names, apart=len(spaces), hidden=hidden)
        if form.says_none:  # then it is a number
            self._column(at + len(spaces), hidden=hidden)

    def _value(self, part: str, *, hides: bool, of: t.Type | None = None) -> None:
        """
        Add one value; or the number of entries and, for a set, a column per member, for a list and
        dice (`of` is `None`) one per name at each place.
        """
        form, called = self.observed.forms[part], part.partition(" ")[2]
        columns, begins = list[str](), list[int]()
        for label in form.labels:
            begins.append(len(columns))
            names = form.names if label in ("", *form.in_order) else ()
            columns += [f"{called}{label} is {name}" for name in names] or [f"{called}{label}"]
        hiding = [f"{called} {IS_HIDDEN}"] if hides else []
        if form.members:
            first = self._block(f"{part}: number", [*columns[:1], *hiding])
            board = _board(of.element) if isinstance(of, t.SetOf) else None
            shape = () if board is None else (1, *_shape(self.population.boards[board]))
            members = self._block(part, columns[1:], *shape)
            places, hidden = [first, *range(members, members + len(form.members))], first + 1
        else:
            first = self._block(part, [*columns, *hiding])
            places, hidden = [first + begin for begin in begins], first + len(columns)
        for label, at in zip(form.labels, places, strict=True):
            names = form.names if label in ("", *form.in_order) else ()
            self._column(at, len(names), hidden=hidden if hides else -1)

    def _piece(self, piece: Piece) -> None:
        """
        Add pieces; those of the same sort and owner share a plane of their board, unless something
        is stored about one of them.
        """
        of, spaces = piece.declaration, self.population.spaces
        shape = (1, 1, len(spaces))
        if of.board is not None:
            geometry = self.population.boards[of.board]
            spaces, shape = geometry.spaces, (1, *_shape(geometry))
        called = of.name if piece.owner is None else f"{of.name} of {piece.owner.name}"
        if {None, of.name} & self.distinguished:
            called = piece.name
        elif f"piece {called}" in self.blocks:
            self.not_shown[f"piece {called}"] = "which piece is on which space"
        columns = (f"{called} at {space.name}" for space in spaces)
        first = self._block(f"piece {called}", columns, *shape)
        self._column(first, len(spaces), lowest=spaces[0].order if spaces else 0)


def _board(type: t.Type) -> str | None:
    return type.board if isinstance(type, t.Space) else None


def _shape(geometry: Geometry) -> tuple[int, int]:
    return geometry.rows, len(geometry.spaces) // geometry.rows
