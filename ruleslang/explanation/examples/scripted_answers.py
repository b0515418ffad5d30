"""
Matches the answers that an example writes for its players to the choices of decisions.

A line gives values in the order of the choices; it may leave some out, as long as exactly one
choice fits. Titles denote cards, faces denote dice, names for actions and branches; copies of one
definition are one, but braces name as many copies as are chosen. Where a choice is asked in stages,
or a set member by member, a line covers several decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from attrs import define, field

from ruleslang.engine.match.decision import Decision, Option
from ruleslang.engine.match.interface import Reader
from ruleslang.engine.match.position_queries import face_shown, numbered
from ruleslang.engine.match.runtime_values import (
    DieIn,
    ListValue,
    Piece,
    Player,
    Value,
    listed,
    members,
    shown,
)
from ruleslang.explanation.examples.failures import Fails, NotAsked


@define(eq=False)
class Answer:
    """
    One line: its remaining values, or that the player declines.

    Its values are evaluated when the question is asked, and not at the place of the line.
    """

    declines: bool
    evaluated: Callable[[], list[Value]]
    origin: int
    last_collection: tuple[Value, ...] = ()  # the last set or list given, for its order
    _values: list[Value] | None = None

    @property
    def values(self) -> list[Value]:
        """The remaining values, as they were when they were first needed."""
        if self._values is None:
            self._values = self.evaluated()
        return self._values

    @values.setter
    def values(self, remaining: list[Value]) -> None:
        self._values = remaining

    @property
    def is_begun(self) -> bool:
        """Whether a question was asked that it may answer."""
        return self._values is not None

    def __str__(self) -> str:
        return "declines" if self.declines else "chooses " + ", ".join(map(shown, self.values))


class Unanswered(Fails):
    """A question that no line answers; `such_as` is a line that would."""

    def __init__(self, message: str, origin: int, such_as: str) -> None:
        super().__init__(message, origin, f"add it on a line above the `when`, such as `{such_as}`")
        self.such_as = such_as

    def after(self, line: int) -> Unanswered:
        """Return the failure at the line that answers before it; -1: at the `when`."""
        if line < 0:
            return self
        failure = Unanswered(self.message, line, self.such_as)
        failure.help = f"add it below this line, such as `{self.such_as}`"
        return failure


class AmbiguousLine(Fails):
    """Several choices fit a line; `complete`: for none of them is a value of the line left over."""

    def __init__(self, message: str, origin: int, complete: bool) -> None:
        super().__init__(message, origin)
        self.complete = complete


@define(eq=False)
class Script:
    """The next answers of each player."""

    lines: dict[Player, list[Answer]] = field(factory=dict)
    last: dict[Player, tuple[Value, ...]] = field(factory=dict)  # the last set given
    placed: dict[Player, int] = field(factory=dict)  # how many of them are in order
    closing: tuple[str, str] | None = None  # kind and name of the decision that a set closed

    def add(
        self, who: Player, declines: bool, evaluated: Callable[[], list[Value]], origin: int
    ) -> None:
        """Add one more answer of a player."""
        self.lines.setdefault(who, []).append(Answer(declines, evaluated, origin))

    def refuse_rest(self, excerpt: Callable[[int], str]) -> None:
        """Raise `Fails` unless all that was written was asked for; `excerpt` is a line's text."""
        for who, lines in self.lines.items():
            for line in lines:
                answer = f"{who.name} {line}" if line.is_begun else excerpt(line.origin)
                raise NotAsked(f"`{answer}`, but is never asked", line.origin, who)

    def answer(self, match: Reader, decision: Decision, origin: int) -> int:
        """Return the choice that the player's next line means; may raise `Fails`."""
        if self.is_short(decision):
            raise Fails(f"{asked(match, decision)}, and the example gives no more", origin)
        closing, self.closing = self.closing, None
        is_further = decision.kind != "member" or not _begins(decision)
        if closing == (decision.kind, decision.name) and decision.declines and is_further:
            return _declining(decision)
        lines = self.lines.get(decision.asked, [])
        if decision.kind == "order":
            index = self._next_in_order(match, decision, lines)
            if index is not None:
                return index
        if lines:
            index = self._choice_of_line(match, decision, lines[0])
            if lines[0].declines or not lines[0].values:
                lines.pop(0)
            return index
        if _are_copies(decision):
            return 0
        message = f"{asked(match, decision)}, but the example does not set an answer"
        raise Unanswered(message, origin, _line_for(match, decision))

    def is_short(self, decision: Decision) -> bool:
        """Test whether a set in the example is complete, but this decision needs another member."""
        is_closing = self.closing == ("member", decision.name) and decision.kind == "member"
        return is_closing and not _begins(decision) and not decision.declines

    def is_long(self, who: Player, decision: Decision, then: Decision | None) -> bool:
        """Test whether a set that is being given is larger than the earlier questions asked for."""
        lines = self.lines.get(who, [])
        if not lines or not lines[0].last_collection:
            return False
        return then is None or (then.kind, then.name) != (decision.kind, decision.name)

    def _choice_of_line(self, match: Reader, decision: Decision, line: Answer) -> int:
        if line.declines:
            if not decision.declines:
                raise Fails(f"{asked(match, decision)}, and cannot decline", line.origin)
            return _declining(decision)
        is_set = isinstance(line.values[0], tuple)
        in_parts = decision.kind == "member" and is_set
        for find in () if in_parts else (_whole, _begun):
            fitting = list(find(match, decision, line))
            if fitting:
                index, remaining = _only(match, decision, fitting, line)
                self._remember(decision, line.values[: len(line.values) - len(remaining)])
                line.values = remaining
                return index
        if is_set and not in_parts and _are_copies(decision):
            return 0  # the set that is said answers a later decision
        return self._member(match, decision, line)

    def _next_in_order(self, match: Reader, decision: Decision, lines: list[Answer]) -> int | None:
        """
        Return the order, or its next member, that was written for the set: by the line that chose
        it or, if all had to be taken, by the next line.
        """
        who, at = decision.asked, self.placed.pop(decision.asked, 0)
        wanted = self.last.get(who, ())
        if not _are_ordered(match, decision, wanted):
            if not lines or lines[0].declines or not isinstance(lines[0].values[0], tuple):
                return None
            wanted = lines[0].values[0]
        for index, option in enumerate(decision.choices):
            value = next(iter(option.values.values()))
            is_whole = isinstance(value, ListValue)
            word = ListValue(wanted) if is_whole else next(iter(wanted[at:]), None)
            if matches(match, who, word, value):
                if not is_whole:
                    self.placed[who] = at + 1
                elif self.last.pop(who, None) is not wanted:
                    lines[0].values = lines[0].values[1:]
                    del lines[: not lines[0].values]
                return index
        return None

    def _remember(self, decision: Decision, used: list[Value]) -> None:
        for value in used:
            if isinstance(value, tuple):
                self.last[decision.asked] = value

    def _member(self, match: Reader, decision: Decision, line: Answer) -> int:
        """Return a set that is asked member by member: the first of its members that is offered."""
        wanted = line.values[0]
        for index, option in enumerate(decision.choices if isinstance(wanted, tuple) else ()):
            line.last_collection = line.last_collection or wanted
            remaining = _without(match, decision.asked, wanted, _last_member(decision, option))
            if remaining is not None:
                line.values = [remaining, *line.values[1:]] if remaining else line.values[1:]
                if not remaining:
                    self.last[decision.asked], line.last_collection = line.last_collection, ()
                    self.closing = (decision.kind, decision.name)
                return index
        raise Fails(f"{asked(match, decision)}, and the example says `{line}`", line.origin)


def asked(match: Reader, decision: Decision) -> str:
    """Return a question and its choices, for a message."""
    offered = _listed(_as_answered(match, decision, option) for option in decision.choices)
    return f'{decision.asked.name} is asked "{decision.prompt}" ({offered})'


def _listed(answers: Iterable[str]) -> str:
    words = listed(list(dict.fromkeys(answers)))
    return ("; " if any("," in word for word in words) else ", ").join(words)


def _line_for(match: Reader, decision: Decision) -> str:
    """Return a line that answers: with the first choice that is something, else declining."""
    chosen = next((choice for choice in decision.choices if not choice.declines), None)
    deed = "declines" if chosen is None else f"chooses {_as_answered(match, decision, chosen)}"
    return f"{decision.asked.name} {deed}"


def _as_answered(match: Reader, decision: Decision, option: Option) -> str:
    """Return a choice as an example writes it: of several plays with the number."""
    if option.declines:
        return option.id
    tokens = [_written(match, decision, token) for token in _tokens(option)] or [_stem(option)]
    title = match.population.title(decision.name) if decision.kind == "play" else None
    play = option.action or _stem(option)
    if title is None or play not in title.definition.plays or len(title.definition.plays) == 1:
        return ", ".join(tokens)
    number = title.definition.plays.index(play) + 1
    return ", ".join([title.name, str(number), *(token for token in tokens if token != play)])


def _written(match: Reader, decision: Decision, value: Value) -> str:
    """Return one value; for a set chosen one by one, the member; for a piece, its space."""
    if decision.kind == "member" and isinstance(value, tuple) and value:
        value = value[-1]
    value = _as_faces(match, value)
    space = match.position.spaces.get(value) if isinstance(value, Piece) else None
    return shown(value) if space is None else f"piece_on({shown(space)})"


def _stem(option: Option) -> str:
    """Return the id of a choice, without the number if no words distinguish it from another."""
    return option.id.partition(" #")[0]


def _are_copies(decision: Decision) -> bool:
    """Return whether choices differ only by copy number, which the example need not name."""
    return len({_stem(option) for option in decision.choices}) == 1


def _begins(decision: Decision) -> bool:
    """Return whether of a set that is asked member by member none is chosen yet."""
    sets = (value for option in decision.choices for value in option.values.values())
    return all(len(members(value)) < 2 for value in sets)


def _declining(decision: Decision) -> int:
    return next(i for i, option in enumerate(decision.choices) if option.declines)


# ---------------------------------------------------------------- the intended choice


def _whole(match: Reader, decision: Decision, line: Answer) -> Iterator[tuple[int, list[Value]]]:
    """Yield the choices whose tokens the rest of the line names in full, in order."""
    for index, option in enumerate(decision.choices):
        wanted = None if option.declines else _after_play(match, decision, option, line.values)
        if wanted is not None and _has_all(match, decision.asked, _tokens(option), wanted):
            yield index, []


def _begun(match: Reader, decision: Decision, line: Answer) -> Iterator[tuple[int, list[Value]]]:
    """Yield the choices that the line begins with; the rest of it is for the next decision."""
    for index, option in enumerate(decision.choices):
        tokens, wanted = _tokens(option), _after_play(match, decision, option, line.values)
        if option.declines or wanted is None:
            continue
        if len(wanted) < len(line.values) and len(tokens) == 1:  # only the play, by its number
            yield index, wanted
            continue
        for start in range(2 if option.action else 1):
            part, size = tokens[start:], len(tokens) - start
            is_front = 0 < size < len(wanted)
            if is_front and _has_all(match, decision.asked, part, wanted[:size]):
                yield index, wanted[size:]


def _after_play(
    match: Reader, decision: Decision, option: Option, wanted: list[Value]
) -> list[Value] | None:
    """Return the values after `card, number of the play`, or all; `None` for another play."""
    title = match.population.title(decision.name) if decision.kind == "play" else None
    number = None if title is None else numbered(title, wanted)
    if title is None or number is None:
        return wanted
    options = title.definition.plays[number - 1] == (option.action or _stem(option))
    return wanted[2:] if options else None


def _tokens(option: Option) -> list[Value]:
    """Return the action or branch, then the values of a choice."""
    return [*([option.action] if option.action else []), *option.values.values()]


def _has_all(match: Reader, who: Player, tokens: Sequence[Value], wanted: Sequence[Value]) -> bool:
    """Return whether the wanted ones are among the tokens, in this order."""
    following = iter(tokens)
    return all(any(matches(match, who, value, token) for token in following) for value in wanted)


def _only(
    match: Reader, decision: Decision, fitting: list[tuple[int, list[Value]]], line: Answer
) -> tuple[int, list[Value]]:
    """
    Return the choice that fits: when all fitting choices are copies, or only one is named
    completely; otherwise raises `AmbiguousLine`.
    """
    options, given = decision.choices, len(line.values)
    lengths = {at: (len(options[at].values), len(_tokens(options[at]))) for at, _ in fitting}
    for some in (fitting, [way for way in fitting if given in lengths[way[0]]]):
        if len({_stem(decision.choices[index]) for index, _ in some}) == 1:
            return some[0]
    these = _listed(_as_answered(match, decision, decision.choices[index]) for index, _ in fitting)
    message = f"`{decision.asked.name} {line}` may mean any of: {these}"
    raise AmbiguousLine(
        message, line.origin, complete=not any(remaining for _, remaining in fitting)
    )


# ---------------------------------------------------------------- values


def matches(match: Reader, who: Player, wanted: Value, value: Value) -> bool:
    """
    Return whether what was written means this value, or this name of an action or branch.

    A card means also one that is the same choice for the player who is asked.
    """
    if isinstance(value, str):
        return bool(wanted == value)
    if isinstance(wanted, str):
        return match.word_for(value) == wanted
    value = _as_faces(match, value)
    if isinstance(value, ListValue) and isinstance(wanted, tuple):
        return match.same(value, ListValue(wanted))
    if isinstance(value, tuple) and not isinstance(wanted, tuple) and len(value) == 1:
        value = value[0]
    return match.same(value, wanted) or match.alike(who, value, wanted)


def _as_faces(match: Reader, value: Value) -> Value:
    """Return dice as the faces they show."""
    if isinstance(value, DieIn):
        return face_shown(match, value)
    if isinstance(value, tuple) and any(isinstance(item, DieIn) for item in value):
        return type(value)(face_shown(match, item) for item in value)
    return value


def _last_member(decision: Decision, option: Option) -> Value:
    """Return the member that a choice adds to a set, or its only value; `None`: a whole set."""
    value = next(iter(option.values.values()), None)
    if not isinstance(value, tuple) or not value:
        return value
    return value[-1] if decision.kind == "member" else None


def _without(
    match: Reader, who: Player, wanted: tuple[Value, ...], member: Value
) -> tuple[Value, ...] | None:
    """Return the remaining members after one of them; None: it was not among them."""
    if member is None:
        return None
    for place, value in enumerate(wanted):
        if matches(match, who, value, member):
            return wanted[:place] + wanted[place + 1 :]
    return None


def _are_ordered(match: Reader, decision: Decision, wanted: tuple[Value, ...]) -> bool:
    """Return whether the order of these is asked, at once or one by one."""
    offered = (next(iter(option.values.values())) for option in decision.choices)
    return all(_without(match, decision.asked, wanted, it) for of in offered for it in members(of))


@define(eq=False)
class Line:
    """One outcome that was written, by its name, and where."""

    name: str
    origin: int


@define(eq=False)
class ScriptedChance:
    """
    The faces and picks of the example that are not used yet; `origin` is the current line. A
    shuffle keeps the order; `spellings` maps names to the way the rulebook writes them.
    """

    faces: list[Line] = field(factory=list)
    picks: list[Line] = field(factory=list)
    origin: int = -1
    spellings: Mapping[str, str] = field(factory=dict)

    def roll(self, die: str, faces: Sequence[str]) -> int:
        """Return the place of the next face that was written."""
        if not self.faces:
            message = f"`{die}` is rolled, but the example does not set its result"
            help = f"add it on a line above the `when`, such as `rolling {faces[0]}`"
            raise Fails(message, self.origin, help)
        line = self.faces.pop(0)
        if line.name not in faces:
            known = ", ".join(dict.fromkeys(faces))
            raise Fails(f"`{die}` has no face `{line.name}` ({known})", line.origin)
        return faces.index(line.name)

    def shuffle(self, zone: str, cards: Sequence[str]) -> Sequence[int]:
        """Keep the order."""
        return range(len(cards))

    def pick(self, of: str, members: Sequence[str]) -> int:
        """Return the place of the next pick that was written; a title denotes any copy of it."""
        names = [name.partition(" #")[0] for name in members]
        known = ", ".join(dict.fromkeys(self.spellings.get(name, name) for name in names))
        if not self.picks:
            if len(set(names)) == 1:
                return 0
            message = f"chance picks {of} ({known}), but the example does not set which"
            first = self.spellings.get(names[0], names[0])
            help = f"add it on a line above the `when`, such as `picking {first}`"
            raise Fails(message, self.origin, help)
        line = self.picks.pop(0)
        if line.name not in names:
            found = self.spellings.get(line.name, line.name)
            raise Fails(f"chance cannot pick `{found}` as {of} ({known})", line.origin)
        return names.index(line.name)

    def copy(self) -> ScriptedChance:
        """Return a copy with the lines that are still to come."""
        return ScriptedChance(list(self.faces), list(self.picks), self.origin, self.spellings)

    def words(self) -> list[tuple[str, int]]:
        """Return nothing: what is written is not part of the state."""
        return []

    def refuse_rest(self) -> None:
        """Raise `Fails` unless all that was written was used."""
        for line in self.faces:
            raise Fails(f"`{line.name}` is never rolled", line.origin)
        for line in self.picks:
            found = self.spellings.get(line.name, line.name)
            raise Fails(f"`{found}` is never picked", line.origin)
