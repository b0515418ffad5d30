"""
Mistakes of newcomers, each a whole rulebook with one mistake, and their messages.

Read each message with the question: would I know what to do now? One slip, one message; a file with
several slips has one message for each, because a mistake in one declaration hides none in another.

What is said of a declaration that cannot be read depends on it alone, so by default most of these
slips are read without the rulebook about them; the long run loads every rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from ruleslang.language import syntax
from ruleslang.language.syntax.chunk import Chunk
from ruleslang.language.syntax.parse import Reading, chunks
from ruleslang.library.load import load
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.span import Source
from tests.language.newcomers.test_helps import fixed, writes
from tests.support.corpus import Case, agree, cases, expectations
from tests.support.every import every
from tests.support.slugs import slugs_made

HERE = Path(__file__).parent
CASES = [case for case in cases(HERE) if case.paths[0].parent == HERE]
SYNTAX = Path(syntax.__file__).parent
AT_LEAST = 580
AT_LEAST_WRITTEN = 60
SAID_OF_THE_WHOLE = {
    "pig_hyphen_name"  # read as a difference, until no name is found for it
}
SEVERAL = {
    "any_of_a_state": 2,
    "broken_head_and_its_uses": 1,
    "broken_kind_and_its_cards": 1,
    "broken_state_and_its_uses": 1,
    "field_of_any_card": 2,
    "min_players": 2,
    "three_mistakes_in_three_places": 3,
    "two_mistakes_in_two_places": 2,
    "undeclared_and_used_twice": 1,
}


def stem(case: Case) -> str:
    return case.paths[0].stem


@cache
def read_alone() -> frozenset[Case]:
    """The slips that keep a declaration from being read."""
    slugs = slugs_of_reading()
    return frozenset(
        case
        for case in CASES
        if stem(case) not in SAID_OF_THE_WHOLE
        and {each.slug for source in case.sources() for each in expectations(source)} <= slugs
    )


def slugs_of_reading() -> set[str]:
    """What can be found wrong by reading a text, off the code."""
    return {slug for path in SYNTAX.rglob("*.py") for slug in slugs_made(path)}


def loaded_by_default() -> list[Case]:
    """A half of what only a load finds, and a sample of what reading finds."""
    alone = read_alone()
    found_by_load = [case for case in CASES if case not in alone]
    return [*found_by_load[::2], *[case for case in CASES if case in alone][::40]]


def declarations_with_slips(source: Source) -> Iterator[Chunk]:
    """The declarations that something is said of."""
    lines = {each.line for each in expectations(source)}
    for chunk in chunks(source):
        first, last = (source.line_and_column(end)[0] for end in (chunk.start, chunk.end))
        if not lines.isdisjoint(range(first, last + 1)):
            yield chunk


@every("case", lambda: sorted(read_alone(), key=stem), ids=stem)
def test_a_typo_in_a_declaration_is_found_by_reading_it_alone(case: Case) -> None:
    (source,) = case.sources()
    reading = Reading()
    for chunk in declarations_with_slips(source):
        reading.take(chunk)
    message = [followed(source, each) for each in reading.diagnostics]

    agree(case, message)
    assert all(each.help for each in message)


def followed(source: Source, message: Diagnostic) -> Diagnostic:
    """A line that is proposed by reading alone may not hold where the whole is known."""
    while message.instead is not None and f"help: {message.help}\n" not in source.text:
        message = message.instead
    return message


@every("case", loaded_by_default, ids=stem, parts=4)
def test_every_second_newcomer_gets_one_message_with_help(case: Case) -> None:
    gets_help(case)


@pytest.mark.long
@every("case", CASES, ids=stem, parts=8)
def test_every_newcomer_gets_one_message_with_help(case: Case) -> None:
    gets_help(case)


def gets_help(case: Case) -> None:
    message = load(str(case.paths[0]), lints=True).diagnostics

    agree(case, message)
    assert len(message) == SEVERAL.get(stem(case), 1)
    assert all(each.help for each in message)


@every("case", CASES[::24], ids=stem)
def test_some_suggested_lines_fix_the_mistake(case: Case, tmp_path: Path) -> None:
    fixes_the_mistake(case, tmp_path)


@pytest.mark.long
@every("case", CASES, ids=stem, parts=8)
def test_any_suggested_line_fixes_the_mistake(case: Case, tmp_path: Path) -> None:
    fixes_the_mistake(case, tmp_path)


def fixes_the_mistake(case: Case, folder: Path) -> None:
    """Write what the help says, where it says what to write."""
    message = load(str(case.paths[0])).diagnostics
    if len(message) == 1 and writes(message[0]):
        assert wrong_after(fixed(message[0]), folder) == []


def wrong_after(text: str, folder: Path) -> list[Diagnostic]:
    """The mistakes of a text whose slip was fixed as its help says."""
    path = folder / "my_game.rules"
    path.write_text(text, encoding="utf-8")
    return [each for each in load(str(path)).diagnostics if each.severity is Severity.ERROR]


def test_there_are_many_slips() -> None:
    assert len(CASES) >= AT_LEAST


@pytest.mark.long
def test_many_helps_suggest_a_line() -> None:
    found = (case for case in CASES if any(map(writes, load(str(case.paths[0])).diagnostics)))

    assert len([*islice(found, AT_LEAST_WRITTEN)]) == AT_LEAST_WRITTEN
