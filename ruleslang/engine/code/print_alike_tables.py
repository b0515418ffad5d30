"""Prints the tables by which C compares candidates: states, and places that may hold cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from attrs import frozen

from ruleslang.engine.cells.alike import Alike
from ruleslang.engine.cells.compiled_game import CompiledGame
from ruleslang.engine.code.c_function import INDENT, WORD, Game, array, runtime
from ruleslang.engine.flow.context import raw
from ruleslang.engine.flow.printed_names import routine_name, safe_letters
from ruleslang.engine.flow.runs_under_way import seers_name
from ruleslang.engine.flow.state_layout import (
    FROZEN,
    LASTING,
    number_with_specimens,
    shown_family,
    state_family,
)
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import find


def alike_tables(game: Game, printed: CompiledGame) -> Iterator[str]:
    """Yield the tables, and the function that compares states."""
    flow, of = game.flow, Alike(game.flow, printed.frames)
    cards = number_with_specimens(flow.population)
    yield f"#define ALL_CARDS {cards}"
    yield from _numbers("has_copies", [int(entry) for entry in of.many])
    several = _counts_for_several(of)
    singles = [[entry + 2 for entry in places] for places in of.limit_cards]
    yield from _rows("limit", [[] for _ in singles] if several else singles)
    yield from _rows("window", [[entry + 1 for entry in places] for places in of.card_parameters])
    yield from _rows("lasting", [[entry + 1 for entry in places] for places in of.captures])
    if LASTING in flow.layout.families:
        yield f"#define LASTING {flow.layout[LASTING].base}"
    blocks = flow.cut.blocks
    yield from _numbers("statement_of_block", [block.statement for block in blocks])
    begins, places, slots = [0], [], []
    held = [of.arguments[at] for at in range(len(printed.frames.routines))]
    for arguments in held:
        places += [place for place, _ in arguments]
        slots += [-1 if slot is None else slot for _, slot in arguments]
        begins.append(len(places))
    yield from _numbers("held_begins", begins)
    yield from _numbers("held_places", places)
    yield from _read_later(of, slots)
    if several:
        yield from _rows("use", [[entry + 2 for entry in places] for places in of.limit_places])
        yield from _rows("single", singles)
        yield from runtime("uses").splitlines()
    yield from _states(game, of, several)


def _counts_for_several(of: Alike) -> bool:
    """Return whether a limit counts for sets or lists of cards, or for several cards."""
    return of.limit_places != of.limit_cards or any(len(card) > 1 for card in of.limit_cards)


def _read_later(of: Alike, slots: Sequence[int]) -> Iterator[str]:
    """Yield the slots that frames hold, and a bit for each that is read after a statement."""
    bits = {slot: bit for bit, slot in enumerate(sorted({slot for slot in slots if slot >= 0}))}
    yield from _numbers("held_slots", [bits.get(slot, -1) for slot in slots])
    number = max(1, -(-len(bits) // WORD))
    yield f"#define WORD {WORD}"
    yield f"#define WORDS_READ_LATER {number}"
    words = [[0] * number for _ in of.later]
    for at, of_statement in enumerate(words):
        for bit in (bits[slot] for slot in of.later[at] if slot in bits):
            of_statement[bit // WORD] |= 1 << bit % WORD
    in_a_row = [f"UINT64_C({word})" for of_statement in words for word in of_statement]
    yield from array("read_later", in_a_row, "uint64_t")


def _rows(name: str, rows: Sequence[Sequence[int]]) -> Iterator[str]:
    """Yield the rows concatenated, and the beginning of each."""
    begins = [0]
    for row in rows:
        begins.append(begins[-1] + len(row))
    yield from _numbers(f"{name}_begins", begins)
    yield from _numbers(f"{name}_cards", [entry for row in rows for entry in row])


def _numbers(name: str, numbers: Sequence[int]) -> list[str]:
    return array(name, list(map(str, numbers)), "int64_t")


# ---------------------------------------------------------------- states


def _states(game: Game, of: Alike, several: bool) -> Iterator[str]:
    """Yield a function that compares what states store about two cards, and the uses of limits."""
    about = [_State(game, state.state, state.start) for state in of.states]
    if about:
        seats = [sum(1 << seat for seat in compared) for compared in of.reveals.seats]
        yield from array(
            "seats_of_place", [f"UINT64_C({compared})" for compared in seats], "uint64_t"
        )
        yield from runtime("seen").splitlines()
    for compared in about:
        yield from compared.tables()
    yield "static __attribute__((unused)) int states_differ(St *s, V one, V other, V who)"
    yield "{"
    for compared in about:
        yield from compared.lines()
    yield f"{INDENT}(void)s, (void)one, (void)other, (void)who;"
    yield f"{INDENT}return {'uses_of_several_differ(s, one, other)' if several else 0};"
    yield "}"


@frozen(eq=False)
class _State:
    """A state that is indexed by cards, or holds them."""

    game: Game
    state: d.State
    start: object  # with which every place of it begins, if it is always the same

    def tables(self) -> Iterator[str]:
        """Yield the members of each place of the index, and the place of each card, or -1."""
        for at, place in enumerate(self.state.index):
            members = [raw(entity) for entity in self.game.flow.population.domain(place.type)]
            yield from array(self._members(at), [self.game.value(member) for member in members])
            if _is_card(place):
                cards = range(number_with_specimens(self.game.flow.population))
                places = [members.index(card) if card in members else -1 for card in cards]
                yield from _numbers(self._place_in(at), places)

    def lines(self) -> Iterator[str]:
        """Yield lines that test whether the state distinguishes two cards."""
        yield f"{INDENT}/* {safe_letters(self.state.name)} */"
        for number in range(1, len(self._cards) + 1):
            for places in combinations(self._cards, number):
                yield from self._loops(places, self._of_cards(places))
        if self._holds:
            yield from self._loops((), self._held())

    @property
    def _holds(self) -> bool:
        return any(True for _ in find(self.state.type, t.Card))

    @property
    def _cards(self) -> list[int]:
        return [at for at, place in enumerate(self.state.index) if _is_card(place)]

    def _place_in(self, at: int) -> str:
        """Return the table of each card's place in the index."""
        return self.game.owners.name(f"PLACE{at}", self.state.name)

    def _members(self, at: int) -> str:
        """Return the table of the members of a place of the index."""
        return self.game.owners.name(f"MEMBERS{at}", self.state.name)

    def _loops(self, but: Sequence[int], body: Iterator[str]) -> Iterator[str]:
        """Yield a loop for each place of the index but those of the card, around the lines."""
        sizes, depth = self.game.flow.layout[state_family(self.state.name)].sizes, 1
        for at, size in enumerate(sizes):
            if at not in but:
                head = f"for (V i{at} = 0; i{at} < {size}; i{at}++)"
                yield INDENT * depth + head + " {"
                depth += 1
        if depth == 1:
            yield INDENT + "{"
            depth += 1
        for line in body:
            yield INDENT * depth + line
        while depth > 1:
            depth -= 1
            yield INDENT * depth + "}"

    def _of_cards(self, places: Sequence[int]) -> Iterator[str]:
        """Yield its values where the card is at these places of the index, and nowhere else."""
        others = [at for at in self._cards if at not in places]
        for number, which in enumerate(("one", "other")):
            yield f"V value{number} = ABSENT;"
            yield "{"
            for at in places:
                yield f"{INDENT}V i{at} = {self._place_in(at)}[{which}];"
            tests = [f"i{at} >= 0" for at in places]
            tests += [f"{self._member(at)} != {which}" for at in others]
            tests += self._sees_cards(others)
            yield f"{INDENT}if ({' && '.join(tests)}) {{"
            yield from (INDENT * 2 + line for line in self._seen(f"value{number}"))
            yield f"{INDENT}}}"
            yield from (INDENT + line for line in self._unless_start(f"value{number}"))
            yield "}"
        both = "s, one, value0, other, value1, who"
        if self._holds:
            in_order = int(isinstance(plain(self.state.type), t.ListOf))
            yield f"if (held_differ({both}, {in_order})) return 1;"
        else:
            yield f"if (values_differ({both})) return 1;"

    def _unless_start(self, value: str) -> Iterator[str]:
        """Yield lines that ignore a value that is still the initial one."""
        start = self.start
        if isinstance(start, tuple):
            yield f"if (same(s, {value}, {self.game.value(start)})) {value} = ABSENT;"
        elif start is None or isinstance(start, int):
            yield f"if ({value} == {self.game.value(start)}) {value} = ABSENT;"

    def _held(self) -> Iterator[str]:
        yield "V value = ABSENT;"
        yield "{"
        yield from (INDENT + line for line in self._seen("value"))
        yield "}"
        tests = [f"contains(s, value, {which})" for which in ("one", "other")]
        yield f"if ({tests[0]} != {tests[1]}) {{"
        tests = [
            f"({test} && sees_card(s, who, {which}))"
            for test, which in zip(tests, ("one", "other"), strict=True)
        ]
        guard = " && ".join((*self._sees_cards(self._cards), "1"))
        yield f"{INDENT}if ({guard} && {tests[0]} != {tests[1]}) return 1;"
        yield "}"

    def _sees_cards(self, places: Sequence[int]) -> list[str]:
        """Return tests whether the player sees the cards at some places of the index."""
        optional = [isinstance(self.state.index[at].type, t.Optional) for at in places]
        tests = [f"sees_card(s, who, {self._member(at)})" for at in places]
        return [
            f"({self._member(at)} == NONE || {test})" if may_be_none else test
            for at, test, may_be_none in zip(places, tests, optional, strict=True)
        ]

    def _seen(self, into: str) -> Iterator[str]:
        """Yield lines that store what the player sees of a cell in a variable."""
        layout = self.game.flow.layout
        family = layout[state_family(self.state.name)]
        terms = [f"i{at} * {stride}" for at, stride in enumerate(family.strides)]
        place = " + ".join([*terms, "0"])
        others = [
            f"{self._member(at)} != who"
            for at, index_place in enumerate(self.state.index)
            if isinstance(index_place.type, t.Player)
        ]
        frozen_at = layout[FROZEN].base
        yield "const V *cells = s->S;"
        if others:
            test = f"s->S[{frozen_at}] != NONE && ({' || '.join(others)})"
            yield f"if ({test}) cells = T(s, s->S[{frozen_at}]) + 1;"
        tests = [self._sees()]
        shown = layout.families.get(shown_family(state_family(self.state.name)))
        if shown is not None:
            mark = f"cells[{shown.base} + {place}]"
            tests.append(f"({mark} != NONE && is_in(s, who, {mark}))")
        yield f"if ({' || '.join(tests)}) {into} = cells[{family.base} + {place}];"

    def _sees(self) -> str:
        seen = self.state.seen
        if seen.by in ("all", "nobody"):
            return str(int(seen.by == "all"))
        if seen.by == "owner":
            return self._owns()
        arguments = "".join(f", {self._member(at)}" for at in range(len(self.state.index)))
        return f"is_in(s, who, {routine_name(seers_name(self.state))}(s{arguments}))"

    def _owns(self) -> str:
        for at, place in enumerate(self.state.index):
            if isinstance(place.type, t.Player):
                return f"{self._member(at)} == who"
            if isinstance(place.type, t.Team):
                players = self.game.flow.population.players
                teams = [(-1 if player.team is None else player.team.order) for player in players]
                of_team = self._member(at)
                tests = [f"(who == {seat} && {of_team} == {of})" for seat, of in enumerate(teams)]
                return f"({' || '.join(tests)})"
        return "0"

    def _member(self, at: int) -> str:
        return f"{self._members(at)}[i{at}]"


def _is_card(place: d.IndexPlace) -> bool:
    return isinstance(plain(place.type), t.Card)
