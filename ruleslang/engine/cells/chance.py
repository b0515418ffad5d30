"""
Chance in a compiled match: streams stored in cells, or an external source.

If every outcome is chosen from outside, a card of a shuffled pile may be undrawn. It is in its
place like any other. Reading which card it is raises the fault given by its chance source; then the
match is repeated with that card drawn. So a card is drawn when the rules first look at it or move
it; counting or passing cards on draws none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NoReturn

from ruleslang.engine.cells.machine import Play, note
from ruleslang.engine.cells.revealed import Reveals
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.state_layout import STREAM, ZONES, dice_family, shown_family
from ruleslang.engine.match.chance import Stream, derive, stream_number, thrown
from ruleslang.engine.match.faults import fail
from ruleslang.engine.match.runtime_values import name_of
from ruleslang.program import limits
from ruleslang.program.passes.alike_dice import alike_dice


class Undrawn:
    """The card at a place from the top, after the shuffle with this outcome number."""

    __slots__ = ("at", "names", "number", "raising")

    def __init__(
        self,
        number: int,
        at: int,
        names: tuple[str, ...],
        raising: Callable[[Undrawn], BaseException],
    ) -> None:
        self.number, self.at, self.names, self.raising = number, at, names, raising

    def _look(self, *_: object) -> NoReturn:
        raise self.raising(self)

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _look
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _look
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __and__ = __rand__ = __or__ = __ror__ = (
        _look
    )
    __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = __xor__ = __rxor__ = __neg__ = _look
    __index__ = __int__ = __hash__ = __bool__ = __iter__ = __repr__ = _look


def first_undrawn(value: Any) -> Undrawn | None:
    """Return an undrawn card in a value; `None` if there is none."""
    if type(value) is Undrawn:
        return value
    if isinstance(value, tuple | list):
        for item in value:
            if (undrawn := first_undrawn(item)) is not None:
                return undrawn
    return None


def draw(play: Play, number: int, order: Sequence[int], cards: Mapping[str, int]) -> None:
    """Replace the drawn cards of a shuffle wherever a match stores them."""

    def drawn(value: Any) -> Any:
        if type(value) is Undrawn:
            place = order[value.at] if value.number == number else -1
            return cards[value.names[place]] if place >= 0 else value
        if isinstance(value, tuple) and first_undrawn(value) is not None:
            return tuple([drawn(item) for item in value])
        return value

    play.S[:] = map(drawn, play.S)
    for frame in play.K:
        frame[:] = map(drawn, frame)
    play.answer = drawn(play.answer)


def draw_all(
    play: Play, outcomes: Sequence[int | tuple[int, ...]], cards: Mapping[str, int]
) -> None:
    """Put the outcomes since the start in place of all that is undrawn."""
    play.outcomes = None
    for number, outcome in enumerate(outcomes):
        if not isinstance(outcome, int):
            draw(play, number, outcome, cards)
        play.outcomes = play.outcomes, outcome


Cells = list[Any]


def _card(cards: tuple[int, ...], at: int | Undrawn) -> int | Undrawn:
    return at if isinstance(at, Undrawn) else cards[at]


def effects_of_chance(flow: Flow, reveals: Reveals) -> dict[str, Callable[..., Any]]:
    """Return the effects of chance, by the names in printed source."""
    of = _Chance(flow, reveals)
    return {
        "roll": of.roll,
        "roll_several": of.roll_several,
        "throw": of.throw,
        "roll_again": of.roll_again,
        "shuffle": of.shuffle,
        "pick": of.pick,
    }


class _Chance:
    def __init__(self, flow: Flow, reveals: Reveals) -> None:
        self.reveals = reveals
        population, self.layout = flow.population, flow.layout
        base = self.layout[STREAM].base
        self.streams = {name: base + place for name, place in self.layout.streams.items()}
        self.numbers = {at: stream_number(name) for name, at in self.streams.items()}
        self.faces = {name: [name_of(face) for face in of] for name, of in population.faces.items()}
        self.zones = self.layout[ZONES].base
        self.places = tuple(population.all_places())
        self.cards = [card.name for card in population.cards]
        self.alike = alike_dice(population.program)
        self.families = frozenset(map(dice_family, self.alike.dice))

    def _stream(self, M: Play, S: Cells, at: int) -> Stream:
        return Stream(S[at] or derive(M.seed, self.numbers[at]))

    def roll(self, M: Play, S: Cells, die: str) -> int:
        if M.chance is None:
            at = self.streams[f"dice {die}"]
            stream = self._stream(M, S, at)
            place = stream.below(len(self.faces[die]))
            S[at] = stream.word
        else:
            place = M.chance.roll(die, self.faces[die])
        M.outcomes = M.outcomes, place
        note(M, S, limits.ACT_OF_CHANCE)
        return place

    def roll_several(
        self, M: Play, S: Cells, die: str, origin: int, number: int
    ) -> tuple[int, ...]:
        if number > limits.DICE:
            fail("too-much", origin)
        return self._together(M, S, die, number, are_alike=(die, origin) in self.alike.rolls)

    def _together(
        self,
        M: Play,
        S: Cells,
        die: str,
        number: int,
        *,
        are_alike: bool,
        again: tuple[int, ...] = (),
    ) -> tuple[int, ...]:
        """Return the faces of several dice; a source may choose those of equal dice together."""
        if M.chance is None or not are_alike:
            return tuple([self.roll(M, S, die) for _ in range(number)])
        faces = tuple(thrown(M.chance, die, self.faces[die], number, again))
        for face in faces:
            M.outcomes = M.outcomes, face
            note(M, S, limits.ACT_OF_CHANCE)
        return faces

    def throw(self, M: Play, S: Cells, die: str, family: str, number: int, *at: int) -> None:
        faces = self._together(M, S, die, number, are_alike=family in self.families)
        S[self.layout[family].cell(at)] = faces
        shown = self.layout.families.get(shown_family(family))
        if shown is not None:
            S[shown.cell(at)] = None

    def roll_again(
        self, M: Play, S: Cells, die: str, family: str, first: int, most: int, dice: tuple[int, ...]
    ) -> tuple[int, ...]:
        base, shown = self.layout[family].base, self.layout.families.get(shown_family(family))
        positions = [divmod(die_number - first, most) for die_number in dice]
        are_alike = family in self.families and len({place for place, _ in positions}) == 1
        rolled = self._together(M, S, die, len(dice), are_alike=are_alike, again=dice)
        for (place, position), face in zip(positions, rolled, strict=True):
            faces = list(S[base + place])
            faces[position] = face
            S[base + place] = tuple(faces)
            if shown is not None:
                S[shown.base + place] = None
        return tuple([S[base + place][position] for place, position in positions])

    def shuffle(self, M: Play, S: Cells, place: int) -> None:
        cards = S[self.zones + place]
        if len(cards) < 2:
            return
        named = self.places[place].name
        if M.chance is None:
            at = self.streams[f"shuffle {named}"]
            stream = self._stream(M, S, at)
            order = tuple(stream.permutation(len(cards)))
            S[at] = stream.word
        else:
            order = tuple(M.chance.shuffle(named, [self.cards[card] for card in cards]))
        M.outcomes = M.outcomes, order
        note(M, S, limits.ACT_OF_CHANCE + len(cards))
        if self.reveals.any:
            self.reveals.shuffled(M, S, place)
        if not self.places[place].zone.ordered:
            return
        if M.chance is None:
            S[self.zones + place] = itemgetter(*order)(cards)
        else:
            S[self.zones + place] = tuple([_card(cards, at) for at in order])

    def pick(self, M: Play, S: Cells, of: str, key: str, members: tuple[Any, ...]) -> Any:
        """Pick one of several; a single one needs no draw."""
        if len(members) == 1:
            return members[0]
        if M.chance is None:
            at = self.streams[f"pick {of}"]
            stream = self._stream(M, S, at)
            place = stream.below(len(members))
            S[at] = stream.word
        else:
            place = M.chance.pick(of, M.game.record_names(key, members))
        M.outcomes = M.outcomes, place
        note(M, S, limits.ACT_OF_CHANCE)
        return members[place]
