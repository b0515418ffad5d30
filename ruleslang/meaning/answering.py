"""The answers that an example writes for its players, and which choice of a decision they mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from attrs import define, field

from ruleslang.meaning.asking import word_for
from ruleslang.meaning.decision import Decision, Option
from ruleslang.meaning.logic import same
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.reading import face_shown
from ruleslang.meaning.values import DieIn, Player, Row, Value, members


@define(eq=False)
class Answer:
    """
    One line: values and names in the order written, or to decline; `place` is how far it is used.
    """

    declines: bool
    values: list[Any]
    origin: int
    place: int = 0

    def take(self, number: int) -> Any:
        """Use so many values; the last of them."""
        self.place += number
        return self.values[self.place - 1]

    @property
    def is_used(self) -> bool:
        """Whether all of it was said."""
        return self.declines or self.place >= len(self.values)


@define(eq=False)
class Script:
    """
    What every player answers next; `sets` are those that were said last, for members and orders.
    """

    lines: dict[Player, list[Answer]] = field(factory=dict)
    sets: dict[Player, Value] = field(factory=dict)

    def add(self, who: Player, declines: bool, values: list[Any], origin: int) -> None:
        """One more answer of a player."""
        self.lines.setdefault(who, []).append(Answer(declines, values, origin))

    def left(self) -> int | None:
        """Where an answer stands that was never asked for."""
        rest = [line.origin for lines in self.lines.values() for line in lines]
        return rest[0] if rest else None

    def answer(self, m: Machine, decision: Decision) -> int | None:
        """The choice that the player's answers mean; None when they mean none of them."""
        who = decision.asked
        if decision.kind == "order" and who in self.sets:
            return _ordered(m, decision, self.sets[who])
        if decision.kind == "member" and not _begins(decision):
            return _member(m, decision, self.sets[who])
        lines = self.lines.get(who, [])
        index = self._said(m, decision, lines[0]) if lines else None
        if index is not None and lines[0].is_used:
            lines.pop(0)
        return 0 if index is None and _is_alike(decision) else index

    def _said(self, m: Machine, decision: Decision, line: Answer) -> int | None:
        if line.declines:
            return next((i for i, each in enumerate(decision.choices) if each.declines), None)
        rest = line.values[line.place :]
        if decision.kind == "member":
            self.sets[decision.asked] = line.take(1)
            return _member(m, decision, rest[0])
        used = [_uses(m, option, rest) for option in decision.choices]
        if not max(used):
            return None
        self.sets[decision.asked] = line.take(max(used))
        return used.index(max(used))


def _is_alike(decision: Decision) -> bool:
    """
    Whether the choices differ only by which copy of a card they mean, so that nothing need be
    said.
    """
    words = [" ".join(w for w in each.id.split() if w[0] != "#") for each in decision.choices]
    return len(set(words)) == 1


def _begins(decision: Decision) -> bool:
    """Whether the first member of a set is asked."""
    return any(len(value) == 1 for each in decision.choices for value in each.values.values())


def _member(m: Machine, decision: Decision, wanted: Any) -> int | None:
    """The next member of a set that is asked member by member, or that it is done."""
    whole = members(wanted)
    for i, option in enumerate(decision.choices):
        if any(_is_part(m, value, whole) for value in option.values.values()):
            return i
    return next((i for i, each in enumerate(decision.choices) if each.declines), None)


def _uses(m: Machine, option: Option, values: Sequence[Any]) -> int:
    """
    How many of these values an option says, all of its own being among them; 0: it is another.
    """
    if option.declines:
        return 0
    rest = list(values)
    said = 0
    if option.action and rest and rest[0] == option.action:
        rest.pop(0)
        said = 1
    chosen = list(option.values.values())
    if len(chosen) > len(rest) and not (said or not chosen):
        return 0
    for value in chosen[: len(rest)]:
        if not says(m, rest.pop(0), value):
            return 0
        said += 1
    return said


def says(m: Machine, wanted: Any, value: Value) -> bool:
    """Whether a value that was written means this one."""
    if isinstance(wanted, str):
        return word_for(m, value) == wanted
    if _is_dice(value):
        faces = [face_shown(m, die) for die in members(value)]
        return Counter(faces) == Counter(members(wanted))
    if isinstance(value, Row) and isinstance(wanted, tuple):
        return same(m, value, Row(wanted))
    return same(m, value, wanted)


def _is_dice(value: Value) -> bool:
    return isinstance(value, DieIn) or (
        isinstance(value, tuple) and bool(value) and isinstance(value[0], DieIn)
    )


def _is_part(m: Machine, part: tuple[Value, ...], whole: tuple[Any, ...]) -> bool:
    """Whether every member was wanted, none more often than it was."""
    rest = list(whole)
    for each in part:
        found = next((i for i, wanted in enumerate(rest) if says(m, wanted, each)), None)
        if found is None:
            return False
        rest.pop(found)
    return True


def _ordered(m: Machine, decision: Decision, wanted: Any) -> int | None:
    """The order that was written for the members that were chosen."""
    for i, option in enumerate(decision.choices):
        for value in option.values.values():
            if isinstance(value, Row) and same(m, value, Row(members(wanted))):
                return i
    return None
