"""Chance as an example writes it: `rolling` and `picking`, in order; what nobody wrote fails it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, field

from ruleslang.proving.failure import Fails


@define(eq=False)
class Line:
    """One outcome that was written, by its name, and where."""

    name: str
    origin: int


@define(eq=False)
class Written:
    """
    The faces and picks of the example that are not used yet; `origin` is the current line. A
    shuffle keeps the order; `spellings` maps names to the way the rulebook writes them.
    """

    faces: list[Line] = field(factory=list)
    picks: list[Line] = field(factory=list)
    origin: int = -1
    spellings: Mapping[str, str] = field(factory=dict)

    def roll(self, die: str, faces: Sequence[str]) -> int:
        """The place of the next face that was written."""
        if not self.faces:
            said = f"`{die}` is rolled, and the example does not say what it shows"
            help = f"say it on a line above the `when`, such as `rolling {faces[0]}`"
            raise Fails(said, self.origin, help)
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
        known = ", ".join(dict.fromkeys(self.spellings.get(each, each) for each in names))
        if not self.picks:
            if len(set(names)) == 1:
                return 0
            said = f"chance picks {of} ({known}), and the example does not say which"
            first = self.spellings.get(names[0], names[0])
            help = f"say it on a line above the `when`, such as `picking {first}`"
            raise Fails(said, self.origin, help)
        line = self.picks.pop(0)
        if line.name not in names:
            met = self.spellings.get(line.name, line.name)
            raise Fails(f"chance cannot pick `{met}` as {of} ({known})", line.origin)
        return names.index(line.name)

    def copy(self) -> Written:
        """The same lines still to come."""
        return Written(list(self.faces), list(self.picks), self.origin, self.spellings)

    def words(self) -> list[tuple[str, int]]:
        """None: what is written is no part of the state."""
        return []

    def refuse_rest(self) -> None:
        """All that was written must have been used."""
        for line in self.faces:
            raise Fails(f"`{line.name}` is never rolled", line.origin)
        for line in self.picks:
            met = self.spellings.get(line.name, line.name)
            raise Fails(f"`{met}` is never picked", line.origin)
