"""
The features of a decision: what the deciding seat may know, and each choice.

A feature is a hash with a value. The row of the position and the values of the choices come from
routines that read what the seat sees (`flow/seen_rows.py`); a chosen card is identified only if the
seat sees it, otherwise by its place. `code/runtime/learning.c` computes the same features in
the same order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from attrs import frozen

from ruleslang.engine.cells.machine import Pending
from ruleslang.engine.code.compiled_game import CompiledGame
from ruleslang.engine.code.machine import CPlay
from ruleslang.engine.flow.asked_questions import Shown, Way
from ruleslang.engine.flow.seen_rows import seen_rows
from ruleslang.engine.flow.state_layout import TITLES, WHERE
from ruleslang.engine.match.faults import Fault
from ruleslang.players.learning.learner import MOST_CHOICES, MOST_FEATURES
from ruleslang.players.learning.numbering import (
    IS_ORDERED,
    IS_SPARSE,
    NONE,
    OF_CARD,
    OF_INDICES,
    OF_MEMBERS,
    OF_NUMBER,
    OF_PLACE,
    OF_PLACES_AMONG,
    OF_PLAYER,
    OF_TEAM,
    OF_TITLE,
    OF_WAYS,
    OF_ZONE,
    numbering,
)
from ruleslang.program import declarations as d

NEAR_ZONE, OWN_ZONE, CROSSED_ZONE = 4, 30, 12  # cards of zones that are compared, and crossed
MOST_CROSSED_CHOICES, MOST_KEYS = 64, 3

_WORD = (1 << 64) - 1
FeatureList: TypeAlias = "list[Feature]"


class Feature(NamedTuple):
    """A feature; of a position, it `crosses` with each choice or stands by itself."""

    hash: int
    value: float = 1.0
    crosses: bool = False


def mixed(hash: int, with_: int) -> int:
    """Return the hash of a hash and a number."""
    hash = (hash ^ with_ * 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9 & _WORD
    return hash ^ hash >> 31


def bucket(number: int) -> int:
    """
    Return a logarithmic bucket: small numbers themselves, larger ones by their three leading bits
    and their magnitude.

    >>> bucket(-7), bucket(100), bucket(101), bucket(1000)
    (-7, 122, 122, 135)
    """
    size = abs(number)
    if size <= 16:
        return number
    shift = size.bit_length() - 3
    size = 100 + 4 * shift + (size >> shift)
    return -size if number < 0 else size


@frozen(eq=False)
class Decision:
    """
    The features of a decision: of the position, and of each choice.

    `advised` counts the advisers that would keep each choice but not all; `kept_by` lists which of
    the advisers with a line about the question would keep it.
    """

    position: FeatureList
    choices: tuple[tuple[tuple[int, float], ...], ...]
    advised: tuple[int, ...]
    kept_by: tuple[tuple[int, ...], ...]


class Features:
    """Computes the features of matches of a `game_for_learners`, with advisers of the rulebook."""

    def __init__(self, game: CompiledGame, advisers: Sequence[d.Chooser]) -> None:
        rows, layout = seen_rows(game.flow), game.flow.layout
        self.game, self.advisers, self.numbering = game, advisers, numbering(game.flow, advisers)
        self.row, self.sees, self.of_type = rows.row, rows.sees, [*rows.of_type.values()]
        self.where = layout[WHERE].base
        self.titles = layout[TITLES].base if TITLES in layout.families else None
        self.seats = len(game.flow.population.players)
        self.places = len(self.numbering.zone_hash) // self.seats

    def decision(self, play: CPlay) -> Decision | None:
        """Return the features of the pending decision; `None` if they cannot be computed."""
        pending = play.pending
        assert pending is not None
        try:
            features = _Asked(self, play, pending)
            position, kept = features.position(), features.kept()
            advice = [() if len(left) == len(pending.options) else left for left in kept]
            options = range(min(MOST_CHOICES, len(pending.options)))
            return Decision(
                position,
                tuple(features.choices(position, advice)),
                tuple(sum(place in left for left in advice) for place in options),
                tuple(
                    tuple(adviser for adviser, left in enumerate(kept) if place in left)
                    for place in options
                ),
            )
        except Fault:
            return None


@lru_cache(maxsize=16)
def features_of(game: CompiledGame, advisers: tuple[d.Chooser, ...]) -> Features:
    return Features(game, advisers)


def is_known(value: Any) -> bool:
    return isinstance(value, int | tuple)


class _Asked:
    """Computes the features of one decision."""

    def __init__(self, features: Features, play: CPlay, pending: Pending) -> None:
        self.of, self.n, self.play = features, features.numbering, play
        self.cells, self.seat, self.pending = play.S, pending.who, pending
        self.cell_row: Sequence[Any] = play.seen(self.seat, features.row)

    def title(self, card: int) -> int:
        if self.of.titles is None:
            return self.n.title_of_card[card]
        return int(self.cells[self.of.titles + card])

    def code(self, hash: int, kind: int, value: int) -> int:
        """Return the code of a value that is not a number."""
        n = self.n
        match kind:
            case int(k) if k == OF_PLAYER:
                return mixed(hash, (value - self.seat) % self.of.seats)
            case int(k) if k == OF_TEAM:
                return mixed(hash, n.team[self.seat * n.teams + value])
            case int(k) if k == OF_CARD:
                return mixed(hash, n.title_hash[self.title(value)])
            case int(k) if k == OF_TITLE:
                return mixed(hash, n.title_hash[value])
            case int(k) if k == OF_ZONE:
                return mixed(hash, n.zone_hash[self.seat * self.of.places + value])
            case int(k) if k == OF_PLACE:
                return mixed(mixed(hash, 50 + self.seat), value)
            case int(k) if k == OF_NUMBER:
                return mixed(hash, bucket(value))
        return mixed(hash, int(value))

    # ------------------------------------------------------------ the position

    def position(self) -> FeatureList:
        """Return the features of the position."""
        to, n = list[Feature](), self.n
        for part, value in enumerate(self.cell_row):
            hash, kind = n.part_hash[self.seat * n.parts + part], n.part_kind[part]
            sparse = n.part_flags[part] & IS_SPARSE
            if not is_known(value):
                if not sparse:
                    to.append(Feature(mixed(hash, 1), crosses=True))
            elif isinstance(value, tuple):
                self._several(to, part, value)
            elif value != 0 or not sparse:
                to.append(Feature(self.code(mixed(hash, 3), kind, value), crosses=True))
                if kind == OF_NUMBER:
                    to.append(
                        Feature(mixed(hash, 6), _scaled(value, n.part_scale[part]), crosses=True)
                    )
        to.append(Feature(n.seat_hash[self.seat], crosses=True))
        return to[:MOST_FEATURES]

    def _several(self, to: FeatureList, part: int, several: Sequence[Any]) -> None:
        n = self.n
        hash, kind = n.part_hash[self.seat * n.parts + part], n.part_kind[part]
        flags, is_short = n.part_flags[part], len(several) <= CROSSED_ZONE
        if not several and flags & IS_SPARSE:
            return
        if kind != OF_CARD:
            to.append(Feature(mixed(mixed(hash, 2), len(several)), crosses=True))
        for member in several:
            if is_known(member) and not isinstance(member, tuple):
                to.append(Feature(self.code(mixed(hash, 3), kind, member), crosses=is_short))
        if flags & IS_ORDERED and several:
            to.append(Feature(self.code(mixed(hash, 4), kind, several[0]), crosses=True))

    # ------------------------------------------------------------ the choices

    def choices(
        self, position: FeatureList, advice: Sequence[Sequence[int]]
    ) -> Iterator[tuple[tuple[int, float], ...]]:
        """Yield the features of each choice, crossed with the position and with who advises it."""
        options = self.pending.options[:MOST_CHOICES]
        first_key = int(len({self._way(option) for option in options}) == 1)
        crossed = [feature for feature in position if feature.crosses]
        if len(options) > MOST_CROSSED_CHOICES:
            crossed = []
        for place, option in enumerate(options):
            of_choice, keys = self._choice(option)
            features = [(feature.hash, feature.value) for feature in of_choice]
            for key in keys[first_key:]:
                features += [(mixed(key, feature.hash), feature.value) for feature in crossed]
            for hash, left in zip(self.n.advice_hash, advice, strict=True):
                if place in left:
                    features += [(hash, 1.0), (mixed(hash, keys[0]), 1.0)]
            yield tuple(features)

    def kept(self) -> list[Sequence[int]]:
        """Return the choices that each adviser keeps; empty: none is about the question."""
        return [self._kept(chooser) for chooser in self.of.advisers]

    def _kept(self, chooser: d.Chooser) -> Sequence[int]:
        number = self.of.game.number_of_player(chooser)
        return (self.play.preferred(number) if number else None) or ()

    def _way(self, option: Any) -> int:
        """Return the kind of a choice within the question; negative: to decline, or to be done."""
        form = self.n.form[self.pending.question]
        if option is None:
            return -2
        if form in (OF_MEMBERS, OF_PLACES_AMONG) and option < 0:
            return int(option)
        if form == OF_WAYS:
            return Way.of(option).action
        return int(option) if form == OF_INDICES else 0

    def _choice(self, option: Any) -> tuple[FeatureList, list[int]]:
        """Return a choice's features, and the keys by which it is crossed with the position."""
        n, question, to = self.n, self.pending.question, list[Feature]()
        first, form, chosen = n.first_way[question], n.form[question], self._way(option)
        if chosen < 0:
            keys = [mixed(n.way_hash[first], 8 if chosen == -1 else 9)]
            return [Feature(keys[0])], keys
        way, values = first + chosen, [option]
        if form == OF_PLACES_AMONG:
            asked = self.of.game.flow.questions[question]
            values = [Shown.of(asked, self.pending.shown).members[option]]
        elif form == OF_WAYS:
            values = [*Way.of(option).values]
        keys, before = [n.way_hash[way]], 0
        to.append(Feature(keys[0]))
        for place, at in enumerate(range(n.first_value[way], n.first_value[way + 1])):
            code = self._any_value(to, mixed(keys[0], 10 + place), at, values[place])
            if place > 0:
                to.append(Feature(mixed(before, code)))
            keys.append(code)
            before = code
        return to[:MOST_FEATURES], keys[:MOST_KEYS]

    def _any_value(self, to: FeatureList, hash: int, at: int, value: Any) -> int:
        """Add the features of one value of a choice, or of several; returns its code."""
        if not isinstance(value, tuple):
            return self._value(to, hash, at, value)
        code = mixed(mixed(hash, 4), len(value))
        to.append(Feature(code))
        for member in value:
            if not isinstance(member, tuple):
                code += self._value(to, mixed(hash, 5), at, member)
        return code & _WORD

    def _value(self, to: FeatureList, hash: int, at: int, value: Any) -> int:
        n, kind = self.n, self.n.value_kind[at]
        if not is_known(value):
            to.append(Feature(mixed(hash, 1)))
            return mixed(hash, 1)
        is_card = kind == OF_CARD and value < n.cards
        if is_card:
            of_zone = self._zone(hash, value)
            to.append(Feature(of_zone))
            if not self.play.seen(self.seat, self.of.sees, value):
                return of_zone
        code = self.code(mixed(hash, 3), kind, value)
        to.append(Feature(code))
        if kind == OF_NUMBER:
            to.append(Feature(mixed(hash, 6), _scaled(value, n.value_scale[at])))
        if kind == OF_TITLE:
            self._attributes(to, hash, value)
        if is_card:
            self._attributes(to, hash, self.title(value))
            self._compared(to, hash, value)
        if n.value_row[at] >= 0:
            self._values(to, hash, n.value_row[at], value)
        return code

    def _zone(self, hash: int, card: int) -> int:
        place = self.cells[self.of.where + card]
        zone = 0 if place is None else self.n.zone_hash[self.seat * self.of.places + place]
        return mixed(mixed(hash, 2), zone)

    def _attributes(self, to: FeatureList, hash: int, title: int) -> None:
        n = self.n
        for at in range(n.attribute_start[title], n.attribute_start[title + 1]):
            to.append(Feature(mixed(hash, n.attribute_hash[at]), n.attribute_value[at]))

    def _values(self, to: FeatureList, hash: int, type: int, value: int) -> None:
        """Add the rulebook's values of a chosen entity."""
        n, row = self.n, self.play.seen(self.seat, self.of.of_type[type], value)
        for at, value_seen in zip(
            range(n.row_start[type], n.row_start[type + 1]), row, strict=True
        ):
            here, kind = mixed(hash, n.row_hash[at]), n.row_kind[at]
            if not is_known(value_seen) or isinstance(value_seen, tuple):
                continue
            to.append(Feature(self.code(mixed(here, 3), kind, value_seen)))
            if kind == OF_NUMBER:
                to.append(Feature(mixed(here, 6), _scaled(value_seen, n.row_scale[at])))

    def _compared(self, to: FeatureList, hash: int, card: int) -> None:
        """Add how the fields of a card compare with those of the cards in small zones."""
        n = self.n
        for part, value in enumerate(self.cell_row):
            if n.part_kind[part] != OF_CARD or not isinstance(value, tuple):
                continue
            is_there = card in value
            if len(value) <= (OWN_ZONE if is_there else NEAR_ZONE):
                here = mixed(hash, n.part_hash[self.seat * n.parts + part])
                self._beside(to, here, card, [other for other in value if other != card], is_there)

    def _beside(
        self, to: FeatureList, here: int, card: int, others: Sequence[int], is_there: bool
    ) -> None:
        n = self.n
        first = self.title(card) * n.fields
        for field in range(n.fields):
            mine = n.field[first + field]
            if mine == NONE:
                continue
            values = [n.field[self.title(difference) * n.fields + field] for difference in others]
            apart = [mine - value for value in values if value != NONE]
            if is_there:
                same, near = apart.count(0), apart.count(1) + apart.count(-1)
                to.append(Feature(mixed(mixed(here, 1000 + field), min(same, 6))))
                to.append(Feature(mixed(mixed(here, 2000 + field), min(near, 4))))
                continue
            for difference in apart:
                to.append(Feature(mixed(mixed(here, field), (difference > 0) - (difference < 0))))


def _scaled(value: int, scale: float) -> float:
    return max(-3.0, min(3.0, value * scale))
