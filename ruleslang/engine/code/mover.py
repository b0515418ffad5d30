"""Makes the choices of one match: an object in Python, or what a kind of code has instead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

LOW_HALF = 0xFFFFFFFF


class Mover(Protocol):
    """
    Makes the choices of one match.

    `asked` has who is asked in its high half, and how many choices there are; 0: nobody is.
    `moves` is the length of `chosen`, and `turns` grows whenever the match moves. `state` is the
    match's address, 0 once others play on; `actions` and `keys` are those of the tables for the
    numbers of actions and for keys, 0 until one is asked for.
    """

    state: int
    actions: int
    keys: int
    asked: int
    moves: int
    turns: int

    @property
    def chosen(self) -> list[int]:
        """The choices made."""

    def choose(self, index: int, /) -> bool:
        """Make a choice; false if there is none of that number, and then nothing has changed."""


RAISE: list[Callable[[], int]] = []  # one function for each library


def raise_stopped(chosen: list[int] | None = None) -> None:
    """Raise the exception that stopped C in this thread, in the last of some choices."""
    if chosen is not None:
        del chosen[-1:]
    for of_library in RAISE:
        of_library()


class MoverByCtypes:
    """A `Mover` in Python."""

    def __init__(self, pick: Callable[[int, int], int], state: int, asked: int, chosen: list[int]):
        self.pick, self.state, self.asked, self.chosen = pick, state, asked, chosen
        self.moves, self.turns, self.actions, self.keys = len(chosen), 0, 0, 0

    def choose(self, index: int, /) -> bool:
        if type(index) is not int or not self.state or not 0 <= index < self.asked & LOW_HALF:
            return False
        self.chosen.append(index)
        self.moves += 1
        self.turns += 1
        self.asked = self.pick(self.state, index)
        if self.asked < 0:
            self.asked = self.state = 0
            self.moves -= 1
            raise_stopped(self.chosen)
        return True


class Picking(NamedTuple):
    """
    `rl_pick`, which makes a choice in a match at an address, and what returns the object that moves
    a match: given its address, who is asked, the choices made, the owner of the memory, and the
    addresses of the tables of actions and keys.
    """

    pick: Callable[[int, int], int]
    mover: Callable[[int, int, list[int], object, Sequence[int]], Mover]


def picking(pick: Callable[[int, int], int]) -> Picking:
    """Return what moves matches in Python."""
    return Picking(pick, lambda state, asked, chosen, *_: MoverByCtypes(pick, state, asked, chosen))
