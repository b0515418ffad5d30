"""
Cards of a shuffled pile that are not drawn yet, in the cells of a match whose chance is chosen.

Such a card lies in its place like any other. Whatever looks at which card it is raises the fault
that its source of chance gives; then the match is made again with that card drawn. So a card is
drawn when the rules first look at it or move it; what counts cards or passes them on draws none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from ruleslang.python.machine import Play


class Undrawn:
    """The card at a place from the top, after the shuffle that is the outcome of this number."""

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


def has_undrawn(value: Any) -> Undrawn | None:
    """An undrawn card in a value; none if there is none."""
    if type(value) is Undrawn:
        return value
    if isinstance(value, tuple | list):
        for each in value:
            if (found := has_undrawn(each)) is not None:
                return found
    return None


def draw(play: Play, number: int, order: Sequence[int], cards: Mapping[str, int]) -> None:
    """Put the cards of a shuffle that are drawn in their places, wherever a match has them."""

    def drawn(value: Any) -> Any:
        if type(value) is Undrawn:
            place = order[value.at] if value.number == number else -1
            return cards[value.names[place]] if place >= 0 else value
        if isinstance(value, tuple) and has_undrawn(value) is not None:
            return tuple([drawn(each) for each in value])
        return value

    play.S[:] = map(drawn, play.S)
    for frame in play.K:
        frame[:] = map(drawn, frame)
    play.answer = drawn(play.answer)


def draw_all(
    play: Play, outcomes: Sequence[int | tuple[int, ...]], cards: Mapping[str, int]
) -> None:
    """The same of all outcomes since the beginning, which no shuffle leaves undrawn."""
    play.outcomes = None
    for number, outcome in enumerate(outcomes):
        if not isinstance(outcome, int):
            draw(play, number, outcome, cards)
        play.outcomes = play.outcomes, outcome
