"""
The numbered actions of a game: what each number means, and the numbers of a match's choices.

The numbers are those of `flow/action_numbers.py`, whichever engine plays: for a match of the
interpreter, a compiled match makes the same choices and supplies the numbers.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Any, Literal, TypeAlias, overload

from attrs import define, field, frozen

from ruleslang.engine.asked_chance import AskedMatch
from ruleslang.engine.cells.codec import Codec
from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.flow.action_numbers import (
    DECLINE,
    DONE,
    ActionNumbers,
    Stretch,
    action_numbers,
)
from ruleslang.engine.flow.action_numbers import Kind as StretchKind
from ruleslang.engine.flow.context import NotLowered
from ruleslang.engine.lowered_game import lowered
from ruleslang.engine.match import decision
from ruleslang.engine.match.choice_by_name import IllegalChoice
from ruleslang.engine.match.decision import SeenValue
from ruleslang.engine.match.entities import Settings
from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.runtime_values import (
    Card,
    CardDefinition,
    Piece,
    Place,
    Space,
    Value,
    enumerated,
    name_of,
    text_of,
)
from ruleslang.engine.quick_engines import match_beside
from ruleslang.program import types as t
from ruleslang.program.program import Program
from ruleslang.program.typing.lattice import plain
from ruleslang.source.errors import typed, whole_number

DIGEST_BYTES = 16

ActionKind: TypeAlias = StretchKind | Literal["decline", "done"]


@frozen
class Action:
    """
    The meaning of a number of an action space.

    `kind` is `do` (an action or a play, called `name`), `which` of several, a branch of a `menu`, a
    value that one may `choose`, `order`, `pick` or `pay`, the next `member` of a set, `divide` (how
    much is paid), `decline`, or `done`. `values` are by the names of the choices: numbers, truth
    values, names, and for copies of a card the name with the number of the copy. `cards`, `spaces`,
    `pieces` and `zones` list the values of these sorts. `place` is set if a choice is numbered by
    its index in the decision. `id` and `text` are those of the choice, as far as they do not depend
    on the match.
    """

    number: int
    kind: ActionKind
    name: str
    values: Mapping[str, SeenValue]
    id: str
    text: str
    cards: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    place: int | None = None


NO_VALUES: Mapping[str, SeenValue] = {}
ALWAYS = (
    Action(DECLINE, "decline", "decline", NO_VALUES, decision.DECLINE, decision.DECLINE),
    Action(DONE, "done", "done", NO_VALUES, decision.DONE, decision.DONE),
)


@frozen(eq=False)
class Factors:
    """
    The parts of actions, for a policy that scores parts instead of a large space.

    `rows` has a row for each number: the index of the action in `names[0]`, of its first value in
    `names[1]`, and so on; -1 where it has no such value. No two rows are equal. An action's score
    is the sum of those of its parts.
    """

    names: tuple[tuple[str, ...], ...]
    rows: memoryview[int]

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many names there are of each part."""
        return tuple(map(len, self.names))

    def parts(self, number: int) -> tuple[int, ...]:
        """Return the row of an action."""
        return tuple(self.rows[number, part] for part in range(len(self.names)))


class ActionSpace(Sequence[Action]):
    """
    All actions of a game with its settings; `space[number]` is one.

    `names` has a unique name for each; `digest` identifies the whole numbering: store it beside a
    trained model, and refuse the model if it differs.
    """

    def __init__(self, numbers: ActionNumbers) -> None:
        self._numbers = numbers
        self._codec = Codec(numbers.flow)
        self._stretches: list[Stretch] = list(numbers.stretches.values())

    @property
    def size(self) -> int:
        """The number of actions: they are numbered 0 to `size - 1`."""
        return self._numbers.size

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"ActionSpace(size={self.size}, digest={self.digest!r})"

    @overload
    def __getitem__(self, number: int) -> Action: ...

    @overload
    def __getitem__(self, number: slice) -> tuple[Action, ...]: ...

    def __getitem__(self, number: int | slice) -> Action | tuple[Action, ...]:
        """Return the action of a number; raises `IndexError`, or `TypeError` for another type."""
        if isinstance(number, slice):
            return tuple(self[at] for at in range(*number.indices(self.size)))
        number = whole_number("action", number)
        if not 0 <= number < self.size:
            raise IndexError(f"there are actions 0 to {self.size - 1}, not {number}")
        if number < len(ALWAYS):
            return ALWAYS[number]
        return self._action(number, self._stretch(number))

    def __iter__(self) -> Iterator[Action]:
        return (self[number] for number in range(self.size))

    def _stretch(self, number: int) -> Stretch:
        after = bisect_right(self._stretches, number, key=lambda stretch: stretch.first)
        return self._stretches[after - 1]

    def _action(self, number: int, of: Stretch) -> Action:
        name = of.name if of.kind == "do" else ""
        if of.values is None:
            place = number - of.first
            called = f"{of.name or of.kind} #{place + 1}"
            return Action(number, of.kind, of.name, {}, called, called, place=place)
        if of.words:
            word = of.words[number - of.first]
            return Action(number, of.kind, word, {}, word, word.replace("_", " "))
        values = self._values(number, of)
        words = ", ".join(map(name_of, values))
        return Action(
            number,
            of.kind,
            of.name,
            {ask: seen(value) for ask, value in zip(of.asks, values, strict=True)},
            f"{name} {words}".strip() or of.name,
            enumerated(list(map(text_of, values))) if values else name.replace("_", " "),
            tuple(entity.title.name for entity in values if isinstance(entity, Card)),
            tuple(entity.name for entity in values if isinstance(entity, Space)),
            tuple(entity.name for entity in values if isinstance(entity, Piece)),
            tuple(entity.name for entity in values if isinstance(entity, Place)),
        )

    def _values(self, number: int, of: Stretch) -> list[Value]:
        return [
            self._value(type, raw) for type, raw in zip(of.types, of.decoded(number), strict=True)
        ]

    def _value(self, type: t.Type, raw: int | None) -> Value:
        """Return the decoded value; for a card number beyond the copies, the card's definition."""
        population = self._numbers.flow.population
        if raw is not None and isinstance(plain(type), t.Card) and raw >= len(population.cards):
            return tuple(population.titles.values())[raw - len(population.cards)]
        return self._codec.value(type, raw)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A name for each number, such as `do lay(ace of spades)`; all are different."""
        used_before: Counter[str] = Counter()
        names = []
        for action in self:
            name = _name(action)
            used_before[name] += 1
            names.append(name if used_before[name] == 1 else f"{name} #{used_before[name]}")
        return tuple(names)

    @cached_property
    def digest(self) -> str:
        """Equal for two games, or versions of one, whose numbers mean the same actions."""
        text = "\n".join(self.names).encode()
        return blake2b(text, digest_size=DIGEST_BYTES).hexdigest()

    @cached_property
    def factors(self) -> Factors:
        """The parts of each action: its name, and each of its values."""
        parts = [self._parts(action) for action in self]
        heads = max(map(len, parts))
        places: list[dict[str, int]] = [{} for _ in range(heads)]
        rows = array("i", [-1]) * (self.size * heads)
        for number, names in enumerate(parts):
            for head, name in enumerate(names):
                known = places[head]
                rows[number * heads + head] = known.setdefault(name, len(known))
        shaped = memoryview(rows).cast("B").cast("i", (self.size, heads)).toreadonly()
        return Factors(tuple(map(tuple, places)), shaped)

    def _parts(self, action: Action) -> tuple[str, ...]:
        if action.number < len(ALWAYS):
            return (action.kind,)
        of = self._stretch(action.number)
        done = f"{action.kind} {action.name}"
        same = [
            stretch
            for stretch in self._stretches
            if (stretch.kind, stretch.name) == (of.kind, of.name)
        ]
        if len(same) > 1 and same.index(of):
            done = f"{done} #{same.index(of) + 1}"
        if action.place is not None:
            return done, f"#{action.place + 1}"
        values = () if of.words else self._values(action.number, of)
        return done, *(
            f"{value.name} (definition)"  # a copy can have the same name
            if isinstance(value, CardDefinition)
            else decision.seen_text(seen(value))
            for value in values
        )

    def moved_from(self, old: ActionSpace | Sequence[str]) -> tuple[int | None, ...]:
        """
        Return for each number the one that the same action had in `old`; `None`: it is new. `old`
        is the action space of an older text, or its `names`, stored beside the trained model.
        """
        if isinstance(old, str | bytes) or not isinstance(old, Sequence):
            raise TypeError(f"`old` is an action space or its names, not {typed(old)}")
        names = old.names if isinstance(old, ActionSpace) else old
        before = {name: number for number, name in enumerate(names)}
        return tuple(map(before.get, self.names))


def _name(action: Action) -> str:
    if action.kind in ("decline", "done"):
        return action.kind
    if action.place is not None:
        return f"{action.kind} {action.id}"
    words = ", ".join(map(decision.seen_text, action.values.values()))
    return f"{action.kind} {action.name}({words})" if words else f"{action.kind} {action.name}"


def seen(value: Value) -> SeenValue:
    """Return a value as in views; a copy of a card by its own name."""
    if isinstance(value, Card):
        return value.name
    return value if isinstance(value, bool | int) else name_of(value)


def action_space(program: Program, settings: Settings) -> ActionSpace:
    """
    Return the action space of a program with these settings.

    Raises `ValueError` for a program that only the interpreter plays.
    """
    try:
        return ActionSpace(action_numbers(lowered(program, settings)))
    except NotLowered as refused:
        raise ValueError(f"its actions have no numbers: {refused}") from None


@define(eq=False)
class NumberedMatch:
    """Numbers the choices of one match."""

    match: Match
    space: ActionSpace
    _beside: CompiledMatch | None = field(default=None, init=False)  # makes the same choices

    def actions(self) -> tuple[int, ...]:
        """Return the numbers of the pending decision's choices, in order; empty after the end."""
        played = self._played()
        pending = None if played is None or played.play is None else played.play.pending
        if pending is None:
            return ()
        numbers = self.space._numbers
        return tuple(numbers.numbers(pending.question, pending.options, pending.shown))

    def key(self) -> str:
        """Return the key of the position."""
        played: Any = self.match if isinstance(self.match, AskedMatch) else self._played()
        key: str | None = played.key()
        if key is None:
            raise ValueError("a position in which only the interpreter plays has no key")
        return key

    def place_of(self, action: int) -> int:
        """Return the index of the choice with this number; raises `IllegalChoice`."""
        offered = self.actions()
        try:
            action = whole_number("action", action)
        except TypeError as problem:
            raise IllegalChoice("invalid", str(problem)) from None
        if not offered:
            raise IllegalChoice("illegal", "the match is over")
        if action in offered:
            return offered.index(action)
        if not 0 <= action < self.space.size:
            last = self.space.size - 1
            raise IllegalChoice("invalid", f"there are actions 0 to {last}, not {action}")
        name = self.space.names[action]
        raise IllegalChoice("illegal", f"action {action}, {name}, is not offered")

    def _played(self) -> CompiledMatch | None:
        """
        Return the match as a compiled one, which may be a shadow that repeats the choices; `None`
        if the position has no numbers. Raises `ValueError` if only the interpreter plays here.
        """
        match: Any = self.match
        if isinstance(match, AskedMatch):
            return self._underlying(match)
        if isinstance(match, CompiledMatch) and match.play is not None:
            return match
        if self._beside is None:
            self._beside = _beside(match)
        for place in match.chosen[len(self._beside.chosen) :]:
            self._beside.choose(place)
        return self._beside

    def _underlying(self, match: AskedMatch) -> CompiledMatch | None:
        """Return the match under one with asked chance; `None` at a chance node, not numbered."""
        inner = match.underlying
        if inner is None or (isinstance(inner, CompiledMatch) and inner.play is not None):
            return inner
        return _beside(match)


def _beside(match: Match) -> CompiledMatch:
    if (found := match_beside(match)) is None:
        raise ValueError("numbers of actions and keys need `wasmtime` or a C compiler")
    return found


def numbered(match: Match) -> NumberedMatch:
    """Return a match with numbered choices; raises `ValueError` for the interpreter's programs."""
    population = match.population
    let_c_number = getattr(match, "number_actions", None)
    if let_c_number is not None:
        let_c_number()
    return NumberedMatch(match, action_space(population.whole_program, population.settings))
