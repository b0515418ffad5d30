"""The constant tuples of a game, each once, as words of one array."""

from __future__ import annotations

from ruleslang.flow.words import ABSENT, Absent, Raw

REACH = 2**60  # numbers are smaller than this


class TooLarge(Exception):
    """A number that does not fit a value of the engine."""


class Constants:
    """
    The array on its way; the empty tuple is its first.

    Truths in tuples are 0 and 1, as in C: to Python `(True,)` and `(1,)` are the same key, and
    whichever came first would be read back out of C for both.
    """

    def __init__(self) -> None:
        self.words: list[str] = ["0"]
        self.known: dict[object, int] = {(): 0}

    def value(self, value: Raw | Absent) -> str:
        """A constant as C has it."""
        if value is None:
            return "NONE"
        if value is ABSENT:
            return "ABSENT"
        if isinstance(value, tuple):
            return f"CONSTANT({self._place(value)})"
        assert isinstance(value, int)
        if abs(value) >= REACH:
            raise TooLarge(str(value))
        return f"INT64_C({int(value)})" if abs(value) >= 2**31 else str(int(value))

    def _place(self, value: tuple[Raw, ...]) -> int:
        if value not in self.known:
            entries = [self.value(each) for each in value]
            self.known[_of_numbers(value)] = len(self.words)
            self.words += [str(len(value)), *entries]
        return self.known[value]

    def lines(self) -> list[str]:
        """The elements as a C array, with one unused word at its end."""
        return array("constants", [*self.words, "0"])


def _of_numbers(value: Raw) -> Raw:
    """The same with truths as numbers."""
    if isinstance(value, tuple):
        return tuple(map(_of_numbers, value))
    return int(value) if isinstance(value, bool) else value


def array(name: str, entries: list[str], type: str = "V") -> list[str]:
    """The lines of a constant array in C, which may not be empty there: then it has one 0."""
    found = entries or ["0"]
    rows = [", ".join(found[at : at + 16]) + "," for at in range(0, len(found), 16)]
    return [f"static const {type} {name}[{len(found)}] = {{", *(f"    {row}" for row in rows), "};"]
