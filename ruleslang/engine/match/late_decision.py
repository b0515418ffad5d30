"""
A decision whose words are read when somebody asks for them, and the line of play it belongs to.

It is known at once who is asked and how many choices there are. All else is read from the match
while it still waits there, and later from a copy that is brought back to that place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, overload

from attrs import define, field

from ruleslang.engine.match.chance import Streams
from ruleslang.engine.match.decision import Decision, Option
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match


@define(eq=False)
class Line:
    """
    The choices that led to a match's position, so that earlier positions can be reached.

    Choices are only added: a match that goes back gets its own line. `begin` makes a match
    after the first `begun` choices; those belong to another line, `source`, if there are any.
    `kept` are copies on the way, by the number of choices before them.
    """

    played: Match
    begin: Callable[[], Match]
    kept: list[tuple[int, Match]] = field(factory=list)
    begun: int = 0
    source: Line | None = None
    story: Any = None  # one that began as the match did; it may have gone on otherwise
    fault: Fault | None = None  # the one that stopped it, with its place in the text
    known: tuple[int, dict[object, Any]] = -1, {}  # texts, and the number of choices they fit

    def keep(self) -> None:
        """Keep a copy of the position."""
        self.kept.append((len(self.played.chosen), self.played.copy()))

    def at(self, number: int) -> Match:
        """Return a match after `number` choices, for reading: the played one if it waits there."""
        return self.played if len(self.played.chosen) == number else self.before(number)

    def before(self, number: int) -> Match:
        """Return a separate match after `number` choices."""
        if self.source is not None and number < self.begun:
            return self.source.before(number)
        kept = next((copy for copy in reversed(self.kept) if copy[0] <= number), None)
        begun, match = (self.begun, self.begin()) if kept is None else (kept[0], kept[1].copy())
        for place in self.played.chosen[begun:number]:
            match.choose(place)
        return match

    def going_back(self, number: int, played: Match) -> Line:
        """Return the line of a match that branches off after `number` choices."""
        line = self
        while line.source is not None and number < line.begun:
            line = line.source
        kept = [copy for copy in line.kept if copy[0] <= number]
        return Line(played, line.begin, kept, line.begun, line.source, self.story)

    def going_on(self) -> Line:
        """Return the line of what is tried out from here on, which the same match plays."""
        number = len(self.played.chosen)
        return Line(self.played, partial(self.before, number), [], number, self, self.story)

    def part(self) -> None:
        """Keep a copy of the match, which goes back."""
        self.played = self.played.copy()

    def with_other_chance(self, chance: Streams) -> Line:
        """Return the line of a copy whose chance is another from here on."""
        number = len(self.played.chosen)

        def begin() -> Match:
            return self.at(number).copy(chance.copy())

        return Line(begin(), begin, [], number, self)


class Choices:
    """The choices of a decision, each named when it is asked for: a `Sequence` of choices."""

    __slots__ = ()

    _decision: LateDecision
    _number: int

    def __len__(self) -> int:
        return self._number

    @overload
    def __getitem__(self, place: int) -> Option: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Option, ...]: ...

    def __getitem__(self, place: int | slice) -> Option | tuple[Option, ...]:
        places = range(self._number)[place]
        if isinstance(places, range):
            return tuple(map(self.__getitem__, places))
        return ChoiceInPython(self._decision, places)

    def __iter__(self) -> Iterator[Option]:
        return map(self.__getitem__, range(self._number))

    __reversed__, __contains__ = Sequence.__reversed__, Sequence.__contains__
    index, count = Sequence.index, Sequence.count

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Choices | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(self),)


class ChoicesInPython(Choices):
    """Where they are not written in C."""

    __slots__ = ("_decision", "_number")

    def __init__(self, decision: LateDecision, number: int) -> None:
        self._decision, self._number = decision, number


Sequence.register(Choices)


class LateChoice(Option):
    """The choice at an index of a decision, named when it is asked for."""

    __slots__ = ()

    _decision: LateDecision
    _place: int

    def index_in(self, line: Line, number: int) -> int | None:
        """Return its index if it belongs to the decision after `number` choices of a line."""
        return self._place if self._decision.is_of(line, number) else None

    def _named(self) -> Option:
        return self._decision.named().choices[self._place]

    id = property(lambda self: self._named().id)
    text = property(lambda self: self._named().text)
    values = property(lambda self: self._named().values)
    action = property(lambda self: self._named().action)
    what = property(lambda self: self._named().what)

    def __eq__(self, other: object) -> bool:
        return other.__eq__(self._named()) if isinstance(other, Option) else NotImplemented

    __hash__ = Option.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return Option, (self.id, self.text, self.values, self.action, self.what)


class ChoiceInPython(LateChoice):
    """Where they are not written in C."""

    __slots__ = ("_decision", "_place")

    def __init__(self, decision: LateDecision, place: int) -> None:
        object.__setattr__(self, "_decision", decision)
        object.__setattr__(self, "_place", place)


class LateDecision(Decision):
    """A decision after a number of choices of a line of play."""

    __slots__ = ("_at", "_line", "_named", "_number", "player")

    _line: Line
    _at: int
    _number: int
    _named: Decision

    def __init__(self, line: Line, at: int, player: int, number: int) -> None:
        known = {"_line": line, "_at": at, "_number": number, "player": player}
        for name, value in known.items():
            object.__setattr__(self, name, value)

    def is_of(self, line: Line, number: int) -> bool:
        """Return whether it is the decision after `number` choices of a line."""
        return self._line is line and self._at == number

    def named(self) -> Decision:
        """Return the decision with all its words."""
        known: Decision | None = getattr(self, "_named", None)
        if known is None:
            known = self._line.at(self._at).decision
            assert known is not None
            object.__setattr__(self, "_named", known)
        return known

    @property
    def choices(self) -> Sequence[Option]:
        choices: Any = ChoicesInPython(self, self._number)
        return choices  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> Any:
        """Return one of the words."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.named(), name)

    def __repr__(self) -> str:
        return repr(self.named())

    def __reduce__(self) -> tuple[Any, ...]:
        named = self.named()
        words = named.player, named.kind, named.name, named.prompt, named.choices
        return Decision, (*words, named.asked, named.origin, named.probabilities)
