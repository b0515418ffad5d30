"""Chance as an example writes it: `rolling` and `picking`, in order; what nobody wrote fails it."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from ruleslang.meaning.fails import Fails


@define(eq=False)
class Line:
    """One outcome that was written, by its name, and where."""

    name: str
    origin: int


@define(eq=False)
class Written:
    """
    The faces and the picks still to come; `origin` is where the example now stands.

    A shuffle keeps the order.
    """

    faces: list[Line] = field(factory=list)
    picks: list[Line] = field(factory=list)
    origin: int = -1

    def roll(self, die: str, faces: Sequence[str]) -> int:
        """The place of the next face that was written."""
        if not self.faces:
            said = f"`{die}` is rolled, and the example does not say what it shows"
            raise Fails(said, self.origin)
        line = self.faces.pop(0)
        if line.name not in faces:
            known = ", ".join(dict.fromkeys(faces))
            raise Fails(f"`{die}` has no face `{line.name}` ({known})", line.origin)
        return faces.index(line.name)

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[int]:
        """The order stays."""
        return range(len(cards))

    def pick(self, of: str, members: Sequence[str]) -> int:
        """The place of the next pick that was written; a title stands for any copy of it."""
        names = [name.partition(" #")[0] for name in members]
        if not self.picks:
            if len(set(names)) == 1:
                return 0
            known = ", ".join(dict.fromkeys(names))
            said = f"chance picks {of} ({known}), and the example does not say which"
            raise Fails(said, self.origin)
        line = self.picks.pop(0)
        if line.name not in names:
            known = ", ".join(dict.fromkeys(names))
            raise Fails(f"chance cannot pick `{line.name}` as {of} ({known})", line.origin)
        return names.index(line.name)

    def copy(self) -> Written:
        """The same lines still to come."""
        return Written(list(self.faces), list(self.picks), self.origin)

    def words(self) -> list[tuple[str, int]]:
        """None: what is written is no part of the state."""
        return []

    def refuse_rest(self) -> None:
        """All that was written must have been used."""
        for line in self.faces:
            raise Fails(f"`{line.name}` is never rolled", line.origin)
        for line in self.picks:
            raise Fails(f"`{line.name}` is never picked", line.origin)
