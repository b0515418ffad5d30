"""The choices of a decision as they are listed, and what an answer means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, field, frozen

from ruleslang.api import Choice, Decision
from ruleslang.match.match import Reader
from ruleslang.match.values import enumerated

SHORTEST_RUN = 5  # fewer numbers are read more quickly one by one
LONGEST_ANSWER = 9  # digits
PASS_KEY = "p"


@frozen
class Line:
    """
    A choice as it is listed: copies that read alike are one line, which stands for the first.

    `before` is the text without the number that it ends with, where a number is chosen. A run of
    such numbers is one line too: `run` has the place of each choice by its number. What `declines`
    is answered by a key of its own, so that it never has another number than before.
    """

    index: int
    text: str
    before: str | None = None
    run: Mapping[int, int] = field(factory=dict)
    declines: bool = False


def lines(decision: Decision) -> list[Line]:
    """The choices of a decision to choose from."""
    found: dict[str, Line] = {}
    for index, choice in enumerate(decision.choices):
        text = said(decision, index)
        plain = " ".join(part for part in choice.id.split() if not part.startswith("#"))
        found.setdefault(f"{plain}\0{text}", _line(index, choice, text))
    return list(_with_runs(list(found.values())))


def _line(index: int, choice: Choice, text: str) -> Line:
    return Line(index, text, _before(choice, text), declines=choice.declines)


def said(decision: Decision, index: int) -> str:
    """A choice as people read it."""
    choice = decision.choices[index]
    return choice.text.replace("_", " ") if choice.text == choice.id else choice.text


def so_far(match: Reader, decision: Decision) -> str:
    """Of a set that is chosen member by member, those that are in it; empty for the first."""
    if decision.kind != "member":
        return ""
    sets = (value for each in decision.choices for value in each.values.values())
    chosen = next((each[:-1] for each in sets if isinstance(each, tuple) and each), ())
    return match.text_for(chosen) if chosen else ""


def _before(choice: Choice, text: str) -> str | None:
    """What stands before the number that is chosen, and said last; `None`: no number is."""
    last = [None, *choice.values.values()][-1]
    if isinstance(last, bool) or not isinstance(last, int) or last < 0:
        return None
    before = text.removesuffix(str(last))
    return before if before != text and before[-1:] in ("", " ") else None


def _with_runs(listed: Sequence[Line]) -> Iterator[Line]:
    """`bid: 1`, `bid: 2`, … as one line."""
    place = 0
    while place < len(listed):
        run = _run(listed, place)
        if len(run) < SHORTEST_RUN:
            yield listed[place]
            place += 1
        else:
            numbers = {_number(line): line.index for line in run}
            yield evolve(run[0], run=numbers)
            place += len(run)


def _run(listed: Sequence[Line], place: int) -> list[Line]:
    """The lines from here on that differ only in a number, which grows by one."""
    first = listed[place]
    run: list[Line] = []
    for line in listed[place:]:
        if line.before is None or line.before != first.before:
            break
        if _number(line) != _number(first) + len(run):
            break
        run.append(line)
    return run


def _number(line: Line) -> int:
    return int(line.text.removeprefix(line.before or ""))


def _bare(listed: Sequence[Line]) -> Line | None:
    """The run whose numbers are answers by themselves."""
    return next((line for line in listed if line.run and not line.before), None)


def numbered(listed: Sequence[Line]) -> list[tuple[int, Line]]:
    """
    Every line with the number that answers it, but for what declines; a run of bare numbers has its
    own.
    """
    bare = _bare(listed)
    first = 1 if bare is None else max(bare.run) + 1
    others = [line for line in listed if line is not bare and not line.declines]
    return [*([] if bare is None else [(0, bare)]), *enumerate(others, first)]


def rows(listed: Sequence[Line]) -> Iterator[str]:
    """The lines as they are shown."""
    for number, line in numbered(listed):
        if not line.run:
            yield f"  {number:3}  {line.text}"
            continue
        low, high = min(line.run), max(line.run)
        if number:
            yield f"  {number:3}  {line.before}{low} to {high} (`{number} {high}` for {high})"
        else:
            yield f"  {low} to {high}: a number"
    for line in _declining(listed):
        yield f"  {PASS_KEY:>3}  {line.text}"


def _declining(listed: Sequence[Line]) -> list[Line]:
    return [line for line in listed if line.declines]


def answered(listed: Sequence[Line], answer: str) -> int | None:
    """
    The place of the choice that an answer means: by its number, its key or the start of its words.

    `None`: it is none of them, or several.
    """
    if answer.lower() in ("", PASS_KEY):
        return next((line.index for line in _declining(listed)), None)
    by_number = _by_number(listed, answer)
    if by_number is not None:
        return by_number
    found = meant(listed, answer)
    return found[0].index if len(found) == 1 else None


def meant(listed: Sequence[Line], answer: str) -> list[Line]:
    """
    The lines that an answer in words may mean: those that begin so, else those that have the words.

    >>> [line.text for line in meant([Line(0, "Peau de pierre"), Line(1, "Pillage")], "p pi")]
    ['Peau de pierre']
    """
    wanted = _plain(answer)
    if not any(map(str.isalpha, "".join(wanted))):
        return []
    every = [each for line in listed for each in _spelled(line)]
    whole = [line for line in every if _plain(line.text) == wanted]
    begin = [line for line in every if _begin(wanted, _plain(line.text))]
    has = [line for line in every if _has(wanted, _plain(line.text))]
    return whole or begin or has


def _spelled(line: Line) -> list[Line]:
    """A line as it is answered in words: of a run each of its numbers."""
    if not line.run:
        return [line]
    return [Line(place, f"{line.before}{number}") for number, place in line.run.items()]


def _plain(text: str) -> list[str]:
    return "".join(each if each.isalnum() else " " for each in text.lower()).split()


def _begin(wanted: Sequence[str], words: Sequence[str]) -> bool:
    if wanted[-1].isdecimal() and wanted[-1] not in words:
        return False  # a number is not the beginning of another
    pairs = zip(wanted, words, strict=False)
    return len(wanted) <= len(words) and all(word.startswith(each) for each, word in pairs)


def _has(wanted: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the words are there in this order, each by its beginning."""
    rest = iter(words)
    numbers = {each for each in wanted if each.isdecimal()}
    return numbers <= set(words) and all(
        any(word.startswith(each) for word in rest) for each in wanted
    )


def _by_number(listed: Sequence[Line], answer: str) -> int | None:
    words = answer.split()
    if not all(word.isascii() and word.isdecimal() for word in words) or len(words) not in (1, 2):
        return None
    if any(len(word) > LONGEST_ANSWER for word in words):
        return None
    number, *rest = map(int, words)
    for own, line in numbered(listed):
        if line.run and own == 0 and not rest and number in line.run:
            return line.run[number]
        if own == number and line.run and rest and rest[0] in line.run:
            return line.run[rest[0]]
        if own == number and own and not line.run and not rest:
            return line.index
    return None


def not_answered(listed: Sequence[Line], answer: str) -> str:
    """
    What to say of an answer that is none.

    >>> not_answered([Line(0, "3", "", {3: 0, 4: 1}), Line(2, "pass")], "6")
    '`6` is none of 3 to 5; `?` says what can be answered'
    """
    for number, line in numbered(listed):
        if line.run and answer == str(number):
            return f"`{answer}` wants a number with it, as `{answer} {max(line.run)}`"
    several = meant(listed, answer)
    if several:
        named = enumerated([line.text for line in several[:3]])
        return f"`{answer}` may be {named}{' and more' if several[3:] else ''}: say more of it"
    bare = _bare(listed)
    low = 1 if bare is None else min(bare.run)
    last = 0 if bare is None else max(bare.run)
    high = max([last, *(number for number, _ in numbered(listed))])
    return f"`{answer}` is none of {low} to {high}; `?` says what can be answered"
