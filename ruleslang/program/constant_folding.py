"""
Folds constant expressions: sizes in the header, the axes of decks and their conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program.locals import Slot
from ruleslang.program.typing.intervals import MOST

Constant: TypeAlias = "int | bool | e.WordValue | e.TitleValue | tuple[Constant, ...] | None"

MOST_STEPS = 500_000  # steps for one rulebook


class NotConstant(Exception):
    """The expression reads something that only a match knows."""


class NeedsSetting(NotConstant):
    """The expression reads an option, or the number of players, that is not known here."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


PLAYERS = ""  # the name under which `NeedsSetting` asks for the number of players


class Folding:
    """
    Folds expressions; `value` finds a named value that an expression calls.

    `settings` are the values of options, `players` how many play; None: not known.
    """

    def __init__(
        self,
        value: Callable[[str], d.Value | None],
        words: Mapping[str, int],
        settings: Mapping[str, Constant] | None = None,
        players: int | None = None,
    ) -> None:
        self._value = value
        self._words = words
        self._settings = settings or {}
        self._players = players
        self._depth = 0
        self._steps = [0]  # shared by those under other settings

    def fold(self, expr: e.Expr, names: Mapping[Slot, Constant]) -> Constant:
        """Return the value of a constant expression, given its locals; raises `NotConstant`."""
        self._steps[0] += 1
        handler = FOLD.get(type(expr))
        if handler is None or self._steps[0] > MOST_STEPS:
            raise NotConstant
        return handler(self, expr, names)

    def call(self, expr: e.CallValue, names: Mapping[Slot, Constant]) -> Constant:
        """Return a named value of constants."""
        value = self._value(expr.name)
        if value is None or self._depth > 20:
            raise NotConstant
        inner = {slot: self.fold(argument, names) for slot, argument in enumerate(expr.arguments)}
        self._depth += 1
        try:
            for let in value.lets:
                inner[let.slot] = self.fold(let.value, inner)
            for case in value.cases:
                if case.condition is None or self.fold(case.condition, inner) is True:
                    return self.fold(case.value, inner)
        finally:
            self._depth -= 1
        raise NotConstant

    def at(self, settings: Mapping[str, Constant], players: int | None) -> Folding:
        """Return the folder under some settings."""
        folder = Folding(self._value, self._words, settings, players)
        folder._steps = self._steps
        return folder

    def option(self, name: str) -> Constant:
        if name not in self._settings:
            raise NeedsSetting(name)
        return self._settings[name]

    def number_of(self, subject: e.Expr, names: Mapping[Slot, Constant]) -> int:
        """Return the number of members; `players` counts the seats of the match."""
        if subject == e.Everything("players"):
            if self._players is None:
                raise NeedsSetting(PLAYERS)
            return self._players
        members = self.fold(subject, names)
        if not isinstance(members, tuple):
            raise NotConstant
        return len(members)

    def words(self, list: str) -> tuple[Constant, ...]:
        if list not in self._words:  # while one declaration is lowered by itself
            raise NotConstant
        return tuple(e.WordValue(list, place) for place in range(self._words[list]))


def _number(constant: Constant) -> int:
    if isinstance(constant, e.WordValue):
        return constant.place
    if isinstance(constant, bool) or not isinstance(constant, int):
        raise NotConstant
    if abs(constant) > MOST:
        raise NotConstant
    return constant


def _arithmetic(folder: Folding, expr: e.Arithmetic, names: Mapping[Slot, Constant]) -> Constant:
    left, right = _number(folder.fold(expr.left, names)), _number(folder.fold(expr.right, names))
    return (
        left + right
        if expr.operator == "+"
        else left - right
        if expr.operator == "-"
        else left * right
    )


def _divide(folder: Folding, expr: e.Divide, names: Mapping[Slot, Constant]) -> Constant:
    left, right = _number(folder.fold(expr.left, names)), _number(folder.fold(expr.right, names))
    if right == 0 or expr.rounding not in ("up", "down"):
        raise NotConstant
    return -(-left // right) if expr.rounding == "up" else left // right


def _compare(folder: Folding, expr: e.Compare, names: Mapping[Slot, Constant]) -> Constant:
    left, right = _number(folder.fold(expr.left, names)), _number(folder.fold(expr.right, names))
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[
        expr.operator
    ]


def _range(folder: Folding, expr: e.Range, names: Mapping[Slot, Constant]) -> Constant:
    low, high = folder.fold(expr.low, names), folder.fold(expr.high, names)
    run = range(_number(low), _number(high) + 1)
    if len(run) > 10_000:
        raise NotConstant
    if isinstance(low, e.WordValue):
        return tuple(e.WordValue(low.list, place) for place in run)
    return tuple(run)


def _population(folder: Folding, expr: e.Everything, names: Mapping[Slot, Constant]) -> Constant:
    if expr.what != "words":
        raise NotConstant
    return folder.words(expr.name)


def _items(
    folder: Folding, expr: e.MakeSet | e.MakeList, names: Mapping[Slot, Constant]
) -> Constant:
    folded = [folder.fold(item, names) for item in expr.items]
    return tuple(item for item in folded if item is not None)


def _members(folder: Folding, expr: e.ListAsSet, names: Mapping[Slot, Constant]) -> Constant:
    folded = folder.fold(expr.operand, names)
    if not isinstance(folded, tuple):
        raise NotConstant
    return tuple(dict.fromkeys(folded))


def _member(folder: Folding, expr: e.In, names: Mapping[Slot, Constant]) -> Constant:
    members = folder.fold(expr.set, names)
    if not isinstance(members, tuple):
        raise NotConstant
    return folder.fold(expr.member, names) in members


def _local(folder: Folding, expr: e.Local, names: Mapping[Slot, Constant]) -> Constant:
    if expr.slot not in names:
        raise NotConstant
    return names[expr.slot]


def _when(folder: Folding, expr: e.WhenOtherwise, names: Mapping[Slot, Constant]) -> Constant:
    holds = folder.fold(expr.condition, names) is True
    return folder.fold(expr.value if holds else expr.otherwise, names)


def _built_in(folder: Folding, expr: e.CallBuiltIn, names: Mapping[Slot, Constant]) -> Constant:
    if expr.function != "remainder":
        raise NotConstant
    divided, divisor = (_number(folder.fold(argument, names)) for argument in expr.arguments)
    if divisor == 0:
        raise NotConstant
    return divided % divisor


FOLD: dict[type, Callable[..., Constant]] = {
    e.Literal: lambda folder, expr, names: expr.value,
    e.WordValue: lambda folder, expr, names: expr,
    e.TitleValue: lambda folder, expr, names: expr,
    e.Local: _local,
    e.ReadOption: lambda folder, expr, names: folder.option(expr.name),
    e.NumberOf: lambda folder, expr, names: folder.number_of(expr.subject, names),
    e.Arithmetic: _arithmetic,
    e.Divide: _divide,
    e.Negate: lambda folder, expr, names: -_number(folder.fold(expr.operand, names)),
    e.Compare: _compare,
    e.Equal: lambda folder, expr, names: (
        folder.fold(expr.left, names) == folder.fold(expr.right, names)
    ),
    e.In: _member,
    e.Not: lambda folder, expr, names: folder.fold(expr.operand, names) is not True,
    e.And: lambda folder, expr, names: (
        folder.fold(expr.left, names) is True and folder.fold(expr.right, names) is True
    ),
    e.Or: lambda folder, expr, names: (
        folder.fold(expr.left, names) is True or folder.fold(expr.right, names) is True
    ),
    e.WhenOtherwise: _when,
    e.Range: _range,
    e.Everything: _population,
    e.ListAsSet: _members,
    e.MakeSet: _items,
    e.MakeList: _items,
    e.CallBuiltIn: _built_in,
    e.CallValue: lambda folder, expr, names: folder.call(expr, names),
}


def as_expression(constant: Constant) -> e.Expr:
    """Return a constant as an expression."""
    if isinstance(constant, tuple):
        return e.MakeList(tuple(as_expression(item) for item in constant))
    if isinstance(constant, (e.WordValue, e.TitleValue)):
        return constant
    return e.Literal(constant)
