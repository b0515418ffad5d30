"""
Lists what matters of the positions of one game, as numbers that Python and C read.

Counts, moments and future chance do not matter, nor do locals that are no longer read.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

from attrs import define, field

from ruleslang.engine.cells.game_cells import GameCells
from ruleslang.engine.flow import asked_questions as q
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.live_locals import live_locals, read_by_others
from ruleslang.engine.flow.statements.control_flow import COUNTED_BEFORE
from ruleslang.engine.match.runtime_values import Card, Piece
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import WrittenEffect
from ruleslang.program.typing.lattice import members, plain
from ruleslang.program.walk import find
from ruleslang.source.memo_dict import MemoDict

Numbers: TypeAlias = tuple[int, ...]

ALWAYS = (
    *(f.ACTIVE, f.PLAYERS, f.WINNERS, f.PLAYS, f.TURNS, f.SETTLING, f.QUIET, f.LATE),
    *(f.SECRET, f.SECRET_OF, f.SECRET_SINCE, f.FROZEN_SINCE),
)
FAMILIES = (
    *(f.SPACE, f.FROZEN, f.COUNTED, f.TURNS, f.OUTER_TURN, f.FACES, f.MARKS, f.TITLES),
    *(f.COUNTING, f.AGES, f.WHERE, f.HISTORIES, f.LIMITS, f.WINDOWS, f.SUPPRESSED),
    *(f.PLAYED_AS, f.LASTING, f.QUEUE, f.AGAIN),
)
VAGUE_NUMBER = t.Number(-(2**62), 2**62)  # what lowering made, which may be a card's number
# Types: what is no card or piece; a count that is compared with the present one; and, times 8 and
# more, sets and lists of a type.
PLAIN, CARD, PIECE, VAGUE, SINCE, SET, LIST = range(7)
CARDS = 8 * CARD + SET
BY_AGE = -1  # instead of the type of a rule's carrier: the moment at which its effect began
VALUES, BY_PLACE, WAYS = range(3)  # the forms of options
NOT_THERE = -1


class Options(NamedTuple):
    """What a question offers: its form, the type of options, of ways by action; is it to pay?"""

    form: int = VALUES
    is_to_pay: bool = False
    of: int = PLAIN
    ways: tuple[Numbers, ...] = ()


class KeyTable(NamedTuple):
    """
    The parts of positions that matter. Cells are by number, types as above.

    `groups` are the cards (by number) and the pieces (behind them) of which several are alike;
    `whole` are cells without cards and pieces; `apart` has of other cells the first, the type, and
    for each the types and values of its index.
    """

    cards: int
    pieces: int
    families: Numbers  # the first cell of each of `FAMILIES`, or `NOT_THERE`
    registers: Numbers
    groups: tuple[Numbers, ...]
    zones: tuple[Numbers, ...]  # their cells, and whether they are ordered
    whole: tuple[Numbers, ...]  # from one to another
    apart: tuple[tuple[int, int, tuple[Numbers, ...]], ...]
    facts: tuple[Numbers, ...]  # their first cells and types
    histories: int
    limits: tuple[Numbers, ...]  # types
    windows: tuple[Numbers, ...]  # types
    lastings: tuple[tuple[Numbers, Numbers], ...]  # types of what is captured and compared
    rules: tuple[Numbers, ...]  # types of carrier and member, and the cell of those it is true for
    titles: Numbers  # by card
    standing: Numbers  # by title: whether it has an effect where it lies
    questions: tuple[Options, ...]
    live: MemoDict[int, Numbers]  # by block the places of its frame that it reads, with types
    weights: Numbers  # halves of the numbers by which hashes are made


LIVE = 1 + KeyTable._fields.index("live")


def key_table(game: GameCells, weights: Numbers) -> KeyTable:
    """Return the table of a game."""
    population, families, known = game.flow.population, game.flow.layout.families, game.rearranging
    first = families[f.ZONES].base
    facts = game.flow.shown_facts.items()
    declared = list(_declared(game))
    effects = [(types_of_all(kept), types_of_all(compared)) for kept, compared in known.lastings]
    return KeyTable(
        len(population.cards),
        len(population.pieces),
        tuple(families[name].base if name in families else NOT_THERE for name in FAMILIES),
        tuple(families[name].base for name in ALWAYS if name in families),
        tuple(_groups(game)),
        tuple((first + at.order, int(at.zone.ordered)) for at in game.codec.places),
        tuple((base, end) for base, end, _, indexes in declared if indexes is None),
        tuple((base, of, indexes) for base, _, of, indexes in declared if indexes is not None),
        tuple((families[f.facts_family(place)].base, coded(type)) for place, (_, type) in facts),
        len(population.program.histories),
        tuple(map(types_of_all, known.limits)),
        tuple(map(types_of_all, known.windows)),
        tuple(effects),
        tuple(_rule(game, rule) for rule in known.rules),
        tuple(card.title.order for card in population.cards),
        tuple(int(bool(title.definition.standings)) for title in population.titles.values()),
        tuple(map(_options, game.flow.questions)),
        _live(game),
        weights,
    )


def coded(type: t.Type) -> int:
    """Return the number of a type."""
    match type:
        case t.Card():
            return CARD
        case t.Piece():
            return PIECE
        case t.Optional(inner):
            return coded(inner)
        case t.SetOf(element) | t.ListOf(element):
            of = coded(element)
            return of if of == VAGUE else 8 * of + (SET if isinstance(type, t.SetOf) else LIST)
    return VAGUE if type == VAGUE_NUMBER else PLAIN


def types_of_all(types: Iterable[t.Type]) -> Numbers:
    """Return the numbers of types."""
    return tuple(map(coded, types))


def _groups(game: GameCells) -> Iterator[Numbers]:
    """Return the cards and pieces of each sort of which there are several."""
    population, codec = game.flow.population, game.codec
    indexes = [place.index for place in codec.places]
    indexes += [at for dice in population.program.dice for at in codec.indexes[dice.name]]
    fixed = {at for index in indexes for at in index if isinstance(at, Card | Piece)}
    sorts = defaultdict[Any, list[int]](list)
    things: list[Any] = [*population.cards, *population.pieces]
    for number, one in enumerate(things):
        if one not in fixed:
            sort = one.title if isinstance(one, Card) else (id(one.declaration), one.owner)
            sorts[sort].append(number)
    return (tuple(alike) for alike in sorts.values() if len(alike) > 1)


def _declared(game: GameCells) -> Iterator[tuple[int, int, int, tuple[Numbers, ...] | None]]:
    """
    Yield the first cell of each state and of dice, the one behind the last, the type, and the
    indexes if cards or pieces are in it.
    """
    program, families = game.flow.population.program, game.flow.layout.families
    all_declared: list[d.State | d.Dice] = [*program.states, *program.dice]
    for declared in all_declared:
        is_state = isinstance(declared, d.State)
        family = families[(f.state_family if is_state else f.dice_family)(declared.name)]
        type = declared.type if isinstance(declared, d.State) else t.Never()
        parts: list[tuple[f.Family, t.Type]] = [(family, type)]
        if (shown := families.get(f.shown_family(family.name))) is not None:
            parts.append((shown, t.Never()))
        for cells, of in parts:
            indexes = None
            if _speaks_of_things((of, *(place.type for place in declared.index))):
                indexes = tuple(map(_typed, game.codec.indexes[declared.name]))
            yield cells.base, cells.base + cells.cells, coded(of), indexes


def _typed(index: Sequence[Any]) -> Numbers:
    """Return the types and values of an index."""
    typed: list[int] = []
    for value in index:
        kind = CARD if isinstance(value, Card) else PIECE if isinstance(value, Piece) else PLAIN
        typed += [kind, NOT_THERE if value is None else int(getattr(value, "order", value))]
    return tuple(typed)


def _speaks_of_things(types: Iterable[t.Type]) -> bool:
    return any(True for type in types for of in (t.Card, t.Piece) for _ in find(type, of))


def _rule(game: GameCells, rule: WrittenEffect) -> Numbers:
    """Return a rule's types of carrier and member, and the cell of those for whom it was true."""
    effect, families = rule.effect, game.flow.layout.families
    of_carrier, of_member, truths = PLAIN if rule.carriers is None else CARD, PLAIN, NOT_THERE
    if isinstance(effect, s.Whenever):
        if isinstance(effect.condition, e.ThereIs):
            of_member = coded(rule.locals[effect.condition.variable].type)
        if (name := f.truth_family(rule.place)) in families:
            truths = families[name].base
    return BY_AGE if isinstance(rule.begun_by, s.Lasting) else of_carrier, of_member, truths


def _options(question: q.Question) -> Options:
    match question:
        case q.ChoiceQuestion(type=type) | q.PickQuestion(type=type):
            return Options(of=coded(type))
        case q.MemberQuestion(type=type):
            one = coded(members(plain(type)))
            return Options(BY_PLACE, of=one) if question.by_place else Options(of=one)
        case q.OrderQuestion(type=type):
            return Options(of=coded(type if question.at_once else members(plain(type))))
        case q.PaymentQuestion():
            return Options(is_to_pay=True, of=CARD if question.by_card else CARDS)
        case q.DivisionQuestion():
            return Options(is_to_pay=True)
        case q.WaysQuestion():
            ways = tuple(types_of_all(q.types_of(what)) for what in question.of.what)
            return Options(WAYS, ways=ways)
    return Options()


def _live(game: GameCells) -> MemoDict[int, Numbers]:
    flow, places = game.flow, game.frames.places
    others = MemoDict[str, Any](lambda _: read_by_others(flow))
    names = MemoDict[str, Any](lambda routine: live_locals(flow, routine, others[""]))
    types = MemoDict[str, Any](lambda routine: _types_of_locals(game, routine))

    def live(block: int) -> Numbers:
        routine = flow.cut.blocks[block].routine
        kept, typed = places[routine], types[routine]
        read = sorted(names[routine][block] & kept.keys())
        return tuple(x for name in read for x in (kept[name], typed[name]))

    return MemoDict(live)


def _types_of_locals(game: GameCells, routine: str) -> dict[str, int]:
    """Return the types of what a frame of a routine keeps."""
    of = game.flow.routines[routine]
    known = {variable.name: variable.type for variable in game.flow.cut.frames[routine]}
    known |= {each.name: each.type for each in (*of.parameters, *of.variables.values())}
    types = {name: coded(known.get(name, VAGUE_NUMBER)) for name in game.frames.places[routine]}
    counts = {name: SINCE for name in types if name.rpartition("_x")[0] == COUNTED_BEFORE}
    return types | counts


@define(eq=False)
class KeyWords:
    """
    A table as words: its length and entries, where tuples are the places of theirs.

    The entry of a block is added behind them when a match waits there. If no room is left, they
    are copied into twice as many; the earlier words are kept, because matches have their addresses.
    """

    table: KeyTable
    words: array[int]
    used: int
    _earlier: list[array[int]] = field(factory=list)
    _lock: Lock = field(factory=Lock)

    @classmethod
    def of(cls, table: KeyTable, blocks: int) -> KeyWords:
        """Return the words of a table, with no entry yet for each of its blocks."""
        words = array("q")

        def put(tuple_of: tuple[Any, ...]) -> int:
            place = len(words)
            words.extend([len(tuple_of), *[0] * len(tuple_of)])
            for at, entry in enumerate(tuple_of, start=place + 1):
                words[at] = put(entry) if isinstance(entry, tuple) else entry
            return place

        unknown: Any = ((-1,), *[0] * (blocks - 1))
        put(table._replace(live=unknown))
        first = words[LIVE] + 1
        words[first : first + blocks] = array("q", [words[first]]) * blocks
        return cls(table, words, len(words))

    def add(self, block: int) -> None:
        """Add the entry of a block."""
        live = self.table.live[block]
        entry = array("q", [1 + len(live), len(live), *live])
        with self._lock:
            place, words = self.used, self.words
            self.used += len(entry)
            if self.used > len(words):
                self._earlier.append(words)
                words = words + array("q", bytes(8 * max(len(words), len(entry))))
            words[place : self.used] = entry
            words[words[LIVE] + 1 + block] = place
            self.words = words
