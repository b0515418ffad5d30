"""
A decision as a person is asked it: what is listed, and what an answer means.

Many sets of cards are not listed one by one: each card has a number, and an answer names several.
Many spaces of one board are drawn with their numbers in place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from ruleslang.api import Choice, Decision
from ruleslang.cli.board_drawing import is_drawn, numbers_drawn
from ruleslang.cli.choice_list import (
    PASS_KEY,
    Line,
    answered,
    lines,
    meant,
    not_answered,
    numbered,
    rows,
)
from ruleslang.cli.view_text import Words
from ruleslang.match.match import Reader
from ruleslang.match.values import ListValue, Space, Value

MANY = 9  # choices that are still read more quickly one by one


@frozen
class Sets:
    """Sets to choose from: their members by number, and the place of each set by its members."""

    members: tuple[str, ...]
    places: Mapping[tuple[str, ...], int]

    def place(self, answer: str) -> int | None:
        """The choice that numbers or beginnings of words mean; `0` is the set of nothing."""
        chosen = self._chosen(answer)
        return None if chosen is None else self.places.get(tuple(sorted(chosen)))

    def _chosen(self, answer: str) -> list[str] | None:
        words = answer.replace(",", " ").split()
        if words == ["0"]:
            return []
        if words and all(word.isascii() and word.isdecimal() for word in words):
            numbers = [int(word) for word in words if len(word) < MANY]
            fit = len(set(numbers)) == len(words) and set(numbers) <= {*self._numbers()}
            return [self.members[number - 1] for number in numbers] if fit else None
        left = [Line(place, text) for place, text in enumerate(self.members)]
        chosen: list[str] = []
        for part in answer.split(","):
            found = meant(left, part)
            if len({line.text for line in found}) != 1:
                return None
            chosen.append(found[0].text)
            left.remove(found[0])
        return chosen

    def _numbers(self) -> range:
        return range(1, len(self.members) + 1)

    def rows(self) -> Iterator[str]:
        """The members as they are shown, and how they are chosen."""
        yield f"  several by their numbers, as `{' '.join(map(str, self._such_as()))}`:"
        for number, text in enumerate(self.members, 1):
            yield f"  {number:3}  {text}"
        if () in self.places:
            yield "    0  none of them"

    def _such_as(self) -> Sequence[int]:
        """The numbers of one of the largest sets."""
        largest = max(self.places, key=len)
        left, numbers = list(enumerate(self.members, 1)), []
        for text in largest:
            found = next(pair for pair in left if pair[1] == text)
            left.remove(found)
            numbers.append(found[0])
        return sorted(numbers)

    def refused(self, answer: str) -> str:
        """What to say of an answer that is no set to choose from."""
        sizes = sorted({len(each) for each in self.places})
        many = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
        return f"`{answer}` is no set that you may choose: it has {many} of what is listed"


@frozen
class Listing:
    """What is listed of a decision; without `sets` each choice is a line."""

    lines: list[Line]
    rows: tuple[str, ...]
    sets: Sets | None = None

    def answered(self, answer: str) -> int | None:
        """The place of the choice that an answer means; `None`: of none, or of several."""
        passes = answer.lower() in ("", PASS_KEY)
        return (
            answered(self.lines, answer) if self.sets is None or passes else self.sets.place(answer)
        )

    def not_answered(self, answer: str) -> str:
        """What to say of an answer that is none."""
        return not_answered(self.lines, answer) if self.sets is None else self.sets.refused(answer)


def listing_of(match: Reader, decision: Decision, words: Words) -> Listing:
    """How a decision is asked."""
    listed = lines(decision)
    plain = tuple(rows(listed))
    last = [_last(decision.choices[line.index]) for line in listed if not line.declines]
    if len(last) <= MANY or any(line.run for line in listed) or not _differ_in_last(decision):
        return Listing(listed, plain)
    declining = tuple(row for row in plain if row.startswith(f"  {PASS_KEY:>3}  "))
    sets = _sets_of(match, decision)
    if sets is not None:
        return Listing(listed, (*sets.rows(), *declining), sets)
    if all(isinstance(_added(decision, value), Space) for value in last):
        return Listing(listed, (*_on_board(decision, listed, words), *declining) or plain)
    return Listing(listed, plain)


def _last(choice: Choice) -> Value:
    return [None, *choice.values.values()][-1]


def _added(decision: Decision, value: Value) -> Value:
    """What a choice adds: of a set that is chosen member by member its last."""
    return value[-1] if decision.kind == "member" and isinstance(value, tuple) and value else value


def _differ_in_last(decision: Decision) -> bool:
    """Whether the choices are the same action with another last part."""
    acting = [each for each in decision.choices if not each.declines]
    heads = {(each.action, tuple(map(str, list(each.values.values())[:-1]))) for each in acting}
    return len(heads) == 1 and all(each.values for each in acting)


def _sets_of(match: Reader, decision: Decision) -> Sets | None:
    """The sets to choose from; None where it is something else, or two sets read alike."""
    if decision.kind in ("member", "order"):
        return None  # of these each choice adds one thing
    most: dict[str, int] = {}
    places: dict[tuple[str, ...], int] = {}
    for place, choice in enumerate(decision.choices):
        chosen = _last(choice)
        if choice.declines:
            continue
        if isinstance(chosen, ListValue) or not isinstance(chosen, tuple):
            return None
        texts = tuple(sorted(match.text_for((each,)) for each in chosen))
        if places.setdefault(texts, place) != place:
            return None
        for each in chosen:
            text = match.text_for((each,))
            most[text] = max(most.get(text, 0), texts.count(text))
    return Sets(tuple(text for text, number in most.items() for _ in range(number)), places)


def _on_board(decision: Decision, listed: Sequence[Line], words: Words) -> Iterator[str]:
    """The boards that are drawn, with the number of each space that may be chosen."""
    numbers = {}
    for number, line in numbered(listed):
        space = _added(decision, _last(decision.choices[line.index]))
        if isinstance(space, Space):
            numbers[space.name] = str(number)
    boards = [board for board in words.boards if not numbers.keys().isdisjoint(board.spaces)]
    if not all(map(is_drawn, boards)):
        yield from rows([line for line in listed if not line.declines])
        return
    yield "  a number on the board, or the words of a space:"
    for board in boards:
        yield from (f"    {row}" for row in numbers_drawn(board, numbers))
