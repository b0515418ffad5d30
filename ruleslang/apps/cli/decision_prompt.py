"""
Lists the choices of a decision on the terminal, and parses the answer.

Sets of cards are not listed one by one: each card has a number, and an answer names several. Spaces
of a board are drawn with their numbers in place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from attrs import evolve, field, frozen

from ruleslang.api import Choice, Decision, View
from ruleslang.apps.cli.output import DOT, TALLEST, hanging, in_columns, wrapped
from ruleslang.engine.match.interface import Reader
from ruleslang.engine.match.runtime_values import ListValue, Space, Value, enumerated
from ruleslang.explanation.story.board_drawing import are_bare, drawn, is_drawn, numbers_drawn
from ruleslang.explanation.story.view_text import Words

SHORTEST_RUN = 5  # fewer numbers are read more quickly one by one
NUMBER = re.compile(r"-?[0-9]{1,9}")
PASS_KEY = "p"


@frozen
class Line:
    """
    A listed choice; copies that read alike share one line, which stands for the first.

    `before` is the text before a final number that is chosen. Several such numbers are one line
    too: `run` maps each number to the index of its choice. A choice that `declines` has its
    own key, so that its number never changes.
    """

    index: int
    text: str
    before: str | None = None
    run: Mapping[int, int] = field(factory=dict)
    declines: bool = False


def choice_lines(decision: Decision) -> list[Line]:
    """Return the lines to list for a decision."""
    by_text: dict[str, Line] = {}
    for index, choice in enumerate(decision.choices):
        text = choice_text(decision, index)
        plain = " ".join(part for part in choice.id.split() if not part.startswith("#"))
        line = Line(index, text, _text_before_number(choice, text), declines=choice.declines)
        by_text.setdefault(f"{plain}\0{text}", line)
    return list(_with_runs(list(by_text.values())))


def choice_text(decision: Decision, index: int) -> str:
    """Return the displayed text of a choice."""
    choice = decision.choices[index]
    return choice.text.replace("_", " ") if choice.text == choice.id else choice.text


def _text_before_number(choice: Choice, text: str) -> str | None:
    """Return the text before the chosen number, if a number is chosen last; `None` otherwise."""
    last = [None, *choice.values.values()][-1]
    if isinstance(last, bool) or not isinstance(last, int):
        return None
    before = text.removesuffix(str(last))
    return before if before != text and before[-1:] in ("", " ") else None


def _with_runs(listed: Sequence[Line]) -> Iterator[Line]:
    """
    Yield the lines with runs such as `bid: 1`, `bid: 2`, … merged into one.

    Numbers without a text are always merged, so that each is its own answer and no other's number.
    """
    bare = [line for line in listed if line.before == ""]
    numbers = {_number(line): line.index for line in bare}
    if len(listed) > 1 and 0 < len(bare) == len(numbers):
        yield evolve(bare[0], run=numbers)
        listed = [line for line in listed if line.before != ""]
    for _, group in groupby(enumerate(listed), key=_row_of_numbers):
        run = [line for _, line in group]
        if len(run) < SHORTEST_RUN:
            yield from run
        else:
            yield evolve(run[0], run={_number(line): line.index for line in run})


def _row_of_numbers(entry: tuple[int, Line]) -> tuple[str | None, int]:
    """Return a key that is equal for neighbours whose numbers increase by one."""
    place, line = entry
    return line.before, place if line.before is None else _number(line) - place


def _number(line: Line) -> int:
    return int(line.text.removeprefix(line.before or ""))


def numbered(listed: Sequence[Line]) -> list[tuple[int, Line]]:
    """Return every line with its number, but for declining; a run of bare numbers comes first."""
    bare = next((line for line in listed if line.run and not line.before), None)
    first = 1 if bare is None else max(0, *bare.run) + 1
    others = [line for line in listed if line is not bare and not line.declines]
    return [*([] if bare is None else [(0, bare)]), *enumerate(others, first)]


def rows(listed: Sequence[Line], columns: int, tallest: int = TALLEST) -> Sequence[str]:
    """Return the rows to print in this many columns of letters, without declining."""
    plain = rows_of(in_columns(list(_entries_of(numbered(listed))), columns, tallest))
    if len(plain) <= tallest:
        return plain
    return min(plain, rows_of(_by_head(listed, columns)), key=len)


def rows_of(rows: Iterable[str]) -> list[str]:
    return [line for row in rows for line in row.split("\n")]


def _by_head(listed: Sequence[Line], columns: int) -> Iterator[str]:
    """Yield a row for choices that differ only in their last part: `play: 1) Rain · 2) Sun`."""
    for head, group in groupby(numbered(listed), key=lambda entry: _parts(entry[1])[0]):
        entries = list(group)
        if head is None:
            yield from (hanging(row, columns) for row in _entries_of(entries))
        else:
            tails = (f"{number}) {_parts(line)[1]}" for number, line in entries)
            yield hanging(f"  {head}:  {DOT.join(tails)}", columns)


def _parts(line: Line) -> tuple[str | None, str]:
    """Return the text of a choice before its last part, and that part."""
    for sign in (": ", ", "):
        head, separator, tail = line.text.rpartition(sign)
        if separator and not line.run:
            return head, tail
    return None, line.text


def _entries_of(listed: Iterable[tuple[int, Line]]) -> Iterator[str]:
    for number, line in listed:
        if not line.run:
            yield f"  {number:3}  {line.text}"
            continue
        low, high = min(line.run), max(line.run)
        if number:
            yield f"  {number:3}  {line.before}{low} to {high} (`{number} {high}` for {high})"
        else:
            yield f"  {_in_words([*line.run])}: a number"


def _in_words(numbers: Sequence[int]) -> str:
    """
    Return ascending numbers as a range, or one by one.

    >>> _in_words([3, 4, 5]), _in_words([2, 5])
    ('3 to 5', '2, 5')
    """
    is_range = numbers[-1] - numbers[0] == len(numbers) - 1
    return f"{numbers[0]} to {numbers[-1]}" if is_range else ", ".join(map(str, numbers))


def _declining(listed: Sequence[Line]) -> list[Line]:
    return [line for line in listed if line.declines]


def answered(listed: Sequence[Line], answer: str) -> int | None:
    """
    Return the index of the choice that an answer means, by number, key or start of its words.

    `None`: no choice, or several.
    """
    if answer.lower() in ("", PASS_KEY):
        return next((line.index for line in _declining(listed)), None)
    by_number = _by_number(listed, answer)
    if by_number is not None:
        return by_number
    matching = matching_lines(listed, answer)
    return matching[0].index if len(matching) == 1 else None


def matching_lines(listed: Sequence[Line], answer: str) -> list[Line]:
    """
    Return the lines that a worded answer may mean: equal, else starting with it, else containing
    its words.

    >>> listed = [Line(0, "Peau de pierre"), Line(1, "Pillage")]
    >>> [line.text for line in matching_lines(listed, "p pi")]
    ['Peau de pierre']
    """
    wanted = _plain(answer)
    if not any(map(str.isalpha, "".join(wanted))):
        return []
    every = [spelled for line in listed for spelled in _spelled(line)]
    equal = [line for line in every if _plain(line.text) == wanted]
    begin = [line for line in every if _begin(wanted, _plain(line.text))]
    has = [line for line in every if _has_words_in_order(wanted, _plain(line.text))]
    return equal or begin or has


def _spelled(line: Line) -> list[Line]:
    """Return a line as it may be answered in words; for a run each of its numbers."""
    if not line.run:
        return [line]
    return [Line(place, f"{line.before}{number}") for number, place in line.run.items()]


def _plain(text: str) -> list[str]:
    return "".join(letter if letter.isalnum() else " " for letter in text.lower()).split()


def _begin(wanted: Sequence[str], words: Sequence[str]) -> bool:
    if wanted[-1].isdecimal() and wanted[-1] not in words:
        return False  # a number is not the beginning of another
    pairs = zip(wanted, words, strict=False)
    return len(wanted) <= len(words) and all(word.startswith(start) for start, word in pairs)


def _has_words_in_order(wanted: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether the words occur in this order, each by its beginning."""
    words_left = iter(words)
    numbers = {start for start in wanted if start.isdecimal()}
    return numbers <= set(words) and all(
        any(word.startswith(start) for word in words_left) for start in wanted
    )


def _by_number(listed: Sequence[Line], answer: str) -> int | None:
    words = answer.split()
    if len(words) not in (1, 2) or not all(map(NUMBER.fullmatch, words)):
        return None
    number, *further = map(int, words)
    for listed_number, line in numbered(listed):
        if line.run and listed_number == 0 and not further and number in line.run:
            return line.run[number]
        if listed_number == number and line.run and further and further[0] in line.run:
            return line.run[further[0]]
        if listed_number == number and listed_number and not line.run and not further:
            return line.index
    return None


def not_answered(listed: Sequence[Line], answer: str) -> str:
    """
    Return the message for an unusable answer.

    >>> not_answered([Line(0, "3", "", {3: 0, 4: 1}), Line(2, "pass")], "6")
    '`6` is not one of 3 to 5; `?` lists the possible answers'
    """
    for number, line in numbered(listed):
        if number and line.run and answer == str(number):
            return f"`{answer}` wants a number with it, as `{answer} {max(line.run)}`"
    several = matching_lines(listed, answer)
    if several:
        named = enumerated([line.text for line in several[:3]])
        return f"`{answer}` may be {named}{' and more' if several[3:] else ''}: enter more of it"
    return f"`{answer}` is not one of {span(listed)}; `?` lists the possible answers"


def span(listed: Sequence[Line]) -> str:
    """Return the numbers that can be answered."""
    lines = numbered(listed)
    return _in_words([n for number, line in lines for n in ([number] if number else line.run)])


MANY = 9  # choices that are still read more quickly one by one


@frozen
class Sets:
    """Sets to choose from: their members by number, and the index of each set by its members."""

    members: tuple[str, ...]
    places: Mapping[tuple[str, ...], int]

    def place(self, answer: str) -> int | None:
        """Return the index of the set meant by numbers or beginnings of words; `0`: empty."""
        chosen = self._chosen(answer)
        return None if chosen is None else self.places.get(tuple(sorted(chosen)))

    def _chosen(self, answer: str) -> list[str] | None:
        words = answer.replace(",", " ").split()
        if words == ["0"]:
            return []
        if words and all(word.isascii() and word.isdecimal() for word in words):
            numbers = [int(word) for word in words if len(word) < MANY]
            known = {*range(1, len(self.members) + 1)}
            fit = len(set(numbers)) == len(words) and set(numbers) <= known
            return [self.members[number - 1] for number in numbers] if fit else None
        left = [Line(place, text) for place, text in enumerate(self.members)]
        chosen: list[str] = []
        for part in answer.split(","):
            matching = matching_lines(left, part)
            if len({line.text for line in matching}) != 1:
                return None
            chosen.append(matching[0].text)
            left.remove(matching[0])
        return chosen

    def rows(self, columns: int) -> Iterator[str]:
        """Yield the members as listed, and how to choose them."""
        example = " ".join(map(str, self._such_as()))
        yield wrapped(f"  several by their numbers, as `{example}`:", columns)
        members = [f"  {number:3}  {text}" for number, text in enumerate(self.members, 1)]
        yield from in_columns(members, columns)

    def _such_as(self) -> Sequence[int]:
        """Return the numbers of one of the largest sets, as an example."""
        largest = max(self.places, key=len)
        left, numbers = list(enumerate(self.members, 1)), []
        for text in largest:
            entry = next(pair for pair in left if pair[1] == text)
            left.remove(entry)
            numbers.append(entry[0])
        return sorted(numbers)

    def refused(self, answer: str) -> str:
        """Return the message for an answer that is no available set."""
        sizes = sorted({len(place) for place in self.places})
        many = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
        return f"`{answer}` is not a possible selection: choose {many} of the listed choices"


@frozen
class Listing:
    """
    The list for a decision; without `sets`, one line for each choice.

    `last` are the rows that are shown however long the list is; with `draws`, the list is the
    table's boards with numbers on them.
    """

    lines: list[Line]
    choices: Sequence[str]
    last: Sequence[str]
    sets: Sets | None = None
    draws: bool = False

    @property
    def rows(self) -> Sequence[str]:
        return (*self.choices, *self.last)

    def again(self, columns: int, lines: int) -> Sequence[str]:
        """Return the list in at most this many lines, if need be in columns or only as a range."""
        shown = self.rows
        if len(shown) > lines and self.sets is None and not self.draws:
            shown = (*rows(self.lines, columns, max(1, lines - len(self.last))), *self.last)
        return shown if len(shown) <= lines else (wrapped(f"  {self.shortly()}", columns),)

    def answered(self, answer: str) -> int | None:
        """Return the index of the choice that an answer means; `None`: no choice, or several."""
        passes = answer.lower() in ("", PASS_KEY)
        return (
            answered(self.lines, answer) if self.sets is None or passes else self.sets.place(answer)
        )

    def shortly(self) -> str:
        """Return the possible answers, without the list."""
        if self.sets is None:
            numbers = span(self.lines)
        else:
            numbers = f"numbers of 1 to {len(self.sets.members)}"
        passing = f", or {PASS_KEY}" if _declining(self.lines) else ""
        return f"{numbers}{passing}; `choices` lists them again"

    def not_answered(self, answer: str) -> str:
        """Return the message for an unusable answer."""
        return not_answered(self.lines, answer) if self.sets is None else self.sets.refused(answer)


@frozen
class Room:
    """Where a list is shown: columns, lines, and the drawing that would be above it."""

    columns: int
    lines: int
    view: View


def listing_of(match: Reader, decision: Decision, words: Words, room: Room) -> Listing:
    """Return the list for a decision."""
    listed = choice_lines(decision)
    columns = room.columns
    declining = rows_of(
        hanging(f"  {PASS_KEY:>3}  {line.text}", columns) for line in _declining(listed)
    )
    plain = rows(listed, columns, max(1, min(TALLEST, room.lines)))
    last = [_last_value(decision.choices[line.index]) for line in listed if not line.declines]
    if len(last) <= MANY or any(line.run for line in listed) or not _differ_in_last(decision):
        return Listing(listed, plain, declining)
    sets = _sets_of(match, decision)
    if sets is not None:
        none = ["    0  none of them"] if () in sets.places else []
        return Listing(listed, rows_of(sets.rows(columns)), [*none, *declining], sets)
    if all(isinstance(_added(decision, value), Space) for value in last):
        return _on_board(decision, listed, words, room, Listing(listed, plain, declining))
    return Listing(listed, plain, declining)


def _last_value(choice: Choice) -> Value:
    return [None, *choice.values.values()][-1]


def _added(decision: Decision, value: Value) -> Value:
    """Return the value of a choice; of a set chosen member by member, its last member."""
    return value[-1] if decision.kind == "member" and isinstance(value, tuple) and value else value


def _differ_in_last(decision: Decision) -> bool:
    """Return whether the choices are one action that differs only in its last part."""
    acting = [choice for choice in decision.choices if not choice.declines]
    heads = {
        (choice.action, tuple(map(str, list(choice.values.values())[:-1]))) for choice in acting
    }
    return len(heads) == 1 and all(choice.values for choice in acting)


def _sets_of(match: Reader, decision: Decision) -> Sets | None:
    """Return the sets to choose from; `None` if choices are not sets, or two sets read alike."""
    if decision.kind in ("member", "order"):
        return None  # each choice among these adds one thing
    most: dict[str, int] = {}
    places: dict[tuple[str, ...], int] = {}
    for place, choice in enumerate(decision.choices):
        chosen = _last_value(choice)
        if choice.declines:
            continue
        if isinstance(chosen, ListValue) or not isinstance(chosen, tuple):
            return None
        texts = tuple(sorted(match.text_for((member,)) for member in chosen))
        if places.setdefault(texts, place) != place:
            return None
        for member in chosen:
            text = match.text_for((member,))
            most[text] = max(most.get(text, 0), texts.count(text))
    return Sets(tuple(text for text, number in most.items() for _ in range(number)), places)


def _on_board(
    decision: Decision, listed: Sequence[Line], words: Words, room: Room, plain: Listing
) -> Listing:
    """
    Return the drawn boards, with the number of each space that can be chosen.

    If these spaces are empty, it is the table's drawing; a drawing that is too tall is omitted.
    """
    numbers = {}
    for number, line in numbered(listed):
        space = _added(decision, _last_value(decision.choices[line.index]))
        if isinstance(space, Space):
            numbers[space.name] = str(number)
    boards = [board for board in words.boards if not numbers.keys().isdisjoint(board.spaces)]
    if not all(map(is_drawn, boards)):
        return plain
    head = "  a number on the board, or the words of a space:"
    if are_bare(room.view, numbers, words.legend):
        drawing = drawn(room.view, words.boards, words.legend, numbers, room.columns)
        return evolve(plain, choices=(head, *drawing.rows), draws=True)
    rows = [f"    {row}" for board in boards for row in numbers_drawn(board, numbers)]
    return plain if len(rows) >= room.lines else evolve(plain, choices=(head, *rows))
